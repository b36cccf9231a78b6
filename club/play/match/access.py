"""Who may see a match from another place, and what they may do in its place.

All commands and buttons ask here. Users who may see a place may see its matches; users who may write and
manage messages there may move and end its matches.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from club.refusals import Refusal
from data.play.listing import ListedRow
from data.play.matches import MatchRow
from data.play.places import PlacedRow

MatchOrListed = MatchRow | ListedRow


@dataclass(frozen=True, slots=True)
class Rights:
    """A user's rights in a place.

    They may read what is there, write, and manage other users' messages.
    """

    may_see: bool = False
    may_write: bool = False
    may_manage: bool = False


async def no_rights(place: PlacedRow) -> Rights:
    """Return no rights; used where a user's rights cannot be looked up."""
    del place
    return Rights()


@dataclass(frozen=True, slots=True)
class Asker:
    """The user who asks for a match, and the place they ask from.

    `guild_id` is `None` in direct messages. `server_rights` looks up their own rights in a place of the
    server they ask from, and `member_rights` the rights that all its members have.
    """

    user_id: int
    guild_id: int | None
    channel_id: int | None
    server_rights: Callable[[PlacedRow], Awaitable[Rights]]
    member_rights: Callable[[PlacedRow], Awaitable[Rights]] = no_rights

    async def find_rights(self, place: PlacedRow) -> Rights:
        """Return this user's rights in a place; none if they cannot be known.

        If the place is not on the server they ask from, only a user who asks from that very place has
        any.
        """
        if self._is_on_server(place):
            return await self.server_rights(place)
        here = place.place_id == self.channel_id
        return Rights(may_see=here, may_write=here)

    def _is_on_server(self, place: PlacedRow) -> bool:
        return place.home_server_id is not None and place.home_server_id == self.guild_id

    async def may_see(self, match: MatchOrListed) -> bool:
        """Whether this user may see a match.

        Its players always may; others may if they may see its place.
        """
        return self.user_id in match.user_ids or (await self.find_rights(match)).may_see

    async def may_share(self, match: MatchOrListed) -> bool:
        """Whether a match may be shown to everyone in the place this user asks from.

        It may if everyone there may see the match's place. Only its player may show a private match.
        """
        if match.is_private:
            return self.user_id in match.user_ids
        if self.channel_id in (match.place_id, match.channel_id):
            return True
        return self._is_on_server(match) and (await self.member_rights(match)).may_see


class SpectatorRefusal(Refusal):
    """Refuses a spectator something that only the players of a match can do.

    A user who may not even see the match must not learn of it; so handlers check that before they show
    this.
    """

    def __init__(self, row: MatchRow) -> None:
        first, second = row.seats
        super().__init__("match.watching", name=first.name, opponent=second.name)
        self.row = row
