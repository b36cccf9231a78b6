"""Export of all data kept about a person, for that person.

It has their rows of every table, and their matches as seen from their seat.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from club.play.match.matches import Matches
from club.refusals import Refusal
from data.database.errors import Unreadable
from data.database.transaction import Row, Transaction
from data.play import matches
from data.play.matches import MatchRow
from data.privacy import forgetting

FORM: Final = 2
"""The version of the format of these files.

It grows when a reader of an older version would misunderstand a file.
"""
AT_ONCE: Final = 50
"""Matches that are read together."""
EXACT: Final = 1 << 53
"""From here on numbers are text: many programs read them inexactly."""
MOMENTS: Final = 1e9, 1e11
"""Between these a number with a fraction is a moment, in seconds since the epoch."""
JSON: Final = frozenset(
    {
        *("admin_log.was", "admin_log.became", "advance.lines", "challenge.options", "challenge.start"),
        *("clock.state", "clock_event.text", "competition.options", "exercise.told", "looking.games"),
        *("mined.told", "outbox.payload", "preference.rest", "server.channels"),
    }
)
"""The columns that hold JSON text, which is given as what it says.

All other text is given as it is stored: a member may have written something that only looks like JSON.
"""
FILE_LIMIT: Final = 8 * 1024 * 1024
"""Bytes of one file: Discord takes ten million."""


class DataExporter:
    """Exports the data that is kept about a person."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def export_files(self, user_id: int, *, limit: int = FILE_LIMIT) -> list[bytes]:
        """Return the data kept about a person as JSON files.

        Each file has roughly `limit` bytes. Matches come last. Of matches that are not over, only the
        person's own hidden cards are included, and not the secret that the deal follows from.
        """
        rows = await self._store.read(partial(forgetting.export_rows, user_id=user_id))
        played: list[dict[str, Any]] = []
        ids = await self._store.read(partial(forgetting.list_all_matches, user_id=user_id))
        for i in range(0, len(ids), AT_ONCE):
            played += await self._export_matches(user_id, ids[i : i + AT_ONCE])
        whole = {"twotone": FORM, "user_id": user_id, "tables": rows}
        return await asyncio.to_thread(lambda: list(_files(whole, played, limit)))

    async def _export_matches(self, user_id: int, ids: list[int]) -> list[dict[str, Any]]:
        """Return some matches of a person, with what they did in each."""

        async def job(tx: Transaction) -> list[tuple[MatchRow, dict[str, Any]]]:
            found = []
            for match_id in ids:
                try:
                    row = await matches.get(tx, match_id)
                except Unreadable:
                    continue
                if row is not None:
                    found.append((row, await forgetting.export_match_rows(tx, user_id, match_id)))
            return found

        return [
            {**await self._export_match(row, user_id), "tables": rows}
            for row, rows in await self._store.read(job)
        ]

    async def _export_match(self, row: MatchRow, user_id: int) -> dict[str, Any]:
        """Return a match as a person may see it; with its secret once it is over."""
        seat = next(each.seat for each in row.seats if each.user_id == user_id)
        try:
            table = await self._matches.load_table(row)
            record = row.record if table.is_over else table.match.save(seat)
        except Refusal:  # what cannot be read cannot be shown by halves
            record = None
        return {
            "id": row.id,
            "game": row.game,
            "options": json.loads(row.options),
            "status": row.status,
            "guild_id": row.guild_id,
            "channel_id": row.channel_id,
            "thread_id": row.thread_id,
            "created_at": row.created_at,
            "updated_at": row.updated_at,
            "winner": row.winner,
            "reason": row.reason,
            "opponent": str(row.seats[1 - seat].name),
            "record": record,
        }


def _files(whole: dict[str, Any], played: list[dict[str, Any]], limit: int) -> Iterator[bytes]:
    """Yield the files; what does not fit into one goes into the next."""
    known = {name: value for name, value in whole.items() if name != "tables"}
    *parts, rest = _parts(whole["tables"], limit)
    for tables in parts:
        yield _encode({**known, "tables": tables, "matches": []})
    whole = {**known, "tables": rest}
    kept: list[dict[str, Any]] = []
    size = len(_encode(whole))
    for match in played:
        more = len(_encode(match))
        if kept and size + more > limit:
            yield _encode({**whole, "matches": kept})
            kept: list[dict[str, Any]] = []
            whole, size = known, 0
        kept.append(match)
        size += more
    yield _encode({**whole, "matches": kept})


def _parts(tables: dict[str, list[Row]], limit: int) -> Iterator[dict[str, list[Row]]]:
    """Yield rows by table in parts of about `limit` bytes.

    The first part names every table.
    """
    part: dict[str, list[Row]] = {table: [] for table in tables}
    size = 0
    for table, rows in tables.items():
        for row in rows:
            more = len(_encode(row))
            if size and size + more > limit:
                yield part
                part: dict[str, list[dict[str, Any]]] = {}
                size = 0
            part.setdefault(table, []).append(row)
            size += more
    yield part


def _encode(value: object) -> bytes:
    """Encode a value as indented JSON, with bytes in hexadecimal."""
    return json.dumps(_readable(value), ensure_ascii=False, indent=1, default=bytes.hex).encode()


def _readable(value: object, *path: str) -> object:
    """Return a value as a person and any program can read it.

    `path` names the table and the column that it is from.

    >>> _readable({"mined": [{"at": 1767225600.5, "id": 1456000000000000201, "told": '{"size": 3}'}]})
    {'mined': [{'at': '2026-01-01T00:00:00.500+00:00', 'id': '1456000000000000201', 'told': {'size': 3}}]}
    """
    match value:
        case dict():
            return {name: _readable(each, *path[-1:], name) for name, each in value.items()}
        case list() | tuple():
            return [_readable(each, *path) for each in value]
        case float() if MOMENTS[0] < value < MOMENTS[1]:
            return datetime.fromtimestamp(value, UTC).isoformat(timespec="milliseconds")
        case int() if abs(value) >= EXACT:
            return str(value)
        case str() if ".".join(path) in JSON and value[:1] in ("{", "["):
            with suppress(ValueError):
                return _readable(json.loads(value), *path)
    return value
