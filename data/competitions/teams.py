"""The two sides of a team match: names, owners, and places of a guest's cards."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, values
from data.database.transaction import Row, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTeam:
    """A side of a team match as it is created.

    `side` 0 moves first on board 1. `role_id` is the role that its members have, if any. A `guest`
    plays for another server; until `code_until`, a member there can enter `code`.
    """

    competition_id: int
    side: int
    name: str
    captain_id: int | None
    role_id: int | None = None
    guest: bool = False
    guild_id: int | None = None
    channel_id: int | None = None
    code: str | None = None
    code_until: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(NewTeam):
    """A side of a team match.

    A guest that has accepted has its cards in a channel of its own server, until that is `gone`.
    """

    id: int
    gone: bool = False
    stage_message_id: int | None = None
    section_message_id: int | None = None
    former_id: int | None = None

    @property
    def is_pending(self) -> bool:
        """Whether no one on the other server has accepted yet."""
        return self.guest and self.guild_id is None

    @property
    def away(self) -> bool:
        """Return whether its cards are in another server."""
        return self.guest and self.guild_id is not None and not self.gone


_TEAM: Final = columns(TeamRow)


async def add(tx: Transaction, new: NewTeam) -> None:
    """Add a side to a team match."""
    await tx.run(*insert("team", values(new)))


async def of_competition(tx: Transaction, competition_id: int) -> list[TeamRow]:
    """Return the sides of a team match, side 0 first; none of any other competition."""
    rows = await tx.all(f"SELECT {_TEAM} FROM team WHERE competition_id = ? ORDER BY side", competition_id)
    return [_team(row) for row in rows]


async def by_code(tx: Transaction, code: str) -> TeamRow | None:
    """Return the side that a code invites a member of another server to."""
    row = await tx.one(f"SELECT {_TEAM} FROM team WHERE code = ?", code)
    return _team(row) if row else None


async def accept(
    tx: Transaction, team_id: int, place: tuple[int, int], *, captain_id: int, name: str
) -> None:
    """Assign a side to another server, with its cards in a channel there.

    This uses up its code.
    """
    guild_id, channel_id = place
    sql = (
        "UPDATE team SET guild_id = ?, channel_id = ?, captain_id = ?, name = ?, code = NULL, code_until = NULL"
        " WHERE id = ?"
    )
    await tx.run(sql, guild_id, channel_id, captain_id, name, team_id)


async def guests_of(tx: Transaction, guild_id: int) -> list[TeamRow]:
    """Return the sides that play for a server as guests and whose match is not over."""
    sql = (
        f"SELECT {columns(TeamRow, 'team')} FROM team JOIN stage ON stage.competition_id = team.competition_id"
        " WHERE team.guild_id = ? AND team.gone = 0 AND stage.status <> 'over' ORDER BY team.id"
    )
    rows = await tx.all(sql, guild_id)
    return [_team(row) for row in rows]


async def leave(tx: Transaction, team_id: int) -> None:
    """Note that the server of a side is gone: nothing is posted there any more."""
    await tx.run("UPDATE team SET gone = 1 WHERE id = ?", team_id)


async def show(tx: Transaction, team_id: int, message_id: int, *, table: bool) -> None:
    """Store the message that shows a team match, or its `table`, on a guest's server."""
    name = "section_message_id" if table else "stage_message_id"
    await tx.run(f"UPDATE team SET {name} = ? WHERE id = ?", message_id, team_id)


async def anew(tx: Transaction, section_id: int) -> None:
    """Let the table of a team match be posted once more in the server of a guest."""
    sql = (
        "UPDATE team SET former_id = COALESCE(section_message_id, former_id), section_message_id = NULL"
        " WHERE competition_id = (SELECT stage.competition_id FROM section JOIN stage ON stage.id = section.stage_id"
        " WHERE section.id = ?)"
    )
    await tx.run(sql, section_id)


