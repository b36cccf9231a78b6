"""Matches with their seats and events."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from data.database.columns import check_field_types, column_list, column_values, from_row, insert_statement
from data.database.errors import translate_row_errors
from data.database.persons import COMPUTER, display_name
from data.database.transaction import Row, Transaction
from data.play import clocks
from data.play.clocks import ClockRow
from data.play.places import ThreadRow
from words import Phrase, Words


class MatchStatus(StrEnum):
    """Whether a match is running, suspended or over."""

    RUNNING = "running"
    OVER = "over"
    SUSPENDED = "suspended"
    """Its channel is gone, or it is in quarantine; only a moderator can end it."""


class EventKind(StrEnum):
    """The kind of an event in a match."""

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
    """The match has ended without a result.

    Either the player who waited wants it so, or no player has claimed it.
    """
    GIVE = "give"
    """The waiting player has given the other more time; the text is the seconds."""
    CANCEL = "cancel"
    """A player ended the match before its first move."""
    PLACE = "place"
    """The match is moved to another place.

    The text says where it was before: server/channel.
    """
    END = "end"
    """A moderator ended the match without a result."""
    REOPEN = "reopen"
    """A moderator has undone such an end; the text is the reason."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player of a match, with the name that they had at its start.

    The `dm_` fields are the direct message that shows the player their hidden side, and `dm_version`
    is the version of the match that it shows. If the player's data has been deleted, `user_id` is
    `NOBODY` and the name is a substitute. For the computer, `user_id` is `COMPUTER`, `level` is its
    strength, `seed` determines its choices, and `chance` is its own estimate of its chance to win at
    its last move, in thousandths, `None` if unknown; for people all three are `None`. If a `team` plays
    from the seat, the user is its captain and the name is the team's. A `guest` plays from another
    server by direct messages. `pictured` is whether the player allows their name in pictures, and
    `dm_turn` whether they want a direct message at each turn, both by their present settings. `handle` is
    for pictures that cannot draw the name.
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
    team: bool = False
    guest: bool = False
    pictured: bool = True
    dm_turn: bool = False
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRow(ThreadRow):
    """One match, in the state after its event number `version`.

    `options` is JSON text, `secret` is the seed of its shuffles, and `record` is the complete match as
    text; `turn` and `winner` are seats. The match is played in `thread_id`, or in `channel_id` if there
    is no thread. The `board_` fields describe the latest board message: where it is, which version it
    shows and which attachment is its picture. The `offer_` fields describe the message of an open offer
    and the version at which it was made. `start` is the starting position as JSON text, `None` for the
    usual one. `plies` is the number of moves made. `set_aside` is the code of the reason why the match
    cannot be continued, or `None`. The player to move has been so since `turn_at`, was nudged by the
    opponent at `nudged_at` and was found to have left the server at `absent_at`; at `due_at` the board
    next changes for such a reason.
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
    rated: str | None
    seats: tuple[SeatRow, SeatRow]
    clock: ClockRow | None = None

    @property
    def deadline_at(self) -> float | None:
        """The time when the player to move runs out of time, `None` if no clock runs."""
        return self.clock.deadline_at if self.clock else None

    @property
    def control(self) -> str | None:
        """The time control in its stored form, or `None`."""
        return self.clock.control if self.clock else None

    @property
    def computer(self) -> int | None:
        """The seat of the computer, or `None` if two people play."""
        return next((seat.seat for seat in self.seats if seat.user_id == COMPUTER), None)

    @property
    def level(self) -> int | None:
        """The playing strength of the computer, or `None` if two people play."""
        return None if self.computer is None else self.seats[self.computer].level

    @property
    def is_team_to_move(self) -> bool:
        """Whether the side to move is a team, which votes on its move."""
        return self.turn is not None and self.seats[self.turn].team

    @property
    def user_ids(self) -> tuple[int, int]:
        """The user IDs of seat 0 and seat 1."""
        first, second = self.seats
        return first.user_id, second.user_id


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a match; `version` is the match's version after it.

    `hash` is the seal of this event and all events before it; it is empty until the event is stored.
    `advance` marks a conditional move: the player stored it before the opponent's move that it answers.
    """

    match_id: int
    version: int
    seat: int | None
    user_id: int | None
    kind: EventKind
    text: str
    interaction_id: int | None
    at: float
    hash: bytes = b""
    advance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """The initial data of a match, as columns of its row."""

    game: str
    options: str
    secret: bytes
    rules_version: int
    turn: int | None
    guild_id: int
    channel_id: int
    record: str
    thread_id: int | None = None
    due_at: float | None = None
    abroad: str | None = None
    start: str | None = None
    rated: str | None = None


