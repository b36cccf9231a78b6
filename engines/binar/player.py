"""Binar's levels: how far each sees ahead, and how it chooses its move.

A level's only weakness is that it is short-sighted. It plays perfectly if the game ends within its
sight, and knows nothing about the rest. The strongest level sees everything on boards that have
tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.binar.score_table import SOLVED_KINDS, table_of
from engines.binar.search import BinarSearch
from engines.binar.states import (
    DRAW,
    LOST,
    WON,
    BinarBranch,
    BinarKind,
    BinarState,
    kind_of,
    legal_branches,
    score_before_move,
    state_of,
)
from engines.bounds import WIN
from engines.chances import curve_of
from engines.observation import Observation, OpenGameObservation
from engines.player import NEXT_BEST, Assessment, MoveChoice
from rules.catalogue import GAMES
from rules.game import Options
from rules.shuffle import Shuffle

MAX_PLIES: Final = 81
"""As many plies as the largest board has squares."""


@dataclass(frozen=True, slots=True)
class BinarLevel:
    """How far a level sees.

    It sees `usual_sight` plies ahead, but `far_sight` plies in `far_percent` per cent of its moves.
    """

    usual_sight: int
    far_sight: int = 0
    far_percent: int = 0


_CHOOSE_SINGLE: Final = (
    BinarLevel(0, 1, 30),
    BinarLevel(1),
    BinarLevel(1, 2, 75),
    BinarLevel(4),
    BinarLevel(4, 6, 80),
    BinarLevel(MAX_PLIES),
)
_CHOOSE_DOUBLE: Final = (
    BinarLevel(0, 1, 60),
    BinarLevel(1),
    BinarLevel(1, 2, 50),
    BinarLevel(1, 2, 80),
    BinarLevel(1, 2, 95),
    BinarLevel(MAX_PLIES),
)
_OWN_SINGLE: Final = (
    BinarLevel(0, 1, 50),
    BinarLevel(1),
    BinarLevel(3),
    BinarLevel(7),
    BinarLevel(10),
    BinarLevel(MAX_PLIES),
)
_OWN_DOUBLE: Final = (
    BinarLevel(0, 1, 50),
    BinarLevel(1),
    BinarLevel(2),
    BinarLevel(5),
    BinarLevel(9),
    BinarLevel(MAX_PLIES),
)
"""From the weakest up.

How far one must see to win depends on the kind of the game, above all on the choice of digits.
"""

NODES: Final = (500, 500, 500, 1_500, 4_000, 12_000)
"""Most positions each level looks at on 6×6.

On larger boards there are fewer, because each takes longer.
"""


LOOK_NODES: Final = 500
"""Most positions of a look on 6×6.

