"""An opening of a table, and the record that a match began in one."""

from typing import NamedTuple


class Opening(NamedTuple):
    """A line of a table; `told` has its moves, or only a position string."""

    table: str
    short: str
    lost: bool
    told: tuple[str, ...]

    @property
    def name(self) -> str:
        """The full name, unique among the variant's openings: `3-move 001`."""
        return f"{self.table} {self.short}"

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead to the opening; none if it is a position to set up."""
        return () if ":" in self.told[0][:2] else self.told

    @property
    def first_colour(self) -> str:
        """The colour that moves first, for an opening that is a position to set up."""
        return "white" if self.told[0].startswith("W:") else "black"


class MatchOpening(NamedTuple):
    """The opening in which a match began, and whether it was drawn by lot."""

    opening: Opening
    by_lot: bool
