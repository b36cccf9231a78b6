"""Starts the unmodified bot against the playground: `python -m playground.client`.

The bot's library is told two addresses, that of the REST API and that of the gateway, from the environment's
`TWOTONE_PLAYGROUND` (as http://127.0.0.1:8101); then `python -m bot` runs as it would anywhere.
"""

from __future__ import annotations

import os
import runpy

import discord.gateway
import discord.http
from yarl import URL

ADDRESS_VARIABLE = "TWOTONE_PLAYGROUND"


def point_at(address: str) -> None:
    """Send discord.py to a playground's address instead of Discord's."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1) + "/gateway")


if __name__ == "__main__":
    point_at(os.environ[ADDRESS_VARIABLE])
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
