"""A store with something to write about.

It has rows of its outbox as tests put and claim them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from data import processes
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.outbox import outbox, row_claims
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from tests.data.samples import START, new_challenge, new_match

LEASE = 30.0
OWNER = "this process"


@pytest.fixture
async def desk(store: Store) -> Store:
    """A store with two matches and a challenge to write about."""
    for _ in range(2):
        await store.write(new_match)
    await store.write(new_challenge)
    return store


def put(
    dedup: str,
    *,
    kind: PostKind,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seat: int | None = None,
    version: int = 1,
    payload: Mapping[str, Any] | None = None,
    at: float = START,
    not_before: float | None = None,
    reserved_for: str | None = None,
) -> Job[None]:
    return lambda tx: outbox.put(
        tx,
        kind,
        at,
        dedup=dedup,
        version=version,
        payload=payload,
        match_id=match_id,
        challenge_id=challenge_id,
        seat=seat,
        wait=0.0 if not_before is None else not_before - at,
        reserved_for=reserved_for,
    )


def claim(
    now: float, *, limit: int = 100, lease: float = LEASE, owner: str = OWNER, flying: Sequence[int] = ()
) -> Job[list[OutboxRow]]:
    return lambda tx: row_claims.claim(tx, now, limit, owner=owner, lease=lease, in_flight=flying)


def dedups(rows: list[OutboxRow]) -> list[str]:
    return [row.dedup for row in rows]


def versions(rows: list[OutboxRow]) -> list[int]:
    return [row.version for row in rows]


async def begun_anew(tx: Transaction, now: float, longest_wait: float = 100) -> None:
    """Take over what was left, as a process does that begins alone."""
    await processes.remove_gone(tx, now, only_process="a new one")
    await row_claims.repair_due_times(tx, now, longest_wait)
