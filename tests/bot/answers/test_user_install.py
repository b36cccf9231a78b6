"""Matches in a group DM or on a server where the bot is no member.

They live on the answers to presses.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from club.play.course.computer import ComputerTurnFollower
from tests.bot.server import Server, button, buttons, press_behind, press_play, reply_text, texts
from tests.bot.user_install import KINDS, Place, by_user_install

DAY = 24 * 3600


@pytest.fixture(params=KINDS)
def place(room: Server, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A group DM of Ann, Ben and Cleo, or a server of theirs without the bot."""
    with by_user_install(room, request.param) as there:
        yield there


@pytest.fixture
def group(room: Server) -> Iterator[Place]:
    """A group DM of Ann, Ben and Cleo."""
    with by_user_install(room) as there:
        yield there


@pytest.fixture
def strangers(room: Server) -> Iterator[Place]:
    """A server of Ann, Ben and Cleo without the bot."""
    with by_user_install(room, "server") as there:
        yield there


def public(place: Any) -> list[Any]:
    """What everybody sees of a place."""
    return [message for message in place.history() if not message.flags.ephemeral]


async def press_labels(room: Server, *labels: str) -> Any:
    """Press one button after another as Ann, the first on the newest board.

    Return what she is shown at the end.
    """
    card = room.board(room.channel)
    for label in labels:
        shown = await room.ann.click(card, label=label)
        card = shown.response.message
    return shown


async def test_the_challenge_says_that_the_match_lives_on_presses_and_comes_again_for_who_asks_again(
    room: Server, group: Place
) -> None:
    first = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert "lives on your presses alone" in texts(first.response)
    listed = (await room.ben.slash(room.channel, "games")).response
    assert "Ann waits for your answer" in texts(listed)
    assert not [label for label in buttons(listed) if label.startswith(("Accept", "Decline"))]
    again = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert not again.ephemeral and texts(again.response) == texts(first.response)
    taken = await room.ben.click(again.response, label="Accept")
    assert "play here, below" in texts(taken.response)
    assert "lives on" not in texts(room.board(room.channel))
    late = await room.ben.click(first.response, label="Accept")
    assert "its seat is taken" in reply_text(late)


async def test_what_cannot_be_there_is_refused_with_a_sentence(room: Server, place: Place) -> None:
    stranger = room.guild.add_member(room.env.create_user("Dan"))
    asked = await room.ann.slash(room.channel, "play", game="binar", opponent=stranger)
    if place.kind == "group":
        assert "This person is not in this conversation" in reply_text(asked)
    else:
        assert not asked.ephemeral  # on a server Discord offers its members only
    assert "Settings of a server are made on that server" in reply_text(
        await room.ann.slash(room.channel, "settings server")
    )
    await room.begin("binar")
    card = room.plant(room.channel, [button("v1:1:follow:0")])
    assert "played in the channel itself" in reply_text(await room.cleo.click(card, label="forged"))
    room.forge(card, [button(f"v1:{room.ben.id}:dare:0")])
    assert "Challenges are made on a server" in reply_text(await room.ann.click(card, label="forged"))


async def test_a_challenge_that_only_its_challenger_sees_is_closed_at_once(
    room: Server, strangers: Place
) -> None:
    strangers.hidden.add(room.ann.id)
    asked = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert "Nobody but you can see what I post here" in reply_text(asked)
    assert "“Use External Apps”" in reply_text(asked)
    assert buttons(asked.response) == {} and public(room.channel) == []
    strangers.hidden.clear()
    assert not (await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)).ephemeral


async def test_a_move_made_elsewhere_is_shown_when_somebody_presses_in_the_match_s_place(
    room: Server, strangers: Place
) -> None:
    other = room.guild.create_text_channel("other")
    await room.begin("binar", side="Even")
    board = room.board(room.channel)
    moved = await room.ann.slash(other, "move", move="c3", match="1")
    assert "only when somebody presses a button there" in reply_text(moved)
    for _ in range(2):
        late = await room.ann.slash(other, "board", match="1")
        assert late.ephemeral and public(room.channel)[-1].id == board.id
    stale = await room.ben.click(board, label="Play")
    assert "The board has moved on since then" in "".join(map(texts, stale.followups))
    shown = [each for each in public(room.channel) if each.id > board.id]
    assert len(shown) == 1 and "c3" in texts(shown[0])
    await room.cleo.click(shown[0], label="My view")
    assert public(room.channel)[-1].id == shown[0].id  # it is shown once


async def test_an_offer_made_elsewhere_is_asked_by_the_next_press(room: Server, strangers: Place) -> None:
    other = room.guild.create_text_channel("other")
    await room.begin("binar", side="Even")
    await room.ann.slash(other, "draw", match="1")
    before = len(public(room.channel))
    await room.ben.click(room.board(room.channel), label="My view")
    asked = public(room.channel)[-1]
    assert len(public(room.channel)) == before + 1
    assert "offers a draw" in texts(asked)
    await room.ben.click(asked, label="Accept the draw")
    assert (await room.match()).turn is None
    assert "Draw" in texts(room.board(room.channel))


