"""Which moves of a match's events still count, after all that was taken back."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from data.matches import EventKind

Event = TypeVar("Event")


def standing(
    events: Iterable[Event], kind_of: Callable[[Event], str], text_of: Callable[[Event], str]
) -> list[Event]:
    """Return the moves that count after these events, in order; raise `ValueError` where more is undone than was made.

    The text of a move taken back is the number of moves that it undid.
    """
    moves: list[Event] = []
    for event in events:
        kind = kind_of(event)
        if kind == EventKind.MOVE:
            moves.append(event)
        elif kind == EventKind.TAKEBACK:
            undone = int(text_of(event))
            if not 0 < undone <= len(moves):
                raise ValueError(f"a take-back of {undone} after {len(moves)} moves")
            del moves[-undone:]
    return moves
