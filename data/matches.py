"""Matches, their seats and their events: the state of each game, and all that led to it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from data import clocks, seals
from data.clocks import ClockRow
from data.columns import columns, must_fit
from data.errors import Unreadable, sound_rows
from data.persons import COMPUTER, named
from data.transaction import Row, Transaction
from words import Words


class MatchStatus(StrEnum):
    """Whether a match can be played on."""

    RUNNING = "running"
    OVER = "over"
    SUSPENDED = "suspended"
    """The channel it was played in is gone, or it is in quarantine; only a moderator can end it."""


class EventKind(StrEnum):
    """What happened in a match."""

    MOVE = "move"
    RESIGN = "resign"
    DRAW_OFFER = "draw_offer"
    DRAW_DECLINE = "draw_decline"
    DRAW = "draw"
    """Both agreed on a draw."""
    TAKEBACK_OFFER = "takeback_offer"
    TAKEBACK_DECLINE = "takeback_decline"
    TAKEBACK = "takeback"
    """The opponent agreed that moves are taken back; the text says how many."""
    NUDGE = "nudge"
    """The player who waits has asked the other to move."""
    CLAIM = "claim"
    """The player who waited has claimed the win."""
    ADJOURN = "adjourn"
    """The match has ended without a result: the player who waited wants it so, or nobody has claimed it."""
    GIVE = "give"
    """The player who waits has given the other more time; the text says how many seconds."""
    CANCEL = "cancel"
    """A player ended the match before its first move."""
    PLACE = "place"
    """The match is played somewhere else from now on; the text says where it was: server/channel."""
    END = "end"
    """A moderator ended the match without a result."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player of a match: the name they had at its start, and the direct message that shows them their side.

    `dm_version` is the version of the match that this message shows. Of a player who was forgotten `user_id` is
    `NOBODY`, and the name what the catalogue calls them. The computer's is `COMPUTER`: it plays at `level`, its choices
    follow from `seed`, and `chance` is how good its chance to win looked when it last moved, in thousandths; `None`
    where it could not say, and all three for people.
    """

    match_id: int
    seat: int
    user_id: int
    name: Words
    dm_channel_id: int | None = None
    dm_message_id: int | None = None
    dm_posted_at: float | None = None
    dm_version: int | None = None
    level: int | None = None
    seed: int | None = None
    chance: int | None = None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match, in its state after its event number `version`.

    `options` is JSON text, `secret` the seed of its shuffles, `record` the complete match as record text; `turn` and
    `winner` are seats. The match is played in `thread_id`, or in `channel_id` if there is no thread. The `board_`
    fields say where its last board card is, which version that card shows and which attachment is its picture. The
    `offer_` fields say where the card of an offer with buttons is, and at which version of the match it was made.
    `start` is the position that it began with, as JSON text, `None` for the usual one.
    `plies` is the number of moves made; `set_aside` is the code of why nobody can play on, `None` if they can.
    Whoever is to move has been so since `turn_at`, was nudged by the other at `nudged_at`, and was found to have left
    the server at `absent_at`; at `due_at` the board next changes because of that.
    `abroad` is the language of a match that is played where the bot is no member: nothing reaches its place but answers
    to presses, so nothing is posted, reminded or ended there by itself. It is `None` everywhere else.
    """

    id: int
    game: str
    options: str
    secret: bytes
    rules_version: int
    status: MatchStatus
    version: int
    turn: int | None
    guild_id: int
    channel_id: int
    thread_id: int | None
    record: str
    board_channel_id: int | None
    board_message_id: int | None
    board_posted_at: float | None
    board_version: int | None
    winner: int | None
    reason: str | None
    created_at: float
    updated_at: float
    board_attachment_id: int | None
    offer_channel_id: int | None
    offer_message_id: int | None
    offer_version: int | None
    plies: int
    set_aside: str | None
    turn_at: float
    nudged_at: float | None
    absent_at: float | None
    due_at: float | None
    abroad: str | None
    start: str | None
    seats: tuple[SeatRow, SeatRow]
    clock: ClockRow | None = None

    @property
    def deadline_at(self) -> float | None:
        """When whoever is to move has no time left, `None` where no clock goes."""
        return self.clock.deadline_at if self.clock else None

    @property
    def control(self) -> str | None:
        """What the clock is, as it is stored; `None` where there is none."""
        return self.clock.control if self.clock else None

    @property
    def computer(self) -> int | None:
        """The computer's seat, `None` where people play."""
        return next((seat.seat for seat in self.seats if seat.user_id == COMPUTER), None)

    @property
    def place_id(self) -> int:
        """The id of the channel where the match is played: its thread, or the channel itself."""
        return self.thread_id or self.channel_id

    @property
    def user_ids(self) -> tuple[int, int]:
        """The users at seat 0 and seat 1."""
        first, second = self.seats
        return first.user_id, second.user_id


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a match. `version` is the match's after it; `hash` seals this event and all events before it."""

    match_id: int
    version: int
    seat: int | None
    user_id: int | None
    kind: EventKind
    text: str
    interaction_id: int | None
    at: float
    hash: bytes


