"""What people do with moves in advance, prepared up to the last press."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.bot.server import Server, button

Act = Callable[[], Awaitable[Any]]


async def delete_a_line(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    kept = room.plant(place, [button("v1:1:adv-pick:0:12:d4")])
    shown = (await room.ben.click(kept, label="forged")).response
    return lambda: room.ben.click(shown, label="Delete")


async def lines_by_form(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    form = await room.ben.click(room.plant(place, [button("v1:1:adv-write:0")]), label="forged")
    return lambda: room.ben.submit_modal(form, {"lines": "c3, d4"})
