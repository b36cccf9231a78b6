"""The first turns of a newcomer: what they must know for the next choice."""

from collections.abc import Sequence

from rules.game import Step
from rules.one_zero_one.turn import Position
from words import Phrase, SeatedPlayer, Words, join_phrases

LESSONS = (
    (("first.card", "first.line"), ("first.point",)),
    (("second.card", "second.line"), ("second.point",)),
    (("third.card", "third.line"), ("third.point",)),
    (("fourth.card",),),
)
"""Lessons of the first turns: for a card with its line, and for its direction.

A card that a chain brings is chosen with its direction.
"""
PLACED = 2
"""Steps of a card with its line."""


def teach(position: Position, before: int, chosen: Sequence[Step]) -> Words | None:
    """Return the lesson for the next choice of the player to move.

    `before` is the number of their turns so far, `chosen` the choices already made.
    """
    seat = position.turn
    number = int(len(chosen) >= PLACED)
    if seat is None or before >= len(LESSONS) or number >= len(LESSONS[before]) or len(chosen) > PLACED:
        return None
    facts = {
        "digit": position.digits[seat],
        "name": SeatedPlayer(1 - seat, str(position.digits[1 - seat])),
    }
    lessons = [Phrase(f"one_zero_one.teach.{name}", **facts) for name in LESSONS[before][number]]
    return join_phrases("series.sentences", lessons)
