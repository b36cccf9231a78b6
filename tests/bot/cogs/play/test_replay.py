"""/replay and its buttons: chosen moves as an animation.

It is made beside everything else.
"""

from typing import Any

import pytest

from rendering.gif import STEP
from rendering.themes import THEMES
from tests.bot.late import late
from tests.bot.matches_over import animate, play_plies, resign
from tests.bot.server import Server, buttons, reply_text, texts


async def pictures(message: Any) -> int:
    """Return how many pictures a card shows in turn.

    A move counts as one, however many frames it has.
    """
    return sum(pause > STEP for pause in (await animate(message)).pauses)


@pytest.mark.ci
async def test_moves_are_named_by_the_numbers_that_players_give_them(room: Server) -> None:
    place = await play_plies(room, 9)
    for given, said, count in (
        ({"from": 2, "to": 3}, "moves 2 to 3 of 5", 4),
        ({"from": 4}, "moves 4 to 5 of 5", 3),
        ({"from": 5}, "move 5 of 5", 1),
    ):
        shown = (await room.ann.slash(place, "replay", **given)).response
        assert f": {said}\n" in texts(shown), given
        assert await pictures(shown) == 1 + count, given
        ends = given.get("to", 5) == 5
        assert ("Ann moved" in texts(shown) or "Ann captured" in texts(shown)) is ends


async def test_what_cannot_be_shown_is_refused_in_a_sentence(room: Server) -> None:
    place = await room.begin("russian", side="White")
    assert reply_text(await room.ann.slash(place, "replay")) == (
        "No move has been made in this match yet, so there is nothing to replay."
    )
    for _ in range(2):
        mover = (await room.players())[len((await room.match()).plies) % 2]
        await mover.slash(place, "move", move=(await room.match()).moves()[0])
    first, _ = await room.players()
    await first.slash(place, "move", move=(await room.match()).moves()[0])
    for given, said in (
        ({"from": 3}, "This match has no move 3: the last one is 2."),
        ({"to": 40}, "This match has no move 40: the last one is 2."),
        ({"from": 2, "to": 1}, "Move 2 comes after move 1. Let “from” be the earlier one."),
    ):
        assert reply_text(await room.ben.slash(place, "replay", **given)) == said
    assert "You have no match here" in reply_text(await room.cleo.user.slash("replay"))
    assert "Pick the match" in reply_text(await room.ann.slash(place, "replay", match="junk"))


@pytest.mark.ci
async def test_the_final_cards_and_more_have_a_replay(room: Server) -> None:
    place = await play_plies(room, 4)
    more = await room.cleo.click(room.board(place), label="More")
    assert "moves 1 to 2 of 2" in reply_text(await room.cleo.click(more.response, label="Replay"))
    await resign(room, place)
    await room.restart()
    for card in (room.board(place), room.board(room.channel)):
        shown = (await room.cleo.click(card, label="Replay")).response
        assert shown.ephemeral and "Ben resigned" in texts(shown)
        assert "White wins: Black resigned." in shown.attachments[0].description
    # How it ended is said where the end is shown.
    early = await room.cleo.slash(place, "replay", to=1)
    assert "move 1 of 2" in reply_text(early) and "resigned" not in reply_text(early)
    assert (room.board(place).attachments[0].filename, room.board(room.channel).attachments[0].filename) == (
        "board.png",
        "board.png",
    )


async def test_a_match_without_a_move_has_no_button_for_it(room: Server) -> None:
    place = await room.begin("russian", side="White")
    more = await room.ann.click(room.board(place), label="More")
    assert "Replay" not in buttons(more.response)
    await resign(room, place)
    assert "Replay" not in buttons(room.board(place)) and "Replay" not in buttons(room.board(room.channel))


@pytest.mark.ci
async def test_it_is_in_the_theme_of_who_asks_and_from_their_side(room: Server) -> None:
    place = await play_plies(room, 3)
    await room.run(room.bot.club.members.preferences.change(room.ben.id, theme="night"))
    seen = {}
    for member in (room.ann, room.ben, room.cleo):
        shown = await animate((await member.slash(place, "replay")).response)
        theme = "night" if member is room.ben else "wood"
        colours = THEMES[theme].board.colours
        assert shown.colours[: len(colours)] == list(colours)
        seen[member] = shown
    assert seen[room.ann].pictures == seen[room.cleo].pictures
    await room.run(room.bot.club.members.preferences.change(room.ben.id, theme="wood"))
    turned = await animate((await room.ben.slash(place, "replay")).response)
    assert turned.pictures != seen[room.ann].pictures
    await room.run(room.bot.club.members.preferences.change(room.ben.id, facing="fixed"))
    fixed = await animate((await room.ben.slash(place, "replay")).response)
    assert fixed.pictures == seen[room.ann].pictures


@pytest.mark.ci
async def test_a_card_whose_button_was_pressed_stays_where_the_answer_is_late(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await play_plies(room, 2)
    await resign(room, place)
    before = texts(room.board(room.channel))
    late(monkeypatch)
    pressed = await room.cleo.click(room.board(room.channel), label="Replay")
    assert texts(room.board(room.channel)) == before
    assert room.board(room.channel).attachments[0].filename == "board.png"
    [shown] = pressed.followups
    assert shown.ephemeral and await pictures(shown) == 3


@pytest.mark.ci
@pytest.mark.parametrize(
    ("status", "code"),
    [
        (413, 40005),
        pytest.param(400, 40005, marks=pytest.mark.deep),
        pytest.param(413, 0, marks=pytest.mark.deep),
    ],
)
async def test_a_file_that_discord_finds_too_large_is_told(room: Server, status: int, code: int) -> None:
    place = await play_plies(room, 2)
    room.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)
    said = reply_text(await room.ann.slash(place, "replay"))
    assert said.startswith("Discord did not take the replay, because its file is too large here.")


async def test_numbers_and_matches_complete(room: Server) -> None:
    place = await play_plies(room, 3)
    plies = [ply.text for ply in (await room.match()).plies]
    offered = await room.cleo.autocomplete(place, "replay", "from", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        (f"1. {plies[0]} {plies[1]}", 1),
        (f"2. {plies[2]}", 2),
    ]
    assert [choice["value"] for choice in await room.ann.autocomplete(place, "replay", "to", "2")] == [2]
    assert await room.cleo.autocomplete(room.channel, "replay", "to", "", match="junk") == []
    await resign(room, place)
    await room.begin("binar", side="Even")
    [going_on, over] = await room.ann.autocomplete(room.channel, "replay", "match", "")
    assert going_on["name"] == "Binar against Ben (your turn)"
    assert over["name"] == "Russian checkers against Ben"
    assert "Russian checkers" in reply_text(await room.ann.slash(room.channel, "replay", match=over["value"]))
