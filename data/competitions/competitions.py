"""Competitions, their stages and sections.

A stage is a season in a league. The rows say when each is played and which messages show it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.competitions import teams
from data.database.columns import columns, from_row, insert, values
from data.database.transaction import Row, Transaction

LADDER: Final = "ladder"
"""The kind of competition that neither starts nor closes: nothing of it is ahead."""


class CompetitionPart(StrEnum):
    """What a number names of a competition."""

    STAGE = "stage"
    SECTION = "section"
    PAIRING = "pairing"


class StageStatus(StrEnum):
    """What a stage is good for now."""

    OPEN = "open"
    """People sign up."""
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCompetition:
    """A competition as a member creates it.

    `options` is JSON text, `control` the clock in its stored form. The stages of a league start and
    close at `hour` in the server's time zone; for all other kinds it is 0. A team match has at most
    `boards` boards, and may be the rematch of another one. `sides` says how the exhibitor of a simul
    plays: moving first, moving second, or alternating.
    """

    guild_id: int
    channel_id: int
    kind: str
    name: str
    organiser_id: int
    game: str
    options: str
    control: str
    hour: int
    boards: int | None = None
    rematch_of: int | None = None
    sides: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRow(NewCompetition):
    """A stored competition.

    At `due_at` it has something to do by itself. Its server or channel has been gone since
    `paused_at`. If it is `stopped`, it opens no further stage; if it is `adrift`, it has lost its
    channel for good.
    """

    id: int
    created_at: float
    due_at: float | None
    paused_at: float | None
    stopped: bool
    adrift: bool = False


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage of a competition.

    Its start was postponed by `put_off` weeks. Its last morning and its close are each announced
    once.

    `version` counts the changes to its card, which is the message `message_id`. The stage of a
    tournament has `rounds`: `round` is being played, or players have been called to it since
    `called_at`; `closes_at` is then the time when that ends. In a league, two players of a section
    meet in that many `rounds`.
    """

    id: int
    competition_id: int
    number: int
    status: StageStatus
    starts_at: float
    closes_at: float
    put_off: int
    reminded: bool
    warned: bool
    version: int
    message_id: int | None
    round: int = 0
    rounds: int | None = None
    called_at: float | None = None


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section of a stage with its card; number 0 is the highest section.

    The card is the message `message_id`, and `version` counts its changes. `former_id` is the
    previous message, if the card was reposted or is about to be.
    """

    id: int
    stage_id: int
    number: int
    version: int
    message_id: int | None
    former_id: int | None = None


_COMPETITION: Final = columns(CompetitionRow)
_STAGE: Final = columns(StageRow)
_SECTION: Final = columns(SectionRow)


async def create(tx: Transaction, new: NewCompetition, *, at: float, interaction_id: int) -> CompetitionRow:
    """Store and return the competition that an interaction creates.

    The interaction must not have created one before.
    """
    stored = values(new) | {"created_at": at, "interaction_id": interaction_id}
    row = await tx.one(*insert("competition", stored, f"RETURNING {_COMPETITION}"))
    return from_row(CompetitionRow, _there(row))


async def get(tx: Transaction, competition_id: int) -> CompetitionRow:
    """Return a competition; raise `LookupError` if there is none."""
    return from_row(
        CompetitionRow,
        _there(await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE id = ?", competition_id)),
    )


async def places(tx: Transaction, part: CompetitionPart, number: int) -> list[tuple[int, int]]:
    """Return the servers and channels that have the cards of a part's competition.

    These are the competition's own place and that of a team that plays as a guest. The list is empty
    if there is no such part.
    """
    stage = {
        CompetitionPart.STAGE: "SELECT id FROM stage WHERE id = ?",
        CompetitionPart.SECTION: "SELECT stage_id FROM section WHERE id = ?",
        CompetitionPart.PAIRING: (
            "SELECT section.stage_id FROM pairing JOIN section ON section.id = pairing.section_id"
            " WHERE pairing.id = ?"
        ),
    }[part]
    sql = (
        "SELECT competition.guild_id AS guild_id, competition.channel_id AS channel_id FROM stage"
        f" JOIN competition ON competition.id = stage.competition_id WHERE stage.id = ({stage})"
        " UNION ALL SELECT team.guild_id AS guild_id, team.channel_id AS channel_id FROM stage"
        " JOIN team ON team.competition_id = stage.competition_id AND team.guild_id IS NOT NULL AND team.gone = 0"
        f" WHERE stage.id = ({stage})"
    )
    rows = await tx.all(sql, number, number)
    return [(row["guild_id"], row["channel_id"]) for row in rows]


async def made_by_interaction(tx: Transaction, interaction_id: int) -> CompetitionRow | None:
    """Return the competition that an interaction has made."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE interaction_id = ?", interaction_id)
    return from_row(CompetitionRow, row) if row else None


