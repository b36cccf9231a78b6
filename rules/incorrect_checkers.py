"""Incorrect Checkers (Kanare Kato): bring all pieces over, jumping as in Halma.

Rulebook: `kato-collection.txt`.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rules.black_and_white import BLACK, EMPTY, WHITE, BlackAndWhiteGame, show_cells
from rules.board import BoardView, LastMove, Trace
from rules.game import BadPosition, IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import FLIPPED, ChangeBounds, Symmetry
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import (
    DIAGONAL,
    ORTHOGONAL,
    Size,
    is_dark,
    names_of,
    neighbours,
    rays,
    square_names,
    square_steps,
)
from words import Phrase, Words

SIZE = 8
PIECES = 12
GOAL_RANKS = 3
LIMIT = 300
"""A ruling: this many moves of both sides together without a winner are a draw."""
SIDES = ("black", "white")
"""Parts of codes, by seat."""

FIRST = (0, SIZE**2 - 1)
"""A square of each seat's own first rank."""
FORWARD = tuple(
    neighbours(SIZE, tuple((file, rank) for file, rank in DIAGONAL if rank == ahead)) for ahead in (1, -1)
)
"""For each seat and square, the squares diagonally ahead.

The other seat's are those behind.
"""
OVER_FRIEND = tuple(tuple(ray[:2] for ray in found if len(ray) > 1) for found in rays(SIZE, DIAGONAL))
OVER_ENEMY = tuple(tuple(ray[:2] for ray in found if len(ray) > 1) for found in rays(SIZE, ORTHOGONAL))
"""For each square the jumps off it as (square jumped, landing)."""


class Move(NamedTuple):
    """A move of one piece; start and end tell moves apart.

    `path` has every square the piece stands on, start and end included.
    """

    path: tuple[int, ...]

    @property
    def ends(self) -> tuple[int, int]:
        """The squares on which the piece starts and ends."""
        return self.path[0], self.path[-1]


@dataclass(frozen=True, slots=True)
class Position:
    """A board and a ply count: `cells` and `plies`.

    `cells` holds `EMPTY`, `BLACK` or `WHITE` by square number; `plies` is the number of plies since
    the start or the set-up. Positions that compare equal have the same continuations: the last move
    is not compared, but the plies are, because they lead to a draw.
    """

    cells: bytes
    turn: Seat
    plies: int = 0
    last: Move | None = field(default=None, compare=False)
    outcome: Outcome | None = None


