"""Move a whole club from a SQLite file to an empty database on PostgreSQL.

The file stays as it is. The target is filled in one transaction: if it is killed at any moment,
or if anything is wrong, that database is as empty as before. Before the commit, every row is read
back and compared with the file's, and every match is replayed beside its events.
"""

from collections.abc import Callable, Iterator
from contextlib import aclosing
from functools import partial
from itertools import count
from pathlib import Path
from sqlite3 import Connection as File
from typing import Any, Final

from data.database.errors import StoreError
from data.database.tables import Relation, all_tables
from data.play.clock_check import AsReplayed
from data.play.replay_check import must_be_whole
from data.postgres import import_all
from data.postgres.check import broken_matches
from data.postgres.connecting import database_label
from data.postgres.transaction import PostgresConnection, PostgresTransaction
from data.sqlite import export_all

TransferProgress = Callable[[str, int, int], None]
"""Callback for progress: code of the step, amount done, and total amount."""

TOLD_EVERY: Final = 1000
"""Rows between two words of progress."""


async def transfer(
    path: Path,
    url: str,
    progress: TransferProgress = lambda code, done, total: None,
    *,
    as_replayed: AsReplayed,
) -> None:
    """Carry all that the database at `path` holds over to the empty database at `url`.

    `as_replayed` replays the journal of a match's clocks. Raises `StoreError` where the file cannot be read, is damaged
    or in use, where the other database cannot be used or is not empty, or where a row does not come back as it was.
    """
    with export_all.lock_out_bots(path) as path:
        async with import_all.empty(url) as target:
            with export_all.whole(path) as source:
                await _carry(source, target, progress, database_label(url))
            tx = PostgresTransaction(target, 0.0)
            broken = await broken_matches(tx, partial(progress, "check.progress"), as_replayed=as_replayed)
            must_be_whole(path, broken)


async def _carry(source: File, target: PostgresConnection, progress: TransferProgress, where: str) -> None:
    tables = all_tables().values()
    total = sum(export_all.count(source, table) for table in tables)
    counted = _Counted(progress, "transfer.copied", total)
    for table in tables:
        await import_all.fill(target, table, counted.each(export_all.rows(source, table)))
    counted = _Counted(progress, "transfer.compared", total)
    for table in tables:
        await _compare(target, table, counted.each(export_all.rows(source, table)), where)
    await import_all.go_on_after(target, export_all.last_ids(source))


async def _compare(
    target: PostgresConnection, table: Relation, given: Iterator[tuple[Any, ...]], where: str
) -> None:
    """Raise `StoreError` naming the first row that differs or is missing on one side."""
    async with aclosing(import_all.rows(target, table)) as theirs:
        for row in given:
            other = await anext(theirs, None)
            if other is None or not _same(row, other):
                raise StoreError("transfer.differs", path=where, name=table.name, row_key=table.key_of(row))
        if extra := await anext(theirs, None):
            raise StoreError("transfer.differs", path=where, name=table.name, row_key=table.key_of(extra))


def _same(row: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Return whether all values are equal, and of the same types."""
    return row == other and [*map(type, row)] == [*map(type, other)]


class _Counted:
    """Counts rows as they pass, and tells of it now and then."""

    def __init__(self, progress: TransferProgress, code: str, total: int) -> None:
        self._tell = partial(progress, code)
        self._total = total
        self._passed = count(1)

    def each(self, rows: Iterator[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows."""
        for row in rows:
            yield row
            done = next(self._passed)
            if done % TOLD_EVERY == 0 or done == self._total:
                self._tell(done, self._total)
