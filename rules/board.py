"""Squares, names, directions, groups: what the square-board games share.

Squares are named file and rank, a1 at the bottom left, and numbered rank by rank: a1 is 0, b1 is 1.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, Literal

from rules.game import BadPosition, Game, IllegalMove, Move, Options, Outcome, Position, Seat, Step, read_turn
from words import Said, Words, clip

FILES = "abcdefghijklmnopqrstuvwxyz"
SQUARE = r"[A-Za-z]+[0-9]+"
JOINT = r"[\s+,&>→–—-]*"
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@lru_cache
def names(size: int) -> tuple[str, ...]:
    """Return the names of a board's squares by number.

    >>> names(3)
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3')
    """
    return tuple(f"{FILES[file]}{rank + 1}" for rank in range(size) for file in range(size))


@lru_cache
def numbers(size: int) -> Mapping[str, int]:
    """Return the numbers of a board's squares by name."""
    return {name: number for number, name in enumerate(names(size))}


@lru_cache
def square_steps(size: int) -> tuple[Step, ...]:
    """Return the choice of each square by number, under the heading of its rank."""
    return tuple(
        Step(name, name, Said("step.rank", rank=square // size + 1), name)
        for square, name in enumerate(names(size))
    )


@lru_cache
def neighbours(
    size: int, directions: tuple[tuple[int, int], ...] = ORTHOGONAL
) -> tuple[tuple[int, ...], ...]:
    """Return for each square the squares next to it in the given (file, rank) directions."""
    return tuple(
        tuple(
            (rank + dr) * size + file + df
            for df, dr in directions
            if 0 <= file + df < size and 0 <= rank + dr < size
        )
        for rank in range(size)
        for file in range(size)
    )


@lru_cache
def rays(
    size: int, directions: tuple[tuple[int, int], ...] = ORTHOGONAL
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each square and each direction the squares from its neighbour to the edge, nearest first."""
    return tuple(
        tuple(tuple(_ray(size, square % size, square // size, df, dr)) for df, dr in directions)
        for square in range(size**2)
    )


def _ray(size: int, file: int, rank: int, df: int, dr: int) -> Iterator[int]:
    while 0 <= (file := file + df) < size and 0 <= (rank := rank + dr) < size:
        yield rank * size + file


def is_dark(size: int, square: int) -> bool:
    """Return whether a square has the tone of a1 on a board whose a1 is dark."""
    return (square % size + square // size) % 2 == 0


def groups(size: int, members: Collection[int]) -> list[list[int]]:
    """Return the orthogonally connected parts of `members`, largest first, squares in order.

    >>> groups(3, [0, 1, 5, 8, 3])
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


def read_square(size: int, text: str) -> int:
    """Return the number of the square that the text names; raise `IllegalMove`."""
    name = text.strip().lower()
    try:
        return numbers(size)[name]
    except KeyError:
        raise IllegalMove("unknown_square", square=clip(text), last=names(size)[-1]) from None


Tone = Literal["white", "black"]
"""What a piece looks like; where squares have two tones, they are called dark and light."""
Pieces = Literal["plain", "ranked", "digits"]
"""Pieces of one kind, men and kings, or the digits 0 and 1."""


Facing = Literal["own", "first", "fixed"]
"""Whose side of a board somebody sees at the bottom: their own, the first player's, or always that of rank 1."""
FACINGS: tuple[Facing, ...] = ("own", "first", "fixed")


@dataclass(frozen=True, slots=True)
class Trace:
    """What the last move did, by squares, for the picture.

    `path`: where the moved piece stood, start first; `placed`: new pieces; `removed`: what left the
    board, as (square, symbol); `shifted`: further pieces that moved along, where they stand now.
    """

    path: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    removed: tuple[tuple[str, str], ...] = ()
    shifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A region to be outlined, with its size: a territory, a deciding group."""

    seat: Seat
    squares: tuple[str, ...]
    times: int = 1
    """How often each of its squares counts."""

    @property
    def size(self) -> int:
        """Return how many squares it has."""
        return len(self.squares)

    @property
    def counted(self) -> str:
        """Return what it counts, as it is written: `7`, or `20×2`."""
        return f"{self.size}×{self.times}" if self.times > 1 else str(self.size)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A square board as somebody sees it; perfect information, so `viewer` only turns and marks it.

    It tells all that pictures and words need: they never ask which game it is. `cells` has the occupied
    squares and their symbols in the protocol's form.
    """

    game: str
    viewer: Seat | None
    turn: Seat | None
    sides: tuple[Words, Words]
    size: int
    cells: Mapping[str, str]
    a1_dark: bool = True
    top: Seat | None = None
    """The seat whose side of the board is the upper one and who sees it turned half round; `None`: no sides."""
    last_move: str | None = None
    trace: Trace | None = None
    hands: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
    groups: tuple[Group, ...] = ()
    frame: tuple[str, ...] = ()
    """Squares with a rule of their own, a rectangle that gets a frame."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """By square, a number to write on it (a stone's distance)."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """By square, the number that replaces file and rank as its name (numeric checkers)."""
    counters: Mapping[str, Any] | None = None
    did: Words | None = None
    """What the last move did, in a sentence about its player."""
    progress: Words | None = None
    """What the game counts towards its end, or whose count is whose."""
    begun: Words | None = None
    """In which set opening the match begins, before its first move."""
    note: Words | None = None
    """A sentence about the last move that the card must tell (a skip, a forfeit)."""
    pieces: Pieces = "plain"
    """What the pieces are: words say "men" and "kings" of ranked ones only, and list digits by value."""
    tones: tuple[Tone, Tone] = ("black", "white")
    """The tone of each seat's pieces: of its icon and of the outlines of its groups."""
    sums: bool = False
    """Each full row and column of digits shows its sum, even or odd; the lines that ended the game are outlined."""
    score_is: Literal["points", "largest_group", "home"] = "points"
    """What `score` counts."""
    groups_are: Literal["groups", "territories"] = "groups"
    """What `groups` are called."""
    scores_on: tuple[Literal["own", "other"], Literal["own", "other"]] | None = None
    """What counts for each seat where no colour is a player's: pieces on squares of their own tone, or the others."""
    outcome: Outcome | None = None
    """How the match ended, once it is over."""
    lot: bool = False
    """Whether it is still to be drawn who begins."""

    @property
    def players(self) -> tuple[Words, Words]:
        """Return the sides, which name their players."""
        return self.sides

    def scoring(self, seat: Seat) -> tuple[str, ...]:
        """Return the squares of the pieces that count for a seat, where `scores_on` tells pieces apart by squares."""
        if self.scores_on is None:
            return ()
        own = self.scores_on[seat] == "own"
        return tuple(
            name
            for name in names(self.size)
            if name in self.cells
            and (is_dark(self.size, numbers(self.size)[name]) == self.a1_dark)
            == ((self.cells[name] == "b") == own)
        )

    def ended(self, outcome: Outcome | None) -> "BoardView":
        """Return the view of a match that is over."""
        return replace(self, turn=None, outcome=outcome)

    @property
    def turned(self) -> bool:
        """Return whether the viewer sees the board turned half round."""
        return self.top is not None and self.viewer == self.top

    @property
    def reading(self) -> tuple[tuple[str, ...], ...]:
        """Return the squares as the viewer reads them: row by row from the top, each from the left."""
        return _reading(self.size, self.turned)

    def faced(self, facing: Facing) -> "BoardView":
        """Return the same with that side at the bottom; nothing else changes."""
        if facing == "own" or self.top is None:
            return self
        return replace(self, top=self.viewer if facing == "first" and self.top == 0 else None)


@lru_cache
def _reading(size: int, turned: bool) -> tuple[tuple[str, ...], ...]:
    known = names(size)
    ranks = [known[rank * size : (rank + 1) * size] for rank in range(size)]
    return tuple(rank[::-1] for rank in ranks) if turned else tuple(reversed(ranks))


class BoardGame(Game[Position, Move], Generic[Position, Move]):
    """A game on one square board whose views are `BoardView`s."""

    symbols: tuple[str, ...]

    def size_of(self, options: Options) -> int:
        """Return the board's edge: the option `size`, where a game has it."""
        return int(options["size"])

    def view(
        self, position: Position, viewer: Seat | None, size: int, cells: Mapping[str, str], **more: Any
    ) -> BoardView:
        """Return a view with what every board has; `more` are the further fields of `BoardView`."""
        return BoardView(
            game=self.key,
            viewer=viewer,
            turn=self.turn(position),
            sides=self.sides_in(position),
            size=size,
            cells=cells,
            **more,
        )

    def foretell(self, position: Position, move: Move, taken: int) -> Words | None:
        """Return the score after a move that is chosen to its end and changes it, the mover's own points first.

        It is said in games that say what it is (`foretells`).
        """
        if self.foretells is None or taken < len(self.steps(position, move)):
            return None
        seat, score = self.turn(position), self.score(self.play(position, move))
        if seat is None or score is None or score == self.score(position):
            return None
        return Said("foretold.score", points=score[seat], other_points=score[1 - seat])

    def show(self, view: BoardView) -> dict[str, Any]:
        """Return the protocol's form of a board."""
        shown: dict[str, Any] = {"size": view.size, "cells": dict(view.cells), "turn": view.turn}
        if view.hands is not None:
            shown["hands"] = list(view.hands)
        if view.counters is not None:
            shown["clock"] = dict(view.counters)
        return shown

    def read_board(
        self, options: Options, data: object, turn: Seat | None
    ) -> tuple[dict[int, str], Seat | None, Mapping[str, Any]]:
        """Return the occupied squares (number → symbol), the turn and the raw object of a position to be set."""
        if not isinstance(data, Mapping) or not isinstance(data.get("cells"), Mapping):
            raise BadPosition("position.form")
        size = self.size_of(options)
        if type(data.get("size", size)) is not int or data.get("size", size) != size:
            raise BadPosition("position.size", size=size, given=clip(data["size"]))
        known = numbers(size)
        cells = {}
        for name, symbol in data["cells"].items():
            if name not in known:
                raise BadPosition("position.square", square=clip(name))
            if symbol not in self.symbols:
                raise BadPosition(
                    "position.symbol", symbol=clip(symbol), square=name, known=", ".join(self.symbols)
                )
            cells[known[name]] = symbol
        return cells, read_turn(data, turn), data

    def read_squares(self, size: int, text: str) -> list[int]:
        """Return the squares of a text such as `c3-d4` or `a1+c3`, in its order; raise `IllegalMove`.

        Lenient: capitals; spaces around; between two squares any run of spaces, `+`, `,`, `&`, `>`, arrows and
        dashes, or nothing.
        """
        if not re.fullmatch(rf"\s*{SQUARE}(?:{JOINT}{SQUARE})*\s*", text):
            raise self.unreadable(text)
        return [read_square(size, name) for name in re.findall(SQUARE, text)]

    def unreadable(self, text: str) -> IllegalMove:
        """Return the refusal of a text that does not look like a move."""
        return IllegalMove("unreadable", text=clip(text), title=self.title, example=self.example)


def named(size: int, squares: Iterable[int]) -> tuple[str, ...]:
    """Return the names of some squares, in the given order."""
    known = names(size)
    return tuple(known[square] for square in squares)
