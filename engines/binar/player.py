"""Binar's levels: how many plies each one sees ahead, and how it chooses its move.

A level's only weakness is that it is short-sighted. It sees without error everything that ends
within its sight, and knows nothing about the rest. The strongest level sees everything on boards
that have tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.binar.score_table import KINDS, table_of
from engines.binar.search import BinarSearch
from engines.binar.states import (
    DRAW,
    LOST,
    WON,
    BinarBranch,
    BinarKind,
    BinarState,
    before,
    branches,
    kind_of,
    state_of,
)
from engines.bounds import WIN
from engines.chances import curve_of
from engines.observation import Observation, OpenGame
from engines.player import NEXT_BEST, Assessment, Choice
from rules.catalogue import GAMES
from rules.game import Options
from rules.shuffle import Shuffle

ALL: Final = 81
"""As many plies as the largest board has squares."""


@dataclass(frozen=True, slots=True)
class BinarLevel:
    """How far a level sees.

    It sees `near` plies ahead, and `far` plies in so many of a hundred of its moves.
    """

    near: int
    far: int = 0
    often: int = 0


_CHOOSE_SINGLE: Final = (
    BinarLevel(0, 1, 30),
    BinarLevel(1),
    BinarLevel(1, 2, 75),
    BinarLevel(4),
    BinarLevel(4, 6, 80),
    BinarLevel(ALL),
)
_CHOOSE_DOUBLE: Final = (
    BinarLevel(0, 1, 60),
    BinarLevel(1),
    BinarLevel(1, 2, 50),
    BinarLevel(1, 2, 80),
    BinarLevel(1, 2, 95),
    BinarLevel(ALL),
)
_OWN_SINGLE: Final = (
    BinarLevel(0, 1, 50),
    BinarLevel(1),
    BinarLevel(3),
    BinarLevel(7),
    BinarLevel(10),
    BinarLevel(ALL),
)
_OWN_DOUBLE: Final = (
    BinarLevel(0, 1, 50),
    BinarLevel(1),
    BinarLevel(2),
    BinarLevel(5),
    BinarLevel(9),
    BinarLevel(ALL),
)
"""From the weakest up.

How far one must see to win depends on the kind of the game, above all on the choice of digits.
"""

NODES: Final = (500, 500, 500, 1_500, 4_000, 12_000)
"""Most positions each level looks at on 6×6.

On larger boards there are fewer, because each takes longer.
"""


LOOKED: Final = 500
"""Most positions of a look on 6×6.

On larger boards there are fewer, because each takes longer.
"""


class BinarPlayer:
    """The computer player of Binar."""

    engine = "binar"
    levels = len(NODES)

    def choose(
        self, what: Observation, options: Options, level: int, draws: Shuffle, *, part: int = 1
    ) -> Choice:
        """Return one of the best moves within the level's sight."""
        del options  # a position holds what they set
        assert isinstance(what, OpenGame)
        kind, state = kind_of(what.position), state_of(what.position)
        strength = strengths(kind)[level - 1]
        sight = strength.far if draws.below(100) < strength.often else strength.near
        thought = BinarThought(kind)
        rated = thought.rate(state, sight, NODES[level - 1] * 36 // kind.size**2 // part)
        best = max(score for score, _ in rated)
        near = [branch for score, branch in rated if score == best]
        if sight == ALL and best == DRAW:
            near = thought.hardest(near)
        sure = (
            1.0 if best > DRAW else 0.0 if best < DRAW else 0.5 if thought.solved and sight == ALL else None
        )
        near.sort(key=lambda branch: branch.move)
        return Choice(near[draws.below(len(near))].move, sure, thought.nodes)

    def look(self, what: Observation, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return one of the best moves; its worth names the winner if known, else nothing."""
        del options, made
        assert isinstance(what, OpenGame)
        kind = kind_of(what.position)
        thought = BinarThought(kind)
        rated = thought.rate(state_of(what.position), ALL, round(LOOKED * effort * 36 / kind.size**2))
        rated.sort(key=lambda pair: (-pair[0], pair[1].move.square))
        worths, moves = [_worth(score) for score, _ in rated], [branch.move for _, branch in rated]
        stake = curve_of("binar").stake(worths[0], worths)
        return Assessment(moves[0], worths[0], None, thought.nodes, stake, tuple(moves[1 : NEXT_BEST + 1]))

    def signature(self) -> int:
        """Return the nodes of a level on every board, in all kinds.

        They are counted after a walk over half of it.
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
                    thought = BinarThought(kind_of(position))
                    thought.rate(state_of(position), ALL, 300)
                    nodes += thought.nodes
        return nodes


def strengths(kind: BinarKind) -> Sequence[BinarLevel]:
    """Return the levels of a kind of the game, the weakest first."""
    if kind.own:
        return _OWN_SINGLE if kind.single else _OWN_DOUBLE
    return _CHOOSE_SINGLE if kind.single else _CHOOSE_DOUBLE


def solve_score(kind: BinarKind, state: BinarState, nodes: int) -> int | None:
    """Return the proven score of a position.

    Return `None` if a search of `nodes` nodes does not prove it.
    """
    if kind in KINDS:
        return table_of(kind).score(state)
    search = BinarSearch(kind, nodes)
    score = search.rate(state, ALL)[0][0]
    return score if search.whole or score != DRAW else None


class BinarThought:
    """A single assessment of one position."""

    def __init__(self, kind: BinarKind) -> None:
        self.nodes = 0
        self.solved = kind in KINDS
        self._kind = kind

    def rate(self, state: BinarState, sight: int, nodes: int) -> list[tuple[int, BinarBranch]]:
        """Return the moves with their scores.

        Those that end beyond `sight` plies score as draws.
        """
        if sight == 0:
            return [(DRAW, branch) for branch in branches(self._kind, state)]
        if self.solved:
            return [
                (_visible_score(self._score(branch), sight), branch) for branch in branches(self._kind, state)
            ]
        search = BinarSearch(self._kind, nodes)
        rated = search.rate(state, sight)
        self.nodes += search.nodes
        return rated

    def hardest(self, drawn: Sequence[BinarBranch]) -> list[BinarBranch]:
        """Return the drawn moves after which the smallest share of replies keeps the draw."""
        if not self.solved:
            return list(drawn)
        kept = [self._drawing_share(branch) for branch in drawn]
        return [branch for branch, share in zip(drawn, kept, strict=True) if share == min(kept)]

    def _drawing_share(self, drawn: BinarBranch) -> int:
        """Return how many of a thousand replies would keep the draw."""
        if drawn.ended is not None:
            return 1_000
        scores = [self._score(reply) for reply in branches(self._kind, drawn.after)]
        return 1_000 * scores.count(DRAW) // len(scores)

    def _score(self, branch: BinarBranch) -> int:
        """Return a move's score for the mover, from the table."""
        self.nodes += 1
        return before(table_of(self._kind).score(branch.after)) if branch.ended is None else branch.ended


def _worth(score: int) -> int:
    """Return a score on the scale of all players.

    It is a win or a loss beyond `SURE`, or nothing.
    """
    return WIN - (WON - score) if score > DRAW else score - LOST - WIN if score < DRAW else 0


def _visible_score(score: int, sight: int) -> int:
    """Return a score as it looks to a player who sees `sight` plies ahead."""
    return score if min(score - LOST, WON - score) <= sight else DRAW
