"""Settings that people change for themselves and for their server.

Each is prepared up to its last press.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from data.pages import live_boards
from data.pages.live_boards import LiveBoardRow
from tests.bot.officials import manager
from tests.bot.server import Server, button, select

Act = Callable[[], Awaitable[Any]]


async def own_setting(room: Server) -> Act:
    pressed = room.plant(room.channel, [button("v1:0:me:0:confirm,1")])
    return lambda: room.ann.click(pressed, label="forged")


async def close_boards(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    link = LiveBoardRow("k", room.ann.id, 1, room.bot.club.now() + 60)
    await room.bot.club.store.write(lambda tx: live_boards.put(tx, link, now=0.0))
    pressed = room.plant(place, [button("v1:0:live-close:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def block(room: Server) -> Act:
    pressed = room.plant(room.channel, [button(f"v1:{room.ben.id}:block:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def choose_blocked(room: Server) -> Act:
    custom_id, whom = "v1:0:block-set:0", str(room.ben.id)
    pressed = room.plant(room.channel, [select(custom_id, [whom])])
    return lambda: room.ann.select(pressed, [whom], custom_id=custom_id)


async def server_setting(room: Server) -> Act:
    pressed, who = room.plant(room.channel, [button("v1:0:server:0:threads,0")]), manager(room)
    return lambda: who.click(pressed, label="forged")


async def game_channels(room: Server) -> Act:
    who = manager(room)
    shown = await who.slash(room.channel, "settings server")
    return lambda: who.select(shown.response, [room.channel], custom_id="v1:0:server:0:channels")


async def daily_hour(room: Server) -> Act:
    custom_id, who = "v1:0:server-daily:0:puzzle_hour", manager(room)
    pressed = room.plant(room.channel, [select(custom_id, ["7"])])
    return lambda: who.select(pressed, ["7"], custom_id=custom_id)


async def card_channel(room: Server) -> Act:
    custom_id, who, channel = "v1:0:server-card:0:card_channel", manager(room), str(room.channel.id)
    pressed = room.plant(room.channel, [select(custom_id, [channel])])
    return lambda: who.select(pressed, [channel], custom_id=custom_id)


async def looking_for(room: Server) -> Act:
    custom_id = "v1:0:look-set:0:games"
    pressed = room.plant(room.channel, [select(custom_id, ["binar"])])
    return lambda: room.ann.select(pressed, ["binar"], custom_id=custom_id)


async def server_clocks(room: Server) -> Act:
    who = manager(room)
    form = await who.click(room.plant(room.channel, [button("v1:0:server-time:0")]), label="forged")
    return lambda: who.submit_modal(form, {"clock": ["3d"]})


async def server_zone(room: Server) -> Act:
    who = manager(room)
    form = await who.click(room.plant(room.channel, [button("v1:0:server-zone:0")]), label="forged")
    return lambda: who.submit_modal(form, {"zone": "Berlin"})
