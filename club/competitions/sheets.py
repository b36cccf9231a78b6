"""A section as it is shown: its table with the ranks that are possible, who meets whom, what has made it jump."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from club.competitions import ranks
from club.competitions.bracket import Tie, bracket
from club.competitions.kinds import KINDS, Kind, kind_of
from club.competitions.paired import counting, played
from club.competitions.results import Result as Played
from club.competitions.results import by_player
from club.competitions.seasons import LEAGUE, movers
from club.competitions.table import Row, table, uncounted
from data import competitions, entrants, listing, pairings
from data.competitions import CompetitionRow, SectionRow, StageRow
from data.entrants import EntrantRow
from data.listing import ListedRow
from data.pairings import LogRow, PairingRow
from data.transaction import Transaction

Form = Literal["won", "drawn", "lost"]
JUMPS: Final = 3
"""What has made a table jump, as far as its card says it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: the ranks are those that its entrant can still reach, `None` where nothing of theirs counts.

    `form` is what their matches gave, in the order of play.
    """

    entrant: EntrantRow
    row: Row[int]
    best: int | None
    worst: int | None
    form: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A section with its table; `sections` is how many there are, `links` the matches that can be looked at, by id."""

    competition: CompetitionRow
    stage: StageRow
    section: SectionRow
    sections: int
    lines: Sequence[Line]
    pairings: Sequence[PairingRow]
    jumps: Sequence[LogRow]
    links: dict[int, ListedRow]

    @property
    def up(self) -> int:
        """Return how many go up."""
        return movers(len(self.lines)) if self.section.number else 0

    @property
    def down(self) -> int:
        """Return how many go down."""
        return movers(len(self.lines)) if self.section.number < self.sections - 1 else 0

    def entrant(self, entrant_id: int) -> EntrantRow:
        """Return somebody of the section."""
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
    def unfinished(self) -> list[int]:
        """Return the users who have something to play still, each once."""
        open_ = [pairing for pairing in self.pairings if pairing.counts is None]
        return list(dict.fromkeys(entrant.user_id for pairing in open_ for entrant in self.pair(pairing)))


def lines_of(
    entrants: Sequence[EntrantRow], meetings: Sequence[PairingRow], kind: Kind = KINDS[LEAGUE]
) -> list[Line]:
    """Return the table of a section: its entrants by seed, and who of them meets whom.

    Where rounds are still to be paired, nobody can say which ranks are possible.
    """
    players = [entrant.id for entrant in entrants]
    results = [played(pairing) for pairing in counting(meetings)]
    withdrawn = [] if kind.solkoff else [entrant.id for entrant in entrants if entrant.withdrawn]
    every = by_player(players, results)
    gone = uncounted(every, withdrawn)
    counted = [player for player in players if player not in gone]
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    if not kind.by_rounds and len(counted) <= ranks.MOST:
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
        Line(
            by_id[row.player],
            row,
            best.get(row.player),
            worst.get(row.player),
            tuple(form_of(result, row.player) for result in every[row.player]),
        )
        for row in table(
            players,
            results,
            withdrawn,
            byes=[entrant.id for entrant in entrants if entrant.bye is not None],
            solkoff=kind.solkoff,
        )
    ]


def form_of(result: Played[int], player: int) -> Form:
    """Return what a match gave one of the two who played it."""
    return "drawn" if result.winner is None else "won" if result.winner == player else "lost"


async def sheet_of(tx: Transaction, section: SectionRow) -> Sheet:
    """Return a section as it is shown."""
    stage = await competitions.stage(tx, section.stage_id)
    assert stage is not None  # it has sections
    meetings = await pairings.pairings(tx, section.id)
    begun = [pairing.match_id for pairing in meetings if pairing.match_id is not None]
    competition = await competitions.get(tx, stage.competition_id)
    return Sheet(
        competition=competition,
        stage=stage,
        section=section,
        sections=len(await competitions.sections_of(tx, stage.id)),
        lines=lines_of(await entrants.of_section(tx, section.id), meetings, kind_of(competition)),
        pairings=meetings,
        jumps=await pairings.logged(tx, section.id, JUMPS),
        links={row.id: row for row in await listing.of_ids(tx, begun)},
    )


async def final_tables(tx: Transaction, stage: StageRow) -> list[list[int]]:
    """Return the users of each section of a stage in the order of its table, the highest section first."""
    found = []
    for section in await competitions.sections_of(tx, stage.id):
        lines = lines_of(await entrants.of_section(tx, section.id), await pairings.pairings(tx, section.id))
        found.append([line.entrant.user_id for line in lines])
    return found
