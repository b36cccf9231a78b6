"""Starts the unmodified bot against the playground.

Usage: `python -m playground.launcher`. The environment variable `TWOTONE_PLAYGROUND` holds the
playground's address (such as http://127.0.0.1:8101). It replaces Discord's two addresses in discord.py;
then the bot runs as `python -m bot`. Each line of its standard input is the number of seconds by which its
clock is ahead from then on. The process ends when its standard input is closed, which means that the
process that started it is gone.
"""

from __future__ import annotations

import os
import runpy
import signal
import threading

from playground.pointing import ADDRESS_VARIABLE, AHEAD_VARIABLE, point_discord_at
from playground.turned_clock import TurnedClock


def _follow_parent(clock: TurnedClock) -> None:
    # Read the file itself: the lock of sys.stdin would be held when the interpreter ends.
    while told := os.read(0, 1024):
        clock.turn(float(told.split()[-1]))
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    point_discord_at(os.environ[ADDRESS_VARIABLE])
    clock = TurnedClock(float(os.environ.get(AHEAD_VARIABLE, "0")))
    threading.Thread(target=_follow_parent, args=(clock,), daemon=True).start()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
