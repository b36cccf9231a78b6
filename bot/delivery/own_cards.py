"""Identification of the bot's own messages by the marks of their buttons.

Also the places and times in which a card may be found.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from bot.custom_ids import parse
from bot.delivery.wire import SentMessage
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.play.matches import EventKind, EventRow
from data.play.places import NOWHERE
from rules.game import Seat

ON_BOARDS: Final = ("play", "moves")
"""The actions of custom_ids by which a board is known."""
ON_RESULTS: Final = ("rematch",)
"""The actions by which the card of a result is known, where it is no board."""
ON_HANDS: Final = ("play",)
"""The actions by which a hand in direct messages is known."""
ON_GUESTS: Final = ("view", "moves")
"""Actions that identify a guest's board, which is in direct messages too."""


def newest(
    sent: Iterable[SentMessage], match_id: int, actions: Collection[str], *, newer_than: int | None
) -> tuple[SentMessage, int] | None:
    """Return the match's card that shows the newest version, and that version.

    The actions of its buttons identify it. Only cards with a version newer than `newer_than` count, if
    that is given; return `None` if there is none.
    """
    known = -1 if newer_than is None else newer_than
    found = [(each, version_of(each.marks, match_id, actions)) for each in sent]
    newer = [(each, version) for each, version in found if version is not None and version > known]
    return max(newer, key=lambda pair: pair[1], default=None)


def version_of(seen: Iterable[str], match_id: int, actions: Collection[str]) -> int | None:
    """Return the version of a match that a card shows, by its buttons' marks.

    Return `None` if it is no such card.
    """
    ids = [custom_id for mark in seen if (custom_id := parse(mark)) and not custom_id.challenge]
    return next((each.version for each in ids if each.id == match_id and each.action in actions), None)


def is_notice(seen: Iterable[str], match_id: int, seat: Seat | None) -> bool:
    """Whether marks are those of the notice that a seat's direct messages are closed."""
    ids = [custom_id for mark in seen if (custom_id := parse(mark))]
    return [(each.id, each.action, each.rest) for each in ids] == [(match_id, "hand", str(seat))]


def places_left(row: OutboxRow, table: Table, events: Sequence[EventRow]) -> set[int]:
    """Return the places that a match has left since a row was made.

    A private match left nothing behind.
    """
    moves = [event for event in events if event.kind is EventKind.PLACE and event.version > row.version]
    return {int(event.text.partition("/")[2]) for event in moves} - {table.row.place_id, NOWHERE}


def time_of(table: Table, events: Sequence[EventRow], version: int) -> float:
    """Return when a version of a match, or the first one after it, was made.

    If there is none, return when the match was made.
    """
    return next((event.at for event in events if event.version >= version), table.row.created_at)
