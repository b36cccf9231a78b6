"""Presses are counted, and the time they take is measured.

It is measured on the loop, on threads and in other processes.
"""

import asyncio
from collections.abc import Callable, Coroutine
from threading import get_ident
from typing import Any

import pytest

from club.members.quotas import LIMITS, PRESS_CPU_SECONDS, Limits, PressLimiter
from club.refusals import Refusal
from club.running.turns import FairThreadPool, charge_cpu
from tests.club.conftest import NOW
from tests.club.members.busy import busy_for
from tests.club.people import ANN, BEN
from tests.club.refusing import refused_code
from tests.pace import PATIENCE
from tests.sets import leave_to_ci


def test_a_fast_hand_is_never_stopped_and_a_program_is() -> None:
    time = NOW
    presses = PressLimiter(LIMITS, lambda: time)
    for _ in range(3 * 3600):
        presses.check_rate(ANN.id)
        time += 1 / 3
    served = 0
    with pytest.raises(Refusal):
        for _ in range(1000):
            presses.check_rate(ANN.id)
            served += 1
    assert served == LIMITS.presses_at_once
    presses.check_rate(BEN.id)
    time += 0.11
    presses.check_rate(ANN.id)
    with pytest.raises(Refusal):
        presses.check_rate(ANN.id)


async def on_loop(seconds: float) -> None:
    busy_for(seconds)


async def on_thread(seconds: float) -> None:
    await asyncio.to_thread(busy_for, seconds)


async def in_other_process(seconds: float) -> None:
    charge_cpu(seconds)


@pytest.mark.ci
@pytest.mark.parametrize("work", leave_to_ci([on_loop, on_thread, in_other_process], after=1))
async def test_what_takes_long_counts_as_the_presses_it_was_worth(
    work: Callable[[float], Coroutine[Any, Any, None]],
) -> None:
    asyncio.get_running_loop().set_default_executor(FairThreadPool())
    presses = PressLimiter(Limits(presses_at_once=20, presses_per_minute=0), lambda: NOW)
    assert presses.try_take(ANN.id)
    await presses.serve(ANN.id, lambda: work(10 * PRESS_CPU_SECONDS))
    assert presses.try_take(ANN.id, 20 - 12)
    assert not presses.try_take(ANN.id, 3)
    assert presses.try_take(BEN.id, 20)


@pytest.mark.ci
async def test_what_fails_costs_as_much_and_what_takes_no_time_costs_no_more_than_the_press() -> None:
    presses = PressLimiter(Limits(presses_at_once=20, presses_per_minute=0), lambda: NOW)

    async def fails() -> None:
        busy_for(5 * PRESS_CPU_SECONDS)
        raise ValueError

    with pytest.raises(ValueError):
        await presses.serve(BEN.id, fails)
    assert not presses.try_take(BEN.id, 17)
    assert presses.try_take(ANN.id)
    await presses.serve(ANN.id, lambda: on_loop(0))
    assert presses.try_take(ANN.id, 19)


async def test_one_press_however_dear_never_refuses_the_next() -> None:
    presses = PressLimiter(Limits(presses_at_once=20, presses_per_minute=0), lambda: NOW)
    presses.check_rate(ANN.id)
    await presses.serve(ANN.id, lambda: in_other_process(1000 * PRESS_CPU_SECONDS))
    presses.check_rate(ANN.id, 5)
    assert not presses.try_take(ANN.id)


async def test_who_has_had_more_than_they_may_waits_for_seconds_and_nobody_else_does() -> None:
    time = NOW
    presses = PressLimiter(Limits(presses_at_once=10, presses_per_minute=600), lambda: time)
    for _ in range(10):
        await presses.serve(ANN.id, lambda: in_other_process(1000 * PRESS_CPU_SECONDS))
    assert await refused_code(presses.run_on_thread(ANN.id, lambda: busy_for(1))) == "limit.presses"
    assert await presses.run_on_thread(BEN.id, lambda: 7) == 7
    time += 1.5
    assert await presses.run_on_thread(ANN.id, lambda: 7) == 7


async def test_what_is_beside_is_not_on_the_loop() -> None:
    presses = PressLimiter(LIMITS, lambda: NOW)
    assert await presses.run_on_thread(ANN.id, get_ident) != get_ident()


async def test_a_promise_waits_for_nothing_that_is_in_work() -> None:
    presses, over, promised = (
        PressLimiter(Limits(presses_in_work=1), lambda: NOW),
        asyncio.Event(),
        list[int](),
    )

    async def hang() -> None:
        await over.wait()

    async def promise() -> None:
        promised.append(ANN.id)

    hanging = [asyncio.create_task(presses.serve(ANN.id, hang)) for _ in range(3)]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(presses.serve_promise(ANN.id, promise) for _ in hanging))
    assert promised == [ANN.id] * 3
    over.set()
    await asyncio.gather(*hanging)
