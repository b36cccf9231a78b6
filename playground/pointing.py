"""Redirection of discord.py to a playground instead of Discord."""

from typing import Final

from yarl import URL

ADDRESS_VARIABLE: Final = "TWOTONE_PLAYGROUND"
"""Environment variable with a playground's address (as http://127.0.0.1:8101)."""
AHEAD_VARIABLE: Final = "TWOTONE_AHEAD"
"""Environment variable with the seconds that a playground's clock is ahead."""


def point_discord_at(address: str) -> None:
    """Make discord.py connect to a playground's address instead of Discord's."""
    # Imported here: a playground, which only names the variable, starts a fifth of a second sooner without it.
    import discord.gateway
    import discord.http

    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(address.replace("http", "ws", 1) + "/gateway")
