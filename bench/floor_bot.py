"""The least a Discord bot can do: answer a command with one fixed picture. `python -m bench.floor_bot`.

Its second command sends what a move of ours sends, with nothing behind it.
"""

import os
from io import BytesIO

import discord
from discord import app_commands

from playground.launcher import ADDRESS_VARIABLE, point_at
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

        former: dict[int, discord.Message] = {}

        @self.tree.command()
        async def place(interaction: discord.Interaction) -> None:
            """Make a thread."""
            await interaction.response.send_message("Here.")
            await (await interaction.original_response()).create_thread(name="A match")

        @self.tree.command()
        async def traffic(interaction: discord.Interaction) -> None:
            """What a move of ours sends: an answer, a picture as a post of its own, an edit of the one before."""
            thread = interaction.channel
            assert isinstance(thread, discord.Thread)  # where the load test calls it
            await interaction.response.send_message("Played.", ephemeral=True)
            posted = await thread.send(file=discord.File(BytesIO(picture), "board.png"))
            if thread.id in former:
                await former[thread.id].edit(content="Succeeded.")
            former[thread.id] = posted

    async def setup_hook(self) -> None:
        """Register the one command."""
        await self.tree.sync()


if __name__ == "__main__":
    point_at(os.environ[ADDRESS_VARIABLE])
    FloorBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
