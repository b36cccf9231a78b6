"""Sides as challengers ask for them, and as they are stored.

Among checkers that may be odds, which settle who has which side: the player who takes the odds has
seat 0. Both sides are a mini-match, in which each player has each side once
(`club.play.match.minimatches`).
"""

import json
from typing import Final

from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.play.challenges import NewChallenge
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.checkers.odds import MEN, apply_odds, detect_odds
from rules.checkers.rulesets import OPENING
from rules.game import AnyGame, Options, RulesError, Seat
from rules.match import Match
from words import Phrase, Words, chain, clip

RANDOM_SIDE: Final = "random"
"""Stored as the side of a challenger who leaves it to chance."""
BOTH: Final = "side.both"
"""Stored as the side of a challenger who wants a mini-match."""
GIVES: Final = "side.gives."
"""How the code begins of a challenger who gives odds."""
TAKES: Final = "side.takes."
"""How the code begins of a challenger who takes odds."""
MOVE: Final = "move"
"""The odds of no more than the first move."""


def side_code(side: Words) -> str:
    """Return a side as it is stored: the code of its name, or the digit that it is."""
    return side.code if isinstance(side, Phrase) else side


def side_codes(match: Match) -> tuple[str, ...]:
    """Return the stored codes of the sides that a challenger may ask for.

    Chance, the match's sides, both sides, or odds.
    """
    return (RANDOM_SIDE, *map(side_code, match.sides), BOTH, *odds_codes(match.game))


def odds_codes(game: AnyGame) -> tuple[str, ...]:
    """Return the stored codes of the odds of a game; only checkers have any.

    Odds can be given or taken.
    """
    ways = [GIVES, TAKES] if isinstance(game, Checkers) else []
    return tuple(f"{way}{odds}" for way in ways for odds in MEN)


def odds_of(stored: str) -> str | None:
    """Return what is given by a challenge with this side, `None` without odds."""
    return stored.rpartition(".")[2] if stored.startswith((GIVES, TAKES)) else None


def give_odds(match: Match, stored: str) -> None:
    """Have the odds given, if these are any, in a match that is about to begin."""
    if odds := odds_of(stored):
        apply_odds(match, odds)


def odds_given(match: Match) -> str | None:
    """Return the odds by men that seat 1 of a match gives, `None` without any."""
    return detect_odds(match.origin) if match.was_set and isinstance(match.game, Checkers) else None


def challenger_seat(match: Match, stored: str) -> Seat | None:
    """Return the seat that a challenger with this side has, `None` if chance decides."""
    if odds_of(stored):
        return 1 if stored.startswith(GIVES) else 0
    return None if stored in (RANDOM_SIDE, BOTH) else [side_code(side) for side in match.sides].index(stored)


def check_side(asked: NewChallenge, options: Options) -> None:
    """Raise a `Refusal` if a challenge's side is not possible.

    Odds must be given from the usual start, and a mini-match must be playable.
    """
    if odds_of(asked.side) and not _from_usual_start(asked, options):
        raise Refusal("odds.start")
    if asked.side == BOTH and not may_be_mini_match(asked):
        raise Refusal("side.both.not")


def may_be_mini_match(asked: NewChallenge) -> bool:
    """Whether both sides can be played: the second match begins by itself."""
    return asked.has_route and asked.opponent_id != COMPUTER


def may_have_odds(asked: NewChallenge) -> bool:
    """Whether a challenge that has no odds and no mini-match yet could ask for odds."""
    if odds_of(asked.side) or asked.side == BOTH:
        return False
    game = GAMES.get(asked.game)
    return bool(game and odds_codes(game)) and _from_usual_start(asked, json.loads(asked.options))


def _from_usual_start(asked: NewChallenge, options: Options) -> bool:
    return asked.start is None and OPENING not in options


def parse_side(game: AnyGame, options: Options, wanted: str, language: str) -> str:
    """Return the code of the side or odds asked for, or `RANDOM_SIDE`.

    The side is named in English or in the person's language. Raise `RulesError` if the game has no such
    side.
    """
    chance = Phrase("side.random")
    sides: tuple[Words, ...] = Match(game, options, b"").sides
    others = (chance, *map(Phrase, (BOTH, *odds_codes(game))))
    asked = wanted.strip().casefold() or RANDOM_SIDE
    for side in (*sides, *others):
        names = (str(side), side.text(language) if isinstance(side, Phrase) else side)
        if asked in (name.casefold() for name in names):
            return RANDOM_SIDE if side is chance else side_code(side)
    raise RulesError(
        "unknown_value",
        name="side",
        value=clip(wanted),
        choices=chain("series.more", (*sides, *others)),
    )
