"""Competitions, their stages and their sections.

A stage is one part of a competition, such as a season of a league. Its row says when it is played
and which message shows it. A section is a group of entrants in a stage who all meet one another.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.competitions import teams
from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.transaction import Row, Transaction

LADDER: Final = "ladder"
"""The kind of competition that neither starts nor closes: nothing of it is ahead."""


class CompetitionPart(StrEnum):
    """The kind of object in a competition that an ID refers to."""

    STAGE = "stage"
    SECTION = "section"
    PAIRING = "pairing"


class StageStatus(StrEnum):
    """Whether a stage is open for sign-up, running or over."""

    OPEN = "open"
    """People sign up."""
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCompetition:
    """The data of a competition that a member creates.

    `options` is JSON text, and `control` is the time control in its stored form. The stages of a league
    start at `hour` in the server's time zone and last for `days`; for all other kinds the hour is 0. A team match has
    at most `boards` boards and may be a rematch of another one. `sides` says how the exhibitor of a
    simultaneous exhibition plays: moving first, moving second or alternating.
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
    days: int = 21


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRow(NewCompetition):
    """A stored competition.

    At `due_at`, the next scheduled step of the competition is to be done. `paused_at` is the time since
    which its server or channel has been missing. A `stopped` competition opens no further stage. An
    `adrift` competition has permanently lost its channel.
    """

    id: int
    created_at: float
    due_at: float | None
    paused_at: float | None
    stopped: bool
    adrift: bool = False


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage of a competition, for example one season of a league.

    A stage that is `asleep` had too few entrants at its start and waits for more. `warned` records that its
    close has been announced.

    `scoring` is the name of what the ends of its matches are worth, and `system` says by whose rules the
    rounds of a Swiss are paired: `club` or `fide`. `version` counts the changes to its card, which is
    the message `message_id`. A tournament's stage has `rounds` rounds; `round` is the current one, or
    players have been called to it since `called_at`, and `closes_at` is then the end of that call. In a
    league, two players of a section meet `rounds` times.
    """

    id: int
    competition_id: int
    number: int
    status: StageStatus
    starts_at: float
    closes_at: float
    warned: bool
    version: int
    message_id: int | None
    round: int = 0
    rounds: int | None = None
    called_at: float | None = None
    scoring: str = "usual"
    system: str = "club"
    asleep: bool = False


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section of a stage and the message that shows it.

    Section 0 is the highest. `message_id` is its card, and `version` counts the changes of the card.
    `former_id` is the card's previous message, set from when a repost is planned.
    """

    id: int
    stage_id: int
    number: int
    version: int
    message_id: int | None
    former_id: int | None = None


_COMPETITION: Final = column_list(CompetitionRow)
_STAGE: Final = column_list(StageRow)
_SECTION: Final = column_list(SectionRow)


async def create(tx: Transaction, new: NewCompetition, *, at: float, interaction_id: int) -> CompetitionRow:
    """Store a competition and return it.

    `interaction_id` is the Discord interaction that creates it; it must not have created one before.
    """
    stored = column_values(new) | {"created_at": at, "interaction_id": interaction_id}
    row = await tx.one(*insert_statement("competition", stored, f"RETURNING {_COMPETITION}"))
    return from_row(CompetitionRow, _there(row))


async def get(tx: Transaction, competition_id: int) -> CompetitionRow:
    """Return a competition, or raise `LookupError` if it does not exist."""
    return from_row(
        CompetitionRow,
        _there(await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE id = ?", competition_id)),
    )


async def list_card_places(tx: Transaction, part: CompetitionPart, part_id: int) -> list[tuple[int, int]]:
    """Return the (server ID, channel ID) pairs that show a competition's cards.

    The competition is found through one of its parts (a stage, section or pairing). The places are its
    own channel and that of a guest team on another server; for a pairing also its match's, which may be
    elsewhere since either was moved. The list is empty if there is no such part.
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
    ids = [part_id, part_id]
    if part is CompetitionPart.PAIRING:
        sql += (
            " UNION ALL SELECT match.guild_id AS guild_id, match.channel_id AS channel_id FROM pairing"
            " JOIN match ON match.id = pairing.match_id WHERE pairing.id = ?"
        )
        ids.append(part_id)
    rows = await tx.all(sql, *ids)
    return [(row["guild_id"], row["channel_id"]) for row in rows]


async def find_by_interaction(tx: Transaction, interaction_id: int) -> CompetitionRow | None:
    """Return the competition that a Discord interaction created, or `None`."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE interaction_id = ?", interaction_id)
    return from_row(CompetitionRow, row) if row else None


