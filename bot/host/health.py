"""The bot's health note, in a file beside the database.

`twotone healthcheck` says what is wrong, if anything is.
"""

import json
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from bot.host.process_time import CLOCKS_APART, even, this_run
from bot.host.sharding import ShardedClient
from club.club import Now
from data.figures import Figures
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
TRIED: Final = 4096
"""Bytes written to test whether a note can be written.

No disk block is larger than that by default.
"""
POSTED_WITHIN: Final = 120.0
"""Seconds for which a message may be due."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the bot was when it noted it, all in seconds before that.

    `shards` says when Discord last acknowledged each one's heartbeat, `None` if it never did; `waiting` for how long
    the oldest message has been due, 0 if none is; `clock` how far this machine's clock is behind the one that the bot
    goes by. `running` for how long the bot has run. `store` is what the database says that stores nothing, by code and
    facts.
    """

    shards: Mapping[str, float | None]
    waiting: float
    clock: float = 0.0
    running: float = ACKNOWLEDGED_WITHIN
    store: tuple[str, Mapping[str, str]] | None = None

    def write(self, file: Path, since_start: Now = even) -> None:
        """Write the note atomically, with its time by a clock that no one sets."""
        written = file.with_name(file.name + ".new")
        when = {"run": this_run(), "at": since_start()}
        written.write_text(json.dumps({**asdict(self), **when}), encoding="utf-8")
        written.replace(file)

    def wrong(self, since: float) -> Phrase | None:
        """Return the problem, or `None`; `since` is the age of the note in seconds."""
        if since > ALIVE_WITHIN:
            return Phrase("host.silent", seconds=round(since))
        if self.store:
            return Phrase(self.store[0], **self.store[1])
        running = round(self.running + since)
        new = [name for name, age in self.shards.items() if age is None and running < ACKNOWLEDGED_WITHIN]
        if new:
            all_ = len(self.shards)
            return Phrase("host.connecting", seconds=running, known=", ".join(new), count=len(new), all=all_)
        away = [name for name, age in self.shards.items() if age is None or age + since > ACKNOWLEDGED_WITHIN]
        if away:
            return Phrase("host.away", known=", ".join(away), count=len(away), all=len(self.shards))
        if self.waiting > POSTED_WITHIN:
            return Phrase("host.stuck", seconds=round(self.waiting))
        return None

    def remark(self) -> Phrase | None:
        """Return what the host should mend although the bot is well, or `None`.

        A restart would not mend it.
        """
        apart = abs(self.clock)
        return Phrase("host.clock", seconds=round(apart)) if apart > CLOCKS_APART else None


class Note(NamedTuple):
    """How the bot was, and how many seconds ago it noted that."""

    health: Health
    ago: float

    @classmethod
    def load(cls, file: Path, since_start: Now = even) -> Self:
        """Load a note.

        Raise `OSError`, or `ValueError` if it is not from this run of the machine.
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
            )
            run, ago = noted["run"], since_start() - noted["at"]
        except (AttributeError, KeyError, TypeError, OverflowError) as fault:
            raise ValueError from fault
        if run != this_run() or not ago >= 0:
            raise ValueError
        return cls(health, ago)


def _fault(noted: Any) -> tuple[str, Mapping[str, str]] | None:
    """Return the database's fault from a note.

    Raise `TypeError` or `ValueError` if it is no sentence.
    """
    if noted is None:
        return None
    code, facts = noted
    said = Phrase(str(code), **{str(name): str(value) for name, value in facts.items()})
    str(said)  # a note of another version may name what this one does not know
    return said.code, {**said.facts}


class BotStanding(NamedTuple):
    """How the bot and its store are at this moment.

    It is on so many `servers`, answers so many interactions, and so many requests wait for the pace below Discord's
    limit.
    """

    health: Health
    figures: Figures
    servers: int
    answering: int
    requests_waiting: int


class Pulse:
    """Times of the last acknowledged heartbeat of each shard, kept across reconnects."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._last: dict[int, float] = {}

    def read_heartbeats(self, client: ShardedClient) -> dict[int, float | None]:
        """Return the time of the last acknowledgement by shard.

        It is `None` for a shard that has had none in a session.
        """
        for number, shard in client.shards.items():
            if number not in client.begun:
                continue
            # The library shows a shard's latency, but not when it was measured.
            beat: Any = getattr(shard._parent.ws, "_keep_alive", None)
            if beat is not None and math.isfinite(beat.latency):
                self._last[number] = self._now() - (time.perf_counter() - beat._last_ack)
        expected = client.shard_ids or range(client.shard_count or 1)
        return {number: self._last.get(number) for number in expected}


def life_file(database: Path) -> Path:
    """Return the file in which the bot notes how it is."""
    return database.with_name(database.name + ".alive")


def last_note(database: Path) -> Note | None:
    """Return the last note of a database's bot.

    Return `None` if it does not run or is not connected yet.
    """
    try:
        return Note.load(life_file(database))
    except (OSError, ValueError):
        return None


def unwell(note: Note | None) -> Phrase | None:
    """Return what is wrong with a bot by its last note, `None` if nothing is."""
    return note.health.wrong(note.ago) if note else Phrase("host.not_connected")


def wrong_with(database: Path) -> Phrase | None:
    """Return what is wrong with the bot of a database, or `None`.

    One problem is that no note can be written.
    """
    note = last_note(database)
    late = note is None or note.ago > NOTED_WITHIN
    if late and (fault := _unwritable(life_file(database))):
        return Phrase("host.unwritten", path=life_file(database).parent, fault=fault)
    return unwell(note)


def _unwritable(file: Path) -> str | None:
    """Return why no note can be written in place of a file, `None` if one can."""
    tried = file.with_name(f"{file.name}.tried")
    try:
        tried.write_bytes(bytes(TRIED))
    except FileNotFoundError:
        return None  # there never was a bot
    except OSError as fault:
        return fault.strerror or type(fault).__name__
    finally:
        with suppress(OSError):
            tried.unlink()
    return None


def note_backup(database: Path) -> None:
    """Note that a database was backed up now; a read-only folder keeps no note."""
    with suppress(OSError):
        _backup_note(database).touch()


def last_backup(database: Path) -> float | None:
    """Return when a database was last backed up, in epoch seconds, or `None`."""
    try:
        return _backup_note(database).stat().st_mtime
    except OSError:
        return None


def _backup_note(database: Path) -> Path:
    return database.with_name(database.name + ".backed-up")
