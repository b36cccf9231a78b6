"""Work is done on a ring and when it is next due.

It is never done twice at once, and it is done again if it failed.
"""

import asyncio
import logging

import pytest

from club.running.alarm import AFTER_FAULT, Alarm


class Work:
    """Work that notes how often it was begun, and waits to be let go on."""

    def __init__(self) -> None:
        self.begun = 0
        self.under_way = 0
        self.most_at_once = 0
        self.go_on = asyncio.Event()
        self.answers: list[float | Exception | None] = []
        self.done = asyncio.Event()

    async def __call__(self) -> float | None:
        self.begun += 1
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        await self.go_on.wait()
        self.under_way -= 1
        answer = self.answers.pop(0) if self.answers else None
        if not self.answers:
            self.done.set()
        if isinstance(answer, Exception):
            raise answer
        return answer


def alarm(*, after_fault: float = AFTER_FAULT) -> Alarm:
    return Alarm("work", asyncio.get_running_loop().time, after_fault=after_fault)


async def run_ready_tasks() -> None:
    """Let everything that can run do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_whoever_rings_while_it_is_at_work_has_it_done_once_more() -> None:
    work, bell = Work(), alarm()
    bell.start(work)
    await run_ready_tasks()
    for _ in range(5):
        bell.ring()
    work.go_on.set()
    await run_ready_tasks()
    assert (work.begun, work.most_at_once) == (2, 1)
    await bell.stop()


async def test_it_is_done_again_when_it_is_due() -> None:
    work, bell = Work(), alarm()
    work.answers = [asyncio.get_running_loop().time() + 0.02, None]
    work.go_on.set()
    bell.start(work)
    await asyncio.wait_for(work.done.wait(), 5)
    assert work.begun == 2
    await bell.stop()


async def test_work_that_failed_is_tried_again_and_the_fault_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work, bell = Work(), alarm(after_fault=0.01)
    work.answers = [ValueError("no"), None]
    work.go_on.set()
    with caplog.at_level(logging.ERROR):
        bell.start(work)
        await asyncio.wait_for(work.done.wait(), 5)
    assert work.begun == 2
    assert "work failed, tried again later" in caplog.text
    await bell.stop()


async def test_stopping_finishes_what_is_under_way_and_begins_nothing_more() -> None:
    work, bell = Work(), alarm()
    bell.start(work)
    await run_ready_tasks()
    bell.ring()
    stopping = asyncio.create_task(bell.stop())
    await run_ready_tasks()
    assert not stopping.done()
    work.go_on.set()
    await stopping
    bell.ring()
    await run_ready_tasks()
    assert (work.begun, work.under_way) == (1, 0)


async def test_ringing_before_the_start_is_not_lost() -> None:
    work, bell = Work(), alarm()
    bell.ring()
    work.go_on.set()
    bell.start(work)
    await run_ready_tasks()
    assert work.begun == 1
    await bell.stop()
