"""A check that the clocks of matches agree with the events of the clocks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from data.database.transaction import Transaction
from data.play.clocks import NAMES, ClockEvent, ClockEventKind, ClockRow
from words import Phrase

AsReplayed = Callable[[ClockRow, Sequence[ClockEvent]], bool]
"""Callback that says whether clocks agree with a replay of all their events.

It may raise any exception for invalid events.
"""

ROWS: Final = f"SELECT {', '.join(NAMES)} FROM clock WHERE match_id BETWEEN ? AND ? ORDER BY match_id"
EVENTS: Final = (
    "SELECT match_id, number, version, kind, seat, text, at FROM clock_event WHERE match_id BETWEEN ? AND ?"
    " ORDER BY match_id, number"
)


async def broken_clocks(tx: Transaction, first: int, last: int, *, as_replayed: AsReplayed) -> list[Phrase]:
    """Return a sentence for each match whose clocks contradict their events.

    All matches with an ID from `first` to `last` are checked. `as_replayed` compares a match's clocks
    with a replay of their events.
    """
    rows = {row["match_id"]: ClockRow(**row) for row in await tx.all(ROWS, first, last)}
    journals: dict[int, list[ClockEvent]] = {}
    for event in await tx.all(EVENTS, first, last):
        journals.setdefault(event["match_id"], []).append(ClockEvent(**event))
    return [
        Phrase("check.clock", match=match_id)
        for match_id in sorted(rows.keys() | journals.keys())
        if not _whole(rows.get(match_id), journals.get(match_id, []), as_replayed)
    ]


def _whole(row: ClockRow | None, events: Sequence[ClockEvent], as_replayed: AsReplayed) -> bool:
    """Whether a match has clocks and all their events, and these agree."""
    if row is None or [event.number for event in events] != list(range(1, row.number + 1)):
        return False
    try:
        return as_replayed(row, [_parse_event(event) for event in events])
    except Exception:
        # Changed bytes may break any assumption about a journal; the check goes on with the next one.
        return False


def _parse_event(event: ClockEvent) -> ClockEvent:
    """Return an event with its kind converted to a `ClockEventKind`."""
    return replace(event, kind=ClockEventKind(event.kind))
