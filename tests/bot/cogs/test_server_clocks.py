"""A server's clocks: the one of challenges that name none, and the limits of every other."""

from typing import Any

import pytest

from bot.cogs.settings import CLOCKS
from data.servers import ServerRow
from tests.bot.cogs.test_settings import choose, chosen, manager, menu, of_server
from tests.bot.server import Server, buttons, select, texts, walk

DAY = 24 * 3600


async def clocks(room: Server, member: Any) -> Any:
    """The card of the server's clocks."""
    pressed = await member.click(await of_server(room, member), label="Clocks")
    return pressed.response


async def challenge(room: Server, **options: Any) -> Any:
    """Ann challenges Ben; returns the answer."""
    return await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, **options)


async def test_a_challenge_without_a_clock_has_the_one_of_the_server(room: Server) -> None:
    mo = await manager(room)
    assert "Clock:" not in texts((await challenge(room)).response)
    card = await clocks(room, mo)
    assert chosen(card, "clock") == ["none"]
    card = await choose(mo, card, "clock", "3d")
    assert (chosen(card, "clock"), "Saved" in texts(card)) == (["3d"], True)
    assert "-# Clock: 3 days a move" in texts((await challenge(room)).response)
    assert "Clock:" not in texts((await challenge(room, clock="no clock", options="3×3")).response)
    await room.restart()
    assert chosen(await clocks(room, mo), "clock") == ["3d"]


async def test_clocks_beyond_the_limits_of_a_server_are_refused_with_the_limit(room: Server) -> None:
    mo = await manager(room)
    card = await choose(mo, await clocks(room, mo), "clock_least", str(DAY))
    card = await choose(mo, card, "clock_most", str(7 * DAY))
    assert (chosen(card, "clock_least"), chosen(card, "clock_most")) == ([str(DAY)], [str(7 * DAY)])
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
    refused = await room.ann.submit_modal(form, {"clock": ["none"]})
    assert "has a clock, of at most 7 days" in "\n".join(map(texts, [refused.response, *refused.followups]))
    assert "Clock: 1 day a move" in texts(room.channel.history()[0])


async def test_clocks_of_a_server_that_contradict_each_other_are_not_saved(room: Server) -> None:
    mo = await manager(room)
    card = await choose(mo, await clocks(room, mo), "clock_least", str(3 * DAY))
    card = await choose(mo, card, "clock_most", str(DAY))
    assert "Not saved:** the shortest time, 3 days, would be longer than the longest, 1 day." in texts(card)
    assert chosen(card, "clock_most") == ["auto"]
    card = await choose(mo, card, "clock", "1d")
    assert "the clock of challenges that name none, 1 day a move, would not be within the limits" in texts(
        card
    )
    assert chosen(card, "clock") == ["none"]
    card = await choose(mo, card, "clock", "5d")
    card = await choose(mo, card, "clock_most", str(3 * DAY))
    assert "5 days a move, would not be within the limits" in texts(card)
    row = await room.bot.club.servers.get(room.guild.id)
    assert (row.clock, row.clock_least, row.clock_most) == ("5d", 3 * DAY, None)
    card = await choose(mo, card, "clock_least", "auto")
    assert chosen(card, "clock_least") == ["auto"]


async def test_the_two_cards_of_a_server_lead_to_each_other_and_name_every_setting(room: Server) -> None:
    mo = await manager(room)
    card = await clocks(room, mo)
    named = {part["custom_id"].split(":")[-1] for part in walk(card.components) if part.get("type") == 3}
    assert named == set(CLOCKS)
    back = await mo.click(card, label="All other settings")
    assert menu(back.response, "running_limit")
    assert "Clocks" in buttons(back.response)


@pytest.mark.parametrize("action", ["server-time", "server-more"])
async def test_only_members_who_manage_the_server_see_its_clocks(room: Server, action: str) -> None:
    forged = {"type": 2, "id": 2, "style": 1, "label": "forged", "custom_id": f"v1:0:{action}:0"}
    planted = room.planted(room.channel, [{"type": 1, "id": 1, "components": [forged]}])
    told = await room.ann.click(planted, label="forged")
    assert "may manage the server" in texts(told.response)


@pytest.mark.parametrize(
    ("name", "value"), [("clock", "quickly"), ("clock", "1m"), ("clock_least", "5"), ("clock_most", "-1")]
)
async def test_what_the_card_never_offered_is_stored_nowhere(room: Server, name: str, value: str) -> None:
    mo = await manager(room)
    custom_id = f"v1:0:server:0:{name}"
    planted = room.planted(room.channel, [select(custom_id, [value])])
    await mo.select(planted, [value], custom_id=custom_id)
    assert await room.bot.club.servers.get(room.guild.id) == ServerRow(room.guild.id)
