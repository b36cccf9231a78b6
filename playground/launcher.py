"""Starts the unmodified bot against the playground: `python -m playground.launcher`.

The bot's library is told two addresses, that of the REST API and that of the gateway, from the environment's
`TWOTONE_PLAYGROUND` (as http://127.0.0.1:8101); then `python -m bot` runs as it would anywhere. When whoever
started it is gone (its standard input ends), it ends too.
"""

from __future__ import annotations

import os
import runpy
import signal
import threading

import discord.gateway
import discord.http
from yarl import URL

ADDRESS_VARIABLE = "TWOTONE_PLAYGROUND"


def point_at(address: str) -> None:
    """Send discord.py to a playground's address instead of Discord's."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1) + "/gateway")


def _end_with_parent() -> None:
    # The file itself, not sys.stdin, whose lock would be held when the interpreter ends.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    point_at(os.environ[ADDRESS_VARIABLE])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
