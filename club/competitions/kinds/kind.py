"""A kind of competition: all in which one kind differs from another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from club.clocks.time_control import TimeControl
from club.competitions.competition_step import CompetitionStep
from club.competitions.crosstable import CrosstableLine, lines_of
from club.competitions.reckoning.ladder import LadderEffect
from club.competitions.redraws import redraw_stage
from club.competitions.seasons import AT_ONCE
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import (
    CompetitionRow,
    NewCompetition,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting, PairingRow
from data.competitions.stage_events import StageMoment
from data.database.transaction import Transaction
from data.standing import ratings

UNRATED: Final = 1500.0
"""Rating assumed for an unrated entrant, if a competition is seeded by ratings."""


class SectionTable(NamedTuple):
    """The part of a section's crosstable that its kind reckons."""

    lines: Sequence[CrosstableLine]
    pairings: Sequence[PairingRow]
    effects: Sequence[LadderEffect] = ()
    reserves: Sequence[EntrantRow] = ()


class CompetitionKind:
    """A kind of competition.

    `least` and `most` are the limits of entrants of a stage: with fewer than `least` it does not start.
    """

    key: ClassVar[str]
    least: ClassVar[int]
    most: ClassVar[int]
    has_page: ClassVar[bool] = False
    """Whether it has a table of single entrants, counted from results, for a page."""
    is_lasting: ClassVar[bool] = False
    """Whether a result counts whatever becomes of its players later."""
    has_reach: ClassVar[bool] = False
    """Whether all pairings are known, so that an entrant's possible ranks are, too."""
    by_solkoff: ClassVar[bool] = False
    """Whether Solkoff's number breaks ties first."""
    started: ClassVar[str] = "tournament.started"
    """The code of the refusal to change what has started."""
    too_many: ClassVar[str] = "league.many"
    """The code of the refusal to make more.

    Kinds with the same one are counted together.
    """
    record_type: ClassVar[str] = "Individual: Round-Robin"
    """The type of tournament in TRF16."""

    async def step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do what is due, and return when something is next, `None` once it is over.

        Part of the transaction that claimed the competition.
        """
        raise NotImplementedError  # each kind has its own

    async def check_new(self, tx: Transaction, new: NewCompetition) -> None:
        """Raise `Refusal` if an organiser can make no further competition of this kind."""

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Sign a member up for a stage; raise `Refusal` if that is no longer possible."""
        self.check_open(stage)
        joined = await entrants.of_stage(tx, stage.id)
        if len(joined) >= self.most and all(entrant.user_id != who.id for entrant in joined):
            raise Refusal("league.full", limit=self.most)
        if await entrants.join(tx, stage.id, who.id, who.name, at=now):
            await redraw_stage(tx, stage.id, now)

    def check_open(self, stage: StageRow) -> None:
        """Raise `Refusal` unless members can sign up for a stage."""
        if stage.status is not StageStatus.OPEN:
            raise Refusal(self.started)

    def exhibitor_id(self, row: CompetitionRow) -> int | None:
        """Return the id of the user who plays all others, if one does."""
        return None

    def check_ruling(self, stage: StageRow, pairing: PairingRow) -> None:
        """Raise `Refusal` if the result of a pairing is settled for good."""

    def check_challenges(self) -> None:
        """Raise `Refusal` if members do not challenge one another in this kind."""
        raise Refusal("ladder.over")

    def check_record(self) -> None:
        """Raise `Refusal` if a section has no table that others could count anew."""

    def in_play(self, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
        """Return the pairings in play; none while entrants are called to a round."""
        return list(meetings)

    async def replace_entrant(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> None:
        """Make room for the matches that the replacement of an entrant begins anew."""

    async def redraw_stopped(self, tx: Transaction, stage: StageRow, now: float) -> None:
        """Redraw the cards of a stage that its organiser has stopped."""
        await redraw_stage(tx, stage.id, now)

    def resume(
        self, row: CompetitionRow, stage: StageRow, zone: str | None, *, since: float, now: float
    ) -> StageRow:
        """Return a stage that stood still `since` then: later by that time."""
        starts_at, closes_at = (
            at + now - since if at > since else at for at in (stage.starts_at, stage.closes_at)
        )
        return replace(stage, starts_at=starts_at, closes_at=closes_at)

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return the events that Discord should show of a stage, with their times."""
        return {StageMoment.START: stage.starts_at} if stage.status is StageStatus.OPEN else {}

    def at_once(self, control: TimeControl | None) -> float:
        """Return how many matches a member plays at a time.

        With a live clock they play one, whatever else they have.
        """
        return 1 if control is not None and control.is_live else AT_ONCE

    def season(self, meeting: Meeting) -> tuple[float, float] | None:
        """Return from when until when a match is to be played, if that is fixed."""
        return meeting.season

    async def extra_time(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, control: TimeControl | None
    ) -> tuple[float, float]:
        """Return the seconds on top of the clock of both who meet, by seat."""
        return 0.0, 0.0

    async def game_before(self, tx: Transaction, pairing_id: int) -> int | None:
        """Return the match whose chance decisions a pairing's match takes over."""
        return None

    def games(self, stage: StageRow) -> int:
        """Return in how many games two entrants meet."""
        return 1

    def part(self, stage: StageRow, section: SectionRow) -> str:
        """Return what follows the name of a competition to name a section of it."""
        return ""

    def record_lines(self, stage: StageRow) -> list[str]:
        """Return further lines of TRF16's head."""
        return []

    def drop_outs(self, people: Sequence[EntrantRow]) -> list[int]:
        """Return the ids of entrants who withdrew, if their results may not count."""
        return [] if self.is_lasting else [each.id for each in people if each.withdrawn]

    def lines(
        self, people: Sequence[EntrantRow], meetings: Sequence[PairingRow], stage: StageRow
    ) -> list[CrosstableLine]:
        """Return the table of a section: its entrants by seed, and their pairings."""
        return lines_of(
            people,
            meetings,
            self.drop_outs(people),
            has_reach=self.has_reach,
            solkoff=self.by_solkoff,
            games=self.games(stage),
        )

    async def load_table(
        self, tx: Transaction, stage: StageRow, section: SectionRow, people: Sequence[EntrantRow]
    ) -> SectionTable:
        """Load the pairings of a section, and reckon its table."""
        meetings = await pairings.pairings(tx, section.id)
        return SectionTable(self.lines(people, meetings, stage), meetings)


async def only_stage(tx: Transaction, row: CompetitionRow) -> StageRow:
    """Return the stage of a competition that has one."""
    return (await competitions.stages_of(tx, row.id))[0]


async def only_section(tx: Transaction, stage: StageRow) -> SectionRow:
    """Return the section of a stage that has one."""
    return (await competitions.sections_of(tx, stage.id))[0]


async def enter_running(
    tx: Transaction, section: SectionRow, stage: StageRow, who: Person, now: float, *, seed: int
) -> EntrantRow:
    """Seat a newcomer in a section that is played, and return their entry."""
    await entrants.join(tx, stage.id, who.id, who.name, at=now)
    known = await entrants.entrant_of(tx, stage.id, who.id)
    assert known is not None  # they have just come
    await entrants.seat(tx, known.id, section.id, seed)
    return known


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
