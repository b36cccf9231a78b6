"""The levels of the open games on square boards: how far each looks, and among which moves it picks by chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.bounds import SURE
from engines.player import Choice
from engines.seen import Open, Seen
from engines.squares.deep import Deep
from engines.squares.field import Field
from rules.catalogue import GAMES
from rules.game import Options
from rules.shuffle import Shuffle

Fields = Callable[[Options], Field]
"""What gives the field of a match with these options."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is: it looks `depth` plies ahead and grows `nodes` positions at most.

    Branches within `margin` of the best, in the units of the field, are as good to it. `slip` is how far it may
    misjudge each, up or down.
    """

    depth: int
    nodes: int
    margin: int = 0
    slip: int = 0


YIN_YANG: Final = (
    Level(1, 1, slip=8),
    Level(60, 12, margin=2),
    Level(60, 80, margin=2),
    Level(60, 600, margin=2),
    Level(60, 4_000, margin=1),
    Level(60, 22_000, margin=1),
)
INCORRECT_CHECKERS: Final = (
    Level(1, 1, slip=20),
    Level(1, 1, margin=2),
    Level(60, 60, margin=2),
    Level(60, 250, margin=2),
    Level(60, 1_000, margin=2),
    Level(60, 3_500, margin=1),
)
ZONG_HENG: Final = (
    Level(1, 1, slip=8),
    Level(60, 12, margin=3),
    Level(60, 60, margin=3),
    Level(60, 250, margin=2),
    Level(60, 900, margin=2),
    Level(60, 3_000, margin=1),
)
"""From the weakest up."""


class DeepPlayer:
    """The player of a game by alpha-beta."""

    def __init__(self, key: str, fields: Fields, strengths: Sequence[Level]) -> None:
        self.engine = f"deep.{key}"
        self.levels = len(strengths)
        self._key = key
        self._fields = fields
        self._strengths = strengths

    def choose(self, what: Seen, options: Options, level: int, draws: Shuffle) -> Choice:
        """Return one of the moves that are best as far as the level sees and judges."""
        assert isinstance(what, Open)
        strength = self._strengths[level - 1]
        field = self._fields(options)
        search = Deep(field, field.within(strength.nodes))
        state = field.root(what.position)
        rated = search.rate(state, what.seat, strength.depth, max(strength.margin, 2 * strength.slip))
        best = rated[0][0]
        if strength.slip:
            rated = [(w + draws.below(2 * strength.slip + 1) - strength.slip, b) for w, b in rated]
            top = max(worth for worth, _ in rated)
            near = [branch for worth, branch in rated if worth == top]
        else:
            margin = 0 if abs(best) >= SURE else strength.margin
            near = [branch for worth, branch in rated if worth >= best - margin]
        picked = near[draws.below(len(near))]
        return Choice(field.whole([picked[3]], what.moves), chance_to_win(best, field.scale), search.nodes)

    def signature(self) -> int:
        """Return the nodes to a depth of three from the first position and from two that a walk comes to."""
        game = GAMES[self._key]
        options = game.read_options({})
        field, walk, nodes = self._fields(options), Shuffle(bytes(32)), 0
        position: Any = game.start(options, walk)
        for _ in range(3):
            search = Deep(field, 100_000)
            search.rate(field.root(position), game.turn(position) or 0, 3, 0)
            nodes += search.nodes
            for _ in range(5):
                moves = game.moves(position)
                position = game.play(position, moves[walk.below(len(moves))]) if moves else position
        return nodes


def chance_to_win(worth: int, scale: int) -> float:
    """Return the mover's chance to win, draws counted half, that a worth stands for; for people, not for decisions."""
    if abs(worth) >= SURE:
        return 1.0 if worth > 0 else 0.0
    return round(1 / (1 + 3 ** (-worth / scale)), 4)
