"""The loop of the simulation knows whose a task is."""

import asyncio

from tests.simulation.loop import PROCESS, VirtualLoop


async def serves_all() -> None:
    """Work for every process."""
    await asyncio.Event().wait()


async def serves_one() -> None:
    """Work for the process that begins it."""
    await asyncio.Event().wait()


def virtual(time: list[float]) -> VirtualLoop:
    return VirtualLoop(lambda: time[0], lambda: 0.0, (serves_all.__qualname__,))


def test_a_task_is_of_the_process_that_begins_it_unless_it_serves_all() -> None:
    loop = virtual([0.0])
    begun: dict[str, asyncio.Task[None]] = {}

    async def begins() -> None:
        PROCESS.set(1)
        begun["all"] = asyncio.create_task(serves_all(), name="all")
        begun["one"] = asyncio.create_task(serves_one(), name="one")

    loop.create_task(begins())
    while loop.due is not None:
        loop.step()
    assert {name: loop.tasks[task] for name, task in begun.items()} == {"all": None, "one": 1}
    loop.bury()


def test_nothing_of_a_process_that_fell_goes_on() -> None:
    time = [0.0]
    loop = virtual(time)
    rung: list[int] = []
    begun: list[asyncio.Task[None]] = []

    async def lives(process: int) -> None:
        PROCESS.set(process)
        loop.call_later(5.0, rung.append, process)
        if process in loop.fallen:
            begun.append(asyncio.create_task(serves_one()))

    def go_on(until: float) -> None:
        time[0] = until
        while loop.due is not None and loop.due <= until:
            loop.step()

    for process in (0, 1):
        loop.create_task(lives(process))
    go_on(1.0)
    loop.fallen.add(1)
    loop.create_task(lives(1))
    go_on(2.0)
    go_on(20.0)
    assert rung == [0]
    assert [task.cancelled() for task in begun] == [True]
    loop.bury()
