"""Runs the bot until a signal stops it.

It keeps trying to log in while Discord is unreachable, and can be stopped in every state.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from json import JSONDecodeError
from typing import Final

import discord

from bot.codes import NoAnswer, retry_delay
from bot.host.settings import ConfigError
from data.database import waits
from words import Phrase, TwotoneError

log = logging.getLogger(__name__)

ENDS_WITHIN: Final = 4.8
"""Seconds from SIGTERM until the process ends, whatever does not let go."""
CLOSE_SECONDS: Final = 0.5
"""Seconds that the library has to end after it was closed."""
FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0
"""Seconds until the next log-in after the first failure, and after many.

The wait doubles in between.
"""

CLOSINGS: Final = {
    4004: "config.unknown_token",
    4010: "host.sharding",
    4011: "host.sharding",
    4012: "host.outdated",
    4013: "host.intents",
    4014: "host.intents",
}
"""Messages to the host by the gateway's close code; it would close so again."""


class HostError(TwotoneError):
    """The bot cannot run; the message says what the host has to change."""


async def run_until_stopped(make_client: Callable[[], discord.Client], token: str) -> None:
    """Run the bot that `make_client` creates until SIGTERM or SIGINT.

    Raise `ConfigError` or `HostError` if it cannot go on. If Discord is unreachable, even at log-in, wait
    for it. If the process ended, Docker or systemd would restart it at once, and it would log in much more
    often.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stopping)
    wait = FIRST_WAIT
    while not stopping.is_set():
        fault = await _serve(make_client(), token, stopping)
        if fault is None:
            return
        if wrong := explain_fault(fault):
            raise wrong
        if not _is_passing(fault):
            raise fault
        delay = max(wait, retry_delay(fault))
        said = Phrase("host.waits", fault=_fault_text(fault), seconds=round(delay))
        log.warning("log-in failed, tried again later", extra={"sentence": str(said)})
        await _wait_for_either(stopping, asyncio.create_task(waits.sleep_with_jitter(delay)))
        wait = min(2 * wait, LONGEST_WAIT)


def _stop(stopping: asyncio.Event) -> None:
    """Begin to end the process.

    After `ENDS_WITHIN` seconds it exits even if a task still runs; no stored data depends on that task.
    """
    if stopping.is_set():
        return
    stopping.set()
    last = threading.Timer(ENDS_WITHIN, _end_hard)
    last.daemon = True
    last.start()


def _end_hard() -> None:
    log.warning("ended without waiting any longer")
    logging.shutdown()
    os._exit(0)


async def _serve(bot: discord.Client, token: str, stopping: asyncio.Event) -> BaseException | None:
    """Run one client until it ends or the bot is stopped; return its exception.

    Return `None` if it was asked to stop.
    """
    async with bot:
        running = asyncio.create_task(bot.start(token), name="bot")
        await _wait_for_either(stopping, running, keep=True)
        # First closed, then cancelled: while a shard connects again, discord.py swallows a cancellation, and ends
        # only where it finds the client closed.
        await bot.close()
        for _ in range(2):
            if not running.done():
                running.cancel()
                await asyncio.wait({running}, timeout=CLOSE_SECONDS)
    if not running.done() or running.cancelled():
        return None
    fault = running.exception()
    return None if stopping.is_set() and (fault is None or _is_passing(fault)) else fault


async def _wait_for_either(stopping: asyncio.Event, task: asyncio.Task[None], *, keep: bool = False) -> None:
    """Wait until the task ends or the bot stops; cancel it unless `keep`."""
    stop = asyncio.create_task(stopping.wait())
    await asyncio.wait({stop, task}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not keep:
        task.cancel()


def explain_fault(fault: BaseException) -> TwotoneError | None:
    """Return an error with advice for the host after a failed connection.

    Return `None` if there is no known advice.
    """
    if isinstance(fault, discord.LoginFailure):
        return ConfigError("config.unknown_token")
    if isinstance(fault, discord.PrivilegedIntentsRequired):
        return HostError("host.intents", code=4014)
    if isinstance(fault, discord.ConnectionClosed) and fault.code in CLOSINGS:
        code = CLOSINGS[fault.code]
        return ConfigError(code) if code.startswith("config.") else HostError(code, code=fault.code)
    if isinstance(fault, discord.Forbidden):
        return HostError("host.forbidden", code=fault.code)
    return None


def connection_error(fault: BaseException) -> TwotoneError | None:
    """Return an error that tells the host why there is no connection.

    Return `None` if the cause is a bug in the bot.
    """
    if wrong := explain_fault(fault):
        return wrong
    return HostError("host.unreachable", fault=_fault_text(fault)) if _is_passing(fault) else None


def _is_passing(fault: BaseException) -> bool:
    """Whether an error at log-in is temporary: Discord's or the network's."""
    if isinstance(fault, discord.HTTPException):
        return fault.status == 429 or fault.status >= 500
    away = (
        OSError,
        NoAnswer,
        JSONDecodeError,
        discord.RateLimited,
        discord.GatewayNotFound,
        discord.ConnectionClosed,
    )
    return isinstance(fault, away) or type(fault).__module__.partition(".")[0] == "aiohttp"


def _fault_text(fault: BaseException) -> str:
    """Return an exception in words for the host."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status}"
    if isinstance(fault, NoAnswer | JSONDecodeError):
        return str(Phrase("host.garbled"))
    return f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
