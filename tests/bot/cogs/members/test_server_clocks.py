"""A server's clocks: the default for challenges, and the limits of all others.

A challenge that names no clock gets the default.
"""

from typing import Any

import pytest

from bot.cogs.members.settings import CLOCKS
from data.members.servers import ServerRow
from tests.bot.challenge_cards import chosen_values, fields
from tests.bot.officials import manager
from tests.bot.server import Server, button, buttons, texts
from tests.bot.settings_cards import menu, of_server
from tests.sets import leave_to_ci

DAY = 24 * 3600


async def clocks(room: Server, member: Any) -> Any:
    """The form of the server's clocks."""
    return await member.click(await of_server(room, member), label="Clocks")


async def set_clocks(room: Server, member: Any, **values: str) -> str:
    """A manager fills in the form; what the card says then."""
    done = await member.submit_modal(
        await clocks(room, member), {name: [value] for name, value in values.items()}
    )
    return texts(done.response)


async def chosen_clocks(room: Server, member: Any) -> dict[str, list[str]]:
    """The clocks that the form shows as chosen."""
    return {name: chosen_values(field) for name, field in fields(await clocks(room, member)).items()}


async def challenge(room: Server, **options: Any) -> Any:
    """Ann challenges Ben; returns the answer."""
    return await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, **options)


@pytest.mark.ci
async def test_a_challenge_without_a_clock_has_the_one_of_the_server(room: Server) -> None:
    mo = manager(room)
    assert "Clock:" not in texts((await challenge(room)).response)
    assert await chosen_clocks(room, mo) == {
        "clock": ["none"],
        "clock_least": ["auto"],
        "clock_most": ["auto"],
    }
    assert "Saved" in await set_clocks(room, mo, clock="3d")
    assert "-# Clock: 3 days a move" in texts((await challenge(room)).response)
    assert "Clock:" not in texts((await challenge(room, clock="no clock", options="3×3")).response)
    await room.restart()
    assert (await chosen_clocks(room, mo))["clock"] == ["3d"]


async def test_clocks_beyond_the_limits_of_a_server_are_refused_with_the_limit(room: Server) -> None:
    mo = manager(room)
    await set_clocks(room, mo, clock_least=str(DAY), clock_most=str(7 * DAY))
    assert await chosen_clocks(room, mo) == {
        "clock": ["none"],
        "clock_least": [str(DAY)],
        "clock_most": [str(7 * DAY)],
    }
    for clock in ("12 hours", "12h + 1d"):
        refused = await challenge(room, clock=clock)
        assert "A clock on this server gives at least 1 day" in texts(refused.response)
    for clock in ("14 days", "none", "8 days + 1 day"):
        refused = await challenge(room, clock=clock)
        assert "A match on this server has a clock, of at most 7 days" in texts(refused.response)
    assert "has a clock, of at most 7 days" in texts((await challenge(room)).response)
    assert room.channel.history() == []
    for number, clock in enumerate(("1 day", "7 days", "7 days + 12 hours"), 1):
        assert not (await challenge(room, clock=clock)).ephemeral
        assert len(room.channel.history()) == number
    form = await room.ann.click(room.channel.history()[0], label="Clock and side")
    offered = [option["value"] for option in fields(form)["clock"]["options"]]
    assert "7d" in offered and not {"none", "14d", "12h"} & {*offered}
    await set_clocks(room, mo, clock_most=str(14 * DAY))
    form = await room.ann.click(room.channel.history()[0], label="Clock and side")
    await set_clocks(room, mo, clock_most=str(7 * DAY))
    refused = await room.ann.submit_modal(form, {"clock": ["14d"]})
    assert "has a clock, of at most 7 days" in "\n".join(map(texts, [refused.response, *refused.followups]))
    assert "Clock: 1 day a move" in texts(room.channel.history()[0])


async def test_clocks_of_a_server_that_contradict_each_other_are_not_saved(room: Server) -> None:
    mo = manager(room)
    said = await set_clocks(room, mo, clock_least=str(3 * DAY), clock_most=str(DAY))
    assert "Not saved:** the shortest time, 3 days, would be longer than the longest, 1 day." in said
    said = await set_clocks(room, mo, clock="1d", clock_least=str(3 * DAY))
    assert "the clock of challenges that name none, 1 day a move, would not be within the limits" in said
    assert await room.bot.club.members.servers.get(room.guild.id) == ServerRow(room.guild.id)
    await set_clocks(room, mo, clock="5d", clock_least=str(3 * DAY))
    assert "5 days a move, would not be within the limits" in await set_clocks(
        room, mo, clock_most=str(3 * DAY)
    )
    row = await room.bot.club.members.servers.get(room.guild.id)
    assert (row.clock, row.clock_least, row.clock_most) == ("5d", 3 * DAY, None)
    await set_clocks(room, mo, clock="1d", clock_least="auto", clock_most=str(3 * DAY))
    row = await room.bot.club.members.servers.get(room.guild.id)
    assert (row.clock, row.clock_least, row.clock_most) == ("1d", None, 3 * DAY)


async def test_the_form_asks_every_clock_and_leads_back_to_the_card(room: Server) -> None:
    mo = manager(room)
    form = await clocks(room, mo)
    assert set(fields(form)) == set(CLOCKS)
    back = await mo.submit_modal(form, {})
    assert menu(back.response, "running_limit")
    assert "Clocks" in buttons(back.response)
    assert await room.bot.club.members.servers.get(room.guild.id) == ServerRow(room.guild.id)


@pytest.mark.parametrize(
    ("name", "value"),
    leave_to_ci(
        [
            ("clock", "quickly"),
            ("clock", "1m"),
            ("clock_least", "5"),
            ("clock_most", "-1"),
            ("channels", "1"),
        ],
        after=2,
    ),
)
async def test_what_the_form_never_offered_is_stored_nowhere(room: Server, name: str, value: str) -> None:
    mo = manager(room)
    form = await mo.click(room.plant(room.channel, [button("v1:0:server-zone:0")]), label="forged")
    modal = form._interaction.modal
    modal["custom_id"] = "v1:0:set-clocks:0"
    modal["components"][0]["component"]["custom_id"] = name
    told = await mo.submit_modal(form, {name: value})
    assert told.ephemeral
    assert await room.bot.club.members.servers.get(room.guild.id) == ServerRow(room.guild.id)