On larger boards there are fewer, because each takes longer.
"""


class BinarPlayer:
    """The computer player of Binar."""

    engine = "binar"
    levels = len(NODES)

    def choose_move(
        self, observation: Observation, options: Options, level: int, shuffle: Shuffle, *, divisor: int = 1
    ) -> MoveChoice:
        """Return one of the best moves within the level's sight.

        `divisor` divides the level's node limit.
        """
        del options  # a position holds what they set
        assert isinstance(observation, OpenGameObservation)
        kind, state = kind_of(observation.position), state_of(observation.position)
        strength = levels_for(kind)[level - 1]
        sight = strength.far_sight if shuffle.below(100) < strength.far_percent else strength.usual_sight
        thought = BinarMoveRater(kind)
        rated = thought.rate(state, sight, NODES[level - 1] * 36 // kind.size**2 // divisor)
        best = max(score for score, _ in rated)
        near = [branch for score, branch in rated if score == best]
        if sight == MAX_PLIES and best == DRAW:
            near = thought.hardest_draws(near)
        sure = (
            1.0
            if best > DRAW
            else 0.0
            if best < DRAW
            else 0.5
            if thought.solved and sight == MAX_PLIES
            else None
        )
        near.sort(key=lambda branch: branch.move)
        return MoveChoice(near[shuffle.below(len(near))].move, sure, thought.nodes)

    def assess(
        self, observation: Observation, options: Options, played_move: Any = None, *, effort: float = 1
    ) -> Assessment:
        """Return one of the best moves; its worth is 0 unless the winner is known."""
        del options, played_move
        assert isinstance(observation, OpenGameObservation)
        kind = kind_of(observation.position)
        thought = BinarMoveRater(kind)
        rated = thought.rate(
            state_of(observation.position), MAX_PLIES, round(LOOK_NODES * effort * 36 / kind.size**2)
        )
        rated.sort(key=lambda pair: (-pair[0], pair[1].move.square))
        worths, moves = [_worth(score) for score, _ in rated], [branch.move for _, branch in rated]
        stake = curve_of("binar").stake(worths[0], worths)
        return Assessment(moves[0], worths[0], None, thought.nodes, stake, tuple(moves[1 : NEXT_BEST + 1]))

    def count_bench_nodes(self) -> int:
        """Return the nodes searched on boards of several sizes, in all kinds.

        Each board is half filled at random, with a fixed seed.
        """
        game, walk, nodes = GAMES["binar"], Shuffle(bytes(32)), 0
        for size in range(3, 8):
            for digits in ("own", "choose"):
                for lines in ("double", "single"):
                    options = game.read_options({"size": size, "digits": digits, "lines": lines})
                    position = game.start(options, walk)
                    for _ in range(size * size // 2):
                        moves = game.moves(position)
                        after = game.play(position, moves[walk.below(len(moves))])
                        position = position if game.outcome(after) else after
                    thought = BinarMoveRater(kind_of(position))
                    thought.rate(state_of(position), MAX_PLIES, 300)
                    nodes += thought.nodes
        return nodes


def levels_for(kind: BinarKind) -> Sequence[BinarLevel]:
    """Return the levels for a kind of the game, the weakest first."""
    if kind.own_digits:
        return _OWN_SINGLE if kind.single_line else _OWN_DOUBLE
    return _CHOOSE_SINGLE if kind.single_line else _CHOOSE_DOUBLE


def solve_score(kind: BinarKind, state: BinarState, nodes: int) -> int | None:
    """Return the exact score of a position under perfect play.

    Return `None` if a search of `nodes` nodes does not prove it.
    """
    if kind in SOLVED_KINDS:
        return table_of(kind).score(state)
    search = BinarSearch(kind, nodes)
    score = search.rate(state, MAX_PLIES)[0][0]
    return score if search.whole or score != DRAW else None


class BinarMoveRater:
    """Rates the moves of a position by table or search, and counts the nodes."""

    def __init__(self, kind: BinarKind) -> None:
        self.nodes = 0
        self.solved = kind in SOLVED_KINDS
        self._kind = kind

    def rate(self, state: BinarState, sight: int, nodes: int) -> list[tuple[int, BinarBranch]]:
        """Return (score, move) pairs for all moves.

        Moves after which the game does not end within `sight` plies score as draws.
        """
        if sight == 0:
            return [(DRAW, branch) for branch in legal_branches(self._kind, state)]
        if self.solved:
            return [
                (_visible_score(self._score(branch), sight), branch)
                for branch in legal_branches(self._kind, state)
            ]
        search = BinarSearch(self._kind, nodes)
        rated = search.rate(state, sight)
        self.nodes += search.nodes
        return rated

    def hardest_draws(self, drawing_moves: Sequence[BinarBranch]) -> list[BinarBranch]:
        """Return the drawing moves that are hardest to answer.

        After these the smallest share of the replies keeps the draw.
        """
        if not self.solved:
            return list(drawing_moves)
        kept = [self._drawing_share(branch) for branch in drawing_moves]
        return [branch for branch, share in zip(drawing_moves, kept, strict=True) if share == min(kept)]

    def _drawing_share(self, drawn: BinarBranch) -> int:
        """Return how many replies in a thousand would keep the draw."""
        if drawn.end_score is not None:
            return 1_000
        scores = [self._score(reply) for reply in legal_branches(self._kind, drawn.state)]
        return 1_000 * scores.count(DRAW) // len(scores)

    def _score(self, branch: BinarBranch) -> int:
        """Return a move's score for the mover, from the table."""
        self.nodes += 1
        return (
            score_before_move(table_of(self._kind).score(branch.state))
            if branch.end_score is None
            else branch.end_score
        )


def _worth(score: int) -> int:
    """Convert a score to the scale that all players share.

    It becomes a win or a loss beyond `SURE`, or 0.
    """
    return WIN - (WON - score) if score > DRAW else score - LOST - WIN if score < DRAW else 0


def _visible_score(score: int, sight: int) -> int:
    """Return a score as it looks to a player who sees `sight` plies ahead."""
    return score if min(score - LOST, WON - score) <= sight else DRAW
