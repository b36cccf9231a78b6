"""The base of kinds that have one stage: it starts, is paired, and ends.

Such a tournament starts, calls entrants to check in for a round if its kind wants that, pairs the
round, has matches judged that take too long, and ends after the last round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from club.clocks.time_control import DAY, TimeControl
from club.competitions.absences import control_of
from club.competitions.competition_step import CompetitionStep, plan_judging
from club.competitions.kinds.kind import (
    CompetitionKind,
    load_only_section,
    load_only_stage,
    load_rating_points,
)
from club.competitions.reckoning.fide import FidePairs, FideRound
from club.competitions.redraws import queue_season_cards, redraw_section, redraw_sections
from club.competitions.round_pairing import EntrantPair, RoundPairing
from club.play.match.clock_journal import find_absence_at
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting, PairingRow
from data.database.transaction import Transaction
from data.pages.hooks import NewsKind

MOVES: Final = 60
"""Moves of each player for which a round's time has room if a clock adds seconds."""
CLUB: Final = "club"
"""The system of a stage whose rounds are paired by our own rules."""
ROUND: Final = 21 * DAY
"""Seconds of a round that is played over days."""


@dataclass(frozen=True, slots=True)
class RoundField:
    """Everything that the pairing of a round depends on.

    `people` are all entrants in order of seed, and `meetings` all pairings so far.
    """

    competition: CompetitionRow
    stage: StageRow
    people: Sequence[EntrantRow]
    meetings: Sequence[PairingRow]


