"""Pairings of a competition, their results, and changes to its tables.

A table is the standings of a section. It follows from the results of the pairings, and from changes
such as withdrawals and rulings, which are logged here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.transaction import Row, Transaction


class PairingResult(StrEnum):
    """The result of a pairing: a win for either side, a draw or nothing.

    A draw that one side ended ahead is told apart where the scoring knows plus draws. `NONE` means that
    the pairing ended without a result that counts.
    """

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    FIRST_AHEAD = "first_ahead"
    SECOND_AHEAD = "second_ahead"
    NONE = "none"


class TableChange(StrEnum):
    """The kind of event that changes a section's table or ladder."""

    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"
    """Another member has taken a place."""
    RULED = "ruled"
    """The organiser says what counts of a pairing."""
    CONTESTED = "contested"
    """A player asks another manager to look at a ruling."""
    TAKEN_BACK = "taken_back"
    """The organiser has taken a round back."""
    LATE = "late"
    """A member has joined after the start."""
    PLAYED = "played"
    """On a ladder: a challenge was played."""
    SLID = "slid"
    """On a ladder: a player was silent for a month, and the one below passed them."""
    SILENT = "silent"
    """On a ladder: a player was silent for a month, with no one below to pass them."""


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Two entrants who meet; `first_id` moves first.

    The schedule decides who moves first; if the pairing is `turned`, their previous match decided it.

    `match_id` is `None` until the match begins. `result` is `None` until it is decided, and may be
    `judged` by computer analysis. A `ruling` of the organiser overrides the result. The pairing is
    `void` once its round has been taken back. On a ladder, the entrant with the greater place number
    challenged the other; in all other competitions the places are `None`.
    """

    id: int
    section_id: int
    round: int
    first_id: int
    second_id: int
    turned: bool
    match_id: int | None
    result: PairingResult | None
    judged: bool
    ruling: PairingResult | None
    void: bool = False
    first_place: int | None = None
    second_place: int | None = None

    @property
    def effective_result(self) -> PairingResult | None:
        """The ruling, or else the result; `None` while neither exists."""
        return self.ruling or self.result

    @property
    def challenged_seat(self) -> int | None:
        """The seat of the player who was challenged on a ladder, otherwise `None`."""
        return challenged_seat(self.first_place, self.second_place)


@dataclass(frozen=True, slots=True)
class TableChangeRow:
    """One logged change to the table of a section.

    `user_id` is who made it, `why` the reason.
    """

    section_id: int
    at: float
    user_id: int
    what: TableChange
    entrant_id: int | None = None
    pairing_id: int | None = None
    result: PairingResult | None = None
    round: int | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with the two users by seat, and its competition.

    `season` holds the times when the stage of the pairing starts and closes.
    """

    pairing_id: int
    competition_id: int
    section_id: int
    match_id: int | None
    user_ids: tuple[int, int]
    season: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PairingReason:
    """Why two players meet: the competition, its section and the round.

    `section` and `round` are numbers. `turned` says whether the players' previous match decides who
    moves first; in a Swiss tournament, how often each has moved first decides it.

    `judged` says that computer analysis decided the `result` that counts. The places are those that
    both players had on a ladder. `system` is by whose rules the round was paired.
    """

    league: str
    kind: str
    section: int
    round: int
    turned: bool
    result: PairingResult | None
    judged: bool
    first_place: int | None = None
    second_place: int | None = None
    system: str = "club"


COLUMNS: Final = column_list(PairingRow)
_LOG: Final = column_list(TableChangeRow)
_MEETING: Final = (
    "SELECT pairing.id AS pairing_id, stage.competition_id AS competition_id, pairing.section_id AS section_id,"
    " pairing.match_id AS match_id, first.user_id AS first_user, second.user_id AS second_user,"
    " stage.starts_at AS starts_at, stage.closes_at AS closes_at"
    " FROM stage JOIN section ON section.stage_id = stage.id JOIN pairing ON pairing.section_id = section.id"
    " JOIN entrant AS first ON first.id = pairing.first_id JOIN entrant AS second ON second.id = pairing.second_id"
)
_WAITS: Final = "pairing.match_id IS NULL AND pairing.result IS NULL AND stage.status = 'running'"
OPEN_MATCH: Final = "pairing.match_id IS NOT NULL AND pairing.result IS NULL"


