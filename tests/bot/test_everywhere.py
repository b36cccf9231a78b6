"""Every command and button answers every member in every place.

The bot itself lists all of them.
"""

from typing import Any, Final

import discord
import pytest

from bot.cogs import HANDLERS
from tests.bot.all_doors import (
    ACTIONS,
    PUBLIC,
    begin_hidden,
    check_answer,
    leaves,
    press_everything,
    required_options,
    use_everything,
)
from tests.bot.losses import LOSSES, Loss
from tests.bot.officials import official
from tests.bot.server import Server
from tests.bot.user_install import Place, by_user_install, is_offered
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("pictures_undrawn")


@pytest.fixture
def everybody(room: Server) -> list[Any]:
    """Ann and Ben, who play; Cleo, who watches; Mo, who moderates."""
    return [room.ann, room.ben, room.cleo, official(room, manage_messages=True, manage_guild=True)]


def test_everything_that_there_is_is_tried(room: Server) -> None:
    names = {command.qualified_name for command in leaves(room)}
    assert {"play", "settings me", "admin move"} <= names
    assert {name.partition(" ")[0] for name in names} == {
        command.name for command in room.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    }
    assert set(ACTIONS) == set(HANDLERS)


STATES: Final = pytest.mark.parametrize(
    "over", [False, pytest.param(True, marks=pytest.mark.deep)], ids=["running", "over"]
)


async def test_every_command_answers_everybody_in_thread_and_channel(
    room: Server, everybody: list[Any]
) -> None:
    """What is over is asked about in another language (`test_languages.py`)."""
    thread = await begin_hidden(room, over=False)
    visits = [(member, place) for place in (thread, room.channel) for member in everybody]
    await use_everything(room, visits, room.channel)


@pytest.mark.ci
@STATES
async def test_every_command_answers_in_direct_messages(room: Server, over: bool) -> None:
    await begin_hidden(room, over=over)
    for command in leaves(room):
        root = command.root_parent or command
        if root.guild_only or (root.allowed_contexts and not root.allowed_contexts.dm_channel):
            continue
        for person in (room.ann.user, room.ben.user, room.cleo.user):
            result = await person.slash(
                command.qualified_name, **required_options(room, command, room.channel)
            )
            check_answer(result, command.qualified_name, private=False)


@pytest.mark.ci
@STATES
async def test_every_button_answers_in_direct_messages(room: Server, over: bool) -> None:
    """In thread and channel all are pressed in another language (`test_languages.py`)."""
    await begin_hidden(room, over=over)
    await press_everything(room, [(person, person.dm_channel) for person in (room.ann.user, room.ben.user)])


@pytest.mark.ci
async def test_every_button_answers_on_a_challenge(room: Server) -> None:
    await begin_hidden(room, over=False)
    await press_everything(room, [(room.ben, room.channel)], "c2")


async def test_a_member_s_menu_answers_everybody(room: Server, everybody: list[Any]) -> None:
    for command in room.bot.tree.get_commands(type=discord.AppCommandType.user):
        for member in everybody:
            for place in (room.channel, await begin_hidden(room, over=False)):
                result = await member.context_menu(place, command.name, room.ben)
                check_answer(result, command.name, private=True)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("kind", "over"),
    leave_to_ci(
        [
            ("group", False),
            pytest.param("group", True, marks=pytest.mark.deep),
            pytest.param("server", False, marks=pytest.mark.deep),
            pytest.param("server", True, marks=pytest.mark.deep),
        ],
        after=1,
    ),
)
async def test_every_command_and_button_answers_everybody_where_the_bot_is_no_member(
    room: Server, kind: str, over: bool
) -> None:
    with by_user_install(room, kind) as place:
        await begin_hidden(room, over=over)
        visits = [(member, room.channel) for member in (room.ann, room.cleo)]
        missing = await _use_all_there(room, place, visits)
        await press_everything(room, visits, also=("rematch",))
    assert missing == {"admin bar", "admin end", "admin log", "admin move", "admin status", "admin void"}


async def _use_all_there(room: Server, place: Place, visits: list[tuple[Any, Any]]) -> set[str]:
    """Let each member use every command offered there; return those not offered."""
    missing = set()
    for command in leaves(room):
        name = command.qualified_name
        if not is_offered(room, place.kind, name):
            missing.add(name)
            continue
        for member, channel in visits:
            result = await member.slash(channel, name, **required_options(room, command, channel))
            check_answer(result, name, private=name not in (*PUBLIC, "rematch"))
    return missing


LOST: Final[dict[str, Any]] = {
    "the opponent left": pytest.mark.ci,
    "the server is gone": (),
    "no view_channel": pytest.mark.ci,
}
"""A loss of each kind: a person, all places, a right.

The deep run has all.
"""


@pytest.mark.parametrize(
    "lose",
    [
        pytest.param(lose, marks=LOST.get(name, pytest.mark.deep), id=name)
        for name, (lose, _) in LOSSES.items()
    ],
)
async def test_whatever_is_lost_every_command_and_button_answers(room: Server, lose: Loss) -> None:
    elsewhere = await lose(room, await begin_hidden(room, over=False))
    await room.env.settle()
    left = {room.channel.id: room.channel, elsewhere.id: elsewhere}
    there = [place for place in left.values() if place.guild.id == room.ann.guild.id]
    visits = [(room.ann, place) for place in there if place.id in room.env.backend.channels]
    await use_everything(room, visits, elsewhere)
    await press_everything(room, visits)
