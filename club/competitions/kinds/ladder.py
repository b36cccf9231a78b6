"""A ladder: members join, challenge and leave at any time.

A member who does not answer a challenge in time loses their place to the challenger; one who plays
no challenge for a month slides down a place.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import Clock
from club.clocks.time_control import DAY, HOUR
from club.competitions.competition_step import CompetitionStep
from club.competitions.crosstable import Crosstable, ladder_lines
from club.competitions.kinds.kind import (
    CompetitionKind,
    SectionTable,
    load_only_section,
    load_only_stage,
    seat_newcomer,
)
from club.competitions.reckoning.ladder import ANSWER, TOLD, find_slides, replay_ladder, silence_month_end
from club.competitions.redraws import redraw_and_step, redraw_section, redraw_sections
from club.members.people import Person
from club.play.match.clock_journal import give_back_absence
from club.refusals import Refusal
from data.competitions import competitions, entrants, ladders, pairings
from data.competitions.competitions import LADDER, CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting, PairingRow, TableChange, TableChangeRow
from data.competitions.stage_events import StageMoment
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.play import matches
from data.play.matches import MatchRow
from rules.game import Seat
from words import discord_timestamp

LOOK_AGAIN: Final = 6 * HOUR
"""Seconds until the next check whether it has become a challenged member's turn."""


