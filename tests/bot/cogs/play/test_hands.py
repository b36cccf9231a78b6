"""Hidden hands: a message of the player's own follows the game.

The player can play from it, and no one else learns a card.
"""

from typing import Any

import pytest

from rendering.describe import hand_in_words
from rules.one_zero_one.view import ProgramView
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, texts
from tests.bot.walks import by_commands


def dm_requests(room: Server, member: Any, method: str) -> list[Any]:
    """The requests that posted or edited direct messages to a member."""
    channel = room.env.backend.dm_channels.get(member.id)
    return [
        request
        for request in room.env.http_requests
        if request.method == method and request.path.startswith(f"/channels/{channel}/messages")
    ]


async def hand_of(room: Server, seat: int) -> str:
    """A seat's hand in words."""
    view = (await room.bot.club.play.matches.load(1)).view(seat)
    assert isinstance(view, ProgramView)
    return hand_in_words(view) or ""


@pytest.mark.ci
async def test_both_players_get_their_hands_and_nothing_of_the_other_s(room: Server) -> None:
    await room.begin("one-zero-one")
    for seat, member in enumerate(await room.players()):
        [sent] = dm_requests(room, member, "POST")
        mine, others = await hand_of(room, seat), await hand_of(room, 1 - seat)
        assert mine in texts_of(sent)
        assert others not in texts_of(sent) or mine == others
        assert "To the match" in str(sent.json)
        assert {file["filename"] for file in sent.json["attachments"]} == {"hand.png"}


def texts_of(request: Any) -> str:
    """The words of the card that a request sends."""
    return texts(type("Sent", (), {"components": request.json["components"]}))


@pytest.mark.ci
async def test_nothing_that_others_can_see_names_a_card_before_it_is_played(room: Server) -> None:
    place = await room.begin("one-zero-one")
    players = await room.players()
    for number in range(8):
        hands = [await hand_of(room, seat) for seat in (0, 1)]
        before = len(room.env.http_requests)
        if (await room.match()).turn is None:
            break
        await by_commands(room, place, seed=number, limit=1)
        watched = await room.cleo.click(room.board(place), label="My view")
        told = await room.cleo.click(room.board(place), label="Hand")
        assert "watching" in texts((told.followups or [told.response])[-1])
        private = {room.env.backend.dm_channels[player.id] for player in players}
        for request in room.env.http_requests[before:]:
            if any(f"/channels/{channel}/" in request.path for channel in private):
                continue
            assert not any(hand and hand in str(request.json) for hand in hands)
        assert watched.ephemeral


@pytest.mark.parametrize("ending", ["resign", pytest.param("play", marks=pytest.mark.deep)])
async def test_the_seed_is_promised_at_the_start_and_shown_and_checked_at_the_end(
    room: Server, ending: str
) -> None:
    place = await room.begin("one-zero-one")
    match = await room.match()
    assert match.commitment not in texts(room.board(place))
    early = await room.ann.slash(place, "verify")
    assert "The deal is sealed" in texts(early.response)
    promised = await room.ann.click(early.response, label="Details")
    assert match.commitment in texts(promised.response)
    shown_before_the_end = [str(request.json) for request in room.env.http_requests]
    assert not any(match.secret.hex() in words for words in shown_before_the_end)
    if ending == "resign":
        await give_up(room.ann, place)
    else:
        await by_commands(room, place, seed=4, limit=99)
    fair = await room.cleo.slash(place, "verify")
    assert "The deal was fair:" in texts(fair.response)
    checked = await room.cleo.click(fair.response, label="Details")
    assert match.secret.hex() in texts(checked.response)
    for line in match.game.deal_in_words(match.options, match.secret):
        assert str(line) in texts(checked.response)


async def test_a_deal_is_checked_where_the_result_names_the_command(room: Server) -> None:
    place = await room.begin("one-zero-one")
    asked = await room.ann.slash(place, "resign")
    await room.ann.click(asked.response, label="Resign")
    [named] = await room.ann.autocomplete(room.channel, "verify", "match", "")
    for match in ({}, {"match": named["value"]}):
        fair = await room.ann.slash(room.channel, "verify", **match)
        assert "The deal was fair:" in texts(fair.response)


async def test_a_game_without_hands_says_so(room: Server) -> None:
    place = await room.begin("binar")
    for command in ("hand", "verify"):
        told = await room.ann.slash(place, command)
        assert "no hidden" in texts(told.response)
    assert "Hand" not in buttons(room.board(place))


async def test_a_deal_that_does_not_follow_from_its_seed_is_not_called_fair(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    await give_up(room.ann, place)
    table = await room.bot.club.play.matches.load(1)
    table.match.secret = bytes(range(32))
    told = await room.ann.slash(place, "verify")
    assert "cannot be confirmed" in texts(told.response)
