"""Alpha-beta on a game tree: rates the branches by limited nodes.

Iterative deepening with a transposition table; the table's best branch comes first, then the others
by their estimates. Decided results are exact. All values are integers, and iteration is ordered.
"""

from typing import Any, Final

from engines.bounds import EXACT, LOWER_BOUND, SURE, UPPER_BOUND, WIN, OutOfNodes
from engines.squares.field import OVER, Branch, GameTree

UNPROVEN: Final = 4_000
"""The worth of a loss if some branches were left out.

It is more than any estimate, and no win that the search has seen.
"""

MOST_KEPT: Final = 150_000
"""Positions in the table; it is emptied when full, so that memory stays small."""

_Entry = tuple[int, int, int, int]
"""Depth, kind of the worth, the worth to the mover, the place of the best branch."""


class DeepSearch:
    """A search of one position, which remembers nothing about other positions.

    Below the root it follows at most `width` branches of a position, the most promising ones, so it
    cannot prove a loss there. Once it has seen all of these to their end, it follows all branches. A
    width of 0 leaves none out.
    """

    def __init__(self, tree: GameTree, nodes: int, width: int = 0) -> None:
        self.nodes = 0
        self.worth = 0
        """The rated position's worth to its mover.

        It is exact if it is `settled` or sure, else an opinion. An opinion is the mean of the last two
        depths, because after a move of one's own estimates are too good, and after the answer too bad. A
        depth to which only some branches were seen counts as much less.
        """
        self.settled = False
        """Whether everything was seen to the end, so that the worth is exact, even a draw."""
        self.glance: list[int] = []
        """Each branch's worth to the mover after the best answer to it, the best first.

        For branches whose answers were not seen any more it is what they seemed to be worth before.
        """
        self._field = tree
        self._most = nodes
        self._table: dict[tuple[Any, int], _Entry] = {}
        self._cut = False
        self._width = width
        self._narrowed = False

    def rate(self, state: Any, turn: int, depth: int, margin: int) -> list[tuple[int, Branch]]:
        """Return (worth to the mover, branch) pairs, the best first.

        The search goes as deep as the nodes allow, and no deeper than `depth`. All branches within `margin`
        of the best have their exact worth; another branch is at least as far behind as its worth says.
        """
        self.nodes += 1
        sign = 1 - 2 * turn
        rated = [(sign * branch[0], branch) for branch in self._field.expand(state, turn)]
        rated.sort(key=_worth_of, reverse=True)
        self.glance = [worth for worth, _ in rated]
        self.worth = rated[0][0] if rated else 0
        self.settled = all(branch[1] == OVER for _, branch in rated)
        if self.settled:
            return rated
        for plies in range(2, depth + 1):
            self._cut = False
            deeper: list[tuple[int, Branch]] = []
            best = -2 * WIN
            try:
                for _, branch in rated:
                    worth = self._branch_worth(branch, turn, plies - 1, best - margin - 1, 2 * WIN)
                    deeper.append((worth, branch))
                    best = max(best, worth)
            except OutOfNodes:
                if not deeper:
                    break
                # The rest keeps its old worth, as far behind the best of then as it was.
                gone = 0 if _is_sure(deeper[0][0]) or _is_sure(rated[0][0]) else deeper[0][0] - rated[0][0]
                rest = [(w if _is_sure(w) else w + gone, b) for w, b in rated[len(deeper) :]]
                known = sorted([*deeper, *rest], key=_worth_of, reverse=True)
                if plies == 2:
                    self.glance = [worth for worth, _ in known]
                self._weigh(rated[0][0], known[0][0], len(deeper) / len(rated))
                return known
            self._weigh(rated[0][0], best)
            rated = sorted(deeper, key=_worth_of, reverse=True)
            if plies == 2:
                self.glance = [worth for worth, _ in rated]
            if best >= SURE or not (self._cut or self._narrowed):
                self.worth, self.settled = best, not (self._cut or self._narrowed)
                break
            if not self._cut:
                self._width, self._narrowed = 0, False
                self._table.clear()
        return rated

    def _weigh(self, before: int, best: int, share: float = 1.0) -> None:
        """Set the worth from the best branches of the last two depths.

        `share` is the share of the branches that was searched at the last depth.
        """
        if _is_sure(before) or _is_sure(best):
            self.worth = best
        else:
            self.worth = round((1 - share) * self.worth + share * (before + best) / 2)

    def _branch_worth(self, branch: Branch, mover: int, depth: int, alpha: int, beta: int) -> int:
        """Return the worth of a branch to `mover`."""
        worth, turn, state, _ = branch
        if turn == OVER or depth == 0:
            self._cut = self._cut or turn != OVER
            return worth if mover == 0 else -worth
        if turn == mover:
            return self._value(state, turn, depth, alpha, beta)
        return -self._value(state, turn, depth, -beta, -alpha)

    def _value(self, state: Any, turn: int, depth: int, alpha: int, beta: int) -> int:
        """Return the worth to the mover, exact between `alpha` and `beta` (fail-soft)."""
        key = (state, turn)
        known = self._table.get(key)
        first = -1
        if known is not None:
            deep, kind, worth, first = known
            if deep >= depth and (
                kind == EXACT
                or (kind == LOWER_BOUND and worth >= beta)
                or (kind == UPPER_BOUND and worth <= alpha)
            ):
                if deep < SETTLED:
                    self._cut = True
                return worth
        if self.nodes >= self._most:
            raise OutOfNodes
        self.nodes += 1
        cut_before, self._cut = self._cut, False
        branches = self._field.expand(state, turn)
        sign = 1 - 2 * turn
        if not branches:
            self._cut = cut_before
            return sign * self._field.final_worth(state)
        best, place, floor = -2 * WIN, 0, alpha
        if depth == 1:
            for number, branch in enumerate(branches):
                if branch[1] != OVER:
                    self._cut = True
                worth = sign * branch[0]
                if worth > best:
                    best, place = worth, number
        else:
            order = sorted(range(len(branches)), key=lambda number: -sign * branches[number][0])
            if first >= 0:
                order.remove(first)
                order.insert(0, first)
            narrow = 0 < self._width < len(order)
            if narrow:
                self._narrowed = True
                del order[self._width :]
            for tried, number in enumerate(order):
                branch = branches[number]
                if tried and beta - alpha > 1:
                    worth = self._branch_worth(branch, turn, depth - 1, alpha, alpha + 1)
                    if alpha < worth < beta:
                        worth = self._branch_worth(branch, turn, depth - 1, alpha, beta)
                else:
                    worth = self._branch_worth(branch, turn, depth - 1, alpha, beta)
                if worth > best:
                    best, place = worth, number
                    alpha = max(alpha, worth)
                    if worth >= beta:
                        break
            if narrow:
                best = max(best, -UNPROVEN)
        kind = LOWER_BOUND if best >= beta else EXACT if best > floor else UPPER_BOUND
        if len(self._table) >= MOST_KEPT:
            self._table.clear()
        self._table[key] = depth if self._cut else SETTLED, kind, best, place
        self._cut = self._cut or cut_before
        return best


SETTLED: Final = 1_000
"""The depth of what was seen to its end on every line that mattered."""


def _worth_of(rated: tuple[int, Branch]) -> int:
    return rated[0]


def _is_sure(worth: int) -> bool:
    """Whether a worth is a win or a loss, proven or not, rather than an estimate."""
    return abs(worth) >= UNPROVEN
