"""The only list of games, and the reading of any game's records."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules import json_records
from rules.binar import Binar
from rules.binary import Binary
from rules.checkers.game import Checkers
from rules.checkers.reading import game_reading
from rules.checkers.rulesets import AIM, RULESETS
from rules.game import AnyGame, BadRecord, Options
from rules.incorrect_checkers import IncorrectCheckers
from rules.match import OWN_FORM, Before, Match, read_record
from rules.one_zero_one.game import OneZeroOne
from rules.record import Record, RecordKind
from rules.yin_yang import YinYang
from rules.zong_heng import ZongHeng
from words import Phrase, Words, clip

_GAMES: tuple[AnyGame, ...] = (
    Binar(),
    Binary(),
    ZongHeng(),
    YinYang(),
    IncorrectCheckers(),
    OneZeroOne(),
    *map(Checkers, RULESETS),
)

_FENCES: Final = re.compile(r"\A\s*```[\w-]*|```\s*\Z")
"""Marks of code in a chat before and after a pasted record."""

AIM_TITLES: Final[Mapping[str, str]] = MappingProxyType({"lose": "title.lose", "crown": "title.crown"})
"""Messages of the titles of games with another aim."""

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


def rating_key(key: str, options: Mapping[str, object]) -> str:
    """Return the key of a game with these options in ratings and standings.

    A kind of checkers with another aim is a game of its own there.

    >>> rating_key("russian", {"aim": "lose"}), rating_key("binar", {"size": 7})
    ('russian:lose', 'binar')
    """
    aim = options.get(AIM)
    return f"{key}:{aim}" if aim in AIM_TITLES else key


def title_of(key: str) -> Words:
    """Return the title of a game, or its key if this version does not know the game.

    The key may be that of a game in ratings.

    >>> str(title_of("russian:lose")), str(title_of("chess:lose"))
    ('Russian checkers, giveaway', 'chess:lose')
    """
    kind, _, aim = key.partition(":")
    if kind not in GAMES or aim not in ("", *AIM_TITLES):
        return key
    return Phrase(AIM_TITLES[aim], title=GAMES[kind].title) if aim else GAMES[kind].title


def title_with_aim(key: str, options: Mapping[str, object]) -> Words:
    """Return the title of a game with these options, which names another aim.

    >>> str(title_with_aim("russian", {"aim": "lose"})), str(title_with_aim("chess", {"aim": "lose"}))
    ('Russian checkers, giveaway', 'chess')
    """
    return title_of(rating_key(key, options)) if key in GAMES else key


def load_match(text: str, chosen: RecordKind | None = None, number: int = 1) -> Match:
    """Return the match of a record in any form that `read` accepts.

    `chosen` is its kind if the record does not name one, and `number` counts the games of a file from
    1. Raise `RulesError` with the place of the fault.
    """
    return parse_record(text, chosen=chosen, number=number).match


def parse_record(
    text: str, before: Before = lambda ply: None, *, chosen: RecordKind | None = None, number: int = 1
) -> Record:
    """Parse a record in our own form, in JSON or in PDN.

    If the players went on although one of them could have claimed a draw, the match goes on too.
    Raise `RulesError` with the place of the fault.
    """
    if not is_own_form(text):
        return game_reading.parse_number(text, GAMES, number, chosen=chosen, before=before)
    text = _blank_fences(text)
    if json_records.FORM.match(text):
        record = json_records.parse(text, GAMES, before)
    else:
        record = Record(read_record(text.removeprefix("\ufeff"), GAMES, before, forgiving=True))
    if number != 1:
        raise BadRecord("pdn.number", line=1, column=1, number=number, count=1)
    if chosen:
        _check_chosen(record.match, chosen)
    return record


def is_own_form(text: str) -> bool:
    """Whether a text is a record in our own form or in JSON, not in PDN."""
    text = _blank_fences(text)
    return text.lstrip("\ufeff \t\r\n").startswith(OWN_FORM) or bool(json_records.FORM.match(text))


def _blank_fences(text: str) -> str:
    """Return a text without the marks of code around it.

    Spaces stand for them, so that places stay the same.
    """
    return _FENCES.sub(lambda found: re.sub(r"\S", " ", found[0]), text) if "```" in text else text


def _check_chosen(match: Match, chosen: RecordKind) -> None:
    """Refuse a record of another game than the one chosen, or with other options."""
    if match.game.key != chosen.game:
        raise BadRecord(
            "record.other_game", line=1, column=1, title=match.game.title, other=GAMES[chosen.game].title
        )
    usual = {option.name: option.default for option in match.game.options}
    for name, value in chosen.options.items():
        found = match.settled_options.get(name, usual[name])
        if value not in (found, match.options.get(name, found)):
            raise BadRecord(
                "record.other_option", line=1, column=1, name=name, value=found, given=clip(value)
            )
