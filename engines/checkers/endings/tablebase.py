"""The shipped endgame tables, read when a kind of checkers is first searched."""

import lzma
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from engines.checkers.endings.position_numbers import FEW, PositionNumbers, position_numbers
from rules.checkers.rulesets import RULESETS, Ruleset

TABLES: Final = Path(__file__).parent / "tables"
"""The folder of the files, one for each rule set that moves differently.

A file is `<name>.xz`: half as large as with gzip. Endings of four pieces are in `<name>-four.xz`,
which is read when the first of them is asked for.
"""


class Tablebase:
    """The endgame table of one rule set; get it from `table_of`."""

    def __init__(
        self, numbers: PositionNumbers, values: bytes, load_fours: Callable[[], bytes] | None
    ) -> None:
        self._places = numbers
        self.values = values
        self._fours = load_fours
        self.most = FEW if load_fours is None else numbers.most
        """Pieces of the largest endings that it has."""

    def plies_to_end(self, own: int, other: int, kings: int, colour: int, streak: int = 0) -> int | None:
        """Return the plies in which the mover wins (odd) or loses (even).

        Return `None` for a draw. Each side has at least one piece, given as bits of the board, and both
        together have at most `most` pieces. `streak` matters if a king that has a man beside it may make
        only so many quiet moves in a row: it is how many that king has made.
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
        value = self.values[number]
        return value - 1 if value else None


def normalize_ruleset(ruleset: Ruleset) -> Ruleset:
    """Return a rule set with defaults for all that does not affect endings.

    That is who begins with how many men, which federation's rules they are, and what resets a draw count.
    """
    row = RULESETS[ruleset.key]
    return replace(
        ruleset,
        first=row.first,
        men_rows=row.men_rows,
        federation=row.federation,
        sideways_lasts=row.sideways_lasts,
    )


def table_name(ruleset: Ruleset) -> str:
    """Return the name of a rule set's endgame table.

    Rule sets whose options do not change any ending share a table.
    """
    return ruleset.key if normalize_ruleset(ruleset) == RULESETS[ruleset.key] else f"{ruleset.key}-option"


@lru_cache(maxsize=6)
def table_of(ruleset: Ruleset) -> Tablebase | None:
    """Return the endgame table of a rule set, or `None` if none is shipped.

    With another aim, or by the move counts of earlier versions, the tables would be wrong.
    """
    name = table_name(ruleset)
    if ruleset.aim != "capture" or ruleset.draws != RULESETS[ruleset.key].draws:
        return None
    if not table_path(name).exists():
        return None
    fours = partial(load_fours, name) if table_path(name, four_pieces=True).exists() else None
    return Tablebase(position_numbers(normalize_ruleset(ruleset)), _read_table(name), fours)


def table_path(name: str, *, four_pieces: bool = False) -> Path:
    """Return the path of an endgame table.

    With `four_pieces` it is that of the file with the table's four-piece endings.
    """
    return TABLES / f"{name}-four.xz" if four_pieces else TABLES / f"{name}.xz"


def _read_table(name: str, *, four_pieces: bool = False) -> bytes:
    return lzma.decompress(table_path(name, four_pieces=four_pieces).read_bytes())


@lru_cache(maxsize=2)
def load_fours(name: str) -> bytes:
    """Return the four-piece endings of a table.

    They take 9 MB, so only those of a few kinds stay in memory.
    """
    return _read_table(name, four_pieces=True)
