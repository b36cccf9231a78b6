"""The two sides of a team match: names, captains and a guest team's cards.

A guest team plays from another server, where cards of the match are shown as well.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.transaction import Row, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTeam:
    """The data of a new side of a team match.

    Side 0 moves first on board 1. `role_id` is the Discord role of its members, if any. A `guest` team
    plays from another server, where a member can accept the match by entering `code` until
    `code_until`.
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
    """A stored side of a team match.

    A guest team that has accepted has its cards in a channel of its own server, until that server is
    `gone`. Its cards are the messages `stage_message_id` and `section_message_id` (the table);
    `former_id` is the table's previous message if it is being reposted.
    """

    id: int
    gone: bool = False
    stage_message_id: int | None = None
    section_message_id: int | None = None
    former_id: int | None = None

    @property
    def is_pending(self) -> bool:
        """Whether no one on the other server has accepted the match yet."""
        return self.guest and self.guild_id is None

    @property
    def is_away(self) -> bool:
        """Whether the team's cards are on another server."""
        return self.guest and self.guild_id is not None and not self.gone

    @property
    def place(self) -> tuple[int, int]:
        """The server and the channel of the cards of a guest team that has accepted."""
        assert self.guild_id is not None and self.channel_id is not None
        return self.guild_id, self.channel_id


_TEAM: Final = column_list(TeamRow)


async def add(tx: Transaction, new: NewTeam) -> None:
    """Add a side to a team match."""
    await tx.run(*insert_statement("team", column_values(new)))


async def list_for_competition(tx: Transaction, competition_id: int) -> list[TeamRow]:
    """Return the two sides of a team match, side 0 first.

    For every other kind of competition the list is empty.
    """
    rows = await tx.all(f"SELECT {_TEAM} FROM team WHERE competition_id = ? ORDER BY side", competition_id)
    return [_team(row) for row in rows]


async def find_by_code(tx: Transaction, code: str) -> TeamRow | None:
    """Return the team that an invitation code belongs to, or `None`."""
    row = await tx.one(f"SELECT {_TEAM} FROM team WHERE code = ?", code)
    return _team(row) if row else None


async def accept(
    tx: Transaction, team_id: int, place: tuple[int, int], *, captain_id: int, name: str
) -> None:
    """Assign a guest team to a server and to the channel there for its cards.

    `place` holds the IDs of the server and the channel. The invitation code becomes invalid.
    """
    guild_id, channel_id = place
    sql = (
        "UPDATE team SET guild_id = ?, channel_id = ?, captain_id = ?, name = ?, code = NULL, code_until = NULL"
        " WHERE id = ?"
    )
    await tx.run(sql, guild_id, channel_id, captain_id, name, team_id)


async def list_guests(tx: Transaction, guild_id: int) -> list[TeamRow]:
    """Return the guest teams of a server whose team match is not over."""
    sql = (
        f"SELECT {column_list(TeamRow, 'team')} FROM team JOIN stage ON stage.competition_id = team.competition_id"
        " WHERE team.guild_id = ? AND team.gone = 0 AND stage.status <> 'over' ORDER BY team.id"
    )
    rows = await tx.all(sql, guild_id)
    return [_team(row) for row in rows]


async def mark_gone(tx: Transaction, team_id: int) -> None:
    """Record that a team's server is gone, so that nothing is posted there."""
    await tx.run("UPDATE team SET gone = 1 WHERE id = ?", team_id)


async def set_message(tx: Transaction, team_id: int, message_id: int, *, table: bool) -> None:
    """Store the message that shows a team match, or its `table`, to a guest team."""
    name = "section_message_id" if table else "stage_message_id"
    await tx.run(f"UPDATE team SET {name} = ? WHERE id = ?", message_id, team_id)


async def repost_table(tx: Transaction, section_id: int) -> None:
    """Have the table of a team match posted again on the guest team's server."""
    sql = (
        "UPDATE team SET former_id = COALESCE(section_message_id, former_id), section_message_id = NULL"
        " WHERE competition_id = (SELECT stage.competition_id FROM section JOIN stage ON stage.id = section.stage_id"
        " WHERE section.id = ?)"
    )
    await tx.run(sql, section_id)


