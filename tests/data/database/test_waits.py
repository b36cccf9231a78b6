"""What has failed together is not tried again together."""

import inspect

import pytest

from data.database import waits
from data.postgres.store import PostgresStore


async def test_no_wait_is_shorter_than_asked_or_much_longer_and_no_two_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("asyncio.sleep", sleep)
    for _ in range(200):
        await waits.sleep_with_jitter(10.0)
    assert 10.0 <= min(slept) < 10.5
    assert 11.5 < max(slept) <= 12.0
    assert len(set(slept)) > 100


def test_processes_do_not_come_back_to_a_server_at_the_same_moment() -> None:
    assert inspect.signature(PostgresStore.open).parameters["wait"].default is waits.sleep_with_jitter
