"""Squares, their names and numbers, directions, groups: shared by the board games.

Squares are named file and rank, a1 at the bottom left, and numbered rank by rank: a1 is 0, b1
is 1.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from rules.game import IllegalMove, Step
from words import Phrase, clip

FILES = "abcdefghijklmnopqrstuvwxyz"
SQUARE = r"[A-Za-z]+[0-9]+"
JOINT = r"[\s+,&>→–—-]*"
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

Size = int | tuple[int, int]
"""The edge of a square board, or the files and ranks of any other."""


def files_and_ranks(size: Size) -> tuple[int, int]:
    """Return the number of files and the number of ranks of a board.

    >>> files_and_ranks(8), files_and_ranks((7, 6))
    ((8, 8), (7, 6))
    """
    return size if isinstance(size, tuple) else (size, size)


@lru_cache
def square_names(size: Size) -> tuple[str, ...]:
    """Return the names of a board's squares by number.

    >>> square_names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    >>> square_names((3, 2))
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
    """
    files, ranks = files_and_ranks(size)
    return tuple(f"{FILES[file]}{rank + 1}" for rank in range(ranks) for file in range(files))


@lru_cache
def square_numbers(size: Size) -> Mapping[str, int]:
    """Return the numbers of a board's squares by name."""
    return {name: number for number, name in enumerate(square_names(size))}


def names_of(size: Size, squares: Iterable[int]) -> tuple[str, ...]:
    """Return the names of some squares, in the given order."""
    known = square_names(size)
    return tuple(known[square] for square in squares)


@lru_cache
def square_steps(size: Size) -> tuple[Step, ...]:
    """Return the choice of each square by number, headed by its rank.

    >>> [str(step.group) for step in square_steps((3, 2))]
    ['rank 1', 'rank 1', 'rank 1', 'rank 2', 'rank 2', 'rank 2']
    """
    files, _ = files_and_ranks(size)
    return tuple(
        Step(name, name, Phrase("step.rank", rank=square // files + 1), name)
        for square, name in enumerate(square_names(size))
    )


@lru_cache
def neighbours(
    size: Size, directions: tuple[tuple[int, int], ...] = ORTHOGONAL
) -> tuple[tuple[int, ...], ...]:
    """Return the adjacent squares of each square, in the given directions.

    A direction is (file, rank).
    """
    return tuple(tuple(ray[0] for ray in found if ray) for found in rays(size, directions))


@lru_cache
def rays(
    size: Size, directions: tuple[tuple[int, int], ...] = ORTHOGONAL
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return, for each square and direction, the squares up to the edge.

    A direction is (file, rank). The nearest square comes first.

    >>> rays((3, 2))[0]
    ((3,), (1, 2), (), ())
    """
    files, ranks = files_and_ranks(size)

    def ray(file: int, rank: int, df: int, dr: int) -> Iterator[int]:
        while 0 <= (file := file + df) < files and 0 <= (rank := rank + dr) < ranks:
            yield rank * files + file

    return tuple(
        tuple(tuple(ray(file, rank, *direction)) for direction in directions)
        for rank in range(ranks)
        for file in range(files)
    )


def is_dark(size: Size, square: int) -> bool:
    """Whether a square has the tone of a1 on a board whose a1 is dark."""
    files, _ = files_and_ranks(size)
    return (square % files + square // files) % 2 == 0


def connected_groups(size: Size, members: Collection[int]) -> list[list[int]]:
    """Return the orthogonally connected parts of `members`, largest first.

    The squares of each are in order.

    >>> connected_groups(3, [0, 1, 5, 8, 3])
    [[0, 1, 3], [5, 8]]
    """
    left = set(members)
    beside = neighbours(size)
    found = []
    while left:
        seed = min(left)
        left.remove(seed)
        part, edge = [seed], [seed]
        while edge:
            for square in beside[edge.pop()]:
                if square in left:
                    left.remove(square)
                    part.append(square)
                    edge.append(square)
        found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part))


def read_square(size: Size, text: str) -> int:
    """Return the number of the square that a text names; raise `IllegalMove`."""
    name = text.strip().lower()
    try:
        return square_numbers(size)[name]
    except KeyError:
        raise IllegalMove("unknown_square", square=clip(text), last=square_names(size)[-1]) from None