class IncorrectCheckers(BlackAndWhiteGame[Position, Move]):
    """The game of Incorrect Checkers.

    Seat 0 is Black on the dark squares, moving up; seat 1 is White on the light ones, moving down.
    """

    key = "incorrect-checkers"
    title = Phrase("title.incorrect_checkers")
    sides = (Phrase("side.black"), Phrase("side.white"))
    words = ("incorrect", "wrong checkers", "halma", "race", "kato")
    example = "c3-d4"
    size = SIZE
    help = Help.from_subject(
        "incorrect_checkers",
        ("start", "step", "jumps"),
        ("retreat",),
        rulings=("light", "chain", "goal", "limit"),
        figures={
            "moves": [
                Figure(
                    Phrase("incorrect_checkers.help.figures.chain"),
                    {"cells": {"c3": "b", "d4": "b", "b2": "b", "e6": "w", "g6": "w", "c8": "w"}, "turn": 0},
                    moves=("c3-e5-e7",),
                ),
            ],
            "special": [
                Figure(
                    Phrase("incorrect_checkers.help.figures.retreat"),
                    {
                        "cells": dict.fromkeys(["e7", "d8", "f8", "a5", "c5"], "b")
                        | dict.fromkeys(["a2", "c2", "f3", "h5"], "w"),
                        "turn": 0,
                    },
                ),
            ],
            "ending": [
                Figure(
                    Phrase("incorrect_checkers.help.figures.end"),
                    {
                        "cells": dict.fromkeys(
                            ["a7", "b8", "b6", "c7", "d8", "d6", "e7", "f8", "f6", "g7", "h8", "g5"], "b"
                        )
                        | dict.fromkeys(
                            ["a2", "b1", "b3", "c2", "c4", "d1", "d3", "e2", "f1", "f3", "g2", "h1"], "w"
                        ),
                        "turn": 0,
                    },
                    moves=("g5-h6",),
                ),
            ],
        },
    )

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the start: twelve pieces for each side, on its own first three ranks."""
        return Position(
            bytes(
                BLACK
                if square in _own_squares(0) and square in _goal_squares(1)
                else WHITE
                if square in _own_squares(1) and square in _goal_squares(0)
                else EMPTY
                for square in range(SIZE**2)
            ),
            0,
        )

    tallied = "steps"
    symmetries = (Symmetry(), Symmetry(FLIPPED, swaps=True))

    def changes(self, size: Size) -> ChangeBounds:
        """Return the change bounds of a move, which moves one of the mover's pieces."""
        return ChangeBounds(put=1, lost=1, more=0, by_turns=True)

    def outline(self, position: Position) -> Outline:
        """Return the outline of the pieces."""
        return self.outline_board(SIZE, show_cells(SIZE, position.cells))

    def tally(self, position: Position) -> tuple[int, int]:
        """Return the ranks that each side's pieces have advanced in total.

        They are counted from the side's own first rank.
        """
        black, white = (
            sum(
                _ranks_ahead(seat, FIRST[seat], square)
                for square, piece in enumerate(position.cells)
                if piece == seat + 1
            )
            for seat in (0, 1)
        )
        return black, white

    def moves(self, position: Position) -> Sequence[Move]:
        """Return one move for each pair of start and end, by a shortest path."""
        return () if position.outcome else tuple(_moves_by_ends(position.cells, position.turn).values())

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after the move.

        The mover wins when all of their pieces are home.
        """
        mover, (origin, target) = position.turn, move.ends
        cells = bytearray(position.cells)
        cells[origin], cells[target] = EMPTY, cells[origin]
        after = bytes(cells)
        plies = position.plies + 1
        outcome = None
        if _is_home(after, mover):
            outcome = Outcome(mover, "incorrect_checkers.home")
        elif plies == LIMIT:
            outcome = Outcome(None, "incorrect_checkers.limit", facts={"limit": LIMIT})
        return Position(after, _seat_with_pieces(after, 1 - mover), plies, move, outcome)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome, which `play` judged when the last move was made."""
        return position.outcome

    def write(self, position: Position, move: Move) -> str:
        """Return the start and end squares: `c3-d4`."""
        return "-".join(names_of(SIZE, move.ends))

    def spell(self, position: Position, move: Move) -> str:
        """Return the text of a move, with every square if its path is not the default one."""
        shown = _moves_by_ends(position.cells, position.turn)[move.ends]
        return self.write(position, move) if move == shown else "-".join(names_of(SIZE, move.path))

    def read_move(self, position: Position, text: str) -> Move:
        """Return the move from its start and end, or from every square of its path.

        A path is kept for the picture.
        """
        path = self.read_squares(SIZE, text)
        if len(path) < 2:
            raise self.unreadable_move(text)
        move = _moves_by_ends(position.cells, position.turn).get((path[0], path[-1]))
        refusal = next(_refusals(position, path, self.sides, possible=move is not None), None)
        if refusal:
            raise refusal
        assert move is not None
        return move if len(path) == 2 else Move(tuple(path))

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices of the piece and of its end square."""
        choices = square_steps(SIZE)
        origin, target = move.ends
        return choices[origin], choices[target]

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the view of the board, White at the top, with the last move's path."""
        return self.view(
            position,
            seat,
            SIZE,
            show_cells(SIZE, position.cells),
            top=1,
            score=_count_home(position.cells),
            score_is="home",
        )

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Describe the last move: the player, a step or a jump, and the end square."""
        origin, target = last.ends
        facts = dict(zip(("origin", "target"), names_of(SIZE, last.ends), strict=True))
        name = self.player(position, position.cells[target] - 1)
        did = Phrase("incorrect_checkers.did.jumps", name=name, count=len(last.path) - 1, **facts)
        if target in (*FORWARD[0][origin], *FORWARD[1][origin]) and len(last.path) == 2:
            did = Phrase("incorrect_checkers.did.step", name=name, **facts)
        return LastMove(self.write(position, last), did, Trace(path=names_of(SIZE, last.path)))

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position with up to twelve pieces a side, on squares of its colour.

        A side without pieces is skipped.
        """
        cells, turn, _ = self.read_cells(options, data, turn)
        if not any(cells):
            raise BadPosition("position.empty")
        for seat, side in enumerate(self.sides):
            count = cells.count(seat + 1)
            if count > PIECES:
                raise BadPosition("position.many", side=side, count=count, limit=PIECES)
            for square, cell in enumerate(cells):
                if cell == seat + 1 and square not in _own_squares(seat):
                    name = square_names(SIZE)[square]
                    raise BadPosition(f"incorrect_checkers.colour.{SIDES[seat]}", square=name)
        mover = _seat_with_pieces(cells, turn)
        home = next((seat for seat in (1 - mover, mover) if _is_home(cells, seat)), None)
        return Position(
            cells, mover, outcome=None if home is None else Outcome(home, "incorrect_checkers.home")
        )


