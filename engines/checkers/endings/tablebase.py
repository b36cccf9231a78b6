"""The shipped endgame tables, read when a kind of checkers is first searched."""

import lzma
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from engines.checkers.endings.position_numbers import FEW, PositionNumbers, places_of
from rules.checkers.rulesets import RULESETS, Ruleset

TABLES: Final = Path(__file__).parent / "tables"
"""The folder of the files, one for each rule set that moves differently.

A file is `<name>.xz`: half as large as with gzip. Endings of four pieces are in `<name>-four.xz`,
which is read when the first of them is asked for.
"""


class Tablebase:
    """The endgame table of one rule set; get it from `table_of`."""

    def __init__(self, places: PositionNumbers, values: bytes, fours: Callable[[], bytes] | None) -> None:
        self._places = places
        self._values = values
        self._fours = fours
        self.most = FEW if fours is None else places.most
        """Pieces of the largest endings that it has."""

    def plies(self, own: int, other: int, kings: int, colour: int, streak: int = 0) -> int | None:
        """Return the plies in which the mover wins (odd) or loses (even).

        Return `None` for a draw. The sides are given as bits of the geometry, with at most `most` pieces in
        all and one each at least. `streak` is how many quiet moves in a row a king has made whose side has
        a man too, if that is limited.
        """
        places = self._places
        mover, waiting = places.encode(own, kings, colour), places.encode(other, kings, colour)
        number = places.number(mover, waiting)
        if len(mover) + len(waiting) > FEW:
            assert self._fours is not None  # otherwise no caller asks for so many
            value = self._fours()[number - places.of_three]
            return value - 1 if value else None
        if streak and (places.is_mixed(mover) or places.is_mixed(waiting)):
            number += min(streak, places.layers - 1) * places.layer
        value = self._values[number]
        return value - 1 if value else None


def moving(ruleset: Ruleset) -> Ruleset:
    """Return a rule set without what does not matter to an ending.

    That is who begins, whose rules they are, and what clears a count.
    """
    row = RULESETS[ruleset.key]
    return replace(ruleset, first=row.first, federation=row.federation, sideways_lasts=row.sideways_lasts)


def name_of(ruleset: Ruleset) -> str:
    """Return the name of a rule set's table.

    Rule sets whose options do not change any ending share a table.
    """
    return ruleset.key if moving(ruleset) == RULESETS[ruleset.key] else f"{ruleset.key}-option"


@lru_cache(maxsize=6)
def table_of(ruleset: Ruleset) -> Tablebase | None:
    """Return the endgame table of a rule set, or `None` if none is shipped."""
    name = name_of(ruleset)
    if not file_of(name).exists():
        return None
    fours = partial(_fours, name) if file_of(name, fours=True).exists() else None
    return Tablebase(places_of(moving(ruleset)), _read_table(name), fours)


def file_of(name: str, *, fours: bool = False) -> Path:
    """Return the path of a table, or of its four-piece endings."""
    return TABLES / f"{name}-four.xz" if fours else TABLES / f"{name}.xz"


def _read_table(name: str, *, fours: bool = False) -> bytes:
    return lzma.decompress(file_of(name, fours=fours).read_bytes())


@lru_cache(maxsize=2)
def _fours(name: str) -> bytes:
    """Return the four-piece endings of a table.

    They take 9 MB, so only those of a few kinds stay in memory.
    """
    return _read_table(name, fours=True)
