"""Alpha-beta for checkers: how much each move of a position is worth, found within a number of nodes.

Iterative deepening with a table of positions, best moves first (from the table, by what they capture, killers,
history), late ones a ply less deep unless they surprise, captures followed to their end at no cost of depth. Draws by
count and by repetition are known everywhere. All is integers and what is iterated is ordered, so a search gives the
same on every machine.
"""

from dataclasses import dataclass
from typing import Final

from engines.bounds import EXACT, LEAST, MOST, SURE, WIN, OutOfNodes
from engines.checkers.counts import NEAR, NEVER, Past, counts_of
from engines.checkers.endings.known import DRAW, Endings
from engines.checkers.endings.places import FEW
from engines.checkers.evaluate import Both, evaluators
from engines.checkers.tree import CAPTURE, FORFEIT, SHUFFLE, Child, moves_of
from rules.checkers.moves import WHITE, Move
from rules.checkers.position import Position

DEEPEST: Final = 60
"""Plies below the root at which the search stops looking, whatever is there."""

LATE: Final = 3
"""Quiet moves after so many likelier ones are seldom best: they are searched a ply less deep, and fully if they seem to
be. What is seen to be won or lost so is won or lost, but a nearer win may be overlooked."""

_Entry = tuple[int, int, int, Child]
"""Depth, how the value is meant, the value, the best move."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A move of the root and what it is worth to the mover; exact, unless another was better by more than asked for."""

    move: Move
    worth: int


