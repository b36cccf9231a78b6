"""The levels of the open games on square boards.

They differ in how far each looks ahead, and in how close to the best a move must be to be picked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.bounds import SURE
from engines.chances import ChanceCurve, curve_of
from engines.observation import Observation, OpenGameObservation
from engines.player import NEXT_BEST, Assessment, MoveChoice
from engines.squares.deep import DeepSearch
from engines.squares.field import Branch, PlayerGameTree
from rules.catalogue import GAMES
from rules.game import Options
from rules.shuffle import Shuffle

GameTreeFactory = Callable[[Options], PlayerGameTree]
"""What gives the field of a match with these options."""


@dataclass(frozen=True, slots=True)
class SquaresLevel:
    """The strength of a level.

    It searches `depth` plies ahead and at most `nodes` nodes. Branches within `margin` of the best
    count as equally good. If `noticed_moves` is not 0, it does not search: it looks at that many random
    moves and takes the one with the best visible score. Below the root it searches only the `width`
    most promising branches of a position; 0 means all.
    """

    depth: int
    nodes: int
    margin: int = 0
    noticed_moves: int = 0
    width: int = 0


YIN_YANG: Final = (
    SquaresLevel(1, 1, noticed_moves=3),
    SquaresLevel(60, 12, margin=2),
    SquaresLevel(60, 80, margin=2),
    SquaresLevel(60, 600, margin=2),
    SquaresLevel(60, 4_000, margin=1),
    SquaresLevel(60, 15_000, margin=1),
)
INCORRECT_CHECKERS: Final = (
    SquaresLevel(1, 1, noticed_moves=3),
    SquaresLevel(1, 1, margin=2),
    SquaresLevel(60, 50, margin=2),
    SquaresLevel(60, 250, margin=2),
    SquaresLevel(60, 1_000, margin=2),
    SquaresLevel(60, 2_500, margin=1),
)
ZONG_HENG: Final = (
    SquaresLevel(1, 1, noticed_moves=6),
    SquaresLevel(60, 14, margin=3),
    SquaresLevel(60, 100, margin=2),
    SquaresLevel(60, 400, margin=2),
    SquaresLevel(60, 1_200, margin=2),
    SquaresLevel(60, 6_000, margin=1),
)
BINARY: Final = (
    SquaresLevel(1, 1, noticed_moves=80),
    SquaresLevel(1, 1, margin=5),
    SquaresLevel(60, 22, margin=3, width=6),
    SquaresLevel(60, 75, margin=3, width=6),
    SquaresLevel(60, 180, margin=2, width=6),
    SquaresLevel(60, 1_800, margin=1, width=6),
)
"""From the weakest up."""
USUAL: Final = 8
"""The edge of the board that the number of positions of a look is meant for."""


class DeepPlayer:
    """The computer player of one game on a square board, by alpha-beta search."""

    def __init__(
        self, key: str, make_tree: GameTreeFactory, levels: Sequence[SquaresLevel], look_nodes: int
    ) -> None:
        self.engine = f"deep.{key}"
        self.levels = len(levels)
        self._key = key
        self._fields = make_tree
        self._strengths = levels
        self._looked = look_nodes

    def choose_move(
        self, observation: Observation, options: Options, level: int, shuffle: Shuffle, *, divisor: int = 1
    ) -> MoveChoice:
        """Return one of the best moves that the level finds.

        `divisor` divides the level's node limit.
        """
        assert isinstance(observation, OpenGameObservation)
        strength = self._strengths[level - 1]
        if strength.noticed_moves:
            return self._at_a_glance(observation, strength.noticed_moves, shuffle)
        strength = replace(strength, nodes=strength.nodes // divisor)
        found = self._best(observation, options, strength, shuffle)
        return MoveChoice(found.move, self._curve(options).win_probability(found.worth), found.nodes)

    def assess(
        self, observation: Observation, options: Options, played_move: Any = None, *, effort: float = 1
    ) -> Assessment:
        """Return the best move and its worth, in the units of the game's estimate."""
        del played_move
        assert isinstance(observation, OpenGameObservation)
        # On fewer squares a match has fewer moves, and each position fewer branches.
        more = (USUAL / min(USUAL, options.get("size", USUAL))) ** 3
        level = SquaresLevel(self._strengths[-1].depth, round(self._looked * effort * more))
        return self._best(observation, options, level, Shuffle(bytes(32)))

    def _best(
        self, what: OpenGameObservation, options: Options, strength: SquaresLevel, draws: Shuffle
    ) -> Assessment:
        """Return one of the best moves that a level finds."""
        field = self._fields(options)
        search = DeepSearch(field, field.scale_nodes(strength.nodes), strength.width)
        rated = search.rate(field.root_state(what.position), what.seat, strength.depth, strength.margin)
        curve = self._curve(options)
        worth = search.worth if search.settled else curve.mover_worth(search.worth)
        stake = curve.stake(worth, search.glance)
        picked = _pick_branch(rated, strength, draws)
        done, nodes = [picked[3]], search.nodes
        while field.is_halfway(picked[2]):
            further = DeepSearch(field, max(1, field.scale_nodes(strength.nodes) // 4), strength.width)
            picked = _pick_branch(
                further.rate(picked[2], what.seat, strength.depth, strength.margin), strength, draws
            )
            done.append(picked[3])
            nodes += further.nodes
        next_best = [branch for _, branch in rated if not field.is_halfway(branch[2])][: NEXT_BEST + 1]
        others = tuple(field.find_move([branch[3]], what.moves) for branch in next_best)
        move = field.find_move(done, what.moves)
        return Assessment(move, worth, None, nodes, stake, tuple(each for each in others if each != move))

    def _curve(self, options: Options) -> ChanceCurve:
        return curve_of(self._key, options.get("size"))

    def _at_a_glance(self, what: OpenGameObservation, notices: int, draws: Shuffle) -> MoveChoice:
        """Return the move that promises most at once, among a few noticed by chance."""
        best, chosen = 0, None
        for move in draws.permute(what.moves)[:notices]:
            tally = what.game.tally(what.game.play(what.position, move))
            assert tally is not None
            lead = tally[what.seat] - tally[1 - what.seat]
            if chosen is None or lead > best:
                best, chosen = lead, move
        return MoveChoice(chosen, None, notices)

    def count_bench_nodes(self) -> int:
        """Return how many nodes three-ply searches of three fixed positions visit.

        The positions are the start and two reached by random moves with a fixed seed.
        """
        game = GAMES[self._key]
        options = game.read_options({})
        field, walk, nodes = self._fields(options), Shuffle(bytes(32)), 0
        position: Any = game.start(options, walk)
        for _ in range(3):
            search = DeepSearch(field, 100_000)
            search.rate(field.root_state(position), game.turn(position) or 0, 3, 0)
            nodes += search.nodes
            for _ in range(5):
                moves = game.moves(position)
                position = game.play(position, moves[walk.below(len(moves))]) if moves else position
        return nodes


def _pick_branch(rated: list[tuple[int, Branch]], strength: SquaresLevel, draws: Shuffle) -> Branch:
    """Pick one of the branches that the level considers best."""
    best = rated[0][0]
    near = [
        branch for worth, branch in rated if worth >= best - (0 if abs(best) >= SURE else strength.margin)
    ]
    return near[draws.below(len(near))]
