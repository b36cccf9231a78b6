"""Runs the bot until a signal stops it.

It logs in again and again while Discord is away, and can end in every state.
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

from bot.codes import NoAnswer, limit_of
from bot.host.settings import ConfigError
from data.database import waits
from words import Phrase, TwotoneError

log = logging.getLogger(__name__)

ENDS_WITHIN: Final = 4.8
"""Seconds from SIGTERM until the process ends, whatever does not let go."""
LETS_GO: Final = 0.5
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
    """The bot cannot run as things are; the sentence says what the host has to change."""


async def run(make: Callable[[], discord.Client], token: str) -> None:
    """Run the bot that `make` makes until SIGTERM or SIGINT.

    Raise `ConfigError` or `HostError` if it cannot go on. If Discord is away, wait for it, at log-in
    too: a process that ended would only be restarted at once, by Docker or systemd, and log in far more
    often than this one does.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stopping)
    wait = FIRST_WAIT
    while not stopping.is_set():
        fault = await _serve(make(), token, stopping)
        if fault is None:
            return
        if wrong := explain_fault(fault):
            raise wrong
        if not _is_passing(fault):
            raise fault
        delay = max(wait, limit_of(fault))
        said = Phrase("host.waits", fault=_fault_text(fault), seconds=round(delay))
        log.warning("log-in failed, tried again later", extra={"sentence": str(said)})
        await _either(stopping, asyncio.create_task(waits.wait(delay)))
        wait = min(2 * wait, LONGEST_WAIT)


def _stop(stopping: asyncio.Event) -> None:
    """Begin to end the process.

    A task that does not end in time is left behind, because nothing stored depends on it.
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
    """Run one client until it ends or is to stop; return its fault.

    Return `None` if it was asked to stop.
    """
    async with bot:
        running = asyncio.create_task(bot.start(token), name="bot")
        await _either(stopping, running, keep=True)
        # First closed, then cancelled: while a shard connects again, discord.py swallows a cancellation, and ends
        # only where it finds the client closed.
        await bot.close()
        for _ in range(2):
            if not running.done():
                running.cancel()
                await asyncio.wait({running}, timeout=LETS_GO)
    if not running.done() or running.cancelled():
        return None
    fault = running.exception()
    return None if stopping.is_set() and (fault is None or _is_passing(fault)) else fault


async def _either(stopping: asyncio.Event, task: asyncio.Task[None], *, keep: bool = False) -> None:
    """Wait for the task to end or the bot to stop; cancel the task unless `keep`."""
    stop = asyncio.create_task(stopping.wait())
    await asyncio.wait({stop, task}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not keep:
        task.cancel()


def explain_fault(fault: BaseException) -> TwotoneError | None:
    """Return what the host has to mend after a failed connection, if that is known."""
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


def unreachable(fault: BaseException) -> TwotoneError | None:
    """Return the error for a host who waits for a connection; `None` for our own bug."""
    if wrong := explain_fault(fault):
        return wrong
    return HostError("host.unreachable", fault=_fault_text(fault)) if _is_passing(fault) else None


def _is_passing(fault: BaseException) -> bool:
    """Whether a fault at log-in is Discord's or the network's, and passes by itself."""
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
    """Return a fault in words for the host."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status}"
    if isinstance(fault, NoAnswer | JSONDecodeError):
        return str(Phrase("host.garbled"))
    return f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
