"""Starts the unmodified bot against the playground.

Usage: `python -m playground.launcher`. The environment variable `TWOTONE_PLAYGROUND` holds the
playground's address (such as http://127.0.0.1:8101). It replaces Discord's two addresses in discord.py;
then the bot runs as `python -m bot`. The process ends when its standard input is closed, which means
that the process that started it is gone.
"""

from __future__ import annotations

import os
import runpy
import signal
import threading

from playground.pointing import ADDRESS_VARIABLE, point_discord_at


def _end_with_parent() -> None:
    # Read the file itself: the lock of sys.stdin would be held when the interpreter ends.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    point_discord_at(os.environ[ADDRESS_VARIABLE])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
