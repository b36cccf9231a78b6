"""The shipped tables of endings, read when a kind of checkers is first searched."""

import lzma
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from engines.checkers.endings.places import Places, places_of
from rules.checkers.rulesets import RULESETS, Ruleset

TABLES: Final = Path(__file__).parent / "tables"
"""A file for each rule set that moves differently, `<name>.xz`: half as large as with gzip."""


class Tablebase:
    """The endings of one rule set; get it from `table_of`."""

    def __init__(self, places: Places, values: bytes) -> None:
        self._places = places
        self._values = values

    def plies(self, own: int, other: int, kings: int, colour: int, streak: int = 0) -> int | None:
        """Return in how many plies the mover wins (odd) or loses (even), `None` for a draw.

        The sides are given as bits of the geometry, with three pieces in all at most and one each at least; `streak`
        is how many quiet moves in a row the king of a side has made that has a man too, where that is limited.
        """
        places = self._places
        mover, waiting = places.coded(own, kings, colour), places.coded(other, kings, colour)
        number = places.number(mover, waiting)
        if streak and (places.mixed(mover) or places.mixed(waiting)):
            number += min(streak, places.layers - 1) * places.layer
        value = self._values[number]
        return value - 1 if value else None


def moving(ruleset: Ruleset) -> Ruleset:
    """Return a rule set without what does not matter to an ending: who begins, whose rules they are, what clears."""
    row = RULESETS[ruleset.key]
    return replace(ruleset, first=row.first, federation=row.federation, sideways_lasts=row.sideways_lasts)


def name_of(ruleset: Ruleset) -> str:
    """Return the name of a rule set's table: options that change no ending share one."""
    return ruleset.key if moving(ruleset) == RULESETS[ruleset.key] else f"{ruleset.key}-option"


@lru_cache(maxsize=6)
def table_of(ruleset: Ruleset) -> Tablebase | None:
    """Return the endings of a rule set, `None` where no table is shipped."""
    path = TABLES / f"{name_of(ruleset)}.xz"
    if not path.exists():
        return None
    return Tablebase(places_of(moving(ruleset)), lzma.decompress(path.read_bytes()))