def challenged_seat(first_place: int | None, second_place: int | None) -> int | None:
    """The seat of the challenged player on a ladder: the higher-placed one.

    `None` if the pairing has no places, because it is not on a ladder.
    """
    return None if first_place is None or second_place is None else int(second_place < first_place)


async def add(
    tx: Transaction,
    section_id: int,
    round_number: int,
    pair: tuple[int, int],
    *,
    turned: bool,
    places: tuple[int, int] | tuple[None, None] = (None, None),
    result: PairingResult | None = None,
    ruling: PairingResult | None = None,
) -> None:
    """Pair two entrants; the first one moves first.

    On a ladder, `places` are the places of the two. A pairing from a file has its `result` or `ruling`
    already.
    """
    first, second = pair
    stored = {
        "section_id": section_id,
        "round": round_number,
        "first_id": first,
        "second_id": second,
        "turned": turned,
        "first_place": places[0],
        "second_place": places[1],
        "result": result,
        "ruling": ruling,
    }
    await tx.run(*insert_statement("pairing", stored))


async def list_for_section(tx: Transaction, section_id: int) -> list[PairingRow]:
    """Return the pairings of a section in the order of play.

    Pairings of rounds that were taken back are left out.
    """
    rows = await tx.all(
        f"SELECT {COLUMNS} FROM pairing WHERE section_id = ? AND void = 0 ORDER BY round, id", section_id
    )
    return [pairing_from_row(row) for row in rows]


async def get(tx: Transaction, pairing_id: int) -> PairingRow | None:
    """Return a pairing, or `None` if it does not exist."""
    row = await tx.one(f"SELECT {COLUMNS} FROM pairing WHERE id = ?", pairing_id)
    return pairing_from_row(row) if row else None


async def find_by_match(tx: Transaction, match_id: int) -> PairingRow | None:
    """Return the pairing that a match belongs to, or `None`."""
    row = await tx.one(f"SELECT {COLUMNS} FROM pairing WHERE match_id = ?", match_id)
    return pairing_from_row(row) if row else None


async def get_scoring(tx: Transaction, pairing_id: int) -> str:
    """Return the name of the scoring by which a pairing counts."""
    sql = (
        "SELECT stage.scoring AS scoring FROM pairing JOIN section ON section.id = pairing.section_id"
        " JOIN stage ON stage.id = section.stage_id WHERE pairing.id = ?"
    )
    [row] = await tx.all(sql, pairing_id)
    return str(row["scoring"])


async def get_season(tx: Transaction, match_id: int) -> tuple[float, float] | None:
    """Return the times when the stage of a match starts and closes.

    Return `None` if the match belongs to no competition or to a ladder.
    """
    sql = (
        "SELECT stage.starts_at AS since, stage.closes_at AS until FROM pairing"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " WHERE pairing.match_id = ? AND pairing.first_place IS NULL"
    )
    row = await tx.one(sql, match_id)
    return (row["since"], row["until"]) if row else None


async def get_reason(tx: Transaction, match_id: int) -> PairingReason | None:
    """Return the reason why the two players of a match meet.

    Return `None` if the match belongs to no competition.
    """
    sql = (
        "SELECT competition.name AS league, competition.kind AS kind, section.number AS section,"
        " pairing.round AS round, pairing.turned AS turned,"
        " pairing.first_place AS first_place, pairing.second_place AS second_place, stage.system AS system,"
        " COALESCE(pairing.ruling, pairing.result) AS result,"
        " CASE WHEN pairing.ruling IS NULL THEN pairing.judged ELSE 0 END AS judged FROM pairing"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " JOIN competition ON competition.id = stage.competition_id WHERE pairing.match_id = ?"
    )
    row = await tx.one(sql, match_id)
    return from_row(PairingReason, _results(row, "result")) if row else None


async def last_first_movers(tx: Transaction, competition_id: int) -> dict[frozenset[int], int]:
    """Return who moved first when each pair of users last met in a competition.

    The keys are the pairs of user IDs; each value is the ID of the user who moved first.
    """
    sql = f"{_MEETING} WHERE stage.competition_id = ? AND pairing.match_id IS NOT NULL ORDER BY pairing.id"
    rows = await tx.all(sql, competition_id)
    return {frozenset((row["first_user"], row["second_user"])): row["first_user"] for row in rows}


