"""What a position of checkers is worth to its mover before anybody looks ahead, in hundredths of a man.

Hand-set for now: material, advancement, the back rank, the centre, the move. A trained evaluation takes this place
by being another `Evaluate`.
"""

from collections.abc import Callable
from functools import lru_cache

from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.rulesets import Ruleset

Evaluate = Callable[[int, int, int], int]
"""(own pieces, opponent's pieces, all kings) -> the worth, from the mover's side."""

MAN = 100
TEMPO = 4
"""For having the move."""

Planes = tuple[tuple[int, int], ...]
"""A small worth for each square, as bits: (weight, the squares whose worth has this bit of a binary number)."""


@lru_cache
def evaluators(ruleset: Ruleset) -> tuple[Evaluate, Evaluate]:
    """Return the evaluations for White and for Black to move."""
    geometry = Geometry(ruleset)
    men = tuple(_planes(geometry, _men(geometry, colour)) for colour in (WHITE, BLACK))
    kings = _planes(geometry, [_centre(geometry, square) for square in range(len(geometry.bits))])
    worth = king_worth(ruleset)
    return (
        _evaluator(worth, men[WHITE], men[BLACK], kings, flying=ruleset.flying),
        _evaluator(worth, men[BLACK], men[WHITE], kings, flying=ruleset.flying),
    )


def king_worth(ruleset: Ruleset) -> int:
    """Return what a king is worth: the farther and the more ways it goes, the more."""
    ways = len(ruleset.king_captures)
    if ruleset.flying:
        return {4: 280, 8: 400}[ways] if ruleset.squares != "all" else 420
    return {4: 150, 8: 200}[ways]


def _evaluator(worth: int, own_men: Planes, other_men: Planes, throne: Planes, *, flying: bool) -> Evaluate:
    def evaluate(own: int, other: int, kings: int) -> int:
        mine, theirs = own & ~kings, other & ~kings
        own_kings, other_kings = (own & kings).bit_count(), (other & kings).bit_count()
        material = MAN * (mine.bit_count() - theirs.bit_count()) + worth * (own_kings - other_kings)
        places = 0
        for weight, squares in own_men:
            places += weight * (mine & squares).bit_count()
        for weight, squares in other_men:
            places -= weight * (theirs & squares).bit_count()
        if own_kings or other_kings:
            for weight, squares in throne:
                places += weight * (
                    (own & kings & squares).bit_count() - (other & kings & squares).bit_count()
                )
            if flying and own_kings and other_kings and not mine and not theirs:
                material = _toward_nothing(material, 3)  # a lone flying king can seldom be caught
        # Whoever is ahead does well to trade, so the lead weighs more the fewer there are.
        lead = _toward_nothing(3 * material, 2 * (own | other).bit_count())
        return material + lead + places + TEMPO

    return evaluate


def _toward_nothing(number: int, by: int) -> int:
    """Return a quotient rounded toward 0, so that it is as large for both sides."""
    return number // by if number >= 0 else -(-number // by)


def _men(geometry: Geometry, colour: int) -> list[int]:
    """Return the worth of each square for a man: how far it has come, the centre, and the guard at home."""
    worths = []
    for square, (_, rank) in enumerate(geometry.places):
        gone = rank if colour == WHITE else geometry.size - 1 - rank
        home = 7 if gone == 0 else 0
        near = 6 if gone == geometry.size - 2 else 0
        worths.append(2 * gone + _centre(geometry, square) // 2 + home + near)
    return worths


def _centre(geometry: Geometry, square: int) -> int:
    """Return how far from the edges a square is, at most 7."""
    file, rank = geometry.places[square]
    last = geometry.size - 1
    return min(7, min(file, last - file) + min(rank, last - rank))


def _planes(geometry: Geometry, worths: list[int]) -> Planes:
    """Return the worths as binary digits: a few population counts in place of a look at every piece."""
    return tuple(
        (1 << digit, sum(bit for bit, worth in zip(geometry.bits, worths, strict=True) if worth >> digit & 1))
        for digit in range(max(worths).bit_length())
    )
