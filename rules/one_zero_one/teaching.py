"""The first turns of a newcomer: what they must know for the next choice."""

from collections.abc import Sequence

from rules.game import Step
from rules.one_zero_one.turn import Position
from words import Phrase, SeatedPlayer

LESSONS = (
    ("first.card", "first.line", "first.point"),
    ("second.card", "second.line", "second.point"),
    ("third.card", "third.line", "third.point"),
    ("fourth.card",),
)
"""The lesson for each choice of the first turns, ten in all.

A card that a chain brings is chosen in the same way as its first card.
"""


def teach(position: Position, before: int, chosen: Sequence[Step]) -> Phrase | None:
    """Return the lesson for the next choice of the player to move.

    `before` is the number of their turns so far, `chosen` the choices already made.
    """
    seat = position.turn
    if seat is None or before >= len(LESSONS) or len(chosen) >= len(LESSONS[before]):
        return None
    other = SeatedPlayer(1 - seat, str(position.digits[1 - seat]))
    code = f"one_zero_one.teach.{LESSONS[before][len(chosen)]}"
    return Phrase(code, digit=position.digits[seat], name=other)
