"""A private match against the computer: stored like all others.

It is posted nowhere until its player wants it.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from club.play.course.computer import PAUSE
from data.database.persons import COMPUTER
from data.play.matches import MatchStatus
from tests.ample import AMPLE
from tests.bot.closed_places import overwrite
from tests.bot.matches_over import give_up
from tests.bot.server import Server, button, buttons, menus, press_behind, reply_text, serve, texts

OPEN = "Play it in the open"
UNKNOWN = "This match is not known here any more."


async def begin_private(room: Server, person: Any = None, title: str = "Binar") -> Any:
    """Begin a private match from Ann's home card, and return her one card."""
    person = person or room.ann
    home = await person.slash(room.channel, "help")
    games = await person.click(home.response, label="Play Twotone")
    if title not in buttons(games.response):
        [menu] = menus(games.response)
        games = await person.select(games.response.message, ["different"], custom_id=menu["custom_id"])
    return (await person.click(games.response, label=title)).response


async def answer(room: Server) -> None:
    """Wait until the computer has moved."""
    await room.env.advance_time(PAUSE + 1)


async def play(room: Server, card: Any, move: str) -> None:
    """Ann plays in her card, and the computer answers."""
    await room.ann.click(card.message, label=move)
    await answer(room)


def first(card: Any) -> str:
    """The first square that a card offers."""
    return next(label for label in buttons(card) if len(label) == 2)


async def row(room: Server, number: int = 1) -> Any:
    """A match as it is stored."""
    return (await room.bot.club.play.matches.load(number)).row


async def over(room: Server, card: Any) -> None:
    """Ann plays until the match of her card is over."""
    while "Your move" in texts(card):
        await play(room, card, first(card))


async def outbox(room: Server) -> list[Any]:
    """What is still to be posted."""
    found: list[Any] = await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM outbox"))
    return found


def to_nowhere(room: Server) -> list[str]:
    """What Discord was asked about a channel that there is not."""
    return [request.path for request in room.env.http_requests if "/channels/0" in request.path]


def public_messages(room: Server) -> list[Any]:
    """The messages of the match that everyone sees in the channel."""
    return [message for message in room.channel.history(viewer=room.ben) if message.components]


@pytest.mark.ci
async def test_it_is_stored_and_nothing_of_it_is_posted(room: Server) -> None:
    card = await begin_private(room)
    assert "Only you see this match. Twotone goes easy on you" in texts(card)
    await play(room, card, "b2")
    assert len((await room.match()).plies) == 2
    assert "Only you see" not in texts(card), "it says so once"
    await over(room, card)
    assert (await row(room)).status is MatchStatus.OVER
    assert public_messages(room) == [] and room.channel.threads == []
    assert await outbox(room) == []


@pytest.mark.ci
async def test_its_end_has_rematch_replay_and_analysis_for_its_player_alone(room: Server) -> None:
    card = await begin_private(room)
    await over(room, card)
    assert list(buttons(card)) == ["Play a friend", "Again", "Replay", "Share", "More"]
    await room.ann.click(card, label="More")
    unfolded = ["Play a friend", "Again", "Replay", "Share", "Analyse", "Another game", "In words", "Moves"]
    assert list(buttons(card)) == [*unfolded, "More"], "in the same message, below the board"
    await room.ann.click(card, label="More")
    assert list(buttons(card)) == [*unfolded, "My notes", "Record", "Rules"]
    assert "Binar: Ann (Even) against Twotone (Odd)." in str(card.attachments[0].description)
    replay = await room.ann.click(card, label="Replay")
    assert replay.response.ephemeral or replay.followups[0].ephemeral
    for name in ("board", "history", "export", "replay", "analyse"):
        assert UNKNOWN in reply_text(await room.ben.slash(room.channel, name, match="1"))


async def test_what_it_was_like_can_be_shared_by_its_player(room: Server) -> None:
    card = await begin_private(room)
    await over(room, card)
    made = await room.ann.click(card, label="Replay")
    shown = (made.followups or [made.response])[-1]
    await room.ann.click(shown, label="Share")
    [posted] = public_messages(room)
    assert "Ann" in texts(posted) and not buttons(posted), "nobody else may look through it"
    assert (await row(room)).is_private


@pytest.mark.ci
async def test_its_end_is_shared_and_brings_a_challenge(room: Server) -> None:
    card = await begin_private(room)
    await over(room, card)
    asked = await room.ann.click(card, label="Share")
    assert list(buttons(asked.response)) == ["Here", "Only the picture, for me"]
    await room.ann.click(asked.response, label="Here")
    [posted] = public_messages(room)
    assert texts(posted).startswith("-# Shared by Ann\n") and len(posted.attachments) == 1
    assert list(buttons(posted)) == ["Challenge Ann"], "nobody else may look through it"
    made = await room.ben.click(posted, label="Challenge Ann")
    assert f"{room.ben.mention} challenges {room.ann.mention}." in texts(made.response)
    assert (await row(room)).is_private


async def test_a_rematch_swaps_sides_and_the_computer_moves_first(room: Server) -> None:
    card = await begin_private(room)
    await over(room, card)
    again = await room.ann.click(card, label="Again")
    assert again.response.message.id == card.message.id
    assert (await row(room, 2)).user_ids == (COMPUTER, room.ann.id)
    assert "sides swapped.\nTwotone (Even) is to move." in texts(card), "and not that she has played"
    await answer(room)
    assert "Your move" in texts(card) and len((await room.match(2)).plies) == 1
    assert "Rematch" in reply_text(await room.ann.slash(room.channel, "games")) or public_messages(room) == []


