"""When Discord says that a place is gone, its matches follow at once.

Finished matches are put away.
"""

from typing import Any

import pytest

from bot.host.place_events import server_channels
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.bot.matches_over import resign
from tests.bot.server import Server, buttons, press_play, texts
from tests.pending_posts import for_match


async def status(room: Server) -> MatchStatus:
    return (await room.bot.club.play.matches.load(1)).row.status


async def test_a_server_that_the_bot_has_left_is_asked_nothing_more(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.bot.club.delivery.stop()
    await room.ann.slash(place, "move", move="c3")
    asked = len(room.env.http_requests)
    room.env.backend.remove_guild(room.guild.id)
    await room.env.settle()
    assert await status(room) is MatchStatus.SUSPENDED
    assert await room.run(room.bot.club.store.read(lambda tx: for_match(tx, 1))) == []
    await room.restart()
    await room.env.advance_time(86_400)
    assert [each.path for each in room.env.http_requests[asked:] if f"/{place.id}/" in each.path] == []


@pytest.mark.ci
async def test_an_outage_of_a_server_suspends_nothing(room: Server) -> None:
    await room.begin("binar", side="Even")
    state: Any = room.bot._connection
    state.parse_guild_delete({"id": str(room.guild.id), "unavailable": True})
    await room.env.settle()
    assert await status(room) is MatchStatus.RUNNING


async def test_a_channel_that_was_shut_to_a_deleted_role_of_the_bot_is_open(room: Server) -> None:
    def guild() -> Any:
        return room.bot.get_guild(room.guild.id)

    role = await room.run(guild().create_role(name="mute"))
    await room.run(guild().me.add_roles(role))
    await room.run(guild().get_channel(room.channel.id).set_permissions(role, send_messages=False))
    await room.restart()  # the new session tells the bot of its roles
    assert not server_channels(guild()).may_write(room.channel.id)
    await room.run(guild().get_role(role.id).delete())
    await room.env.settle()
    assert server_channels(guild()).may_write(room.channel.id)


@pytest.mark.ci
async def test_the_thread_of_a_finished_match_is_archived_after_an_hour_and_nothing_else_is(
    room: Server,
) -> None:
    thread = await room.begin("binar")
    await resign(room, thread)
    assert any("wins" in texts(message) for message in thread.history())
    archived = [{"archived": True}]
    asked = [
        each
        for each in room.env.http_requests
        if each.method == "PATCH" and each.path == f"/channels/{thread.id}"
    ]
    assert asked == []
    await room.env.advance_time(PostKind.ARCHIVE.rule.wait + 1)
    asked = [
        each
        for each in room.env.http_requests
        if each.method == "PATCH" and each.path == f"/channels/{thread.id}"
    ]
    assert [each.json for each in asked] == archived
    assert await room.run(room.bot.club.store.read(lambda tx: for_match(tx, 1))) == []


@pytest.mark.ci
async def test_an_offer_that_is_answered_elsewhere_or_lapses_loses_its_buttons(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    for answer, said in (
        ({"name": "move", "move": "c3"}, "the match went on"),
        ({"name": "draw"}, "The draw is agreed."),
    ):
        offering, answering = (room.ann, room.ben) if answer["name"] == "draw" else (room.ben, room.ann)
        await offering.slash(place, "draw")
        offer = place.history()[-1]
        assert "Accept the draw" in buttons(offer)
        name = answer.pop("name")
        await answering.slash(place, name, **answer)
        [card] = [message for message in place.history() if message.id == offer.id]
        assert buttons(card) == {}
        assert said in texts(card)


async def test_a_declined_draw_leaves_the_open_picker_of_whoever_is_to_move(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    picker = await press_play(room.ann, room.board(place))
    written = await press_play(room.ann, room.board(place))
    await room.ben.click(place.history()[-1], label="Decline")
    await room.ann.click(picker.response, label="c3")
    assert [ply.text for ply in (await room.match()).plies] == ["c3"]
    late = await room.ann.click(written.response, label="a1")
    assert "moved on" in texts((late.followups or [late.response])[-1])
    assert len((await room.match()).plies) == 1


@pytest.mark.ci
async def test_links_lead_to_the_newest_board_or_to_its_place(room: Server) -> None:
    place = await room.begin("yin-yang")
    former = room.board(place).id
    first, _ = await room.players()
    told = await first.slash(room.channel, "move", move=(await room.match()).moves()[0])
    assert f"/{place.id}" in texts(told.response)
    assert str(former) not in texts(told.response)
    await resign(room, place)
    [result] = [message for message in room.channel.history() if message.attachments]
    links = [each["url"] for each in _links(result)]
    newest = room.board(place).id
    at = f"https://discord.com/channels/{room.guild.id}/{place.id}"
    assert set(links) <= {at, f"{at}/{newest}"}


def _links(message: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for component in message.components:
        found += _within(component.to_dict())
    return found


def _within(data: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [each for part in data.get("components", ()) for each in _within(part)]
    return ([data] if data.get("url") else []) + inner
