"""The worth of a position where the aim is to lose everything, or to crown first.

In hundredths of a man, from the mover's side, without looking ahead. To lose, the fewer pieces the
better. To crown, the nearer the far rank the better, and a man that can step onto it wins.
"""

from collections.abc import Callable

from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.rulesets import Ruleset

Evaluate = Callable[[int, int, int], int]
"""(own pieces, opponent's pieces, all kings) -> the worth, from the mover's side."""

MAN = 100
TEMPO = 4
KING_TO_LOSE = 30
"""A king to be lost weighs less than a man: it can be offered anywhere."""
NEARLY = 5_000
"""For a step onto the far rank that the mover can make at once: it wins."""
STEPS = 3
"""To crown, for every rank that a man has gone; the last ranks count more."""
GUARD = 12
"""To crown, for every man at home, where it keeps others from the far rank."""


def to_lose(own: int, other: int, kings: int) -> int:
    """Return the worth where whoever has no piece or no move wins."""
    mine, theirs = (own & kings).bit_count(), (other & kings).bit_count()
    men = (other & ~kings).bit_count() - (own & ~kings).bit_count()
    material = MAN * men + KING_TO_LOSE * (theirs - mine)
    # The lead weighs more the fewer there are, as it does with the usual aim.
    lead = 3 * abs(material) // (2 * (own | other).bit_count())
    return material + (lead if material > 0 else -lead) + TEMPO


def to_crown(ruleset: Ruleset) -> tuple[Evaluate, Evaluate]:
    """Return the evaluations where the first king wins."""
    geometry = Geometry(ruleset)
    return _to_crown(ruleset, geometry, WHITE), _to_crown(ruleset, geometry, BLACK)


def _to_crown(ruleset: Ruleset, geometry: Geometry, colour: int) -> Evaluate:
    ups, downs = geometry.shifts(ruleset.man_moves, colour)
    own_ranks, other_ranks = (_ranks(geometry, each) for each in (colour, 1 - colour))
    far, playable = geometry.far_rank(colour), geometry.playable
    own_home, other_home = geometry.far_rank(1 - colour), far

    def evaluate(own: int, other: int, kings: int) -> int:
        del kings
        empty = playable ^ (own | other)
        crowning = far & empty
        if any(own << shift & crowning for shift in ups) or any(own >> shift & crowning for shift in downs):
            return NEARLY
        worth = MAN * (own.bit_count() - other.bit_count())
        worth += GUARD * ((own & own_home).bit_count() - (other & other_home).bit_count())
        for weight, squares in own_ranks:
            worth += weight * (own & squares).bit_count()
        for weight, squares in other_ranks:
            worth -= weight * (other & squares).bit_count()
        return worth + TEMPO

    return evaluate


def _ranks(geometry: Geometry, colour: int) -> list[tuple[int, int]]:
    """Return the worth of a man on each rank, and the squares of the rank."""
    size = geometry.size
    ranks = range(1, size + 1) if colour == WHITE else range(size, 0, -1)
    return [(STEPS * gone * gone // 2, geometry.rank_bits(rank, rank)) for gone, rank in enumerate(ranks)]
