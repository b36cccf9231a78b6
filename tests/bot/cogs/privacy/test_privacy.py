"""/privacy as members use it: one's own data as a file, and deletion.

A question comes before anything is deleted. Then others see only what may stay.
"""

import json
from pathlib import Path
from typing import Any

import discord
import pytest

from data.sqlite.check import check
from tests.bot.server import Server, button, buttons, texts
from tests.marker import GLOBAL_NAME, NAME, Marks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "twotone.db"


@pytest.fixture
def zoe(room: Server) -> Any:
    """Another moderator, with names of their own."""
    may = discord.Permissions(manage_messages=True, manage_guild=True)
    role = room.guild.create_role("Moderators", permissions=may)
    return room.guild.add_member(room.env.create_user(NAME, global_name=GLOBAL_NAME), roles=[role])


async def begin(room: Server, game: str, one: Any, other: Any, **options: Any) -> Any:
    """A match of two members; returns its thread."""
    shown = await one.slash(room.channel, "play", game=game, opponent=other, **options)
    await other.click(shown.response, label="Accept")
    return room.place


async def forget(room: Server, who: Any) -> Any:
    asked = await who.slash(room.channel, "privacy delete")
    told = await who.click(asked.response, label="Forget me")
    await room.env.settle()
    return told


@pytest.mark.deep  # the club proves the same in make test, without the simulator of Discord
async def test_of_somebody_who_did_everything_nothing_is_left_anywhere(
    room: Server, zoe: Any, path: Path
) -> None:
    for custom_id in ("v1:0:me:0:dm_turn,1", "v1:0:me:0:theme,night"):
        await zoe.click(room.plant(room.channel, [button(custom_id)]), label="forged")
    over = await begin(room, "binar", zoe, room.ben, side="Even")
    await zoe.slash(over, "move", move="c3")
    asked = await room.ben.slash(over, "resign")
    await room.ben.click(asked.response, label="Resign")
    hidden = await begin(room, "one-zero-one", zoe, room.cleo, side="0")
    await zoe.slash(hidden, "draw")
    offer = hidden.history()[-1]
    await zoe.click(
        room.plant(await begin(room, "binar", room.ann, room.ben), [button("v1:3:follow:0")]),
        label="forged",
    )
    await zoe.slash(room.place, "admin end")
    await zoe.slash(room.channel, "play", game="frisian")
    waits = room.channel.history()[-1]
    await room.ann.slash(room.channel, "play", game="turkish", opponent=zoe)
    refused = room.channel.history()[-1]
    marks = Marks(zoe.id, zoe.user.dm_channel.id)
    columns = {"seat.user_id", "seat.name", "seat.dm_channel_id", "event.user_id", "challenge.challenger_id"}
    assert marks.cells(path) >= columns | {
        "challenge.opponent_id",
        "preference.user_id",
        "preference.dm_channel_id",
    }
    asked = await zoe.slash(room.channel, "privacy delete")
    assert asked.ephemeral
    assert "resigned, so your opponents win, and their boards say so: **1**" in texts(asked.response)
    assert "closed: **2**" in texts(asked.response)
    assert "“a former player” in place of your name: **1**" in texts(asked.response)
    told = await zoe.click(asked.response, label="Forget me")
    await room.env.settle()
    assert "forgets you now" in texts(told.response)
    assert buttons(told.response) == {}
    assert marks.anywhere(path) == []
    check(path)
    assert "a former player resigned" in texts(room.board(hidden))
    assert "Cleo" in texts(room.board(hidden))
    assert any("a former player resigned" in texts(card) for card in room.channel.history())
    assert [buttons(card) for card in hidden.history() if card.id == offer.id] == [{}]
    cards = {card.id: card for card in room.channel.history()}
    assert "cancelled" in texts(cards[waits.id]).casefold()
    assert "declined" in texts(cards[refused.id]).casefold()
    assert buttons(cards[waits.id]) == buttons(cards[refused.id]) == {}
    await room.restart()
    again = await room.cleo.click(room.plant(hidden, [button("v1:2:rematch:2")]), label="forged")
    assert "had Twotone forget them" in texts(again.response)
    assert marks.anywhere(path) == []


async def test_whoever_keeps_everything_keeps_everything(room: Server, path: Path) -> None:
    await room.begin("binar", side="Even")
    before = Marks(room.ann.id, room.ann.id).cells(path)
    asked = await room.ann.slash(room.channel, "privacy delete")
    told = await room.ann.click(asked.response, label="Keep everything")
    assert "Nothing has changed" in texts(told.response)
    assert Marks(room.ann.id, room.ann.id).cells(path) == before


async def test_whoever_comes_back_starts_anew_and_old_matches_are_not_theirs(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await forget(room, room.ann)
    told = await room.ann.slash(place, "move", move="c3")
    assert "is between a former player and Ben" in texts(told.response)
    listed = await room.ann.slash(room.channel, "games")
    assert "binar" not in texts(listed.response).casefold()
    fresh = await begin(room, "yin-yang", room.ann, room.ben)
    assert "Play" in buttons(room.board(fresh))


async def test_all_that_is_kept_is_a_file_for_its_person_alone(room: Server) -> None:
    await room.begin("one-zero-one", side="0")
    told = await room.ann.slash(room.channel, "privacy export")
    assert told.ephemeral
    [attached] = told.response.attachments
    file = json.loads(await attached.read())
    assert file["user_id"] == room.ann.id
    [match] = file["matches"]
    assert (match["game"], match["opponent"]) == ("one-zero-one", "Ben")
    assert "Seen-by: 0" in match["record"]
    assert "Secret" not in match["record"]


async def test_more_than_one_file_comes_one_after_the_other(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("binar", "yin-yang"):
        await room.begin(game)
    files = type(room.bot.club.own_data).files
    monkeypatch.setattr(
        type(room.bot.club.own_data), "files", lambda self, user_id: files(self, user_id, limit=2000)
    )
    told = await room.ann.slash(room.channel, "privacy export")
    shown = [told.response, *told.followups]
    assert len(shown) == 2
    assert all(message.ephemeral for message in shown)
    assert "file 2 of 2" in texts(shown[1])


async def test_whoever_is_being_forgotten_is_told_so(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    room.bot.club.privacy._leaving.add(room.ann.id)
    told = await room.ann.slash(place, "move", move="c3")
    assert told.ephemeral
    assert "Twotone is just forgetting you" in texts(told.response)
    assert (await room.match()).plies == []


async def test_a_bot_that_died_meanwhile_goes_on_at_its_next_start(room: Server, path: Path) -> None:
    place = await room.begin("binar", side="Even")
    room.bot.club.privacy._serving = False  # as one that dies before it begins
    asked = await room.ann.slash(room.channel, "privacy delete")
    await room.ann.click(asked.response, label="Forget me")
    assert "seat.user_id" in Marks(room.ann.id, room.ann.id).cells(path)
    await room.restart()
    await room.env.settle()
    assert Marks(room.ann.id, room.ann.id).cells(path) == set()
    assert "a former player resigned" in texts(room.board(place))
