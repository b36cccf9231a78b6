"""Phrases about a match that contain the players' names.

They say how the match ended, which options it is played with, and how strong the computer plays.
"""

from collections.abc import Sequence
from typing import Final

from club.play.match.matches import Table
from data.database.persons import NOBODY
from rendering.caption import Caption, picture_name
from rendering.standing import event_with_result
from rules.game import AnyGame, Options, View
from words import Localizer, Phrase, Words, insert_player_names

STRENGTHS: Final = 6
"""How many words there are for how strong the computer plays."""

Names = tuple[Words, Words]
"""What the players are called, by seat."""


def match_caption(table: Table, say: Localizer) -> Caption:
    """Return the caption of a finished match: its game and the players' names.

    Players whose data was deleted, or who do not want their names in pictures, are named by their
    sides.
    """
    first, second = (
        picture_name(say.text(seat.name), None if seat.team else seat.handle)
        if seat.pictured and seat.user_id != NOBODY
        else None
        for seat in table.row.seats
    )
    return Caption(table.game.title, (first, second))


def result_phrase(table: Table, names: Names) -> Phrase:
    """Return how a match ended as one sentence."""
    outcome, winner = table.match.outcome, table.row.winner
    reason = insert_player_names(table.reason, names) if table.reason else None
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
        return event_with_result(outcome.happened, outcome, names)
    # A winner's own points come first.
    high, low = outcome.score[::-1] if winner == 1 else outcome.score
    return Phrase(f"card.result.{won}.points", high=high, low=low, **facts)


def agreed_options(game: AnyGame, options: Options) -> list[Words]:
    """Return the options of a match in words.

    The list is empty if the game has no options.
    """
    return [option.describe(options[option.name]) for option in game.options if option.name in options]


def last_move_phrases(table: Table, view: View, names: Names) -> Sequence[Words]:
    """Return phrases that describe the last move; none before the first move.

    They include notes about it in the `view` of the position, such as a skipped turn or a forfeit.
    """
    return (
        [insert_player_names(words, names) for words in (view.did, view.note) if words]
        if table.match.plies
        else []
    )


def strength_phrase(level: int, highest_level: int, *, short: bool = False) -> Phrase:
    """Return the strength of a computer level in stars and in words.

    With `short` a number replaces the stars; in a list of all levels, two then fit side by side on a
    phone.
    """
    step = (
        STRENGTHS
        if level >= highest_level
        else 1 + (level - 1) * (STRENGTHS - 1) // max(1, highest_level - 1)
    )
    stars = f"{level}★" if short else "★" * level + "☆" * max(0, highest_level - level)
    return Phrase("computer.strength", stars=stars, level=Phrase(f"strength.{step}"))