_MATCH: Final = columns(MatchRow, "match", besides=("seats", "clock"))
_EVENT: Final = columns(EventRow)
_OF_SEAT: Final = tuple(field.name for field in fields(SeatRow))
SEATS: Final = (0, 1, None)
"""What stands where a row names a seat, or nobody."""
_SEAT: Final = ", ".join(f"seat.{name} AS seat_{name}" for name in _OF_SEAT)


class Repeated(Exception):  # noqa: N818 - an answer, not an error
    """This interaction has already been answered by `event`."""

    def __init__(self, event: EventRow) -> None:
        super().__init__(
            f"interaction {event.interaction_id} is event {event.version} of match {event.match_id}"
        )
        self.event = event


class VersionConflict(Exception):  # noqa: N818 - an answer, not an error
    """The match is not at the version expected any more, but at `current_version`."""

    def __init__(self, current_version: int) -> None:
        super().__init__(f"the match is at version {current_version} by now")
        self.current_version = current_version


async def create(
    tx: Transaction,
    *,
    game: str,
    options: str,
    secret: bytes,
    rules_version: int,
    turn: int | None,
    guild_id: int,
    channel_id: int,
    record: str,
    seats: Sequence[tuple[int, str]],
    at: float,
    due_at: float | None = None,
    thread_id: int | None = None,
    abroad: str | None = None,
    start: str | None = None,
) -> MatchRow:
    """Create a running match at version 0 and return it; `seats` are (user id, name) of seat 0 and seat 1."""
    match_id = await tx.insert(
        "INSERT INTO match (game, options, secret, rules_version, status, version, turn, guild_id, channel_id,"
        " thread_id, record, created_at, updated_at, turn_at, due_at, abroad, start)"
        " VALUES (?, ?, ?, ?, 'running', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        game, options, secret, rules_version, turn, guild_id, channel_id, thread_id, record, at, at, at, due_at,
        abroad, start,
    )  # fmt: skip
    for seat, (user_id, name) in zip((0, 1), seats, strict=True):
        await tx.run(
            "INSERT INTO seat (match_id, seat, user_id, name) VALUES (?, ?, ?, ?)",
            match_id,
            seat,
            user_id,
            name,
        )
    return await _existing(tx, match_id)


async def get(tx: Transaction, match_id: int) -> MatchRow | None:
    """Return the match with this id, `None` if there is none."""
    # One statement for all of it, a row for each seat: on PostgreSQL it is the answer that takes time.
    with sound_rows(match_id):
        rows = await tx.all(
            f"SELECT {_MATCH}, {clocks.COLUMNS}, {_SEAT} FROM match {clocks.JOINED}"
            " LEFT JOIN seat ON seat.match_id = match.id WHERE match.id = ? ORDER BY seat.seat",
            match_id,
        )
        if not rows:
            return None
        first, second = map(_seat, rows)
        match = rows[0]
        clock = clocks.taken_from(match)
        row = MatchRow(**match | {"status": MatchStatus(match["status"])}, seats=(first, second), clock=clock)
        for part in (row, first, second, *([clock] if clock else [])):
            must_fit(part)
        if (first.seat, second.seat) != (0, 1) or row.turn not in SEATS or row.winner not in SEATS:
            raise ValueError
        return row


RUNNING: Final = " AND status = 'running'"
IN_STATE: Final = {EventKind.END: "", EventKind.PLACE: " AND status <> 'over' AND set_aside IS NULL"}
"""In which state a match takes an event: running, but for a moderator's end and for another place."""


async def append(
    tx: Transaction,
    match_id: int,
    *,
    expected_version: int,
    kind: EventKind,
    seat: int | None,
    user_id: int | None,
    text: str,
    interaction_id: int | None,
    at: float,
    status: MatchStatus,
    turn: int | None,
    record: str,
    winner: int | None,
    reason: str | None,
    due_at: float | None = None,
    place: tuple[int, int] | None = None,
) -> EventRow:
    """Add an event, and set the match to its next version and to the given state; return the event.

    `due_at` stays as it is where it is `None`; `place` is the server and channel of a match that goes on elsewhere.

    Raises `Repeated` if the interaction has an event already, `VersionConflict` if the match is not at
    `expected_version` or has been suspended meanwhile (it can only be ended then), `LookupError` if there is no such
    match. Let these through: what was written before them is undone with the job.
    """
    # A match that goes on keeps its status, so that no index over statuses is written with each move.
    goes_on = status is MatchStatus.RUNNING
    state: dict[str, object] = {
        "turn": turn, "record": record, "winner": winner, "reason": reason, "updated_at": at,
    }  # fmt: skip
    state |= _waits(kind, at)
    if due_at is not None:
        state["due_at"] = due_at
    if place:
        state |= {"guild_id": place[0], "channel_id": place[1], "thread_id": None}
    if place or not goes_on:
        state |= {"status": status, "set_aside": None, "due_at": due_at}
    with sound_rows(match_id):
        moved = await tx.run(
            f"UPDATE match SET version = version + 1, plies = plies + ?, {', '.join(f'{name} = ?' for name in state)}"
            f" WHERE id = ? AND version = ?{IN_STATE.get(kind, RUNNING)}",
            _plies(kind, text), *state.values(), match_id, expected_version,
        )  # fmt: skip
    if not moved:
        if first := await of_interaction(tx, interaction_id):
            raise Repeated(first)
        raise VersionConflict((await _existing(tx, match_id)).version)
    if place or not goes_on:
        await _set_seats(tx, match_id, status)
    version = expected_version + 1
    seal = seals.following(
        await _last_seal(tx, match_id, expected_version),
        match_id=match_id, version=version, seat=seat, kind=kind, text=text, at=float(at),
    )  # fmt: skip
    event = EventRow(match_id, version, seat, user_id, kind, text, interaction_id, float(at), seal)
    with sound_rows(match_id):
        added = await tx.run(
            "INSERT INTO event (match_id, version, seat, user_id, kind, text, interaction_id, at, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (interaction_id) DO NOTHING",
            match_id, version, seat, user_id, kind, text, interaction_id, at, seal,
        )  # fmt: skip
    if not added:
        first = await of_interaction(tx, interaction_id)
        assert first is not None  # it is what the new event collided with
        raise Repeated(first)
    return event


