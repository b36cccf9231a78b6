"""No help of the bot's own in a match between people, for those who play it.

One function is asked by all that helps with a position: a match against the computer that begins there, a challenge
from a record, hints, the analysis of a match or a record, exercises, trees of openings, and links that lead there. It
refuses what is near a position that stood in a running match of the person who asks (`club.play.course.near`), after
the moves that everybody plays by heart.

Of positions the board is compared. The turn, counters, hands and options would be ways round it, and among checkers so
would the kind: somebody who writes a record writes them too.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol, TypeVar

from club.last_used import LastUsed
from club.members.limits import Presses
from club.play.course.near import BY_HEART, Stood, asked_of, is_near, stood_in, usual_start
from club.play.match.lists import LISTED
from club.play.match.matches import Matches
from club.refusals import Refusal
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.play import listing, votes
from data.play.listing import ListedRow
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.game import AnyGame, Options
from rules.match import Match

T = TypeVar("T")

KEPT: Final = 15_000
"""Boards of matches that are kept, a fifth of a KB each, in Binar up to 3 KB."""
SECRET_BYTES: Final = 32
"""Of a secret that decides nothing: no shuffle is left in a position that is given."""


class Beside(Protocol):
    """Does on another thread what may take a while."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what the work comes to."""


class OutsideHelp:
    """Knows the positions of people's running matches; what it takes to find them counts as presses of who asks."""

    def __init__(self, matches: Matches, presses: Presses) -> None:
        self._matches = matches
        self._presses = presses
        self.stood = LastUsed[tuple[int, int], Stood](KEPT, cost=lambda stood: stood.count)

    async def check(self, user_id: int, match: Match, *, whole: bool = False) -> None:
        """Raise `Refusal` if the position that a match has reached is near one of this person's running matches.

        With `whole` that is asked of all its positions.
        """
        if await self._is_near(user_id, match, partial(self._presses.beside, user_id), whole=whole):
            raise Refusal("help.own")

    async def check_start(self, user_id: int, game: AnyGame, options: Options, start: str | None) -> None:
        """Raise `Refusal` if a match is to begin from such a position; `None` is the usual start."""
        if start is not None:
            match = Match(game, options, bytes(SECRET_BYTES))
            match.set(json.loads(start))
            await self.check(user_id, match)

    async def may_lead(self, user_id: int, match: Match, *, whole: bool = False) -> bool:
        """Return whether a link may lead this person to an engine, with the position that a match has reached or all.

        Links are shown unasked, so they cost nobody presses.
        """
        return not await self._is_near(user_id, match, asyncio.to_thread, whole=whole)

    async def plays(self, user_id: int, game: AnyGame) -> bool:
        """Return whether this person plays such a game against another one: nothing proven is said to them then.

        That would help from the first move on.
        """
        return bool(await self._between_people(user_id, game))

    async def _is_near(self, user_id: int, match: Match, beside: Beside, *, whole: bool) -> bool:
        """Return whether positions are near any that stood in this person's matches; what is slow goes `beside`."""
        rows = [row for row in await self._between_people(user_id, match.game) if row.plies >= BY_HEART]
        stood = [found for row in rows if (found := await self._in(row, beside)) is not None]
        if not stood:
            return False
        earlier = match.copy()
        return await beside(lambda: is_near(asked_of(earlier, whole=whole), stood, usual_start(earlier)))

    async def _between_people(self, user_id: int, game: AnyGame) -> list[ListedRow]:
        """Return the matches of such a game that this person plays against another one."""
        rows = await self._matches.store.read(lambda tx: _unfinished(tx, user_id))
        return [row for row in rows if _kin(game, row.game) and row.computer is None]

    async def _in(self, row: ListedRow, beside: Beside) -> Stood | None:
        """Return what stood in a match; `None` if nobody can read it, for then nobody can play on and be helped."""
        key = row.id, row.version
        stood = self.stood.get(key)
        if stood is None:
            try:
                match = (await self._matches.get(row.id)).match.copy()
            except (Refusal, Unreadable):
                return None
            stood = await beside(partial(stood_in, match))
            self.stood.put(key, stood)
        return stood


def _kin(game: AnyGame, key: str) -> bool:
    """Return whether what helps in one game helps in another: in the same, and in any kind of checkers."""
    return game.key == key or (isinstance(game, Checkers) and isinstance(GAMES.get(key), Checkers))


async def _unfinished(tx: Transaction, user_id: int) -> list[ListedRow]:
    """Return the matches of a user that are not over, and those in which they vote for a team."""
    return [
        *await listing.of_user(tx, user_id, limit=LISTED),
        *await listing.suspended_of(tx, user_id, limit=LISTED),
        *await listing.of_ids(tx, await votes.voted_in(tx, user_id, LISTED)),
    ]
