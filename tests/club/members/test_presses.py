"""Presses are counted, and the time they take is measured.

It is measured on the loop, on threads and in other processes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from threading import get_ident
from time import thread_time
from typing import Any

import pytest

from club.members.quotas import LIMITS, WORTH, Limits, Presses
from club.refusals import Refusal
from club.running.turns import Threads, spend
from tests.club.conftest import NOW
from tests.club.people import ANN, BEN
from tests.sets import leave_to_ci


async def code_of(refused: Awaitable[object]) -> str:
    """The code of the refusal that comes of something."""
    with pytest.raises(Refusal) as refusal:
        await refused
    return refusal.value.code


def test_a_fast_hand_is_never_stopped_and_a_program_is() -> None:
    time = NOW
    presses = Presses(LIMITS, lambda: time)
    for _ in range(3 * 3600):
        presses.count(ANN.id)
        time += 1 / 3
    served = 0
    with pytest.raises(Refusal):
        for _ in range(1000):
            presses.count(ANN.id)
            served += 1
    assert served == LIMITS.presses_at_once
    presses.count(BEN.id)
    time += 0.11
    presses.count(ANN.id)
    with pytest.raises(Refusal):
        presses.count(ANN.id)


def busy_for(seconds: float) -> None:
    began = thread_time()
    while thread_time() - began < seconds:
        pass


async def on_loop(seconds: float) -> None:
    busy_for(seconds)


async def on_thread(seconds: float) -> None:
    await asyncio.to_thread(busy_for, seconds)


async def in_other_process(seconds: float) -> None:
    spend(seconds)


@pytest.mark.parametrize("work", leave_to_ci([on_loop, on_thread, in_other_process], after=1))
async def test_what_takes_long_counts_as_the_presses_it_was_worth(
    work: Callable[[float], Coroutine[Any, Any, None]],
) -> None:
    asyncio.get_running_loop().set_default_executor(Threads())
    presses = Presses(Limits(presses_at_once=20, presses_per_minute=0), lambda: NOW)
    assert presses.take(ANN.id)
    await presses.serve(ANN.id, lambda: work(10 * WORTH))
    assert presses.take(ANN.id, 20 - 12)
    assert not presses.take(ANN.id, 3)
    assert presses.take(BEN.id, 20)


async def test_what_fails_costs_as_much_and_what_takes_no_time_costs_no_more_than_the_press() -> None:
    presses = Presses(Limits(presses_at_once=20, presses_per_minute=0), lambda: NOW)

    async def fails() -> None:
        busy_for(5 * WORTH)
        raise ValueError

    with pytest.raises(ValueError):
        await presses.serve(BEN.id, fails)
    assert not presses.take(BEN.id, 17)
    assert presses.take(ANN.id)
    await presses.serve(ANN.id, lambda: on_loop(0))
    assert presses.take(ANN.id, 19)


async def test_who_has_had_more_than_they_may_waits_for_seconds_and_nobody_else_does() -> None:
    time = NOW
    presses = Presses(Limits(presses_at_once=10, presses_per_minute=600), lambda: time)
    await presses.serve(ANN.id, lambda: in_other_process(1000 * WORTH))
    assert await code_of(presses.beside(ANN.id, lambda: busy_for(1))) == "limit.presses"
    assert await presses.beside(BEN.id, lambda: 7) == 7
    time += 1.5
    assert await presses.beside(ANN.id, lambda: 7) == 7


async def test_what_is_beside_is_not_on_the_loop() -> None:
    presses = Presses(LIMITS, lambda: NOW)
    assert await presses.beside(ANN.id, get_ident) != get_ident()


async def test_a_promise_waits_for_nothing_that_is_in_work() -> None:
    presses, over, promised = Presses(Limits(in_work=1), lambda: NOW), asyncio.Event(), list[int]()

    async def hang() -> None:
        await over.wait()

    async def promise() -> None:
        promised.append(ANN.id)

    hanging = [asyncio.create_task(presses.serve(ANN.id, hang)) for _ in range(3)]
    async with asyncio.timeout(20):
        await asyncio.gather(*(presses.promise(ANN.id, promise) for _ in hanging))
    assert promised == [ANN.id] * 3
    over.set()
    await asyncio.gather(*hanging)
