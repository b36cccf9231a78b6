"""The base of all kinds of competitions: everything that can differ."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final, NamedTuple

from club.clocks.time_control import TimeControl
from club.competitions.competition_step import CompetitionStep
from club.competitions.crosstable import Crosstable, CrosstableLine, crosstable_lines, table_drawing
from club.competitions.reckoning.ladder import LadderEffect
from club.competitions.reckoning.results import SCORINGS
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
from data.competitions.pairings import Meeting, PairingResult, PairingRow
from data.competitions.stage_events import StageMoment
from data.database.transaction import Transaction
from data.standing import ratings
from rendering.picture import Picture
from rules.catalogue import rating_key
from words import Words

UNRATED: Final = 1500.0
"""Rating assumed for an unrated entrant, if a competition is seeded by ratings."""


class SectionTable(NamedTuple):
    """The part of a section's crosstable that is computed by its kind."""

    lines: Sequence[CrosstableLine]
    pairings: Sequence[PairingRow]
    effects: Sequence[LadderEffect] = ()
    reserves: Sequence[EntrantRow] = ()


class CompetitionKind:
    """A kind of competition, such as a league or a knock-out.

    A stage has from `least` to `most` entrants; with fewer than `least` it does not start.
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
    too_few: ClassVar[str] = "tournament.few"
    """The code of the refusal to start it."""
    too_many: ClassVar[str] = "league.many"
    """The code of the refusal to make more.

    Kinds with the same one are counted together.
    """
    is_one_evening: ClassVar[bool] = False
    """Whether its table alone is left at the end, without the sign-up card."""
    record_type: ClassVar[str] = "Individual: Round-Robin"
    """The type of tournament in TRF16."""

    async def take_step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do everything that is due, and return the time of the next step.

        Return `None` once the competition is over. This is part of the transaction that claimed the
        competition.
        """
        raise NotImplementedError  # each kind has its own

    async def check_new(self, tx: Transaction, new: NewCompetition) -> None:
        """Raise `Refusal` if an organiser cannot create another of this kind."""

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Sign a member up for a stage; raise `Refusal` if that is not possible."""
        self.check_sign_up_open(stage)
        joined = await entrants.list_for_stage(tx, stage.id)
        if len(joined) >= self.most and all(entrant.user_id != who.id for entrant in joined):
            raise Refusal("league.full", limit=self.most)
        if await entrants.join(tx, stage.id, who.id, who.name, at=now):
            await redraw_stage(tx, stage.id, now)

    def field_size(self, people: Sequence[EntrantRow]) -> int:
        """Return the number of entrants that is compared with the limits."""
        return len(people)

    async def start_now(self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> None:
        """Let a stage start ahead of its time; raise `Refusal` if it cannot."""
        await competitions.update_stage(tx, replace(stage, starts_at=now))

    def check_sign_up_open(self, stage: StageRow) -> None:
        """Raise `Refusal` if a stage is no longer open for sign-up."""
        if stage.status is not StageStatus.OPEN:
            raise Refusal(self.started)

    def exhibitor_id(self, row: CompetitionRow) -> int | None:
        """Return the user id of the exhibitor, who plays all others in a simul.

        Return `None` if this kind has no exhibitor.
        """
        return None

    def check_ruling(self, stage: StageRow, pairing: PairingRow) -> None:
        """Raise `Refusal` if the result of a pairing can no longer be changed."""

    async def follow_ruling(self, tx: Transaction, pairing: PairingRow, result: PairingResult | None) -> None:
        """Drop what is played only because a pairing had not ended as it now counts."""

    async def is_followed(self, tx: Transaction, stage: StageRow, pairing: PairingRow) -> bool:
        """Whether what was paired or counted since rests on how a pairing ended."""
        return False

    def check_allows_challenges(self) -> None:
        """Raise `Refusal` if entrants of this kind cannot challenge each other."""
        raise Refusal("ladder.over")

    def check_exportable(self) -> None:
        """Raise `Refusal` if a section has no table to export to a file.

        Other programs compute the table again from such a file, so it must follow from results.
        """

    def pairings_in_play(self, stage: StageRow, meetings: Sequence[PairingRow]) -> list[PairingRow]:
        """Return the pairings that are being played.

        There are none while entrants are checking in for a round.
        """
        return list(meetings)

    async def has_next_round(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, sections: Sequence[SectionRow]
    ) -> bool:
        """Whether another round may come, unless the organiser has ended the competition."""
        return not row.stopped

    async def extend_for_replacement(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> None:
        """Extend a stage if needed, for the matches that a replacement restarts."""

    async def redraw_stopped(self, tx: Transaction, stage: StageRow, now: float) -> None:
        """Redraw the cards of a stage that its organiser has stopped."""
        await redraw_stage(tx, stage.id, now)

    def resumed_stage(
        self, row: CompetitionRow, stage: StageRow, zone: str | None, *, since: float, now: float
    ) -> StageRow:
        """Return a stage as it resumes at `now` after a pause.

        The times that lay ahead when the pause began (`since`) are later by the length of the pause.
        """
        starts_at, closes_at = (
            at + now - since if at > since else at for at in (stage.starts_at, stage.closes_at)
        )
        return replace(stage, starts_at=starts_at, closes_at=closes_at)

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return the times that Discord should show as events of a stage."""
        return {StageMoment.START: stage.starts_at} if stage.status is StageStatus.OPEN else {}

    def concurrent_match_limit(self, control: TimeControl | None) -> float:
        """Return how many competition matches an entrant plays at a time.

        With a live clock that is one match of this competition, regardless of any others; otherwise the
        matches of all competitions are counted together.
        """
        return 1 if control is not None and control.is_live else AT_ONCE

    def playing_period(self, meeting: Meeting) -> tuple[float, float] | None:
        """Return the start and end of the time in which a match is played.

        Return `None` if these are not fixed.
        """
        return meeting.season

    async def extra_time(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, control: TimeControl | None
    ) -> tuple[float, float]:
        """Return the seconds added to each player's clock, by seat."""
        return 0.0, 0.0

    async def load_previous_game(self, tx: Transaction, pairing_id: int) -> int | None:
        """Return the id of the match from which a pairing takes its random setup.

        Return `None` if the pairing's match makes its own chance decisions.
        """
        return None

    def games_per_pairing(self, stage: StageRow) -> int:
        """Return how many games two entrants play against each other."""
        return 1

    def section_suffix(self, stage: StageRow, section: SectionRow) -> str:
        """Return the suffix that turns a competition's name into a section's."""
        return ""

    def standings_drawing(
        self, sheet: Crosstable, names: Mapping[int, str], part: Words, *, language: str
    ) -> partial[Picture]:
        """Return the drawing of a section's standings.

        `names` has the name to draw for each entrant, by entrant id; `part` names the section or round.
        """
        return table_drawing(sheet, names, part, language=language)

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the ids of the entrants who are first; several may share that place."""
        return [
            line.entrant.id
            for line in sheet.lines
            if line.row.rank == 1 and line.row.played and not line.entrant.withdrawn
        ]

    def trf_header_lines(self, stage: StageRow) -> list[str]:
        """Return additional header lines for a tournament report in TRF16."""
        return []

    def drop_outs(self, people: Sequence[EntrantRow]) -> list[int]:
        """Return the ids of withdrawn entrants whose results may not count."""
        return [] if self.is_lasting else [each.id for each in people if each.withdrawn]

    def table_lines(
        self, people: Sequence[EntrantRow], meetings: Sequence[PairingRow], stage: StageRow
    ) -> list[CrosstableLine]:
        """Return the lines of a section's table, from its entrants and pairings.

        The entrants are in order of seed.
        """
        return crosstable_lines(
            people,
            meetings,
            self.drop_outs(people),
            with_possible_ranks=self.has_reach,
            solkoff=self.by_solkoff,
            games=self.games_per_pairing(stage),
            scoring=SCORINGS[stage.scoring],
        )

    async def load_table(
        self, tx: Transaction, stage: StageRow, section: SectionRow, people: Sequence[EntrantRow]
    ) -> SectionTable:
        """Load the pairings of a section, and compute its table."""
        meetings = await pairings.list_for_section(tx, section.id)
        return SectionTable(self.table_lines(people, meetings, stage), meetings)


async def load_only_stage(tx: Transaction, row: CompetitionRow) -> StageRow:
    """Return the only stage of a competition that has just one."""
    return (await competitions.list_latest_stages(tx, row.id))[0]


async def load_only_section(tx: Transaction, stage: StageRow) -> SectionRow:
    """Return the only section of a stage that has just one."""
    return (await competitions.list_sections(tx, stage.id))[0]


async def seat_newcomer(
    tx: Transaction, section: SectionRow, stage: StageRow, who: Person, now: float, *, seed: int
) -> EntrantRow:
    """Add a newcomer to a section that is already being played.

    Return the new entrant.
    """
    await entrants.join(tx, stage.id, who.id, who.name, at=now)
    known = await entrants.find_entrant(tx, stage.id, who.id)
    assert known is not None  # they have just come
    await entrants.assign_section(tx, known.id, section.id, seed)
    return known


async def load_rating_points(
    tx: Transaction, row: CompetitionRow, people: Sequence[EntrantRow]
) -> dict[int, float]:
    """Return the entrants' ratings on the competition's server, by entrant id.

    Entrants without a rating count as average.
    """
    points: dict[int, float] = {}
    game = rating_key(row.game, json.loads(row.options))
    for entrant in people:
        known = (await ratings.get_for_user(tx, row.guild_id, entrant.user_id)).get(game)
        points[entrant.id] = known.points if known else UNRATED
    return points
