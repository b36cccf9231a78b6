"""The events of matches: everything that led to their present state.

They are numbered consecutively, and each is sealed with a hash.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from data.database.columns import check_field_types, column_list, column_values, from_row, insert_statement
from data.database.errors import Unreadable, translate_row_errors
from data.database.transaction import Row, Transaction
from data.play import conditional_moves, matches, seals
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus
from data.play.places import Place

_EVENT: Final = column_list(EventRow)
RUNNING: Final = " AND status = 'running'"
IN_STATE: Final = {
    EventKind.END: "",
    EventKind.PLACE: " AND set_aside IS NULL",
    EventKind.REOPEN: " AND status = 'over' AND reason = 'ended.moderator'",
}
"""The state in which a match takes an event.

A match must be running, except for a moderator's end and its undoing, and for a change of place.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """The state of a match after an event, as columns of its row.

    If `due_at` is `None`, it stays unchanged. `place` is the new place of a match that has been moved.
    """

    status: MatchStatus
    turn: int | None
    record: str
    winner: int | None = None
    reason: str | None = None
    due_at: float | None = None
    place: Place | None = None


class RepeatedEvent(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a Discord interaction has already caused an event.

    `event` is that event.
    """

    def __init__(self, event: EventRow) -> None:
        super().__init__(
            f"interaction {event.interaction_id} is event {event.version} of match {event.match_id}"
        )
        self.event = event


class VersionConflict(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a match is not at the expected version but at `current_version`."""

    def __init__(self, current_version: int) -> None:
        super().__init__(f"the match is at version {current_version} by now")
        self.current_version = current_version


async def append(tx: Transaction, event: EventRow, state: MatchState) -> EventRow:
    """Append an event and update its match to the resulting version and state.

    Return the event with its seal.

    Raise `RepeatedEvent` if the interaction has already caused an event, `LookupError` if the match
    does not exist, and `VersionConflict` if the match is not at the version before the event or has
    been suspended meanwhile (it can then only be ended). Do not catch these: the rollback of the job
    undoes everything that it has written before.
    """
    match_id, expected = event.match_id, event.version - 1
    at = float(event.at)  # it is sealed as it is read back
    changes = _changes(event, state)
    with translate_row_errors(match_id):
        moved = await tx.one(
            f"UPDATE match SET version = version + 1, plies = plies + ?, {', '.join(f'{name} = ?' for name in changes)}"
            f" WHERE id = ? AND version = ?{IN_STATE.get(event.kind, RUNNING)} RETURNING"
            " (SELECT event.hash FROM event WHERE event.match_id = match.id AND event.version = ?) AS last",
            *(ply_change(event.kind, event.text), *changes.values(), match_id, expected, expected),
        )
    if moved is None:
        if first := await find_by_interaction(tx, event.interaction_id):
            raise RepeatedEvent(first)
        raise VersionConflict((await matches.get_existing(tx, match_id)).version)
    if "status" in changes:
        await matches.set_seats_status(tx, match_id, state.status)
    if "status" in changes or event.kind is EventKind.TAKEBACK:
        await conditional_moves.drop(tx, match_id)
    last = moved["last"] if expected else await _first_seal(tx, match_id)
    if last is None:
        raise Unreadable(match_id)
    seal = seals.next_seal(
        bytes(last),
        match_id=match_id,
        version=event.version,
        seat=event.seat,
        kind=event.kind,
        text=event.text,
        at=at,
    )
    sealed = replace(event, at=at, hash=seal)
    with translate_row_errors(match_id):
        added = await tx.run(
            *insert_statement("event", column_values(sealed), "ON CONFLICT (interaction_id) DO NOTHING")
        )
    if not added:
        first = await find_by_interaction(tx, event.interaction_id)
        assert first is not None  # it is what the new event collided with
        raise RepeatedEvent(first)
    return sealed


def apply_event(before: MatchRow, event: EventRow, state: MatchState) -> MatchRow:
    """Return a match as it is after an appended event, without reading it again.

    `before` is the match as this transaction last left it.
    """
    plies = before.plies + ply_change(event.kind, event.text)
    return replace(before, version=event.version, plies=plies, **_changes(event, state))


def _changes(event: EventRow, state: MatchState) -> dict[str, Any]:
    """Return the columns of a match that an event changes, with their new values."""
    changes: dict[str, Any] = {
        "turn": state.turn,
        "record": state.record,
        "winner": state.winner,
        "reason": state.reason,
        "updated_at": event.at,
    }
    if event.kind in (EventKind.MOVE, EventKind.TAKEBACK, EventKind.PLACE, EventKind.REOPEN):
        changes |= {"turn_at": event.at, "nudged_at": None, "absent_at": None}
    elif event.kind is EventKind.NUDGE:
        changes["nudged_at"] = event.at
    if state.place:
        changes |= column_values(state.place) | {"thread_id": None}
    # A match that goes on keeps its status, so that no index over statuses is written with each move.
    if state.place or event.kind is EventKind.REOPEN or state.status is not MatchStatus.RUNNING:
        changes |= {"status": state.status, "set_aside": None, "due_at": state.due_at}
    elif state.due_at is not None:
        changes["due_at"] = state.due_at
    return changes


async def list_for_match(tx: Transaction, match_id: int, *, after_version: int = 0) -> list[EventRow]:
    """Return the events of a match after a version, in order.

    By default, all events are returned.
    """
    with translate_row_errors(match_id):
        rows = await tx.all(
            f"SELECT {_EVENT} FROM event WHERE match_id = ? AND version > ? ORDER BY version",
            match_id,
            after_version,
        )
        return [_event(row) for row in rows]


async def find_by_interaction(tx: Transaction, interaction_id: int | None) -> EventRow | None:
    """Return the event that a Discord interaction caused, or `None`."""
    if interaction_id is None:
        return None
    row = await tx.one(f"SELECT {_EVENT} FROM event WHERE interaction_id = ?", interaction_id)
    if row is None:
        return None
    with translate_row_errors(row["match_id"]):
        return _event(row)


def ply_change(kind: EventKind, text: str) -> int:
    """Return by how many moves an event changes the length of a match.

    The number is negative for a take-back.
    """
    return -int(text) if kind is EventKind.TAKEBACK else int(kind is EventKind.MOVE)


def _event(row: Row) -> EventRow:
    event = from_row(EventRow, row)
    check_field_types(event)
    return event


async def _first_seal(tx: Transaction, match_id: int) -> bytes:
    match = await matches.get_existing(tx, match_id)
    return seals.initial_seal(
        match_id=match.id,
        game=match.game,
        options=match.options,
        secret=match.secret,
        rules_version=match.rules_version,
        created_at=match.created_at,
        start=match.start,
    )
