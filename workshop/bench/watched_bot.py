"""The bot at a playground, its event loop watched.

`python -m workshop.bench.watched_bot`. It takes every callback's CPU time on the loop (wall time
would count the time that other processes took of a shared machine). When the bot ends, the longest
is in the file `longest-stall`, in ms. Work before it is connected (imports, the first schema) is
not counted.
"""

import asyncio
import atexit
import time
from pathlib import Path

from bot.client import Twotone
from workshop.bench.busy_bot import run

FILE = "longest-stall"


class _Watched:
    longest = 0.0


def _watch() -> None:
    handled = asyncio.Handle._run

    def run_timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        handled(handle)
        _Watched.longest = max(_Watched.longest, time.thread_time() - began)

    asyncio.Handle._run = run_timed  # pyrefly: ignore[bad-assignment, method-assign]  # the one place all callbacks pass
    connected = Twotone.on_ready

    async def forget_start(bot: Twotone) -> None:
        _Watched.longest = 0.0
        await connected(bot)

    Twotone.on_ready = forget_start  # pyrefly: ignore[bad-assignment, method-assign]  # what was measured until now was the start
    target = Path(FILE).absolute()
    atexit.register(lambda: target.write_text(str(_Watched.longest * 1000)))


if __name__ == "__main__":
    _watch()
    run()