@lru_cache
def _own_squares(seat: Seat) -> frozenset[int]:
    """Return the squares that a seat's pieces can stand on."""
    return frozenset(square for square in range(SIZE**2) if is_dark(SIZE, square) == (seat == 0))


@lru_cache
def _goal_squares(seat: Seat) -> range:
    """Return the squares of a seat's last three ranks."""
    edge = SIZE * GOAL_RANKS
    return range(SIZE**2 - edge, SIZE**2) if seat == 0 else range(edge)


@lru_cache
def _cone(seat: Seat, square: int) -> tuple[int, ...]:
    """Return the goal squares within reach of forward steps from a square.

    The board is taken as empty; the square itself is not included.
    """
    found: set[int] = set()
    edge = set(FORWARD[seat][square])
    while edge:
        found |= edge
        edge = {ahead for reached in edge for ahead in FORWARD[seat][reached]}
    return tuple(sorted(found.intersection(_goal_squares(seat))))


def _ranks_ahead(seat: Seat, origin: int, target: int) -> int:
    """Return the number of ranks from `origin` forward to `target`."""
    ranks = target // SIZE - origin // SIZE
    return ranks if seat == 0 else -ranks


def _count_home(cells: bytes) -> tuple[int, int]:
    """Return each side's number of pieces on its last three ranks."""
    black, white = (
        cells.count(seat + 1, _goal_squares(seat).start, _goal_squares(seat).stop) for seat in (0, 1)
    )
    return black, white


def _is_home(cells: bytes, seat: Seat) -> bool:
    """Whether a seat has pieces, all of them on its last three ranks."""
    goal = _goal_squares(seat)
    count = cells.count(seat + 1)
    return count > 0 and cells.count(seat + 1, goal.start, goal.stop) == count


def _seat_with_pieces(cells: bytes, seat: Seat) -> Seat:
    """Return the seat, or the other one if the seat has no pieces.

    Only a position set up can leave a seat without pieces.
    """
    return seat if seat + 1 in cells else 1 - seat


@lru_cache(maxsize=64)
def _moves_by_ends(cells: bytes, seat: Seat) -> dict[tuple[int, int], Move]:
    """Return every legal move by its start and end."""
    return {
        move.ends: move
        for origin, piece in enumerate(cells)
        if piece == seat + 1
        for move in _piece_moves(cells, seat, origin)
    }


def _piece_moves(cells: bytes, seat: Seat, origin: int) -> Iterator[Move]:
    """Yield the moves of one piece, one for each end square."""
    for target in FORWARD[seat][origin]:
        if cells[target] == EMPTY:
            yield Move((origin, target))
    if _may_retreat(cells, seat, origin):
        for target in FORWARD[1 - seat][origin]:
            if cells[target] == EMPTY:
                yield Move((origin, target))
    for path in _chains(cells, seat, origin):
        if _ranks_ahead(seat, origin, path[-1]) > 0:
            yield Move(path)


def _may_retreat(cells: bytes, seat: Seat, square: int) -> bool:
    cone = _cone(seat, square)
    return bool(cone) and all(cells[goal] == seat + 1 for goal in cone)