class Search:
    """One search of one position. It remembers nothing of others: equal positions are searched alike.

    `evaluate` judges what it does not look beyond, for White and for Black to move; by default the players' own way.
    With `endings` it knows those of few pieces from the tables.
    """

    def __init__(
        self, position: Position, nodes: int, evaluate: Both | None = None, *, endings: bool = False
    ) -> None:
        ruleset = position.generator.ruleset
        self.nodes = 0
        self.most = nodes
        """Nodes at which it stops; whoever would stop it sooner makes them fewer."""
        self.late = LATE
        """Moves of a position before those that are searched less deep."""
        self._position = position
        self._moves = moves_of(ruleset)
        self._evaluate = evaluate or evaluators(ruleset)
        self._counts = counts_of(ruleset)
        self._optional = ruleset.optional_capture
        self._leaves: dict[object, int] = {}
        self._table: tuple[dict[object, _Entry], dict[object, _Entry]] = ({}, {})
        self._killers: list[list[Child | None]] = [[None, None] for _ in range(DEEPEST + 2)]
        self._history: tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]] = ({}, {})
        self._stood: dict[tuple[int, int, int, int], int] = {}
        for board, colour in position.keys:
            sides = (board.white, board.black) if colour == WHITE else (board.black, board.white)
            key = (*sides, board.kings, colour)
            self._stood[key] = self._stood.get(key, 0) + 1
        self._endings = Endings(ruleset, self._stood) if endings else None
        root = (*_sides(position), position.board.kings, position.colour)
        self._path = {root}

    def rate(self, depth: int, margin: int) -> list[Rated]:
        """Return the moves, the best first, as deep as the nodes reach and no deeper than `depth` plies.

        A depth of 0 looks at the board after each move and at nothing that may follow, captures included. All
        moves within `margin` of the best have their exact worth.
        """
        rated = [Rated(move, 0) for move in self._position.legal]
        for plies in range(min(depth, 1), depth + 1):
            deeper: list[Rated] = []
            best = -WIN
            try:
                for candidate in rated:
                    worth = self._worth(candidate.move, plies, max(best - margin - 1, -WIN))
                    deeper.append(Rated(candidate.move, worth))
                    best = max(best, worth)
            except OutOfNodes:
                return _sorted(_completed(deeper, rated)) if deeper else rated
            rated = _sorted(deeper)
            if abs(best) >= SURE and WIN - abs(best) <= plies:
                break
        return rated

    def _worth(self, move: Move, plies: int, alpha: int) -> int:
        """Return what a move of the root is worth; one that is not worth more than `alpha` is at most so good."""
        after = self._position.play(move)
        outcome = after.outcome
        self.nodes += 1
        if outcome is not None:
            return 0 if outcome.winner is None else WIN - 1 if outcome.winner != after.turn else 1 - WIN
        own, other = _sides(after)
        if plies == 0:
            return -self._evaluate[after.colour](own, other, after.board.kings)
        past = self._counts.past(after)
        return -self._value(
            own, other, after.board.kings, after.colour, plies - 1, -WIN, -alpha, after.quiet, past, 1
        )

    def _value(
        self,
        own: int,
        other: int,
        kings: int,
        colour: int,
        depth: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: Past,
        ply: int,
    ) -> int:
        """Return the worth of a position to its mover, exact between `alpha` and `beta` (fail-soft)."""
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        if not other:
            return WIN - ply
        node = (own, other, kings, colour)
        if quiet >= 4 and (node in self._path or self._stood.get(node, 0) > 1):
            return 0
        if self._endings is not None and (own | other).bit_count() <= FEW and own:
            plies = self._endings.plies(node, quiet, past, ply)
            if plies is not None:
                return 0 if plies == DRAW else WIN - ply - plies if plies % 2 else ply + plies - WIN
        counts = self._counts
        going = counts.remembers and past != counts.nothing
        limit = counts.limit(own, other) if quiet + NEAR >= counts.least else NEVER
        barred = counts.barred(past, own, kings) if going else 0
        last = depth <= 0 and not barred
        key: object = node
        known = None
        if last:
            leaf = self._leaves.get(node)
            if leaf is not None:
                drawn = (quiet >= limit or going) and counts.drawn(past, quiet, own, other, kings)
                return 0 if drawn else leaf
        elif depth > 0:
            key = (node, past, quiet) if going else (node, quiet) if quiet + NEAR >= limit else node
            known = self._table[colour].get(key)
            if known is not None and known[0] >= depth:
                _, kind, value, _ = known
                value = _from_here(value, ply)
                if kind == EXACT or (kind == LEAST and value >= beta) or (kind == MOST and value <= alpha):
                    return value
        moves = self._moves[colour]
        children = moves.captures(own, other, kings)
        forced = bool(children)
        if last and not forced:
            if not moves.count(own, other, kings):
                return ply - WIN
        elif not forced or (self._optional and depth > 0):
            children += moves.quiets(own, other, kings, barred)
            if not children:
                return ply - WIN
        if (quiet >= limit or going) and counts.drawn(past, quiet, own, other, kings):
            return 0
        if (depth <= 0 and not forced) or ply >= DEEPEST:
            value = self._evaluate[colour](own, other, kings)
            if last and not forced:
                self._leaves[node] = value
            return value
        if len(children) > 1:
            children = self._order(children, colour, kings, other, ply, known)
        left = depth if forced and not self._optional else depth - 1
        return self._best_of(children, node, key, left, depth, alpha, beta, quiet, past, ply)

    def _best_of(
        self,
        children: list[Child],
        node: tuple[int, int, int, int],
        key: object,
        left: int,
        depth: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: Past,
        ply: int,
    ) -> int:
        """Return the worth of the best child, each searched to a depth of `left`; remember what was found."""
        kings, colour = node[2], node[3]
        remembers = self._counts.remembers
        best, chosen, floor = -WIN, children[0], alpha
        if depth > 0:
            self._path.add(node)
        further, below, late = 1 - colour, ply + 1, self.late
        for number, child in enumerate(children):
            own, other, kings_after, _, _, kind = child
            after = self._counts.after(past, kings, child) if remembers else past
            still = quiet + 1 if kind in (SHUFFLE, FORFEIT) else 0
            # Written out each time: passing some arguments as a tuple costs more than all else here.
            if number >= late and left > 1 and kind != CAPTURE:
                value = -self._value(
                    own, other, kings_after, further, left - 1, -alpha - 1, -alpha, still, after, below
                )
                if value <= alpha:
                    if value > best:
                        best, chosen = value, child
                    continue
            if number and beta - alpha > 1:
                value = -self._value(
                    own, other, kings_after, further, left, -alpha - 1, -alpha, still, after, below
                )
                if alpha < value < beta:
                    value = -self._value(
                        own, other, kings_after, further, left, -beta, -alpha, still, after, below
                    )
            else:
                value = -self._value(
                    own, other, kings_after, further, left, -beta, -alpha, still, after, below
                )
            if value > best:
                best, chosen = value, child
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        self._praise(child, colour, depth, ply)
                        break
        if depth > 0:
            self._path.discard(node)
            kind = LEAST if best >= beta else EXACT if best > floor else MOST
            self._table[colour][key] = depth, kind, _from_root(best, ply), chosen
        return best

    def _order(
        self, children: list[Child], colour: int, kings: int, other: int, ply: int, known: _Entry | None
    ) -> list[Child]:
        """Return the moves, those first that are likely to be best."""
        history = self._history[colour]
        moves = [child[3:5] for child in children]
        if children[-1][5] == CAPTURE:  # captures stand before all else, so there is nothing else
            promises = [_capturing(child, kings, other) for child in children]
        else:
            promises = [history.get(move, 0) for move in moves]
            for killer in self._killers[ply]:
                if killer is not None and killer[3:5] in moves:
                    promises[moves.index(killer[3:5])] = 1 << 29
            if self._optional:
                for number, child in enumerate(children):
                    if child[5] == CAPTURE:
                        promises[number] = _capturing(child, kings, other)
                    elif child[5] == FORFEIT:
                        promises[number] = -1
        if known is not None:
            promises[children.index(known[3])] = 1 << 40
        order = sorted(range(len(children)), key=promises.__getitem__, reverse=True)
        return [children[number] for number in order]

    def _praise(self, child: Child, colour: int, depth: int, ply: int) -> None:
        """Remember a quiet move that refuted: it may well refute the next position too."""
        if child[5] == CAPTURE or depth <= 0:
            return
        killers = self._killers[ply]
        if killers[0] != child:
            killers[0], killers[1] = child, killers[0]
        history = self._history[colour]
        history[child[3:5]] = min(history.get(child[3:5], 0) + depth * depth, 1 << 28)


