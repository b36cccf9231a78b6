"""The first turns of somebody who has never played: what they must know for the choice that they are at."""

from collections.abc import Sequence

from rules.game import Step
from rules.one_zero_one.turn import Position
from words import Player, Said

LESSONS = (
    ("first.card", "first.line", "first.point"),
    ("second.card", "second.line", "second.point"),
    ("third.card", "third.line", "third.point"),
    ("fourth.card",),
)
"""The lesson of each choice of the first turns, ten in all; what a chain brings is chosen as its first card was."""


def teach(position: Position, before: int, chosen: Sequence[Step]) -> Said | None:
    """Return the lesson of the next choice of the player to move, after so many turns of theirs and some choices."""
    seat = position.turn
    if seat is None or before >= len(LESSONS) or len(chosen) >= len(LESSONS[before]):
        return None
    other = Player(1 - seat, str(position.digits[1 - seat]))
    code = f"one_zero_one.teach.{LESSONS[before][len(chosen)]}"
    return Said(code, digit=position.digits[seat], name=other)
