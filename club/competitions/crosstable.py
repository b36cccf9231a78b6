"""A section as shown: its table, pairings and latest changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.competitions.reckoning import ranks
from club.competitions.reckoning.bracket import Tie, build_bracket
from club.competitions.reckoning.ladder import Ladder, LadderEffect
from club.competitions.reckoning.results import SCORINGS, ResultForPlayer, Scoring, results_by_player
from club.competitions.reckoning.table import StandingsRow, build_table, uncounted_players
from club.competitions.round_pairing import counted_pairings, counted_result
from club.competitions.seasons import promotion_count
from club.competitions.team_boards import TeamBoard, list_boards
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow, TableChangeRow
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction
from data.play import listing
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from rendering.people.league import FORM_AT_MOST, LeagueStanding, Zone, draw_league_table
from rendering.picture import Picture
from rules.catalogue import title_of
from words import Words

DRAWN_AT_MOST: Final = 20
"""Lines of a table that its picture has; the words beside it have them all."""
JUMPS: Final = 3
"""What has made a table jump, as far as its card says it."""


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """One entrant's line of a section's table.

    `best` and `worst` are the ranks that the entrant can still reach. They are `None` if these are not
    known, or if none of the entrant's results count. `form` has the results of the entrant's matches,
    in the order of play.
    """

    entrant: EntrantRow
    row: StandingsRow[int]
    best: int | None
    worst: int | None
    form: tuple[ResultForPlayer, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A section (the entrants who share a table) with everything shown of it.

    `section_count` is how many sections the stage has, and `smallest_section` how many entrants the
    smallest of them. `latest_changes` are the latest changes of the table that are not results.
    `listed_matches` has the matches that can be viewed, by id. A team match has `teams`, side 0 first, and
    `unreachable_guests`, the ids of guests who cannot be reached by direct message. `has_rematch` is set
    if there already is a rematch of it.
    """

    competition: CompetitionRow
    stage: StageRow
    section: SectionRow
    section_count: int
    smallest_section: int
    lines: Sequence[CrosstableLine]
    pairings: Sequence[PairingRow]
    latest_changes: Sequence[TableChangeRow]
    listed_matches: dict[int, ListedRow]
    teams: Sequence[TeamRow] = ()
    unreachable_guests: Sequence[int] = ()
    has_rematch: bool = False
    effects: Sequence[LadderEffect] = ()
    """The latest events on a ladder.

    Its lines are first those who stand on it, in order, then those who left.
    """
    reserves: Sequence[EntrantRow] = ()
    """Who has joined a team for which no board was left."""

    @property
    def scoring(self) -> Scoring:
        """What the ends of a match are worth."""
        return SCORINGS[self.stage.scoring]

    @property
    def promoted_count(self) -> int:
        """How many entrants are promoted to the next higher section."""
        return promotion_count(self.smallest_section) if self.section.number else 0

    @property
    def relegated_count(self) -> int:
        """How many entrants are relegated to the next lower section."""
        return promotion_count(self.smallest_section) if self.section.number < self.section_count - 1 else 0

    def zone_at(self, place: int) -> Zone:
        """Return whether the line at `place` would go up or down now.

        Places count from 0, and the season is taken to end as it stands. Nobody would before the first
        result, when all are equal.
        """
        if not any(line.row.played for line in self.lines):
            return ""
        if place < self.promoted_count:
            return "up"
        return "down" if place >= len(self.lines) - self.relegated_count else ""

    def entrant(self, entrant_id: int) -> EntrantRow:
        """Return the entrant of the section with an id."""
        return next(line.entrant for line in self.lines if line.entrant.id == entrant_id)

    def entrants_of(self, pairing: PairingRow) -> tuple[EntrantRow, EntrantRow]:
        """Return both entrants of a pairing, the first mover first."""
        return self.entrant(pairing.first_id), self.entrant(pairing.second_id)

    @property
    def bracket_rounds(self) -> list[list[Tie]]:
        """The bracket of a knock-out: for each round, its ties from the top."""
        people = sorted((line.entrant for line in self.lines), key=lambda each: each.seed or 0)
        withdrawn = [entrant.id for entrant in people if entrant.withdrawn]
        return build_bracket([entrant.id for entrant in people], self.pairings, withdrawn)

    @property
    def team_boards(self) -> list[TeamBoard]:
        """The boards of a team match."""
        return list_boards([line.entrant for line in self.lines], self.pairings, self.scoring)

    @property
    def rulable_pairings(self) -> list[PairingRow]:
        """The pairings on which an organiser can rule.

        These are pairings with a result, and pairings whose match is suspended.
        """
        return [
            each
            for each in self.pairings
            if each.result is not None or _is_suspended(self.listed_matches.get(each.match_id or 0))
        ]

    @property
    def absent_entrants(self) -> list[EntrantRow]:
        """The entrants whose place another member can take over."""
        found = [line.entrant for line in self.lines if line.entrant.absent_at is not None]
        return [] if self.stage.status is StageStatus.OVER else found

    @property
    def unclaimed_entrants(self) -> list[EntrantRow]:
        """The places from a file that no member has taken, by their numbers."""
        free = [line.entrant for line in self.lines if line.entrant.is_unclaimed]
        return sorted(free, key=lambda each: each.seed or 0)

    @property
    def unfinished_users(self) -> list[int]:
        """The ids of users who still have a match to play, each once."""
        open_ = [pairing for pairing in self.pairings if pairing.effective_result is None]
        return list(
            dict.fromkeys(entrant.user_id for pairing in open_ for entrant in self.entrants_of(pairing))
        )


