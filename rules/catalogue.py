"""The only list of games, and the reading of any game's records."""

from rules import json_records
from rules.binar import Binar
from rules.binary import Binary
from rules.checkers import records
from rules.checkers.game import Checkers
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Options
from rules.incorrect_checkers import IncorrectCheckers
from rules.match import OWN_FORM, Before, Match, read_record
from rules.one_zero_one.game import OneZeroOne
from rules.record import Record
from rules.yin_yang import YinYang
from rules.zong_heng import ZongHeng
from words import Words

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


def families() -> dict[str, list[AnyGame]]:
    """Return the games grouped by family, in the order of the list.

    The games of a family feel alike.
    """
    found: dict[str, list[AnyGame]] = {}
    for game in GAMES.values():
        found.setdefault(game.family, []).append(game)
    return found


def first_options(game: AnyGame) -> Options:
    """Return the options that suit a first game, without the defaults.

    They are the smallest board and the game's `tried` options.
    """
    smallest = {option.name: option.choices[0] for option in game.options if option.name == "size"}
    return {**smallest, **game.tried}


def title_of(key: str) -> Words:
    """Return the title of a game, or its key if this version does not know the game."""
    return GAMES[key].title if key in GAMES else key


def load_match(text: str) -> Match:
    """Return the match of a record in any form that `read` accepts.

    Raise `RulesError` with the place of the fault.
    """
    return parse_record(text).match


def parse_record(text: str, before: Before = lambda ply: None) -> Record:
    """Parse a record in our own form, in JSON or in PDN.

    If the players went on although one of them could have claimed a draw, the match goes on too.
    Raise `RulesError` with the place of the fault.
    """
    if text.lstrip("\ufeff \t\r\n").startswith(OWN_FORM):
        return Record(read_record(text.removeprefix("\ufeff"), GAMES, before, forgiving=True))
    if json_records.FORM.match(text):
        return json_records.parse(text, GAMES, before)
    return records.parse(text, GAMES, before)