async def away_of(
    tx: Transaction, *, stage_id: int | None = None, section_id: int | None = None
) -> list[int]:
    """Return the sides whose server shows a stage, or a section of it, as well."""
    sql = (
        "SELECT team.id AS id FROM team WHERE team.guild_id IS NOT NULL AND team.gone = 0 AND team.competition_id ="
        " (SELECT stage.competition_id FROM stage WHERE stage.id = COALESCE(?,"
        " (SELECT section.stage_id FROM section WHERE section.id = ?)))"
    )
    rows = await tx.all(sql, stage_id, section_id)
    return [row["id"] for row in rows]


async def join(tx: Transaction, entrant_id: int, side: int) -> None:
    """Assign a member who has signed up to a side."""
    await tx.run("UPDATE entrant SET side = ?, place = NULL WHERE id = ?", side, entrant_id)


async def line_up(tx: Transaction, entrant_id: int, place: int) -> None:
    """Store the place in the line-up where a captain puts a member."""
    await tx.run("UPDATE entrant SET place = ? WHERE id = ?", place, entrant_id)


async def met_before(tx: Transaction, competition_id: int) -> list[tuple[int, int]]:
    """Return the players of the match that this one is a rematch of.

    Each has their side in this match and their user ID.
    """
    sql = (
        "SELECT entrant.side AS side, entrant.user_id AS id FROM competition"
        " JOIN stage ON stage.competition_id = competition.rematch_of JOIN entrant ON entrant.stage_id = stage.id"
        " WHERE competition.id = ? AND entrant.section_id IS NOT NULL AND entrant.user_id > 0 ORDER BY entrant.id"
    )
    rows = await tx.all(sql, competition_id)
    return [(1 - row["side"], row["id"]) for row in rows]


async def seats_of_guests(tx: Transaction, pairing_id: int) -> list[int]:
    """Return the seats of a pairing's match whose players play from another server."""
    sql = (
        "SELECT first_team.guest AS seat0, second_team.guest AS seat1 FROM pairing"
        " JOIN entrant AS first ON first.id = pairing.first_id"
        " JOIN entrant AS second ON second.id = pairing.second_id"
        " JOIN stage ON stage.id = first.stage_id"
        " JOIN team AS first_team ON first_team.competition_id = stage.competition_id"
        " AND first_team.side = first.side"
        " JOIN team AS second_team ON second_team.competition_id = stage.competition_id"
        " AND second_team.side = second.side WHERE pairing.id = ?"
    )
    row = await tx.one(sql, pairing_id)
    return [] if row is None else [seat for seat in (0, 1) if row[f"seat{seat}"]]


async def forfeit(tx: Transaction, entrant_id: int, *, running: bool) -> None:
    """Count an entrant's unplayed matches for their opponents.

    These are the matches that have not begun, and with `running` also those in progress.
    """
    unplayed = "" if running else " AND match_id IS NULL"
    for side, result in (("first_id", "second"), ("second_id", "first")):
        sql = f"UPDATE pairing SET result = '{result}' WHERE {side} = ? AND result IS NULL{unplayed}"
        await tx.run(sql, entrant_id)


async def unreachable_guests(tx: Transaction, section_id: int) -> list[int]:
    """Return a section's guests with a running match whom no direct message reaches."""
    sql = (
        "SELECT DISTINCT seat.user_id AS id FROM pairing JOIN seat ON seat.match_id = pairing.match_id"
        " JOIN preference ON preference.user_id = seat.user_id"
        " WHERE pairing.section_id = ? AND pairing.result IS NULL AND seat.guest = 1"
        " AND preference.dm_closed_at IS NOT NULL"
    )
    rows = await tx.all(sql, section_id)
    return sorted(row["id"] for row in rows)


async def of_guest(tx: Transaction, match_id: int, seat: int) -> TeamRow | None:
    """Return the side that the guest at a seat of a match plays for."""
    side = "first_id" if seat == 0 else "second_id"
    sql = (
        f"SELECT {columns(TeamRow, 'team')} FROM pairing JOIN entrant ON entrant.id = pairing.{side}"
        " JOIN stage ON stage.id = entrant.stage_id JOIN team ON team.competition_id = stage.competition_id"
        " AND team.side = entrant.side WHERE pairing.match_id = ? AND team.guest = 1"
    )
    row = await tx.one(sql, match_id)
    return _team(row) if row else None


def _team(row: Row) -> TeamRow:
    return from_row(TeamRow, row)
