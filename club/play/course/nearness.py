"""Whether a position is near a position that occurred in a match.

Two positions are near if they are at most two moves apart, under any symmetry of the board. No moves are
searched: differing squares are counted. Consecutive boards of a match differ little, so they are grouped
in blocks around one of them, and a block that is too far away is skipped as a whole.
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

    It is refused if it is within `max_distance` moves of a position from the user's running matches.
    """

    outline: Outline
    max_distance: int

    @cached_property
    def own_image(self) -> Image:
        """The image of the board under no symmetry."""
        return self.outline.own_image

    @cached_property
    def images(self) -> Sequence[Image]:
        """The images of the board under all symmetries."""
        return self.outline.images


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """Consecutive boards of a match that differ little, each with its ply.

    In a match from another position than usual, plies are counted as if some came before.
    A board is a picture of the position as one number (`Image`), with a mark for each piece. No board
    differs from the first by more than `radius` marks, and each has between `fewest_pieces` and
    `most_pieces` pieces.
    """

    boards: tuple[tuple[int, Image], ...]
    radius: int
    fewest_pieces: int
    most_pieces: int


@dataclass(frozen=True, slots=True)
class PastPositions:
    """The boards that occurred in a match.

    `opening_boards` are those of the first moves, which everyone is taken to know by heart. The later
    ones are in `blocks`.
    """

    likeness: Likeness
    blocks: tuple[BoardBlock, ...]
    opening_boards: tuple[Image, ...]

    @property
    def count(self) -> int:
        """The number of boards."""
        return len(self.opening_boards) + sum(len(block.boards) for block in self.blocks)


def collect_past_positions(match: Match) -> PastPositions:
    """Return all boards that occurred in a match, grouped for comparison."""
    positions = (match.origin, *(ply.position for ply in match.plies))
    outlines = [match.game.outline(position) for position in positions]
    boards = [outline.own_image for outline in outlines]
    known = _plies_by_heart(match, boards[0])
    blocks = []
    for numbers, radius in _blocks([board.marks for board in boards[known:]]):
        block = tuple((BY_HEART + i, boards[known + i]) for i in numbers)
        blocks.append(BoardBlock(block, radius, *_counts([board for _, board in block])))
    return PastPositions(outlines[0].likeness, tuple(blocks), tuple(boards[:known]))


def collect_help_requests(match: Match, *, all_positions: bool) -> list[HelpRequest]:
    """Return the current position of a match as a request for help.

    With `all_positions`, return all its positions. The first moves from the usual start are known by
    heart, so a position of theirs is refused only if exactly that board occurred later in another match.
    """
    positions = [match.origin, *(ply.position for ply in match.plies)]
    first = 0 if all_positions else len(positions) - 1
    return [
        HelpRequest(match.game.outline(position), AWAY if match.was_set or number >= BY_HEART else 0)
        for number, position in enumerate(positions[first:], first)
    ]


def _plies_by_heart(match: Match, origin: Image) -> int:
    """Return how many plies of a match its players know by heart.

    Where it began from another position than usual (`origin`), they are as many fewer as marks differ.
    """
    if not match.was_set:
        return BY_HEART
    apart = (origin.marks ^ usual_start(match).marks).bit_count()
    return max(0, BY_HEART - apart)


def usual_start(match: Match) -> Image:
    """Return the board on which a match with the same options begins by default."""
    position = match.game.start(match.options, Shuffle(bytes(SECRET_BYTES)))
    return match.game.outline(position).own_image


def is_near(requests: Sequence[HelpRequest], past_positions: Iterable[PastPositions], start: Image) -> bool:
    """Whether any requested position is near one that occurred in a match.

    Positions that equal the usual `start`, or that occurred in a match only in its first moves, do not
    count.
    """
    if not requests:
        return False
    likeness = requests[0].outline.likeness
    known = [(block, each) for each in past_positions if each.likeness is likeness for block in each.blocks]
    for numbers, radius in _blocks([each.own_image.marks for each in requests]) if known else ():
        within = likeness.within + radius
        fewest, most = _counts([requests[i].own_image for i in numbers])
        rows = [
            (block.boards[0][1].marks, block.radius, block, each)
            for block, each in known
            if block.fewest_pieces <= most + likeness.uneven and block.most_pieces >= fewest - likeness.uneven
        ]
        for number, image in enumerate(requests[numbers[0]].images):
            marks = image.marks
            close = [(b, s) for pivot, more, b, s in rows if (marks ^ pivot).bit_count() - more <= within]
            for block, each in close:
                for i in numbers:
                    if _meets(requests[i], number, block, likeness) and not _is_known(
                        requests[i], each, start
                    ):
                        return True
    return False


def _counts(boards: Sequence[Image]) -> tuple[int, int]:
    """Return the smallest and the largest number of pieces on any of the boards."""
    counts = [board.pieces for board in boards]
    return min(counts), max(counts)


def _meets(asked: HelpRequest, number: int, block: BoardBlock, likeness: Likeness) -> bool:
    """Whether a position, under symmetry `number`, is near a board of the block."""
    image = asked.images[number]
    for plies, board in block.boards:
        if (image.marks ^ board.marks).bit_count() <= likeness.within:
            # What leads to a board may itself be known by heart.
            before = min(asked.max_distance, plies - BY_HEART)
            if likeness.can_become(board.form, image.form, asked.max_distance) or likeness.can_become(
                image.form, board.form, before
            ):
                return True
    return False


def _is_known(asked: HelpRequest, stood: PastPositions, usual: Image) -> bool:
    """Whether a position is the usual start or one of a match's first positions."""
    known = (usual, *stood.opening_boards)
    return any(
        stood.likeness.can_become(board.form, image.form, 0) for image in asked.images for board in known
    )


def _blocks(marks: Sequence[int]) -> Iterator[tuple[range, int]]:
    """Yield ranges of boards that are near the first board of their range.

    Each comes with the distance of the farthest board from the first one.
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
