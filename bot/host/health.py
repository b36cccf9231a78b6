"""The bot's health note: a small file beside the database.

The bot rewrites it regularly. `twotone healthcheck` reads it and reports what is wrong, if anything is.
"""

import json
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from bot.host.process_time import CLOCKS_APART, boot_id, seconds_since_boot
from bot.host.sharding import ShardedClient
from club.running.column import Now
from data.figures import StoreStatistics, WeekStatistics
from words import Phrase

HEARTBEAT: Final = 30.0
"""Seconds between two notes."""
ALIVE_WITHIN: Final = 3 * HEARTBEAT
"""Seconds after which a bot that has noted nothing does not run, or hangs."""
NOTED_WITHIN: Final = 1.5 * HEARTBEAT
"""Seconds after which a note is late.

Its contents are then not believed until it is known that a note can be written.
"""
ACKNOWLEDGED_WITHIN: Final = 120.0
"""Seconds since the last acknowledged heartbeat until a shard counts as away.

Discord asks for a heartbeat every 41.
"""
TEST_WRITE_BYTES: Final = 4096
"""Bytes written to test whether a note can be written.

No disk block is larger than that by default.
"""
POSTED_WITHIN: Final = 120.0
"""Seconds for which a message may be due."""


@dataclass(frozen=True, slots=True)
class Health:
    """The bot's state at the time of a health note; all times are in seconds.

    `shards` has the age of the last heartbeat that Discord acknowledged, by shard, `None` if there was none
    yet. `waiting` is how long the oldest unsent message has been due, 0 if none is. `clock` is how far this
    machine's clock is behind the time in use. `running` is how long the bot has run. `store` is the
    database's error, as message code and facts, or `None` if it works. `commands` is Discord's code for
    its refusal of the slash commands, 0 if it has taken them.
    """

    shards: Mapping[str, float | None]
    waiting: float
    clock: float = 0.0
    running: float = ACKNOWLEDGED_WITHIN
    store: tuple[str, Mapping[str, str]] | None = None
    commands: int = 0

    def write(self, file: Path, boot_clock: Now = seconds_since_boot) -> None:
        """Write the health note atomically.

        Its time is taken from `boot_clock`, which changes to the time of day do not affect.
        """
        written = file.with_name(file.name + ".new")
        when = {"run": boot_id(), "at": boot_clock()}
        written.write_text(json.dumps({**asdict(self), **when}), encoding="utf-8")
        written.replace(file)

    def problem(self, note_age: float) -> Phrase | None:
        """Return the bot's problem, or `None`; `note_age` is in seconds."""
        if note_age > ALIVE_WITHIN:
            return Phrase("host.silent", seconds=round(note_age))
        if self.store:
            return Phrase(self.store[0], **self.store[1])
        running = round(self.running + note_age)
        new = [name for name, age in self.shards.items() if age is None and running < ACKNOWLEDGED_WITHIN]
        if new:
            all_ = len(self.shards)
            return Phrase("host.connecting", seconds=running, known=", ".join(new), count=len(new), all=all_)
        away = [
            name for name, age in self.shards.items() if age is None or age + note_age > ACKNOWLEDGED_WITHIN
        ]
        if away:
            return Phrase("host.away", known=", ".join(away), count=len(away), all=len(self.shards))
        if self.waiting > POSTED_WITHIN:
            return Phrase("host.stuck", seconds=round(self.waiting))
        return None

    def warnings(self) -> Iterator[Phrase]:
        """Yield warnings about the machine's clock and about refused slash commands.

        The bot still works; a restart would not help, but the host should know.
        """
        if (apart := abs(self.clock)) > CLOCKS_APART:
            yield Phrase("host.clock", seconds=round(apart))
        if self.commands:
            yield Phrase("host.commands_refused", code=self.commands)


class HealthNote(NamedTuple):
    """A health note that was read back, with its age in seconds."""

    health: Health
    age: float

    @classmethod
    def load(cls, file: Path, boot_clock: Now = seconds_since_boot) -> Self:
        """Load a health note from a file.

        Raise `OSError`, or `ValueError` if it was not written since this machine last booted.
        """
        noted = json.loads(file.read_text(encoding="utf-8"))
        try:
            shards = {str(name): None if age is None else float(age) for name, age in noted["shards"].items()}
            health = Health(
                shards,
                float(noted["waiting"]),
                float(noted.get("clock", 0.0)),
                float(noted.get("running", ACKNOWLEDGED_WITHIN)),
                _fault(noted.get("store")),
                int(noted.get("commands", 0)),
            )
            run, ago = noted["run"], boot_clock() - noted["at"]
        except (AttributeError, KeyError, TypeError, OverflowError) as fault:
            raise ValueError from fault
        if run != boot_id() or not ago >= 0:
            raise ValueError
        return cls(health, ago)


