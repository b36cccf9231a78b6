"""Acts in vote matches that store something, each prepared up to its last press."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from tests.bot.server import Server, button

Act = Callable[[], Awaitable[Any]]
Prepare = Callable[[Server], Awaitable[Act]]


async def ask(room: Server) -> Act:
    return lambda: room.ann.slash(room.channel, "vote", game="binar")


def voting(custom_id: str, who: str = "cleo", first: str = "") -> Prepare:
    """Prepare a press on a button about the vote of Ann's team, which has Even.

    If `first` is given, that button is pressed before.
    """

    async def prepare(room: Server) -> Act:
        shown = await room.ann.slash(room.channel, "vote", game="binar", side="Even", opponent=room.ben)
        await room.ben.click(shown.response, label="Accept")
        if first:
            await getattr(room, who).click(room.plant(room.place, [button(first)]), label="forged")
        pressed = room.plant(room.place, [button(custom_id)])
        return lambda: getattr(room, who).click(pressed, label="forged")

    return prepare


def shown_by(result: Any) -> discord.Message:
    found: discord.Message = next(
        (each for each in result.followups if each.ephemeral), result.response.message or result.response
    )
    return found
