"""Brackets of knock-outs as tests draw them."""

from typing import Any
from zlib import crc32

from rendering.people.bracket import BracketPlayer, BracketTie

LONG = "Maximiliane-Wilhelmine" * 3


def tie_of(names: tuple[str | None, str | None], *rest: Any, **more: Any) -> BracketTie:
    """Return a tie of two people who are known by their names."""
    upper, lower = (None if name is None else BracketPlayer(crc32(name.encode()), name) for name in names)
    return BracketTie((upper, lower), *rest, **more)


FREE = tie_of(("Ada", None), winner=0, is_bye=True)
LOST = tie_of(("Ben", "Cleopatra the Great of Egypt"), (("lost",), ("won",)), 1)
REPLAYED = tie_of(("Дмитро", "😀"), (("drawn", "drawn", "won"), ("drawn", "drawn", "lost")), 0)
RUNNING = tie_of(("Farid", "Gül"), (("drawn",), ("drawn",)))
HALF = tie_of(("Дмитро", None))
NONE = tie_of((None, None))
EIGHT = (
    (FREE, LOST, REPLAYED, RUNNING),
    (tie_of(("Ada", "Cleopatra the Great of Egypt")), HALF),
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
        rounds.append(tuple(tie_of(pair, REPLAYED.results, 0) for pair in pairs))
        left = left[::2]
    return tuple(rounds)


SIXTEEN = full(*(f"{name} {number + 1}" for number, name in enumerate(["Ada", "Bartholomew"] * 8)))
LONGEST = full(*[LONG] * 16)