@pytest.mark.ci
async def test_a_first_match_says_what_the_game_is_and_a_later_one_does_not(room: Server) -> None:
    card = await begin_private(room, title="Yin Yang")
    assert "belong to nobody" in texts(card)
    for _ in range(4):
        await room.ann.slash(room.channel, "move", move=(await room.match()).moves()[0])
        await answer(room)
    assert len((await room.match()).plies) == 8
    await give_up(room.ann, room.channel)
    assert "belong to nobody" not in texts(await begin_private(room, title="Yin Yang"))


async def test_hint_take_back_draw_and_resignation_are_there(room: Server) -> None:
    card = await begin_private(room)
    await play(room, card, "b2")
    more = await room.ann.click(card, label="More")
    assert {"Hint", OPEN, "Resign"} <= set(buttons(more.response or more.followups[0]))
    hint = reply_text(await room.ann.slash(room.channel, "hint"))
    assert "Look here" in hint
    back = await room.ann.slash(room.channel, "takeback")
    assert "Your move" in texts(back.response) and "agreed" in texts(back.response)
    assert (await room.match()).plies == []
    gone = await room.ann.slash(room.channel, "resign")
    end = await room.ann.click(gone.response, label="Resign")
    assert "You gave up: Twotone wins." in texts(end.response) and "Again" in buttons(end.response)


async def test_more_unfolds_in_place_of_the_choices_hint_first(room: Server) -> None:
    card = await begin_private(room)
    await play(room, card, "b2")
    choices = list(buttons(card))
    pressed = await room.ann.click(card, label="More")
    assert pressed.response.id == card.message.id and len(card.attachments) == 1
    assert list(buttons(card)) == ["Hint", OPEN, "Resign", "Replay", "Moves", "More", "Back"]
    await room.ann.click(card, label="More")
    further = ["Offer a draw", "Take back", "My notes", "Record", "Rules"]
    assert list(buttons(card)) == ["Hint", OPEN, "Resign", "Replay", "Moves", *further, "Back"]
    await room.ann.click(card, label="Back")
    assert list(buttons(card)) == choices


async def test_lists_name_it_without_an_address(room: Server) -> None:
    card = await begin_private(room)
    assert "You are still in this match" not in texts(card)
    await play(room, card, "b2")
    listed = (await room.ann.slash(room.channel, "games")).response
    assert "Binar as Even against Twotone, for you alone: **your turn**" in texts(listed)
    assert "channels/" not in texts(listed)
    opened = await room.ann.click(listed, label="Binar against Twotone")
    assert "Your move" in texts(opened.response)
    assert "None in progress" in reply_text(await room.ben.slash(room.channel, "games", user=room.ann))
    other = await begin_private(room, title="Yin Yang")
    gone = await room.ann.slash(room.channel, "resign", match="2")
    end = await room.ann.click(gone.response, label="Resign")
    games = await press_behind(room.ann, end.response, "Another game")
    assert "Yin Yang" in buttons(games.response), "the end leads to games"
    assert other.ephemeral


async def test_it_goes_into_the_open_where_one_is_while_it_goes_on(room: Server) -> None:
    card = await begin_private(room)
    await play(room, card, "b2")
    more = await room.ann.click(card, label="More")
    opened = await room.ann.click(more.response, label=OPEN)
    assert "Everybody here sees this match from now on." in texts(opened.response)
    board = room.board(room.channel)
    assert "Twotone (Odd)" in texts(board) and "<#0>" not in texts(board)
    assert OPEN not in buttons(opened.response)
    assert to_nowhere(room) == [], "no place is left behind"
    await play(room, opened.response, first(opened.response))
    assert "Twotone placed" in texts(room.board(room.channel))
    assert "Binar" in reply_text(await room.ben.slash(room.channel, "board", match="1"))
    again = await room.ann.click(room.plant(room.channel, [button("v1:1:open:0")]), label="forged")
    assert "in the open already" in reply_text(again)


async def test_only_its_player_takes_it_out_and_only_where_they_may_write(room: Server) -> None:
    card = await begin_private(room)
    await play(room, card, "b2")
    planted = room.plant(room.channel, [button("v1:1:open:0")])
    assert UNKNOWN in reply_text(await room.ben.click(planted, label="forged"))
    overwrite(room, room.channel, room.guild.default_role, send_messages=False)
    overwrite(room, room.channel, room.twotone, send_messages=True)
    refused = await room.ann.click(planted, label="forged")
    assert "You may not write in this channel" in reply_text(refused)
    assert (await row(room)).is_private
    overwrite(room, room.channel, room.ann, send_messages=True)
    await room.run(
        room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ben.id, channels=[1])
    )
    assert "<#1>" in reply_text(await room.ann.click(planted, label="forged"))
    assert (await row(room)).is_private


async def test_it_counts_among_the_matches_that_one_can_have(tmp_path: Path) -> None:
    async with serve(tmp_path / "one.db", limits=replace(AMPLE, running_per_person=1)) as one:
        await begin_private(one)
        assert "as many matches going as one person can have" in texts(
            await begin_private(one, title="Yin Yang")
        )


@pytest.mark.parametrize("custom_id", ["v1:0:private:0:junk", "v1:0:private:0"])
async def test_a_game_that_there_is_not_is_refused(room: Server, custom_id: str) -> None:
    pressed = await room.ann.click(room.plant(room.channel, [button(custom_id)]), label="forged")
    assert pressed.ephemeral
    assert await room.bot.club.play.lists.list_running(room.ann.id) == []
