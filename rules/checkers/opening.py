"""One opening of a table, and that a match began in it."""

from typing import NamedTuple


class Opening(NamedTuple):
    """One line of a table; `told` has its moves, or a position string alone."""

    table: str
    short: str
    lost: bool
    told: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return what it is called among all of its kind: `3-move 001`."""
        return f"{self.table} {self.short}"

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves that lead to it, none where it is set up."""
        return () if ":" in self.told[0][:2] else self.told

    @property
    def first(self) -> str:
        """Return the colour that moves first in it, where it is set up."""
        return "white" if self.told[0].startswith("W:") else "black"


class MatchOpening(NamedTuple):
    """In which opening a match began, and whether the lot has drawn it."""

    opening: Opening
    by_lot: bool
