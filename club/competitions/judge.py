"""Ending of matches that their competition no longer waits for.

An unfinished match is judged by the analysis, which says who is ahead.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from club.competitions.redraws import redraw_section
from club.play.after.analysis import MatchAnalyser
from club.play.match.clock_journal import give_back_absence
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import end_posts
from club.refusals import Refusal, StaleBoard
from data.competitions import entrants, pairings
from data.competitions.pairings import PairingResult
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.play import matches
from data.play.clocks import ClockRow
from data.play.matches import EventKind, MatchRow
from rules.game import Seat

SURE: Final = 900
"""The chance, in thousandths, from which on a match counts as won."""
WHOLE: Final = 1000
WON: Final = (PairingResult.FIRST, PairingResult.SECOND)
"""By the seat that has won."""
UNJUDGED: Final = "ended.season"
TIME_UP: Final = "ended.season.time"
UNMOVED: Final = "ended.season.unmoved"
"""Why a match ended at the close, where no analysis decided."""


class MatchJudge:
    """Ends competition matches that can no longer be played.

    Each match is ended in one transaction.
    """

    def __init__(self, matches: Matches, analyses: MatchAnalyser) -> None:
        self._matches = matches
        self._analyses = analyses

    async def end(self, pairing_id: int, match_id: int, *, expired: bool) -> None:
        """End the unfinished match of a pairing because its stage has closed.

        Record the result by who is ahead. If judging has `expired` because it took too long, only a clock
        that has run out decides; otherwise the match counts nothing.
        """
        table = await self._running(match_id)
        if table is None:
            return
        try:
            result, reason = await self._judge_result(table, expired=expired)
        except Unreadable:  # its clocks: it is in quarantine now
            return

        async def decide(tx: Transaction) -> None:
            await pairings.set_result(tx, pairing_id, result, judged=True)

        await self._end(table, reason, decide)

    async def end_replaced(self, pairing_id: int, match_id: int) -> None:
        """End the match of an entrant who was replaced.

        Its pairing will be played anew. Who has withdrawn gets nothing new: then it counts nothing. The board
        of a team match goes on all the same, for its player had begun it and its points are not theirs alone.
        """
        table = await self._running(match_id)
        if table is None:
            return

        async def anew(tx: Transaction) -> None:
            await pairings.set_match(tx, pairing_id, None)
            pairing = await pairings.get(tx, pairing_id)
            assert pairing is not None  # its match has just been found
            theirs = (pairing.first_id, pairing.second_id)
            people = await entrants.list_for_section(tx, pairing.section_id)
            if any(each.withdrawn and each.side is None for each in people if each.id in theirs):
                await pairings.set_result(tx, pairing_id, PairingResult.NONE)
                await redraw_section(tx, pairing.section_id, self._matches.now())

        await self._end(table, "ended.replaced", anew)

    async def end_taken_back(self, match_id: int) -> None:
        """End a match whose round was taken back."""
        if (table := await self._running(match_id)) is not None:
            await self._end(table, "ended.taken_back", _nothing)

    async def settle(self, match_id: int, result: PairingResult) -> None:
        """End a match whose result is already settled.

        That is so if a team can no longer play, or if an organiser has ruled.
        """
        if (table := await self._running(match_id)) is not None:
            reason = "ended.ruled" if result is PairingResult.NONE else "ended.forfeited"
            await self._end(table, reason, _nothing)

    async def forfeit_unanswered(self, pairing_id: int, match_id: int, seat: Seat) -> None:
        """End a ladder challenge that was not answered in time.

        The challenged member, in `seat`, has not made their first move, so the other player wins.
        """
        table = await self._running(match_id)
        if table is None or table.turn != seat or any(ply.seat == seat for ply in table.match.plies):
            return

        async def decide(tx: Transaction) -> None:
            await pairings.set_result(tx, pairing_id, WON[1 - seat])

        await self._end(table, "ended.unanswered", decide)

    async def _running(self, match_id: int) -> Table | None:
        """Return a match that can still be played.

        Return `None` if another process has already ended it, or if the match cannot be read.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
        return table if table.is_running else None

    async def _end(self, table: Table, reason: str, also: Callable[[Transaction], Awaitable[None]]) -> None:
        change = MatchChange(EventKind.END, None, None, end_posts(table.match), reason=reason)
        with suppress(StaleBoard):  # a player has moved: the match is checked once more
            await self._matches.store_change(table, table.match.copy(), change, also)

    async def _judge_result(self, table: Table, *, expired: bool) -> tuple[PairingResult, str]:
        """Return the result of an unfinished match, and the code of the reason.

        A player whose time is up loses, moved or not, and so does a player who alone has never moved.
        Otherwise the analysis decides by who is ahead; if it cannot, the match counts nothing.
        """
        if table.turn is not None and await self._is_time_up(table.row):
            return WON[1 - table.turn], TIME_UP
        moved = {ply.seat for ply in table.match.plies}
        if expired or not moved:
            return PairingResult.NONE, UNJUDGED
        if len(moved) == 1:
            return WON[moved.pop()], UNMOVED
        try:
            chance = await self._analyses.estimate_chance(table.match)
        except Refusal:
            return PairingResult.NONE, UNJUDGED
        if WHOLE - SURE < chance < SURE:
            return PairingResult.DRAW, "ended.judged"
        return WON[chance < SURE], "ended.judged"

    async def _is_time_up(self, row: MatchRow) -> bool:
        """Whether the player to move has no time left, after what the bot's absence took."""
        now = self._matches.now()
        if row.deadline_at is None or row.deadline_at > now:
            return False

        async def job(tx: Transaction) -> ClockRow | None:
            return await give_back_absence(tx, await matches.get_existing(tx, row.id), now)

        clock = await self._matches.quarantine.guard(self._matches.store.write(job))
        return clock is not None and clock.deadline_at is not None and clock.deadline_at <= now


async def _nothing(_: Transaction) -> None:
    """Store nothing in addition."""