async def list_guest_ids(
    tx: Transaction, *, stage_id: int | None = None, section_id: int | None = None
) -> list[int]:
    """Return the IDs of the teams of other servers, which show a stage there too.

    Give either the ID of the stage or that of one of its sections.
    """
    sql = (
        "SELECT team.id AS id FROM team WHERE team.guild_id IS NOT NULL AND team.gone = 0 AND team.competition_id ="
        " (SELECT stage.competition_id FROM stage WHERE stage.id = COALESCE(?,"
        " (SELECT section.stage_id FROM section WHERE section.id = ?)))"
    )
    rows = await tx.all(sql, stage_id, section_id)
    return [row["id"] for row in rows]


async def set_side(tx: Transaction, entrant_id: int, side: int) -> None:
    """Assign an entrant to a side of the team match."""
    await tx.run("UPDATE entrant SET side = ?, place = NULL WHERE id = ?", side, entrant_id)


async def set_place(tx: Transaction, entrant_id: int, place: int) -> None:
    """Store an entrant's place in the line-up, chosen by the captain."""
    await tx.run("UPDATE entrant SET place = ? WHERE id = ?", place, entrant_id)


async def list_previous_players(tx: Transaction, competition_id: int) -> list[tuple[int, int]]:
    """Return the players of the team match that this one is a rematch of.

    Each is a pair of the side in this match and the user ID.
    """
    sql = (
        "SELECT entrant.side AS side, entrant.user_id AS id FROM competition"
        " JOIN stage ON stage.competition_id = competition.rematch_of JOIN entrant ON entrant.stage_id = stage.id"
        " WHERE competition.id = ? AND entrant.section_id IS NOT NULL AND entrant.user_id > 0 ORDER BY entrant.id"
    )
    rows = await tx.all(sql, competition_id)
    return [(1 - row["side"], row["id"]) for row in rows]


async def guest_seats(tx: Transaction, pairing_id: int) -> list[int]:
    """Return the seats of a pairing whose players play from another server."""
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
    """Decide an entrant's unplayed matches in favour of the opponents.

    These are the matches that have not begun and, with `running`, also those in progress.
    """
    unplayed = "" if running else " AND match_id IS NULL"
    for side, result in (("first_id", "second"), ("second_id", "first")):
        sql = f"UPDATE pairing SET result = '{result}' WHERE {side} = ? AND result IS NULL{unplayed}"
        await tx.run(sql, entrant_id)


async def list_unreachable_guests(tx: Transaction, section_id: int) -> list[int]:
    """Return the IDs of guests in a section who accept no direct messages.

    Only guests with a running match are included.
    """
    sql = (
        "SELECT DISTINCT seat.user_id AS id FROM pairing JOIN seat ON seat.match_id = pairing.match_id"
        " JOIN preference ON preference.user_id = seat.user_id"
        " WHERE pairing.section_id = ? AND pairing.result IS NULL AND seat.guest = 1"
        " AND preference.dm_closed_at IS NOT NULL"
    )
    rows = await tx.all(sql, section_id)
    return sorted(row["id"] for row in rows)


async def find_guest_team(tx: Transaction, match_id: int, seat: int) -> TeamRow | None:
    """Return the team of the guest at a seat of a match, or `None`."""
    side = "first_id" if seat == 0 else "second_id"
    sql = (
        f"SELECT {column_list(TeamRow, 'team')} FROM pairing JOIN entrant ON entrant.id = pairing.{side}"
        " JOIN stage ON stage.id = entrant.stage_id JOIN team ON team.competition_id = stage.competition_id"
        " AND team.side = entrant.side WHERE pairing.match_id = ? AND team.guest = 1"
    )
    row = await tx.one(sql, match_id)
    return _team(row) if row else None


def _team(row: Row) -> TeamRow:
    return from_row(TeamRow, row)
