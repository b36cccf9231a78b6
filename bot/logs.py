"""Logs as text or JSON, one line a record; never a hand, a token or the body of a message."""

import json
import logging
import re
import sys
import traceback
from typing import Any, Final

TOKEN_SHAPE: Final = re.compile(r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")

QUIET: Final = ("discord", "aiohttp", "aiosqlite", "PIL", "asyncio")
"""Libraries that write bodies, tokens or values at DEBUG: they are never let below INFO."""


OUTSPOKEN: Final = ("discord", "aiohttp", "sqlite3")
"""Packages whose faults' words come from outside the games, as an `OSError`'s; a `KeyError`'s may be a card."""


def set_up(form: str, level: int) -> None:
    """Send all logs to standard error in the given form ("text" or "json")."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level, handlers=[stream], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


class Lines(logging.Formatter):
    """What both forms share: how a fault is told."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Where a fault came from, and its type; its words only where they cannot hold a card or a person's text."""
        _, fault, trace = ei
        told = "".join(traceback.format_tb(trace)) + type(fault).__qualname__
        package = type(fault).__module__.partition(".")[0]
        return f"{told}: {fault}" if isinstance(fault, OSError) or package in OUTSPOKEN else told


class TextLines(Lines):
    """Time, level, room, message; anything that looks like a token is blotted out."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line(s) of one record."""
        return _blotted(super().format(record))


class JsonLines(Lines):
    """One JSON object a line: time, level, room, message, and the trace of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of one record."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "room": record.name,
            "message": _blotted(record.getMessage()),
        }
        if record.exc_info:
            line["fault"] = _blotted(self.formatException(record.exc_info))
        return json.dumps(line)


def _blotted(text: str) -> str:
    return TOKEN_SHAPE.sub("[token]", text)