def _fault(noted: Any) -> tuple[str, Mapping[str, str]] | None:
    """Parse the database's error in a health note; `None` means no error.

    Raise `TypeError` or `ValueError` if it is not a known message.
    """
    if noted is None:
        return None
    code, facts = noted
    said = Phrase(str(code), **{str(name): str(value) for name, value in facts.items()})
    str(said)  # a note of another version may name what this one does not know
    return said.code, {**said.facts}


class BotStatus(NamedTuple):
    """The current state of the bot and its database, and what was played in a week.

    `server_count` is the number of servers that the bot is on, `pending_answers` the number of interactions
    that it is answering, and `queued_requests` the number of requests held back by the throttle that keeps
    the bot below Discord's rate limit.
    """

    health: Health
    figures: StoreStatistics
    week: WeekStatistics
    server_count: int
    pending_answers: int
    queued_requests: int


class HeartbeatTracker:
    """Records when Discord last acknowledged each shard's heartbeat.

    The times are kept across reconnects.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._last: dict[int, float] = {}

    def read_heartbeats(self, client: ShardedClient) -> dict[int, float | None]:
        """Return the time of each shard's last acknowledged heartbeat.

        It is `None` for a shard that has had no session yet.
        """
        for number, shard in client.shards.items():
            if number not in client.shards_with_session:
                continue
            # The library shows a shard's latency, but not when it was measured.
            beat: Any = getattr(shard._parent.ws, "_keep_alive", None)
            if beat is not None and math.isfinite(beat.latency):
                self._last[number] = self._now() - (time.perf_counter() - beat._last_ack)
        expected = client.shard_ids or range(client.shard_count or 1)
        return {number: self._last.get(number) for number in expected}


def health_note_path(database: Path) -> Path:
    """Return the path of the health note that belongs to a database."""
    return database.with_name(database.name + ".alive")


def load_last_note(database: Path) -> HealthNote | None:
    """Load the last health note of a database's bot.

    Return `None` if the bot is not running or not connected yet.
    """
    try:
        return HealthNote.load(health_note_path(database))
    except (OSError, ValueError):
        return None


def problem_in_note(note: HealthNote | None) -> Phrase | None:
    """Return the problem that a health note shows, or `None` if the bot is well.

    A missing note is a problem: the bot is not connected.
    """
    return note.health.problem(note.age) if note else Phrase("host.not_connected")


def find_problem(database: Path) -> Phrase | None:
    """Return the problem of a database's bot, or `None` if it is well.

    If the health note is late, check whether it can be written at all.
    """
    note = load_last_note(database)
    late = note is None or note.age > NOTED_WITHIN
    if late and (fault := _unwritable(health_note_path(database))):
        return Phrase("host.unwritten", path=health_note_path(database).parent, fault=fault)
    return problem_in_note(note)


def _unwritable(file: Path) -> str | None:
    """Return why no health note can be written there, or `None` if it can."""
    tried = file.with_name(f"{file.name}.tried")
    try:
        tried.write_bytes(bytes(TEST_WRITE_BYTES))
    except FileNotFoundError:
        return None  # there never was a bot
    except OSError as fault:
        return fault.strerror or type(fault).__name__
    finally:
        with suppress(OSError):
            tried.unlink()
    return None


def note_backup(database: Path) -> None:
    """Record that the database was backed up now.

    Nothing is recorded if the folder is read-only.
    """
    note = _backup_note(database)
    fresh = note.with_name(note.name + ".new")
    with suppress(OSError):
        fresh.touch()
        fresh.replace(note)  # another user's note, of a backup made as root, could not be touched


def last_backup_time(database: Path) -> float | None:
    """Return when a database was last backed up, in epoch seconds, or `None`."""
    try:
        return _backup_note(database).stat().st_mtime
    except OSError:
        return None


def _backup_note(database: Path) -> Path:
    return database.with_name(database.name + ".backed-up")
