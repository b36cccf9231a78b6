"""Command line of the playground, a local Discord with the bot in it.

Usage: `python -m playground [--port N]`.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from aiohttp import web

from playground.api.rest_api import RestApi
from playground.app import HOST, REST, make_app, serve
from playground.bot_process import BotProcess
from playground.world.world import World

if TYPE_CHECKING:
    from playground.checks.openapi import OpenAPI

ROOT = Path(__file__).parents[1]
ACTIVITY = "activity"
FIRST_PORT, LAST_PORT = 8101, 8199
LARGEST_PORT = 65535
ONLINE_WITHIN = 20.0  # seconds the bot has to come online before the playground says that it has not
FAILED, MISUSED = 1, 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print the error in one sentence and exit."""
        self.exit(MISUSED, f"{message[:1].upper()}{message[1:]}.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until Ctrl-C or SIGTERM and return the exit status.

    The status is 1 if the bot ended by itself or a check failed.
    """
    parser = _Parser("python -m playground", description="A Discord of your own machine, with Twotone in it.")
    parser.add_argument("--port", metavar="N", help=f"the port (default: {FIRST_PORT} or the next free one)")
    parser.add_argument(
        "--check", action="store_true", help="hold all traffic against Discord's OpenAPI document"
    )
    parser.add_argument("--next-door", action="store_true", help="a second server with Twotone in it")
    given = parser.parse_args(arguments)
    port = None if given.port is None else _port(parser, given.port)
    openapi = _openapi(parser) if given.check else None
    world = World(next_door=given.next_door)
    app = make_app(world, openapi)
    status = asyncio.run(_run(parser, port, world, app))
    return status if openapi is None else _report(openapi, app[REST]) or status


def _openapi(parser: _Parser) -> OpenAPI:
    # Imported here because only --check needs it, and the validator that it imports.
    from playground.checks.document import load_openapi_document
    from playground.checks.openapi import OpenAPI

    try:
        return OpenAPI(load_openapi_document())
    except FileNotFoundError as fault:
        parser.error(str(fault).rstrip("."))


def _report(openapi: OpenAPI, rest: RestApi) -> int:
    """Print the check results and the refusals; return the exit status.

    The results are the number of bodies checked, and every violation.
    """
    print(
        f"{openapi.checked} bodies checked, {len(openapi.violations)} violations, {len(rest.refused)} refused."
    )
    for line in (*openapi.violations, *rest.refused):
        print(line)
    return FAILED if openapi.violations else 0


async def _run(parser: _Parser, port: int | None, world: World, app: web.Application) -> int:
    told_to_end = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told_to_end.set)
    try:
        runner = await _serve(world, app, port)
    except OSError as fault:
        parser.error(_why_not(port, fault))
    with tempfile.TemporaryDirectory(prefix="twotone-playground-") as folder:
        _lead_to_built(Path(folder))
        settings = _pages()
        world.pages, world.client_secret = settings["PUBLIC_URL"], settings.get("DISCORD_CLIENT_SECRET")
        if world.client_secret is not None:
            world.faults.switch_on_activities()
        bot = BotProcess(world.state.address, Path(folder), settings=settings)
        world.faults.restart, world.turn_bot = bot.restart, bot.turn
        try:
            await bot.start()
            return await _watch(world, bot, told_to_end)
        finally:
            await bot.stop()
            await runner.cleanup()


def _lead_to_built(folder: Path) -> None:
    """Let the bot find the output of `make lab` and of `make activity` in its folder.

    What is built later is found when the bot starts again.
    """
    for name in ("lab", ACTIVITY):
        (folder / name).symlink_to(ROOT / name)


def _pages() -> dict[str, str]:
    """Return the settings that make the bot serve its pages on a free local port.

    After `make activity`, live boards open in a window of the playground's; before, by a link.
    """
    with socket.socket() as tried:
        tried.bind((HOST, 0))
        here = f"{HOST}:{tried.getsockname()[1]}"
    pages = {"PUBLIC_URL": f"http://{here}", "WEB_BIND": here, "LIVE_BOARD": "yes"}
    if (ROOT / ACTIVITY).is_dir():
        pages["DISCORD_CLIENT_SECRET"] = secrets.token_urlsafe()
    return pages


async def _watch(world: World, bot: BotProcess, told_to_end: asyncio.Event) -> int:
    """Print the address once the bot is online, then wait for the end.

    The end is a signal to the playground or the exit of the bot.
    """
    tasks = [asyncio.create_task(work) for work in (told_to_end.wait(), bot.wait_for_exit(), _online(world))]
    ending, ended, online = tasks
    try:
        await asyncio.wait(tasks, timeout=ONLINE_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done() and not ended.done():
            print(f"Twotone's playground: {world.state.address}/  (Ctrl-C ends it)", flush=True)
            if not online.done():
                print(f"The bot has not come yet. The end of its log:\n{bot.log_tail()}", file=sys.stderr)
        await asyncio.wait({ending, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ending.done():
            return 0
        print(f"The bot ended by itself. The end of its log:\n{bot.log_tail()}", file=sys.stderr)
        return FAILED
    finally:
        for task in tasks:
            task.cancel()


async def _online(world: World) -> None:
    """Wait until the bot is online."""
    first = next(iter(world.state.members))
    async with world.watch(first) as events:
        while not world.state.bot_online:
            await events.get()


async def _serve(world: World, app: web.Application, port: int | None) -> web.AppRunner:
    """Serve at `port`, or at the first free port if it is None.

    Raises OSError if that is not possible.
    """
    if port is not None:
        return await serve(world, app, port)
    for candidate in range(FIRST_PORT, LAST_PORT):
        try:
            return await serve(world, app, candidate)
        except OSError:
            continue
    return await serve(world, app, LAST_PORT)


def _why_not(port: int | None, fault: OSError) -> str:
    """Return the reason the playground cannot be served, without a full stop."""
    if port is None:
        return f"ports {FIRST_PORT} to {LAST_PORT} are taken, choose another with --port"
    if fault.errno == errno.EADDRINUSE:
        return f"port {port} is taken, choose another"
    return f"port {port} cannot be used: {os.strerror(fault.errno or 0).lower()}"


def _port(parser: _Parser, text: str) -> int:
    """Parse a port from the command line.

    Print an error and exit if it is invalid.
    """
    number = int(text) if text.isdecimal() and len(text) <= len(str(LARGEST_PORT)) else 0
    if not 1 <= number <= LARGEST_PORT:
        parser.error(f"{text!r} is no port, choose a number from 1 to {LARGEST_PORT}")
    return number


if __name__ == "__main__":
    sys.exit(main())
