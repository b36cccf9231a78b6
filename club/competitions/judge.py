"""Matches that their season no longer waits for: the analysis says who is ahead."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from club.play.after.analysis import Analyses
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import end_posts
from club.refusals import Refusal, Stale
from data.competitions import pairings
from data.competitions.pairings import PairingResult
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.play.matches import EventKind
from rules.game import Seat

SURE: Final = 900
"""The chance, in thousandths, from which on a match counts as won."""
WHOLE: Final = 1000
WON: Final = (PairingResult.FIRST, PairingResult.SECOND)
"""By the seat that has won."""


class MatchJudge:
    """Ends competition matches that can no longer be played, each in one transaction."""

    def __init__(self, matches: Matches, insight: Analyses) -> None:
        self._matches = matches
        self._analyses = insight

    async def end(self, pairing_id: int, match_id: int, *, late: bool) -> None:
        """End the match of a pairing at the close of its season, and note what it counts.

        Where there was no time to judge it, it is `late`, and counts nothing.
        """
        table = await self._running(match_id)
        if table is None:
            return
        result = PairingResult.NONE if late else await self._judge_result(table)
        reason = "ended.season" if result is PairingResult.NONE else "ended.judged"

        async def decide(tx: Transaction) -> None:
            await pairings.decide(tx, pairing_id, result, judged=True)

        await self._end(table, reason, decide)

    async def free(self, pairing_id: int, match_id: int) -> None:
        """End the match of a player who was replaced: the pairing begins anew."""
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

    async def settle(self, match_id: int, result: PairingResult) -> None:
        """End a match whose result is settled.

        A team could not play on, or an organiser has ruled.
        """
        if (table := await self._running(match_id)) is not None:
            reason = "ended.ruled" if result is PairingResult.NONE else "ended.forfeited"
            await self._end(table, reason, _nothing)

    async def forfeit_unanswered(self, pairing_id: int, match_id: int, seat: Seat) -> None:
        """End a match in which the challenged member in `seat` has not moved in time.

        The other player wins.
        """
        table = await self._running(match_id)
        if table is None or table.turn != seat or any(ply.seat == seat for ply in table.match.plies):
            return

        async def decide(tx: Transaction) -> None:
            await pairings.decide(tx, pairing_id, WON[1 - seat])

        await self._end(table, "ended.unanswered", decide)

    async def _running(self, match_id: int) -> Table | None:
        """Return a match that can still be played on.

        Return `None` if another process was faster or the match cannot be read.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
        return table if table.running else None

    async def _end(self, table: Table, reason: str, also: Callable[[Transaction], Awaitable[None]]) -> None:
        change = MatchChange(EventKind.END, None, None, end_posts(table.match), reason=reason)
        with suppress(Stale):  # a player has moved: the match is checked once more
            await self._matches.append(table, table.match.copy(), change, also)

    async def _judge_result(self, table: Table) -> PairingResult:
        """Return the result of a match by who is ahead.

        A player who has never moved loses, and so does one whose time is up; if neither has moved, nothing
        counts. Otherwise the analysis decides, and if it cannot, nothing counts either.
        """
        moved = {ply.seat for ply in table.match.plies}
        if not moved:
            return PairingResult.NONE
        if len(moved) == 1:
            return WON[moved.pop()]
        turn, deadline = table.turn, table.row.deadline_at
        if turn is not None and deadline is not None and deadline <= self._matches.now():
            return WON[1 - turn]
        try:
            chance = await self._analyses.chance(table.match)
        except Refusal:
            return PairingResult.NONE
        return (
            PairingResult.FIRST
            if chance >= SURE
            else PairingResult.SECOND
            if chance <= WHOLE - SURE
            else PairingResult.DRAW
        )


async def _nothing(_: Transaction) -> None:
    """Store nothing besides."""
