"""A real discord.py client does all it does at Discord."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.world.components import CONTAINER, MEDIA_GALLERY, walk_components
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from tests.playground.conftest import Server, logged_in, next_event
from tests.playground.sample_bot import SampleBot, png

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


def held_up() -> float:
    """Seconds for which this thread was ready to run but others had the processor.

    0 if the system does not report that.
    """
    told = Path("/proc/thread-self/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0


async def test_logs_in_within_a_second(server: Server) -> None:
    began = time.perf_counter() - held_up()
    async with logged_in(SampleBot()) as bot:
        assert time.perf_counter() - held_up() - began < 1
        assert [guild.name for guild in bot.guilds] == ["Twotone Playground"]
        assert server.world.member_view(ADA_ID)["bot"]["online"]
    assert not server.world.member_view(ADA_ID)["bot"]["online"]


async def test_members_are_offered_the_commands_it_synced(server: Server, bot: SampleBot) -> None:
    names = {command["name"]: command["type"] for command in server.world.offered_commands(BEN_ID)}
    assert names["board"] == 1
    assert names["Challenge"] == 2


async def test_a_slash_command_posts_an_embed_with_its_picture(server: Server, bot: SampleBot) -> None:
    outcome = await server.world.slash(ADA_ID, GAMES_ID, "board", {})
    message = newest(server, BEN_ID)
    assert message["id"] == outcome["message_id"]
    assert message["interaction_metadata"]["user"]["global_name"] == "Ada"
    image = message["embeds"][0]["image"]
    assert (image["width"], image["height"]) == (8, 4)
    assert message["attachments"][0]["description"] == "a grey board"
    assert await fetch(image["url"]) == png()


async def test_an_attachment_is_not_found_without_its_secret(server: Server, bot: SampleBot) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "board", {})
    url = newest(server, ADA_ID)["attachments"][0]["url"]
    with pytest.raises(aiohttp.ClientResponseError, match="404"):
        await fetch(url.partition("?")[0])


async def test_a_v2_card_shows_its_attachment_with_alt_text(server: Server, bot: SampleBot) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "card", {})
    message = newest(server, BEN_ID)
    assert message["components"][0]["type"] == CONTAINER
    item = next(c for c in walk_components(message["components"]) if c["type"] == MEDIA_GALLERY)["items"][0]
    assert item["description"] == "count 0"
    assert await fetch(item["media"]["url"]) == png()
    ids = [component["id"] for component in walk_components(message["components"])]
    assert len(set(ids)) == len(ids)


async def test_a_button_edits_its_card_with_a_new_picture(server: Server, bot: SampleBot) -> None:
    shown = (await server.world.slash(ADA_ID, GAMES_ID, "card", {}))["message_id"]
    await server.world.click(BEN_ID, shown, "count:0")
    message = newest(server, ADA_ID)
    assert message["id"] == shown
    assert (
        next(c["custom_id"] for c in walk_components(message["components"]) if c.get("custom_id"))
        == "count:1"
    )
    assert len(message["attachments"]) == 1
    assert message["edited_timestamp"] is not None


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


async def test_a_late_answer_thinks_first(server: Server, bot: SampleBot) -> None:
    async with server.world.watch(ADA_ID) as events:
        outcome = await server.world.slash(ADA_ID, GAMES_ID, "slow", {})
        assert outcome["kind"] == 5
        filled = (await next_event(events, "message_update"))["message"]
    assert filled["id"] == outcome["message_id"]
    assert filled["content"] == "done"
    assert filled["flags"] == EPHEMERAL


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


async def test_a_slash_command_in_a_dm(server: Server, bot: SampleBot) -> None:
    dm = server.world.open_dm(CLEO_ID)
    await server.world.slash(CLEO_ID, dm["id"], "move", {"move": "a1"})
    assert newest(server, CLEO_ID, dm["id"])["content"] == "a1 1"


async def test_completion_narrows_as_one_types(server: Server, bot: SampleBot) -> None:
    choices = await server.world.complete(ADA_ID, GAMES_ID, "move", {"move": "a"}, "move")
    assert choices == [{"name": "A1", "value": "a1"}, {"name": "A2", "value": "a2"}]


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


async def test_a_context_menu_names_its_target(server: Server, bot: SampleBot) -> None:
    await server.world.context_menu(ADA_ID, "Challenge", BEN_ID, GAMES_ID)
    assert newest(server, CLEO_ID)["content"] == "Ada and Ben"


async def test_a_match_gets_a_thread_and_only_the_one_to_move_is_pinged(
    server: Server, bot: SampleBot
) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "match", {"opponent": BEN_ID})
    threads = {m: server.world.member_view(m)["threads"][0] for m in (ADA_ID, BEN_ID, CLEO_ID)}
    assert {m: t["joined"] for m, t in threads.items()} == {ADA_ID: True, BEN_ID: True, CLEO_ID: False}
    assert {m: t["mentions"] for m, t in threads.items()} == {ADA_ID: 0, BEN_ID: 1, CLEO_ID: 0}


async def test_an_act_the_bot_leaves_unanswered_fails_for_its_actor(server: Server, bot: SampleBot) -> None:
    server.world.interactions.patience = 0.05
    async with server.world.watch(ADA_ID) as events:
        with pytest.raises(ActRefusedError, match="The application did not respond"):
            await server.world.slash(ADA_ID, GAMES_ID, "silent", {})
        failed = await next_event(events, "interaction", state="failed")
    assert failed["text"] == "The application did not respond"


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("nothing", {}, "no command /nothing"),
        ("move", {}, "“move” is required"),
        ("move", {"move": "a1", "count": "many"}, "“count” must be a number"),
        ("hand", {"whose": "12"}, "“whose” is nobody of this server"),
        ("board", {"size": 3}, "no option “size”"),
    ],
)
async def test_what_discords_client_would_not_send_is_refused_in_a_sentence(
    server: Server, bot: SampleBot, name: str, options: JSON, sentence: str
) -> None:
    with pytest.raises(ActRefusedError, match=sentence):
        await server.world.slash(ADA_ID, GAMES_ID, name, options)
