"""Identification of the bot's own messages by the marks of their buttons.

A mark is a button's custom_id, or its address if it is a link. The module also says where and since when to
look.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from bot.custom_ids import parse_custom_id
from bot.delivery.wire import SentMessage
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.play.matches import EventKind, EventRow
from data.play.places import NOWHERE
from rules.game import Seat

ON_BOARDS: Final = ("play", "more", "moves")
"""The actions of custom_ids by which a board is known, of any landed version."""
ON_NO_RESULTS: Final = ("play", "moves")
"""The actions by which a board is told from the card of a result."""
ON_RESULTS: Final = ("rematch",)
"""The actions by which the card of a result is known, where it is no board."""
ON_HANDS: Final = ("play",)
"""The actions by which a hand in direct messages is known."""
ON_GUESTS: Final = ("view", "moves")
"""Actions that identify a guest's board, which is in direct messages too."""


def newest_card(
    sent: Iterable[SentMessage], match_id: int, actions: Collection[str], *, newer_than: int | None
) -> tuple[SentMessage, int] | None:
    """Return the match's message with the newest version, and that version.

    It is identified by the actions of its buttons. If `newer_than` is given, only newer versions count.
    Return `None` if there is none.
    """
    known = -1 if newer_than is None else newer_than
    found = [(each, card_version(each.marks, match_id, actions)) for each in sent]
    newer = [(each, version) for each, version in found if version is not None and version > known]
    return max(newer, key=lambda pair: pair[1], default=None)


def card_version(marks: Iterable[str], match_id: int, actions: Collection[str]) -> int | None:
    """Return the version of a match that a message shows, by its button marks.

    A version is the number of events so far. Return `None` if it is not a message of this match with these
    actions.
    """
    ids = [custom_id for mark in marks if (custom_id := parse_custom_id(mark)) and not custom_id.is_challenge]
    return next((each.version for each in ids if each.id == match_id and each.action in actions), None)


def is_dms_closed_notice(marks: Iterable[str], match_id: int, seat: Seat | None) -> bool:
    """Whether these marks are of the notice about closed direct messages."""
    ids = [custom_id for mark in marks if (custom_id := parse_custom_id(mark))]
    return [(each.id, each.action, each.rest) for each in ids] == [(match_id, "hand", str(seat))]


def former_places(row: OutboxRow, table: Table, events: Sequence[EventRow]) -> set[int]:
    """Return the threads and channels that a match has left since a row was made.

    A private match left nothing behind.
    """
    moves = [event for event in events if event.kind is EventKind.PLACE and event.version > row.version]
    return {int(event.text.partition("/")[2]) for event in moves} - {table.row.place_id, NOWHERE}


def version_time(table: Table, events: Sequence[EventRow], version: int) -> float:
    """Return when a match reached a version, or the first one after it.

    If there is none, return when the match was created.
    """
    return next((event.at for event in events if event.version >= version), table.row.created_at)
