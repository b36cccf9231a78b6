"""A separate process that moves a club to PostgreSQL and is killed on the way.

`python -m tests.data.dying_transfer <database> <address> <moment>` is killed at a row while rows
are copied (`row`), once a part is done (the code of its progress), right before everything is
committed (`commit`), or right after (`committed`).
"""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from data import transfer
from data.database.tables import TableInfo
from data.sqlite import export_all

MOMENTS = ("row", "transfer.copied", "transfer.compared", "check.progress", "commit")
"""Before everything is committed."""

given_rows, execute = export_all.read_rows, psycopg.AsyncConnection.execute


def main(path: Path, url: str, moment: str) -> None:
    def at(now: str) -> None:
        if now == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def rows(connection: sqlite3.Connection, table: TableInfo) -> Iterator[tuple[Any, ...]]:
        for row in given_rows(connection, table):
            yield row
            if table.name == "event":
                at("row")

    async def execute_and_die(connection: Any, query: LiteralString, *args: Any) -> Any:
        """Execute the query, and die at a commit if its moment has come."""
        if query == "COMMIT":
            at("commit")
        done = await execute(connection, query, *args)
        if query == "COMMIT":
            at("committed")
        return done

    export_all.read_rows = rows
    psycopg.AsyncConnection.execute = execute_and_die  # pyrefly: ignore[bad-assignment, method-assign]  # what is killed is real
    told = transfer.transfer(
        path, url, lambda code, done, total: at(code), as_replayed=lambda row, events: True
    )
    asyncio.run(told)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
