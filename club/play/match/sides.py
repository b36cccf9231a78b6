"""The sides that challengers can ask for, and their stored codes.

In checkers the side can be odds, which also decide the seats: the player who receives them has seat 0.
Both sides together are a mini-match, in which each player has each side once
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
from rules.checkers.rulesets import AIM, GIVEAWAY, OPENING
from rules.game import AnyGame, Options, RulesError, Seat
from rules.match import Match
from words import Phrase, Words, clip, join_phrases

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
    """Return the stored code of a side: the code of its name, or its digit."""
    return side.code if isinstance(side, Phrase) else side


def side_codes(match: Match) -> tuple[str, ...]:
    """Return the stored codes of the sides that a challenger may ask for.

    These are a random side, the sides of the match, both sides, and odds.
    """
    return (RANDOM_SIDE, *map(side_code, match.sides), BOTH, *odds_codes(match.game, match.options))


def odds_codes(game: AnyGame, options: Options) -> tuple[str, ...]:
    """Return the stored codes of the odds in a game; only checkers have any.

    Odds can be given or taken. There are none in giveaway, where a man less is no handicap.
    """
    ways = [GIVES, TAKES] if isinstance(game, Checkers) and options.get(AIM) != GIVEAWAY else []
    return tuple(f"{way}{odds}" for way in ways for odds in MEN)


def odds_of(code: str) -> str | None:
    """Return the odds in the code of a side, or `None` if it has none."""
    return code.rpartition(".")[2] if code.startswith((GIVES, TAKES)) else None


def give_odds(match: Match, code: str) -> None:
    """Give the odds in the code of a side, if any, in a match that is to begin."""
    if odds := odds_of(code):
        apply_odds(match, odds)


def detect_given_odds(match: Match) -> str | None:
    """Return the odds in men that seat 1 of a match gives, or `None`."""
    return detect_odds(match.origin) if match.was_set and isinstance(match.game, Checkers) else None


def challenger_seat(match: Match, code: str) -> Seat | None:
    """Return the seat of a challenger who asked for a side.

    `code` is the stored code of that side. Return `None` if chance decides.
    """
    if odds_of(code):
        return 1 if code.startswith(GIVES) else 0
    return None if code in (RANDOM_SIDE, BOTH) else [side_code(side) for side in match.sides].index(code)


def check_side(challenge: NewChallenge, options: Options) -> None:
    """Raise `Refusal` if a challenge asks for an impossible side.

    Odds need the usual start and are not for giveaway. A mini-match needs an opponent and a place that
    allow it.
    """
    if odds_of(challenge.side) and options.get(AIM) == GIVEAWAY:
        raise Refusal("odds.giveaway")
    if odds_of(challenge.side) and not _from_usual_start(challenge, options):
        raise Refusal("odds.start")
    if challenge.side == BOTH and not may_be_mini_match(challenge):
        raise Refusal("side.both.not")


def may_be_mini_match(challenge: NewChallenge) -> bool:
    """Whether a challenge can ask for a mini-match of two games.

    The second game begins by itself, so the bot must be able to post, and the opponent must be a person.
    """
    return challenge.has_route and challenge.opponent_id != COMPUTER


def may_have_odds(challenge: NewChallenge) -> bool:
    """Whether a challenge without odds could ask for odds.

    It cannot if it already asks for odds or for a mini-match.
    """
    if odds_of(challenge.side) or challenge.side == BOTH:
        return False
    game, options = GAMES.get(challenge.game), json.loads(challenge.options)
    return bool(game and odds_codes(game, options)) and _from_usual_start(challenge, options)


def _from_usual_start(asked: NewChallenge, options: Options) -> bool:
    return asked.start is None and OPENING not in options


def parse_side(game: AnyGame, options: Options, text: str, language: str) -> str:
    """Return the stored code of the side or odds that a user asks for.

    They name it in English or in their language; an empty text is a random side. Raise `RulesError` if
    the game has no such side. Odds are understood whatever the options are: `check_side` refuses them.
    """
    chance = Phrase("side.random")
    sides: tuple[Words, ...] = Match(game, options, b"").sides
    others = (chance, *map(Phrase, (BOTH, *odds_codes(game, {}))))
    asked = text.strip().casefold() or RANDOM_SIDE
    for side in (*sides, *others):
        names = (str(side), side.text(language) if isinstance(side, Phrase) else side)
        if asked in (name.casefold() for name in names):
            return RANDOM_SIDE if side is chance else side_code(side)
    raise RulesError(
        "unknown_value",
        name="side",
        value=clip(text),
        choices=join_phrases("series.more", (*sides, *others)),
    )
