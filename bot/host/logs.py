"""Logs as text or JSON, one line per record, without private content.

They contain no players' hands, tokens or message bodies. This project logs events with fields: a constant
text that names the event, and facts in `extra`. Only the fields in `FIELDS` are written, so that no card,
name or message gets into a log by mistake.
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


def configure_logging(log_format: str, level: int) -> None:
    """Send all logs to standard error, including unhandled exceptions.

    `log_format` is "text" or "json".
    """
    threading.excepthook = _log_thread_fault
    sys.unraisablehook = _log_unraisable
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    stream.addFilter(RepeatFilter())
    logging.basicConfig(level=level, handlers=[stream], force=True)
    logging.getLogger(COMPLETIONS).addFilter(filter_lost_completion)
    for name in REQUESTS:
        logging.getLogger(name).addFilter(strip_ids)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def log_unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an unhandled exception on the event loop, as its exception handler.

    asyncio's own handler would log the exception's message. Here only the name of the running function is
    written, because a task's name and a callback's arguments may contain personal data.
    """
    task, handle = context.get("task") or context.get("future"), context.get("handle")
    work = task.get_coro() if isinstance(task, asyncio.Task) else getattr(handle, "_callback", None)
    _log(context.get("exception"), getattr(work, "__qualname__", None))


def _log_thread_fault(what: threading.ExceptHookArgs) -> None:
    """Log an exception that ended a thread."""
    if what.exc_type is not SystemExit:
        _log(what.exc_value, None)


def _log_unraisable(what: "sys.UnraisableHookArgs") -> None:
    """Log an exception raised where no code can catch it, such as in a finaliser."""
    _log(what.exc_value, getattr(what.object, "__qualname__", None))


def _log(fault: BaseException | None, work: str | None) -> None:
    trace = None if fault is None else (type(fault), fault, fault.__traceback__)
    log.error("fault not caught", exc_info=trace, extra={"work": work})


def filter_lost_completion(record: logging.LogRecord) -> bool:
    """Let a log record through unless it reports a lost autocompletion.

    A lost autocompletion is logged as one line that can be counted, because it is expected: either it came
    too late, or another process has answered it. During a rolling restart two processes receive each
    keystroke.
    """
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, discord.HTTPException) and fault.code in GONE:
        log.warning("completion lost", extra={"code": fault.code})
        return False
    return True


def strip_ids(record: logging.LogRecord) -> bool:
    """Remove the ids of channels and messages from a library's log record.

    Return true, because the record is always written.
    """
    record.msg, record.args = IDS.sub("…", record.getMessage()), ()
    return True


class RepeatFilter(logging.Filter):
    """Lets the same warning or error through once a minute.

    The next one then says how many were suppressed. Two records are the same if they have the same name,
    the same fields (except the number of attempts) and the same type of exception.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
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
    """Base of the two log formatters: formats exceptions without private content."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return the traceback and type of an exception.

        Its message is included only if it cannot contain a card or a person's text.
        """
        _, fault, trace = ei
        place = "".join(traceback.format_tb(trace)) + type(fault).__qualname__
        if isinstance(
            fault, discord.HTTPException
        ):  # its words are Discord's, which may repeat what was sent
            return f"{place}: {fault.status}/{fault.code}"
        package = type(fault).__module__.partition(".")[0]
        return f"{place}: {fault}" if isinstance(fault, OSError) or package in OUTSPOKEN else place


class TextFormatter(LogFormatter):
    """Formats records as text lines: time, level, logger, event and fields.

    Anything that looks like a token is redacted.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s%(fields)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as text, with a traceback if it has one."""
        record.fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        return _redact(super().format(record))


class JsonFormatter(LogFormatter):
    """Formats each record as a JSON object on one line.

    It has the time, the level, the logger, the event, its fields and a traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line of JSON."""
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
    """Return those fields of a record that may be written."""
    return {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}


def _redact(text: str) -> str:
    """Replace everything in a text that looks like a token."""
    return TOKEN_SHAPE.sub("[token]", text)
