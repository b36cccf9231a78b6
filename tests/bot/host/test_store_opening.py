"""If the bot's start fails or is broken off at any point, the bot ends.

Everything that it had begun ends with it.
"""

import asyncio
import logging
import signal
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord.gateway
import discord.http
import pytest
from aiohttp import web
from yarl import URL

import bot
from bot.__main__ import FAILED, main
from bot.client import Twotone
from bot.delivery.drain import Delivery
from bot.host import command_registration, running
from bot.host.config import Config
from bot.host.running import run_until_stopped
from data.store_opening import open_store
from playground.app import GATEWAY, make_app, serve
from playground.bot_process import TOKEN, BotProcess
from playground.world.world import World
from tests.fresh import fresh
from tests.pace import PATIENCE
from tests.sets import leave_to_ci

ROOMS = tuple(str(Path(bot.__file__).parents[1] / room) for room in ("bot", "club", "data"))


@dataclass
class Steps:
    """Counter of the places where a coroutine waits.

    At wait number `at`, `then` is called instead of going on; at its end, if it waits less often than it
    did when it was counted. `ended` is set once it waits no more.
    """

    at: int = -1
    then: Callable[[], None] = lambda: None
    taken: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, work: Coroutine[Any, Any, None]) -> "Steps.Counted":
        return Steps.Counted(self, work)

    @dataclass
    class Counted:
        steps: "Steps"
        work: Coroutine[Any, Any, None]

        def __await__(self) -> Generator[Any, Any, None]:
            waits = self.work.__await__()
            fault: BaseException | None = None
            while True:
                try:
                    awaited = waits.throw(fault) if fault else next(waits)
                except StopIteration:
                    if self.steps.taken <= self.steps.at:
                        self.steps.then()
                    return
                fault = None
                try:
                    yield awaited
                    number, self.steps.taken = self.steps.taken, self.steps.taken + 1
                    if number == self.steps.at:
                        self.steps.then()
                except BaseException as thrown:
                    fault = thrown


class Stepped(Twotone):
    """A bot whose opening is counted."""

    steps: Steps

    async def _open(self) -> None:
        try:
            await self.steps(super()._open())
        finally:
            self.steps.ended.set()


@pytest.fixture(autouse=True)
def never_ended_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Timer", lambda *_: SimpleNamespace(start=lambda: None))


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    async with playground(monkeypatch) as world:
        yield world


