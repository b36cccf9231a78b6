"""Members are served in turn, on the loop and on threads.

Those who ask most wait behind everyone else.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from club.running import turns
from club.running.turns import FairScheduler, FairThreadPool, QueueFull
from tests.club.members.busy import busy_for
from tests.pace import PATIENCE


class Doors:
    """Things that are begun in some order, and end when they are let."""

    def __init__(self, line: FairScheduler) -> None:
        self.line = line
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}

    def ask(self, key: str, name: str, *, first: bool = False, cost: float = 0) -> asyncio.Task[str]:
        """Ask for something on behalf of a member."""
        self._ends[name] = asyncio.Event()

        async def work() -> str:
            self.begun.append(name)
            busy_for(cost)
            await self._ends[name].wait()
            return name

        return asyncio.create_task(self.line.serve(key, work, at_front=first))

    def end(self, *names: str) -> None:
        for name in names:
            self._ends[name].set()


async def run_ready_tasks() -> None:
    """Let the loop do everything it can."""
    for _ in range(10):
        await asyncio.wait({asyncio.ensure_future(asyncio.Event().wait())}, timeout=0)


async def test_of_one_asker_only_so_much_is_in_work_and_others_go_before_the_rest() -> None:
    doors = Doors(FairScheduler(per_asker=2, threads=1, total=3))
    asked = [doors.ask("ann", f"a{number}") for number in range(5)]
    await run_ready_tasks()
    assert doors.begun == ["a0", "a1"]
    asked += [doors.ask("ben", "b0"), doors.ask("cleo", "c0")]
    await run_ready_tasks()
    assert doors.begun == ["a0", "a1", "b0"], "all have three"
    doors.end("a0", "a1")
    await run_ready_tasks()
    assert doors.begun == ["a0", "a1", "b0", "c0", "a2"]
    doors.end("a2", "a3", "a4", "b0", "c0")
    assert sorted(await asyncio.gather(*asked)) == ["a0", "a1", "a2", "a3", "a4", "b0", "c0"]
    assert (len(doors.line), doors.line.askers) == (0, {}), "nothing of anybody is kept"


async def test_whoever_has_had_least_is_next() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1, total=1))
    names = ("a0", "a1", "b0", "b1", "b2")
    asked = [doors.ask(name[0], name, cost=0.05 if name == "a0" else 0) for name in names]
    for name in ("a0", "b0", "b1", "b2", "a1"):
        await run_ready_tasks()
        doors.end(name)
    await asyncio.gather(*asked)
    assert doors.begun == ["a0", "b0", "b1", "b2", "a1"]


@pytest.mark.ci
async def test_who_comes_anew_has_no_more_than_the_others_from_then_on() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1, total=1))
    names = ["a0", "b0", "a1", "b1", "a2", "b2"]
    asked = [doors.ask(name[0], name, cost=0.03) for name in names]
    for name in names[:4]:
        await run_ready_tasks()
        doors.end(name)
    asked += [doors.ask("cleo", name, cost=0.03) for name in ("c0", "c1", "c2")]
    doors.end("a2", "b2", "c0", "c1", "c2")
    await asyncio.gather(*asked)
    assert {"a2", "b2"} & {*doors.begun[4:7]}, "not all of theirs comes first"


async def test_what_goes_first_goes_before_what_else_of_theirs_waits() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1))
    asked = [doors.ask("ann", "a0"), doors.ask("ann", "a1")]
    await run_ready_tasks()
    asked.append(doors.ask("ann", "refused", first=True))
    await run_ready_tasks()
    doors.end("a0", "refused", "a1")
    await asyncio.gather(*asked)
    assert doors.begun == ["a0", "refused", "a1"]


async def test_only_so_many_wait() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1, max_waiting=1))
    asked = [doors.ask("ann", "a0"), doors.ask("ann", "a1")]
    await run_ready_tasks()
    with pytest.raises(QueueFull):
        await doors.ask("ann", "a2")
    doors.end("a0", "a1")
    await asyncio.gather(*asked)
    assert (len(doors.line), doors.line.askers, doors.line.all_at_work) == (0, {}, 0)


async def test_who_gives_up_waiting_leaves_the_line_as_it_was() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1))
    first, second, third = (doors.ask("ann", name) for name in ("a0", "a1", "a2"))
    await run_ready_tasks()
    second.cancel()
    await run_ready_tasks()
    first.cancel()
    await run_ready_tasks()
    doors.end("a2")
    assert await third == "a2"
    assert doors.begun == ["a0", "a2"]
    assert (len(doors.line), doors.line.askers, doors.line.all_at_work) == (0, {}, 0)


async def test_who_was_just_called_and_gives_up_gives_the_place_to_the_next() -> None:
    doors = Doors(FairScheduler(per_asker=1, threads=1))
    first, second, third = (doors.ask("ann", name) for name in ("a0", "a1", "a2"))
    await run_ready_tasks()
    first.add_done_callback(lambda _: second.cancel())  # in the very step in which the second is called
    doors.end("a0", "a1", "a2")
    assert await third == "a2"
    await asyncio.wait({second})
    assert doors.line.all_at_work == 0


async def test_what_only_waits_keeps_nobody_from_their_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WAITS", 0.01)
    doors = Doors(FairScheduler(per_asker=1, threads=1))
    asked = [doors.ask("ann", "long"), doors.ask("ann", "next")]
    doors.end("next")
    assert await asked[1] == "next"
    doors.end("long")
    assert await asked[0] == "long"
    assert (doors.line.askers, doors.line.all_at_work) == ({}, 0)


async def test_a_share_of_the_loop_is_not_gone_beyond() -> None:
    line, loop = FairScheduler(per_asker=1, threads=1, loop_share=0.2), asyncio.get_running_loop()

    async def work() -> None:
        busy_for(0.02)

    began = loop.time()
    for _ in range(4):
        await line.serve("ann", work)
    assert loop.time() - began >= 3 * 0.02 / 0.2


async def test_threads_serve_in_turn_too_and_measure_what_they_do() -> None:
    asyncio.get_running_loop().set_default_executor(FairThreadPool())
    line, go, done = FairScheduler(per_asker=5, threads=1), threading.Event(), list[str]()
    costs: dict[str, float] = {}

    def work(name: str) -> None:
        assert go.wait(30)
        busy_for(0.02)
        done.append(name)

    async def beside(name: str) -> None:
        await asyncio.to_thread(work, name)

    async def serve(key: str, name: str) -> None:
        await line.serve(key, lambda: beside(name), charge=lambda cost: costs.update({name: cost}))

    asked = [asyncio.create_task(serve(name[0], name)) for name in ("a0", "a1", "a2", "a3", "b0")]
    await run_ready_tasks()
    go.set()
    await asyncio.gather(*asked)
    assert done.index("b0") < 3, "one of theirs was at work, one more may have been chosen"
    assert all(0.02 <= cost < 0.2 for cost in costs.values())
    async with asyncio.timeout(PATIENCE):
        await serve("a", "once more")  # the thread is free again


async def test_what_goes_on_after_a_turn_is_nobodys() -> None:
    asyncio.get_running_loop().set_default_executor(FairThreadPool())
    line, charged, later = FairScheduler(per_asker=1, threads=1), list[float](), list[asyncio.Task[None]]()
    go = threading.Event()

    async def fill() -> None:
        await asyncio.to_thread(go.wait, 30)

    async def after(over: asyncio.Event) -> None:
        await over.wait()
        await asyncio.to_thread(busy_for, 0.05)

    over = asyncio.Event()

    async def work() -> None:
        later.append(asyncio.create_task(after(over)))

    await line.serve("ann", work, charge=charged.append)
    filling = asyncio.create_task(line.serve("ben", fill))
    await run_ready_tasks()
    over.set()
    async with asyncio.timeout(PATIENCE):
        await later[0]  # on another thread than the one of the line
    go.set()
    await filling
    assert charged[0] < 0.05 and len(charged) == 1


async def test_faults_and_results_come_through() -> None:
    line = FairScheduler(per_asker=1, threads=1)

    async def catch_timeout(inner: Callable[[], Awaitable[object]]) -> object:
        """Return the result, or "late" if a timeout was raised."""
        try:
            return await inner()
        except TimeoutError:
            return "late"

    async def hang() -> None:
        async with asyncio.timeout(0):
            await asyncio.Event().wait()

    assert await line.serve("ann", lambda: catch_timeout(hang)) == "late"

    async def fail() -> None:
        raise ValueError

    with pytest.raises(ValueError):
        await line.serve("ann", fail)
