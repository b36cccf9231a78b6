"""A person whose marks are searched for in a database.

The search covers every cell and the bytes of its files.
"""

import builtins
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from data.database.persons import PEOPLE
from data.database.tables import all_tables
from data.sqlite import file_names, wiping
from data.sqlite.backup import backup

NAME, GLOBAL_NAME = "Zyqwxelda", "Qorvexinda"
"""Names that nothing else has in it."""
ZONE = "Pacific/Kiritimati"
"""A time zone that no one else has."""
WITHIN: Final = frozenset({"clock.state", "clock_event.text", "outbox.payload"})
"""Texts that may name a person among other things; forgetting finds each."""
ACTS: Final = frozenset({"thinking.interaction_id", "outbox.dedup"})
"""Interactions of people who are not named beside them."""
SAID: Final = {f"{table}.{person}" for table, people in PEOPLE.items() for person in people} | WITHIN
"""Every column that is said to hold people."""


def personal_columns(table: str) -> set[str]:
    """All columns about a person in a table: every one if the row goes with them."""
    return {*all_tables()[table].columns} if row_goes(table) else named_columns(table)


def named_columns(table: str) -> set[str]:
    """A table's named columns: those of people, and those that change with them."""
    people = PEOPLE.get(table, {})
    return {*people, *(name for becomes in people.values() for name in becomes or ())}


def row_goes(table: str) -> bool:
    """Return whether a row of a table goes with a person."""
    return None in PEOPLE.get(table, {}).values()


@dataclass(frozen=True)
class Marks:
    """Marks that show that a person's data is stored.

    They are the person's id, names, and direct message channel.
    """

    user_id: int
    dm_channel_id: int

    @property
    def ids(self) -> tuple[int, int]:
        """The numbers that are theirs alone."""
        return self.user_id, self.dm_channel_id

    @property
    def bytes(self) -> frozenset[builtins.bytes]:
        """What files may hold."""
        names = frozenset(mark.encode() for mark in (NAME, GLOBAL_NAME, ZONE))
        return names.union(*map(wiping.traces, self.ids))

    def cells(self, path: Path) -> set[str]:
        """Return every column, as table.column, that has a mark in one of its cells."""
        return set(self._cells(path))

    def _cells(self, path: Path) -> Iterator[str]:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                found = connection.execute(f"SELECT * FROM {table}")
                names = [column[0] for column in found.description]
                for row in found:
                    cells = zip(names, row, strict=True)
                    yield from (f"{table}.{name}" for name, cell in cells if self._in(cell))

    def _in(self, cell: object) -> bool:
        if isinstance(cell, str):
            return any(mark in cell for mark in (*map(str, self.ids), NAME, GLOBAL_NAME, ZONE))
        return cell in self.ids or (isinstance(cell, bytes) and any(mark in cell for mark in self.bytes))

    def in_files(self, path: Path) -> list[str]:
        """The files of a database that have a mark anywhere in their bytes."""
        there = [file for file in file_names.database_files(path) if file.exists()]
        return [file.name for file in there if any(mark in file.read_bytes() for mark in self.bytes)]

    def anywhere(self, path: Path) -> list[str]:
        """All of it, in a fresh backup too."""
        copy = file_names.append_suffix(path, ".copy")
        backup(path, copy)
        in_copy = [f"{cell} of the backup" for cell in sorted(self.cells(copy))]
        return [*sorted(self.cells(path)), *self.in_files(path), *in_copy, *self.in_files(copy)]
