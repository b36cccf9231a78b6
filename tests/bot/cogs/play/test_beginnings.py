"""Matches that are called off before they begin, and rematches."""

from typing import Any

from data.sqlite.check import check
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, press_behind, reply_text, texts


async def resign_match(room: Server) -> Any:
    """Begin a match that Ben (Odd) resigns, and return its place."""
    place = await room.begin("binar", side="Even", options="size=5")
    await give_up(room.ben, place)
    return place


def cards(place: Any, words: str) -> list[Any]:
    """The messages of a place that say these words."""
    return [message for message in place.history() if words in texts(message)]


async def test_a_match_is_cancelled_before_its_first_move(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    assert "cancelled, without a result" in reply_text(await room.ben.slash(place, "cancel"))
    assert "No result: cancelled before the first move" in texts(room.board(place))
    assert (await room.bot.club.play.matches.load(1)).is_over
    assert not cards(room.channel, "No result")
    assert await room.bot.club.play.lists.list_challenges_by(room.ann.id) == []
    assert "This match is over" in reply_text(await room.ann.slash(place, "cancel"))
    check(room.bot.config.database)


async def test_an_open_challenge_comes_back_then(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", side="Even", options="size=5")
    await room.ben.click(shown.response, label="Accept")
    place = room.place
    more = await room.ben.click(room.board(place), label="More")
    assert "posted again" in reply_text(await room.ben.click(more.response, label="Cancel the match"))
    [card] = cards(room.channel, "Ann is looking for an opponent") or cards(
        room.channel, "is looking for an opponent"
    )
    assert "Even" in texts(card)
    await room.cleo.click(card, label="Accept")
    table = await room.bot.club.play.matches.load(2)
    assert {seat.name for seat in table.row.seats} == {"Ann", "Cleo"}
    assert table.match.options["size"] == 5


async def test_after_the_first_move_there_is_another_way(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    screen = await room.ben.click(room.board(place), label="More")
    await room.ann.slash(place, "move", move="c3")
    for late in (
        await room.ben.slash(place, "cancel"),
        await room.ben.click(screen.response, label="Cancel the match"),
    ):
        assert "first move has been made" in reply_text(late)
    assert "watching" in reply_text(await room.cleo.slash(place, "cancel"))
    assert "Cancel the match" not in buttons((await room.ben.click(room.board(place), label="More")).response)


async def test_a_rematch_swaps_the_sides_and_waits_for_the_other(room: Server) -> None:
    place = await resign_match(room)
    assert list(buttons(room.board(place))) == ["Rematch", "Share", "More"]
    assert "You asked Ben for a rematch" in reply_text(
        await room.ann.click(room.board(place), label="Rematch")
    )
    [card] = [message for message in room.channel.history() if "Accept" in buttons(message)]
    assert "Ann plays **Odd**" in texts(card)
    assert "You have asked for this already" in reply_text(await room.ann.slash(place, "rematch"))
    await room.ben.click(card, label="Accept")
    table = await room.bot.club.play.matches.load(2)
    assert [seat.name for seat in table.row.seats] == ["Ben", "Ann"]
    assert table.match.options["size"] == 5
    for member in (room.ann, room.ben):
        assert "begun already" in reply_text(await member.click(room.board(place), label="Rematch"))
    check(room.bot.config.database)


async def test_if_both_press_the_rematch_begins_at_once(room: Server) -> None:
    place = await resign_match(room)
    await room.ann.click(room.board(room.channel), label="Rematch")
    await room.restart()
    assert "The rematch begins" in reply_text(await room.ben.click(room.board(place), label="Rematch"))
    table = await room.bot.club.play.matches.load(2)
    assert [seat.name for seat in table.row.seats] == ["Ben", "Ann"]


async def test_only_players_of_a_match_that_is_over_play_it_again(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    assert "not over yet" in reply_text(await room.ann.slash(place, "rematch"))
    assert "no finished match" in reply_text(await room.cleo.slash(room.channel, "rematch"))
    asked = await room.ben.slash(place, "resign")
    await room.ben.click(asked.response, label="Resign")
    assert "watching" in reply_text(await room.cleo.click(room.board(place), label="Rematch"))
    [offered] = await room.ann.autocomplete(room.channel, "rematch", "match", "")
    assert offered["name"] == "Binar against Ben"
    assert "You asked Ben" in reply_text(
        await room.ann.slash(room.channel, "rematch", match=offered["value"])
    )


async def test_next_leads_to_the_match_that_has_waited_longest(room: Server) -> None:
    place = await resign_match(room)
    assert "No match waits" in reply_text(await press_behind(room.ann, room.board(place), "Next match"))
    first = await room.begin("binar", side="Even")
    await room.env.advance_time(3600)
    await room.begin("russian", side="White")
    link = f"/{first.id}/{room.board(first).id}"
    opened = await press_behind(room.ann, room.board(place), "Next match")
    picker = next(each for each in (opened.response, *opened.followups) if each and each.ephemeral)
    assert "Binar against Ben: your turn · <t:" in texts(picker)
    assert link in texts(picker)
    assert "you play Even" in texts(picker)
    listed = await room.ann.slash(room.channel, "games")
    assert texts(listed.response).index("Binar") < texts(listed.response).index("Russian")
    assert "**your turn** · <t:" in texts(listed.response)
    assert list(buttons(listed.response))[:2] == ["Binar against Ben", "Russian checkers against Ben"]
    waits = await room.ben.slash(room.channel, "games")
    assert "Ann to move · <t:" in texts(waits.response)
    assert not [label for label in buttons(waits.response) if "against" in label]


async def test_a_challenge_is_answered_from_the_list(room: Server) -> None:
    for game in ("binar", "russian"):
        await room.ann.slash(room.channel, "play", game=game, opponent=room.ben)
    listed = await room.ben.slash(room.channel, "games")
    assert "You accepted" in reply_text(await room.ben.click(listed.response, label="Accept Binar from Ann"))
    assert (await room.bot.club.play.matches.load(1)).is_running
    declined = await room.ben.click(listed.response, label="Decline Russian checkers from Ann")
    assert "declined" in reply_text(declined)
    await room.env.advance_time(10)
    assert cards(room.channel, "Ben declined")
