"""Sides as challengers ask for them, and as they are stored."""

from typing import Final

from rules.game import AnyGame, Options, RulesError
from rules.match import Match
from words import Said, Words, chain, clip

RANDOM_SIDE: Final = "random"
"""Stored as the side of a challenger who leaves it to chance."""


def side_code(side: Words) -> str:
    """Return a side as it is stored: the code of its name, or the digit that it is."""
    return side.code if isinstance(side, Said) else side


def side_codes(match: Match) -> tuple[str, ...]:
    """Return what a challenger may ask for as it is stored: `RANDOM_SIDE`, then both sides as the match has them."""
    return (RANDOM_SIDE, *map(side_code, match.sides))


def side_asked(game: AnyGame, options: Options, wanted: str, language: str) -> str:
    """Return the code of the side asked for, in English or in the person's language, or `RANDOM_SIDE`.

    Raises `RulesError` if the game has no such side.
    """
    chance = Said("side.random")
    sides: tuple[Words, ...] = Match(game, options, b"").sides
    asked = wanted.strip().casefold() or RANDOM_SIDE
    for side in (*sides, chance):
        names = (str(side), side.text(language) if isinstance(side, Said) else side)
        if asked in (name.casefold() for name in names):
            return RANDOM_SIDE if side is chance else side_code(side)
    raise RulesError(
        "unknown_value",
        name="side",
        value=clip(wanted),
        choices=chain("series.more", (*sides, chance)),
    )
