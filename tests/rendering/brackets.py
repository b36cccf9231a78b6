"""Brackets of knock-outs as tests draw them."""

from rendering.people.bracket import PicturedTie

LONG = "Maximiliane-Wilhelmine" * 3
FREE = PicturedTie(("Ada", None), winner=0, free=True)
LOST = PicturedTie(("Ben", "Cleopatra the Great of Egypt"), (("lost",), ("won",)), 1)
REPLAYED = PicturedTie(("Дмитро", "😀"), (("drawn", "drawn", "won"), ("drawn", "drawn", "lost")), 0)
RUNNING = PicturedTie(("Farid", "Gül"), (("drawn",), ("drawn",)))
HALF = PicturedTie(("Дмитро", None))
NONE = PicturedTie((None, None))
EIGHT = (
    (FREE, LOST, REPLAYED, RUNNING),
    (PicturedTie(("Ada", "Cleopatra the Great of Egypt")), HALF),
    (NONE,),
)
"""A bracket of seven in its first round."""


def full(*names: str) -> tuple[tuple[PicturedTie, ...], ...]:
    """Return a finished bracket of all places.

    In each tie the upper player goes on, in the longest way that a tie can be decided.
    """
    rounds, left = [], list(names)
    while len(left) > 1:
        pairs = zip(left[::2], left[1::2], strict=True)
        rounds.append(tuple(PicturedTie(pair, REPLAYED.forms, 0) for pair in pairs))
        left = left[::2]
    return tuple(rounds)


SIXTEEN = full(*(f"{name} {number + 1}" for number, name in enumerate(["Ada", "Bartholomew"] * 8)))
LONGEST = full(*[LONG] * 16)
