"""The least a Discord bot can do: answer a command with one fixed picture.

`python -m workshop.bench.floor_bot`. Its other commands and buttons send the messages of one of our
moves, on the same routes and as many, with nothing behind them.
"""

import os
from io import BytesIO
from typing import Any

import discord
from discord import app_commands

from playground.pointing import ADDRESS_VARIABLE, point_discord_at
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match

Interaction = discord.Interaction[Any]
FADES = "FADES_AFTER"
"""Environment variable: seconds after which an answer is deleted.

The harness sets it, because nothing of the bot is loaded here.
"""
PLAY, AGAIN, DONE = "play", "again", "done"
"""The buttons: a board's, a picker's to go on, and a picker's that ends the move."""
OTHERS = "view", "more"
"""The other buttons of a board."""
PLAYED = 4
"""Moves after which the board is shown.

As many as the busy matches have behind them on average.
"""


class FloorBot(discord.Client):
    """No store, no rules, no drawing: what is left is discord.py and the sockets."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self._fades_after = float(os.environ[FADES])
        match = Match(GAMES["binar"], {"size": 9}, bytes(32))
        for _ in range(PLAYED):
            match.play(match.moves()[0])
        self._picture = draw(match.view(None)).png
        self._boards: dict[int, discord.Message] = {}
        self._presses: dict[int, Interaction] = {}

        @self.tree.command()
        async def floor(interaction: Interaction) -> None:
            """Answer with a picture."""
            await interaction.response.send_message(file=self._file())

        @self.tree.command()
        async def place(interaction: Interaction) -> None:
            """Make a thread with a board in it."""
            await interaction.response.send_message("Here.")
            thread = await (await interaction.original_response()).create_thread(name="A match")
            self._boards[thread.id] = await thread.send(view=_card(PLAY, *OTHERS), file=self._file())

        @self.tree.command()
        async def traffic(interaction: Interaction) -> None:
            """Send the messages of a move by `/move`.

            They are an answer that fades, a new board, and the former one without buttons.
            """
            await interaction.response.send_message(
                view=_card(pictured=False), ephemeral=True, delete_after=self._fades_after
            )
            await self._show(interaction)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Send what a press of ours sends."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        match data["custom_id"]:
            case "play":
                await interaction.response.defer()
                self._presses[interaction.channel_id or 0] = interaction
                await interaction.followup.send(view=_card(AGAIN, DONE), file=self._file(), ephemeral=True)
            case "again":
                await interaction.response.edit_message(view=_card(AGAIN, DONE), attachments=[self._file()])
            case "done":
                await interaction.response.edit_message(
                    view=_card(pictured=False), attachments=[], delete_after=self._fades_after
                )
                await self._show(interaction)

    async def _show(self, interaction: Interaction) -> None:
        """Post the new board by the mover's token, and edit the former one.

        The edit goes by its press's token, or by the channel's route.
        """
        place = interaction.channel_id or 0
        former, press = self._boards[place], self._presses.pop(place, None)
        self._boards[place] = await interaction.followup.send(
            view=_card(PLAY, *OTHERS), file=self._file(), wait=True
        )
        kept: list[Any] = list(former.attachments)
        if press is not None:
            await press.edit_original_response(view=_card(), attachments=kept)
        else:
            channel = self.get_partial_messageable(place)
            await channel.get_partial_message(former.id).edit(view=_card(), attachments=kept)

    def _file(self) -> discord.File:
        return discord.File(BytesIO(self._picture), "board.png")


def _card(*buttons: str, pictured: bool = True) -> discord.ui.LayoutView:
    """Return a framed picture with buttons, as ours are."""
    view = discord.ui.LayoutView(timeout=None)
    head = discord.ui.TextDisplay[Any](
        "### Binar\nAda (Even) — Ben (Odd)\n-# 9×9 board, own digits, double lines"
    )
    items: list[discord.ui.Item[Any]] = [head]
    if pictured:
        said = "Last move: i3:0. Odd to move. 0: i2 i3. 1: c6."
        picture = discord.MediaGalleryItem("attachment://board.png", description=said)
        items += (
            discord.ui.MediaGallery[Any](picture),
            discord.ui.TextDisplay[Any]("A move was played.\n**Ben to move**"),
        )
    if buttons:
        pressed = (discord.ui.Button[Any](label=name, custom_id=name) for name in buttons)
        items.append(discord.ui.ActionRow(*pressed))
    view.add_item(discord.ui.Container(*items))
    view.stop()  # presses come to `on_interaction`
    return view


if __name__ == "__main__":
    point_discord_at(os.environ[ADDRESS_VARIABLE])
    FloorBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
