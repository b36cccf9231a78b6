"""A section as shown: possible ranks, pairings, and its latest changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from club.competitions.reckoning import ranks
from club.competitions.reckoning.bracket import Tie, bracket
from club.competitions.reckoning.ladder import Ladder, LadderEffect
from club.competitions.reckoning.results import PlayedResult as Played
from club.competitions.reckoning.results import by_player
from club.competitions.reckoning.table import StandingsRow, table, uncounted_players
from club.competitions.round_pairing import counted_result, counting
from club.competitions.seasons import movers
from club.competitions.team_boards import TeamBoard, boards_of
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow, TableChangeRow
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction
from data.play import listing
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from rendering.people.league import LeagueStanding

FormResult = Literal["won", "drawn", "lost"]
DRAWN_AT_MOST: Final = 20
"""Lines of a table that its picture has; the words beside it have them all."""
FORM_AT_MOST: Final = 6
"""Matches that a line of the picture has room for: the last ones."""
JUMPS: Final = 3
"""What has made a table jump, as far as its card says it."""


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of a table.

    The ranks are those that its entrant can still reach, `None` if nothing of theirs counts. `form` is
    the results of their matches, in the order of play.
    """

    entrant: EntrantRow
    row: StandingsRow[int]
    best: int | None
    worst: int | None
    form: tuple[FormResult, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A section with its table.

    `sections` is the number of sections, `links` the matches that can be viewed, by id. A team match
    has `teams`, side 0 first; no direct message reaches the guests `unreachable_guests`. `rematch` tells whether
    it has a rematch already.
    """

    competition: CompetitionRow
    stage: StageRow
    section: SectionRow
    sections: int
    lines: Sequence[CrosstableLine]
    pairings: Sequence[PairingRow]
    jumps: Sequence[TableChangeRow]
    links: dict[int, ListedRow]
    teams: Sequence[TeamRow] = ()
    unreached: Sequence[int] = ()
    rematch: bool = False
    effects: Sequence[LadderEffect] = ()
    """The latest events on a ladder.

    Its lines are first those who stand on it, in order, then those who left.
    """
    reserves: Sequence[EntrantRow] = ()
    """Who has joined a team for which no board was left."""

    @property
    def up(self) -> int:
        """Return how many go up."""
        return movers(len(self.lines)) if self.section.number else 0

    @property
    def down(self) -> int:
        """Return how many go down."""
        return movers(len(self.lines)) if self.section.number < self.sections - 1 else 0

    def entrant(self, entrant_id: int) -> EntrantRow:
        """Return an entrant of the section by id."""
        return next(line.entrant for line in self.lines if line.entrant.id == entrant_id)

    def pair(self, pairing: PairingRow) -> tuple[EntrantRow, EntrantRow]:
        """Return the two who meet."""
        return self.entrant(pairing.first_id), self.entrant(pairing.second_id)

    @property
    def ties(self) -> list[list[Tie]]:
        """Return the bracket, of a knock-out."""
        people = sorted((line.entrant for line in self.lines), key=lambda each: each.seed or 0)
        withdrawn = [entrant.id for entrant in people if entrant.withdrawn]
        return bracket([entrant.id for entrant in people], self.pairings, withdrawn)

    @property
    def boards(self) -> list[TeamBoard]:
        """Return the boards, of a team match."""
        return boards_of([line.entrant for line in self.lines], self.pairings)

    @property
    def ruled_on(self) -> list[PairingRow]:
        """The pairings on which an organiser can rule.

        They have ended, or cannot be played on where they are.
        """
        return [
            each
            for each in self.pairings
            if each.result is not None or _is_suspended(self.links.get(each.match_id or 0))
        ]

    @property
    def absent(self) -> list[EntrantRow]:
        """The entrants whose place another member can take."""
        found = [line.entrant for line in self.lines if line.entrant.absent_at is not None]
        return [] if self.stage.status is StageStatus.OVER else found

    @property
    def unfinished_users(self) -> list[int]:
        """The users who still have a match to play, each once."""
        open_ = [pairing for pairing in self.pairings if pairing.counts is None]
        return list(dict.fromkeys(entrant.user_id for pairing in open_ for entrant in self.pair(pairing)))


def lines_of(
    entrants: Sequence[EntrantRow],
    meetings: Sequence[PairingRow],
    drop_outs: Collection[int],
    *,
    has_reach: bool,
    solkoff: bool,
    games: int,
) -> list[CrosstableLine]:
    """Return the table of a section: its entrants by seed, and their pairings.

    Two entrants meet in `games` games. The results of `drop_outs` may not count. While rounds are still
    to be paired, it has no reach: the possible ranks are unknown.
    """
    players = [entrant.id for entrant in entrants]
    results = [counted_result(pairing) for pairing in counting(meetings)]
    every = by_player(players, results)
    gone = uncounted_players(every, drop_outs, games)
    counted = [player for player in players if player not in gone]
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    if has_reach and len(counted) <= ranks.MOST:
        best, worst = ranks.ranks(
            counted,
            [result for result in results if not gone.intersection((result.first, result.second))],
            [
                (pairing.first_id, pairing.second_id)
                for pairing in meetings
                if pairing.counts is None and not gone.intersection((pairing.first_id, pairing.second_id))
            ],
        )
    by_id = {entrant.id: entrant for entrant in entrants}
    return [
        CrosstableLine(
            by_id[row.player],
            row,
            best.get(row.player),
            worst.get(row.player),
            tuple(form_of(result, row.player) for result in every[row.player]),
        )
        for row in table(
            players,
            results,
            drop_outs,
            byes=[entrant.id for entrant in entrants if entrant.bye is not None],
            solkoff=solkoff,
            games=games,
        )
    ]


def ladder_lines(people: Sequence[EntrantRow], ladder: Ladder) -> list[CrosstableLine]:
    """Return those who stand on a ladder in its order, then those who have left it."""
    by_id = {entrant.id: entrant for entrant in people}
    left = [each for each in by_id if each not in ladder.order]
    return [
        CrosstableLine(
            by_id[each],
            ladder.row(each),
            None,
            None,
            tuple(form_of(result, each) for result in ladder.results.get(each, ())),
        )
        for each in (*ladder.order, *left)
    ]


def form_of(result: Played[int], player: int) -> FormResult:
    """Return what a match gave one of the two who played it."""
    return "drawn" if result.winner is None else "won" if result.winner == player else "lost"


def possible(sheet: Crosstable, line: CrosstableLine) -> str:
    """Return the ranks an entrant can still reach, as text; empty once all is decided."""
    if line.best is None or line.worst is None or not sheet.unfinished_users:
        return ""
    return str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}"


def standings(sheet: Crosstable, names: Mapping[int, str]) -> list[LeagueStanding]:
    """Return the lines of a table's picture, with the entrants' `names` by entrant."""
    return [
        LeagueStanding(
            line.row.rank,
            names[line.entrant.id],
            line.row.points,
            line.row.wins,
            line.row.played,
            line.form[-FORM_AT_MOST:],
            possible(sheet, line),
            out=line.entrant.withdrawn,
        )
        for line in sheet.lines[:DRAWN_AT_MOST]
    ]


async def stands_still(tx: Transaction, pairing: PairingRow) -> bool:
    """Whether a pairing's match is suspended: its place is gone, or it is unreadable."""
    found = await listing.of_ids(tx, [pairing.match_id] if pairing.match_id is not None else [])
    return any(_is_suspended(each) for each in found)


def _is_suspended(match: ListedRow | None) -> bool:
    return match is not None and match.status is MatchStatus.SUSPENDED
