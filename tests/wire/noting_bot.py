"""The bot at a playground; notes its CPU at the first answer to an interaction.

A line of the file `sent` is the interaction's id and the seconds of CPU that the process had used.
A busy playground looks at the answer late, and no person waits for that.
"""

import runpy
import time
from pathlib import Path
from typing import Any

import aiohttp

from bot.delivery.throttle import Throttle

FILE = "sent"
PLACE = "/interactions/"


def watch() -> None:
    """Note each answer when its request has been sent."""
    trace = Throttle.make_trace_config

    async def note_sent(_: object, __: object, request: aiohttp.TraceRequestHeadersSentParams) -> None:
        _, here, rest = request.url.raw_path.partition(PLACE)
        if here:
            file.write(f"{rest.partition('/')[0]} {time.process_time()}\n")

    def trace_sent(self: Throttle) -> Any:
        config = trace(self)
        config.on_request_headers_sent.append(note_sent)
        return config

    file = Path(FILE).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 - as long as the process
    Throttle.make_trace_config = trace_sent  # pyrefly: ignore[method-assign]


if __name__ == "__main__":
    watch()
    runpy.run_module("playground.launcher", run_name="__main__", alter_sys=True)
