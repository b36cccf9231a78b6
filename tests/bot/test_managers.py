"""What is for members who manage a server is refused to all others by every door."""

from itertools import product
from typing import Any, Final

import pytest

from bot.cogs import HANDLERS
from data.members.servers import ServerRow
from tests.bot.officials import manager
from tests.bot.server import Server, button, reply_text, select

pytestmark = pytest.mark.ci

ACTIONS: Final = [*sorted(action for action in HANDLERS if action.startswith("server")), "set-clocks"]
"""The actions of a server's settings and of the log of their changes."""
RESTS: Final = ("", ":running_limit,1", ":threads,0", ":puzzle_hour", ":card_channel", ":0")
REFUSED: Final = "may manage the server can"


async def nothing_changed(room: Server) -> bool:
    """Whether the server has the settings that it began with, and nothing in its log."""
    logged = await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM admin_log"))
    return (await room.bot.club.members.servers.get(room.guild.id), logged) == (ServerRow(room.guild.id), [])


async def test_no_member_comes_to_a_server_s_settings_by_any_button_or_menu(room: Server) -> None:
    for action, rest in product(ACTIONS, RESTS):
        custom_id = f"v1:0:{action}:0{rest}"
        pressed = room.plant(room.channel, [button(custom_id)])
        chosen = room.plant(room.channel, [select(custom_id, ["1"])])
        for result in (
            await room.ann.click(pressed, label="forged"),
            await room.ann.select(chosen, ["1"], custom_id=custom_id),
        ):
            assert REFUSED in reply_text(result), custom_id
    assert await nothing_changed(room)


@pytest.mark.parametrize("command", ["settings server", "admin log"])
async def test_no_member_comes_there_by_a_command(room: Server, command: str) -> None:
    listed: Any = await room.run(room.bot.tree.fetch_commands())
    room.guild.set_command_permissions(
        next(each.id for each in listed if each.name == command.split()[0]), {room.guild.default_role: True}
    )
    assert REFUSED in reply_text(await room.ann.slash(room.channel, command))
    assert REFUSED not in reply_text(await manager(room).slash(room.channel, command))
