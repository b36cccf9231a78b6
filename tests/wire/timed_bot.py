"""The bot at a playground; notes slow work on its loop and in its writer.

Each callback of the loop and each job of the store's writer that takes longer in CPU time than it
may is a line of the file `late`, as soon as it is done. Work before the bot is connected does not
count.
"""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import data.sqlite.store
from bot.__main__ import main
from bot.client import Twotone
from club.members.quotas import Limits
from playground.pointing import ADDRESS_VARIABLE, point_discord_at
from tests.pace import slowness

FILE = "late"
CALLBACK, JOB = 0.05, 0.02
"""Seconds of CPU that a callback of the loop, and a job of the writer, may take."""
UNPACED = Limits(
    running_per_person=10**6,
    running_per_server=10**6,
    open_per_person=10**6,
    open_per_server=10**6,
    received_per_person=10**6,
    challenges_per_minute=10**6,
    replays_per_minute=10**6,
    imports_per_minute=10**6,
    presses_per_minute=10**9,
    presses_at_once=10**9,
    presses_in_work=10**6,
)
"""What is asked is done: how often it may be asked is for another test."""


def note(kind: str, what: object, took: float, allowed: float) -> None:
    """Note something that was long, unless only this machine made it so."""
    if took <= allowed * slowness():
        return
    with Path(FILE).open("a", encoding="utf-8") as file:
        file.write(f"{kind} {took * 1000:.0f} ms: {what}\n")


def watch() -> None:
    """Time every callback from the moment the bot is connected, and every job."""
    handled, attempt, connected = asyncio.Handle._run, data.sqlite.store._attempt, Twotone.on_ready

    def run_timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        handled(handle)
        took = time.thread_time() - began
        if took > CALLBACK:
            callback: Any = handle._callback  # pyrefly: ignore[missing-attribute]  # typeshed leaves it out
            note("callback", getattr(callback, "__self__", callback), took, CALLBACK)

    def timed_job(job: Any, *rest: Any) -> Any:
        began = time.thread_time()
        outcome = attempt(job, *rest)
        took = time.thread_time() - began
        if took > JOB:
            note("job", job, took, JOB)
        return outcome

    async def begin(bot: Twotone) -> None:
        await connected(bot)
        asyncio.Handle._run = run_timed  # pyrefly: ignore[bad-assignment, method-assign]  # the one place all callbacks pass

    data.sqlite.store._attempt = timed_job  # pyrefly: ignore[bad-assignment]  # the same arguments
    Twotone.on_ready = begin  # pyrefly: ignore[bad-assignment, method-assign]


def run() -> None:
    """Run it until it is told to end."""
    point_discord_at(os.environ[ADDRESS_VARIABLE])
    assert Twotone.__init__.__kwdefaults__ is not None
    Twotone.__init__.__kwdefaults__["limits"] = UNPACED
    watch()
    main([])


if __name__ == "__main__":
    run()
