"""The bot at a playground, its event loop sampled.

`python -m workshop.bench.lagging_bot`. A timer asks to be woken every few ms, and notes how much
later it was. When the bot ends, the notes since it was connected are in the file `lags`, in ms.
"""

import asyncio
import atexit
import json
import time
from pathlib import Path

from bot.client import Twotone
from workshop.bench.busy_bot import run

FILE = "lags"
EVERY = 0.005
"""Seconds between two looks."""


def _watch() -> None:
    lags: list[float] = []
    sampling: list[asyncio.Task[None]] = []
    connected = Twotone.on_ready

    async def sample() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(EVERY)
            lags.append(1000 * (time.perf_counter() - began - EVERY))

    async def begin(bot: Twotone) -> None:
        await connected(bot)
        sampling.append(asyncio.create_task(sample()))

    Twotone.on_ready = begin  # pyrefly: ignore[bad-assignment, method-assign]  # the first moment that counts
    target = Path(FILE).absolute()
    atexit.register(lambda: target.write_text(json.dumps(lags)))


if __name__ == "__main__":
    _watch()
    run()
