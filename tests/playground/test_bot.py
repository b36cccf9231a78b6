"""A real discord.py client does all it does at Discord."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from tests.playground.conftest import Server, next_event
from tests.playground.sample_bot import SampleBot

EPHEMERAL = 1 << 6


def newest(server: Server, member_id: str, channel_id: str = GAMES_ID) -> JSON:
    """The newest message that a member sees in a channel."""
    sight = server.world.member_view(member_id)
    channels = [*sight["channels"], *sight["threads"], *sight["dms"]]
    message: JSON = next(c for c in channels if c["id"] == channel_id)["messages"][-1]
    return message


async def fetch(url: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        response.raise_for_status()
        return await response.read()


async def test_an_attachment_is_not_found_without_its_secret(server: Server, bot: SampleBot) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "board", {})
    url = newest(server, ADA_ID)["attachments"][0]["url"]
    with pytest.raises(aiohttp.ClientResponseError, match="404"):
        await fetch(url.partition("?")[0])


async def test_a_deferred_button_edits_later_and_shows_a_hand_to_its_owner_alone(
    server: Server, bot: SampleBot
) -> None:
    shown = (await server.world.slash(ADA_ID, GAMES_ID, "card", {}))["message_id"]
    async with server.world.watch(BEN_ID) as events, server.world.watch(ADA_ID) as others:
        outcome = await server.world.click(BEN_ID, shown, "later")
        assert outcome["kind"] == 6
        hand = (await next_event(events, "message_create"))["message"]
        assert hand["content"] == "Your hand: 0 1"
        assert hand["flags"] & EPHEMERAL
        await next_event(others, "message_update")
        seen: list[Any] = [others.get_nowait() for _ in range(others.qsize())]
    assert "Your hand" not in json.dumps(
        [seen, server.world.member_view(ADA_ID), server.world.member_view(CLEO_ID)]
    )
    assert "Your hand" in json.dumps(server.world.member_view(BEN_ID))
    with pytest.raises(ActRefusedError, match="no longer there"):
        await server.world.click(ADA_ID, hand["id"], "count:0")


async def test_a_dm_reaches_its_addressee_alone(server: Server, bot: SampleBot) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "hand", {"whose": BEN_ID})
    dm = server.world.member_view(BEN_ID)["dms"][0]
    assert dm["messages"][0]["content"] == "Your hand: 1 1"
    assert (dm["unread"], dm["mentions"]) == (1, 1)
    assert "Your hand" not in json.dumps(server.world.member_view(ADA_ID))
    server.world.mark_read(BEN_ID, dm["id"])
    assert server.world.member_view(BEN_ID)["dms"][0]["unread"] == 0


async def test_closed_dms_are_refused_with_50007(server: Server, bot: SampleBot) -> None:
    server.world.faults.close_dms(BEN_ID)
    await server.world.slash(ADA_ID, GAMES_ID, "hand", {"whose": BEN_ID})
    assert newest(server, ADA_ID)["content"] == "closed: 50007"


async def test_a_menu_opens_a_modal_whose_submission_is_answered(server: Server, bot: SampleBot) -> None:
    shown = (await server.world.slash(ADA_ID, GAMES_ID, "card", {}))["message_id"]
    outcome = await server.world.select(BEN_ID, shown, "pick", ["b2"])
    modal = server.world.member_view(BEN_ID)["modals"][0]
    assert modal["id"] == outcome["modal_id"]
    assert modal["title"] == "Move b2"
    assert server.world.member_view(ADA_ID)["modals"] == []
    await server.world.submit(BEN_ID, modal["id"], {"to": "c3", "how": ["fast"], "who": [CLEO_ID]})
    assert newest(server, BEN_ID)["content"] == "c3 fast Cleo"
    assert server.world.member_view(BEN_ID)["modals"] == []


async def test_a_match_gets_a_thread_and_only_the_one_to_move_is_pinged(
    server: Server, bot: SampleBot
) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "match", {"opponent": BEN_ID})
    threads = {m: server.world.member_view(m)["threads"][0] for m in (ADA_ID, BEN_ID, CLEO_ID)}
    assert {m: t["joined"] for m, t in threads.items()} == {ADA_ID: True, BEN_ID: True, CLEO_ID: False}
    assert {m: t["mentions"] for m, t in threads.items()} == {ADA_ID: 0, BEN_ID: 1, CLEO_ID: 0}
