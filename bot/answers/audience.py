"""Whether everyone who sees one channel may see another.

This keeps private content of a server out of channels that others read.

The cache knows channels with their overwrites, and roles, but no members. So the check covers every
set of roles that a member may have, and each person named by an overwrite.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import discord

from data.play.places import PlacedRow

AudienceChannel = discord.TextChannel | discord.ForumChannel


@dataclass(frozen=True, slots=True)
class _Door:
    """The effect of some overwrites on viewing a channel: allow, deny or neither."""

    allowed: bool = False
    denied: bool = False


@dataclass(frozen=True, slots=True)
class _Role:
    """A role's effect on two channels.

    It says whether the role sees everything, whether it sees channels without overwrites, and what the
    overwrites of both channels do.
    """

    sees_all: bool
    sees: bool
    here: _Door
    there: _Door


class Audience:
    """Those who see a channel of a server, as the server's channels and roles are now."""

    def __init__(self, guild: discord.Guild, channel_id: int) -> None:
        self._guild = guild
        self._channel_id = channel_id
        self._known: dict[int, bool] = {}

    def may_see(self, place: PlacedRow) -> bool:
        """Return whether the whole audience may see a place.

        Return `False` if that is unknown, and for private threads.
        """
        if place.home != self._guild.id:
            return False
        there = self._home(place)
        if there is None:
            return False
        if there.id not in self._known:
            self._known[there.id] = self._all_see(there)
        return self._known[there.id]

    def _home(self, place: PlacedRow) -> AudienceChannel | None:
        """Return the channel whose overwrites govern who sees a place.

        Return `None` if the place is private or unknown.
        """
        found = self._guild.get_channel_or_thread(place.place_id)
        if found is None and place.place_id != place.channel_id:
            found = self._guild.get_channel(place.channel_id)  # threads that the bot makes are public
        if isinstance(found, discord.Thread):
            found = None if found.is_private() else found.parent
        return found if isinstance(found, discord.TextChannel | discord.ForumChannel) else None

    def _all_see(self, there: AudienceChannel) -> bool:
        if there.id == self._channel_id:
            return True
        here = self._guild.get_channel(self._channel_id)
        if not isinstance(here, discord.TextChannel):
            return False
        at_here, at_there = _doors(here), _doors(there)
        everyone = self._guild.default_role
        base = everyone.permissions.view_channel
        roles = {
            _Role(
                role.permissions.administrator,
                role.permissions.view_channel,
                at_here.get(role.id, _Door()),
                at_there.get(role.id, _Door()),
            )
            for role in self._guild.roles
            if role != everyone and not role.is_bot_managed()
        }
        roles.add(_Role(sees_all=False, sees=False, here=_Door(), there=_Door()))
        people = {
            (at_here.get(each.id, _Door()), at_there.get(each.id, _Door()))
            for each in self._people(here, there)
        }
        people.add((_Door(), _Door()))
        ours = at_here.get(everyone.id, _Door()), at_there.get(everyone.id, _Door())
        # One role may show this channel and a second one hide the other; more roles change nothing.
        for held in combinations_with_replacement(roles, 2):
            if any(role.sees_all for role in held):
                continue
            sees = base or any(role.sees for role in held)
            for own in people:
                if _sees(sees, ours[0], [role.here for role in held], own[0]) and not _sees(
                    sees, ours[1], [role.there for role in held], own[1]
                ):
                    return False
        return True

    def _people(self, *channels: AudienceChannel) -> Iterator[discord.abc.Snowflake]:
        """Yield the people named by overwrites, except the server's owner and the bot.

        The owner sees everything anyway.
        """
        roles = {role.id for role in self._guild.roles}
        without = {self._guild.owner_id, self._guild.me.id}
        for channel in channels:
            yield from (who for who in channel.overwrites if who.id not in roles | without)


def _doors(channel: AudienceChannel) -> dict[int, _Door]:
    """Return what the overwrites of a channel say, by the id of the role or person."""
    return {
        who.id: _Door(allowed=overwrite.view_channel is True, denied=overwrite.view_channel is False)
        for who, overwrite in channel.overwrites.items()
    }


def _sees(base: bool, everyone: _Door, roles: list[_Door], own: _Door) -> bool:
    """Return whether a person sees a channel.

    Overwrites apply in Discord's order; among several roles, an allow outweighs a deny.
    """
    sees = (base and not everyone.denied) or everyone.allowed
    sees = (sees and not any(role.denied for role in roles)) or any(role.allowed for role in roles)
    return (sees and not own.denied) or own.allowed
