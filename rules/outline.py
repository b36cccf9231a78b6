"""How positions of any game are compared.

Boards through their symmetries, and whether one may lead to another.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

BoardMarks = Mapping[str, str]
"""What lies on each square that is taken."""


class Image(NamedTuple):
    """A board seen through one symmetry.

    Similar boards share most of its `marks`; its `form` serves an exact comparison. It has this
    many `pieces`.
    """

    marks: int
    form: Any
    pieces: int


class Likeness(ABC):
    """Compares boards of one game.

    Two positions can be compared if they have the same likeness.
    """

    within: int
    """The most marks by which a board and one two moves later differ.

    Both are seen under the same symmetry.
    """
    uneven: int
    """And the most pieces by which one has more than the other."""

    @abstractmethod
    def images(self, board: BoardMarks) -> Sequence[Image]:
        """Return the images of a board under all symmetries, its own image first."""

    @abstractmethod
    def own_image(self, board: BoardMarks) -> Image:
        """Return the image of a board under no symmetry."""

    @abstractmethod
    def can_become(self, before: Any, after: Any, plies: int) -> bool:
        """Whether one form may become another within this many moves.

        Only squares are considered.
        """

    def canonical_form(self, board: BoardMarks) -> tuple[int, Any]:
        """Return a value that is equal for boards that a symmetry maps to each other."""
        return min((image.marks, image.form) for image in self.images(board))


class Outline(NamedTuple):
    """The contents of a board, and the way to compare them."""

    likeness: Likeness
    board: BoardMarks

    @property
    def own_image(self) -> Image:
        """The image of the board under no symmetry."""
        return self.likeness.own_image(self.board)

    @property
    def images(self) -> Sequence[Image]:
        """The images of the board under all symmetries."""
        return self.likeness.images(self.board)

    @property
    def canonical_form(self) -> tuple[int, Any]:
        """A value that is equal for boards that a symmetry maps to each other."""
        return self.likeness.canonical_form(self.board)
