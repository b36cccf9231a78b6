"""What is stored counts, and nobody is told to try it again, whatever becomes of the answer."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.request import Request
from club.club import Club
from data.errors import StoreError
from tests.bot.server import Server, buttons, texts

Act = Callable[[], Awaitable[Any]]
RESPONSES = ("send_message", "edit_message", "defer")


async def move_by_command(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    return lambda: room.ann.slash(place, "move", move="c3")


async def move_by_button(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    picker = await room.ann.click(room.board(place), label="Play")
    shown = picker.followups[0] if picker.followups else picker.response
    return lambda: room.ann.click(shown, label="c3")


async def move_by_form(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    picker = await room.ann.click(room.board(place), label="Play")
    shown = picker.followups[0] if picker.followups else picker.response
    form = await room.ann.click(shown, label="Type a move")
    return lambda: room.ann.submit_modal(form, {"move": "c3"})


async def offer(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    return lambda: room.ann.slash(place, "draw")


async def agree(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    return lambda: room.ben.click(place.history()[-1], label="Accept the draw")


async def disagree(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    return lambda: room.ben.click(place.history()[-1], label="Decline")


async def resign(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    asked = await room.ann.slash(place, "resign")
    return lambda: room.ann.click(asked.response, label="Resign")


async def end(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    role = room.guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
    moderator = room.guild.add_member(room.env.create_user("Mo"), roles=[role])
    return lambda: moderator.slash(place, "admin end")


async def challenge(room: Server) -> Act:
    return lambda: room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)


async def dare(room: Server) -> Act:
    games = await room.ann.context_menu(room.channel, "Challenge to a game…", room.ben)
    return lambda: room.ann.select(games.response.message, ["binar"])


def answering(label: str) -> Callable[[Server], Awaitable[Act]]:
    async def prepared(room: Server) -> Act:
        shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
        who = room.ann if label == "Cancel" else room.ben
        return lambda: who.click(shown.response, label=label)

    return prepared


async def change_options(room: Server) -> Act:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    form = await room.ann.click(shown.response, label="Options")
    return lambda: room.ann.submit_modal(form, {"size": ["4"]})


ACTS = {
    "move by command": move_by_command,
    "move by button": move_by_button,
    "move by form": move_by_form,
    "offer": offer,
    "agree": agree,
    "disagree": disagree,
    "resign": resign,
    "end": end,
    "challenge": challenge,
    "dare": dare,
    "accept": answering("Accept"),
    "decline": answering("Decline"),
    "cancel": answering("Cancel"),
    "options": change_options,
}


class Breaking:
    """Breaks the first answer to an interaction, before Discord takes it or after."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.broke = False

    async def __call__(self, through: Any, response: Any, *given: Any, **named: Any) -> Any:
        if self.broke:
            return await through(response, *given, **named)
        self.broke = True
        if self.way in ("reset after", "502 after", "garbage"):
            await through(response, *given, **named)
            # The library has not seen the answer, so it does not know that there was one.
            response._response_type = None
        status, _, code = self.way.partition("/")
        if status.isdigit():
            answer: Any = SimpleNamespace(status=int(status), reason="No")
            raise discord.HTTPException(answer, {"code": int(code), "message": "no"})
        if self.way == "502 after":
            answer = SimpleNamespace(status=502, reason="Bad Gateway")
            raise discord.DiscordServerError(answer, "<html>")
        raise TypeError("no JSON") if self.way == "garbage" else ConnectionResetError(104, "reset")


WAYS = ("reset before", "reset after", "500/0", "502 after", "garbage", "404/10062", "400/40060")


@contextmanager
def broken(way: str) -> Iterator[Breaking]:
    """Break the next answer in this way."""
    breaking = Breaking(way)
    with pytest.MonkeyPatch.context() as patch:
        for name in RESPONSES:
            through = getattr(discord.InteractionResponse, name)

            async def answer(self: Any, *given: Any, through: Any = through, **named: Any) -> Any:
                return await breaking(through, self, *given, **named)

            patch.setattr(discord.InteractionResponse, name, answer)
        yield breaking


async def stored(room: Server) -> list[dict[str, Any]]:
    """All that people's acts have stored."""

    async def job(tx: Any) -> list[dict[str, Any]]:
        events = await tx.all("SELECT match_id, kind, text FROM event ORDER BY match_id, version")
        statuses = await tx.all("SELECT id, status FROM match ORDER BY id")
        asked = await tx.all("SELECT id, status, options FROM challenge ORDER BY id")
        return [*events, *statuses, *asked]

    rows: list[dict[str, Any]] = await room.bot.club.store.read(job)
    return rows


def told(result: Any) -> str:
    """All that an act was answered."""
    shown = [result.response, *result.followups]
    return "\n".join(texts(each) for each in shown if each is not None)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ACTS)
async def test_what_is_stored_is_never_to_be_tried_again(
    room: Server, monkeypatch: pytest.MonkeyPatch, name: str, way: str
) -> None:
    act = await ACTS[name](room)
    before = await stored(room)
    with broken(way) as breaking:
        result = await act()
    assert breaking.broke
    assert await stored(room) != before
    assert "try again" not in told(result)
    assert "went wrong" not in told(result)
    if way in ("reset before", "500/0"):
        assert "That counts" in told(result)
    assert room.errors.records == []


async def test_a_match_played_on_lost_answers_has_each_move_once(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    for number, (who, move) in enumerate([(room.ann, "c3"), (room.ben, "a1"), (room.ann, "b2")]):
        with broken(WAYS[number]):
            await who.slash(place, "move", move=move)
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "a1", "b2"]


@pytest.mark.parametrize("way", ["reset before", "500/0"])
async def test_where_nothing_was_stored_they_may_try_again(room: Server, way: str) -> None:
    place = await room.begin("binar", side="Even")
    with broken(way):
        result = await room.ann.slash(place, "board")
    assert "Nothing has changed; please try again" in told(result)
    assert room.errors.records == []


async def test_a_refusal_whose_answer_was_lost_ends_quietly(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    with broken("404/10062"):
        await room.ben.slash(place, "move", move="c3")
    assert room.errors.records == []


@pytest.mark.parametrize("answered", [False, True])
async def test_a_mistake_of_ours_after_it_is_stored_does_not_call_it_undone(
    room: Server, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    place = await room.begin("binar", side="Even")

    async def fails(club: Club, request: Request, *_: object, **__: object) -> None:
        request.reply.stored()
        if answered:
            await request.reply.say("answer.goes_on")
            raise StoreError("store.busy")
        raise KeyError

    monkeypatch.setattr("bot.cogs.match.show_board", fails)
    result = await room.ann.slash(place, "board")
    assert told(result) == ("The match goes on." if answered else told(result))
    assert ("That counts" in told(result)) is not answered
    assert len(room.errors.records) == (0 if answered else 1)
    room.errors.records.clear()


async def test_a_deferral_that_is_lost_costs_no_answer(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    room.bot.patience = 0
    with broken("reset before"):
        result = await room.ann.slash(place, "board")
    assert "try again" not in told(result) or buttons(result.response) == {}
    assert room.errors.records == []
