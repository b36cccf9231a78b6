"""Sessions with Discord are begun in turn, whichever process asks.

For each bucket, one is begun in a fixed number of seconds.
"""

import asyncio
import itertools

import pytest

from club.club import Club
from club.running.sessions import EVERY, SessionPacer
from data.database import sessions

pytestmark = pytest.mark.both_databases


class Turns:
    """Time that goes on only while a process waits, and a record of the turns taken."""

    def __init__(self, club: Club) -> None:
        self.store = club.store
        self.time = 1000.0
        self.had: list[tuple[float, str]] = []
        self.waits = 0

    async def wait(self, seconds: float) -> None:
        self.waits += 1
        until = self.time + seconds
        await asyncio.sleep(0)
        self.time = max(self.time, until)

    async def take(self, name: str, bucket: int = 0) -> None:
        """A process of its own takes a turn."""
        await SessionPacer(self.store, now=lambda: self.time, wait=self.wait).wait_turn(bucket)
        self.had.append((self.time, name))


async def test_of_one_bucket_one_session_is_begun_after_the_other(club: Club) -> None:
    turns = Turns(club)
    await asyncio.gather(*(turns.take(name) for name in "abcde"))
    times = [at for at, _ in turns.had]
    assert sorted(name for _, name in turns.had) == [*"abcde"]
    assert times[0] == 1000.0
    assert all(later - earlier >= EVERY for earlier, later in itertools.pairwise(times))
    assert times[-1] < 1000.0 + 6 * EVERY


async def test_buckets_do_not_wait_for_one_another(club: Club) -> None:
    turns = Turns(club)
    for bucket in range(4):
        await turns.take(f"{bucket}", bucket)
    assert (turns.time, turns.waits) == (1000.0, 0)


async def test_who_is_cancelled_while_they_wait_keeps_nobody_waiting(club: Club) -> None:
    turns = Turns(club)
    await turns.take("first")
    assert 0 < await club.store.write(lambda tx: sessions.claim_start(tx, 0, turns.time, EVERY)) <= EVERY
    await turns.take("second")
    assert turns.had[1][0] == 1000.0 + EVERY


async def test_a_clock_that_was_set_back_keeps_nobody_waiting(club: Club) -> None:
    turns = Turns(club)
    await turns.take("first")
    turns.time -= 3600
    await turns.take("second")
    assert (turns.time, turns.waits) == (1000.0 - 3600, 0)
