"""Competitions, their stages (a league's seasons) and sections: what is played when, and which messages show it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.competitions import teams
from data.database.columns import columns, insert, read, values
from data.database.transaction import Row, Transaction

LADDER: Final = "ladder"
"""The kind of competition that neither starts nor closes: nothing of it is ahead."""


class Part(StrEnum):
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
    """What somebody makes. `options` is JSON text, `control` the clock as it is stored.

    A league's stages start and close at `hour` in the server's time zone; of all other kinds it is 0. A team match
    has up to so many `boards`, and may be the rematch of another one. `sides` says how the giver of a simul plays:
    moving first, second, or each by turns.
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
    """One competition. At `due_at` it has something to do by itself; since `paused_at` its server or channel is gone.

    One that is `stopped` opens no stage any more; one that is `adrift` has lost its channel for good.
    """

    id: int
    created_at: float
    due_at: float | None
    paused_at: float | None
    stopped: bool
    adrift: bool = False


@dataclass(frozen=True, slots=True)
class StageRow:
    """One stage. Its start was put off by `put_off` weeks; its last morning and its close are announced once.

    `version` counts what has changed on its card, which is the message `message_id`. A tournament's has `rounds`:
    `round` is played, or people are called to it since `called_at`; then `closes_at` is when that is over. In a
    league two of a section meet in so many `rounds`.
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
    """One section of a stage, number 0 being the highest, with its card, of which `version` counts the changes.

    The card is the message `message_id`. `former_id` is the message of it before it was posted anew last, or is to be.
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
    """Store a competition that an interaction makes, which has made none before, and return it."""
    stored = values(new) | {"created_at": at, "interaction_id": interaction_id}
    row = await tx.one(*insert("competition", stored, f"RETURNING {_COMPETITION}"))
    return read(CompetitionRow, _there(row))


