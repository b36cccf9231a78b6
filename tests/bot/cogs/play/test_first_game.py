"""A newcomer's first game against the guide, and the friend whom they play next."""

import json
import re
from typing import Any

import pytest

from bot.cards.kit.kit import PRIMARY
from club.play.course.computer import PAUSE
from data.play import challenges
from tests.bot.server import Server, button, buttons, menus, reply_text, select, texts, walk

FRIEND = "Play a friend"
OFFER = re.compile(r"\*\*([a-e][1-5]) wins now\*\*")
COUNTED = re.compile(r"is full: its sum is|Closest to full: |nobody wins yet\.|wins now")


async def begin(room: Server, person: Any = None) -> Any:
    """Press the first button of the list that the first button of the home card opens."""
    person = person or room.ann
    home = await person.slash(room.channel, "help")
    games = await person.click(home.response, label=next(iter(buttons(home.response))))
    return (await person.click(games.response, label=next(iter(buttons(games.response))))).response


async def play(room: Server, card: Any, move: str) -> None:
    """Ann plays in her card, and the guide answers."""
    await room.ann.click(card.message, label=move)
    await room.env.advance_time(PAUSE + 1)


async def give_up(room: Server) -> Any:
    gone = await room.ann.slash(room.channel, "resign")
    return (await room.ann.click(gone.response, label="Resign")).response


def blue(card: Any) -> list[str]:
    """Return the labels of a card's primary buttons."""
    return [part["label"] for part in walk(card.components) if part.get("style") == PRIMARY.value]


@pytest.mark.ci
async def test_the_first_game_offered_is_one_of_25_squares_and_checkers_stand_beside_it(room: Server) -> None:
    home = await room.ann.slash(room.channel, "help")
    games = await room.ann.click(home.response, label="Play Twotone")
    assert list(buttons(games.response))[:2] == ["Binar", "Checkers"]
    checkers = await room.ann.click(games.response.message, label="Checkers")
    assert list(buttons(checkers.response)) == ["American checkers", "Italian checkers"]
    card = await begin(room)
    assert "Both sums even: you win. Both odd: Twotone wins." in texts(card)
    assert "in a match with *single lines*" not in texts(card), "the rules say more than a first game needs"
    assert len([label for label in buttons(card) if len(label) == 2]) == 25
    assert json.loads((await room.bot.club.play.matches.load(1)).row.options)["lines"] == "double"


@pytest.mark.ci
async def test_each_turn_says_in_a_sentence_what_happened_until_an_offer_wins(room: Server) -> None:
    card = await begin(room)
    while "Your move" in texts(card):
        offer = OFFER.search(texts(card))
        await play(room, card, offer[1] if offer else next(each for each in buttons(card) if len(each) == 2))
        assert "Your move" not in texts(card) or COUNTED.search(texts(card))
    assert re.search(
        r"\*\*(Row \d and column [a-e] are full and (even: you win|odd: Twotone wins)|.*a draw)", texts(card)
    )
    assert (await room.bot.club.play.matches.load(1)).row.plies >= 16
    assert (await room.bot.club.play.matches.load(1)).row.rated is None


async def test_after_the_end_a_friend_is_asked_to_the_same_game(room: Server) -> None:
    await begin(room)
    end = await give_up(room)
    assert list(buttons(end))[:2] == [FRIEND, "Again"]
    assert blue(end) == [FRIEND]
    asked = await room.ann.click(end, label=FRIEND)
    assert asked.ephemeral and "Whom do you want to play at Binar?" in texts(asked.response)
    posted = await room.ann.select(asked.response.message, [room.ben], custom_id="v1:1:friend:1:of")
    assert not posted.ephemeral
    row = await room.bot.club.store.read(lambda tx: challenges.get(tx, 1))
    assert row is not None and row.opponent_id == room.ben.id
    assert json.loads(row.options) == {"size": 5, "digits": "own", "lines": "double"}
    await room.ben.click(posted.response, label="Accept")
    assert (await room.match(2)).options == json.loads(row.options)


async def test_a_friend_may_be_anyone_and_the_bot_stands_for_the_computer(room: Server) -> None:
    await begin(room)
    asked = await room.ann.click(await give_up(room), label=FRIEND)
    computer = await room.ann.select(asked.response.message, [room.twotone], custom_id="v1:1:friend:1:of")
    assert "How strong shall it be?" in texts(computer.response)
    posted = await room.ann.click(asked.response.message, label="Find an opponent")
    assert "is looking for an opponent" in texts(posted.response)


async def test_where_nobody_else_is_again_is_the_blue_button(room: Server) -> None:
    person = room.ann.user
    home = await person.slash("help")
    games = await person.click(home.response, label="Play Twotone")
    await person.click(games.response, label="Binar")
    gone = await person.slash("resign")
    end = (await person.click(gone.response, label="Resign")).response
    assert FRIEND not in buttons(end)
    assert blue(end) == ["Again"]


@pytest.mark.ci
async def test_the_guide_stays_for_the_next_game_and_a_level_takes_its_place(room: Server) -> None:
    await begin(room)
    await room.ann.click(await give_up(room), label="Again")
    await room.env.advance_time(PAUSE + 1)
    assert (await room.bot.club.play.matches.load(2)).is_guided
    await give_up(room)
    card = await begin(room)
    assert menus(card) == [], "board and squares fill a phone"
    gentle = (await room.ann.click(card.message, label="Stronger")).response
    assert "Twotone plays ★☆☆☆☆☆ gentle." in texts(gentle)
    [menu] = menus(gentle)
    stronger = await room.ann.select(gentle.message, ["4"], custom_id=menu["custom_id"])
    assert "Twotone plays ★★★★☆☆ sharp." in texts(stronger.response)
    assert "you win" not in texts(stronger.response)
    eased = await room.ann.select(stronger.response.message, ["guide"], custom_id=menu["custom_id"])
    assert "goes easy on you" in texts(eased.response)


async def test_no_other_game_has_a_guide(room: Server) -> None:
    pressed = room.plant(room.channel, [button("v1:0:private:0:zong-heng")])
    card = (await room.ann.click(pressed, label="forged")).response
    [menu] = menus(card)
    assert "guide" not in [each["value"] for each in menu["options"]]
    forged = room.plant(room.channel, [select("v1:1:strength:0", ["guide"])])
    refused = await room.ann.select(forged, ["guide"], custom_id="v1:1:strength:0")
    assert "no such level" in reply_text(refused)
