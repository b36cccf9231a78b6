"""The only list of games, and records of any of them."""

from rules.binar import Binar
from rules.binary import Binary
from rules.checkers import records
from rules.checkers.game import Checkers
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame
from rules.incorrect_checkers import IncorrectCheckers
from rules.match import OWN_FORM, Match, read_record
from rules.one_zero_one.game import OneZeroOne
from rules.yin_yang import YinYang
from rules.zong_heng import ZongHeng

_GAMES: tuple[AnyGame, ...] = (
    Binar(),
    Binary(),
    ZongHeng(),
    YinYang(),
    IncorrectCheckers(),
    OneZeroOne(),
    *map(Checkers, RULESETS),
)

GAMES: dict[str, AnyGame] = {game.key: game for game in _GAMES}


def load(text: str) -> Match:
    """Return the match of a record in our own form or in PDN; raise `RulesError` with the place of the fault."""
    if text.lstrip().startswith(OWN_FORM):
        return read_record(text, GAMES)
    return records.read(text, GAMES)
