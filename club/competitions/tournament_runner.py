"""Automatic steps of tournaments.

They start, call entrants to a round, pair it, judge matches that take too long, and end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from club.clocks.time_control import read_control
from club.competitions.absences import absences, name_absent
from club.competitions.competition_step import CompetitionStep, StageFollower, judge_left, left_behind
from club.competitions.kinds import CompetitionKind, kind_of, round_time, rounds_for
from club.competitions.redraws import put_season, redraw_section, redraw_sections
from club.competitions.round_pairing import knockout_pairs, pair_round
from club.competitions.team_boards import MOST, field_size, lined_up
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from data.database.transaction import Transaction
from data.pages.hooks import NewsKind
from data.standing import ratings

UNRATED: Final = 1500.0
"""Rating assumed for an unrated entrant, if a competition is seeded by ratings."""
CALL: Final = 180.0
"""Seconds for entrants to check in for a round, once the one before it is over."""


def of_round(kind: CompetitionKind, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
    """Return the pairings in play; none while entrants are called to the round."""
    return [each for each in meetings if not kind.by_rounds or each.round == stage.round]


def missing(stage: StageRow, people: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return the entrants who have not yet checked in for the round being called."""
    return [each for each in people if not each.withdrawn and each.here != stage.round]


async def rated_points(
    tx: Transaction, row: CompetitionRow, people: Sequence[EntrantRow]
) -> dict[int, float]:
    """Return the strength of entrants by the ratings of the competition's server.

    An entrant without a rating counts as average.
    """
    points = {}
    for entrant in people:
        known = (await ratings.of_person(tx, row.guild_id, entrant.user_id)).get(row.game)
        points[entrant.id] = known.points if known else UNRATED
    return points


