"""Automatic steps of ladders.

A member who does not answer a challenge loses their place; one who is silent for long slides down.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import Clock
from club.clocks.time_control import HOUR
from club.competitions.competition_step import CompetitionStep
from club.competitions.reckoning.ladder import ANSWER, month_over, replay_ladder, slides
from club.competitions.redraws import redraw_section
from data.competitions import competitions, ladders, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.pairings import Meeting, PairingRow, TableChangeRow
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.play import matches
from data.play.matches import MatchRow
from rules.game import Seat

LOOK_AGAIN: Final = 6 * HOUR
"""Seconds until the next check whether it has become a challenged member's turn."""


class LadderRunner:
    """Does one step of a ladder at a time, in the transaction that claimed it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do what is due, and return when something is next, `None` if nothing ever is."""
        stage = (await competitions.stages_of(tx, row.id))[0]
        if stage.status is StageStatus.OVER:
            return None
        section = (await competitions.sections_of(tx, stage.id))[0]
        swept = await pairings.sweep(tx, stage.id)
        open_ = [each for each in await ladders.pairings(tx, section.id) if each.result is None]
        if row.stopped and not open_:
            await competitions.set_stage(tx, replace(stage, status=StageStatus.OVER))
            await redraw_section(tx, section.id, self._now())
            return None
        times = await self._answers(tx, stage, open_, step)
        slid, next_at = await self._slide(tx, stage, section, open_)
        if swept or slid:
            await redraw_section(tx, section.id, self._now())
        return min((at for at in (*times, next_at) if at is not None), default=None)

    async def _answers(
        self, tx: Transaction, stage: StageRow, open_: Sequence[PairingRow], step: CompetitionStep
    ) -> list[float]:
        """Find the challenged members who have not answered in time.

        Return the times at which the others will be late, or are to be checked again.
        """
        times: list[float] = []
        late: list[tuple[Meeting, Seat]] = []
        seats = {each.id: each.challenged_seat for each in open_}
        for meeting in await pairings.open_in(tx, stage.id):
            seat = seats.get(meeting.pairing_id)
            try:
                row = await matches.get(tx, meeting.match_id or 0)
                if row is None or seat is None or row.plies > seat:
                    continue
                at = answer_by(row, seat)
            except (Unreadable, ValueError):  # damage to one match must not keep all others waiting
                times.append(self._now() + LOOK_AGAIN)
                continue
            if at is not None and at <= self._now():
                late.append((meeting, seat))
            else:
                times.append(self._now() + LOOK_AGAIN if at is None else at)
        step.unanswered = late
        return times

    async def _slide(
        self, tx: Transaction, stage: StageRow, section: SectionRow, open_: Sequence[PairingRow]
    ) -> tuple[bool, float | None]:
        """Let members slide who were silent for a month.

        Return whether any did, and when the next one may.
        """
        now, since = self._now(), stage.called_at or 0.0
        ladder = replay_ladder(await ladders.facts(tx, section.id))
        playing = {each for pairing in open_ for each in (pairing.first_id, pairing.second_id)}
        found = slides(ladder, playing, since=since, now=now)
        for entrant_id, what in found:
            await pairings.log(tx, TableChangeRow(section.id, now, NOBODY, what, entrant_id))
        over = {entrant_id for entrant_id, _ in found}
        times = [
            month_over(ladder, each, since=now if each in over else since)
            for each in ladder.order
            if each not in playing
        ]
        return bool(found), min(times, default=None)


def answer_by(row: MatchRow, seat: Seat) -> float | None:
    """Return the deadline of a challenged member's first move.

    Return `None` while it is not their turn. The deadline runs as their clock does: not on quiet days,
    in a vacation, or while the match has no place.
    """
    if row.clock is None or row.turn != seat or row.plies > seat:
        return None
    clock = Clock.parse(row.clock.state)
    if not clock.runs or clock.turn != seat:
        return None
    side = clock.sides[seat]
    return side.runs_out(clock.at, ANSWER - (clock.had - side.left))
