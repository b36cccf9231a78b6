"""The one question asked of computer players: which move, at this level?"""

from collections.abc import Mapping
from types import MappingProxyType

from engines.binar.player import BinarPlayer
from engines.checkers.player import CheckersPlayer
from engines.observation import Observation, chance
from engines.one_zero_one.player import OneZeroOnePlayer
from engines.player import Choice, Player
from engines.squares import binary, zong_heng
from engines.squares.incorrect_checkers import IncorrectCheckersField
from engines.squares.player import BINARY, INCORRECT_CHECKERS, YIN_YANG, ZONG_HENG, DeepPlayer
from engines.squares.yin_yang import YinYangField
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Options, RulesError
from words import clip

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        "binar": BinarPlayer(),
        "zong-heng": DeepPlayer(
            "zong-heng", lambda options: zong_heng.field_of(options["size"]), ZONG_HENG, 160
        ),
        "binary": DeepPlayer("binary", lambda options: binary.field_of(options["size"]), BINARY, 130),
        "yin-yang": DeepPlayer("yin-yang", lambda _: YinYangField(), YIN_YANG, 1_000),
        "incorrect-checkers": DeepPlayer(
            "incorrect-checkers", lambda _: IncorrectCheckersField(), INCORRECT_CHECKERS, 150
        ),
        "one-zero-one": OneZeroOnePlayer(),
        **{key: CheckersPlayer(key) for key in RULESETS},
    }
)
"""The computer players there are, by the key of their game."""


def levels(game: AnyGame) -> int:
    """Return the number of a game's levels, 0 if it has no computer player."""
    return PLAYERS[game.key].levels if game.key in PLAYERS else 0


def choose(what: Observation, options: Options, level: int, seed: int, *, part: int = 1) -> Choice:
    """Return the move of a level for the seat to move.

    Level 0 takes any legal move, each as likely. Of the level's nodes it takes one `part`. Equal views,
    level, seed and part give an equal move, on every machine. Raise `RulesError` for a level that the
    game does not have.
    """
    most = levels(what.game)
    if not 0 <= level <= most:
        raise RulesError("engine.level", title=what.game.title, limit=most, level=clip(level))
    draws = chance(what, level, seed)
    if level == 0:
        moves = what.moves
        return Choice(moves[draws.below(len(moves))], None, 0)
    return PLAYERS[what.game.key].choose(what, options, level, draws, part=part)
