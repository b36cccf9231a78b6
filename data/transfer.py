"""Moving a whole club from a SQLite file to an empty PostgreSQL database.

The file stays as it is. The target is filled in one transaction: if the process is killed or
anything is wrong, that database is as empty as before. Before the commit, every row is read back
and compared with that of the file, and every match is replayed and compared with its events.
"""

from collections.abc import Callable, Iterator
from contextlib import aclosing
from functools import partial
from itertools import count
from pathlib import Path
from sqlite3 import Connection as File
from typing import Any, Final

from data.database.errors import StoreError
from data.database.tables import TableInfo, all_tables
from data.play.clock_check import AsReplayed
from data.play.replay_check import raise_if_broken
from data.postgres import import_all
from data.postgres.check import find_broken_matches
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
    """Copy the whole database at `path` to the empty database at `url`.

    `as_replayed` compares a match's clocks with a replay of their events. Raise `StoreError` if the
    file cannot be read, is damaged or in use, if the other database cannot be used or is not empty, or
    if a row is read back differently.
    """
    with export_all.lock_out_bots(path) as path:
        async with import_all.open_empty_database(url) as target:
            with export_all.open_export(path) as source:
                await _copy(source, target, progress, database_label(url))
            tx = PostgresTransaction(target, 0.0)
            broken = await find_broken_matches(
                tx, partial(progress, "check.progress"), as_replayed=as_replayed
            )
            raise_if_broken(path, broken)


async def _copy(source: File, target: PostgresConnection, progress: TransferProgress, where: str) -> None:
    tables = all_tables().values()
    total = sum(export_all.count_rows(source, table) for table in tables)
    counted = _RowCounter(progress, "transfer.copied", total)
    for table in tables:
        await import_all.insert_rows(target, table, counted.each(export_all.read_rows(source, table)))
    counted = _RowCounter(progress, "transfer.compared", total)
    for table in tables:
        await _compare(target, table, counted.each(export_all.read_rows(source, table)), where)
    await import_all.finish_import(target, export_all.last_ids(source))


async def _compare(
    target: PostgresConnection, table: TableInfo, given: Iterator[tuple[Any, ...]], where: str
) -> None:
    """Raise `StoreError` naming the first row that differs or is missing."""
    async with aclosing(import_all.read_rows(target, table)) as theirs:
        for row in given:
            other = await anext(theirs, None)
            if other is None or not _same(row, other):
                raise StoreError(
                    "transfer.differs", path=where, name=table.name, row_key=table.describe_key(row)
                )
        if extra := await anext(theirs, None):
            raise StoreError(
                "transfer.differs", path=where, name=table.name, row_key=table.describe_key(extra)
            )


def _same(row: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two rows are equal and their values have the same types."""
    return row == other and [*map(type, row)] == [*map(type, other)]


class _RowCounter:
    """Counts rows as they pass, and reports progress from time to time."""

    def __init__(self, progress: TransferProgress, code: str, total: int) -> None:
        self._tell = partial(progress, code)
        self._total = total
        self._passed = count(1)

    def each(self, rows: Iterator[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows unchanged."""
        for row in rows:
            yield row
            done = next(self._passed)
            if done % TOLD_EVERY == 0 or done == self._total:
                self._tell(done, self._total)
