"""Alpha-beta for checkers: rates the moves of a position by limited nodes.

Iterative deepening with a transposition table and move ordering (table, captures, killers,
history). Late moves are searched a ply less deep unless they surprise, and not at all if a
shallower search finds more than enough. Captures are followed to their end without costing depth.
Draws by count and by repetition are recognised everywhere. All values are integers and iteration is
ordered, so a search gives the same result on every machine.
"""

from dataclasses import dataclass
from typing import Final

from engines.bounds import (
    EXACT,
    LOWER_BOUND,
    SURE,
    UPPER_BOUND,
    WIN,
    OutOfNodes,
    from_table_value,
    to_table_value,
)
from engines.checkers.charges import CROWD, FREE, JUMPS, KINGS, PLAYED, QUIETS
from engines.checkers.counts import NEAR, NEVER, CountState, counts_of, long_count
from engines.checkers.endings.endings_in_search import DRAW, EndgameProbe
from engines.checkers.evaluate import EvaluatorPair, evaluators
from engines.checkers.move_tree import CAPTURE, FORFEIT, SHUFFLE, Child, capture_priority, move_generators
from engines.player import TablebaseResult
from rules.checkers.captures import ChargedRoutes, TooMany
from rules.checkers.moves import Move
from rules.checkers.position import Position

DEEPEST: Final = 60
"""Plies below the root at which the search stops looking, whatever is there."""

LATE: Final = 3
"""Quiet moves after so many likelier ones are seldom best.

They are searched a ply less deep, and fully if they seem to be best. A win or loss that is seen is
one, but a nearer win may be overlooked.
"""

CLEAR: Final = 10
"""Hundredths of a man for each ply left that end the search early.

If a search of two fifths of the depth finds that much more than is asked for, it goes no deeper.
"""
CLEAR_FROM: Final = 3
"""Plies left from which on that is tried; with fewer it would cost what it spares."""

