"""Requests that Discord counts together leave at a pace below its limit.

Those that a player waits for come first.
"""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.delivery.throttle import AT_ONCE, LIMIT, LONGEST_DELAY, Throttle, is_counted, urgency
from data.outbox.post_kinds import Urgency


class Loop:
    """The parts of an event loop that a turn needs, with a time that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[tuple[float, Any]] = []

    def time(self) -> float:
        return self.now

    def create_future(self) -> asyncio.Future[None]:
        return real().create_future()

    def call_later(self, delay: float, callback: Any, *given: Any) -> Any:
        self.timers.append((self.now + delay, lambda: callback(*given)))
        return object()

    async def until(self, end: float) -> None:
        while self.timers and min(at for at, _ in self.timers) <= end:
            self.timers.sort(key=lambda timer: timer[0])
            at, timer = self.timers.pop(0)
            self.now = max(self.now, at)
            timer()
            await settle()
        self.now = end


real = asyncio.get_running_loop


async def settle() -> None:
    """Let the event loop run for a few turns."""
    for _ in range(5):
        await asyncio.wait([asyncio.create_task(nothing())])


async def nothing() -> None:
    """Let others go first."""


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    made = Loop()
    monkeypatch.setattr("bot.delivery.throttle.asyncio", SimpleNamespace(get_running_loop=lambda: made))
    yield made


class Queue:
    """Requests that ask for their turn, and when each was sent."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.throttle = Throttle()
        self.sent: list[tuple[str, float]] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, name: str, how: Urgency = Urgency.PLAYER, times: int = 1) -> None:
        async def request() -> None:
            urgency.set(how)
            await self.throttle.wait_turn()
            self.sent.append((name, self.loop.now))

        for _ in range(times):
            self.tasks.append(asyncio.create_task(request(), context=contextvars.Context()))
        await settle()


@pytest.mark.ci
async def test_no_second_sees_more_requests_than_discord_takes(loop: Loop) -> None:
    queue = Queue(loop)
    await queue.ask("a", times=300)
    await loop.until(103.0)
    await queue.ask("a", times=100)
    await loop.until(120.0)
    times = [at for _, at in queue.sent]
    assert len(times) == 400
    assert max(sum(at <= other < at + 1 for other in times) for at in times) < LIMIT
    assert max(times) - 100 < 400 / 43


@pytest.mark.ci
@pytest.mark.parametrize(("count", "pace"), [(2, 43), (5, 43), (12, 36)])
async def test_processes_that_share_the_pace_stay_below_it_together(
    loop: Loop, count: int, pace: float
) -> None:
    queues = [Queue(loop) for _ in range(count)]
    for queue in queues:
        queue.throttle.share_among(count)
        await queue.ask("a", times=240 // count)
    await loop.until(120.0)
    times = [at for queue in queues for _, at in queue.sent]
    assert len(times) == 240
    assert max(sum(at <= other < at + 1 for other in times) for at in times) < LIMIT
    assert max(times) - 100 < 240 / pace


async def test_who_is_left_alone_has_the_whole_pace_again(loop: Loop) -> None:
    queue = Queue(loop)
    queue.throttle.share_among(4)
    queue.throttle.share_among(1)
    await queue.ask("a", times=200)
    await loop.until(120.0)
    assert max(at for _, at in queue.sent) - 100 < 200 / 43


async def test_the_first_requests_after_a_pause_do_not_wait(loop: Loop) -> None:
    queue = Queue(loop)
    for _ in range(3):
        await queue.ask("a", times=AT_ONCE)
        assert queue.sent[-1][1] == loop.now
        assert len(queue.sent) % AT_ONCE == 0
        await loop.until(loop.now + 1)


async def test_what_a_player_waits_for_goes_first(loop: Loop) -> None:
    queue = Queue(loop)
    await queue.ask("full", times=AT_ONCE)
    await queue.ask("archive", Urgency.LAST)
    await queue.ask("strip", Urgency.LOOKS)
    await queue.ask("notice", Urgency.SOON)
    await queue.ask("board")
    await loop.until(110)
    assert [name for name, _ in queue.sent[AT_ONCE:]] == ["board", "notice", "strip", "archive"]


@pytest.mark.ci
async def test_nothing_waits_for_ever_behind_what_comes_after_it(loop: Loop) -> None:
    queue = Queue(loop)
    await queue.ask("full", times=AT_ONCE)
    await queue.ask("archive", Urgency.LAST)
    for tenth in range(1, 100):
        await queue.ask("board", times=5)
        await loop.until(100 + tenth / 10)
    ((_, at),) = [sent for sent in queue.sent if sent[0] == "archive"]
    assert at <= 100 + LONGEST_DELAY + 2


async def test_a_request_that_is_given_up_takes_nobody_s_turn(loop: Loop) -> None:
    queue = Queue(loop)
    await queue.ask("full", times=AT_ONCE)
    await queue.ask("gone", times=20)
    for task in queue.tasks[AT_ONCE:]:
        task.cancel()
    await settle()
    await queue.ask("board")
    await loop.until(100.1)
    assert [name for name, _ in queue.sent[AT_ONCE:]] == ["board"]


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/applications/1/commands", True),
        ("/api/v10/guilds/1/members/2", True),
        ("/api/v10/users/@me/channels", True),
        ("/api/v10/interactions/1/secret/callback", False),
        ("/api/v10/webhooks/1/secret/messages/@original", False),
        ("/", False),
    ],
)
def test_answers_and_follow_ups_are_not_counted(path: str, counts: bool) -> None:
    assert is_counted(path) is counts


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A server that takes every request."""

    async def take(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    await runner.cleanup()


async def test_every_try_of_a_counted_request_waits_for_its_turn_and_no_other_does(address: str) -> None:
    throttle = Throttle(per_second=0.0)  # none comes back meanwhile, however slow the machine is
    async with aiohttp.ClientSession(trace_configs=[throttle.make_trace_config()]) as session:
        for _ in range(2 * AT_ONCE):
            await session.post(f"{address}/webhooks/1/secret")
        assert throttle.left == AT_ONCE
        await session.post(f"{address}/channels/1/messages")
        await session.post(f"{address}/channels/1/messages")
    assert throttle.left == AT_ONCE - 2