def _chains(cells: bytes, seat: Seat, origin: int) -> Iterator[tuple[int, ...]]:
    """Yield a shortest chain of jumps to each square that can be reached by jumps.

    The search is breadth first over (square, friends jumped, whether an enemy was jumped). A piece
    cannot be jumped twice, so a longer way to a square may allow more jumps than a shorter one. A way
    is therefore dropped only if another way to the same square has jumped no piece that it did not
    jump too. For the same reason ways through the start square are not followed, although it counts
    as empty.
    """
    friend, enemy = seat + 1, 2 - seat
    reached: dict[int, list[tuple[frozenset[int], bool]]] = {}
    queue: deque[tuple[tuple[int, ...], frozenset[int], bool]] = deque([((origin,), frozenset(), False)])
    while queue:
        path, jumped, met = queue.popleft()
        square = path[-1]
        jumps = [
            (landing, jumped | {over}, met)
            for over, landing in OVER_FRIEND[square]
            if cells[over] == friend and over not in jumped
        ]
        if not met:
            jumps += [(landing, jumped, True) for over, landing in OVER_ENEMY[square] if cells[over] == enemy]
        for landing, now, meets in jumps:
            if cells[landing] != EMPTY:
                continue
            known = reached.setdefault(landing, [])
            if any(less <= now and before <= meets for less, before in known):
                continue
            if not known:
                yield (*path, landing)
            known.append((now, meets))
            queue.append(((*path, landing), now, meets))


def _refusals(
    position: Position, path: Sequence[int], sides: tuple[Words, Words], *, possible: bool
) -> Iterator[IllegalMove]:
    """Yield a refusal for every rule that a path breaks, the plainest first.

    `possible` says that the ends of the path are those of a legal move.
    """
    cells, seat = position.cells, position.turn
    origin, target = path[0], path[-1]
    ends = dict(zip(("origin", "target"), names_of(SIZE, (origin, target)), strict=True))
    if cells[origin] == EMPTY:
        yield IllegalMove("empty", square=ends["origin"])
    if cells[origin] != seat + 1:
        yield IllegalMove("incorrect_checkers.not_yours", square=ends["origin"], side=sides[1 - seat])
    for square in path:
        if square not in _own_squares(seat):
            name = square_names(SIZE)[square]
            yield IllegalMove(f"incorrect_checkers.colour.{SIDES[seat]}", square=name)
        if cells[square] != EMPTY and square != origin:
            yield IllegalMove("occupied", square=square_names(SIZE)[square])
    if len(path) > 2:
        yield from _broken_chain(cells, seat, path)
    if possible:
        return
    ahead = _ranks_ahead(seat, origin, target)
    if target in FORWARD[1 - seat][origin]:
        open_goals = [goal for goal in _cone(seat, origin) if cells[goal] != seat + 1]
        if not open_goals:
            yield IllegalMove("incorrect_checkers.retreat_last", origin=ends["origin"])
        else:
            facts = {"origin": ends["origin"], "square": square_names(SIZE)[open_goals[0]]}
            yield IllegalMove("incorrect_checkers.retreat_cone", **facts)
    if ahead < 0 and _may_retreat(cells, seat, origin):
        yield IllegalMove("incorrect_checkers.jump_back", **ends)
    if ahead <= 0:
        yield IllegalMove("incorrect_checkers.forward", **ends)
    yield IllegalMove("incorrect_checkers.no_way", **ends)


def _broken_chain(cells: bytes, seat: Seat, path: Sequence[int]) -> Iterator[IllegalMove]:
    """Yield a refusal for each illegal jump in a path written in full."""
    jumped: set[int] = set()
    met = False
    for origin, target in pairwise(path):
        ends = dict(zip(("origin", "target"), names_of(SIZE, (origin, target)), strict=True))
        jumps = {landing: (over, False) for over, landing in OVER_FRIEND[origin]}
        jumps |= {landing: (over, True) for over, landing in OVER_ENEMY[origin]}
        if target not in jumps:
            yield IllegalMove("incorrect_checkers.no_jump", **ends)
            return
        over, straight = jumps[target]
        name = square_names(SIZE)[over]
        if cells[over] == EMPTY:
            yield IllegalMove("incorrect_checkers.over_nothing", **ends, over=name)
        elif over in jumped:
            yield IllegalMove("incorrect_checkers.twice", **ends, over=name)
        elif straight and met:
            yield IllegalMove("incorrect_checkers.second_enemy", **ends)
        jumped.add(over)
        met = met or straight