async def list_for_server(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return all competitions of a server, oldest first."""
    rows = await tx.all(f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? ORDER BY id", guild_id)
    return [from_row(CompetitionRow, row) for row in rows]


async def list_active(tx: Transaction, guild_id: int) -> list[CompetitionRow]:
    """Return the competitions of a server that are not over, oldest first."""
    sql = (
        f"SELECT {_COMPETITION} FROM competition WHERE guild_id = ? AND EXISTS (SELECT 1 FROM stage"
        " WHERE stage.competition_id = competition.id AND stage.status <> 'over') ORDER BY id"
    )
    rows = await tx.all(sql, guild_id)
    return [from_row(CompetitionRow, row) for row in rows]


async def list_names_for_person(tx: Transaction, user_id: int) -> list[str]:
    """Return the names of the competitions that a person is in and that are not over."""
    sql = (
        "SELECT DISTINCT competition.name AS name FROM entrant JOIN stage ON stage.id = entrant.stage_id"
        " JOIN competition ON competition.id = stage.competition_id"
        " WHERE entrant.user_id = ? AND entrant.withdrawn = 0 AND stage.status <> 'over'"
        " ORDER BY competition.name"
    )
    return [row["name"] for row in await tx.all(sql, user_id)]


async def list_for_channel(tx: Transaction, channel_id: int) -> list[CompetitionRow]:
    """Return the competitions of a channel, oldest first.

    Competitions that are known to have lost the channel are left out.
    """
    rows = await tx.all(
        f"SELECT {_COMPETITION} FROM competition WHERE channel_id = ? AND adrift = 0 ORDER BY id", channel_id
    )
    return [from_row(CompetitionRow, row) for row in rows]


async def set_channel(tx: Transaction, competition_id: int, channel_id: int, *, adrift: bool) -> None:
    """Store a competition's channel; `adrift` says that the channel is gone."""
    sql = "UPDATE competition SET channel_id = ?, adrift = ? WHERE id = ?"
    await tx.run(sql, channel_id, int(adrift), competition_id)


async def has_ongoing(tx: Transaction, guild_id: int, organiser_id: int, kind: str) -> bool:
    """Whether an organiser has an unfinished competition of a kind on a server.

    A stopped competition that is not over counts too.
    """
    sql = (
        "SELECT 1 FROM competition JOIN stage ON stage.competition_id = competition.id"
        " WHERE competition.guild_id = ? AND competition.organiser_id = ? AND competition.kind = ?"
        " AND stage.status <> ? LIMIT 1"
    )
    found = await tx.one(sql, guild_id, organiser_id, kind, StageStatus.OVER)
    return found is not None


async def find_rematch(tx: Transaction, competition_id: int) -> CompetitionRow | None:
    """Return the competition that is the rematch of another, or `None`."""
    row = await tx.one(f"SELECT {_COMPETITION} FROM competition WHERE rematch_of = ?", competition_id)
    return from_row(CompetitionRow, row) if row else None


async def rename(tx: Transaction, competition_id: int, name: str) -> None:
    """Change the name of a competition."""
    await tx.run("UPDATE competition SET name = ? WHERE id = ?", name, competition_id)


async def claim(tx: Transaction, now: float) -> CompetitionRow | None:
    """Claim the competition that has been due longest, or return `None`.

    Competitions that another process is handling are skipped.
    """
    sql = f"SELECT {_COMPETITION} FROM competition WHERE due_at <= ? ORDER BY due_at, id LIMIT 1{tx.skip_locked}"
    row = await tx.one(sql, now)
    return from_row(CompetitionRow, row) if row else None


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next competition is due, or `None` if none is."""
    return await tx.value("SELECT MIN(due_at) AS due FROM competition WHERE due_at IS NOT NULL")


async def schedule(tx: Transaction, competition_id: int, at: float | None) -> None:
    """Store when a competition is next due, or `None` for never."""
    await tx.run("UPDATE competition SET due_at = ? WHERE id = ?", at, competition_id)


async def bring_forward(tx: Transaction, competition_id: int, at: float) -> None:
    """Make a competition due no later than `at`.

    Do nothing if the competition is paused because its server or channel is missing.
    """
    sql = (
        "UPDATE competition SET due_at = CASE WHEN due_at < ? THEN due_at ELSE ? END"
        " WHERE id = ? AND paused_at IS NULL"
    )
    await tx.run(sql, at, at, competition_id)


async def pause(tx: Transaction, competition_id: int, since: float | None) -> None:
    """Pause a competition from the time `since`, or resume it if that is `None`.

    Either way its due time is cleared, so a resumed competition must be scheduled again.
    """
    await tx.run("UPDATE competition SET paused_at = ?, due_at = NULL WHERE id = ?", since, competition_id)


async def stop(tx: Transaction, competition_id: int) -> None:
    """Prevent a competition from opening any further stage."""
    await tx.run("UPDATE competition SET stopped = 1 WHERE id = ?", competition_id)


async def add_stage(
    tx: Transaction,
    competition_id: int,
    number: int,
    *,
    starts_at: float,
    closes_at: float,
    rounds: int | None = None,
    scoring: str = "usual",
    system: str = "club",
) -> StageRow:
    """Add a stage that is open for sign-up, and return it."""
    stored = {
        "competition_id": competition_id,
        "number": number,
        "status": StageStatus.OPEN,
        "starts_at": starts_at,
        "closes_at": closes_at,
        "rounds": rounds,
        "scoring": scoring,
        "system": system,
    }
    return _stage(_there(await tx.one(*insert_statement("stage", stored, f"RETURNING {_STAGE}"))))


async def get_stage(tx: Transaction, stage_id: int) -> StageRow | None:
    """Return a stage, or `None` if it does not exist."""
    row = await tx.one(f"SELECT {_STAGE} FROM stage WHERE id = ?", stage_id)
    return _stage(row) if row else None


async def list_latest_stages(tx: Transaction, competition_id: int) -> list[StageRow]:
    """Return the two newest stages of a competition, newest first.

    Older stages never change any more.
    """
    rows = await tx.all(
        f"SELECT {_STAGE} FROM stage WHERE competition_id = ? ORDER BY number DESC LIMIT 2", competition_id
    )
    return [_stage(row) for row in rows]


async def update_stage(tx: Transaction, row: StageRow) -> None:
    """Store the changed data of a stage and increment the version of its card."""
    sql = (
        "UPDATE stage SET status = ?, starts_at = ?, closes_at = ?, asleep = ?, warned = ?, message_id = ?,"
        " round = ?, rounds = ?, called_at = ?, system = ?, version = version + 1,"
        " over_at = CASE WHEN CAST(? AS INTEGER) = 1 THEN COALESCE(over_at, ?) END WHERE id = ?"
    )
    await tx.run(
        sql,
        row.status,
        row.starts_at,
        row.closes_at,
        int(row.asleep),
        int(row.warned),
        row.message_id,
        row.round,
        row.rounds,
        row.called_at,
        row.system,
        int(row.status is StageStatus.OVER),
        tx.now,
        row.id,
    )


async def find_end(tx: Transaction, stage_id: int) -> float | None:
    """Return when a stage ended, or `None` if it has not or if that is not known."""
    return await tx.value("SELECT over_at FROM stage WHERE id = ?", stage_id)


async def list_decided_sections(
    tx: Transaction, guild_id: int, since: float, until: float
) -> list[SectionRow]:
    """Return the sections of a server's stages that ended in a period.

    Ladders that were played then are among them.

    The period is from `since` up to but not including `until`; the latest end comes first, ladders last.
    """
    sections = column_list(SectionRow, "section")
    of_server = (
        " JOIN stage ON stage.id = section.stage_id JOIN competition ON competition.id = stage.competition_id"
        " WHERE competition.guild_id = ?"
    )
    ended = await tx.all(
        f"SELECT {sections} FROM section{of_server} AND stage.over_at >= ? AND stage.over_at < ?"
        " ORDER BY stage.over_at DESC, section.number, section.id",
        guild_id,
        since,
        until,
    )
    climbed = await tx.all(
        f"SELECT {sections} FROM section{of_server} AND competition.kind = 'ladder' AND stage.over_at IS NULL"
        " AND EXISTS (SELECT 1 FROM section_log WHERE section_log.section_id = section.id"
        " AND section_log.what = 'played' AND section_log.at >= ? AND section_log.at < ?) ORDER BY section.id",
        guild_id,
        since,
        until,
    )
    return [SectionRow(**row) for row in (*ended, *climbed)]


async def touch_stage(tx: Transaction, stage_id: int) -> None:
    """Increment the version of a stage's card because what it shows has changed."""
    await tx.run("UPDATE stage SET version = version + 1 WHERE id = ?", stage_id)


async def set_stage_message(tx: Transaction, stage_id: int, message_id: int | None) -> int:
    """Store the message that shows a stage, if any; return the version it must show."""
    row = await tx.one("UPDATE stage SET message_id = ? WHERE id = ? RETURNING version", message_id, stage_id)
    return int(_there(row)["version"])


async def add_section(tx: Transaction, stage_id: int, number: int) -> SectionRow:
    """Add a section to a stage and return it."""
    stored = {"stage_id": stage_id, "number": number}
    return SectionRow(**_there(await tx.one(*insert_statement("section", stored, f"RETURNING {_SECTION}"))))


async def get_section(tx: Transaction, section_id: int) -> SectionRow | None:
    """Return a section, or `None` if it does not exist."""
    row = await tx.one(f"SELECT {_SECTION} FROM section WHERE id = ?", section_id)
    return SectionRow(**row) if row else None


async def list_sections(tx: Transaction, stage_id: int) -> list[SectionRow]:
    """Return the sections of a stage, highest first."""
    rows = await tx.all(f"SELECT {_SECTION} FROM section WHERE stage_id = ? ORDER BY number", stage_id)
    return [SectionRow(**row) for row in rows]


async def touch_section(tx: Transaction, section_id: int, *, repost: bool = False) -> None:
    """Increment the version of a section's card because it has changed.

    With `repost`, the card is to be posted again as a new message, also on a guest team's server.
    """
    keep = "" if not repost else ", former_id = COALESCE(message_id, former_id), message_id = NULL"
    await tx.run(f"UPDATE section SET version = version + 1{keep} WHERE id = ?", section_id)
    if repost:
        await teams.repost_table(tx, section_id)


async def set_section_message(tx: Transaction, section_id: int, message_id: int) -> int:
    """Store the message that shows a section; return the version it must show."""
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
