"""Boards as a viewer sees them, and what the board games share.

That is: their views, their texts, and reading positions given from outside.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from rules.game import BadPosition, Game, IllegalMove, Move, Options, Outcome, Seat, read_turn
from rules.likeness import ChangeBounds, Symmetry, square_likeness
from rules.outline import BoardMarks, Outline
from rules.squares import (
    JOINT,
    SQUARE,
    Size,
    files_and_ranks,
    is_dark,
    read_square,
    square_names,
    square_numbers,
)
from words import Phrase, Words, clip

Tone = Literal["white", "black"]
"""The look of a piece.

The two tones of squares are called dark and light instead.
"""
PieceStyle = Literal["plain", "ranked", "digits"]
"""Pieces of one kind, men and kings, or the digits 0 and 1."""


Facing = Literal["own", "first", "fixed"]
"""The side of a board that a viewer sees at the bottom.

Their own side, the first player's, or always the side of rank 1.
"""
FACINGS: tuple[Facing, ...] = ("own", "first", "fixed")


@dataclass(frozen=True, slots=True)
class Trace:
    """The squares changed by the last move, for the picture.

    `path` has the squares that the moved piece stood on, start first. `placed` has new pieces, and
    `removed` the pieces that left the board, as (square, symbol). `shifted` has other pieces that
    moved along, by their present squares.
    """

    path: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    removed: tuple[tuple[str, str], ...] = ()
    shifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A group of squares to be outlined, such as a territory or a deciding group."""

    seat: Seat
    squares: tuple[str, ...]
    times: int = 1
    """How often each of its squares counts."""

    @property
    def size(self) -> int:
        """The number of squares in the group."""
        return len(self.squares)

    @property
    def count_text(self) -> str:
        """The size of the group as written: `7`, or `20×2`."""
        return f"{self.size}×{self.times}" if self.times > 1 else str(self.size)


class LastMove(NamedTuple):
    """The part of a view that describes the last move."""

    written: str
    did: Words
    """What it did, in a sentence about its player."""
    trace: Trace
    note: Words | None = None
    """What people must hear about it (a forfeit)."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as one viewer sees it.

    The games have perfect information, so `viewer` only turns and marks the board. The view holds
    everything that pictures and words need: they never ask which game it is. `cells` has the
    occupied squares and their symbols in the protocol's form.
    """

    game: str
    viewer: Seat | None
    turn: Seat | None
    sides: tuple[Words, Words]
    size: Size
    cells: Mapping[str, str]
    a1_dark: bool = True
    top: Seat | None = None
    """The seat at the upper side, who sees the board rotated by half a turn.

    `None` if the board has no sides.
    """
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
    """By square, the number used as its name instead of file and rank.

    Only for kinds of checkers with numeric notation.
    """
    counters: Mapping[str, Any] | None = None
    did: Words | None = None
    """What the last move did, in a sentence about its player."""
    progress: Words | None = None
    """What the game counts towards its end, or whose count is whose."""
    begun: Words | None = None
    """In which set opening the match begins, before its first move."""
    note: Words | None = None
    """A sentence about the last move that the card must tell (a skip, a forfeit)."""
    pieces: PieceStyle = "plain"
    """The kind of pieces.

    Words say "men" and "kings" only if the pieces are ranked, and list digits by value.
    """
    tones: tuple[Tone, Tone] = ("black", "white")
    """The tone of each seat's pieces: of its icon and of the outlines of its groups."""
    sums: bool = False
    """Whether full rows and columns of digits show if their sum is even or odd.

    The lines that ended the game are outlined.
    """
    score_is: Literal["points", "largest_group", "home"] = "points"
    """What `score` counts."""
    groups_are: Literal["groups", "territories"] = "groups"
    """What `groups` are called."""
    scores_on: tuple[Literal["own", "other"], Literal["own", "other"]] | None = None
    """For each seat, the squares on which pieces score, if no player owns a colour.

    Pieces score on squares of their own tone, or on squares of the other tone.
    """
    outcome: Outcome | None = None
    """How the match ended, once it is over."""
    lot: bool = False
    """Whether it is still to be drawn who begins."""

    @property
    def files(self) -> int:
        """The number of files of the board."""
        return files_and_ranks(self.size)[0]

    @property
    def ranks(self) -> int:
        """The number of ranks of the board."""
        return files_and_ranks(self.size)[1]

    @property
    def players(self) -> tuple[Words, Words]:
        """The two sides; they serve as the players' names."""
        return self.sides

    def scoring_squares(self, seat: Seat) -> tuple[str, ...]:
        """Return the squares of the pieces that score for a seat.

        Only if `scores_on` tells pieces apart by their squares.
        """
        if self.scores_on is None:
            return ()
        own = self.scores_on[seat] == "own"
        return tuple(
            name
            for name in square_names(self.size)
            if name in self.cells
            and (is_dark(self.size, square_numbers(self.size)[name]) == self.a1_dark)
            == ((self.cells[name] == "b") == own)
        )

    def with_outcome(self, outcome: Outcome | None) -> "BoardView":
        """Return the view as it is once the match is over."""
        return replace(self, turn=None, outcome=outcome)

    @property
    def is_turned(self) -> bool:
        """Whether the viewer sees the board rotated by half a turn."""
        return self.top is not None and self.viewer == self.top

    @property
    def reading(self) -> tuple[tuple[str, ...], ...]:
        """The squares in the viewer's reading order.

        Row by row from the top, each row from the left.
        """
        return _reading(self.size, self.is_turned)

    def with_facing(self, facing: Facing) -> "BoardView":
        """Return the view with the given side at the bottom; nothing else changes."""
        if facing == "own" or self.top is None:
            return self
        return replace(self, top=self.viewer if facing == "first" and self.top == 0 else None)