_MATCH: Final = column_list(MatchRow, "match", besides=("seats", "clock"))
_SETTINGS: Final = {"pictured": 1, "dm_turn": 0, "handle": "NULL"}
"""The settings of its player that a seat has, with their defaults."""
_OF_SEAT: Final = tuple(field.name for field in fields(SeatRow))
SEATS: Final = (0, 1, None)
"""Valid values of a column that names a seat, or no seat."""
_SEATS: Final = ", ".join(
    (f"COALESCE(preference{seat}.{name}, {_SETTINGS[name]})" if name in _SETTINGS else f"seat{seat}.{name}")
    + f" AS seat{seat}_{name}"
    for seat in (0, 1)
    for name in _OF_SEAT
)
_SEATED: Final = " ".join(
    f"LEFT JOIN seat AS seat{seat} ON seat{seat}.match_id = match.id AND seat{seat}.seat = {seat}"
    f" LEFT JOIN preference AS preference{seat} ON preference{seat}.user_id = seat{seat}.user_id"
    for seat in (0, 1)
)


async def create(
    tx: Transaction,
    new: NewMatch,
    seats: Sequence[tuple[int, str]],
    *,
    at: float,
    guests: Collection[int] = (),
) -> MatchRow:
    """Create a running match at version 0 and return it.

    `seats` holds the (user ID, name) pairs of seat 0 and seat 1. `guests` are the seats of players from
    another server.
    """
    begins = {"status": MatchStatus.RUNNING, "version": 0, "created_at": at, "updated_at": at, "turn_at": at}
    match_id = await tx.insert(*insert_statement("match", column_values(new) | begins))
    for seat, (user_id, name) in zip((0, 1), seats, strict=True):
        stored = {
            "match_id": match_id,
            "seat": seat,
            "user_id": user_id,
            "name": name,
            "guest": seat in guests,
        }
        await tx.run(*insert_statement("seat", stored))
    return await get_existing(tx, match_id)


async def get(tx: Transaction, match_id: int) -> MatchRow | None:
    """Return a match, or `None` if it does not exist."""
    # One row for all of it: on PostgreSQL it is the answer that takes time, and on SQLite each row.
    with translate_row_errors(match_id):
        sql = f"SELECT {_MATCH}, {clocks.COLUMNS}, {_SEATS} FROM match {clocks.JOINED} {_SEATED} WHERE match.id = ?"
        match = await tx.one(sql, match_id)
        if match is None:
            return None
        first, second = _seat(match, 0), _seat(match, 1)
        clock = clocks.pop_clock(match)
        row = from_row(MatchRow, match | {"seats": (first, second), "clock": clock})
        for part in (row, first, second, *([clock] if clock else [])):
            check_field_types(part)
        if row.turn not in SEATS or row.winner not in SEATS:
            raise ValueError
        return row


async def set_status(tx: Transaction, match_id: int, status: MatchStatus, *, at: float) -> None:
    """Suspend a match or resume it.

    This is no event of the game, so the version of the match stays the same.
    """
    with translate_row_errors(match_id):
        sql = (
            "UPDATE match SET status = ?, set_aside = NULL, updated_at = ?, turn_at = ?, nudged_at = NULL,"
            " absent_at = NULL, due_at = ? WHERE id = ?"
        )
        await tx.run(sql, status, at, at, at if status is MatchStatus.RUNNING else None, match_id)
        await set_seats_status(tx, match_id, status)


async def set_seats_status(tx: Transaction, match_id: int, status: MatchStatus) -> None:
    """Copy a match's status to its seats, because matches are listed by player."""
    running, suspended = status is MatchStatus.RUNNING, status is MatchStatus.SUSPENDED
    sql = "UPDATE seat SET running = ?, suspended = ? WHERE match_id = ?"
    await tx.run(sql, int(running), int(suspended), match_id)


def _seat(row: Row, seat: int) -> SeatRow:
    """Remove the columns of a seat from a joined row and return the seat."""
    values = {name: row.pop(f"seat{seat}_{name}") for name in _OF_SEAT}
    if not isinstance(values["name"], str):
        raise ValueError(values["name"])
    name = display_name(values["name"])
    return from_row(SeatRow, values | {"name": Phrase("team.of", name=name) if values["team"] else name})


async def get_existing(tx: Transaction, match_id: int) -> MatchRow:
    """Return a match, or raise `LookupError` if it does not exist."""
    match = await get(tx, match_id)
    if match is None:
        raise LookupError(f"there is no match {match_id}")
    return match
