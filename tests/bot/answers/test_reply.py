"""Each interaction is answered once, and deferred only while it has no answer."""

import asyncio
import gc
from collections.abc import MutableMapping
from typing import Any, cast

import discord
import pytest

from bot.answers.request import Request
from bot.cogs import HANDLERS
from club.club import Club
from tests.bot.acts import end_by_form
from tests.bot.late import late
from tests.bot.server import Server, buttons, texts
from tests.uncollected import no_garbage_collection


async def test_nothing_is_deferred_once_the_answer_is_given(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    deferrals: list[object] = []

    async def record_deferral(self: discord.InteractionResponse[Any], **given: Any) -> None:
        deferrals.append(given)

    monkeypatch.setattr(discord.InteractionResponse, "defer", record_deferral)

    async def answers_and_goes_on(club: Club, request: Request) -> None:
        await request.reply.say("answer.goes_on")
        for _ in range(20):
            await asyncio.sleep(0)

    shown = await room.ann.slash(room.channel, "help")
    room.bot.patience = 0
    monkeypatch.setitem(cast(MutableMapping[str, Any], HANDLERS), "games", answers_and_goes_on)
    told = await room.ann.click(shown.response.message, custom_id=buttons(shown.response)["Learn a game"])
    assert texts(told.response) == "The match goes on."
    assert deferrals == []


async def test_a_form_that_a_command_opened_is_deferred_as_a_message_of_its_own(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = await end_by_form(room)
    late(monkeypatch)
    before = len(room.env.http_requests)
    await submit()
    answers = [each.json["type"] for each in room.env.http_requests[before:] if "/callback" in each.path]
    assert answers == [discord.InteractionResponseType.deferred_channel_message.value]


async def test_an_answered_press_is_forgotten_without_the_collector(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    board = place.history()[-1]

    async def press() -> int:
        """How many interactions there are after one more."""
        await room.ann.click(board, custom_id=buttons(board)["My view"])
        return sum(isinstance(each, discord.Interaction) for each in gc.get_objects())

    await press()
    gc.collect()
    with no_garbage_collection():
        assert await press() == await press() == await press()