class LadderKind(CompetitionKind):
    """A ladder: its only stage runs from the moment it is created."""

    key = LADDER
    least, most = 1, 64

    def check_allows_challenges(self) -> None:
        """Allow entrants to challenge each other."""

    async def is_followed(self, tx: Transaction, stage: StageRow, pairing: PairingRow) -> bool:
        """Whether the ladder has changed since a challenge, or the two have met again."""
        return await pairings.is_followed(tx, pairing)

    def check_exportable(self) -> None:
        """Raise `Refusal`: a ladder's places follow from its history, not a table."""
        raise Refusal("league.gone")

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return no times: a ladder has no scheduled events."""
        return {}

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the id of the entrant at the top, if one stands there."""
        return [line.entrant.id for line in sheet.lines[:1] if not line.entrant.withdrawn]

    def playing_period(self, meeting: Meeting) -> None:
        """Return `None`: a challenge may be played at any time."""

    def resumed_stage(
        self, row: CompetitionRow, stage: StageRow, zone: str | None, *, since: float, now: float
    ) -> StageRow:
        """Return the stage as it resumes after a pause.

        No entrant counts as inactive for the time before, because no one could play.
        """
        return replace(super().resumed_stage(row, stage, zone, since=since, now=now), called_at=now)

    async def redraw_stopped(self, tx: Transaction, stage: StageRow, now: float) -> None:
        """Redraw the ladder's table, too.

        It is the only card of a ladder, and challenges are no longer possible.
        """
        await super().redraw_stopped(tx, stage, now)
        await redraw_sections(tx, stage.id, now)

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Put a member at the foot of the ladder.

        A member who has left it comes back the same way. Raise `Refusal` if the ladder is over or full, or
        if they left less than a day ago.
        """
        section = await load_only_section(tx, stage)
        row = await competitions.get(tx, stage.competition_id)
        if row.stopped or stage.status is not StageStatus.RUNNING:
            raise Refusal("ladder.over")
        known = await entrants.find_entrant(tx, stage.id, who.id)
        if known is not None and not known.withdrawn:
            return
        people = await entrants.list_for_section(tx, section.id)
        if sum(not each.withdrawn for each in people) >= self.most:
            raise Refusal("league.full", limit=self.most)
        if known is None:
            known = await seat_newcomer(tx, section, stage, who, now, seed=len(people))
        else:
            # All events are kept and counted for ever: no one can make them many by leaving and coming.
            facts = await ladders.list_facts(tx, section.id)
            gone = [
                each.at for each in facts if (each.what, each.entrant_id) == (TableChange.WITHDRAWN, known.id)
            ]
            if gone and gone[-1] + DAY > now:
                raise Refusal("ladder.back", time=discord_timestamp(gone[-1] + DAY))
            await entrants.rejoin(tx, known.id)
        await pairings.log_change(tx, TableChangeRow(section.id, now, who.id, TableChange.LATE, known.id))
        await redraw_and_step(tx, section, stage, now)

    async def load_table(
        self, tx: Transaction, stage: StageRow, section: SectionRow, people: Sequence[EntrantRow]
    ) -> SectionTable:
        """Load the challenges of a ladder, and derive its places from its history."""
        ladder = replay_ladder(await ladders.list_facts(tx, section.id))
        meetings = await ladders.list_recent_pairings(tx, section.id)
        return SectionTable(ladder_lines(people, ladder), meetings, ladder.effects[-TOLD:])

    async def take_step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do everything that is due, and return the time of the next step.

        Return `None` if no further step is planned.
        """
        following = await self._advance(tx, row, step)
        await step.start_matches(tx, row, step)
        step.has_more |= bool(step.begun_matches)  # now a member has a challenge to answer
        return following

    async def _advance(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        stage, now = await load_only_stage(tx, row), step.now()
        if stage.status is StageStatus.OVER:
            return None
        section = await load_only_section(tx, stage)
        swept = await pairings.close_vanished(tx, stage.id)
        open_ = [each for each in await ladders.list_recent_pairings(tx, section.id) if each.result is None]
        if row.stopped and not open_:
            await competitions.update_stage(tx, replace(stage, status=StageStatus.OVER))
            await redraw_section(tx, section.id, now)
            return None
        times = await self._find_unanswered(tx, stage, open_, step)
        slid, next_at = await self._slide(tx, stage, section, open_, now)
        if swept or slid:
            await redraw_section(tx, section.id, now)
        return min((at for at in (*times, next_at) if at is not None), default=None)

    async def _find_unanswered(
        self, tx: Transaction, stage: StageRow, open_: Sequence[PairingRow], step: CompetitionStep
    ) -> list[float]:
        """Find the challenged members who have not answered in time.

        Return when the others will be late, or must be checked again.
        """
        now = step.now()
        times: list[float] = []
        late: list[tuple[Meeting, Seat]] = []
        seats = {each.id: each.challenged_seat for each in open_}
        for meeting in await pairings.list_open(tx, stage.id):
            seat = seats.get(meeting.pairing_id)
            try:
                row = await matches.get(tx, meeting.match_id or 0)
                if row is None or seat is None or row.plies > seat:
                    continue
                at = answer_deadline(row, seat)
                if at is not None and at <= now:  # perhaps only because the bot was away
                    at = answer_deadline(replace(row, clock=await give_back_absence(tx, row, now)), seat)
            except (Unreadable, ValueError):  # damage to one match must not keep all others waiting
                times.append(now + LOOK_AGAIN)
                continue
            if at is not None and at <= now:
                late.append((meeting, seat))
            else:
                times.append(now + LOOK_AGAIN if at is None else at)
        step.unanswered_challenges = late
        return times

    async def _slide(
        self, tx: Transaction, stage: StageRow, section: SectionRow, open_: Sequence[PairingRow], now: float
    ) -> tuple[bool, float | None]:
        """Slide entrants down a place if they were inactive for a month.

        Return whether a month was over for anyone, and when the next one will be.
        """
        since = stage.called_at or 0.0
        ladder = replay_ladder(await ladders.list_facts(tx, section.id))
        playing = {each for pairing in open_ for each in (pairing.first_id, pairing.second_id)}
        found = find_slides(ladder, playing, since=since, now=now)
        for entrant_id, what in found:
            await pairings.log_change(tx, TableChangeRow(section.id, now, NOBODY, what, entrant_id))
        over = {entrant_id for entrant_id, _ in found}
        times = [
            silence_month_end(ladder, each, since=now if each in over else since)
            for each in ladder.order
            if each not in playing
        ]
        return bool(found), min(times, default=None)


def answer_deadline(row: MatchRow, seat: Seat) -> float | None:
    """Return the deadline for a challenged member's first move.

    Return `None` while it is not their turn. The deadline runs only when their clock does: not on quiet
    days, on vacation, or while the match has no place.
    """
    if row.clock is None or row.turn != seat or row.plies > seat:
        return None
    clock = Clock.parse(row.clock.state)
    if not clock.is_running or clock.turn != seat:
        return None
    side = clock.sides[seat]
    return side.time_when_used(clock.at, ANSWER - (clock.had - side.left))