@asynccontextmanager
async def playground(monkeypatch: pytest.MonkeyPatch, *between: Any) -> AsyncIterator[World]:
    """A Discord on this machine that the bot takes for Discord.

    `between` are middlewares on the way to it.
    """
    world = World(patience=PATIENCE)
    app = make_app(world, None)
    app.middlewares.extend(between)
    runner = await serve(world, app)
    address = world.state.address
    monkeypatch.setattr(discord.http.Route, "BASE", f"{address}/api/v10")
    gateway = URL(address.replace("http", "ws", 1) + "/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    assert app[GATEWAY]
    yield world
    await runner.cleanup()


def config(folder: Path) -> Config:
    return Config(None, fresh(folder / "twotone.db"), "text", 20, None)


async def run_bot(folder: Path, steps: Steps) -> None:
    """Run the bot as its command does, until it ends."""

    def make() -> Stepped:
        made = Stepped(config(folder), guild_ready_timeout=0.05)
        made.steps = steps
        return made

    await run_until_stopped(make, TOKEN)


async def find_leftovers(folder: Path, before: set[threading.Thread]) -> list[str]:
    """Return the threads and tasks that an ended bot has left behind.

    Raise an error if its store is still open.
    """
    await (await open_store(folder / "twotone.db")).close()  # raises while it is in use
    begun = [
        each for each in threading.enumerate() if each not in before and not each.name.startswith("asyncio_")
    ]
    for thread in begun:
        thread.join(5)
    threads = [each.name for each in begun if each.is_alive()]
    waiting: list[Any] = [task.get_coro() for task in asyncio.all_tasks() - {asyncio.current_task()}]
    ours = [each.__qualname__ for each in waiting if each.cr_code.co_filename.startswith(ROOMS)]
    return [*threads, *ours]


async def steps_of(folder: Path) -> int:
    """In how many steps the bot starts once its commands are registered."""
    await _count_steps(folder)
    return await _count_steps(folder)


async def _count_steps(folder: Path) -> int:
    """Start and stop the bot, and return how many steps that took."""
    steps = Steps()
    task = asyncio.create_task(run_bot(folder, steps))
    await asyncio.wait_for(steps.ended.wait(), PATIENCE)
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(task, PATIENCE)
    return steps.taken


class Mistake(Exception):  # noqa: N818 - as it is told
    """An error that no one expects."""


@pytest.mark.ci
async def test_a_start_that_fails_at_any_step_ends_with_its_fault_and_leaves_nothing(
    world: World, tmp_path: Path
) -> None:
    number = await steps_of(tmp_path)
    assert number > 12

    def fail() -> None:
        raise Mistake

    for at in range(number):
        before = set(threading.enumerate())
        with pytest.raises(Mistake):
            await asyncio.wait_for(run_bot(tmp_path, Steps(at, fail)), PATIENCE)
        assert (at, await find_leftovers(tmp_path, before)) == (at, [])


@pytest.mark.ci
async def test_a_start_that_is_broken_off_at_any_step_leaves_nothing(world: World, tmp_path: Path) -> None:
    number = await steps_of(tmp_path)
    for at in range(number):
        before = set(threading.enumerate())
        steps = Steps(at, lambda: signal.raise_signal(signal.SIGTERM))
        await asyncio.wait_for(run_bot(tmp_path, steps), PATIENCE)
        assert (at, await find_leftovers(tmp_path, before)) == (at, [])


@pytest.mark.ci
async def test_a_damaged_table_that_only_the_start_reads_ends_it_in_a_sentence(
    world: World, tmp_path: Path, forked: None
) -> None:
    """The table looks as if a failing disk had overwritten it.

    `meta` stores the value that tells one database's posts from another's.
    """
    process = BotProcess(world.state.address, tmp_path)
    path = fresh(tmp_path / "twotone.db")
    with closing(sqlite3.connect(path)) as database:
        [page] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'meta'").fetchone()
        [size] = database.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = bytes(range(1, 255)) * (size // 254) + bytes(range(size % 254))
    path.write_bytes(content)
    await process.start()
    assert process.process is not None
    try:
        assert await asyncio.wait_for(process.process.wait(), PATIENCE) == FAILED
    finally:
        await process.kill()
    log = process.log_tail(1000)
    assert "is damaged" in log.splitlines()[-1]
    assert "Traceback" not in log


PAGES = (
    ("<html>sign in</html>", "application/json"),
    ("<html>sign in</html>", "text/html"),
    ("{}", "application/json"),
    ("[]", "application/json"),
    ('"ok"', "application/json"),
    ("null", "application/json"),
)
"""What a proxy answers in Discord's place, and as what."""


class Foreign:
    """A proxy that answers one request of the bot with a page of its own.

    It is the request with the number `at`, counted from the start of the bot.
    """

    def __init__(self) -> None:
        self.at = -1
        self.page = PAGES[0]
        self.asked: list[str] = []

    @web.middleware
    async def answer(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        self.asked.append(f"{request.method} {request.path.rpartition('/')[2]}")
        if len(self.asked) - 1 != self.at:
            return await handler(request)
        text, content_type = self.page
        return web.Response(body=text.encode(), headers={"Content-Type": content_type})


class Ready(Twotone):
    """A bot that is told to end once it is there."""

    async def on_ready(self) -> None:
        await super().on_ready()
        signal.raise_signal(signal.SIGTERM)


@pytest.fixture
async def foreign(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Foreign]:
    monkeypatch.setattr(running, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(command_registration, "LOOKS_EVERY", 0.01)
    monkeypatch.setattr(command_registration, "CLAIM_LASTS", 0.05)
    proxy = Foreign()
    async with playground(monkeypatch, proxy.answer):
        yield proxy


FIRST_START = ("GET @me", "GET @me", "GET commands", "PUT commands", "GET bot")
LATER_START = ("GET @me", "GET @me", "GET commands", "GET bot")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("start", "at"),
    leave_to_ci([(start, at) for start in (FIRST_START, LATER_START) for at in range(len(start))], after=1),
)
async def test_a_page_in_discords_place_is_named_and_waited_out(
    foreign: Foreign, caplog: pytest.LogCaptureFixture, tmp_path: Path, start: tuple[str, ...], at: int
) -> None:
    def make() -> Twotone:
        return Ready(config(tmp_path), guild_ready_timeout=0.05)

    if start is LATER_START:
        await asyncio.wait_for(run_until_stopped(make, TOKEN), PATIENCE)
    for page in PAGES:
        foreign.at, foreign.page, foreign.asked = at, page, []
        if start is FIRST_START:
            (tmp_path / "twotone.db").unlink(missing_ok=True)
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            await asyncio.wait_for(run_until_stopped(make, TOKEN), PATIENCE)
        assert foreign.asked[at] == start[at]
        if page[0] in ("[]", "{}") and start[at] == "GET commands":
            assert foreign.asked[at + 1] == "PUT commands"  # as if Discord had none of ours
            continue
        said = [record.__dict__["sentence"] for record in caplog.records if "log-in failed" in record.message]
        assert [("no answer of Discord's" in each) for each in said] == [True], page


def test_a_mistake_of_ours_ends_the_bot_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")

    async def fails(*_: object) -> None:
        raise KeyError("a hand of cards")

    monkeypatch.setattr("bot.__main__._run_bot", fails)
    monkeypatch.setattr("bot.__main__.logs.configure_logging", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == FAILED
    assert "mistake in the program (KeyError)" in capsys.readouterr().err.splitlines()[-1]
    [told] = [record for record in caplog.records if record.message == "bot ended"]
    assert told.exc_info is not None


class Hanging(Twotone):
    """A bot whose start never ends, and that is told to end in the middle of it."""

    async def _open(self) -> None:
        await super()._open()
        signal.raise_signal(signal.SIGTERM)
        await asyncio.Event().wait()


async def test_a_start_that_hangs_ends_when_it_is_told_to(world: World, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    await asyncio.wait_for(run_until_stopped(lambda: Hanging(config(tmp_path)), TOKEN), PATIENCE)
    assert await find_leftovers(tmp_path, before) == []


async def test_a_step_of_the_end_that_fails_keeps_no_other_from_being_taken(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_: Delivery) -> None:
        raise Mistake

    monkeypatch.setattr(Delivery, "close", fails)
    before = set(threading.enumerate())
    with caplog.at_level(logging.ERROR):
        await asyncio.wait_for(run_until_stopped(lambda: Hanging(config(tmp_path)), TOKEN), PATIENCE)
    assert await find_leftovers(tmp_path, before) == []
    assert [record.message for record in caplog.records] == ["end incomplete"]
