"""The loop of the simulation knows whose a task is."""

import asyncio

from tests.simulation.loop import PROCESS, VirtualLoop


async def serves_all() -> None:
    """Work for every process."""
    await asyncio.Event().wait()


async def serves_one() -> None:
    """Work for the process that begins it."""
    await asyncio.Event().wait()


def test_a_task_is_of_the_process_that_begins_it_unless_it_serves_all() -> None:
    loop = VirtualLoop(  # type: ignore[abstract]  # the rest is never asked for
        lambda: 0.0, lambda: 0.0, (serves_all.__qualname__,)
    )
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