@lru_cache
def _reading(size: Size, turned: bool) -> tuple[tuple[str, ...], ...]:
    known, (files, ranks) = square_names(size), files_and_ranks(size)
    rows = [known[rank * files : (rank + 1) * files] for rank in range(ranks)]
    return tuple(row[::-1] for row in rows) if turned else tuple(reversed(rows))


class OnBoard(Protocol):
    """The attributes that the position of every board game has."""

    @property
    def turn(self) -> Seat | None:
        """The seat that would move."""

    @property
    def last(self) -> Any:
        """The last move, for the picture only; `None` before the first one."""


Position = TypeVar("Position", bound=OnBoard)


class BoardGame(Game[Position, Move], Generic[Position, Move]):
    """A game on one board; its views are `BoardView`s."""

    symbols: tuple[str, ...]
    size: Size | None = None
    """The board's size; `None` where people choose it, by the option `size`."""
    symmetries: tuple[Symmetry, ...] = (Symmetry(),)
    """The symmetries of the game.

    Each turns the board, or exchanges the sides, or both, without changing how play continues.
    """

    def size_of(self, options: Options) -> Size:
        """Return the board size of a match with these options."""
        return int(options["size"]) if self.size is None else self.size

    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move, `None` once the game is over.

        The seat comes from the position.
        """
        return None if self.outcome(position) else position.turn

    @abstractmethod
    def changes(self, size: Size) -> ChangeBounds:
        """Return the most that one move can change on a board of this size."""

    def outline(self, position: Position) -> Outline:
        """Return the board's contents, for comparison under the game's symmetries."""
        view = self.seen_by(position, None)
        assert isinstance(view, BoardView)
        return self.outline_board(view.size, view.cells)

    def outline_board(self, size: Size, cells: BoardMarks) -> Outline:
        """Return a board prepared for comparison.

        For implementations of `outline` that need no view.
        """
        return Outline(square_likeness(size, self.symbols, self.symmetries, self.changes(size)), cells)

    @abstractmethod
    def describe_last(self, position: Position, last: Any) -> LastMove:
        """Describe the last move, which led to this position."""

    def view(
        self, position: Position, viewer: Seat | None, size: Size, cells: Mapping[str, str], **more: Any
    ) -> BoardView:
        """Return a view with the fields that every board has.

        `more` are further fields of `BoardView`.
        """
        if position.last is not None:
            written, did, trace, note = self.describe_last(position, position.last)
            more = {"note": note, **more, "last_move": written, "did": did, "trace": trace}
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
        """Return the score after a completely chosen move that changes it.

        The mover's own points come first. Only games that explain the numbers (`foretells`) give it.
        """
        if self.foretells is None or taken < len(self.steps(position, move)):
            return None
        seat, score = self.turn(position), self.score(self.play(position, move))
        if seat is None or score is None or score == self.score(position):
            return None
        return Phrase("foretold.score", points=score[seat], other_points=score[1 - seat])

    def show(self, view: BoardView) -> dict[str, Any]:
        """Return a board in the protocol's form.

        The size of a board that is not square is a list of files and ranks.
        """
        shown: dict[str, Any] = {"size": _as_json(view.size), "cells": dict(view.cells), "turn": view.turn}
        if view.hands is not None:
            shown["hands"] = list(view.hands)
        if view.counters is not None:
            shown["clock"] = dict(view.counters)
        return shown

    def read_board(
        self, options: Options, data: object, turn: Seat | None
    ) -> tuple[dict[int, str], Seat | None, Mapping[str, Any]]:
        """Return the occupied squares, the turn and the raw object of a given position.

        The squares map a square number to a symbol.
        """
        if not isinstance(data, Mapping) or not isinstance(data.get("cells"), Mapping):
            raise BadPosition("position.form")
        size = self.size_of(options)
        given, own = data.get("size", _as_json(size)), _as_json(size)
        if type(given) is not type(own) or given != own:
            raise BadPosition("position.size", size=own, given=clip(given))
        known = square_numbers(size)
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

    def read_squares(self, size: Size, text: str, count: int | None = None) -> list[int]:
        """Return the squares of a text such as `c3-d4` or `a1+c3`, in its order.

        If `count` is given, the text must name as many squares. Lenient: accepts capitals, spaces
        around the text, and between two squares any run of spaces, `+`, `,`, `&`, `>`, arrows and
        dashes, or nothing. Raise `IllegalMove`.
        """
        if not re.fullmatch(rf"\s*{SQUARE}(?:{JOINT}{SQUARE})*\s*", text):
            raise self.unreadable_move(text)
        found = [read_square(size, name) for name in re.findall(SQUARE, text)]
        if count not in (None, len(found)):
            raise self.unreadable_move(text)
        return found

    def unreadable_move(self, text: str, example: str | None = None) -> IllegalMove:
        """Return the refusal of a text that does not look like a move.

        `example` looks like one.
        """
        return IllegalMove("unreadable", text=clip(text), title=self.title, example=example or self.example)


def _as_json(size: Size) -> int | list[int]:
    return list(size) if isinstance(size, tuple) else size