def crosstable_lines(
    entrants: Sequence[EntrantRow],
    meetings: Sequence[PairingRow],
    drop_outs: Collection[int],
    *,
    with_possible_ranks: bool,
    solkoff: bool,
    games: int,
    scoring: Scoring,
) -> list[CrosstableLine]:
    """Return the lines of a section's table, from its entrants and pairings.

    The entrants are in order of seed. Any two of them meet in `games` games. The results of withdrawn
    entrants (`drop_outs`) may not count. Leave out the possible ranks (without `with_possible_ranks`)
    while rounds are still to be paired, because the ranks are not known then. `solkoff` breaks ties
    first, if set.
    """
    players = [entrant.id for entrant in entrants]
    results = [counted_result(pairing) for pairing in counted_pairings(meetings)]
    every = results_by_player(players, results)
    gone = uncounted_players(every, drop_outs, games)
    counted = [player for player in players if player not in gone]
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    if with_possible_ranks and len(counted) <= ranks.MOST:
        best, worst = ranks.reachable_ranks(
            counted,
            [result for result in results if not gone.intersection((result.first, result.second))],
            [
                (pairing.first_id, pairing.second_id)
                for pairing in meetings
                if pairing.effective_result is None
                and not gone.intersection((pairing.first_id, pairing.second_id))
            ],
            scoring,
        )
    by_id = {entrant.id: entrant for entrant in entrants}
    return [
        CrosstableLine(
            by_id[row.player],
            row,
            best.get(row.player),
            worst.get(row.player),
            tuple(result.outcome_for(row.player) for result in every[row.player]),
        )
        for row in build_table(
            players,
            results,
            drop_outs,
            byes=[entrant.id for entrant in entrants if entrant.bye is not None],
            solkoff=solkoff,
            games=games,
            scoring=scoring,
        )
    ]


def ladder_lines(people: Sequence[EntrantRow], ladder: Ladder) -> list[CrosstableLine]:
    """Return the lines of a ladder: its entrants from the top, then leavers."""
    by_id = {entrant.id: entrant for entrant in people}
    left = [each for each in by_id if each not in ladder.order]
    return [
        CrosstableLine(
            by_id[each],
            ladder.standings_row(each),
            None,
            None,
            tuple(result.outcome_for(each) for result in ladder.results.get(each, ())),
        )
        for each in (*ladder.order, *left)
    ]


def possible_ranks_text(sheet: Crosstable, line: CrosstableLine) -> str:
    """Return the ranks an entrant can still reach, as text.

    The text is empty once the section is decided.
    """
    if line.best is None or line.worst is None or not sheet.unfinished_users:
        return ""
    return str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}"


def league_standings(sheet: Crosstable, names: Mapping[int, str], start: int = 0) -> list[LeagueStanding]:
    """Return the lines for the picture of a table, as many as a picture has.

    `names` has the name to draw for each entrant, by entrant id. `start` is the number of lines above them.
    """
    return [
        LeagueStanding(
            line.row.rank,
            names[line.entrant.id],
            sheet.scoring.points_text(line.row.points),
            line.row.wins,
            line.row.played,
            line.form[-FORM_AT_MOST:],
            possible_ranks_text(sheet, line),
            has_withdrawn=line.entrant.withdrawn,
            zone=sheet.zone_at(place),
        )
        for place, line in enumerate(sheet.lines[start : start + DRAWN_AT_MOST], start)
    ]


def table_drawing(
    sheet: Crosstable, names: Mapping[int, str], part: Words, start: int = 0, *, language: str
) -> partial[Picture]:
    """Return the drawing of a section's table.

    `names` has the name to draw for each entrant, by entrant id; `part` names the section or round. A
    picture has a page of a long table; `start` is the number of lines on the pages before.
    """
    title, lines = title_of(sheet.competition.game), league_standings(sheet, names, start)
    return partial(draw_league_table, sheet.competition.name, part, title, lines, language=language)


async def is_match_suspended(tx: Transaction, pairing: PairingRow) -> bool:
    """Whether a pairing's match is suspended.

    A match is suspended if its place is gone, or if it is unreadable.
    """
    found = await listing.list_by_ids(tx, [pairing.match_id] if pairing.match_id is not None else [])
    return any(_is_suspended(each) for each in found)


def _is_suspended(match: ListedRow | None) -> bool:
    return match is not None and match.status is MatchStatus.SUSPENDED
