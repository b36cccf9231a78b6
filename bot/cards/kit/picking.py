"""A picker for every game: walk the legal moves choice by choice.

It also arranges the choices in rows.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final, TypeVar

from rules.game import Step, View
from words import Words

Item = TypeVar("Item")

BUTTONS: Final = 25
"""Maximum number of buttons for one level.

With the picture, the text and the buttons below, they stay within Discord's 40 components.
"""
WIDTH: Final = 5
"""Buttons in a row (Discord), and rows of choices that a screen has room for."""
NUMBERED: Final = 3
"""Buttons in a row on a phone where numbers stand beside the choices."""


def parts(steps: Sequence[Step]) -> list[list[Step]]:
    """Split choices into parts of at most 25, the number of buttons.

    A part is a rank, or a run of consecutive choices, in reading order. There are at most 25 parts, so
    that each can be a button.
    """
    ranks: dict[Words, list[Step]] = {}
    for step in steps:
        ranks.setdefault(step.group, []).append(step)
    if 1 < len(ranks) <= BUTTONS and max(map(len, ranks.values())) <= BUTTONS:
        return list(ranks.values())
    return [list(steps[at : at + BUTTONS]) for at in range(0, len(steps), BUTTONS)]


def rows(steps: Sequence[Step], view: View, width: int = WIDTH) -> list[list[Step]]:
    """Return up to 25 choices in reading order as rows of at most `width` buttons.

    A rank is a row while at most five ranks hold choices and none more than fit; else they run on in even rows.
    """
    ranks = [[step for step in steps if step.square in rank] for rank in view.reading]
    ranks = [rank for rank in ranks if rank]
    if sum(map(len, ranks)) == len(steps) and len(ranks) <= WIDTH and max(map(len, ranks)) <= width:
        return ranks
    return even(steps, width)


def even(steps: Sequence[Item], width: int = WIDTH) -> list[list[Item]]:
    """Return choices in as few rows of at most `width` as possible, of similar length.

    >>> even("abcdefgh")
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']]
    """
    count = -(-len(steps) // width)
    length, longer = divmod(len(steps), count)
    left = iter(steps)
    return [list(islice(left, length + (row < longer))) for row in range(count)]


def small_board(steps: Sequence[Step], view: View) -> list[list[str]]:
    """Return all squares of a board small enough for a button each.

    Return an empty list for larger boards, and if the choices are not squares.
    """
    squares = {name for row in view.reading for name in row}
    if max(map(len, (view.reading, *view.reading))) > WIDTH or not all(
        step.square in squares for step in steps
    ):
        return []
    return [list(row) for row in view.reading]