_UNDONE: Final = (SHUFFLE, FORFEIT)
_Entry = tuple[int, int, int, Child]
"""Depth, how the value is meant, the value, the best move."""


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move of the searched position and its worth to the mover.

    The worth is exact, unless another move was better by more than the margin of the search.
    """

    move: Move
    worth: int


class CheckersSearch:
    """A search of one position, with no memory of others.

    Equal positions are searched alike. `evaluate` judges the positions at the end of its lines, for
    White and for Black to move; by default it is the evaluation that the players use. With
    `uses_endings` it uses the endgame tables.
    """

    def __init__(
        self,
        position: Position,
        nodes: int,
        evaluate: EvaluatorPair | None = None,
        *,
        uses_endings: bool = False,
    ) -> None:
        ruleset = position.generator.ruleset
        self.nodes = 0
        self.most = nodes
        """Nodes at which it stops; a caller that wants to stop it sooner lowers this."""
        self.late = LATE
        """Moves of a position before those that are searched less deep."""
        self.clear_from = CLEAR_FROM
        """Plies left from which on what looks clearly good enough is searched no deeper."""
        self._position = position
        self._moves = move_generators(ruleset)
        self._evaluate = evaluate or evaluators(ruleset)
        self._counts = counts_of(ruleset)
        self._optional = ruleset.optional_capture
        self._to_crown = ruleset.aim == "crown"
        self._to_lose = ruleset.aim == "lose"
        self.leaf_worths: dict[object, int] = {}
        self._table: tuple[dict[object, _Entry], dict[object, _Entry]] = ({}, {})
        self._killers: list[list[int]] = [[0, 0] for _ in range(DEEPEST + 2)]
        self._history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._stood: dict[tuple[int, int, int, int], int] = {}
        for board, colour in position.keys:
            key = (*board.sides(colour), board.kings, colour)
            self._stood[key] = self._stood.get(key, 0) + 1
        self._long = long_count(position)
        self._due = self._long.due
        self._endings = EndgameProbe(ruleset, self._stood, self._long, enabled=uses_endings)
        self._few = self._endings.most
        """Pieces up to which it asks the tables."""
        root = (*position.board.sides(position.colour), position.board.kings, position.colour)
        self._path = {root}
        self._found = ChargedRoutes(nodes * JUMPS)
        """The routes of the position that was looked at last, until they are paid for."""
        self._played = 1
        if len(position.legal) > CROWD:
            self._played = PLAYED
            position.paths  # noqa: B018 - else each move that is made looks through all others for its text

    @property
    def ending(self) -> TablebaseResult | None:
        """The endgame tables' result for the position.

        It is `None` if the tables do not know it or are not used.
        """
        return self._endings.find_ending(self._position)

    def rate(self, depth: int, margin: int) -> list[RatedMove]:
        """Return the moves with their worths, the best first.

        The search goes as deep as the nodes allow and no deeper than `depth` plies. A depth of 0 evaluates
        the board after each move and looks at nothing that may follow, captures included. All moves within
        `margin` of the best have their exact worth.
        """
        rated = [RatedMove(move, 0) for move in self._position.legal]
        if depth and self.ending:
            self.nodes += len(rated)
            return _by_worth(
                [RatedMove(each.move, self._endings.move_worth(self._position, each.move)) for each in rated]
            )
        for plies in range(min(depth, 1), depth + 1):
            deeper: list[RatedMove] = []
            best = -WIN
            try:
                for candidate in rated:
                    worth = self._worth(candidate.move, plies, max(best - margin - 1, -WIN))
                    deeper.append(RatedMove(candidate.move, worth))
                    best = max(best, worth)
            except OutOfNodes:
                return _by_worth(merge_rated(deeper, rated)) if deeper else rated
            rated = _by_worth(deeper)
            if abs(best) >= SURE and WIN - abs(best) <= plies:
                break
        return rated

    def _worth(self, move: Move, plies: int, alpha: int) -> int:
        """Return the worth of a root move.

        A worth that is not above `alpha` is an upper bound.
        """
        after = self._position.play(move)
        outcome = after.outcome
        self.nodes += self._played
        if outcome is not None:
            return 0 if outcome.winner is None else WIN - 1 if outcome.winner != after.turn else 1 - WIN
        own, other = after.board.sides(after.colour)
        if plies == 0:
            return -self._evaluate[after.colour](own, other, after.board.kings)
        past = self._counts.state_of(after)
        kings, colour, quiet = after.board.kings, after.colour, after.quiet
        if alpha > -WIN:
            worth = -self.value(own, other, kings, colour, plies - 1, -alpha - 1, -alpha, quiet, past, 1)
            if worth <= alpha:
                return worth
        return -self.value(own, other, kings, colour, plies - 1, -WIN, -alpha, quiet, past, 1)

    def value(
        self,
        own: int,
        other: int,
        kings: int,
        colour: int,
        depth: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: CountState,
        ply: int,
    ) -> int:
        """Return the worth to the mover, exact between `alpha` and `beta` (fail-soft)."""
        if depth <= 0:
            return self.search_at_rest(own, other, kings, colour, alpha, beta, quiet, past, ply)
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        if not other:
            return -self._when_stuck(ply)
        if self._to_crown and kings:
            return ply - WIN
        node = (own, other, kings, colour)
        if quiet >= 4 and (node in self._path or self._stood.get(node, 0) > 1):
            return 0
        if (own | other).bit_count() <= self._few and own:
            plies = self._endings.plies_to_end(node, quiet, past, ply)
            if plies is not None:
                return 0 if plies == DRAW else WIN - ply - plies if plies % 2 else ply + plies - WIN
        counts = self._counts
        going = past is not counts.nothing
        limit = counts.draw_limit(own, other) if quiet + NEAR >= counts.least else NEVER
        key: object = (node, past, quiet) if going else (node, quiet) if quiet + NEAR >= limit else node
        if ply + NEAR >= self._due:
            key = key, ply
        known = self._table[colour].get(key)
        if known is not None:
            reached, kind, value, first = known
            if reached >= depth:
                value = from_table_value(value, ply)
                if (
                    kind == EXACT
                    or (kind == LOWER_BOUND and value >= beta)
                    or (kind == UPPER_BOUND and value <= alpha)
                ):
                    return value
            children = [first]
            forced = first[5] == CAPTURE
        else:
            children, forced = self._grow_moves(own, other, kings, colour, past)
            if not children:
                return self._when_stuck(ply)
        if (quiet >= limit or going) and counts.is_draw(past, quiet, own, other, kings):
            return 0
        if ply >= self._due and self._long.is_due(ply, own, other, kings):
            return 0
        if ply >= DEEPEST:
            return self._evaluate[colour](own, other, kings)
        if depth >= self.clear_from and beta - alpha == 1 and not forced and -SURE < beta < SURE:
            asked, spare = beta + CLEAR * depth, CLEAR * depth
            value = self.value(own, other, kings, colour, depth * 2 // 5, asked - 1, asked, quiet, past, ply)
            if value >= asked:
                return value - spare if value < SURE else value
        if known is None and len(children) > 1:
            children = self._order(children, colour, kings, other, ply)
        left = depth if forced and not self._optional else depth - 1
        return self._best_of(
            children, known is not None, node, key, left, depth, alpha, beta, quiet, past, ply
        )

    def _best_of(
        self,
        children: list[Child],
        more: bool,
        node: tuple[int, int, int, int],
        key: object,
        left: int,
        depth: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: CountState,
        ply: int,
    ) -> int:
        """Return the worth of the best child, each searched to a depth of `left`.

        Store the result in the table. With `more`, `children` has only the table's move, and the others are
        generated later.
        """
        own, other, kings, colour = node
        counts, remembers = self._counts, self._counts.remembers
        watched = remembers and (past is not counts.nothing or counts.begins or not own & own - 1)
        best, chosen, floor = -WIN, children[0], alpha
        self._path.add(node)
        further, below, late = 1 - colour, ply + 1, self.late
        for number, child in enumerate(children):
            theirs, ours, kings_after, _, _, kind = child
            if watched or (remembers and not theirs & theirs - 1):
                after = counts.state_after(past, kings, child)
            else:
                after = past
            still = quiet + 1 if kind in _UNDONE else 0
            # Written out each time: passing some arguments as a tuple costs more than all else here.
            if left <= 0:
                value = -self.search_at_rest(
                    theirs, ours, kings_after, further, -beta, -alpha, still, after, below
                )
            elif number >= late and left > 1 and kind != CAPTURE:
                value = -self.value(
                    theirs, ours, kings_after, further, left - 1, -alpha - 1, -alpha, still, after, below
                )
                if value > alpha:
                    value = -self.value(
                        theirs, ours, kings_after, further, left, -beta, -alpha, still, after, below
                    )
            elif number and beta - alpha > 1:
                value = -self.value(
                    theirs, ours, kings_after, further, left, -alpha - 1, -alpha, still, after, below
                )
                if alpha < value < beta:
                    value = -self.value(
                        theirs, ours, kings_after, further, left, -beta, -alpha, still, after, below
                    )
            else:
                value = -self.value(
                    theirs, ours, kings_after, further, left, -beta, -alpha, still, after, below
                )
            if value > best:
                best, chosen = value, child
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if kind != CAPTURE:
                            self._praise(child, colour, depth, ply)
                        break
            if more and not number:
                others, _ = self._grow_moves(own, other, kings, colour, past)
                others.remove(child)
                children += self._order(others, colour, kings, other, ply) if len(others) > 1 else others
        self._path.discard(node)
        kind = LOWER_BOUND if best >= beta else EXACT if best > floor else UPPER_BOUND
        self._table[colour][key] = depth, kind, to_table_value(best, ply), chosen
        return best

    def _grow_moves(
        self, own: int, other: int, kings: int, colour: int, past: CountState
    ) -> tuple[list[Child], bool]:
        """Return the moves of a position, and whether they are captures."""
        moves, found = self._moves[colour], self._found
        children = self.captures(own, other, kings, colour)
        forced = len(children) > 0
        if not forced or self._optional:
            barred = 0 if past is self._counts.nothing else self._counts.barred_king(past, own, kings)
            children += moves.quiets(own, other, kings, barred, found)
            self.nodes += len(children) // QUIETS
        if forced:
            found.clear()
        return children, forced

    def captures(self, own: int, other: int, kings: int, colour: int) -> list[Child]:
        """Return the captures of a position and store their routes in `_found`.

        Many or long captures cost extra nodes.
        """
        found = self._found
        if (mine := own & kings) and (crowd := mine.bit_count()) > KINGS:
            self.nodes += crowd // KINGS
        before = found.left
        try:
            children = self._moves[colour].captures(own, other, kings, found)
        except TooMany:
            found.clear()
            raise OutOfNodes from None
        if children:
            jumps = before - found.left
            if jumps > FREE:
                self.nodes += (jumps - FREE) // JUMPS
            found.left = FREE + (self.most - self.nodes) * JUMPS
        return children

    def search_at_rest(
        self,
        own: int,
        other: int,
        kings: int,
        colour: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: CountState,
        ply: int,
    ) -> int:
        """Return the worth to the mover by captures alone.

        It is exact between `alpha` and `beta`.
        """
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        if not other:
            return -self._when_stuck(ply)
        if self._to_crown and kings:
            return ply - WIN
        node = (own, other, kings, colour)
        if quiet >= 4 and (node in self._path or self._stood.get(node, 0) > 1):
            return 0
        if (own | other).bit_count() <= self._few and own:
            plies = self._endings.plies_to_end(node, quiet, past, ply)
            if plies is not None:
                return 0 if plies == DRAW else WIN - ply - plies if plies % 2 else ply + plies - WIN
        counts = self._counts
        going = past is not counts.nothing
        counted = going or quiet >= counts.least
        barred = counts.barred_king(past, own, kings) if going else 0
        leaf = self.leaf_worths.get(node)
        if leaf is not None and not barred:
            if ply >= self._due and self._long.is_due(ply, own, other, kings):
                return 0
            return 0 if counted and counts.is_draw(past, quiet, own, other, kings) else leaf
        children = self.captures(own, other, kings, colour)
        if children:
            self._found.clear()
        elif barred:
            if not self._moves[colour].quiets(own, other, kings, barred, []):
                return self._when_stuck(ply)
        elif not self._moves[colour].has_quiet_move(own, other, kings):
            return self._when_stuck(ply)
        if counted and counts.is_draw(past, quiet, own, other, kings):
            return 0
        if ply >= self._due and self._long.is_due(ply, own, other, kings):
            return 0
        if ply >= DEEPEST:
            return self._evaluate[colour](own, other, kings)
        if not children:
            self.leaf_worths[node] = value = self._evaluate[colour](own, other, kings)
            return value
        if len(children) > 1:
            children = self._order(children, colour, kings, other, ply)
        remembers = counts.remembers
        best, further, below = -WIN, 1 - colour, ply + 1
        for child in children:
            theirs, ours, kings_after, _, _, _ = child
            after = counts.state_after(past, kings, child) if remembers else past
            value = -self.search_at_rest(theirs, ours, kings_after, further, -beta, -alpha, 0, after, below)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _when_stuck(self, ply: int) -> int:
        """Return the worth to a side of having no piece or no move."""
        return WIN - ply if self._to_lose else ply - WIN

    def _order(self, children: list[Child], colour: int, kings: int, other: int, ply: int) -> list[Child]:
        """Return the moves, the most promising first."""
        if children[-1][5] == CAPTURE:  # captures stand before all else, so there is nothing else
            promises = [capture_priority(child, kings, other) for child in children]
        else:
            known_to = self._history[colour].get
            ways = [child[3] | child[4] for child in children]
            promises = [known_to(way, 0) for way in ways]
            for killer in self._killers[ply]:
                if killer in ways:
                    promises[ways.index(killer)] = 1 << 29
            if self._optional:
                for number, child in enumerate(children):
                    if child[5] == CAPTURE:
                        promises[number] = capture_priority(child, kings, other)
                    elif child[5] == FORFEIT:
                        promises[number] = -1
        order = sorted(range(len(children)), key=promises.__getitem__, reverse=True)
        return [children[number] for number in order]

    def _praise(self, child: Child, colour: int, depth: int, ply: int) -> None:
        """Remember a quiet move that caused a cutoff, to try it early elsewhere."""
        way = child[3] | child[4]
        killers = self._killers[ply]
        if killers[0] != way:
            killers[0], killers[1] = way, killers[0]
        history = self._history[colour]
        history[way] = min(history.get(way, 0) + depth * depth, 1 << 28)


def merge_rated(deeper: list[RatedMove], former: list[RatedMove]) -> list[RatedMove]:
    """Merge an unfinished deeper search into the one before.

    The former best move is among the deeper ones, for comparison. The others stay as far behind it as
    they were. A proven win or loss neither shifts other worths nor is shifted.
    """
    gone = 0 if _is_sure(deeper[0].worth) or _is_sure(former[0].worth) else deeper[0].worth - former[0].worth
    rest = (r if _is_sure(r.worth) else RatedMove(r.move, r.worth + gone) for r in former[len(deeper) :])
    return [*deeper, *rest]


def _is_sure(worth: int) -> bool:
    return abs(worth) >= SURE


def _by_worth(rated: list[RatedMove]) -> list[RatedMove]:
    return sorted(rated, key=lambda found: -found.worth)
