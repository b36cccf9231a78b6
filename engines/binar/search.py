"""Alpha-beta search for Binar boards that no table covers.

It only finds how games end and has no evaluation. On large boards players compete for the last
squares that can be filled safely, and the one who sees further ahead wins. Lines are sorted by
their contents before a position is stored, so most positions that differ only in the order of lines
are searched once.
"""

from typing import Final

from engines.binar.states import DRAW, WON, BinarBranch, BinarKind, BinarState, legal_branches
from engines.bounds import EXACT, LOWER_BOUND, UPPER_BOUND, OutOfNodes

MAX_POSITIONS: Final = 50_000
"""Positions remembered; beyond that all are forgotten, so that memory stays small."""
WIN_WORTH: Final = 200
"""The worth of a win in the search, less a point for each ply from where it began."""

_Node = tuple[int, int, int]
"""The empty squares, a bit each, and the parities of rows and of columns."""


class BinarSearch:
    """A search of one position, which remembers nothing about other positions."""

    def __init__(self, kind: BinarKind, nodes: int) -> None:
        self.nodes = 0
        self.whole = False
        self._kind = kind
        self._most = nodes
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}
        self._cut = False
        size = kind.size
        whole = (1 << size) - 1
        self._across = [whole << size * row for row in range(size)]
        self._down = [sum(1 << size * row + column for row in range(size)) for column in range(size)]
        self._places = {
            1 << size * row + column: (row, column) for row in range(size) for column in range(size)
        }
        self._in = [[place for place in range(size) if line >> place & 1] for line in range(whole + 1)]
        self._plain = False

    def rate(self, state: BinarState, depth: int) -> list[tuple[int, BinarBranch]]:
        """Return the moves with their scores, the best first.

        The search goes as deep as the nodes allow, and no deeper than `depth` plies. The scores of the best
        moves are exact to that depth; another score only says that its move is worse. Games that do not end
        within sight score as draws. Afterwards `whole` says whether everything was searched to its end.
        """
        grown = legal_branches(self._kind, state)
        self.nodes += 1
        self._plain = (
            not self._kind.own_digits
            and self._kind.single_line
            and not self._has_lonely_square(_empty(state))
        )
        rated = [(_worth(DRAW if branch.end_score is None else branch.end_score), branch) for branch in grown]
        for plies in range(2, depth + 1):
            rated.sort(key=lambda each: -each[0])
            if rated[0][0] != 0:
                break
            self._known.clear()
            self._cut = False
            deeper: list[tuple[int, BinarBranch]] = []
            best = -WIN_WORTH
            try:
                for worth, branch in rated:
                    if branch.end_score is None:
                        worth = -self._value(
                            self._node(branch.state), branch.state.turn, 1, plies - 1, -WIN_WORTH, 1 - best
                        )
                    deeper.append((worth, branch))
                    best = max(best, worth)
            except OutOfNodes:
                break
            rated = deeper
            self.whole = not self._cut
            if self.whole:
                break
        return [(_score(worth), branch) for worth, branch in sorted(rated, key=lambda each: -each[0])]

    def _node(self, state: BinarState) -> _Node:
        return (
            (_empty(state), 0, 0)
            if self._plain
            else (_empty(state), state.row_parities, state.column_parities)
        )

    def _has_lonely_square(self, empty: int) -> bool:
        """Whether a square is the last empty one of its row and of its column.

        If digits are chosen and one line ends the game, no square becomes one while both play well, because
        a player who could make it so wins at once instead. Without such a square, parities and digits do
        not matter until the last move.
        """
        return any(
            (empty & self._across[row]) == bit == (empty & self._down[column])
            for bit, (row, column) in self._places.items()
        )

    def _value(self, node: _Node, turn: int, ply: int, depth: int, alpha: int, beta: int) -> int:
        """Return the worth to the mover, exact if it lies between `alpha` and `beta`."""
        key = self._key(node)
        known = self._known.get(key)
        if known is not None:
            kind, worth = known
            if (
                kind == EXACT
                or (kind == LOWER_BOUND and worth >= beta)
                or (kind == UPPER_BOUND and worth <= alpha)
            ):
                return worth
        if self.nodes >= self._most:
            raise OutOfNodes
        self.nodes += 1
        best, going = self._ends(node, turn, WIN_WORTH - ply - 1)
        floor = alpha
        if going and best <= 0 and depth == 1:
            self._cut = True
            best = max(best, 0)
        elif best <= 0:
            for after in going:
                if best >= beta:
                    break
                alpha = max(alpha, best)
                best = max(best, -self._value(after, 1 - turn, ply + 1, depth - 1, -beta, -alpha))
        if len(self._known) >= MAX_POSITIONS:
            self._known.clear()
        self._known[key] = LOWER_BOUND if best >= beta else UPPER_BOUND if best <= floor else EXACT, best
        return best

    def _ends(self, node: _Node, turn: int, won: int) -> tuple[int, list[_Node]]:
        """Return the best worth of the game-ending moves, and the other positions.

        The other positions are sorted, the safest first.
        """
        empty, rows, columns = node
        kind = self._kind
        across = [(empty & line).bit_count() for line in self._across]
        down = [(empty & line).bit_count() for line in self._down]
        best = -WIN_WORTH
        safe: list[_Node] = []
        risky: list[_Node] = []
        rest = empty
        while rest:
            bit = rest & -rest
            rest ^= bit
            row, column = self._places[bit]
            last = (across[row] == 1) + (down[column] == 1)
            for digit in (turn,) if kind.own_digits else (0, 1):
                one, other = rows >> row & 1 ^ digit, columns >> column & 1 ^ digit
                if last == 2 and (kind.single_line or one == other):
                    worth = won if one == other == turn else -won
                elif last and kind.single_line:
                    worth = won if (one if across[row] == 1 else other) == turn else -won
                elif empty == bit:
                    worth = 0
                elif self._plain:
                    if not digit:
                        (safe if across[row] > 2 < down[column] else risky).append((empty ^ bit, 0, 0))
                    continue
                else:
                    after = empty ^ bit, rows ^ digit << row, columns ^ digit << column
                    (safe if across[row] > 2 < down[column] else risky).append(after)
                    continue
                if worth == won:
                    return won, []
                best = max(best, worth)
        return best, safe + risky

    def _key(self, node: _Node) -> tuple[int, ...]:
        """Return the position with its lines sorted, as a key.

        Positions that are equal here go on equally. Full lines do not count.
        """
        empty, rows, columns = node
        size, inside = self._kind.size, self._in
        whole = (1 << size) - 1
        sums = [0] * size
        lines = []
        for row in range(size):
            line = empty >> size * row & whole
            if line:
                parity = rows >> row & 1
                lines.append((line, parity))
                weight = 1 << 4 * (line.bit_count() + 10 * parity)
                for column in inside[line]:
                    sums[column] += weight
        order = sorted(
            (weight, columns >> column & 1, column) for column, weight in enumerate(sums) if weight
        )
        moved = [0] * size
        parities = 0
        for place, (_, parity, column) in enumerate(order):
            moved[column] = 2 << place
            parities |= parity << place
        found = [sum([moved[column] for column in inside[line]]) | parity for line, parity in lines]
        found.sort()
        found.append(parities)
        return tuple(found)


def _empty(state: BinarState) -> int:
    """Return the empty squares of a position, one bit each."""
    size = len(state.filled)
    whole = (1 << size) - 1
    return sum((whole ^ line) << size * row for row, line in enumerate(state.filled))


def _worth(score: int) -> int:
    return 0 if score == DRAW else score - WON + WIN_WORTH if score > DRAW else score - WIN_WORTH


def _score(worth: int) -> int:
    return DRAW if worth == 0 else worth + WON - WIN_WORTH if worth > 0 else worth + WIN_WORTH
