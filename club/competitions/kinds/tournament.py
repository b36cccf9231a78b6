"""What all kinds have in common that start once, are paired, and end.

Tournaments start, call entrants to a round, pair it, have matches judged that take too long, and end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from club.clocks.time_control import DAY, TimeControl
from club.competitions.absences import control_of
from club.competitions.competition_step import CompetitionStep, judge_left
from club.competitions.kinds.kind import CompetitionKind, only_section, only_stage, rated_points
from club.competitions.redraws import put_season, redraw_section, redraw_sections
from club.competitions.round_pairing import RoundPairing
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting, PairingRow
from data.database.transaction import Transaction
from data.pages.hooks import NewsKind

MOVES: Final = 60
"""Moves of each player for which a round's time has room if a clock adds seconds."""
ROUND: Final = 21 * DAY
"""Seconds of a round that is played over days."""


@dataclass(frozen=True, slots=True)
class RoundField:
    """All that a round is paired from; `people` are all entrants by seed."""

    competition: CompetitionRow
    stage: StageRow
    people: Sequence[EntrantRow]
    meetings: Sequence[PairingRow]


class TournamentKind(CompetitionKind):
    """A kind that has one stage with one section; all its rounds are paired at once."""

    call_time: ClassVar[float] = 0.0
    """Seconds for entrants to check in for a round, once the one before it is over."""
    too_few: ClassVar[str] = "tournament.few"
    """The code of the refusal to start it."""

    def check_clock(self, control: TimeControl) -> None:
        """Raise `Refusal` for a clock that it cannot be played with."""

    def chosen_rounds(self, rounds: int | None) -> int | None:
        """Return the number of rounds that an organiser's choice asks for."""
        return None

    def usual_rounds(self, entrants: int) -> int:
        """Return the number of rounds for so many entrants if the organiser names none."""
        return 1

    def round_time(self, control: TimeControl, entrants: int) -> float:
        """Return the seconds after which what is unfinished of a round is judged.

        With a sit-down clock both may use their whole bank, and the increments of `MOVES` moves.
        """
        if not control.is_live:
            return ROUND
        return 2.0 * (control.time + MOVES * (control.increment or 0)) * self.in_turn(entrants)

    def in_turn(self, entrants: int) -> int:
        """Return how many matches, paired at once, are played one after the other."""
        return 1

    def field_size(self, people: Sequence[EntrantRow]) -> int:
        """Return the number of entrants that counts."""
        return len(people)

    def may_start(self, row: CompetitionRow, people: Sequence[EntrantRow]) -> bool:
        """Return whether these people can play."""
        return self.field_size(people) >= self.least

    def seeds(
        self, row: CompetitionRow, people: Sequence[EntrantRow], points: Mapping[int, float]
    ) -> Sequence[EntrantRow]:
        """Return the entrants who play, in the order of their strength."""
        return sorted(people, key=lambda each: -points[each.id])

    def waits(self, field: RoundField, now: float) -> bool:
        """Return whether a round is not paired yet, because entrants are called to it."""
        return False

    def is_unpaired(self, field: RoundField) -> bool:
        """Return whether entrants are to be paired now."""
        return not field.meetings

    def pair(self, field: RoundField) -> RoundPairing | None:
        """Pair a stage's round, or all rounds if they are paired at once.

        Return `None` if no round is left.
        """
        raise NotImplementedError  # each kind that pairs rounds has its own

    async def left_behind(self, tx: Transaction, stage: StageRow) -> Sequence[Meeting]:
        """Return the matches still played by an entrant who was replaced."""
        return ()

    async def tell_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Have it told what happened to the round of a stage, if it has several."""

    async def next_look(self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> float:
        """Return when something is next while it runs."""
        return stage.closes_at

    async def step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do what is due, and return when something is next, `None` once it is over."""
        following = await self._advance(tx, row, step)
        await step.start_matches(tx, row, step)
        return following

    async def _advance(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        stage, now = await only_stage(tx, row), step.now()
        if stage.status is StageStatus.OPEN and now >= stage.starts_at:
            stage = await self._start(tx, row, stage, step)
        elif stage.status is StageStatus.OPEN:
            return stage.starts_at
        if stage.status is StageStatus.RUNNING:
            stage = await self._go_on(tx, row, stage, step)
        # Matches of a round that was taken back right before the end, too.
        step.void = await pairings.void_in(tx, stage.id)
        return None if stage.status is StageStatus.OVER else await self.next_look(tx, row, stage, now)

    async def _start(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """Seat all entrants by their rating; call the stage off if there are too few."""
        now, people = step.now(), await entrants.of_stage(tx, stage.id)
        if row.stopped or not self.may_start(row, people):
            return await self._end(tx, row, stage, step)
        points = await rated_points(tx, row, people)
        section = await competitions.add_section(tx, stage.id, 0)
        for seed, entrant in enumerate(self.seeds(row, people, points)):
            await entrants.seat(tx, entrant.id, section.id, seed)
        rounds = min(stage.rounds or self.usual_rounds(len(people)), len(people) - 1)
        started = replace(stage, status=StageStatus.RUNNING, rounds=rounds)
        await put_season(tx, stage.id, now)
        await step.follower.put_stage(tx, row, started, NewsKind.STARTED)
        return await self._call(tx, started, 0, step)

    async def _go_on(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """See to the round that is played, or that people are called to."""
        now, section = step.now(), await only_section(tx, stage)
        await pairings.sweep(tx, stage.id)
        people, meetings = await entrants.of_section(tx, section.id), await pairings.pairings(tx, section.id)
        field, current = RoundField(row, stage, people, meetings), self.in_play(stage, meetings)
        if not current and self.waits(field, now):
            return stage
        if self.is_unpaired(field):
            return await self._pair(tx, section, field, step)
        if any(pairing.counts is None for pairing in current):
            step.free = await self.left_behind(tx, stage)
            if now >= stage.closes_at:
                step.again |= not await judge_left(tx, stage, step, now)
            return stage
        await self.tell_round(tx, row, stage, step, NewsKind.ROUND_OVER)
        if row.stopped or stage.round + 1 >= (stage.rounds or 0):
            return await self._end(tx, row, stage, step)
        return await self._call(tx, stage, stage.round + 1, step)

    async def _call(self, tx: Transaction, stage: StageRow, number: int, step: CompetitionStep) -> StageRow:
        """Begin with a round: people say that they are there, where they are asked to."""
        now = step.now()
        stage = replace(stage, round=number, called_at=now, closes_at=now + self.call_time)
        await competitions.set_stage(tx, stage)
        await redraw_sections(tx, stage.id, now, anew=self.call_time > 0)
        step.again = True
        return stage

    async def _pair(
        self, tx: Transaction, section: SectionRow, field: RoundField, step: CompetitionStep
    ) -> StageRow:
        """Say who meets whom, or end it where no round is left."""
        row, stage, found = field.competition, field.stage, self.pair(field)
        if found is None:
            return await self._end(tx, row, stage, step)
        for pair in found.pairs:
            await pairings.add(tx, section.id, pair.round, (pair.first, pair.second), turned=pair.turned)
        if found.bye is not None:
            await entrants.set_bye(tx, found.bye, stage.round)
        stage = replace(stage, closes_at=step.now() + self.round_time(control_of(row), len(field.people)))
        await competitions.set_stage(tx, stage)
        fresh = not self.in_play(stage, field.meetings)
        if fresh:
            await self.tell_round(tx, row, stage, step, NewsKind.ROUND_STARTED)
        # Who plays a drawn tie again has seen its card.
        await redraw_section(tx, section.id, step.now(), anew=fresh)
        return stage

    async def _end(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """End a tournament, or call it off before its start."""
        if stage.status is StageStatus.RUNNING:
            await step.follower.put_stage(tx, row, stage, NewsKind.OVER)
        stage = replace(stage, status=StageStatus.OVER)
        await competitions.set_stage(tx, stage)
        await competitions.stop(tx, row.id)
        await put_season(tx, stage.id, step.now())
        await redraw_sections(tx, stage.id, step.now(), anew=True)
        return stage


class RoundsKind(TournamentKind):
    """A kind whose rounds are paired one by one, each when the one before it is over."""

    def in_play(self, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
        """Return the pairings of the stage's round."""
        return [each for each in meetings if each.round == stage.round]

    async def tell_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Have it told."""
        await step.follower.put_stage(tx, row, stage, what, stage.round)

    async def next_round(self, tx: Transaction, section: SectionRow, stage: StageRow) -> int:
        """Return the round that members are called to, or the one after the round in play.

        Raises `Refusal` if there is none.
        """
        number = stage.round + bool(self.in_play(stage, await pairings.pairings(tx, section.id)))
        row = await competitions.get(tx, stage.competition_id)
        if number >= (stage.rounds or 0) or row.stopped:
            raise Refusal("tournament.last")
        return number

    async def last_round(self, tx: Transaction, section: SectionRow, stage: StageRow) -> int:
        """Return the last round that was paired; raise `Refusal` if none was."""
        meetings = await pairings.pairings(tx, section.id)
        number = stage.round if self.in_play(stage, meetings) else stage.round - 1
        if number < 0:
            raise Refusal("tournament.back.none")
        return number
