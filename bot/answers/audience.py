"""Whether everyone who can see one channel can also see another.

This keeps content from a channel with limited access out of channels that more people can read.

discord.py's cache has channels with their permission overwrites, and roles, but no members. So the
check covers every set of roles that a member may have, and each person named by an overwrite.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import discord

from data.play.places import PlacedRow

AudienceChannel = discord.TextChannel | discord.ForumChannel


@dataclass(frozen=True, slots=True)
class _ViewOverwrite:
    """Whether permission overwrites allow or deny viewing a channel, or neither."""

    allowed: bool = False
    denied: bool = False


@dataclass(frozen=True, slots=True)
class _Role:
    """A role's effect on viewing two channels.

    `sees_all` is set for administrators. `sees` says whether the role may view channels without
    overwrites. `here` and `there` are the effects of its overwrites in the two channels.
    """

    sees_all: bool
    sees: bool
    here: _ViewOverwrite
    there: _ViewOverwrite


class Audience:
    """The members who can currently see one channel of a server."""

    def __init__(self, guild: discord.Guild, channel_id: int) -> None:
        self._guild = guild
        self._channel_id = channel_id
        self._known: dict[int, bool] = {}

    def may_see(self, place: PlacedRow) -> bool:
        """Whether everyone in the audience may see a place.

        The answer is `False` for private threads, and if it cannot be determined.
        """
        if place.home_server_id != self._guild.id:
            return False
        there = self._governing_channel(place)
        if there is None:
            return False
        if there.id not in self._known:
            self._known[there.id] = self._can_all_see(there)
        return self._known[there.id]

    def _governing_channel(self, place: PlacedRow) -> AudienceChannel | None:
        """Return the channel whose overwrites determine who sees a place.

        Return `None` if the place is private or unknown.
        """
        found = self._guild.get_channel_or_thread(place.place_id)
        if found is None and place.place_id != place.channel_id:
            found = self._guild.get_channel(place.channel_id)  # threads that the bot makes are public
        if isinstance(found, discord.Thread):
            found = None if found.is_private() else found.parent
        return found if isinstance(found, discord.TextChannel | discord.ForumChannel) else None

    def _can_all_see(self, there: AudienceChannel) -> bool:
        if there.id == self._channel_id:
            return True
        here = self._guild.get_channel(self._channel_id)
        if not isinstance(here, discord.TextChannel):
            return False
        at_here, at_there = _view_overwrites(here), _view_overwrites(there)
        everyone = self._guild.default_role
        base = everyone.permissions.view_channel
        roles = {
            _Role(
                role.permissions.administrator,
                role.permissions.view_channel,
                at_here.get(role.id, _ViewOverwrite()),
                at_there.get(role.id, _ViewOverwrite()),
            )
            for role in self._guild.roles
            if role != everyone and not role.is_bot_managed()
        }
        roles.add(_Role(sees_all=False, sees=False, here=_ViewOverwrite(), there=_ViewOverwrite()))
        people = {
            (at_here.get(each.id, _ViewOverwrite()), at_there.get(each.id, _ViewOverwrite()))
            for each in self._people(here, there)
        }
        people.add((_ViewOverwrite(), _ViewOverwrite()))
        ours = at_here.get(everyone.id, _ViewOverwrite()), at_there.get(everyone.id, _ViewOverwrite())
        # One role may show this channel and a second one hide the other; more roles change nothing.
        for held in combinations_with_replacement(roles, 2):
            if any(role.sees_all for role in held):
                continue
            sees = base or any(role.sees for role in held)
            for own in people:
                if _can_see(sees, ours[0], [role.here for role in held], own[0]) and not _can_see(
                    sees, ours[1], [role.there for role in held], own[1]
                ):
                    return False
        return True

    def _people(self, *channels: AudienceChannel) -> Iterator[discord.abc.Snowflake]:
        """Yield the people named by overwrites, except the owner and the bot.

        The server's owner sees everything anyway.
        """
        roles = {role.id for role in self._guild.roles}
        without = {self._guild.owner_id, self._guild.me.id}
        for channel in channels:
            yield from (who for who in channel.overwrites if who.id not in roles | without)


def _view_overwrites(channel: AudienceChannel) -> dict[int, _ViewOverwrite]:
    """Return the effects of a channel's overwrites by role or person id."""
    return {
        who.id: _ViewOverwrite(allowed=overwrite.view_channel is True, denied=overwrite.view_channel is False)
        for who, overwrite in channel.overwrites.items()
    }


def _can_see(base: bool, everyone: _ViewOverwrite, roles: list[_ViewOverwrite], own: _ViewOverwrite) -> bool:
    """Whether a person sees a channel.

    Overwrites apply in Discord's order: for everyone, for roles, for the person. Among several roles,
    an allow outweighs a deny.
    """
    sees = (base and not everyone.denied) or everyone.allowed
    sees = (sees and not any(role.denied for role in roles)) or any(role.allowed for role in roles)
    return (sees and not own.denied) or own.allowed
