"""Ten thousand running clocks cost nothing that is not due.

Wake-ups, statements and rows are counted.
"""

import pytest

from club.clocks.time_control import DAY, HOUR
from data.database.transaction import Row, Transaction
from data.sqlite.transaction import SqliteTransaction
from tests.club.room import START, Room

pytestmark = pytest.mark.ci

CLOCKS = 10_000
MONTH = 30 * DAY


async def ten_thousand(tx: Transaction) -> None:
    """Copy the first match and its clocks ten thousand times.

    All but three are due after more than a month.
    """
    columns = [
        row["name"]
        for row in await tx.all("SELECT name FROM pragma_table_info('match')")
        if row["name"] != "id"
    ]
    names = ", ".join(columns)
    await tx.run(
        "WITH RECURSIVE numbers (n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
        f" INSERT INTO match (id, {names}) SELECT n, {names} FROM numbers JOIN match ON match.id = 1",
        CLOCKS,
    )
    await tx.run(
        "INSERT INTO clock SELECT match.id, control, state, number, deadline_at, ? + match.id, away_id, owner,"
        " leased_until FROM match JOIN clock ON clock.match_id = 1 WHERE match.id > 3",
        START + MONTH,
    )


@pytest.mark.parametrize("room", ["sqlite"], indirect=True)  # the count of statements is the same
async def test_ten_thousand_clocks_cost_nothing_that_is_not_due(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin("14d")
    await room.begin("12h")
    await room.begin("1d")
    statements: list[int] = []
    everything = SqliteTransaction.all

    async def count_rows(tx: SqliteTransaction, sql: str, *args: object) -> list[Row]:
        """Run the query and note how many rows it returned."""
        rows = await everything(tx, sql, *args)
        statements.append(len(rows))
        return rows

    await room.club.store.write(ten_thousand)
    monkeypatch.setattr(SqliteTransaction, "all", count_rows)
    woken: list[tuple[float, int, int]] = []
    due = await room.due()
    while due is not None and due < START + MONTH:
        room.time[0] = due
        statements.clear()
        due = await room.due()
        woken.append((room.time[0] - START, len(statements), sum(statements)))
    hours = [round(at / HOUR) for at, _, _ in woken]
    # Of three matches the reminder, the end of the time, and a week after that the end of the match.
    assert hours == sorted([9, 12, 180, 18, 24, 192, 252, 336, 504])
    assert max(reads for _, reads, _ in woken[:4]) <= 20
    assert max(rows for _, _, rows in woken[:4]) <= 20
    statements.clear()
    assert await room.due() == START + MONTH + 4
    assert len(statements) <= 6
    assert sum(statements) <= 6