async def list_waiting(tx: Transaction, competition_id: int) -> list[Meeting]:
    """Return a competition's pairings without a match yet, in the order of play."""
    sql = f"{_MEETING} WHERE stage.competition_id = ? AND {_WAITS} ORDER BY pairing.round, pairing.id"
    rows = await tx.all(sql, competition_id)
    return [_meeting(row) for row in rows]


async def list_waiting_competitions(tx: Transaction, user_id: int) -> list[int]:
    """Return the IDs of the competitions where a member has yet to begin a match."""
    found: set[int] = set()
    for side in ("first_id", "second_id"):
        sql = (
            "SELECT DISTINCT stage.competition_id AS id FROM entrant JOIN stage ON stage.id = entrant.stage_id"
            f" JOIN pairing ON pairing.{side} = entrant.id WHERE entrant.user_id = ? AND {_WAITS}"
        )
        rows = await tx.all(sql, user_id)
        found.update(row["id"] for row in rows)
    return sorted(found)


async def count_running(tx: Transaction, user_id: int, *, competition_id: int | None = None) -> int:
    """Return the number of competition matches that a member is playing.

    With `competition_id`, only matches of that competition count. Matches of a simultaneous exhibition
    count only there.
    """
    sql = (
        "SELECT COUNT(*) AS count FROM seat JOIN pairing ON pairing.match_id = seat.match_id"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " JOIN competition ON competition.id = stage.competition_id"
        " WHERE seat.user_id = ? AND seat.running = 1 AND pairing.void = 0"
        " AND competition.id = COALESCE(?, competition.id) AND (competition.kind <> 'simul' OR competition.id = ?)"
    )
    return await tx.count(sql, user_id, competition_id, competition_id or 0)


async def get_competition_id(tx: Transaction, section_id: int) -> int:
    """Return the ID of the competition that a section belongs to."""
    sql = (
        "SELECT stage.competition_id AS id FROM section JOIN stage ON stage.id = section.stage_id"
        " WHERE section.id = ?"
    )
    row = await tx.one(sql, section_id)
    assert row is not None  # it has pairings
    return int(row["id"])


async def list_open(tx: Transaction, stage_id: int) -> list[Meeting]:
    """Return the pairings of a stage whose match has begun but is not decided."""
    rows = await tx.all(f"{_MEETING} WHERE stage.id = ? AND {OPEN_MATCH} ORDER BY pairing.id", stage_id)
    return [_meeting(row) for row in rows]


async def list_left_by_replaced(tx: Transaction, stage_id: int) -> list[int]:
    """Return the IDs of a stage's running matches that a replaced entrant plays.

    The entrant's place has since been given to another member.
    """
    sql = (
        "SELECT pairing.match_id AS id FROM section JOIN pairing ON pairing.section_id = section.id"
        " JOIN match ON match.id = pairing.match_id"
        " JOIN seat ON seat.match_id = match.id"
        " JOIN entrant ON entrant.id = CASE WHEN seat.seat = 0 THEN pairing.first_id ELSE pairing.second_id END"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND match.status = 'running'"
        " AND entrant.user_id <> seat.user_id ORDER BY pairing.id"
    )
    rows = await tx.all(sql, stage_id)
    return [row["id"] for row in rows]


async def close_vanished(tx: Transaction, stage_id: int) -> int:
    """Close pairings whose match ended or was deleted without a result.

    They get the result `none`, which does not count. Return how many there were.
    """
    sql = (
        "UPDATE pairing SET result = 'none' WHERE id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND COALESCE(match.status, 'over') = 'over')"
    )
    return await tx.run(sql, stage_id)


async def close_unplayed(tx: Transaction, stage_id: int) -> None:
    """Close the pairings of a stage that cannot be played any more.

    These are undecided pairings without a running match. They get the result `none`.
    """
    sql = (
        "UPDATE pairing SET result = 'none' WHERE result IS NULL AND id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        " WHERE section.stage_id = ? AND COALESCE(match.status, 'over') <> 'running')"
    )
    await tx.run(sql, stage_id)


