"""`twotone status`: how the bot and its database are, on one screen; it changes nothing and asks Discord nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.health import Health, last_backup, life_file, unwell
from bot.version import version
from data.figures import Figures
from data.sqlite.figures import told_by
from rules.catalogue import GAMES
from words import Said, Words

MEGA: Final = 1_000_000
UNITS: Final = (("days", 86400), ("hours", 3600), ("minutes", 60))
"""Units of time, the longest first, with their seconds."""


def status(database: Path, now: float) -> Iterator[Said]:
    """Yield one line after another, at `now` (the time of the day); raise `StoreError` where there is no database."""
    figures, over, schema = told_by(database, now)
    yield Said("status.program", version=version(), schema=schema)
    size = sum(file.stat().st_size for file in _files(database))
    yield Said("status.database", path=database, megabytes=f"{size / MEGA:.1f}")
    yield _bot(database, now)
    yield from _matches(figures, over)
    yield Said("status.challenges", count=figures.challenges)
    yield _outbox(figures, now)
    yield _backup(last_backup(database), now)
    yield _look(figures, now)


def _bot(database: Path, now: float) -> Said:
    """Return how the bot is, by the note that it writes; whether it runs at all is known only from that."""
    if wrong := unwell(database, now):
        return Said("status.bot", why=wrong)
    file = life_file(database)
    shards = len(Health.read(file).shards)
    return Said("status.bot.well", count=shards, all=shards, ago=_ago(now - file.stat().st_mtime))


def _matches(figures: Figures, over: int) -> Iterator[Said]:
    running = sum(figures.running.values())
    yield Said("status.matches", count=running, all=over)
    if running:
        most = sorted(figures.running.items(), key=lambda each: (-each[1], each[0]))
        counts = [str(Said("status.game", title=_title(key), count=count)) for key, count in most]
        yield Said("status.games", titles=", ".join(counts))
    if figures.suspended:
        yield Said("status.suspended", count=figures.suspended)
    if figures.set_aside:
        yield Said("status.set_aside", count=figures.set_aside)


def _title(key: str) -> Words:
    return GAMES[key].title if key in GAMES else key


def _outbox(figures: Figures, now: float) -> Said:
    if figures.due is None:
        return Said("status.outbox" if figures.waiting else "status.outbox.empty", count=figures.waiting)
    return Said("status.outbox.due", count=figures.waiting, ago=_ago(now - figures.due))


def _backup(at: float | None, now: float) -> Said:
    return Said("status.no_backup") if at is None else Said("status.backup", ago=_ago(now - at))


def _look(figures: Figures, now: float) -> Said:
    if not figures.looked_at:
        return Said("status.not_looked")
    code = "status.damaged" if figures.damage else "status.sound"
    return Said(code, ago=_ago(now - figures.looked_at))


def _ago(seconds: float) -> Said:
    """Return how long ago something was, in its largest whole unit; what seems to come is now."""
    for name, length in UNITS:
        if seconds >= length:
            return Said(f"ago.{name}", count=int(seconds // length))
    return Said("ago.seconds", count=max(0, int(seconds)))


def _files(database: Path) -> Iterator[Path]:
    """Yield the database's file and its write-ahead log, if it has one."""
    log = database.with_name(database.name + "-wal")
    yield database
    if log.exists():
        yield log