async def get(tx: Transaction, competition_id: int) -> CompetitionRow:
    """Return a competition; raise `LookupError` if there is none."""
    return read(
        CompetitionRow,
        _there(await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE id = ?", competition_id)),
    )


async def places(tx: Transaction, part: Part, number: int) -> list[tuple[int, int]]:
    """Return the servers and channels that have the cards of the competition of a part; none if there is no such part.

    Those are its own, and that of a team that plays as a guest.
    """
    stage = {
        Part.STAGE: "SELECT id FROM stage WHERE id = ?",
        Part.SECTION: "SELECT stage_id FROM section WHERE id = ?",
        Part.PAIRING: (
            "SELECT section.stage_id FROM pairing JOIN section ON section.id = pairing.section_id"
            " WHERE pairing.id = ?"
        ),
    }[part]
    rows = await tx.all(
        "SELECT competition.guild_id AS guild_id, competition.channel_id AS channel_id FROM stage"
        f" JOIN competition ON competition.id = stage.competition_id WHERE stage.id = ({stage})"
        " UNION ALL SELECT team.guild_id AS guild_id, team.channel_id AS channel_id FROM stage"
        " JOIN team ON team.competition_id = stage.competition_id AND team.guild_id IS NOT NULL AND team.gone = 0"
        f" WHERE stage.id = ({stage})",
        number, number,
    )  # fmt: skip
    return [(row["guild_id"], row["channel_id"]) for row in rows]


async def made_by_interaction(tx: Transaction, interaction_id: int) -> CompetitionRow | None:
    """Return the competition that an interaction has made."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE interaction_id = ?", interaction_id)
    return read(CompetitionRow, row) if row else None


async def of_server(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return the competitions of a server, the oldest first."""
    rows = await tx.all(f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? ORDER BY id", guild_id)
    return [read(CompetitionRow, row) for row in rows]


async def going_in(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return the competitions of a server that are not over, the oldest first."""
    rows = await tx.all(
        f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? AND EXISTS (SELECT 1 FROM stage"
        " WHERE stage.competition_id = competition.id AND stage.status <> 'over') ORDER BY id",
        guild_id,
    )
    return [read(CompetitionRow, row) for row in rows]


async def in_channel(tx: Transaction, channel_id: int) -> list[CompetitionRow]:
    """Return the competitions of a channel that is not known to be gone, the oldest first."""
    rows = await tx.all(
        f"SELECT {_COMPETITION} FROM competition WHERE channel_id = ? AND adrift = 0 ORDER BY id", channel_id
    )
    return [read(CompetitionRow, row) for row in rows]


async def place(tx: Transaction, competition_id: int, channel_id: int, *, adrift: bool) -> None:
    """Store in which channel a competition is, and whether that is gone."""
    await tx.run(
        "UPDATE competition SET channel_id = ?, adrift = ? WHERE id = ?",
        channel_id, int(adrift), competition_id,
    )  # fmt: skip


async def going_of(tx: Transaction, guild_id: int, organiser_id: int, kind: str) -> bool:
    """Return whether somebody has a competition of a kind on a server that is not over, stopped or not."""
    found = await tx.one(
        "SELECT 1 FROM competition JOIN stage ON stage.competition_id = competition.id"
        " WHERE competition.guild_id = ? AND competition.organiser_id = ? AND competition.kind = ?"
        " AND stage.status <> ? LIMIT 1",
        guild_id, organiser_id, kind, StageStatus.OVER,
    )  # fmt: skip
    return found is not None


async def rematch_of(tx: Transaction, competition_id: int) -> CompetitionRow | None:
    """Return the rematch of a competition."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE rematch_of = ?", competition_id)
    return read(CompetitionRow, row) if row else None


async def rename(tx: Transaction, competition_id: int, name: str) -> None:
    """Give a competition another name."""
    await tx.run("UPDATE competition SET name = ? WHERE id = ?", name, competition_id)


async def claim(tx: Transaction, now: float) -> CompetitionRow | None:
    """Return the competition that is due longest, but for those that another process sees to; `None` if none is."""
    row = await tx.one(
        f"SELECT {_COMPETITION} FROM competition WHERE due_at <= ? ORDER BY due_at, id LIMIT 1{tx.unheld}",
        now,
    )
    return read(CompetitionRow, row) if row else None


async def next_due(tx: Transaction) -> float | None:
    """Return when the next competition is due, `None` if none ever is."""
    row = await tx.one("SELECT MIN(due_at) AS due FROM competition WHERE due_at IS NOT NULL")
    return row["due"] if row else None


async def plan(tx: Transaction, competition_id: int, at: float | None) -> None:
    """Store when a competition has something to do next, `None` for never."""
    await tx.run("UPDATE competition SET due_at = ? WHERE id = ?", at, competition_id)


async def hurry(tx: Transaction, competition_id: int, at: float) -> None:
    """Let a competition be due at `at`, or earlier; nothing where its server is gone."""
    await tx.run(
        "UPDATE competition SET due_at = CASE WHEN due_at < ? THEN due_at ELSE ? END"
        " WHERE id = ? AND paused_at IS NULL",
        at, at, competition_id,
    )  # fmt: skip


async def pause(tx: Transaction, competition_id: int, since: float | None) -> None:
    """Let a competition stand still `since` a time, or go on (`None`): then it is to be planned anew."""
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
        "competition_id": competition_id, "number": number, "status": StageStatus.OPEN,
        "starts_at": starts_at, "closes_at": closes_at, "rounds": rounds,
    }  # fmt: skip
    return _stage(_there(await tx.one(*insert("stage", stored, f"RETURNING {_STAGE}"))))


async def stage(tx: Transaction, stage_id: int) -> StageRow | None:
    """Return a stage."""
    row = await tx.one(f"SELECT {_STAGE} FROM stage WHERE id = ?", stage_id)
    return _stage(row) if row else None


async def stages_of(tx: Transaction, competition_id: int) -> list[StageRow]:
    """Return the two newest stages of a competition, the newest first: of all others nothing is to come."""
    rows = await tx.all(
        f"SELECT {_STAGE} FROM stage WHERE competition_id = ? ORDER BY number DESC LIMIT 2", competition_id
    )
    return [_stage(row) for row in rows]


async def set_stage(tx: Transaction, row: StageRow) -> None:
    """Store what is known of a stage; its card has changed."""
    await tx.run(
        "UPDATE stage SET status = ?, starts_at = ?, closes_at = ?, put_off = ?, reminded = ?, warned = ?,"
        " message_id = ?, round = ?, rounds = ?, called_at = ?, version = version + 1 WHERE id = ?",
        row.status, row.starts_at, row.closes_at, row.put_off, int(row.reminded), int(row.warned),
        row.message_id, row.round, row.rounds, row.called_at, row.id,
    )  # fmt: skip


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
    """Note that the card of a section has changed; `anew` that it is to be posted once more."""
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
    return read(StageRow, row)


def _there(row: Row | None) -> Row:
    if row is None:
        raise LookupError
    return row
