"""What people do with the page of their profile."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.bot.server import Server, button


async def make(room: Server) -> Callable[[], Awaitable[Any]]:
    room.bot.club.pages.single.base = "https://twotone.example"
    await room.run(room.bot.club.members.servers.change(room.guild.id, moderator_id=1, pages="unlisted"))
    pressed = room.plant(room.channel, [button("v1:0:page-make:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def remove(room: Server) -> Callable[[], Awaitable[Any]]:
    await (await make(room))()
    pressed = room.plant(room.channel, [button("v1:0:page-remove:0")])
    return lambda: room.ann.click(pressed, label="forged")
