"""Alpha-beta for checkers: the worth of each move of a position, by limited nodes.

Iterative deepening with a table of positions and best moves first (from the table, by what they
capture, killers, history). Late moves are searched a ply less deep unless they surprise, and not at
all if a shallower look finds more than enough. Captures are followed to their end at no cost of
depth. Draws by count and by repetition are known everywhere. All is integers and iteration is
ordered, so a search gives the same on every machine.
"""

from dataclasses import dataclass
from typing import Final

from engines.bounds import EXACT, LEAST, MOST, SURE, WIN, OutOfNodes, from_here, from_root
from engines.checkers.charges import CROWD, FREE, JUMPS, KINGS, PLAYED, QUIETS
from engines.checkers.counts import NEAR, NEVER, Past, counts_of
from engines.checkers.endings.endings_in_search import DRAW, Endings
from engines.checkers.evaluate import Both, evaluators
from engines.checkers.move_tree import CAPTURE, FORFEIT, SHUFFLE, Child, capturing, moves_of
from engines.player import Ending
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
    """A move of the root and its worth to the mover.

    The worth is exact, unless another move was better by more than asked for.
    """

    move: Move
    worth: int


class CheckersSearch:
    """A search of one position, with no memory of others.

    Equal positions are searched alike. `evaluate` judges positions that it does not look beyond, for
    White and for Black to move; by default the players' own way. With `endings` it knows those of few
    pieces from the tables.
    """

    def __init__(
        self, position: Position, nodes: int, evaluate: Both | None = None, *, endings: bool = False
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
        self._moves = moves_of(ruleset)
        self._evaluate = evaluate or evaluators(ruleset)
        self._counts = counts_of(ruleset)
        self._optional = ruleset.optional_capture
        self._leaves: dict[object, int] = {}
        self._table: tuple[dict[object, _Entry], dict[object, _Entry]] = ({}, {})
        self._killers: list[list[int]] = [[0, 0] for _ in range(DEEPEST + 2)]
        self._history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._stood: dict[tuple[int, int, int, int], int] = {}
        for board, colour in position.keys:
            key = (*board.sides(colour), board.kings, colour)
            self._stood[key] = self._stood.get(key, 0) + 1
        self._endings = Endings(ruleset, self._stood, known=endings)
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
    def ending(self) -> Ending | None:
        """What the tables say of the position; `None` if they cannot, or are not asked."""
        return self._endings.ending(self._position)

    def rate(self, depth: int, margin: int) -> list[RatedMove]:
        """Return the moves, the best first.

        The search goes as deep as the nodes reach and no deeper than `depth` plies. A depth of 0 looks at
        the board after each move and at nothing that may follow, captures included. All moves within
        `margin` of the best have their exact worth.
        """
        rated = [RatedMove(move, 0) for move in self._position.legal]
        if depth and self.ending:
            self.nodes += len(rated)
            return _by_worth(
                [RatedMove(each.move, self._endings.worth(self._position, each.move)) for each in rated]
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
                return _by_worth(_merge_rated(deeper, rated)) if deeper else rated
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
        past = self._counts.past(after)
        kings, colour, quiet = after.board.kings, after.colour, after.quiet
        if alpha > -WIN:
            worth = -self._value(own, other, kings, colour, plies - 1, -alpha - 1, -alpha, quiet, past, 1)
            if worth <= alpha:
                return worth
        return -self._value(own, other, kings, colour, plies - 1, -WIN, -alpha, quiet, past, 1)

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
        """Return the worth to the mover, exact between `alpha` and `beta` (fail-soft)."""
        if depth <= 0:
            return self._at_rest(own, other, kings, colour, alpha, beta, quiet, past, ply)
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        if not other:
            return WIN - ply
        node = (own, other, kings, colour)
        if quiet >= 4 and (node in self._path or self._stood.get(node, 0) > 1):
            return 0
        if (own | other).bit_count() <= self._few and own:
            plies = self._endings.plies(node, quiet, past, ply)
            if plies is not None:
                return 0 if plies == DRAW else WIN - ply - plies if plies % 2 else ply + plies - WIN
        counts = self._counts
        going = past is not counts.nothing
        limit = counts.limit(own, other) if quiet + NEAR >= counts.least else NEVER
        key: object = (node, past, quiet) if going else (node, quiet) if quiet + NEAR >= limit else node
        known = self._table[colour].get(key)
        if known is not None:
            reached, kind, value, first = known
            if reached >= depth:
                value = from_here(value, ply)
                if kind == EXACT or (kind == LEAST and value >= beta) or (kind == MOST and value <= alpha):
                    return value
            children = [first]
            forced = first[5] == CAPTURE
        else:
            children, forced = self._grow_moves(own, other, kings, colour, past)
            if not children:
                return ply - WIN
        if (quiet >= limit or going) and counts.is_draw(past, quiet, own, other, kings):
            return 0
        if ply >= DEEPEST:
            return self._evaluate[colour](own, other, kings)
        if depth >= self.clear_from and beta - alpha == 1 and not forced and -SURE < beta < SURE:
            asked, spare = beta + CLEAR * depth, CLEAR * depth
            value = self._value(own, other, kings, colour, depth * 2 // 5, asked - 1, asked, quiet, past, ply)
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
        past: Past,
        ply: int,
    ) -> int:
        """Return the worth of the best child, each searched to a depth of `left`.

        Remember what was found. With `more`, the first child is that of the table, and the others are still
        to be grown.
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
                after = counts.after(past, kings, child)
            else:
                after = past
            still = quiet + 1 if kind in _UNDONE else 0
            # Written out each time: passing some arguments as a tuple costs more than all else here.
            if left <= 0:
                value = -self._at_rest(theirs, ours, kings_after, further, -beta, -alpha, still, after, below)
            elif number >= late and left > 1 and kind != CAPTURE:
                value = -self._value(
                    theirs, ours, kings_after, further, left - 1, -alpha - 1, -alpha, still, after, below
                )
                if value > alpha:
                    value = -self._value(
                        theirs, ours, kings_after, further, left, -beta, -alpha, still, after, below
                    )
            elif number and beta - alpha > 1:
                value = -self._value(
                    theirs, ours, kings_after, further, left, -alpha - 1, -alpha, still, after, below
                )
                if alpha < value < beta:
                    value = -self._value(
                        theirs, ours, kings_after, further, left, -beta, -alpha, still, after, below
                    )
            else:
                value = -self._value(
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
        kind = LEAST if best >= beta else EXACT if best > floor else MOST
        self._table[colour][key] = depth, kind, from_root(best, ply), chosen
        return best

    def _grow_moves(
        self, own: int, other: int, kings: int, colour: int, past: Past
    ) -> tuple[list[Child], bool]:
        """Return the moves of a position, and whether they are captures."""
        moves, found = self._moves[colour], self._found
        children = self._captures(own, other, kings, colour)
        forced = len(children) > 0
        if not forced or self._optional:
            barred = 0 if past is self._counts.nothing else self._counts.barred_king(past, own, kings)
            children += moves.quiets(own, other, kings, barred, found)
            self.nodes += len(children) // QUIETS
        if forced:
            found.clear()
        return children, forced

    def _captures(self, own: int, other: int, kings: int, colour: int) -> list[Child]:
        """Return the captures of a position, their routes in `_found`.

        Those that are long or many cost nodes.
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

    def _at_rest(
        self,
        own: int,
        other: int,
        kings: int,
        colour: int,
        alpha: int,
        beta: int,
        quiet: int,
        past: Past,
        ply: int,
    ) -> int:
        """Return the worth to the mover by captures alone.

        It is exact between `alpha` and `beta`.
        """
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        if not other:
            return WIN - ply
        node = (own, other, kings, colour)
        if quiet >= 4 and (node in self._path or self._stood.get(node, 0) > 1):
            return 0
        if (own | other).bit_count() <= self._few and own:
            plies = self._endings.plies(node, quiet, past, ply)
            if plies is not None:
                return 0 if plies == DRAW else WIN - ply - plies if plies % 2 else ply + plies - WIN
        counts = self._counts
        going = past is not counts.nothing
        counted = going or quiet >= counts.least
        barred = counts.barred_king(past, own, kings) if going else 0
        leaf = self._leaves.get(node)
        if leaf is not None and not barred:
            return 0 if counted and counts.is_draw(past, quiet, own, other, kings) else leaf
        children = self._captures(own, other, kings, colour)
        if children:
            self._found.clear()
        elif barred:
            if not self._moves[colour].quiets(own, other, kings, barred, []):
                return ply - WIN
        elif not self._moves[colour].mobile(own, other, kings):
            return ply - WIN
        if counted and counts.is_draw(past, quiet, own, other, kings):
            return 0
        if ply >= DEEPEST:
            return self._evaluate[colour](own, other, kings)
        if not children:
            self._leaves[node] = value = self._evaluate[colour](own, other, kings)
            return value
        if len(children) > 1:
            children = self._order(children, colour, kings, other, ply)
        remembers = counts.remembers
        best, further, below = -WIN, 1 - colour, ply + 1
        for child in children:
            theirs, ours, kings_after, _, _, _ = child
            after = counts.after(past, kings, child) if remembers else past
            value = -self._at_rest(theirs, ours, kings_after, further, -beta, -alpha, 0, after, below)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _order(self, children: list[Child], colour: int, kings: int, other: int, ply: int) -> list[Child]:
        """Return the moves, the most promising first."""
        if children[-1][5] == CAPTURE:  # captures stand before all else, so there is nothing else
            promises = [capturing(child, kings, other) for child in children]
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
                        promises[number] = capturing(child, kings, other)
                    elif child[5] == FORFEIT:
                        promises[number] = -1
        order = sorted(range(len(children)), key=promises.__getitem__, reverse=True)
        return [children[number] for number in order]

    def _praise(self, child: Child, colour: int, depth: int, ply: int) -> None:
        """Remember a quiet move that refuted, because it may refute the next position too."""
        way = child[3] | child[4]
        killers = self._killers[ply]
        if killers[0] != way:
            killers[0], killers[1] = way, killers[0]
        history = self._history[colour]
        history[way] = min(history.get(way, 0) + depth * depth, 1 << 28)


def _merge_rated(deeper: list[RatedMove], former: list[RatedMove]) -> list[RatedMove]:
    """Return moves of which only the first few were looked at more deeply.

    The former best is among them, for comparison. The others are as far from that best as they were. A
    result that the search has seen to its end is a fact: it moves nothing else, and nothing moves it.
    """
    gone = 0 if _sure(deeper[0].worth) or _sure(former[0].worth) else deeper[0].worth - former[0].worth
    rest = (r if _sure(r.worth) else RatedMove(r.move, r.worth + gone) for r in former[len(deeper) :])
    return [*deeper, *rest]


def _sure(worth: int) -> bool:
    return abs(worth) >= SURE


def _by_worth(rated: list[RatedMove]) -> list[RatedMove]:
    return sorted(rated, key=lambda found: -found.worth)
