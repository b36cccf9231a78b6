"""The kinds of competitions: each is a row of choices over entrants, pairings, a clock and a table."""

from dataclasses import dataclass
from typing import Final

from club.clocks.control import DAY, Control
from club.competitions import seasons
from club.competitions.rounds import round_robin
from data.competitions import CompetitionRow


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind. `least` and `most` are the entrants of a stage: with fewer it does not start."""

    key: str
    least: int
    most: int
    seasons: bool = False
    """Whether it has seasons by date, one after the other, and not one stage."""
    by_rounds: bool = False
    """Whether a round is paired when the one before it is over."""
    called: bool = False
    """Whether those play a round who say before it that they are there; others can come late."""
    solkoff: bool = False
    """Whether Solkoff's number breaks ties first. Then a result counts whatever becomes of its players later."""


KINDS: Final = {
    kind.key: kind
    for kind in (
        Kind(seasons.LEAGUE, seasons.LEAST, seasons.MOST, seasons=True),
        Kind("swiss", 3, 64, by_rounds=True, called=True, solkoff=True),
        Kind("robin", 3, 16),
        Kind("knockout", 3, 16, by_rounds=True),
    )
}
MOVES: Final = 60
"""Moves of each player that the time of a round has room for, where a clock adds seconds."""
ROUND: Final = 21 * DAY
"""Seconds of a round that is played over days."""


def kind_of(row: CompetitionRow) -> Kind:
    """Return the kind of a competition."""
    return KINDS[row.kind]


def round_time(kind: Kind, control: Control, entrants: int) -> float:
    """Return the seconds after which what is unfinished of a round is judged.

    With a sit-down clock both may use their whole bank, and the increments of `MOVES` moves. Where all rounds are
    paired at once, they are played one after the other with such a clock.
    """
    if not control.sitdown:
        return ROUND
    together = 1 if kind.by_rounds else len(round_robin(entrants))
    return 2.0 * (control.time + MOVES * (control.increment or 0)) * together


def rounds_for(kind: Kind, entrants: int) -> int:
    """Return how many rounds so many entrants play, where nobody has named a number.

    A knock-out halves them each time; a Swiss plays one more than that, as far as nobody has to meet anybody again.

    >>> rounds_for(KINDS["swiss"], 17), rounds_for(KINDS["swiss"], 4), rounds_for(KINDS["knockout"], 9)
    (6, 3, 4)
    """
    halvings = (entrants - 1).bit_length()
    if kind.called:
        return min(halvings + 1, entrants - 1)
    return halvings if kind.by_rounds else 1
