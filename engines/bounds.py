"""Conventions of all searches: the worth of a win, kinds of stored values."""

from typing import Final

WIN: Final = 1_000_000
"""What a win is worth, less a point for each ply until it."""
SURE: Final = WIN - 1000
"""From here on it is a win that the search has seen, not an opinion."""

EXACT, LOWER_BOUND, UPPER_BOUND = range(3)
"""A kept value is a position's worth, or a lower bound of it, or an upper bound."""


class OutOfNodes(Exception):  # noqa: N818 - no fault: the search has had its nodes
    """The search has used up its node limit."""


def to_table_value(value: int, ply: int) -> int:
    """Convert a value of the search to one that can be stored in a table.

    In the table a win is counted in plies from the position, in the search from the root. `ply` is the
    position's distance from the root.
    """
    return value + ply if value >= SURE else value - ply if value <= -SURE else value


def from_table_value(value: int, ply: int) -> int:
    """Convert a stored value back to one of the search, counted from the root.

    `ply` is the position's distance from the root.
    """
    return value - ply if value >= SURE else value + ply if value <= -SURE else value
