"""One Zero One by direct messages alone, and with all direct messages closed."""

import random
import re
from typing import Any

import pytest

from bot.delivery.direct_messages import HAND_WAITS
from data.database.waits import SPREAD
from rules.one_zero_one.view import ProgramView
from tests.bot.server import Server, buttons, press_play, texts, walk
from tests.bot.walks import CONFIRMED, by_commands

LINE = re.compile(r"[A-E] · \d0")
"""What the button of a line says."""
EDITABLE_FOR = 50 * 60
HAND_SETTLES = round(HAND_WAITS * (1 + SPREAD)) + 1
"""Seconds after which a player's hand shows their own move, too."""
NOTICE = "cannot send you direct messages"


def hand(member: Any) -> Any:
    """The newest hand card in a member's direct messages."""
    return member.user.dm_channel.history()[-1]


def link_of(card: Any) -> str:
    """Where the button "To the match" leads."""
    return next(part["url"] for part in walk(card.components) if part.get("label") == "To the match")


def dms_opened(room: Server) -> int:
    """How often the bot has tried to open a direct message."""
    return sum(request.path == "/users/@me/channels" for request in room.env.http_requests)


def notices(room: Server) -> list[str]:
    """What the thread was told of closed direct messages."""
    return [words for message in room.place.history() if NOTICE in (words := texts(message))]


async def choose(person: Any, response: Any, chance: random.Random) -> Any:
    """Go on in a picker: hurry down the lines, else at random."""
    shown = buttons(response)
    ways = [(label, custom_id) for label, custom_id in shown.items() if label not in ("Back", "Type a move")]
    lines = [way for way in ways if LINE.fullmatch(way[0])]
    _, custom_id = lines[-1] if lines else chance.choice(ways)
    return await person.click(response.message, custom_id=custom_id)


@pytest.mark.ci
@pytest.mark.parametrize("code", [50007, pytest.param(50278, marks=pytest.mark.deep)])
async def test_a_closed_direct_message_is_told_once_and_the_hand_is_behind_its_button_and_command(
    room: Server, code: int
) -> None:
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=code, times=None)
    place = await room.begin("one-zero-one", side="0")
    await room.restart()
    await by_commands(room, place, seed=2, limit=3)
    assert len(notices(room)) == dms_opened(room) == 2
    told = next(message for message in place.history() if NOTICE in texts(message))
    for shown in (
        await room.ann.click(room.board(place), label="Hand"),
        await room.ann.click(told, label="Hand"),
        await room.ann.slash(place, "hand"),
    ):
        assert shown.ephemeral
        words = texts(shown.response)
        assert "Your hand against Ben" in words
        held = (await room.match()).position.hands[0]
        assert all(card.name in words for card in held)
        assert await shown.response.attachments[0].read()


@pytest.mark.ci
async def test_a_hand_names_its_match_leads_there_and_shows_the_cards_in_picture_and_words(
    room: Server,
) -> None:
    place = await room.begin("one-zero-one", side="0")
    card = hand(room.ann)
    held = (await room.match()).position.hands[0]
    assert "One Zero One against Ben" in texts(card)
    assert all(each.name in texts(card) and each.name in card.attachments[0].description for each in held)
    assert (await card.attachments[0].read()).startswith(b"\x89PNG")
    assert card.attachments[0].filename == "hand.png"
    assert list(buttons(card)) == ["Play", "My view", "To the match"]
    assert link_of(card).startswith(f"https://discord.com/channels/{room.guild.id}/{place.id}")


@pytest.mark.ci
async def test_a_hand_is_edited_while_it_is_fresh_and_posted_anew_when_it_is_old(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    dm = room.ann.user.dm_channel
    aged = EDITABLE_FOR - 1 - HAND_SETTLES
    for age, posted in ((0, 1), (aged, 1), (1, 2), (aged, 2), (1, 3)):
        await room.env.advance_time(age)
        await by_commands(room, place, seed=2, limit=1)
        await room.env.advance_time(HAND_SETTLES)
        assert len(dm.history()) == posted
        held = (await room.match()).position.hands[0]
        assert all(card.name in texts(hand(room.ann)) for card in held)


async def test_a_hand_that_cannot_be_drawn_is_told_in_words_and_no_card_is_logged(
    room: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_to_draw(view: ProgramView, **theme: str) -> None:
        raise KeyError(view.hands[0] or view.hands[1])

    monkeypatch.setattr("bot.cards.kit.pictures.draw_hand", fail_to_draw)
    place = await room.begin("one-zero-one", side="0")
    held = (await room.match()).position.hands[0]
    for shown in (hand(room.ann), (await room.ann.click(room.board(place), label="Hand")).response):
        assert all(card.name in texts(shown) for card in held)
        assert "Play" in buttons(shown)
    assert "hand not drawn" in caplog.text
    assert not any(card.command in caplog.text for card in held)
    room.errors.records.clear()


@pytest.mark.ci
async def test_a_restart_in_the_midst_of_a_pick_from_a_hand_loses_nothing(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    shown = await press_play(room.ann.user, hand(room.ann))
    chance = random.Random(3)
    while not texts(shown.response).startswith(CONFIRMED):
        await room.restart()
        shown = await choose(room.ann.user, shown.response, chance)
    assert "Ann laid " in texts(room.board(place))
    assert len((await room.match()).plies) == 1


@pytest.mark.ci
async def test_a_hand_of_before_the_last_move_opens_the_picker_on_the_present_one(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    old = hand(room.ann)
    await room.env.advance_time(EDITABLE_FOR)
    await by_commands(room, place, seed=2, limit=2)
    assert hand(room.ann).id != old.id
    shown = await press_play(room.ann.user, old)
    assert "The board has moved on" in texts(shown.response)
    assert "Your move" in texts(shown.response)
    shown = await press_play(room.ben.user, hand(room.ben))
    assert "It is not your turn" in texts(shown.response)
