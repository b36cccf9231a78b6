"""The moves of a match that still count after take-backs."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from data.database.transaction import Transaction
from data.play.matches import EventKind

Event = TypeVar("Event")


def moves_after_takebacks(
    events: Iterable[Event], kind_of: Callable[[Event], str], text_of: Callable[[Event], str]
) -> list[Event]:
    """Return the moves that still count after all events, in order.

    The text of a take-back is the number of moves that it undid. Raise `ValueError` if more moves are
    undone than were made.
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


async def position_version(tx: Transaction, match_id: int) -> int:
    """Return the version of a match at which its position last changed.

    The position changes by a move or a take-back; 0 means that there was none yet.
    """
    sql = "SELECT MAX(version) AS version FROM event WHERE match_id = ? AND kind IN ('move', 'takeback')"
    return int(await tx.value(sql, match_id) or 0)
