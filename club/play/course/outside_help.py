"""Protection of running matches against outside help from the bot.

The matches are those between people. Every feature that helps with a position asks here first: a match
against the computer that begins from it, a challenge from a record, hints, analysis, exercises, opening
trees, and links that lead to an engine. A position is refused if it is near one from a running match of
the user who asks (`club.play.course.nearness`), except in the first moves from a usual start, which
everyone is taken to know by heart.

Only the boards of positions are compared. If the side to move, counters, hands, options or the variant of
checkers counted too, a user could evade the check by changing them in a record.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol, TypeVar

from club.last_used import LruCache
from club.members.quotas import PressLimiter
from club.play.course.nearness import (
    PastPositions,
    collect_help_requests,
    collect_past_positions,
    is_near,
    usual_start,
)
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
    """A function that runs work which may take a while on another thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Run the work and return its result."""


class OutsideHelpGuard:
    """Refuses help with positions near those of a user's running matches.

    The comparison is charged to the user who asks, against their limit of button presses.
    """

    def __init__(self, matches: Matches, presses: PressLimiter) -> None:
        self._matches = matches
        self._presses = presses
        self.stood = LruCache[tuple[int, int], PastPositions](KEPT, cost=lambda stood: stood.count)

    async def check_match(self, user_id: int, match: Match, *, all_positions: bool = False) -> None:
        """Raise `Refusal` if helping with a match's current position is not allowed.

        It is not if the position is near one from a running match of the user against another person.
        With `all_positions`, check all positions of the match.
        """
        if await self._is_near(
            user_id,
            match,
            partial(self._presses.run_on_thread, user_id),  # pyrefly: ignore[bad-argument-type]  # of any result
            all_positions=all_positions,
        ):
            raise Refusal("help.own")

    async def check_start_position(
        self, user_id: int, game: AnyGame, options: Options, start: str | None
    ) -> None:
        """Raise `Refusal` if this user may not begin a match from a position.

        `start` is the position as stored, or `None` for the usual start.
        """
        if start is not None:
            match = Match(game, options, bytes(SECRET_BYTES))
            match.set_position(json.loads(start))
            await self.check_match(user_id, match)

    async def may_link_to_engine(self, user_id: int, match: Match, *, all_positions: bool = False) -> bool:
        """Whether this user may get a link that opens a match in an engine.

        The match's current position is checked, or all its positions if `all_positions`. Unlike other
        checks this is not charged to the user, because links are shown without being requested.
        """
        return not await self._is_near(user_id, match, asyncio.to_thread, all_positions=all_positions)

    async def is_playing(self, user_id: int, game: AnyGame) -> bool:
        """Whether this user is playing such a game against another person.

        If so, the bot shows them no proven results, because those would help from the first move on.
        """
        return bool(await self._between_people(user_id, game))

    async def _is_near(
        self, user_id: int, match: Match, beside: ThreadRunner, *, all_positions: bool
    ) -> bool:
        """Whether positions are near any from this user's running matches.

        Slow work is run by `beside`.
        """
        rows = await self._between_people(user_id, match.game)
        found = [await self._load_past_positions(row, beside) for row in rows]
        stood = [each for each in found if each is not None and each.blocks]
        if not stood:
            return False
        earlier = match.copy()
        return await beside(
            lambda: is_near(
                collect_help_requests(earlier, all_positions=all_positions), stood, usual_start(earlier)
            )
        )

    async def _between_people(self, user_id: int, game: AnyGame) -> list[ListedRow]:
        """Return the user's running matches of such a game against another person."""
        rows = await self._matches.store.read(lambda tx: _unfinished_matches(tx, user_id))
        return [row for row in rows if _is_related(game, row.game) and row.computer is None]

    async def _load_past_positions(self, row: ListedRow, beside: ThreadRunner) -> PastPositions | None:
        """Return the positions that occurred in a match.

        Return `None` if the match cannot be read: then it cannot be played on either, so nothing needs
        protection.
        """
        key = row.id, row.version
        stood = self.stood.get(key)
        if stood is None:
            try:
                match = (await self._matches.load(row.id)).match.copy()
            except (Refusal, Unreadable):
                return None
            stood = await beside(partial(collect_past_positions, match))
            self.stood.put(key, stood)
        return stood


def _is_related(game: AnyGame, key: str) -> bool:
    """Whether help in one game also helps in another.

    That holds for the same game, and between all variants of checkers.
    """
    return game.key == key or (isinstance(game, Checkers) and isinstance(GAMES.get(key), Checkers))


async def _unfinished_matches(tx: Transaction, user_id: int) -> list[ListedRow]:
    """Return a user's unfinished matches.

    They include the matches in which the user votes for a team.
    """
    return [
        *await listing.list_for_user(tx, user_id, limit=LISTED),
        *await listing.list_suspended(tx, user_id, limit=LISTED),
        *await listing.list_by_ids(tx, await votes.list_voted_matches(tx, user_id, LISTED)),
    ]
