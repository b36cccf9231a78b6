"""The choice of a move by the computer player of a game, at a given level."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.binar.player import BinarPlayer
from engines.checkers.player import CheckersPlayer
from engines.observation import Observation, decision_shuffle
from engines.one_zero_one.player import OneZeroOnePlayer
from engines.player import MoveChoice, Player
from engines.squares import binary, zong_heng
from engines.squares.incorrect_checkers import IncorrectCheckersGameTree
from engines.squares.player import BINARY, INCORRECT_CHECKERS, YIN_YANG, ZONG_HENG, DeepPlayer
from engines.squares.yin_yang import YinYangGameTree
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Options, RulesError
from words import clip

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        "binar": BinarPlayer(),
        "zong-heng": DeepPlayer(
            "zong-heng", lambda options: zong_heng.game_tree_of(options["size"]), ZONG_HENG, 160
        ),
        "binary": DeepPlayer("binary", lambda options: binary.game_tree_of(options["size"]), BINARY, 130),
        "yin-yang": DeepPlayer("yin-yang", lambda _: YinYangGameTree(), YIN_YANG, 1_000),
        "incorrect-checkers": DeepPlayer(
            "incorrect-checkers", lambda _: IncorrectCheckersGameTree(), INCORRECT_CHECKERS, 150
        ),
        "one-zero-one": OneZeroOnePlayer(),
        **{key: CheckersPlayer(key) for key in RULESETS},
    }
)
"""The computer players there are, by the key of their game."""


def level_count(game: AnyGame) -> int:
    """Return the number of a game's levels, 0 if it has no computer player."""
    return PLAYERS[game.key].levels if game.key in PLAYERS else 0


def choose_move(
    observation: Observation, options: Options, level: int, seed: int, *, divisor: int = 1
) -> MoveChoice:
    """Return the move that a level chooses for the seat to move.

    Level 0 plays a random legal move. `divisor` divides the level's node limit. Equal observations,
    levels, seeds and divisors give the same move on every machine. Raise `RulesError` for a level that
    the game does not have.
    """
    most = level_count(observation.game)
    if not 0 <= level <= most:
        raise RulesError("engine.level", title=observation.game.title, limit=most, level=clip(level))
    draws = decision_shuffle(observation, level, seed)
    if level == 0:
        moves = observation.moves
        return MoveChoice(moves[draws.below(len(moves))], None, 0)
    return PLAYERS[observation.game.key].choose_move(observation, options, level, draws, divisor=divisor)
