"""The levels of the open games on square boards.

They differ in how far each looks, and among which moves it picks by chance.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.bounds import SURE
from engines.chances import Curve, curve_of
from engines.observation import Observation, OpenGame
from engines.player import NEXT_BEST, Assessment, Choice
from engines.squares.deep import DeepSearch
from engines.squares.field import Branch, Field
from rules.catalogue import GAMES
from rules.game import Options
from rules.shuffle import Shuffle

Fields = Callable[[Options], Field]
"""What gives the field of a match with these options."""


@dataclass(frozen=True, slots=True)
class SquaresLevel:
    """The strength of a level.

    It looks `depth` plies ahead and grows `nodes` positions at most. Branches within `margin` of the
    best, in the units of the field, are as good to it. One that `notices` only so many of its moves
    looks at nothing else: it takes the one after which the board shows most for it. Below its own move
    it goes on from only `width` branches of a position, as long as there is anything else to see; 0
    means all.
    """

    depth: int
    nodes: int
    margin: int = 0
    notices: int = 0
    width: int = 0


YIN_YANG: Final = (
    SquaresLevel(1, 1, notices=3),
    SquaresLevel(60, 12, margin=2),
    SquaresLevel(60, 80, margin=2),
    SquaresLevel(60, 600, margin=2),
    SquaresLevel(60, 4_000, margin=1),
    SquaresLevel(60, 15_000, margin=1),
)
INCORRECT_CHECKERS: Final = (
    SquaresLevel(1, 1, notices=3),
    SquaresLevel(1, 1, margin=2),
    SquaresLevel(60, 50, margin=2),
    SquaresLevel(60, 250, margin=2),
    SquaresLevel(60, 1_000, margin=2),
    SquaresLevel(60, 2_500, margin=1),
)
ZONG_HENG: Final = (
    SquaresLevel(1, 1, notices=6),
    SquaresLevel(60, 14, margin=3),
    SquaresLevel(60, 100, margin=2),
    SquaresLevel(60, 400, margin=2),
    SquaresLevel(60, 1_200, margin=2),
    SquaresLevel(60, 6_000, margin=1),
)
BINARY: Final = (
    SquaresLevel(1, 1, notices=80),
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
    """The computer player of a game that is searched by alpha-beta."""

    def __init__(self, key: str, fields: Fields, strengths: Sequence[SquaresLevel], looked: int) -> None:
        self.engine = f"deep.{key}"
        self.levels = len(strengths)
        self._key = key
        self._fields = fields
        self._strengths = strengths
        self._looked = looked

    def choose(
        self, what: Observation, options: Options, level: int, draws: Shuffle, *, part: int = 1
    ) -> Choice:
        """Return one of the best moves within the level's sight and judgement."""
        assert isinstance(what, OpenGame)
        strength = self._strengths[level - 1]
        if strength.notices:
            return self._at_a_glance(what, strength.notices, draws)
        strength = replace(strength, nodes=strength.nodes // part)
        found = self._best(what, options, strength, draws)
        return Choice(found.move, self._curve(options).value(found.worth), found.nodes)

    def look(self, what: Observation, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return the best move and its worth, in the units of the field."""
        del made
        assert isinstance(what, OpenGame)
        # On fewer squares a match has fewer moves, and each position fewer branches.
        more = (USUAL / min(USUAL, options.get("size", USUAL))) ** 3
        level = SquaresLevel(self._strengths[-1].depth, round(self._looked * effort * more))
        return self._best(what, options, level, Shuffle(bytes(32)))

    def _best(self, what: OpenGame, options: Options, strength: SquaresLevel, draws: Shuffle) -> Assessment:
        """Return one of the best moves within a level's sight."""
        field = self._fields(options)
        search = DeepSearch(field, field.within(strength.nodes), strength.width)
        rated = search.rate(field.root(what.position), what.seat, strength.depth, strength.margin)
        curve = self._curve(options)
        worth = search.worth if search.settled else curve.mover_worth(search.worth)
        stake = curve.stake(worth, search.glance)
        picked = _pick_branch(rated, strength, draws)
        done, nodes = [picked[3]], search.nodes
        while field.halfway(picked[2]):
            further = DeepSearch(field, max(1, field.within(strength.nodes) // 4), strength.width)
            picked = _pick_branch(
                further.rate(picked[2], what.seat, strength.depth, strength.margin), strength, draws
            )
            done.append(picked[3])
            nodes += further.nodes
        next_best = [branch for _, branch in rated if not field.halfway(branch[2])][: NEXT_BEST + 1]
        others = tuple(field.whole([branch[3]], what.moves) for branch in next_best)
        move = field.whole(done, what.moves)
        return Assessment(move, worth, None, nodes, stake, tuple(each for each in others if each != move))

    def _curve(self, options: Options) -> Curve:
        return curve_of(self._key, options.get("size"))

    def _at_a_glance(self, what: OpenGame, notices: int, draws: Shuffle) -> Choice:
        """Return the move that promises most at once, among a few noticed by chance."""
        best, chosen = 0, None
        for move in draws.permute(what.moves)[:notices]:
            tally = what.game.tally(what.game.play(what.position, move))
            assert tally is not None
            lead = tally[what.seat] - tally[1 - what.seat]
            if chosen is None or lead > best:
                best, chosen = lead, move
        return Choice(chosen, None, notices)

    def signature(self) -> int:
        """Return the nodes to a depth of three from the first position and from two more.

        A walk leads to those two.
        """
        game = GAMES[self._key]
        options = game.read_options({})
        field, walk, nodes = self._fields(options), Shuffle(bytes(32)), 0
        position: Any = game.start(options, walk)
        for _ in range(3):
            search = DeepSearch(field, 100_000)
            search.rate(field.root(position), game.turn(position) or 0, 3, 0)
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