class TournamentRunner:
    """Does one step of a tournament at a time, in the transaction that claimed it."""

    def __init__(self, now: Callable[[], float], follower: StageFollower) -> None:
        self._now = now
        self._follower = follower

    async def step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do what is due, and return when something is next, `None` once it is over."""
        kind, now = kind_of(row), self._now()
        stage = (await competitions.stages_of(tx, row.id))[0]
        if stage.status is StageStatus.OPEN and now >= stage.starts_at:
            stage = await self._start(tx, row, kind, stage, step)
        elif stage.status is StageStatus.OPEN:
            return stage.starts_at
        if stage.status is StageStatus.RUNNING:
            stage = await self._go_on(tx, row, kind, stage, step)
        # Matches of a round that was taken back right before the end, too.
        step.void = await pairings.void_in(tx, stage.id)
        if stage.status is StageStatus.OVER:
            return None
        if not kind.teams:
            return stage.closes_at
        await name_absent(tx, row, stage, now)
        return min([stage.closes_at, *await absences(tx, row, stage, now)])

    async def _start(
        self,
        tx: Transaction,
        row: CompetitionRow,
        kind: CompetitionKind,
        stage: StageRow,
        step: CompetitionStep,
    ) -> StageRow:
        """Seat all entrants by their rating, a simul's exhibitor first.

        Call the stage off if there are too few.
        """
        now, people = self._now(), await entrants.of_stage(tx, stage.id)
        given = not kind.has_exhibitor or any(each.user_id == row.organiser_id for each in people)
        if field_size(kind, people) < kind.least or row.stopped or not given:
            return await self._end(tx, row, stage)
        points = await rated_points(tx, row, people)
        section = await competitions.add_section(tx, stage.id, 0)

        def order(entrant: EntrantRow) -> tuple[bool, float]:
            return kind.has_exhibitor and entrant.user_id != row.organiser_id, -points[entrant.id]

        seeds = lined_up(people, points, row.boards or MOST) if kind.teams else sorted(people, key=order)
        for seed, entrant in enumerate(seeds):
            await entrants.seat(tx, entrant.id, section.id, seed)
        rounds = min(stage.rounds or rounds_for(kind, len(people)), len(people) - 1)
        started = replace(stage, status=StageStatus.RUNNING, rounds=rounds)
        await put_season(tx, stage.id, now)
        await self._follower.put_stage(tx, row, started, NewsKind.STARTED)
        return await self._call(tx, kind, started, 0, step)

    async def _go_on(
        self,
        tx: Transaction,
        row: CompetitionRow,
        kind: CompetitionKind,
        stage: StageRow,
        step: CompetitionStep,
    ) -> StageRow:
        """See to the round that is played, or that people are called to."""
        now, section = self._now(), (await competitions.sections_of(tx, stage.id))[0]
        await pairings.sweep(tx, stage.id)
        people, meetings = await entrants.of_section(tx, section.id), await pairings.pairings(tx, section.id)
        current = of_round(kind, stage, meetings)
        if not current and kind.called:
            waits = missing(stage, people) and now < stage.closes_at and not row.stopped
            return stage if waits else await self._pair(tx, row, kind, stage, section, people, meetings)
        again = kind.by_rounds and not kind.called and knockout_pairs(people, meetings, stage.round)
        if again or not (current or kind.by_rounds):
            return await self._pair(tx, row, kind, stage, section, people, meetings)
        if any(pairing.counts is None for pairing in current):
            step.free = await left_behind(tx, stage) if kind.teams else ()
            if now >= stage.closes_at:
                step.again |= not await judge_left(tx, stage, step, now)
            return stage
        if kind.by_rounds:
            await self._follower.put_stage(tx, row, stage, NewsKind.ROUND_OVER, stage.round)
        if row.stopped or not kind.by_rounds or stage.round + 1 >= (stage.rounds or 0):
            return await self._end(tx, row, stage)
        return await self._call(tx, kind, stage, stage.round + 1, step)

    async def _call(
        self, tx: Transaction, kind: CompetitionKind, stage: StageRow, number: int, step: CompetitionStep
    ) -> StageRow:
        """Begin with a round: people say that they are there, where they are asked to."""
        now = self._now()
        stage = replace(stage, round=number, called_at=now, closes_at=now + (CALL if kind.called else 0.0))
        await competitions.set_stage(tx, stage)
        await redraw_sections(tx, stage.id, now, anew=kind.called)
        step.again = True
        return stage

    async def _pair(
        self,
        tx: Transaction,
        row: CompetitionRow,
        kind: CompetitionKind,
        stage: StageRow,
        section: SectionRow,
        people: Sequence[EntrantRow],
        meetings: Sequence[PairingRow],
    ) -> StageRow:
        """Say who meets whom, or end it where no round is left."""
        here = [each for each in people if not each.withdrawn and each.here == stage.round]
        found = (
            None
            if kind.called and row.stopped
            else pair_round(kind, here, people, meetings, stage.round, sides=row.sides)
        )
        if found is None:
            return await self._end(tx, row, stage)
        for pair in found.pairs:
            await pairings.add(tx, section.id, pair.round, (pair.first, pair.second), turned=pair.turned)
        if found.bye is not None:
            await entrants.set_bye(tx, found.bye, stage.round)
        control = read_control(row.control)
        assert control is not None  # no tournament is made without one
        stage = replace(stage, closes_at=self._now() + round_time(kind, control, len(people)))
        await competitions.set_stage(tx, stage)
        fresh = not of_round(kind, stage, meetings)
        if kind.by_rounds and fresh:
            await self._follower.put_stage(tx, row, stage, NewsKind.ROUND_STARTED, stage.round)
        # Who plays a drawn tie again has seen its card.
        await redraw_section(tx, section.id, self._now(), anew=fresh)
        return stage

    async def _end(self, tx: Transaction, row: CompetitionRow, stage: StageRow) -> StageRow:
        """End a tournament, or call it off before its start."""
        if stage.status is StageStatus.RUNNING:
            await self._follower.put_stage(tx, row, stage, NewsKind.OVER)
        stage = replace(stage, status=StageStatus.OVER)
        await competitions.set_stage(tx, stage)
        await competitions.stop(tx, row.id)
        await put_season(tx, stage.id, self._now())
        await redraw_sections(tx, stage.id, self._now(), anew=True)
        return stage
