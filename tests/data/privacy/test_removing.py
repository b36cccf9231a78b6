"""Removal in steps takes the stated number of rows at a time.

That holds whatever number of rows the database estimates.
"""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from data.database.store import Store
from data.database.transaction import Transaction
from data.members import admin_log
from data.members.admin_log import AdminLogRow
from data.privacy import forgetting, retention
from tests.data.samples import ADA, GUILD, START, new_challenge

pytestmark = pytest.mark.ci

MOST = 2
ROWS = 6

Put = Callable[[Transaction], Awaitable[object]]


async def add_log_row(tx: Transaction) -> None:
    """Add an entry to the admin log."""
    await admin_log.add(tx, AdminLogRow(guild_id=GUILD, at=START, user_id=ADA, what="threads"), keep=99)


async def add_expired_challenge(tx: Transaction) -> None:
    """Add a challenge that has expired."""
    row = await new_challenge(tx)
    await tx.run("UPDATE challenge SET status = 'expired' WHERE id = ?", row.id)


@pytest.mark.parametrize(
    ("table", "put", "remove"),
    [
        ("admin_log", add_log_row, partial(retention.delete_old_logs, before=START + 1, limit=MOST)),
        (
            "challenge",
            add_expired_challenge,
            partial(retention.delete_old_challenges, before=START + 1e6, limit=MOST),
        ),
    ],
)
async def test_no_more_go_at_once_than_is_said(
    store: Store, table: str, put: Put, remove: Callable[[Transaction], Awaitable[int]]
) -> None:
    """No more rows are removed at once than stated.

    If PostgreSQL took the table for one of a single row, it looked for the rows anew for each one.
    """
    await store.write(put)
    await store.write(lambda tx: tx.run(f"ANALYZE {table}"))
    for _ in range(ROWS - 1):
        await store.write(put)
    for left in (4, 2, 0):
        assert await store.write(remove) == MOST
        assert len(await store.read(lambda tx: tx.all(f"SELECT 1 FROM {table}"))) == left
    assert await store.write(remove) == 0


async def test_who_is_forgotten_goes_in_steps_too(store: Store) -> None:
    await store.write(add_log_row)
    await store.write(lambda tx: tx.run("ANALYZE admin_log"))
    for _ in range(ROWS - 1):
        await store.write(add_log_row)
    for left in (4, 2, 0):
        await store.write(partial(forgetting.forget_elsewhere, user_id=ADA, limit=MOST))
        kept = await store.read(
            lambda tx: tx.all("SELECT 1 FROM admin_log WHERE user_id = ? ORDER BY id", ADA)
        )
        assert len(kept) == left
