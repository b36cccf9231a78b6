"""/privacy as members use it: one's own data as a file, and deletion.

A question comes before anything is deleted. Then others see only what may stay.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bot.cogs.competitions.league_steps import later
from tests.bot.server import Server, buttons, texts
from tests.marker import Marks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "twotone.db"


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


async def test_whoever_keeps_everything_keeps_everything(room: Server, path: Path) -> None:
    await room.begin("binar", side="Even")
    before = Marks(room.ann.id, room.ann.id).cells(path)
    asked = await room.ann.slash(room.channel, "privacy delete")
    told = await room.ann.click(asked.response, label="Keep everything")
    assert "Nothing has changed" in texts(told.response)
    assert Marks(room.ann.id, room.ann.id).cells(path) == before


async def test_forgetting_is_one_quiet_change_of_card_and_thread_and_leaves_no_rematch(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    card, seen = room.board(place), len(room.channel.history())
    assert "Ann" in place.name
    await forget(room, room.ann)
    await later(room, 120)
    board = room.board(place)
    assert board.id == card.id and "Former player resigned" in texts(board)
    assert "Rematch" not in buttons(board)
    assert len(room.channel.history()) == seen, "no news in the channel"
    [thread] = room.channel.threads
    assert "Ann" not in thread.name and "Former player" in thread.name
    await later(room, 2 * 3600)
    asked = [r for r in room.env.http_requests if r.method == "PATCH" and r.path == f"/channels/{thread.id}"]
    assert [each.json for each in asked][-1] == {"archived": True}


async def test_whoever_comes_back_starts_anew_and_old_matches_are_not_theirs(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await forget(room, room.ann)
    told = await room.ann.slash(place, "move", move="c3")
    assert "is between Former player and Ben" in texts(told.response)
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
    assert file["user_id"] == str(room.ann.id)
    assert "Matches you are in: **1**" in texts(told.response)
    [match] = file["matches"]
    assert (match["game"], match["opponent"]) == ("one-zero-one", "Ben")
    assert "Seen-by: 0" in match["record"]
    assert "Secret" not in match["record"]


async def test_more_than_one_file_comes_one_after_the_other(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("binar", "yin-yang"):
        await room.begin(game)
    files = type(room.bot.club.privacy.export).export_files
    monkeypatch.setattr(
        type(room.bot.club.privacy.export),
        "export_files",
        lambda self, user_id: files(self, user_id, limit=2000),
    )
    told = await room.ann.slash(room.channel, "privacy export")
    shown = [told.response, *told.followups]
    assert len(shown) == 2
    assert all(message.ephemeral for message in shown)
    assert "file 2 of 2" in texts(shown[1])
