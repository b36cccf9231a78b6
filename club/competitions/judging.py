"""What becomes of a match that its season does not wait for: the analysis says who is ahead."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from club.play.after.insight import Insight
from club.play.match.matches import Change, Matches, Table
from club.play.match.posts import ended
from club.refusals import Refusal, Stale
from data.competitions import pairings
from data.competitions.pairings import Result
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.play.matches import EventKind
from rules.game import Seat

SURE: Final = 900
"""The chance, in thousandths, from which on a match counts as won."""
WHOLE: Final = 1000
WON: Final = (Result.FIRST, Result.SECOND)
"""By the seat that has won."""


class Judging:
    """Ends matches of competitions that nobody may play to their end any more, each in one transaction."""

    def __init__(self, matches: Matches, insight: Insight) -> None:
        self._matches = matches
        self._insight = insight

    async def end(self, pairing_id: int, match_id: int, *, late: bool) -> None:
        """End the match of a pairing at the close of its season, and note what it counts.

        Where there was no time to judge it, it is `late`, and counts nothing.
        """
        table = await self._running(match_id)
        if table is None:
            return
        result = Result.NONE if late else await self._judged(table)
        reason = "ended.season" if result is Result.NONE else "ended.judged"

        async def decide(tx: Transaction) -> None:
            await pairings.decide(tx, pairing_id, result, judged=True)

        await self._end(table, reason, decide)

    async def free(self, pairing_id: int, match_id: int) -> None:
        """End the match of somebody whose place another has taken: the pairing begins anew."""
        table = await self._running(match_id)
        if table is None:
            return

        async def anew(tx: Transaction) -> None:
            await pairings.begin(tx, pairing_id, None)

        await self._end(table, "ended.replaced", anew)

    async def take_back(self, match_id: int) -> None:
        """End a match whose round was taken back."""
        if (table := await self._running(match_id)) is not None:
            await self._end(table, "ended.taken_back", _nothing)

    async def settle(self, match_id: int, result: Result) -> None:
        """End a match of which it is settled what becomes of it: a team could not play on, or somebody has ruled."""
        if (table := await self._running(match_id)) is not None:
            reason = "ended.ruled" if result is Result.NONE else "ended.forfeited"
            await self._end(table, reason, _nothing)

    async def unanswered(self, pairing_id: int, match_id: int, seat: Seat) -> None:
        """End a match in which the member in a seat was challenged, and has not moved in time: the other has won."""
        table = await self._running(match_id)
        if table is None or table.turn != seat or any(ply.seat == seat for ply in table.match.plies):
            return

        async def decide(tx: Transaction) -> None:
            await pairings.decide(tx, pairing_id, WON[1 - seat])

        await self._end(table, "ended.unanswered", decide)

    async def _running(self, match_id: int) -> Table | None:
        """Return a match that can still be played on, `None` where somebody was faster or nobody can read it."""
        try:
            table = await self._matches.get(match_id)
        except (Refusal, Unreadable):
            return None
        return table if table.running else None

    async def _end(self, table: Table, reason: str, also: Callable[[Transaction], Awaitable[None]]) -> None:
        change = Change(EventKind.END, None, None, ended(table.match), reason=reason)
        with suppress(Stale):  # somebody has moved: it is looked at once more
            await self._matches.append(table, table.match.copy(), change, also)

    async def _judged(self, table: Table) -> Result:
        """Return who is ahead in a match.

        Who has never moved loses, and whose time is up; where neither has moved nothing counts. Else the analysis
        says it, and where it cannot, nothing counts either.
        """
        moved = {ply.seat for ply in table.match.plies}
        if not moved:
            return Result.NONE
        if len(moved) == 1:
            return WON[moved.pop()]
        turn, deadline = table.turn, table.row.deadline_at
        if turn is not None and deadline is not None and deadline <= self._matches.now():
            return WON[1 - turn]
        try:
            chance = await self._insight.chance(table.match)
        except Refusal:
            return Result.NONE
        return Result.FIRST if chance >= SURE else Result.SECOND if chance <= WHOLE - SURE else Result.DRAW


async def _nothing(_: Transaction) -> None:
    """Store nothing besides."""
