"""Guards against the bot helping a player in a running match between people.

Everything that helps with a position asks one function first: a match against the computer that
begins there, a challenge from a record, hints, the analysis of a match or a record, exercises,
opening trees, and links that lead there. It refuses a position near one from a running match of the
person who asks (`club.play.course.nearness`), after the moves that everyone plays by heart.

Only the board of a position is compared. The turn, counters, hands and options would be ways round
it, and among checkers so would the variant: a user who writes a record writes those too.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol, TypeVar

from club.last_used import LastUsed
from club.members.quotas import Presses
from club.play.course.nearness import BY_HEART, PastPositions, asked_of, is_near, stood_in, usual_start
from club.play.match.match_lists import LISTED
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
"""Length of a secret that decides nothing.

A given position leaves nothing to shuffle.
"""


class ThreadRunner(Protocol):
    """Does on another thread what may take a while."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what the work comes to."""


class OutsideHelp:
    """Finds positions near those of a user's running matches.

    The work of finding them is charged as presses of the user who asks.
    """

    def __init__(self, matches: Matches, presses: Presses) -> None:
        self._matches = matches
        self._presses = presses
        self.stood = LastUsed[tuple[int, int], PastPositions](KEPT, cost=lambda stood: stood.count)

    async def check(self, user_id: int, match: Match, *, whole: bool = False) -> None:
        """Raise `Refusal` if a match's position is near one that this user is playing.

        That is a position of one of their running matches. With `whole`, check all positions of the match.
        """
        if await self._is_near(user_id, match, partial(self._presses.beside, user_id), whole=whole):
            raise Refusal("help.own")

    async def check_start(self, user_id: int, game: AnyGame, options: Options, start: str | None) -> None:
        """Raise `Refusal` if a match may not begin from a position.

        `None` is the usual start.
        """
        if start is not None:
            match = Match(game, options, bytes(SECRET_BYTES))
            match.set_position(json.loads(start))
            await self.check(user_id, match)

    async def may_lead(self, user_id: int, match: Match, *, whole: bool = False) -> bool:
        """Whether a link may lead this user to an engine with a match's position.

        With `whole`, with all its positions. Links are shown without a request, so checking them is not
        charged to any user's presses.
        """
        return not await self._is_near(user_id, match, asyncio.to_thread, whole=whole)

    async def plays(self, user_id: int, game: AnyGame) -> bool:
        """Whether this user plays such a game against another person.

        If so, they are told no proven results, because those would help from the first move on.
        """
        return bool(await self._between_people(user_id, game))

    async def _is_near(self, user_id: int, match: Match, beside: ThreadRunner, *, whole: bool) -> bool:
        """Whether positions are near any that occurred in this user's matches.

        Slow work goes to `beside`.
        """
        rows = [row for row in await self._between_people(user_id, match.game) if row.plies >= BY_HEART]
        stood = [found for row in rows if (found := await self._load_stood(row, beside)) is not None]
        if not stood:
            return False
        earlier = match.copy()
        return await beside(lambda: is_near(asked_of(earlier, whole=whole), stood, usual_start(earlier)))

    async def _between_people(self, user_id: int, game: AnyGame) -> list[ListedRow]:
        """Return the matches of such a game that this person plays against another one."""
        rows = await self._matches.store.read(lambda tx: _unfinished_matches(tx, user_id))
        return [row for row in rows if _is_kin(game, row.game) and row.computer is None]

    async def _load_stood(self, row: ListedRow, beside: ThreadRunner) -> PastPositions | None:
        """Return the positions that occurred in a match.

        Return `None` if the match cannot be read: it cannot be played on then, so there is no player to
        help.
        """
        key = row.id, row.version
        stood = self.stood.get(key)
        if stood is None:
            try:
                match = (await self._matches.load(row.id)).match.copy()
            except (Refusal, Unreadable):
                return None
            stood = await beside(partial(stood_in, match))
            self.stood.put(key, stood)
        return stood


def _is_kin(game: AnyGame, key: str) -> bool:
    """Whether help in one game also helps in another.

    It does in the same game, and between any variants of checkers.
    """
    return game.key == key or (isinstance(game, Checkers) and isinstance(GAMES.get(key), Checkers))


async def _unfinished_matches(tx: Transaction, user_id: int) -> list[ListedRow]:
    """Return a user's unfinished matches.

    They include the matches in which they vote for a team.
    """
    return [
        *await listing.of_user(tx, user_id, limit=LISTED),
        *await listing.suspended_of(tx, user_id, limit=LISTED),
        *await listing.of_ids(tx, await votes.open_votes_of(tx, user_id, LISTED)),
    ]
