"""What searches agree on: how much a win is worth, how a kept value is meant, and when they must end."""

from typing import Final

WIN: Final = 1_000_000
"""What a win is worth, less a point for each ply until it."""
SURE: Final = WIN - 1000
"""From here on it is a win that the search has seen, not an opinion."""

EXACT, LEAST, MOST = range(3)
"""A kept value is the worth of a position, or the worth is at least it, or at most it."""


class OutOfNodes(Exception):  # noqa: N818 - no fault: the search has had its nodes
    """The search has looked at as many nodes as it may."""


def from_root(value: int, ply: int) -> int:
    """Return a value as the table keeps it: a win so many plies from the position, not from the root."""
    return value + ply if value >= SURE else value - ply if value <= -SURE else value


def from_here(value: int, ply: int) -> int:
    """Return a value of the table as it is worth from the root."""
    return value - ply if value >= SURE else value + ply if value <= -SURE else value