async def find_previous_game(tx: Transaction, pairing_id: int) -> int | None:
    """Return the ID of the earlier match of the same two players in this round.

    Return `None` if there is none.
    """
    sql = (
        "SELECT before.match_id AS id FROM pairing JOIN pairing AS before ON before.section_id = pairing.section_id"
        " AND before.round = pairing.round AND before.first_id = pairing.second_id"
        " AND before.second_id = pairing.first_id AND before.id < pairing.id"
        " WHERE pairing.id = ? AND before.match_id IS NOT NULL ORDER BY before.id LIMIT 1"
    )
    return await tx.value(sql, pairing_id)


async def set_match(tx: Transaction, pairing_id: int, match_id: int | None) -> None:
    """Store the match of a pairing; with `None`, the pairing is to begin again."""
    await tx.run("UPDATE pairing SET match_id = ? WHERE id = ?", match_id, pairing_id)


async def set_result(
    tx: Transaction, pairing_id: int, result: PairingResult, *, judged: bool = False
) -> None:
    """Store the result of a pairing, unless it already has one.

    `judged` says that computer analysis decided it.
    """
    sql = "UPDATE pairing SET result = ?, judged = ? WHERE id = ? AND result IS NULL"
    await tx.run(sql, result, int(judged), pairing_id)


async def is_followed(tx: Transaction, pairing: PairingRow) -> bool:
    """Whether a later pairing or a ladder's later change rests on how this one ended."""
    sql = (
        "SELECT 1 AS found FROM pairing WHERE section_id = ? AND id > ? AND void = 0 AND (round > ?"
        " OR (first_id IN (?, ?) AND second_id IN (?, ?))) UNION ALL SELECT 1 FROM section_log"
        " WHERE section_id = ? AND id > (SELECT MAX(played.id) FROM section_log AS played"
        " WHERE played.section_id = ? AND played.pairing_id = ? AND played.what = 'played') LIMIT 1"
    )
    pair, own = (pairing.first_id, pairing.second_id), (pairing.section_id, pairing.id)
    found = await tx.all(sql, *own, pairing.round, *pair, *pair, pairing.section_id, *own)
    return bool(found)


async def reopen(tx: Transaction, pairing: PairingRow) -> None:
    """Take the result of a pairing back, because its match goes on."""
    await tx.run("UPDATE pairing SET result = NULL, judged = 0 WHERE id = ?", pairing.id)
    sql = "DELETE FROM section_log WHERE section_id = ? AND pairing_id = ? AND what = 'played'"
    await tx.run(sql, pairing.section_id, pairing.id)


async def set_ruling(tx: Transaction, pairing_id: int, result: PairingResult | None) -> None:
    """Store an organiser's ruling that overrides the result of a pairing.

    With `None`, the pairing's own result counts again.
    """
    await tx.run("UPDATE pairing SET ruling = ? WHERE id = ?", result, pairing_id)


async def take_back_round(tx: Transaction, section_id: int, round_number: int) -> None:
    """Void the pairings of a round and of all rounds after it."""
    sql = "UPDATE pairing SET void = 1, result = COALESCE(result, 'none') WHERE section_id = ? AND round >= ?"
    await tx.run(sql, section_id, round_number)


async def void_replay(tx: Transaction, pairing: PairingRow) -> None:
    """Void the undecided later pairing of the same two entrants in the same round."""
    sql = (
        "UPDATE pairing SET void = 1, result = 'none' WHERE section_id = ? AND round = ? AND id > ?"
        " AND result IS NULL AND first_id IN (?, ?) AND second_id IN (?, ?)"
    )
    pair = (pairing.first_id, pairing.second_id)
    await tx.run(sql, pairing.section_id, pairing.round, pairing.id, *pair, *pair)


async def list_void_matches(tx: Transaction, stage_id: int) -> list[int]:
    """Return the IDs of running matches whose pairing has been made void."""
    sql = (
        "SELECT pairing.match_id AS id FROM section JOIN pairing ON pairing.section_id = section.id"
        " JOIN match ON match.id = pairing.match_id"
        " WHERE section.stage_id = ? AND pairing.void = 1 AND match.status = 'running' ORDER BY pairing.id"
    )
    rows = await tx.all(sql, stage_id)
    return [row["id"] for row in rows]


