"""`python -m playground` as a stranger starts it: one address, a bot, a clean end."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from playground.__main__ import main
from playground.app import HOST, make_app, serve
from playground.bot_process import BotProcess
from playground.world.state import ADA_ID, GAMES_ID
from playground.world.world import World
from tests.playground.conftest import next_event
from tests.ports import reserve_port

ROOT = Path(__file__).parents[2]
READY_WITHIN = 3.0
SLOW_MACHINE = 5  # how many times slower a machine that runs all tests at once may be
PATIENCE = 36.0  # seconds that a process has where it is not asked how soon it is ready


@asynccontextmanager
async def start_playground(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the playground as a process; kill it afterwards if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def first_line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()


async def test_it_prints_one_address_that_answers_and_ends_cleanly() -> None:
    began = time.perf_counter()
    async with start_playground() as process:
        line = await first_line(process)
        assert time.perf_counter() - began < READY_WITHIN * SLOW_MACHINE
        address = re.findall(r"http://[^ ]+", line)
        assert len(address) == 1
        async with aiohttp.ClientSession() as session, session.get(address[0]) as response:
            assert response.status == 200
        process.send_signal(signal.SIGTERM)
        out, err = await asyncio.wait_for(process.communicate(), 15)
        assert (process.returncode, out, err) == (0, b"", b"")


@pytest.mark.usefixtures("forked")
async def test_with_check_it_says_at_ctrl_c_what_was_wrong() -> None:
    async with start_playground("--check") as process:
        await first_line(process)
        process.send_signal(signal.SIGINT)
        out, _ = await asyncio.wait_for(process.communicate(), 15)
        assert process.returncode == 0
        assert re.fullmatch(r"[1-9]\d* bodies checked, 0 violations, 0 refused\.\n", out.decode())


async def test_with_check_a_document_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TWOTONE_OPENAPI", str(tmp_path / "none.json"))
    async with start_playground("--check") as process:
        _, err = await asyncio.wait_for(process.communicate(), 15)
        assert process.returncode == 2
        assert err.decode() == f"TWOTONE_OPENAPI names {tmp_path / 'none.json'}, and there is no such file.\n"


async def test_without_check_no_validator_is_needed() -> None:
    unwanted = "{'jsonschema', 'playground.checks.openapi'}"
    code = f"import sys, playground.__main__; print(sorted({unwanted} & set(sys.modules)))"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    assert (await process.communicate())[0] == b"[]\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        *(
            (("--port", text), f"'{text}' is no port, choose a number from 1 to 65535.")
            for text in ("many", "0", "65536", "-1", "8.5", "", "100000")
        ),
        (("--port",), "Argument --port: expected one argument."),
        (("--colour",), "Unrecognized arguments: --colour."),
    ],
)
def test_a_wrong_argument_is_refused_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr() == ("", f"{sentence}\n")


@pytest.mark.usefixtures("forked")
async def test_a_taken_port_is_named() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        async with start_playground("--port", port) as process:
            _, err = await process.communicate()
            assert (process.returncode, err.decode()) == (2, f"Port {port} is taken, choose another.\n")


def test_a_port_that_the_system_keeps_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def forbid(world: World, app: web.Application, port: int = 0) -> web.AppRunner:
        raise PermissionError(errno.EACCES, "error while attempting to bind on address")

    # Tests that run as root may use any port, so the system's answer is faked here.
    monkeypatch.setattr("playground.__main__.serve", forbid)
    with pytest.raises(SystemExit) as ended:
        main(["--port", "80"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "Port 80 cannot be used: permission denied.\n"


@pytest.mark.parametrize("port", ["1", "65535"])
def test_the_first_and_the_last_port_are_tried(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def refuse(world: World, app: web.Application, port: int = 0) -> web.AppRunner:
        tried.append(port)
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr("playground.__main__.serve", refuse)
    with pytest.raises(SystemExit):
        main(["--port", port])
    assert tried == [int(port)]


async def test_make_run_passes_the_port_on(tmp_path: Path) -> None:
    with reserve_port() as port:
        # In a folder of its own, so that no `twotone.env` of the checkout starts the real bot.
        process = await asyncio.create_subprocess_exec(
            *("make", "-s", "-f", str(ROOT / "Makefile"), "-o", ".venv/ready"),
            *("run", f"BIN={Path(sys.executable).parent}", f"PORT={port}"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=tmp_path,
            env={
                **{
                    name: value
                    for name, value in os.environ.items()
                    if not name.startswith(("DISCORD", "MAKE"))
                },
                "PYTHONPATH": str(ROOT),
            },
            start_new_session=True,
        )
        try:
            assert f"http://{HOST}:{port}/" in await first_line(process)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            await process.communicate()


@pytest.mark.usefixtures("forked")
async def test_the_bot_answers_and_restarts(tmp_path: Path) -> None:
    world = World()
    runner = await serve(world, make_app(world))
    bot = BotProcess(world.state.address, tmp_path)
    world.faults.restart = bot.restart
    try:
        async with world.watch(ADA_ID) as events:
            await bot.start()
            await next_event(events, "bot", online=True)
            assert (await world.slash(ADA_ID, GAMES_ID, "help", {}))["message_id"]
            first = bot.pid
            await world.faults.restart_bot()
            await next_event(events, "bot", online=True)
            assert bot.pid not in (None, first)
            assert (await world.slash(ADA_ID, GAMES_ID, "help", {}))["message_id"]
            os.kill(bot.pid or 0, signal.SIGKILL)
            await asyncio.wait_for(bot.wait_for_exit(), 5)
            assert await bot.stop() == -signal.SIGKILL
    finally:
        await bot.stop()
        await runner.cleanup()
    assert "Traceback" not in bot.log_tail(1000)


@pytest.mark.usefixtures("forked")
async def test_the_bot_ends_when_its_parent_is_gone(tmp_path: Path) -> None:
    world = World()
    runner = await serve(world, make_app(world))
    environment = {**os.environ, "TWOTONE_PLAYGROUND": world.state.address, "DISCORD_TOKEN": "playground"}
    try:
        orphan = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "playground.launcher"),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": str(ROOT)},
        )
        assert await asyncio.wait_for(orphan.wait(), 15) in (0, -signal.SIGTERM)
    finally:
        await runner.cleanup()