async def of_server(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return the competitions of a server, the oldest first."""
    rows = await tx.all(f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? ORDER BY id", guild_id)
    return [from_row(CompetitionRow, row) for row in rows]


async def going_in(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return the competitions of a server that are not over, the oldest first."""
    sql = (
        f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? AND EXISTS (SELECT 1 FROM stage"
        " WHERE stage.competition_id = competition.id AND stage.status <> 'over') ORDER BY id"
    )
    rows = await tx.all(sql, guild_id)
    return [from_row(CompetitionRow, row) for row in rows]


async def in_channel(tx: Transaction, channel_id: int) -> list[CompetitionRow]:
    """Return a channel's competitions, oldest first, unless it is known to be gone."""
    rows = await tx.all(
        f"SELECT {_COMPETITION} FROM competition WHERE channel_id = ? AND adrift = 0 ORDER BY id", channel_id
    )
    return [from_row(CompetitionRow, row) for row in rows]


async def place(tx: Transaction, competition_id: int, channel_id: int, *, adrift: bool) -> None:
    """Store in which channel a competition is, and whether that is gone."""
    sql = "UPDATE competition SET channel_id = ?, adrift = ? WHERE id = ?"
    await tx.run(sql, channel_id, int(adrift), competition_id)


async def has_ongoing(tx: Transaction, guild_id: int, organiser_id: int, kind: str) -> bool:
    """Whether a member has a competition of a kind on a server that is not over.

    A stopped competition counts too.
    """
    sql = (
        "SELECT 1 FROM competition JOIN stage ON stage.competition_id = competition.id"
        " WHERE competition.guild_id = ? AND competition.organiser_id = ? AND competition.kind = ?"
        " AND stage.status <> ? LIMIT 1"
    )
    found = await tx.one(sql, guild_id, organiser_id, kind, StageStatus.OVER)
    return found is not None


async def rematch_of(tx: Transaction, competition_id: int) -> CompetitionRow | None:
    """Return the rematch of a competition."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE rematch_of = ?", competition_id)
    return from_row(CompetitionRow, row) if row else None


async def rename(tx: Transaction, competition_id: int, name: str) -> None:
    """Give a competition another name."""
    await tx.run("UPDATE competition SET name = ? WHERE id = ?", name, competition_id)


async def claim(tx: Transaction, now: float) -> CompetitionRow | None:
    """Return the competition that has been due longest, or `None` if none is due.

    Competitions that another process is handling are skipped.
    """
    sql = f"SELECT {_COMPETITION} FROM competition WHERE due_at <= ? ORDER BY due_at, id LIMIT 1{tx.unheld}"
    row = await tx.one(sql, now)
    return from_row(CompetitionRow, row) if row else None


async def next_due(tx: Transaction) -> float | None:
    """Return when the next competition is due, `None` if none ever is."""
    row = await tx.one("SELECT MIN(due_at) AS due FROM competition WHERE due_at IS NOT NULL")
    return row["due"] if row else None


async def plan(tx: Transaction, competition_id: int, at: float | None) -> None:
    """Store when a competition has something to do next, `None` for never."""
    await tx.run("UPDATE competition SET due_at = ? WHERE id = ?", at, competition_id)


async def hurry(tx: Transaction, competition_id: int, at: float) -> None:
    """Let a competition be due at `at`, or earlier; nothing where its server is gone."""
    sql = (
        "UPDATE competition SET due_at = CASE WHEN due_at < ? THEN due_at ELSE ? END"
        " WHERE id = ? AND paused_at IS NULL"
    )
    await tx.run(sql, at, at, competition_id)


async def pause(tx: Transaction, competition_id: int, since: float | None) -> None:
    """Pause a competition from the time `since`, or resume it if that is `None`.

    A resumed competition must be planned again.
    """
    await tx.run("UPDATE competition SET paused_at = ?, due_at = NULL WHERE id = ?", since, competition_id)


async def stop(tx: Transaction, competition_id: int) -> None:
    """Let a competition open no stage any more."""
    await tx.run("UPDATE competition SET stopped = 1 WHERE id = ?", competition_id)


async def add_stage(
    tx: Transaction,
    competition_id: int,
    number: int,
    *,
    starts_at: float,
    closes_at: float,
    rounds: int | None = None,
) -> StageRow:
    """Open a stage and return it."""
    stored = {
        "competition_id": competition_id,
        "number": number,
        "status": StageStatus.OPEN,
        "starts_at": starts_at,
        "closes_at": closes_at,
        "rounds": rounds,
    }
    return _stage(_there(await tx.one(*insert("stage", stored, f"RETURNING {_STAGE}"))))


async def stage(tx: Transaction, stage_id: int) -> StageRow | None:
    """Return a stage."""
    row = await tx.one(f"SELECT {_STAGE} FROM stage WHERE id = ?", stage_id)
    return _stage(row) if row else None


async def stages_of(tx: Transaction, competition_id: int) -> list[StageRow]:
    """Return the two newest stages of a competition, newest first.

    Nothing more happens in any older stage.
    """
    rows = await tx.all(
        f"SELECT {_STAGE} FROM stage WHERE competition_id = ? ORDER BY number DESC LIMIT 2", competition_id
    )
    return [_stage(row) for row in rows]


async def set_stage(tx: Transaction, row: StageRow) -> None:
    """Store what is known of a stage; its card has changed."""
    sql = (
        "UPDATE stage SET status = ?, starts_at = ?, closes_at = ?, put_off = ?, reminded = ?, warned = ?,"
        " message_id = ?, round = ?, rounds = ?, called_at = ?, version = version + 1 WHERE id = ?"
    )
    await tx.run(
        sql,
        row.status,
        row.starts_at,
        row.closes_at,
        row.put_off,
        int(row.reminded),
        int(row.warned),
        row.message_id,
        row.round,
        row.rounds,
        row.called_at,
        row.id,
    )


async def touch_stage(tx: Transaction, stage_id: int) -> None:
    """Note that the card of a stage has changed."""
    await tx.run("UPDATE stage SET version = version + 1 WHERE id = ?", stage_id)


async def show_stage(tx: Transaction, stage_id: int, message_id: int) -> int:
    """Note the message that shows a stage; return the version that it should show."""
    row = await tx.one("UPDATE stage SET message_id = ? WHERE id = ? RETURNING version", message_id, stage_id)
    return int(_there(row)["version"])


async def add_section(tx: Transaction, stage_id: int, number: int) -> SectionRow:
    """Add a section to a stage and return it."""
    stored = {"stage_id": stage_id, "number": number}
    return SectionRow(**_there(await tx.one(*insert("section", stored, f"RETURNING {_SECTION}"))))


async def section(tx: Transaction, section_id: int) -> SectionRow | None:
    """Return a section."""
    row = await tx.one(f"SELECT {_SECTION} FROM section WHERE id = ?", section_id)
    return SectionRow(**row) if row else None


async def sections_of(tx: Transaction, stage_id: int) -> list[SectionRow]:
    """Return the sections of a stage, the highest first."""
    rows = await tx.all(f"SELECT {_SECTION} FROM section WHERE stage_id = ? ORDER BY number", stage_id)
    return [SectionRow(**row) for row in rows]


async def touch_section(tx: Transaction, section_id: int, *, anew: bool = False) -> None:
    """Record that the card of a section has changed.

    With `anew`, the card is to be reposted.
    """
    keep = "" if not anew else ", former_id = COALESCE(message_id, former_id), message_id = NULL"
    await tx.run(f"UPDATE section SET version = version + 1{keep} WHERE id = ?", section_id)
    if anew:
        await teams.anew(tx, section_id)


async def show_section(tx: Transaction, section_id: int, message_id: int) -> int:
    """Note the message that shows a section; return the version that it should show."""
    row = await tx.one(
        "UPDATE section SET message_id = ? WHERE id = ? RETURNING version", message_id, section_id
    )
    return int(_there(row)["version"])


def _stage(row: Row) -> StageRow:
    return from_row(StageRow, row)


def _there(row: Row | None) -> Row:
    if row is None:
        raise LookupError
    return row