async def list_settled_matches(tx: Transaction, competition_id: int) -> list[tuple[int, PairingResult]]:
    """Return the matches still being played whose pairing already has a result.

    Each comes with that result: either a team was unable to continue, or the organiser ruled on the
    pairing. A match that was merely unfinished at the close of its
    season is left out, because the two players may still finish it.
    """
    sql = (
        "SELECT pairing.match_id AS id, pairing.result AS result FROM stage JOIN section ON section.stage_id = stage.id"
        " JOIN pairing ON pairing.section_id = section.id JOIN match ON match.id = pairing.match_id"
        " WHERE stage.competition_id = ? AND pairing.result IS NOT NULL AND void = 0 AND match.status = 'running'"
        " AND (pairing.result <> 'none' OR EXISTS (SELECT 1 FROM section_log AS jump"
        " WHERE jump.section_id = section.id AND jump.pairing_id = pairing.id AND jump.what = 'ruled'))"
        " ORDER BY pairing.id"
    )
    rows = await tx.all(sql, competition_id)
    return [(row["id"], PairingResult(row["result"])) for row in rows]


async def get_players(tx: Transaction, pairing_id: int) -> list[tuple[int, str]]:
    """Return the (user ID, name) pairs of the two players of a pairing, by seat."""
    sql = (
        "SELECT first.user_id AS first_user, first.name AS first_name, second.user_id AS second_user,"
        " second.name AS second_name FROM pairing JOIN entrant AS first ON first.id = pairing.first_id"
        " JOIN entrant AS second ON second.id = pairing.second_id WHERE pairing.id = ?"
    )
    row = await tx.one(sql, pairing_id)
    assert row is not None  # it has just been found
    return [(row["first_user"], row["first_name"]), (row["second_user"], row["second_name"])]


async def log_change(tx: Transaction, row: TableChangeRow) -> None:
    """Store a change to the table of a section."""
    await tx.run(*insert_statement("section_log", column_values(row)))


async def list_rulings(tx: Transaction, pairing: PairingRow) -> list[TableChangeRow]:
    """Return the rulings on a pairing, and what contested them, oldest first."""
    sql = (
        f"SELECT {_LOG} FROM section_log WHERE section_id = ? AND pairing_id = ? AND what IN ('ruled', 'contested')"
        " ORDER BY id"
    )
    return [_log(row) for row in await tx.all(sql, pairing.section_id, pairing.id)]


async def forget_reasons(tx: Transaction, user_id: int) -> None:
    """Drop the reasons of all rulings on a user's pairings, which may name them."""
    own = "(SELECT id FROM entrant WHERE user_id = ?)"
    sql = (
        "UPDATE section_log SET why = NULL WHERE section_id IN (SELECT section_id FROM entrant WHERE user_id = ?)"
        f" AND pairing_id IN (SELECT id FROM pairing WHERE first_id IN {own} UNION ALL"
        f" SELECT id FROM pairing WHERE second_id IN {own})"
    )
    await tx.run(sql, user_id, user_id, user_id)


async def list_latest_changes(tx: Transaction, section_id: int, limit: int) -> Sequence[TableChangeRow]:
    """Return the last `limit` changes to a section's table, oldest first."""
    rows = await tx.all(
        f"SELECT {_LOG} FROM section_log WHERE section_id = ? ORDER BY id DESC LIMIT ?", section_id, limit
    )
    return [_log(row) for row in reversed(rows)]


def pairing_from_row(row: Row) -> PairingRow:
    """Convert a database row to a pairing."""
    return from_row(PairingRow, _results(row, "result", "ruling"))


def _log(row: Row) -> TableChangeRow:
    return from_row(TableChangeRow, _results(row, "result"))


def _results(row: Row, *names: str) -> Row:
    return row | {name: PairingResult(row[name]) for name in names if row[name] is not None}


def _meeting(row: Row) -> Meeting:
    return Meeting(
        row["pairing_id"],
        row["competition_id"],
        row["section_id"],
        row["match_id"],
        (row["first_user"], row["second_user"]),
        (row["starts_at"], row["closes_at"]),
    )
