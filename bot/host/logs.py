"""Logs as text or JSON, a line per record; no hands, tokens or message bodies.

This project logs events with fields: a constant text that names the event, and facts in `extra`.
Only the fields of `FIELDS` are written, so that no card, name or message can get into a log by
carelessness.
"""

import asyncio
import json
import logging
import re
import sys
import threading
import traceback
from collections import OrderedDict
from typing import Any, Final

import discord

from bot.codes import GONE

log = logging.getLogger(__name__)

TOKEN_SHAPE: Final = re.compile(r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")

QUIET: Final = ("discord", "aiohttp", "aiosqlite", "psycopg", "PIL", "asyncio")
"""Libraries that log bodies, tokens or values at DEBUG; they never go below INFO."""

FIELDS: Final = (
    "kind", "match", "challenge", "game", "place", "work", "code", "status", "attempts", "error", "fault", "servers",
    "matches", "processes", "seconds", "sentence", "repeated",
)  # fmt: skip
"""The facts of an event that may be written, in their order of appearance.

`error` is the id that a user sees, `sentence` one of the catalogue's for the host.
"""

REQUESTS: Final = ("discord.http", "discord.webhook.async_")
"""Where the library logs what becomes of requests, with their addresses."""
IDS: Final = re.compile(r"\b[0-9]{15,20}\b(?:/[\w-]{40,})?")
"""A Discord id, with an interaction's token behind it if there is one.

The id of a direct-message channel is such an id.
"""

REPEATED_AFTER: Final = 60.0
"""Seconds after which the same warning or error is written again."""
REMEMBERED: Final = 1000
"""Different warnings and errors that are remembered for that."""

COMPLETIONS: Final = "discord.app_commands.tree"
"""The logger to which the library reports completions; nothing else hears of them."""

OUTSPOKEN: Final = ("discord", "aiohttp", "sqlite3")
"""Packages whose exceptions have messages that come from outside the games.

So has an `OSError`; a `KeyError`'s message may be a card.
"""


def set_up(form: str, level: int) -> None:
    """Send all logs to standard error as "text" or "json", unhandled faults included."""
    threading.excepthook = _of_thread
    sys.unraisablehook = _log_unraisable
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonLines() if form == "json" else TextLines())
    stream.addFilter(Repeats())
    logging.basicConfig(level=level, handlers=[stream], force=True)
    logging.getLogger(COMPLETIONS).addFilter(completion_answered)
    for name in REQUESTS:
        logging.getLogger(name).addFilter(without_ids)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def log_unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an unhandled fault on the event loop.

    This exception handler is needed because asyncio's message repeats the fault's. Only the name of
    the function at work is written: a task's name, and a callback's arguments, may be personal.
    """
    task, handle = context.get("task") or context.get("future"), context.get("handle")
    work = task.get_coro() if isinstance(task, asyncio.Task) else getattr(handle, "_callback", None)
    _log(context.get("exception"), getattr(work, "__qualname__", None))


def _of_thread(what: threading.ExceptHookArgs) -> None:
    if what.exc_type is not SystemExit:
        _log(what.exc_value, None)


def _log_unraisable(what: "sys.UnraisableHookArgs") -> None:
    """Log a fault during an object's finalisation, where no code can catch it."""
    _log(what.exc_value, getattr(what.object, "__qualname__", None))


def _log(fault: BaseException | None, work: str | None) -> None:
    trace = None if fault is None else (type(fault), fault, fault.__traceback__)
    log.error("fault not caught", exc_info=trace, extra={"work": work})


def completion_answered(record: logging.LogRecord) -> bool:
    """Log a lost completion as one counted line, because it is expected.

    The completion was over, or another process has answered it: in a rolling restart two processes
    hear each keystroke.
    """
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, discord.HTTPException) and fault.code in GONE:
        log.warning("completion lost", extra={"code": fault.code})
        return False
    return True


def without_ids(record: logging.LogRecord) -> bool:
    """Remove the ids of channels and messages from a library's log line.

    The kind of request stays.
    """
    record.msg, record.args = IDS.sub("…", record.getMessage()), ()
    return True


class Repeats(logging.Filter):
    """Lets the same warning or error through once a minute.

    The next one then says how many were suppressed. Records are the same if they have the same name,
    the same facts (except the number of attempts) and the same kind of fault.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is to be written."""
        if record.levelno < logging.WARNING:
            return True
        facts = [(name, str(value)) for name, value in _fields(record).items() if name != "attempts"]
        fault = record.exc_info[0] if record.exc_info else None
        what = (record.name, record.levelno, str(record.msg), fault, *facts)
        since, held = self._seen.pop(what, (-REPEATED_AFTER, 0))
        quiet = 0 <= record.created - since < REPEATED_AFTER
        self._seen[what] = (since, held + 1) if quiet else (record.created, 0)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        if held and not quiet:
            record.repeated = held
        return not quiet


class LogFormatter(logging.Formatter):
    """What both forms share: how a fault is written."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return the place and type of a fault.

        Its message is included only if it cannot hold a card or a person's text.
        """
        _, fault, trace = ei
        place = "".join(traceback.format_tb(trace)) + type(fault).__qualname__
        if isinstance(
            fault, discord.HTTPException
        ):  # its words are Discord's, which may repeat what was sent
            return f"{place}: {fault.status}/{fault.code}"
        package = type(fault).__module__.partition(".")[0]
        return f"{place}: {fault}" if isinstance(fault, OSError) or package in OUTSPOKEN else place


class TextLines(LogFormatter):
    """Lines of time, level, logger, event and fields; token-like text is redacted."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s%(fields)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line(s) of one record."""
        record.fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        return _redact(super().format(record))


class JsonLines(LogFormatter):
    """One JSON object per line: time, level, logger, event, its fields, a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of one record."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "room": record.name,
            "event": _redact(record.getMessage()),
            **_fields(record),
        }
        if record.exc_info:
            line["trace"] = _redact(self.formatException(record.exc_info))
        return json.dumps(line)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a record that may be written."""
    return {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}


def _redact(text: str) -> str:
    """Return a text with everything that looks like a token replaced."""
    return TOKEN_SHAPE.sub("[token]", text)
