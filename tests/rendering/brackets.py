"""Brackets of knock-outs as tests draw them."""

from rendering.people.bracket import BracketTie

LONG = "Maximiliane-Wilhelmine" * 3
FREE = BracketTie(("Ada", None), winner=0, is_bye=True)
LOST = BracketTie(("Ben", "Cleopatra the Great of Egypt"), (("lost",), ("won",)), 1)
REPLAYED = BracketTie(("Дмитро", "😀"), (("drawn", "drawn", "won"), ("drawn", "drawn", "lost")), 0)
RUNNING = BracketTie(("Farid", "Gül"), (("drawn",), ("drawn",)))
HALF = BracketTie(("Дмитро", None))
NONE = BracketTie((None, None))
EIGHT = (
    (FREE, LOST, REPLAYED, RUNNING),
    (BracketTie(("Ada", "Cleopatra the Great of Egypt")), HALF),
    (NONE,),
)
"""A bracket of seven in its first round."""


def full(*names: str) -> tuple[tuple[BracketTie, ...], ...]:
    """Return a finished bracket of all places.

    In each tie the upper player goes on, in the longest way that a tie can be decided.
    """
    rounds, left = [], list(names)
    while len(left) > 1:
        pairs = zip(left[::2], left[1::2], strict=True)
        rounds.append(tuple(BracketTie(pair, REPLAYED.results, 0) for pair in pairs))
        left = left[::2]
    return tuple(rounds)


SIXTEEN = full(*(f"{name} {number + 1}" for number, name in enumerate(["Ada", "Bartholomew"] * 8)))
LONGEST = full(*[LONG] * 16)
