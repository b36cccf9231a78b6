"""Logs as text or JSON, one line a record; never a hand, a token or the body of a message.

What this project logs are events with fields: a constant text that names the event, and facts in `extra`. Only
the fields of `FIELDS` are written, so that no card, name or message can come into a log by carelessness.
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
"""Libraries that write bodies, tokens or values at DEBUG: they are never let below INFO."""

FIELDS: Final = (
    "kind", "match", "challenge", "game", "place", "work", "code", "status", "attempts", "error", "fault", "servers",
    "matches", "processes", "seconds", "sentence", "repeated",
)  # fmt: skip
"""The facts of an event that may be written, in the order in which they appear. `error` is the id that a user sees,
`sentence` one of the catalogue's for the host."""

REQUESTS: Final = ("discord.http", "discord.webhook.async_")
"""Where the library logs what becomes of requests, with their addresses."""
IDS: Final = re.compile(r"\b[0-9]{15,20}\b(?:/[\w-]{40,})?")
"""An id of Discord's, such as that of a channel of direct messages, with the token of an interaction behind it."""

REPEATED_AFTER: Final = 60.0
"""Seconds after which the same warning or error is written again."""
REMEMBERED: Final = 1000
"""Different warnings and errors that are remembered for that."""

COMPLETIONS: Final = "discord.app_commands.tree"
"""Where the library logs what becomes of completions, which nobody else hears of."""

OUTSPOKEN: Final = ("discord", "aiohttp", "sqlite3")
"""Packages whose faults' words come from outside the games, as an `OSError`'s; a `KeyError`'s may be a card."""


def set_up(form: str, level: int) -> None:
    """Send all logs to standard error in the given form ("text" or "json"), and what would be written beside them."""
    threading.excepthook = _of_thread
    sys.unraisablehook = _of_nobody
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonLines() if form == "json" else TextLines())
    stream.addFilter(Repeats())
    logging.basicConfig(level=level, handlers=[stream], force=True)
    logging.getLogger(COMPLETIONS).addFilter(completion_answered)
    for name in REQUESTS:
        logging.getLogger(name).addFilter(without_ids)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def unheard(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a fault on the loop that nobody waits for; an exception handler, because asyncio's words repeat the fault's.

    Only the name of the function that was at work is written: a task's name, and what a callback was given, may be
    somebody's.
    """
    task, handle = context.get("task") or context.get("future"), context.get("handle")
    work = task.get_coro() if isinstance(task, asyncio.Task) else getattr(handle, "_callback", None)
    _log(context.get("exception"), getattr(work, "__qualname__", None))


def _of_thread(what: threading.ExceptHookArgs) -> None:
    if what.exc_type is not SystemExit:
        _log(what.exc_value, None)


def _of_nobody(what: "sys.UnraisableHookArgs") -> None:
    """Log a fault while something is taken away, where nobody can catch it."""
    _log(what.exc_value, getattr(what.object, "__qualname__", None))


def _log(fault: BaseException | None, work: str | None) -> None:
    trace = None if fault is None else (type(fault), fault, fault.__traceback__)
    log.error("fault not caught", exc_info=trace, extra={"work": work})


def completion_answered(record: logging.LogRecord) -> bool:
    """Make one counted line of a completion that was over, or that another process has answered: that is expected.

    In a rolling restart two processes hear each keystroke.
    """
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, discord.HTTPException) and fault.code in GONE:
        log.warning("completion lost", extra={"code": fault.code})
        return False
    return True


def without_ids(record: logging.LogRecord) -> bool:
    """Take out of a line of the library's whose channel or message it is about; the kind of request stays."""
    record.msg, record.args = IDS.sub("…", record.getMessage()), ()
    return True


class Repeats(logging.Filter):
    """Lets the same warning or error through once a minute; the next one then says how many there were between.

    The same is what has the same name, the same facts (but for the number of attempts) and the same kind of fault.
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


class Lines(logging.Formatter):
    """What both forms share: how a fault is written."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return the place and type of a fault; its words only if they cannot hold a card or a person's text."""
        _, fault, trace = ei
        place = "".join(traceback.format_tb(trace)) + type(fault).__qualname__
        if isinstance(
            fault, discord.HTTPException
        ):  # its words are Discord's, which may repeat what was sent
            return f"{place}: {fault.status}/{fault.code}"
        package = type(fault).__module__.partition(".")[0]
        return f"{place}: {fault}" if isinstance(fault, OSError) or package in OUTSPOKEN else place


class TextLines(Lines):
    """Lines of time, level, room, event and fields; anything that looks like a token is blotted out."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s%(fields)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line(s) of one record."""
        record.fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        return _blotted(super().format(record))


class JsonLines(Lines):
    """One JSON object a line: time, level, room, event, its fields, and the trace of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of one record."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "room": record.name,
            "event": _blotted(record.getMessage()),
            **_fields(record),
        }
        if record.exc_info:
            line["trace"] = _blotted(self.formatException(record.exc_info))
        return json.dumps(line)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a record that may be written."""
    return {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}


def _blotted(text: str) -> str:
    return TOKEN_SHAPE.sub("[token]", text)
