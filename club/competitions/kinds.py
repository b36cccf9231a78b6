"""The kinds of competitions.

Each is a row of choices about entrants, pairings, a clock and a table.
"""

from dataclasses import dataclass
from typing import Final

from club.clocks.time_control import DAY, TimeControl
from club.competitions import seasons
from club.competitions.reckoning.round_robin import round_robin
from data.competitions.competitions import LADDER, CompetitionRow


@dataclass(frozen=True, slots=True)
class CompetitionKind:
    """A kind of competition.

    `least` and `most` are the limits of entrants of a stage: with fewer than `least` it does not start.
    """

    key: str
    least: int
    most: int
    seasons: bool = False
    """Whether it has seasons by date, one after the other, and not one stage."""
    by_rounds: bool = False
    """Whether a round is paired when the one before it is over."""
    called: bool = False
    """Whether only entrants who check in before a round play it; others can come late."""
    solkoff: bool = False
    """Whether Solkoff's number breaks ties first.

    Then a result counts whatever becomes of its players later.
    """
    teams: bool = False
    """Whether two teams meet on boards: `least` is for each of them."""
    has_exhibitor: bool = False
    """Whether its organiser plays all others on all boards at once, as in a simul.

    The others do not play one another.
    """
    ladder: bool = False
    """Whether members come, challenge and leave at any time.

    Nothing starts or closes.
    """

    @property
    def has_table(self) -> bool:
        """Whether it has a table of single entrants, counted from results, for a page."""
        return not (self.teams or self.has_exhibitor or self.ladder)

    @property
    def lasting(self) -> bool:
        """Return whether a result counts whatever becomes of its players later."""
        return self.solkoff or self.teams or self.has_exhibitor

    @property
    def code_name(self) -> str:
        """The name of the kind in the codes of sentences."""
        if self.seasons:
            return "league"
        if self.teams:
            return "team"
        if self.has_exhibitor:
            return "simul"
        return "ladder" if self.ladder else "tournament"


SIMUL: Final = "simul"
KINDS: Final = {
    kind.key: kind
    for kind in (
        CompetitionKind(seasons.LEAGUE, seasons.LEAST, seasons.MOST, seasons=True),
        CompetitionKind("swiss", 3, 64, by_rounds=True, called=True, solkoff=True),
        CompetitionKind("robin", 3, 16),
        CompetitionKind("knockout", 3, 16, by_rounds=True),
        CompetitionKind("teams", 2, 48, teams=True),
        CompetitionKind(LADDER, 1, 64, ladder=True),
        CompetitionKind(SIMUL, 2, 21, has_exhibitor=True),
    )
}
MOVES: Final = 60
"""Moves of each player for which a round's time has room if a clock adds seconds."""
ROUND: Final = 21 * DAY
"""Seconds of a round that is played over days."""


def kind_of(row: CompetitionRow) -> CompetitionKind:
    """Return the kind of a competition."""
    return KINDS[row.kind]


def round_time(kind: CompetitionKind, control: TimeControl, entrants: int) -> float:
    """Return the seconds after which what is unfinished of a round is judged.

    With a sit-down clock both may use their whole bank, and the increments of `MOVES` moves. Where all rounds are
    paired at once, they are played one after the other with such a clock; the boards of a simul side by side, and of a
    team everybody has one board.
    """
    if not control.is_live:
        return ROUND
    if kind.has_exhibitor:
        return entrants * control.time + 2.0 * MOVES * (control.increment or 0)
    together = 1 if kind.by_rounds or kind.teams else len(round_robin(entrants))
    return 2.0 * (control.time + MOVES * (control.increment or 0)) * together


def exhibitor_bank(kind: CompetitionKind, control: TimeControl | None, boards: int) -> float:
    """Return the seconds that a simul's exhibitor has on top of the clock, per board.

    With a live clock the exhibitor has the bank of all boards on each, because they go from one board
    to the next while all clocks run. Over days everyone has the same.

    >>> pace = TimeControl(600, 5)
    >>> exhibitor_bank(KINDS["simul"], pace, 10), exhibitor_bank(KINDS["swiss"], pace, 10)
    (5400.0, 0.0)
    """
    if not kind.has_exhibitor or control is None or not control.is_live:
        return 0.0
    return float(control.time * (boards - 1))


def rounds_for(kind: CompetitionKind, entrants: int) -> int:
    """Return the number of rounds for so many entrants if the organiser names none.

    A knock-out halves them each round. A Swiss plays one more round than that, as far as no one has to
    meet an opponent again.

    >>> rounds_for(KINDS["swiss"], 17), rounds_for(KINDS["swiss"], 4), rounds_for(KINDS["knockout"], 9)
    (6, 3, 4)
    """
    halvings = (entrants - 1).bit_length()
    if kind.called:
        return min(halvings + 1, entrants - 1)
    return halvings if kind.by_rounds else 1
