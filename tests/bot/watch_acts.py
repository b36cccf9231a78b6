"""Notes and other acts about a match that store something.

Each is prepared up to its last press.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.bot.matches_over import give_up
from tests.bot.server import Server, button

Act = Callable[[], Awaitable[Any]]


async def write_a_note(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    form = await room.cleo.click(room.plant(place, [button("v1:1:note:1")]), label="forged")
    return lambda: room.cleo.submit_modal(form, {"move": "1", "note": "good"})


async def let_notes_be_seen(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    await give_up(room.ben, place)
    pressed = room.plant(place, [button("v1:1:notes-show:2:1")])
    return lambda: room.ann.click(pressed, label="forged")
