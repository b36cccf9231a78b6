"""The levels of checkers: how far each looks, and which moves it picks among.

It picks by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engines.bounds import SURE
from engines.chances import curve_of
from engines.checkers.evaluate import by_hand
from engines.checkers.search import CheckersSearch, RatedMove
from engines.observation import Observation, OpenGame
from engines.player import NEXT_BEST, Assessment, Choice
from rules.catalogue import GAMES
from rules.checkers.position import Position
from rules.game import Options
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class CheckersLevel:
    """The strength of a level: `depth` in plies, `nodes` at most, and its blind spots.

    Moves within `margin` hundredths of a man of the best are as good to it. The margin is three times
    as much while no piece has been taken, and at least `first` then, so that no one wins by rote.
    `slip` is how far it may misjudge each move, up or down, and `overlooks` of how many moves in a
    hundred it sees no reply. With `endings` it knows those of few pieces by heart.
    """

    depth: int
    nodes: int
    margin: int
    slip: int = 0
    overlooks: int = 0
    endings: bool = False
    first: int = 0


LEVELS: Final[Sequence[CheckersLevel]] = (
    CheckersLevel(depth=1, nodes=20_000, margin=0, slip=60, overlooks=70),
    CheckersLevel(depth=1, nodes=20_000, margin=0, slip=80),
    CheckersLevel(depth=40, nodes=200, margin=8),
    CheckersLevel(depth=40, nodes=1_000, margin=6),
    CheckersLevel(depth=40, nodes=5_000, margin=5, endings=True),
    CheckersLevel(depth=40, nodes=40_000, margin=4, endings=True),
)
"""From the weakest up. Those that slip look at the next ply or two, no farther."""

OTHERS: Final[Mapping[tuple[str, int], CheckersLevel]] = MappingProxyType(
    {
        ("canadian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, slip=60, overlooks=85),
        ("armenian", 2): CheckersLevel(depth=1, nodes=20_000, margin=0, slip=140),
        ("armenian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, slip=60, overlooks=85),
        ("malaysian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, slip=260),
        ("malaysian", 2): CheckersLevel(depth=1, nodes=20_000, margin=0, slip=160),
        ("international", 6): CheckersLevel(depth=40, nodes=40_000, margin=0, endings=True, first=6),
    }
)
"""Levels that differ in some games, by kind and number.

If the second slips by 80 in Armenian or Malaysian, the third is hardly stronger. On 12 by 12
squares and in Armenian the usual first wins too often against a beginner. In Malaysian, where a
side that captures is ahead, one that overlooks replies always loses to an opponent who captures.
International's top level takes nothing for equal once a piece has been taken.
"""


LOOKED: Final = 1_600
"""Nodes for each position of a report."""

ONLY: Final = 1_000
"""Nodes for an only move: enough to say what it is worth."""

EVERY: Final = 10_000
"""A margin that leaves every move its exact worth, as slips and glances need it."""


def level_of(key: str, number: int) -> CheckersLevel:
    """Return a level of a kind of checkers; levels are numbered from 1."""
    return OTHERS.get((key, number), LEVELS[number - 1])


class CheckersPlayer:
    """The computer player of one kind of checkers."""

    engine = "checkers"
    levels = len(LEVELS)

    def __init__(self, key: str) -> None:
        self._key = key

    def choose(
        self, what: Observation, options: Options, level: int, draws: Shuffle, *, part: int = 1
    ) -> Choice:
        """Return the choice of a level.

        A position of checkers holds the rules that the options have set.
        """
        del options
        assert isinstance(what, OpenGame)
        position: Position = what.position
        strength = level_of(self._key, level)
        nodes = (min(strength.nodes, ONLY) if len(position.legal) == 1 else strength.nodes) // part
        # Who slips judges by hand: with what was learnt the weakest level would be too strong for a beginner.
        judges = by_hand(position.generator.ruleset) if strength.slip else None
        search = CheckersSearch(position, nodes, judges, endings=strength.endings)
        decided = decide(search, position, strength, draws)
        return Choice(decided.move, curve_of(self._key).value(decided.worth), search.nodes, search.ending)

    def look(self, what: Observation, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return the best move and its worth in hundredths of a man."""
        del options, made
        assert isinstance(what, OpenGame)
        search = CheckersSearch(what.position, round(LOOKED * effort), endings=LEVELS[-1].endings)
        glance = [found.worth for found in search.rate(1, EVERY)]
        best, *others = search.rate(LEVELS[-1].depth, 0)[: NEXT_BEST + 1]
        stake = curve_of(self._key).stake(best.worth, glance)
        return Assessment(
            best.move,
            best.worth,
            None,
            search.nodes,
            stake,
            tuple(found.move for found in others),
            search.ending,
        )

    def signature(self) -> int:
        """Return the nodes to a depth of three from the first position and three others.

        A walk leads to those three.
        """
        game = GAMES[self._key]
        walk = Shuffle(bytes(32))
        position = game.start(game.read_options({}), walk)
        nodes = 0
        for ply in range(40):
            if ply % 13 == 0:
                search = CheckersSearch(position, 1_000_000)
                search.rate(3, 0)
                nodes += search.nodes
            moves = game.moves(position)
            if not moves:
                break
            position = game.play(position, moves[walk.below(len(moves))])
        return nodes


def decide(search: CheckersSearch, position: Position, level: CheckersLevel, draws: Shuffle) -> RatedMove:
    """Return the move that a level makes by a search, and the worth of the best move."""
    if level.slip:
        seen = _misjudge(search.rate(level.depth, EVERY), search.rate(0, EVERY), level, draws)
    else:
        seen = search.rate(level.depth, _margin(position, level))
    best = seen[0].worth
    near = 0 if level.slip or abs(best) >= SURE else _margin(position, level)
    equals = [found for found in seen if found.worth >= best - near]
    return RatedMove(equals[draws.below(len(equals))].move, best)


def _misjudge(
    rated: list[RatedMove], at_a_glance: list[RatedMove], level: CheckersLevel, draws: Shuffle
) -> list[RatedMove]:
    """Return the moves as a level sees them that errs, the best first.

    It overlooks replies and judges roughly.
    """
    glance = {found.move: found.worth for found in at_a_glance}
    seen = []
    for found in rated:
        worth = glance[found.move] if draws.below(100) < level.overlooks else found.worth
        seen.append(RatedMove(found.move, worth + draws.below(2 * level.slip + 1) - level.slip))
    return sorted(seen, key=lambda found: -found.worth)


def _margin(position: Position, strength: CheckersLevel) -> int:
    board, start = position.board, position.generator.start()
    whole = (board.white | board.black).bit_count() == (start.white | start.black).bit_count()
    return max(strength.margin * 3, strength.first) if whole else strength.margin
