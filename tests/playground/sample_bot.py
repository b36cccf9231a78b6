"""A small discord.py bot for the playground's tests, with every kind of act."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import zlib
from typing import Any, Self

import discord
from discord import app_commands, ui


def png(width: int = 8, height: int = 4) -> bytes:
    """A grey PNG of that size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture() -> discord.File:
    return discord.File(io.BytesIO(png()), "board.png", description="a grey board")


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that lives in its custom_id."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=card(self.n + 1), attachments=[picture()])


class Later(ui.DynamicItem[ui.Button[Any]], template=r"later"):
    """A button answered by a deferral, then an edit and an ephemeral follow-up.

    Only the person who pressed it sees the follow-up.
    """

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Later", custom_id="later"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=card(100), attachments=[picture()])
        await interaction.followup.send("Your hand: 0 1", ephemeral=True)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick"):
    """A menu whose choice opens a modal."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name) for name in ("a1", "b2")]
        super().__init__(ui.Select(custom_id="pick", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form(title=f"Move {self.item.values[0]}"))


class Form(ui.Modal):
    """A modal with a text, a menu, and a menu of people."""

    text: ui.Label[Any] = ui.Label(text="To", component=ui.TextInput(custom_id="to", max_length=4))
    how: ui.Label[Any] = ui.Label(
        text="How",
        component=ui.Select(custom_id="how", options=[discord.SelectOption(label="fast", value="fast")]),
    )

    who: ui.Label[Any] = ui.Label(text="Against", component=ui.UserSelect(custom_id="who", required=False))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        to, how, who = self.text.component, self.how.component, self.who.component
        assert isinstance(to, ui.TextInput)
        assert isinstance(how, ui.Select)
        assert isinstance(who, ui.UserSelect)
        names = [person.display_name for person in who.values]
        await interaction.response.send_message(" ".join([to.value, *how.values, *names]), ephemeral=True)


def card(n: int) -> ui.LayoutView:
    """A card of Components V2: text, a picture with alt text, buttons, a menu."""
    view = ui.LayoutView(timeout=None)
    rows: list[ui.Item[Any]] = [ui.ActionRow[Any](Count(n), Later()), ui.ActionRow[Any](Pick())]
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description=f"count {n}")
    )
    view.add_item(ui.Container(ui.TextDisplay(f"Count **{n}**"), gallery, *rows, accent_colour=0x5865F2))
    return view


class SampleBot(discord.Client):
    """Slash commands, and the items above.

    `resumed` is set when the gateway session has been resumed.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.01,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.ready = asyncio.Event()
        self.resumed = asyncio.Event()
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Later, Pick)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_resumed(self) -> None:
        self.resumed.set()


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="An embed with a picture")
    async def board(interaction: discord.Interaction[Any]) -> None:
        embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
        await interaction.response.send_message(embed=embed, file=picture())

    @tree.command(name="card", description="A card of Components V2")
    async def post_card(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=card(0), file=picture())

    @tree.command(description="A DM with a picture")
    async def hand(interaction: discord.Interaction[Any], whose: discord.Member) -> None:
        try:
            await whose.send("Your hand: 1 1", file=picture())
        except discord.Forbidden as refused:
            await interaction.response.send_message(f"closed: {refused.code}", ephemeral=True)
        else:
            await interaction.response.send_message("sent", ephemeral=True)

    @tree.command(description="A thread with both players")
    async def match(interaction: discord.Interaction[Any], opponent: discord.Member) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(
            name="A match", type=discord.ChannelType.public_thread
        )
        await thread.add_user(interaction.user)
        await thread.add_user(opponent)
        ping = discord.AllowedMentions(users=[opponent])
        await thread.send(
            f"Your turn, {opponent.mention}, after {interaction.user.mention}", allowed_mentions=ping
        )
        await interaction.response.send_message(thread.mention, ephemeral=True)

    @tree.command(description="Which languages Discord names")
    async def languages(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"{interaction.locale} {interaction.guild_locale}")