async def test_offers_endings_and_a_rematch_go_on_presses_too(room: Server, group: Place) -> None:
    await room.begin("binar", side="Even")
    offered = await press_labels(room, "More", "More", "Offer a draw")
    assert "on the table" in reply_text(offered)
    asked = next(message for message in public(room.channel) if "Accept the draw" in buttons(message))
    await room.ben.click(asked, label="Decline")
    sure = await press_labels(room, "More", "Resign")
    await room.ann.click(sure.response.message, label="Resign")
    last = room.board(room.channel)
    assert "Rematch" in buttons(last)
    assert "Share" in buttons(last)
    again = await room.ben.click(last, label="Rematch")
    assert not again.ephemeral and "Ben" in texts(again.response)
    twice = await room.ben.click(last, label="Rematch")
    assert texts(twice.response) == texts(again.response)
    begun = await room.ann.click(last, label="Rematch")
    assert "The rematch begins" in reply_text(begun)
    assert "Play" in buttons(room.board(room.channel))
    assert room.board(room.channel).id != last.id


async def test_nothing_is_posted_by_itself_and_who_waits_nudges_and_claims_by_pressing(
    room: Server, strangers: Place
) -> None:
    await room.begin("binar", side="Odd")
    asked = len(room.env.http_requests)
    await room.env.advance_time(15 * DAY)
    await room.env.advance_time(15 * DAY)
    assert len(room.env.http_requests) == asked
    first = public(room.channel)[-1]
    nudging = await room.ann.slash(room.channel, "claim")
    await room.ann.click(nudging.response, label="Nudge")
    assert public(room.channel)[-1].id != first.id
    assert "has waited for your move" in texts(public(room.channel)[-1])
    await room.env.advance_time(8 * DAY)
    claiming = await room.ann.slash(room.channel, "claim")
    await room.ann.click(claiming.response, label="Claim the win")
    assert "Ann" in texts(room.board(room.channel)) and "wins" in texts(room.board(room.channel))


async def test_games_lead_to_no_place_but_show_the_board(room: Server, place: Place) -> None:
    await room.begin("binar", side="Even")
    shown = (await room.ann.slash(room.channel, "games")).response
    server = "@me" if place.kind == "group" else str(room.guild.id)
    assert f"https://discord.com/channels/{server}/{room.channel.id}/" in texts(shown)
    assert not [label for label in buttons(shown) if label.startswith("Board")]
    picker = await room.ann.click(shown, label="Binar against Ben")
    assert "Your move" in texts(picker.response)
    waiting = (await room.ben.slash(room.channel, "games")).response
    assert "Board: Binar with Ann" in buttons(waiting)
    seen = await room.cleo.slash(room.channel, "games", user=room.ann)
    assert "against Ben" in texts(seen.response) and buttons(seen.response) == {}


async def test_after_a_restart_and_a_quarter_of_an_hour_every_button_goes_on(
    room: Server, group: Place
) -> None:
    await room.begin("binar", side="Even")
    board = room.board(room.channel)
    opened_by = await press_play(room.ann, board)
    await room.env.advance_time(20 * 60)
    await group.restart()
    picked: Any = opened_by
    while "You played" not in texts(picked.response):
        labels = [label for label in buttons(picked.response) if not label.startswith(("Type", "Back"))]
        picked = await room.ann.click(picked.response.message, label=labels[0])
    newest = public(room.channel)[-1]
    assert newest.id != board.id and "Play" in buttons(newest)
    stale = await room.ann.click(board, label="Play")  # no token takes its buttons away any more
    assert "The board has moved on" in "".join(texts(each) for each in (*stale.followups, stale.response))
    assert public(room.channel)[-1].id == newest.id


@pytest.mark.ci
async def test_the_computer_answers_there_by_the_token_of_the_press(
    room: Server, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComputerTurnFollower, "pause", 60)
    asked = await room.ann.slash(room.channel, "play", game="binar", side="Even")
    beside = await press_behind(room.ann, asked.response, "Play Twotone meanwhile")
    card = beside.followups[0] if beside.followups else beside.response
    await room.ann.click(card, label="1★ gentle")
    await room.ann.click((await press_play(room.ann, room.board(room.channel))).response, label="c3")
    await room.env.advance_time(61)
    assert len((await room.match()).plies) == 2
    assert "Twotone placed" in texts(room.board(room.channel))
    await room.ann.slash(room.channel, "takeback")
    assert "2 moves were undone" in texts(room.board(room.channel))
    assert max(place.follow_ups.values()) <= 5
    assert place.refused == []
