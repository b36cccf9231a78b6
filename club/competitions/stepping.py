"""What tournaments do by themselves: they start, call people to a round, pair it, judge what takes too long, end."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from club.clocks.control import read_control
from club.competitions.kinds import Kind, kind_of, round_time, rounds_for
from club.competitions.paired import knocked, paired
from club.competitions.step import Step, judge_left
from club.play.posts import put_season, put_section
from data import competitions, entrants, pairings, ratings
from data.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.entrants import EntrantRow
from data.pairings import PairingRow
from data.transaction import Transaction

CALL: Final = 180.0
"""Seconds in which people say that they are there for a round, once the one before it is over."""


def of_round(kind: Kind, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
    """Return the pairings that are played now: none while people are called to the round."""
    return [each for each in meetings if not kind.by_rounds or each.round == stage.round]


def missing(stage: StageRow, people: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return who has not said yet that they are there for the round that people are called to."""
    return [each for each in people if not each.withdrawn and each.here != stage.round]


class Stepping:
    """Does one step of a tournament at a time, each in the transaction that has claimed it."""

    def __init__(self, now: Callable[[], float], unrated: float) -> None:
        self._now = now
        self._unrated = unrated

    async def step(self, tx: Transaction, row: CompetitionRow, step: Step) -> float | None:
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
        return None if stage.status is StageStatus.OVER else stage.closes_at

    async def _start(
        self, tx: Transaction, row: CompetitionRow, kind: Kind, stage: StageRow, step: Step
    ) -> StageRow:
        """Seat everybody by their rating, or call it off where there are too few."""
        now, people = self._now(), await entrants.of_stage(tx, stage.id)
        if len(people) < kind.least or row.stopped:
            return await self._end(tx, row, stage)
        points = {}
        for entrant in people:
            known = (await ratings.of_person(tx, row.guild_id, entrant.user_id)).get(row.game)
            points[entrant.id] = known.points if known else self._unrated
        section = await competitions.add_section(tx, stage.id, 0)
        for seed, entrant in enumerate(sorted(people, key=lambda each: -points[each.id])):
            await entrants.seat(tx, entrant.id, section.id, seed)
        rounds = min(stage.rounds or rounds_for(kind, len(people)), len(people) - 1)
        started = replace(stage, status=StageStatus.RUNNING, rounds=rounds)
        await put_season(tx, stage.id, now)
        return await self._call(tx, kind, started, 0, step)

    async def _go_on(
        self, tx: Transaction, row: CompetitionRow, kind: Kind, stage: StageRow, step: Step
    ) -> StageRow:
        """See to the round that is played, or that people are called to."""
        now, section = self._now(), (await competitions.sections_of(tx, stage.id))[0]
        await pairings.sweep(tx, stage.id)
        people, meetings = await entrants.of_section(tx, section.id), await pairings.pairings(tx, section.id)
        current = of_round(kind, stage, meetings)
        if not current and kind.called:
            waits = missing(stage, people) and now < stage.closes_at and not row.stopped
            return stage if waits else await self._pair(tx, row, kind, stage, section, people, meetings)
        again = kind.by_rounds and not kind.called and knocked(people, meetings, stage.round)
        if again or not (current or kind.by_rounds):
            return await self._pair(tx, row, kind, stage, section, people, meetings)
        if any(pairing.counts is None for pairing in current):
            if now >= stage.closes_at:
                step.again |= not await judge_left(tx, stage, step, now)
            return stage
        if row.stopped or not kind.by_rounds or stage.round + 1 >= (stage.rounds or 0):
            return await self._end(tx, row, stage)
        return await self._call(tx, kind, stage, stage.round + 1, step)

    async def _call(self, tx: Transaction, kind: Kind, stage: StageRow, number: int, step: Step) -> StageRow:
        """Begin with a round: people say that they are there, where they are asked to."""
        now = self._now()
        stage = replace(stage, round=number, called_at=now, closes_at=now + (CALL if kind.called else 0.0))
        await competitions.set_stage(tx, stage)
        for section in await competitions.sections_of(tx, stage.id):
            await self._redraw(tx, section, anew=kind.called)
        step.again = True
        return stage

    async def _pair(
        self,
        tx: Transaction,
        row: CompetitionRow,
        kind: Kind,
        stage: StageRow,
        section: SectionRow,
        people: Sequence[EntrantRow],
        meetings: Sequence[PairingRow],
    ) -> StageRow:
        """Say who meets whom, or end it where no round is left."""
        here = [each for each in people if not each.withdrawn and each.here == stage.round]
        found = None if kind.called and row.stopped else paired(kind, here, people, meetings, stage.round)
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
        # Who plays a drawn tie again has seen its card.
        await self._redraw(tx, section, anew=not of_round(kind, stage, meetings))
        return stage

    async def _end(self, tx: Transaction, row: CompetitionRow, stage: StageRow) -> StageRow:
        """End a tournament, or call it off before its start."""
        stage = replace(stage, status=StageStatus.OVER)
        await competitions.set_stage(tx, stage)
        await competitions.stop(tx, row.id)
        await put_season(tx, stage.id, self._now())
        for section in await competitions.sections_of(tx, stage.id):
            await self._redraw(tx, section, anew=True)
        return stage

    async def _redraw(self, tx: Transaction, section: SectionRow, *, anew: bool) -> None:
        await competitions.touch_section(tx, section.id, anew=anew)
        await put_section(tx, section.id, self._now())
