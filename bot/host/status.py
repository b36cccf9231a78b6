"""`twotone status`: the state of the bot and its database on one screen.

It changes nothing and asks Discord nothing.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.host.health import Note, last_backup, last_note, wrong_with
from bot.host.processes import lines, shard_conflict, time_ago
from bot.host.version import version
from data.figures import DatabaseFigures, Figures
from data.opening import explaining_missing_driver
from data.sqlite.figures import figures_of
from rules.catalogue import title_of
from words import Said, decimal

MEGA: Final = 1_000_000


def status(database: Path, now: float, postgres: str | None = None) -> Iterator[Said]:
    """Yield one line after another, at `now` (the time of the day).

    Matches are in the file `database`, or at the address `postgres`; the bot's own notes are beside that file either
    way. Raises `StoreError` where there is no database.
    """
    note = last_note(database)
    now += note.health.clock if note else 0.0  # as the bot has it
    found, where = _database_figures(postgres, now) if postgres else (figures_of(database, now), database)
    yield Said("status.program", version=version(), schema=found.schema)
    yield Said("status.database", path=where, megabytes=decimal(found.bytes / MEGA))
    yield from _bot(note, wrong_with(database))
    for process in lines(found.figures.processes, now):
        yield Said("status.process", process=process)
    if twice := shard_conflict(found.figures.processes, now):
        yield twice
    yield from _matches(found.figures, found.over)
    yield Said("status.challenges", count=found.figures.challenges)
    yield _outbox(found.figures, now)
    yield Said("status.backup.postgres") if postgres else _backup(last_backup(database), now)
    yield _look(found.figures, now)


def _database_figures(url: str, now: float) -> tuple[DatabaseFigures, str]:
    """Return what a database on PostgreSQL holds, and how sentences call it."""
    with explaining_missing_driver():
        from data.postgres.connecting import database_label
        from data.postgres.looking import figures_of
    return asyncio.run(figures_of(url, now)), database_label(url)


def _bot(note: Note | None, wrong: Said | None) -> Iterator[Said]:
    """Yield the bot's state, by its note; only that says whether it runs at all."""
    if note is None or wrong:
        yield Said("status.bot", why=wrong)
    else:
        shards = len(note.health.shards)
        yield Said("status.bot.well", count=shards, all=shards, ago=time_ago(note.ago))
    if note and (remark := note.health.remark()):
        yield remark


def _matches(figures: Figures, over: int) -> Iterator[Said]:
    running = sum(figures.running.values())
    yield Said("status.matches", count=running, all=over)
    if running:
        most = sorted(figures.running.items(), key=lambda each: (-each[1], each[0]))
        counts = [str(Said("status.game", title=title_of(key), count=count)) for key, count in most]
        yield Said("status.games", titles=", ".join(counts))
    if figures.suspended:
        yield Said("status.suspended", count=figures.suspended)
    if figures.set_aside:
        yield Said("status.set_aside", count=figures.set_aside)


def _outbox(figures: Figures, now: float) -> Said:
    if figures.due is None:
        return Said("status.outbox" if figures.waiting else "status.outbox.empty", count=figures.waiting)
    return Said("status.outbox.due", count=figures.waiting, ago=time_ago(now - figures.due))


def _backup(at: float | None, now: float) -> Said:
    return Said("status.no_backup") if at is None else Said("status.backup", ago=time_ago(now - at))


def _look(figures: Figures, now: float) -> Said:
    if not figures.looked_at:
        return Said("status.not_looked")
    code = "status.damaged" if figures.damage else "status.sound"
    return Said(code, ago=time_ago(now - figures.looked_at))
