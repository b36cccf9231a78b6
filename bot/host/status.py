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
from data.sqlite.figures import figures_of
from data.store_opening import explaining_missing_driver
from rules.catalogue import title_of
from words import Phrase, decimal

MEGA: Final = 1_000_000


def status(database: Path, now: float, postgres: str | None = None) -> Iterator[Phrase]:
    """Yield one line after another, at `now` (the time of the day).

    Matches are in the file `database`, or at the address `postgres`; the bot's own notes are beside that file either
    way. Raises `StoreError` where there is no database.
    """
    note = last_note(database)
    now += note.health.clock if note else 0.0  # as the bot has it
    found, where = _database_figures(postgres, now) if postgres else (figures_of(database, now), database)
    yield Phrase("status.program", version=version(), schema=found.schema)
    yield Phrase("status.database", path=where, megabytes=decimal(found.bytes / MEGA))
    yield from _bot(note, wrong_with(database))
    for process in lines(found.figures.processes, now):
        yield Phrase("status.process", process=process)
    if twice := shard_conflict(found.figures.processes, now):
        yield twice
    yield from _matches(found.figures, found.over)
    yield Phrase("status.challenges", count=found.figures.challenges)
    yield _outbox(found.figures, now)
    yield Phrase("status.backup.postgres") if postgres else _backup(last_backup(database), now)
    yield _look(found.figures, now)


def _database_figures(url: str, now: float) -> tuple[DatabaseFigures, str]:
    """Return what a database on PostgreSQL holds, and how sentences call it."""
    with explaining_missing_driver():
        from data.postgres.connecting import database_label
        from data.postgres.inspection import figures_of
    return asyncio.run(figures_of(url, now)), database_label(url)


def _bot(note: Note | None, wrong: Phrase | None) -> Iterator[Phrase]:
    """Yield the bot's state, by its note; only that says whether it runs at all."""
    if note is None or wrong:
        yield Phrase("status.bot", why=wrong)
    else:
        shards = len(note.health.shards)
        yield Phrase("status.bot.well", count=shards, all=shards, ago=time_ago(note.ago))
    if note and (remark := note.health.remark()):
        yield remark


def _matches(figures: Figures, over: int) -> Iterator[Phrase]:
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


def _outbox(figures: Figures, now: float) -> Phrase:
    if figures.due is None:
        return Phrase("status.outbox" if figures.waiting else "status.outbox.empty", count=figures.waiting)
    return Phrase("status.outbox.due", count=figures.waiting, ago=time_ago(now - figures.due))


def _backup(at: float | None, now: float) -> Phrase:
    return Phrase("status.no_backup") if at is None else Phrase("status.backup", ago=time_ago(now - at))


def _look(figures: Figures, now: float) -> Phrase:
    if not figures.looked_at:
        return Phrase("status.not_looked")
    code = "status.damaged" if figures.damage else "status.sound"
    return Phrase(code, ago=time_ago(now - figures.looked_at))
