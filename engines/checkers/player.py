"""The levels of checkers: how far each looks ahead, and how it picks a move.

A level picks at random among moves that it considers equally good.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engines.bounds import SURE
from engines.chances import curve_of
from engines.checkers.evaluate import untrained_evaluators
from engines.checkers.search import CheckersSearch, RatedMove
from engines.observation import Observation, OpenGameObservation
from engines.player import NEXT_BEST, Assessment, MoveChoice
from rules.catalogue import GAMES
from rules.checkers.position import Position
from rules.checkers.rulesets import Aim
from rules.game import Options
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class CheckersLevel:
    """The strength of a level: its search limits and its weaknesses.

    It searches `depth` plies and at most `nodes` nodes. Moves within `margin` hundredths of a man of
    the best count as equally good. Until the first capture the margin is three times as large, and at
    least `opening_margin`, so that no opponent wins by repeating a memorised game. `max_error` is how
    far it may misjudge each move, up or down, and `overlook_percent` the percentage of moves whose
    replies it overlooks. With `uses_endings` it uses the endgame tables.
    """

    depth: int
    nodes: int
    margin: int
    max_error: int = 0
    overlook_percent: int = 0
    uses_endings: bool = False
    opening_margin: int = 0


LEVELS: Final[Sequence[CheckersLevel]] = (
    CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=60, overlook_percent=70),
    CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=80),
    CheckersLevel(depth=40, nodes=200, margin=8),
    CheckersLevel(depth=40, nodes=1_000, margin=6),
    CheckersLevel(depth=40, nodes=5_000, margin=5, uses_endings=True),
    CheckersLevel(depth=40, nodes=40_000, margin=4, uses_endings=True),
)
"""From the weakest up. Those that slip look at the next ply or two, no farther."""

LEVEL_EXCEPTIONS: Final[Mapping[tuple[str, int], CheckersLevel]] = MappingProxyType(
    {
        ("canadian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=60, overlook_percent=85),
        ("armenian", 2): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=140),
        ("armenian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=60, overlook_percent=85),
        ("malaysian", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=260),
        ("malaysian", 2): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=160),
        ("international", 6): CheckersLevel(
            depth=40, nodes=40_000, margin=0, uses_endings=True, opening_margin=6
        ),
    }
)
"""Levels that differ in some games, by kind and number.

If the second slips by 80 in Armenian or Malaysian, the third is hardly stronger. On 12 by 12
squares and in Armenian the usual first wins too often against a beginner. In Malaysian, where a
side that captures is ahead, one that overlooks replies always loses to an opponent who captures.
International's top level takes nothing for equal once a piece has been taken.
"""


LEVELS_BY_AIM: Final[Mapping[tuple[str, int], CheckersLevel]] = MappingProxyType(
    {("lose", 1): CheckersLevel(depth=1, nodes=20_000, margin=0, max_error=100, overlook_percent=85)}
)
"""Levels that differ with another aim, by aim and number.

If the aim is to lose all pieces, the usual first level beats random moves too often.
"""


LOOK_NODES: Final = 1_600
"""Nodes for each position of a report."""

ONLY_MOVE_NODES: Final = 1_000
"""Nodes for an only move: enough to say what it is worth."""

EXACT_MARGIN: Final = 10_000
"""A margin that leaves every move its exact worth, as slips and glances need it."""


def level_of(key: str, number: int, aim: Aim = "capture") -> CheckersLevel:
    """Return a level of a kind of checkers with an aim; levels are numbered from 1."""
    if (aim, number) in LEVELS_BY_AIM:
        return LEVELS_BY_AIM[aim, number]
    return LEVEL_EXCEPTIONS.get((key, number), LEVELS[number - 1])


class CheckersPlayer:
    """The computer player of one kind of checkers."""

    engine = "checkers"
    levels = len(LEVELS)

    def __init__(self, key: str) -> None:
        self._key = key

    def choose_move(
        self, observation: Observation, options: Options, level: int, shuffle: Shuffle, *, divisor: int = 1
    ) -> MoveChoice:
        """Return the move that a level chooses.

        The options are not needed, because the position holds them. `divisor` divides the level's node
        limit.
        """
        del options
        assert isinstance(observation, OpenGameObservation)
        position: Position = observation.position
        strength = level_of(self._key, level, position.generator.ruleset.aim)
        nodes = (
            min(strength.nodes, ONLY_MOVE_NODES) if len(position.legal) == 1 else strength.nodes
        ) // divisor
        # Who slips judges by hand: with what was learnt the weakest level would be too strong for a beginner.
        judges = untrained_evaluators(position.generator.ruleset) if strength.max_error else None
        search = CheckersSearch(position, nodes, judges, uses_endings=strength.uses_endings)
        decided = pick_move(search, position, strength, shuffle)
        return MoveChoice(
            decided.move, curve_of(self._key).win_probability(decided.worth), search.nodes, search.ending
        )

    def assess(
        self, observation: Observation, options: Options, played_move: Any = None, *, effort: float = 1
    ) -> Assessment:
        """Return the best move and its worth in hundredths of a man.

        `effort` multiplies the usual number of nodes. `played_move` changes nothing here.
        """
        del options, played_move
        assert isinstance(observation, OpenGameObservation)
        search = CheckersSearch(
            observation.position, round(LOOK_NODES * effort), uses_endings=LEVELS[-1].uses_endings
        )
        glance = [found.worth for found in search.rate(1, EXACT_MARGIN)]
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

    def count_bench_nodes(self) -> int:
        """Return the nodes of three-ply searches of four fixed positions.

        They are the first position and three that random moves with a fixed seed lead to.
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


def pick_move(
    search: CheckersSearch, position: Position, level: CheckersLevel, shuffle: Shuffle
) -> RatedMove:
    """Pick a level's move by a search; return it with the worth of the best move."""
    if level.max_error:
        seen = _misjudge(search.rate(level.depth, EXACT_MARGIN), search.rate(0, EXACT_MARGIN), level, shuffle)
    else:
        seen = search.rate(level.depth, _margin(position, level))
    best = seen[0].worth
    near = 0 if level.max_error or abs(best) >= SURE else _margin(position, level)
    equals = [found for found in seen if found.worth >= best - near]
    return RatedMove(equals[shuffle.below(len(equals))].move, best)


def _misjudge(
    rated: list[RatedMove], at_a_glance: list[RatedMove], level: CheckersLevel, draws: Shuffle
) -> list[RatedMove]:
    """Return the moves as a level that makes errors sees them, the best first.

    It overlooks some replies and misjudges worths at random.
    """
    glance = {found.move: found.worth for found in at_a_glance}
    seen = []
    for found in rated:
        worth = glance[found.move] if draws.below(100) < level.overlook_percent else found.worth
        seen.append(RatedMove(found.move, worth + draws.below(2 * level.max_error + 1) - level.max_error))
    return sorted(seen, key=lambda found: -found.worth)


def _margin(position: Position, strength: CheckersLevel) -> int:
    board, start = position.board, position.generator.start()
    whole = (board.white | board.black).bit_count() == (start.white | start.black).bit_count()
    return max(strength.margin * 3, strength.opening_margin) if whole else strength.margin