async def events(tx: Transaction, match_id: int) -> list[EventRow]:
    """Return all events of the match, in order."""
    with sound_rows(match_id):
        return [_event(row) for row in await _events(tx, match_id)]


async def of_interaction(tx: Transaction, interaction_id: int | None) -> EventRow | None:
    """Return the event that this interaction caused, `None` if it caused none."""
    if interaction_id is None:
        return None
    row = await tx.one(f"SELECT {_EVENT} FROM event WHERE interaction_id = ?", interaction_id)
    if row is None:
        return None
    with sound_rows(row["match_id"]):
        return _event(row)


async def set_status(tx: Transaction, match_id: int, status: MatchStatus, *, at: float) -> None:
    """Suspend a match or let it run again. This is not an event of the game, so its version stays the same."""
    await tx.run(
        "UPDATE match SET status = ?, set_aside = NULL, updated_at = ?, turn_at = ?, nudged_at = NULL,"
        " absent_at = NULL, due_at = ? WHERE id = ?",
        status, at, at, at if status is MatchStatus.RUNNING else None, match_id,
    )  # fmt: skip
    await _set_seats(tx, match_id, status)


async def _set_seats(tx: Transaction, match_id: int, status: MatchStatus) -> None:
    """Store with the seats of a match whether it runs or waits for a place, for lists are found by its players."""
    running, suspended = status is MatchStatus.RUNNING, status is MatchStatus.SUSPENDED
    await tx.run(
        "UPDATE seat SET running = ?, suspended = ? WHERE match_id = ?",
        int(running),
        int(suspended),
        match_id,
    )


def _waits(kind: EventKind, at: float) -> dict[str, object]:
    """Return what an event changes of how long somebody has waited."""
    if kind in (EventKind.MOVE, EventKind.TAKEBACK, EventKind.PLACE):
        return {"turn_at": at, "nudged_at": None, "absent_at": None}
    return {"nudged_at": at} if kind is EventKind.NUDGE else {}


def _plies(kind: EventKind, text: str) -> int:
    """Return by how many moves an event makes a match longer."""
    return -int(text) if kind is EventKind.TAKEBACK else int(kind is EventKind.MOVE)


def _seat(row: Row) -> SeatRow:
    """Take the columns of the seat out of a joined row; return the seat."""
    values = {name: row.pop(f"seat_{name}") for name in _OF_SEAT}
    if not isinstance(values["name"], str):
        raise ValueError(values["name"])
    return SeatRow(**values | {"name": named(values["name"])})


async def _events(tx: Transaction, match_id: int) -> list[Row]:
    return await tx.all(f"SELECT {_EVENT} FROM event WHERE match_id = ? ORDER BY version", match_id)


def _event(row: Row) -> EventRow:
    event = EventRow(**row | {"kind": EventKind(row["kind"])})
    must_fit(event)
    return event


async def _existing(tx: Transaction, match_id: int) -> MatchRow:
    match = await get(tx, match_id)
    if match is None:
        raise LookupError(f"there is no match {match_id}")
    return match


async def _last_seal(tx: Transaction, match_id: int, version: int) -> bytes:
    if version == 0:
        return _first_seal(await _existing(tx, match_id))
    row = await tx.one("SELECT hash FROM event WHERE match_id = ? AND version = ?", match_id, version)
    if row is None:
        raise Unreadable(match_id)
    return bytes(row["hash"])


def _first_seal(match: MatchRow) -> bytes:
    return seals.first(
        match_id=match.id, game=match.game, options=match.options, secret=match.secret,
        rules_version=match.rules_version, created_at=match.created_at, start=match.start,
    )  # fmt: skip
