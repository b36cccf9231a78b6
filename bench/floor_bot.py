"""The least a Discord bot can do: answer a command with one fixed picture. `python -m bench.floor_bot`."""

import os
from io import BytesIO

import discord
from discord import app_commands

from playground.client import ADDRESS_VARIABLE, point_at
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match


class FloorBot(discord.Client):
    """No store, no rules, no drawing: what is left is discord.py and the sockets."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        picture = draw(Match(GAMES["binar"], {}, b"").view(None)).png

        @self.tree.command()
        async def floor(interaction: discord.Interaction) -> None:
            """Answer with a picture."""
            await interaction.response.send_message(file=discord.File(BytesIO(picture), "board.png"))

    async def setup_hook(self) -> None:
        """Register the one command."""
        await self.tree.sync()


if __name__ == "__main__":
    point_at(os.environ[ADDRESS_VARIABLE])
    FloorBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
