"""`twotone status`: the state of the bot and its database on one screen.

It changes nothing and sends no request to Discord.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.host.health import HealthNote, find_problem, last_backup_time, load_last_note
from bot.host.processes import process_lines, shard_conflict, time_ago
from bot.host.version import version
from data.figures import DOORS, DatabaseStatistics, StoreStatistics, WeekStatistics
from data.sqlite.figures import read_statistics
from data.store_opening import translate_missing_driver
from rules.catalogue import title_of
from words import Phrase, decimal

MEGA: Final = 1_000_000


def status_report(database: Path, now: float, postgres: str | None = None) -> Iterator[Phrase]:
    """Yield the lines of the status report; `now` is the machine's time of day.

    Matches are read from the SQLite file `database`, or from the URL `postgres` if it is given. The bot's
    health note is beside `database` in both cases. Raise `StoreError` if there is no database.
    """
    note = load_last_note(database)
    now += note.health.clock if note else 0.0  # as the bot has it
    found, where = (
        _database_figures(postgres, now) if postgres else (read_statistics(database, now), database)
    )
    yield Phrase("status.program", version=version(), schema=found.schema)
    yield Phrase("status.database", path=where, megabytes=decimal(found.bytes / MEGA))
    yield from _bot_lines(note, find_problem(database))
    for process in process_lines(found.figures.processes, now):
        yield Phrase("status.process", process=process)
    if twice := shard_conflict(found.figures.processes, now):
        yield twice
    yield from _match_lines(found.figures, found.over)
    yield Phrase("status.challenges", count=found.figures.challenges)
    yield from _week_lines(found.week)
    yield _outbox_line(found.figures, now)
    yield Phrase("status.backup.postgres") if postgres else _backup_line(last_backup_time(database), now)
    yield _scrub_line(found.figures, now)


def _database_figures(url: str, now: float) -> tuple[DatabaseStatistics, str]:
    """Return a PostgreSQL database's figures, and its label (no password)."""
    with translate_missing_driver():
        from data.postgres.connecting import database_label
        from data.postgres.inspection import read_statistics
    return asyncio.run(read_statistics(url, now)), database_label(url)


def _bot_lines(note: HealthNote | None, wrong: Phrase | None) -> Iterator[Phrase]:
    """Yield the bot's state by its health note.

    The note alone shows whether the bot runs.
    """
    if note is None or wrong:
        yield Phrase("status.bot", why=wrong)
    else:
        shards = len(note.health.shards)
        yield Phrase("status.bot.well", count=shards, all=shards, ago=time_ago(note.age))
    if note:
        yield from note.health.warnings()


def _match_lines(figures: StoreStatistics, over: int) -> Iterator[Phrase]:
    running = sum(figures.running.values())
    yield Phrase("status.matches", count=running, all=over)
    if running:
        most = sorted(figures.running.items(), key=lambda each: (-each[1], each[0]))
        counts = [str(Phrase("status.game", title=title_of(key), count=count)) for key, count in most]
        yield Phrase("status.games", titles=", ".join(counts))
    if figures.suspended:
        yield Phrase("status.suspended", count=figures.suspended)
    if figures.set_aside:
        yield Phrase("status.set_aside", count=figures.set_aside)


def _week_lines(week: WeekStatistics) -> Iterator[Phrase]:
    """Yield what was played in the last seven days: by door, servers, first matches."""
    for door in DOORS:
        if counts := week.doors.get(door):
            facts = {"count": counts.begun, "finished": counts.finished, "abandoned": counts.abandoned}
            yield Phrase("status.week", door=Phrase(f"status.door.{door}"), **facts)
    yield Phrase("status.week.servers", count=week.servers, former=week.former_servers, both=week.returning)
    yield Phrase("status.week.firsts", count=week.firsts, abandoned=week.firsts_abandoned)


def _outbox_line(figures: StoreStatistics, now: float) -> Phrase:
    if figures.due is None:
        return Phrase("status.outbox" if figures.waiting else "status.outbox.empty", count=figures.waiting)
    return Phrase("status.outbox.due", count=figures.waiting, ago=time_ago(now - figures.due))


def _backup_line(at: float | None, now: float) -> Phrase:
    return Phrase("status.no_backup") if at is None else Phrase("status.backup", ago=time_ago(now - at))


def _scrub_line(figures: StoreStatistics, now: float) -> Phrase:
    if not figures.looked_at:
        return Phrase("status.not_looked")
    code = "status.damaged" if figures.damage else "status.sound"
    return Phrase(code, ago=time_ago(now - figures.looked_at))
