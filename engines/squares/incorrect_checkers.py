"""Game tree of Incorrect Checkers, on two bit boards and a ply count.

The estimate is how far all pieces have advanced.
"""

from collections.abc import Sequence
from typing import Any, Final

from engines.bounds import WIN
from engines.squares.field import OVER, Branch
from rules.incorrect_checkers import FORWARD, GOAL_RANKS, LIMIT, OVER_ENEMY, OVER_FRIEND, SIZE, Move, Position

SQUARES: Final = range(SIZE**2)
EVERYWHERE: Final = (1 << SIZE**2) - 1
GOALS: Final = (
    sum(1 << square for square in SQUARES[-SIZE * GOAL_RANKS :]),
    sum(1 << square for square in SQUARES[: SIZE * GOAL_RANKS]),
)
STEPS: Final = tuple(
    tuple(tuple((1 << to, to) for to in ahead[square]) for square in SQUARES) for ahead in FORWARD
)
"""The squares a step ahead, by seat and square; the other seat's are a step back."""
FRIENDS: Final = tuple(
    tuple((1 << over, 1 << to, to) for over, to in OVER_FRIEND[square]) for square in SQUARES
)
ENEMIES: Final = tuple(
    tuple((1 << over, 1 << to, to) for over, to in OVER_ENEMY[square]) for square in SQUARES
)
"""For each square the jumps off it: (the piece jumped, the landing, its number)."""
NEAR_FRIENDS: Final = tuple(sum(over for over, _, _ in jumps) for jumps in FRIENDS)
NEAR_ENEMIES: Final = tuple(sum(over for over, _, _ in jumps) for jumps in ENEMIES)

COME: Final = (0, 13, 25, 36, 46, 54, 60, 65)
"""A piece's worth by the ranks it has come: those behind have most to gain."""
MIDDLE: Final = (0, 1, 2, 3, 3, 2, 1, 0)
"""And by its file, until it is home."""
TEMPO: Final = 8


def _worths(seat: int) -> tuple[int, ...]:
    ranks = [square // SIZE if seat == 0 else SIZE - 1 - square // SIZE for square in SQUARES]
    return tuple(
        COME[rank] + (MIDDLE[square % SIZE] if rank < SIZE - GOAL_RANKS else 0)
        for square, rank in zip(SQUARES, ranks, strict=True)
    )


WORTHS: Final = (_worths(0), _worths(1))


def _cone(seat: int, square: int) -> int:
    """Return the goal squares that steps forward from a square could reach."""
    found, edge = 0, {square}
    while edge:
        edge = {to for at in edge for to in FORWARD[seat][at]}
        found |= sum(1 << at for at in edge)
    return found & GOALS[seat]


CONES: Final = tuple(tuple(_cone(seat, square) for square in SQUARES) for seat in (0, 1))

State = tuple[int, int, int]
"""Black's pieces, White's pieces, plies made."""


class IncorrectCheckersGameTree:
    """The game tree of Incorrect Checkers."""

    def scale_nodes(self, nodes: int) -> int:
        """Return `nodes` unchanged, because there is only one board size."""
        return nodes

    def root_state(self, position: Position) -> State:
        """Return both players' pieces and the number of plies made."""
        cells = position.cells
        black, white = (
            sum(1 << square for square in SQUARES if cells[square] == seat + 1) for seat in (0, 1)
        )
        return black, white, position.plies

    def expand(self, state: State, turn: int) -> list[Branch]:
        """Return one branch for each pair of start and end squares."""
        own, other, plies = state[turn], state[1 - turn], state[2] + 1
        free = EVERYWHERE ^ own ^ other
        worths, ahead, back, cones = WORTHS[turn], STEPS[turn], STEPS[1 - turn], CONES[turn]
        away, sign = own & ~GOALS[turn], 1 - 2 * turn
        lead = _total(own, worths) - _total(other, WORTHS[1 - turn]) - TEMPO
        after = 1 - turn if other else turn
        grown: list[Branch] = []
        left = own
        while left:
            bit = left & -left
            left ^= bit
            square = bit.bit_length() - 1
            ends = [(to_bit, to) for to_bit, to in ahead[square] if to_bit & free]
            cone = cones[square]
            if cone and not cone & ~own:
                ends += [(to_bit, to) for to_bit, to in back[square] if to_bit & free]
            if NEAR_FRIENDS[square] & own or NEAR_ENEMIES[square] & other:
                ends += _landings(square, own ^ bit, other, free, turn)
            from_here = lead - worths[square]
            for to_bit, to in ends:
                pieces = own ^ bit | to_bit
                next_state = (pieces, other, plies) if turn == 0 else (other, pieces, plies)
                if not (away & ~bit) and to_bit & GOALS[turn]:
                    grown.append((sign * (WIN - plies), OVER, next_state, (square, to)))
                elif plies >= LIMIT:
                    grown.append((0, OVER, next_state, (square, to)))
                else:
                    grown.append((sign * (from_here + worths[to]), after, next_state, (square, to)))
        return grown

    def is_halfway(self, state: State) -> bool:
        """Return false, because every branch is a whole move."""
        del state
        return False

    def final_worth(self, state: State) -> int:
        """Return 0, a draw.

        A side is never without a move, so the search does not come to this.
        """
        del state
        return 0

    def find_move(self, actions: Sequence[Any], moves: Sequence[Move]) -> Move:
        """Return the move with this start and end, along the path that the rules show."""
        return next(move for move in moves if move.ends == actions[0])


def _total(pieces: int, worths: tuple[int, ...]) -> int:
    total = 0
    while pieces:
        bit = pieces & -pieces
        pieces ^= bit
        total += worths[bit.bit_length() - 1]
    return total


def _landings(origin: int, own: int, other: int, free: int, seat: int) -> list[tuple[int, int]]:
    """Return the squares where chains of forward jumps can end.

    `own` excludes the piece that jumps. A chain is dropped if another chain to the same square jumps
    only pieces that it jumps too, as in the rules.
    """
    reached: dict[int, list[tuple[int, bool]]] = {}
    queue: list[tuple[int, int, bool]] = [(origin, 0, False)]
    found: list[tuple[int, int]] = []
    rank = origin // SIZE
    for square, jumped, met in queue:
        ways = [
            (to_bit, to, jumped | over, met)
            for over, to_bit, to in FRIENDS[square]
            if over & own and to_bit & free and not over & jumped
        ]
        if not met:
            ways += [
                (to_bit, to, jumped, True)
                for over, to_bit, to in ENEMIES[square]
                if over & other and to_bit & free
            ]
        for to_bit, to, now, meets in ways:
            known = reached.setdefault(to, [])
            if any(less & ~now == 0 and before <= meets for less, before in known):
                continue
            if not known and (to // SIZE > rank if seat == 0 else to // SIZE < rank):
                found.append((to_bit, to))
            known.append((now, meets))
            queue.append((to, now, meets))
    return found