def _capturing(child: Child, kings: int, other: int) -> int:
    """Return how much a capture promises: the more it takes, the more."""
    taken = other & ~child[0]
    return (1 << 30) + taken.bit_count() * 2 + (taken & kings).bit_count()


def _sides(position: Position) -> tuple[int, int]:
    """Return the mover's and the opponent's pieces."""
    board = position.board
    return (board.white, board.black) if position.colour == WHITE else (board.black, board.white)


def _completed(deeper: list[Rated], former: list[Rated]) -> list[Rated]:
    """Return moves of which only the first were looked at more deeply, the former best among them, for comparison.

    The others are as far from that best as they were. What the search has seen to its end is a fact: it moves nothing
    else, and nothing moves it.
    """
    gone = 0 if _sure(deeper[0].worth) or _sure(former[0].worth) else deeper[0].worth - former[0].worth
    rest = (r if _sure(r.worth) else Rated(r.move, r.worth + gone) for r in former[len(deeper) :])
    return [*deeper, *rest]


def _sure(worth: int) -> bool:
    return abs(worth) >= SURE


def _sorted(rated: list[Rated]) -> list[Rated]:
    return sorted(rated, key=lambda found: -found.worth)


def _from_root(value: int, ply: int) -> int:
    """Return a value as the table keeps it: a win so many plies from the position, not from the root."""
    return value + ply if value >= SURE else value - ply if value <= -SURE else value


def _from_here(value: int, ply: int) -> int:
    """Return a value of the table as it is worth from the root."""
    return value - ply if value >= SURE else value + ply if value <= -SURE else value
