"""Whether a position is near one that occurred in a match.

Near means the same up to the game's symmetries, or at most two moves away. No moves are searched:
differing squares are counted. Consecutive boards of a match differ little, so they are kept in
blocks around one of them, and blocks that are far from each other are skipped as a whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules.match import Match
from rules.outline import Image, Likeness, Outline
from rules.shuffle import Shuffle

BY_HEART: Final = 8
"""Plies, of both sides together, before which no player needs help."""
AWAY: Final = 2
"""Distance in moves at which a position still helps in one that occurred.

These moves are the player's own move and the answer.
"""
RADIUS: Final = 4
"""Marks by which the boards of a block differ from its first one."""
SECRET_BYTES: Final = 32
"""Length of a secret that decides nothing.

A board that depends on chance is not a usual start.
"""


@dataclass(frozen=True)
class HelpRequest:
    """A position that a user wants help with.

    `away` is the number of moves by which it may differ from a position that occurred.
    """

    outline: Outline
    away: int

    @cached_property
    def first(self) -> Image:
        """Return its board as it is."""
        return self.outline.own_image

    @cached_property
    def images(self) -> Sequence[Image]:
        """Return its board through all symmetries."""
        return self.outline.images


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive boards of a match, each with its ply, close to the first of them.

    No board is farther from the first one than `radius`. They have at least `fewest` pieces and at most
    `most`.
    """

    boards: tuple[tuple[int, Image], ...]
    radius: int
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class PastPositions:
    """The boards of a match: those known by heart, and the later ones in blocks."""

    likeness: Likeness
    blocks: tuple[Block, ...]
    by_heart: tuple[Image, ...]

    @property
    def count(self) -> int:
        """Return how many boards it has."""
        return len(self.by_heart) + sum(len(block.boards) for block in self.blocks)


def stood_in(match: Match) -> PastPositions:
    """Return what stood in a match."""
    positions = (match.origin, *(ply.position for ply in match.plies))
    outlines = [match.game.outline(position) for position in positions]
    boards = [outline.own_image for outline in outlines]
    blocks = []
    for numbers, radius in _blocks([board.marks for board in boards[BY_HEART:]]):
        block = tuple((BY_HEART + i, boards[BY_HEART + i]) for i in numbers)
        blocks.append(Block(block, radius, *_counts([board for _, board in block])))
    return PastPositions(outlines[0].likeness, tuple(blocks), tuple(boards[:BY_HEART]))


def asked_of(match: Match, *, whole: bool) -> list[HelpRequest]:
    """Return the position that a match has reached, or all of it.

    The first moves from the usual start are known by heart, unless that very board has stood later in another match.
    """
    positions = [match.origin, *(ply.position for ply in match.plies)]
    first = 0 if whole else len(positions) - 1
    return [
        HelpRequest(match.game.outline(position), AWAY if match.was_set or number >= BY_HEART else 0)
        for number, position in enumerate(positions[first:], first)
    ]


def usual_start(match: Match) -> Image:
    """Return the board on which a match with these options begins by default."""
    position = match.game.start(match.options, Shuffle(bytes(SECRET_BYTES)))
    return match.game.outline(position).own_image


def is_near(asked: Sequence[HelpRequest], stood: Iterable[PastPositions], usual: Image) -> bool:
    """Whether any of the positions is near a position that occurred.

    A position that is known by heart or is the `usual` start does not count.
    """
    if not asked:
        return False
    likeness = asked[0].outline.likeness
    known = [(block, each) for each in stood if each.likeness is likeness for block in each.blocks]
    for numbers, radius in _blocks([each.first.marks for each in asked]) if known else ():
        within = likeness.within + radius
        fewest, most = _counts([asked[i].first for i in numbers])
        rows = [
            (block.boards[0][1].marks, block.radius, block, each)
            for block, each in known
            if block.fewest <= most + likeness.uneven and block.most >= fewest - likeness.uneven
        ]
        for number, image in enumerate(asked[numbers[0]].images):
            marks = image.marks
            close = [(b, s) for pivot, more, b, s in rows if (marks ^ pivot).bit_count() - more <= within]
            for block, each in close:
                for i in numbers:
                    if _meets(asked[i], number, block, likeness) and not _is_known(asked[i], each, usual):
                        return True
    return False


def _counts(boards: Sequence[Image]) -> tuple[int, int]:
    """Return the fewest pieces on any of some boards, and the most."""
    counts = [board.pieces for board in boards]
    return min(counts), max(counts)


def _meets(asked: HelpRequest, number: int, block: Block, likeness: Likeness) -> bool:
    """Whether a position, under the symmetry of that number, is near one of a block."""
    image = asked.images[number]
    for plies, board in block.boards:
        if (image.marks ^ board.marks).bit_count() <= likeness.within:
            # What leads to a board may itself be known by heart.
            before = min(asked.away, plies - BY_HEART)
            if likeness.can_become(board.form, image.form, asked.away) or likeness.can_become(
                image.form, board.form, before
            ):
                return True
    return False


def _is_known(asked: HelpRequest, stood: PastPositions, usual: Image) -> bool:
    """Whether a position is the usual start or occurred in the moves known by heart."""
    known = (usual, *stood.by_heart)
    return any(
        stood.likeness.can_become(board.form, image.form, 0) for image in asked.images for board in known
    )


def _blocks(marks: Sequence[int]) -> Iterator[tuple[range, int]]:
    """Yield ranges of boards that are near the first one of their range.

    Each comes with the distance of the farthest board from it.
    """
    begin, radius = 0, 0
    for i, each in enumerate(marks):
        apart = (each ^ marks[begin]).bit_count()
        if apart > RADIUS:
            yield range(begin, i), radius
            begin, radius, apart = i, 0, 0
        radius = max(radius, apart)
    if marks:
        yield range(begin, len(marks)), radius
