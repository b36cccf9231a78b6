"""No statement of the store reads a whole table that grows with the past."""

import re
from functools import partial
from pathlib import Path

import pytest

from data import figures
from data.sqlite.store import SqliteStore
from tests.data.database.query_plans import is_long, watch_plans
from tests.data.database.statements import fill, list_calls, list_statements, succeeds
from tests.data.samples import START

ALL_COLUMNS = re.compile(r"(SELECT|RETURNING|,) (\w+\.)?\*")


async def test_no_statement_reads_a_table_that_grows_with_the_past(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    seen = watch_plans(monkeypatch)
    try:
        done = await fill(store)
        for function in list_statements():
            # One that does not even run has not been looked at: name a value that it takes.
            taken = [await succeeds(store, call, undo=True) for call in list_calls(function)]
            assert function in done or any(taken), f"{function.__module__}.{function.__qualname__}"
    finally:
        await store.close()
    monkeypatch.undo()
    long = [(sql, step) for sql, steps in seen.items() for step in steps if is_long(step)]
    assert len(seen) > len(list_statements())
    assert long == []
    # An older process goes on while a newer one adds a column: what reads all columns would stumble over it.
    assert [sql for sql in seen if ALL_COLUMNS.search(sql)] == []


async def test_the_age_of_the_outbox_is_read_from_the_ends_of_two_indexes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    seen = watch_plans(monkeypatch)
    await store.read(partial(figures.oldest_due_time, now=START))
    monkeypatch.undo()
    await store.close()
    ((*_, steps),) = seen.items()
    assert [step for step in steps if re.match(r"(SCAN|SEARCH) outbox\b", step)] == [
        "SEARCH outbox USING INDEX outbox_due (not_before<?)",
        "SEARCH outbox USING INDEX outbox_late (due_since<?)",
    ]