class TournamentKind(CompetitionKind):
    """A kind with one stage of one section; all its rounds are paired at once."""

    call_time: ClassVar[float] = 0.0
    """Seconds for entrants to check in for a round, once the one before it is over."""
    is_one_evening = True
    counts_points: ClassVar[bool] = False
    """Whether points decide, so that an organiser can choose what a draw is worth."""

    def check_clock(self, control: TimeControl) -> None:
        """Raise `Refusal` if this kind cannot be played with a clock."""

    def check_can_go_on(self) -> None:
        """Raise `Refusal` if a tournament that began elsewhere cannot go on here."""
        raise Refusal("trf.swiss")

    def check_system(self, system: str) -> None:
        """Raise `Refusal` if its rounds cannot be paired by the rules of `system`."""
        if system != "club":
            raise Refusal("system.swiss")

    def chosen_rounds(self, rounds: int | None) -> int | None:
        """Return the number of rounds to store if an organiser chooses `rounds`.

        Return `None` if this kind does not let the organiser choose.
        """
        return None

    def default_rounds(self, entrants: int) -> int:
        """Return the number of rounds if the organiser has chosen none."""
        return 1

    def round_duration(self, control: TimeControl, entrants: int) -> float:
        """Return how many seconds a round lasts before open matches are judged.

        With a live clock both players may use their whole bank, and the increments of `MOVES` moves.
        """
        if not control.is_live:
            return ROUND
        return 2.0 * (control.time + MOVES * (control.increment or 0)) * self.consecutive_matches(entrants)

    def consecutive_matches(self, entrants: int) -> int:
        """Return how many matches an entrant plays in a row without new pairings."""
        return 1

    def may_start(self, row: CompetitionRow, people: Sequence[EntrantRow]) -> bool:
        """Whether these entrants are enough to start."""
        return self.field_size(people) >= self.least

    def seeded_entrants(
        self, row: CompetitionRow, people: Sequence[EntrantRow], points: Mapping[int, float]
    ) -> Sequence[EntrantRow]:
        """Return the entrants who play, in order of seed (the strongest first).

        `points` has their ratings by entrant id.
        """
        return sorted(people, key=lambda each: -points[each.id])

    def lacks_check_ins(self, field: RoundField) -> bool:
        """Whether some entrants have not checked in for a round.

        That is so only if this kind asks them to.
        """
        return False

    def is_unpaired(self, field: RoundField) -> bool:
        """Whether entrants are to be paired now."""
        return not field.meetings

    def pair(self, field: RoundField) -> RoundPairing | None:
        """Pair a stage's round, or all rounds if they are paired at once.

        Return `None` if no round is left.
        """
        raise NotImplementedError  # each kind that pairs rounds has its own

    def slow_round(self, field: RoundField) -> FideRound | None:
        """Return the round to pair between two steps, `None` if `pair` does it at once.

        What cannot be paired so is paired by `pair`.
        """
        return None

    async def load_meetings_to_restart(self, tx: Transaction, stage: StageRow) -> Sequence[Meeting]:
        """Return the running matches of entrants who have been replaced.

        These matches are ended, and their pairings are played anew.
        """
        return ()

    async def announce_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Queue news about the current round, if the stage has several."""

    async def plan_next_check(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> float:
        """Return the time of the next step while the stage is running."""
        return stage.closes_at

    async def take_step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do everything that is due, and return the time of the next step.

        Return `None` once the tournament is over.
        """
        following = await self._advance(tx, row, step)
        await step.start_matches(tx, row, step)
        return following

    async def _advance(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        stage, now = await load_only_stage(tx, row), step.now()
        if stage.status is StageStatus.OPEN and now >= stage.starts_at:
            stage = await self._start(tx, row, stage, step)
        elif stage.status is StageStatus.OPEN:
            return stage.starts_at
        if stage.status is StageStatus.RUNNING:
            stage = await self._go_on(tx, row, stage, step)
        # Matches of a round that was taken back right before the end, too.
        step.void_match_ids = await pairings.list_void_matches(tx, stage.id)
        return None if stage.status is StageStatus.OVER else await self.plan_next_check(tx, row, stage, now)

    async def _start(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """Start a stage: assign seeds by rating.

        Call the stage off if it was stopped or has too few entrants.
        """
        now, people = step.now(), await entrants.list_for_stage(tx, stage.id)
        if row.stopped or not self.may_start(row, people):
            return await self._end(tx, row, stage, step)
        points = await load_rating_points(tx, row, people)
        section = await competitions.add_section(tx, stage.id, 0)
        for seed, entrant in enumerate(self.seeded_entrants(row, people, points)):
            await entrants.assign_section(tx, entrant.id, section.id, seed)
        rounds = min(stage.rounds or self.default_rounds(len(people)), len(people) - 1)
        started = replace(stage, status=StageStatus.RUNNING, rounds=rounds)
        await queue_season_cards(tx, stage.id, now)
        await step.follower.queue_stage_event(tx, row, started, NewsKind.STARTED)
        return await self._call(tx, started, 0, step)

    async def _go_on(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """Continue a running stage: pair, judge or finish its current round."""
        now, section = step.now(), await load_only_section(tx, stage)
        await pairings.close_vanished(tx, stage.id)
        people, meetings = (
            await entrants.list_for_section(tx, section.id),
            await pairings.list_for_section(tx, section.id),
        )
        field, current = RoundField(row, stage, people, meetings), self.pairings_in_play(stage, meetings)
        if not current and self.lacks_check_ins(field):
            if now < stage.closes_at:
                return stage
            if await find_absence_at(tx, row.guild_id, stage.closes_at, now) is not None:
                return await self._call(tx, stage, stage.round, step)
        if self.is_unpaired(field):
            return await self._pair(tx, section, field, step)
        if any(pairing.effective_result is None for pairing in current):
            step.meetings_to_restart = await self.load_meetings_to_restart(tx, stage)
            if now >= stage.closes_at:
                stage = await self._give_back_absence(tx, row, stage, now)
            if now >= stage.closes_at:
                step.has_more |= not await plan_judging(tx, stage, step, now)
            return stage
        await self.announce_round(tx, row, stage, step, NewsKind.ROUND_OVER)
        if row.stopped or stage.round + 1 >= (stage.rounds or 0):
            return await self._end(tx, row, stage, step)
        return await self._call(tx, stage, stage.round + 1, step)

    async def _give_back_absence(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> StageRow:
        """Put off the close of a round if the bot was away then; return the stage.

        Its players could not go on in that time. Once put off, the close is after the bot's return, so
        that no absence counts twice.
        """
        absence = await find_absence_at(tx, row.guild_id, stage.closes_at, now)
        if absence is None:
            return stage
        lost = absence.until - max(absence.since, stage.called_at or 0.0)
        stage = replace(stage, closes_at=stage.closes_at + lost)
        await competitions.update_stage(tx, stage)
        await redraw_sections(tx, stage.id, now)
        return stage

    async def _call(self, tx: Transaction, stage: StageRow, number: int, step: CompetitionStep) -> StageRow:
        """Begin a round: call entrants to check in, if this kind asks for that."""
        now = step.now()
        stage = replace(stage, round=number, called_at=now, closes_at=now + self.call_time)
        await competitions.update_stage(tx, stage)
        await redraw_sections(tx, stage.id, now, repost=self.call_time > 0)
        step.has_more = True
        return stage

    async def _pair(
        self, tx: Transaction, section: SectionRow, field: RoundField, step: CompetitionStep
    ) -> StageRow:
        """Pair the entrants, or end the stage if no round is left."""
        row, stage, slow = field.competition, field.stage, self.slow_round(field)
        if slow is not None and slow not in step.paired_rounds:
            step.round_to_pair = slow
            return stage
        by_fide = None if slow is None else step.paired_rounds[slow]
        found = self.pair(field) if by_fide is None else _as_round_pairing(stage, by_fide)
        if found is None:
            return await self._end(tx, row, stage, step)
        if slow is not None and by_fide is None:
            stage = replace(stage, system=CLUB)  # its card no longer says that it is paired by FIDE's rules
        for pair in found.pairs:
            await pairings.add(tx, section.id, pair.round, (pair.first, pair.second), turned=pair.turned)
        if found.bye is not None:
            await entrants.set_bye(tx, found.bye, stage.round)
        stage = replace(stage, closes_at=step.now() + self.round_duration(control_of(row), len(field.people)))
        await competitions.update_stage(tx, stage)
        fresh = not self.pairings_in_play(stage, field.meetings)
        if fresh:
            await self.announce_round(tx, row, stage, step, NewsKind.ROUND_STARTED)
        # Who plays a drawn tie again has seen its card.
        await redraw_section(tx, section.id, step.now(), repost=fresh)
        return stage

    async def _end(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> StageRow:
        """End a tournament, or call it off if it has not started."""
        if stage.status is StageStatus.RUNNING:
            await step.follower.queue_stage_event(tx, row, stage, NewsKind.OVER)
        stage = replace(stage, status=StageStatus.OVER)
        await competitions.update_stage(tx, stage)
        await competitions.stop(tx, row.id)
        await queue_season_cards(tx, stage.id, step.now())
        await redraw_sections(tx, stage.id, step.now(), repost=True)
        return stage


def _as_round_pairing(stage: StageRow, found: FidePairs) -> RoundPairing:
    return RoundPairing([EntrantPair(stage.round, *pair) for pair in found.pairs], found.bye)


class RoundsKind(TournamentKind):
    """A kind whose rounds are paired one at a time.

    A round is paired once the one before it is over.
    """

    def pairings_in_play(self, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
        """Return the pairings of the current round."""
        return [each for each in meetings if each.round == stage.round]

    async def announce_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Queue news about the current round."""
        await step.follower.queue_stage_event(tx, row, stage, what, stage.round)

    async def is_followed(self, tx: Transaction, stage: StageRow, pairing: PairingRow) -> bool:
        """Whether the next round is called, or another match of the two was paired."""
        return pairing.round != stage.round or await pairings.is_followed(tx, pairing)

    async def has_next_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, sections: Sequence[SectionRow]
    ) -> bool:
        """Whether there is a round after those that are paired."""
        if row.stopped or not sections or stage.rounds is None:
            return not row.stopped
        met = await pairings.list_for_section(tx, sections[0].id)
        return stage.round + bool(self.pairings_in_play(stage, met)) < stage.rounds

    async def next_round(self, tx: Transaction, section: SectionRow, stage: StageRow) -> int:
        """Return the next round that entrants can check in for.

        That is the current round until it is paired, and the one after it from then on. Raises `Refusal` if
        there is none.
        """
        number = stage.round + bool(
            self.pairings_in_play(stage, await pairings.list_for_section(tx, section.id))
        )
        row = await competitions.get(tx, stage.competition_id)
        if number >= (stage.rounds or 0) or row.stopped:
            raise Refusal("tournament.last")
        return number

    async def last_round(self, tx: Transaction, section: SectionRow, stage: StageRow) -> int:
        """Return the last round that was paired; raise `Refusal` if there is none."""
        meetings = await pairings.list_for_section(tx, section.id)
        number = stage.round if self.pairings_in_play(stage, meetings) else stage.round - 1
        if number < 0:
            raise Refusal("tournament.back.none")
        return number
