"""Committed changes are shown once, after a crash and after Discord's errors.

Only the player to move is pinged.
"""

from collections.abc import AsyncIterator, Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.delivery.posts import EDITABLE_FOR
from data.outbox.outbox import OutboxRow
from tests.bot.late import late
from tests.bot.limits import pings
from tests.bot.server import Server, buttons, press_play, serve, texts
from tests.bot.walks import by_commands
from tests.pending_posts import for_match
from tests.sets import leave_to_ci

THREAD_EXISTS = 160004


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot, which posts by channel routes alone."""
    async with serve(tmp_path / "twotone.db", follow_ups=False) as met:
        yield met


async def waiting(room: Server) -> list[OutboxRow]:
    """What is still to be posted about the first match."""
    return await room.run(room.bot.club.store.read(lambda tx: for_match(tx, 1)))


def boards(place: Any, version: int) -> list[discord.Message]:
    """The messages of a place whose Play button is of that version of the first match."""
    return [message for message in place.history() if buttons(message).get("Play") == f"v1:1:play:{version}"]


def posts(room: Server, place: Any) -> list[Any]:
    """The requests that posted to a place."""
    return [
        request
        for request in room.env.http_requests
        if (request.method, request.path) == ("POST", f"/channels/{place.id}/messages")
    ]


def lose_answer(room: Server, method: str, path: str, again: int | None = None) -> Callable[[], int]:
    """Let Discord take one such request, but lose its answer.

    With `again`, Discord refuses the next request with that code. The function returned counts the lost
    answers.
    """
    http = room.bot.http
    through = http.request
    lost = 0

    class Gone:
        status = 502
        reason = "Bad Gateway"

    async def request(route: Any, **given: Any) -> Any:
        nonlocal lost
        meant = route.method == method and fnmatch(route.url, path)
        if meant and lost and again is not None:
            raise discord.HTTPException(Gone(), {"code": again, "message": ""})
        answer = await through(route, **given)
        if meant and not lost:
            lost += 1
            raise discord.DiscordServerError(Gone(), "")
        return answer

    http.request = request  # pyrefly: ignore[method-assign]  # Discord's answer is bent here
    return lambda: lost


async def stop_posting(room: Server) -> None:
    """Let the bot commit from here on, but post nothing more.

    It will die before it does.
    """
    await room.bot.club.delivery.stop()


@pytest.mark.ci
async def test_a_move_committed_before_a_crash_is_shown_after_it(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await stop_posting(room)
    told = await room.ann.slash(place, "move", move="c3")
    assert "You played `c3`" in texts(told.response)
    assert "played" not in texts(room.board(place))
    await room.restart()
    assert "Ann placed 0 on c3." in texts(room.board(place))
    assert len(boards(place, 1)) == 1
    assert boards(place, 0) == []
    assert await waiting(room) == []


async def test_a_thread_made_just_before_a_crash_is_found_again(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    lost = lose_answer(room, "POST", "*/threads", again=THREAD_EXISTS)
    await room.ben.click(shown.response, label="Accept")
    assert lost() == 1
    await room.env.advance_time(2)
    assert len(room.channel.threads) == 1
    assert len(boards(room.place, 0)) == 1


@pytest.mark.ci
async def test_discord_s_own_faults_are_waited_out_and_every_try_has_the_same_nonce(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    room.env.inject_error("POST", f"/channels/{place.id}/messages", status=503, times=3)
    told = await room.ann.slash(place, "move", move="c3")
    assert "You played" in texts(told.response)
    await room.env.advance_time(60)
    assert len(boards(place, 1)) == 1
    tries = [request.json for request in posts(room, place)][1:]
    assert len(tries) == 4
    assert {body["enforce_nonce"] for body in tries} == {True}
    [nonce] = {body["nonce"] for body in tries}
    assert len(nonce) <= 25


@pytest.mark.ci
async def test_a_fast_answer_edits_the_board_and_a_late_one_posts_it_anew(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    first = room.board(place)
    await room.ann.slash(place, "draw")
    assert room.board(place).id == first.id
    await room.env.advance_time(EDITABLE_FOR + 1)
    await room.ben.click(place.history()[-1], label="Decline")
    assert room.board(place).id != first.id
    assert "offers" not in texts(room.board(place))


async def test_the_former_board_loses_its_buttons_and_keeps_its_picture(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    await room.ben.slash(place, "move", move="a1")
    history = [message for message in place.history() if message.attachments]
    assert [bool(buttons(message)) for message in history] == [False, False, True]
    assert "Ann placed 0 on c3." in texts(history[1])


@pytest.mark.ci
async def test_only_the_player_to_move_is_pinged_and_only_by_new_boards(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    await by_commands(room, place, seed=5, limit=40)
    for request in room.env.http_requests:
        users = pings(request)
        if not users:
            continue
        words = str(request.json)
        if request.path.endswith("/callback"):
            assert users == [room.ben.id]  # the challenge itself
        else:
            assert request.method == "POST"
            assert f"<@{users[0]}> to move" in words or f"<@{users[0]}>, do you accept?" in words
    *earlier, last = posts(room, place)
    quiet = [str(request.json) for request in earlier if not pings(request)]
    assert ["do you accept?" in words for words in quiet] == [True], "the offer, asked once more after a move"
    assert pings(last) == []


async def test_a_board_that_cannot_be_drawn_is_shown_in_words_and_the_match_goes_on(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await room.begin("binar", side="Even")

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr("bot.cards.kit.pictures.draw", fail)
        await room.ann.slash(place, "move", move="c3")
        [shown] = boards(place, 1)
        assert "```" in texts(shown)
        assert "Ann placed 0 on c3." in texts(shown)
        seen = await room.ben.click(shown, label="My view")
        assert "```" in texts(seen.response)
    assert len(room.errors.records) == 2
    room.errors.records.clear()
    await room.ben.slash(place, "move", move="a1")
    assert boards(place, 2)[0].attachments
    assert await waiting(room) == []


@pytest.mark.ci
async def test_the_result_is_told_once_in_the_channel_with_a_way_to_the_match(room: Server) -> None:
    place = await room.begin("yin-yang")
    await by_commands(room, place, seed=1, limit=60)
    results = [message for message in room.channel.history() if message.attachments]
    assert len(results) == 1
    assert "[See the match](https://discord.com/channels/" in texts(results[0])
    assert [pings(request) for request in posts(room, room.channel)] == [[]]


@pytest.mark.parametrize(
    "command", leave_to_ci(["play", "move", "board", "games", "rules", "help", "draw", "resign"], after=2)
)
async def test_a_slow_answer_is_promised_in_time_and_given(
    room: Server, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    place = await room.begin("binar", side="Even")
    late(monkeypatch)
    options = {"play": {"game": "binar"}, "move": {"move": "c3"}, "rules": {"game": "binar"}}.get(command, {})
    result = await room.ann.slash(place, command, **options)
    assert result.acknowledged
    assert texts(result.response)
    if command == "play":
        assert sum("Accept" in buttons(shown) for shown in place.history(viewer=room.cleo)) == 1


async def test_a_match_is_played_by_slow_answers_too(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    late(monkeypatch)
    await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, side="Even")
    await room.ben.click(room.channel.history()[-1], label="Accept")
    place = room.place
    picker = await press_play(room.ann, room.board(place))
    picker = picker.followups[0] if picker.followups else picker.response
    form = await room.ann.click(picker, label="Type a move")
    assert form.modal is not None or "press the button again" in texts(form.followups[0])
    await room.ann.click(picker, label="c3")
    assert [ply.text for ply in (await room.match()).plies] == ["c3"]
