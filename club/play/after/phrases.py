"""Phrases about a match, with the players' names.

They say how the match ended, which options were agreed on, and how strong the computer plays.
"""

from collections.abc import Sequence
from typing import Final

from club.play.match.matches import Table
from rendering.standing import result_after
from rules.game import AnyGame, Options, View
from words import Phrase, Words, by_name

STRENGTHS: Final = 6
"""How many words there are for how strong the computer plays."""

Names = tuple[Words, Words]
"""What the players are called, by seat."""


def result(table: Table, names: Names) -> Phrase:
    """Return how a match ended, as one sentence."""
    outcome, winner = table.match.outcome, table.row.winner
    reason = by_name(table.reason, names) if table.reason else None
    if outcome is None:
        return Phrase("card.result.none", reason=reason)
    won = "draw" if winner is None else "won"
    facts: dict[str, object] = {"reason": reason}
    if winner is not None:
        facts |= {"name": names[winner], "side": table.side(winner)}
    # Points tell the result only if they decided it, not after a resignation or an agreement.
    if outcome.score is None or table.match.ending:
        return Phrase(f"card.result.{won}", **facts)
    if outcome.happened:
        return result_after(outcome.happened, outcome, names)
    # A winner's own points come first.
    high, low = outcome.score[::-1] if winner == 1 else outcome.score
    return Phrase(f"card.result.{won}.points", high=high, low=low, **facts)


def agreed_options(game: AnyGame, options: Options) -> list[Words]:
    """Return the agreed options in words; none if the game has no options."""
    return [option.describe(options[option.name]) for option in game.options if option.name in options]


def last_move(table: Table, seen: View, names: Names) -> Sequence[Words]:
    """Return phrases for what the last move did; empty before the first move.

    They include the notes on it in the view `seen`, such as a skip or a forfeit.
    """
    return [by_name(words, names) for words in (seen.did, seen.note) if words] if table.match.plies else []


def strength(level: int, most: int, *, short: bool = False) -> Phrase:
    """Return a level's strength in stars and in words.

    `most` is the highest level. With `short`, for a list of all levels, a number stands for the stars,
    so that two levels fit side by side on a phone.
    """
    step = STRENGTHS if level >= most else 1 + (level - 1) * (STRENGTHS - 1) // max(1, most - 1)
    stars = f"{level}★" if short else "★" * level + "☆" * max(0, most - level)
    return Phrase("computer.strength", stars=stars, level=Phrase(f"strength.{step}"))
