"""Who may see a match from elsewhere, and what they may do in its place.

This is the one decision that every entry point asks for. Users who may see a place may see its
matches; users who may write and manage there may move and end its matches.
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

    To see what is there, to write, and to manage what others have written.
    """

    sees: bool = False
    writes: bool = False
    manages: bool = False


async def nothing_known(place: PlacedRow) -> Rights:
    """Return the rights of whom nothing is known."""
    del place
    return Rights()


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for a match, and from where; `guild_id` is `None` in direct messages.

    `on_server` says what they may do in a place of the server that they ask from, `everybody` what all its members may.
    """

    user_id: int
    guild_id: int | None
    channel_id: int | None
    on_server: Callable[[PlacedRow], Awaitable[Rights]]
    everybody: Callable[[PlacedRow], Awaitable[Rights]] = nothing_known

    async def rights(self, place: PlacedRow) -> Rights:
        """Return this person's rights in a place; none if they are not known.

        A place that is not on the server that they ask from is known only to the people who are there.
        """
        if self._is_on_server(place):
            return await self.on_server(place)
        here = place.place_id == self.channel_id
        return Rights(sees=here, writes=here)

    def _is_on_server(self, place: PlacedRow) -> bool:
        return place.home is not None and place.home == self.guild_id

    async def may_see(self, match: MatchOrListed) -> bool:
        """Whether this person may see a match.

        Its players always may, others if they may see its place.
        """
        return self.user_id in match.user_ids or (await self.rights(match)).sees

    async def may_share(self, match: MatchOrListed) -> bool:
        """Whether a match may be shown where this person asks.

        It may if everyone there may see the match's place. A private match is its player's to show.
        """
        if match.private:
            return self.user_id in match.user_ids
        if self.channel_id in (match.place_id, match.channel_id):
            return True
        return self._is_on_server(match) and (await self.everybody(match)).sees


class Watching(Refusal):
    """Only the players of a match can do this.

    A user who may not even see the match must not learn of it.
    """

    def __init__(self, row: MatchRow) -> None:
        first, second = row.seats
        super().__init__("match.watching", name=first.name, opponent=second.name)
        self.row = row
