"""A plain tree search on the rules' own positions, for open games whose trees are small or whose points say who leads.

Alpha-beta with iterative deepening and a memory of positions, exact once it sees every line to its end. It knows
nothing of the game but its points, where it has some.
"""

from dataclasses import dataclass
from typing import Any

from engines.bounds import EXACT, LEAST, MOST, SURE, WIN, OutOfNodes
from engines.player import Choice
from engines.seen import Open, Seen
from rules.catalogue import GAMES
from rules.game import AnyGame, Options, Seat
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks: plies, and nodes at most."""

    depth: int
    nodes: int


class PlainSearch:
    """One search of one position; it remembers nothing of others."""

    def __init__(self, game: AnyGame, nodes: int) -> None:
        self.nodes = 0
        self._game = game
        self._most = nodes
        self._known: dict[tuple[Any, int], tuple[int, int]] = {}
        self._cut = False

    def rate(self, position: Any, seat: Seat, moves: tuple[Any, ...], depth: int) -> list[tuple[int, Any]]:
        """Return (worth to the mover, move), the best first, from the deepest look that the nodes allow.

        The worth of the best moves is exact; another's says only that it is worse.
        """
        rated = [(0, move) for move in moves]
        for plies in range(1, depth + 1):
            self._known.clear()
            self._cut = False
            deeper, best = [], -WIN
            try:
                for _, move in rated:
                    after = self._game.play(position, move)
                    worth = self._worth(after, seat, plies - 1, max(best - 1, -WIN), WIN, 1)
                    deeper.append((worth, move))
                    best = max(best, worth)
            except OutOfNodes:
                break
            rated = sorted(deeper, key=lambda found: -found[0])
            if not self._cut:
                break  # every line has been seen to its end
        return rated

    def _worth(self, position: Any, seat: Seat, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the worth to `seat`, exact between `alpha` and `beta`."""
        if self.nodes >= self._most:
            raise OutOfNodes
        self.nodes += 1
        game = self._game
        outcome = game.outcome(position)
        if outcome is not None:
            return 0 if outcome.winner is None else WIN - ply if outcome.winner == seat else ply - WIN
        if depth == 0:
            self._cut = True
            score = game.tally(position)
            return 10 * (score[seat] - score[1 - seat]) if score else 0
        key = position, ply
        known = self._known.get(key)
        if known is not None:
            kind, worth = known
            if kind == EXACT or (kind == LEAST and worth >= beta) or (kind == MOST and worth <= alpha):
                return worth
        return self._best_of(key, seat, depth, alpha, beta)

    def _best_of(self, key: tuple[Any, int], seat: Seat, depth: int, alpha: int, beta: int) -> int:
        """Return the worth of the best reply to whoever is to move; remember it."""
        game, (position, ply) = self._game, key
        mine = game.turn(position) == seat
        low, high = alpha, beta
        best = -WIN if mine else WIN
        for move in game.moves(position):
            after = game.play(position, move)
            worth = self._worth(after, seat, depth - 1, low, high, ply + 1)
            best = max(best, worth) if mine else min(best, worth)
            low, high = (max(low, best), high) if mine else (low, min(high, best))
            if low >= high:
                break
        kind = LEAST if best >= beta else MOST if best <= alpha else EXACT
        self._known[key] = kind, best
        return best


class PlainPlayer:
    """The player of a game by plain search."""

    def __init__(self, key: str, strengths: tuple[Level, ...]) -> None:
        self.engine = f"plain.{key}"
        self.levels = len(strengths)
        self._key = key
        self._strengths = strengths

    def choose(self, what: Seen, options: Options, level: int, draws: Shuffle) -> Choice:
        """Return one of the moves that are best as far as the level sees; a position holds what the options set."""
        del options
        assert isinstance(what, Open)
        strength = self._strengths[level - 1]
        search = PlainSearch(what.game, strength.nodes)
        rated = search.rate(what.position, what.seat, what.moves, strength.depth)
        best = rated[0][0]
        equals = [move for worth, move in rated if worth == best]
        sure = 1.0 if best >= SURE else 0.0 if best <= -SURE else None
        return Choice(equals[draws.below(len(equals))], sure, search.nodes)

    def signature(self) -> int:
        """Return the nodes to a depth of two from the first position and from one that a walk comes to."""
        game, walk, nodes = GAMES[self._key], Shuffle(bytes(32)), 0
        position = game.start(game.read_options({}), walk)
        for _ in range(2):
            search = PlainSearch(game, 100_000)
            search.rate(position, game.turn(position) or 0, tuple(game.moves(position)), 2)
            nodes += search.nodes
            for _ in range(6):
                moves = game.moves(position)
                position = game.play(position, moves[walk.below(len(moves))]) if moves else position
        return nodes
