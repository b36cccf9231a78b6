"""The arrangement of choices in parts and in rows of buttons.

The picker walks through the legal moves of any game, choice by choice.
"""

from collections.abc import Sequence
from itertools import groupby, islice
from operator import attrgetter
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
PAIRED: Final = 2
"""Buttons in a row on a phone that name several cards."""


def split_choices(steps: Sequence[Step]) -> list[list[Step]]:
    """Split choices into groups of at most 25, the maximum number of buttons.

    A group is a rank of the board, or a run of consecutive choices, in reading order. There are at most
    25 groups, so that each can have a button.
    """
    ranks: dict[Words, list[Step]] = {}
    for step in steps:
        ranks.setdefault(step.group, []).append(step)
    if 1 < len(ranks) <= BUTTONS and max(map(len, ranks.values())) <= BUTTONS:
        return list(ranks.values())
    return [list(steps[at : at + BUTTONS]) for at in range(0, len(steps), BUTTONS)]


def arrange_in_rows(steps: Sequence[Step], view: View, width: int = WIDTH) -> list[list[Step]]:
    """Arrange up to 25 choices in rows of at most `width` buttons.

    They are in reading order. Each rank of the board (or each group, if there is no board) is a row if
    there are at most five of them and all fit; otherwise the choices are divided into rows of similar
    length.
    """
    ranks = [[step for step in steps if step.square in rank] for rank in view.reading]
    ranks = [rank for rank in ranks if rank]
    if not view.reading:
        ranks = [list(group) for _, group in groupby(steps, attrgetter("group"))]
    if sum(map(len, ranks)) == len(steps) and len(ranks) <= WIDTH and max(map(len, ranks)) <= width:
        return ranks
    return even_rows(steps, width)


def even_rows(items: Sequence[Item], width: int = WIDTH) -> list[list[Item]]:
    """Divide items into as few rows as possible, of similar length.

    >>> even_rows("abcdefgh")
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']]
    """
    count = -(-len(items) // width)
    length, longer = divmod(len(items), count)
    left = iter(items)
    return [list(islice(left, length + (row < longer))) for row in range(count)]


def small_board_squares(steps: Sequence[Step], view: View) -> list[list[str]]:
    """Return the squares of a board, row by row, if there is a button for each.

    Return an empty list for a larger board or if the choices are not squares.
    """
    squares = {name for row in view.reading for name in row}
    if max(map(len, (view.reading, *view.reading))) > WIDTH or not all(
        step.square in squares for step in steps
    ):
        return []
    return [list(row) for row in view.reading]
