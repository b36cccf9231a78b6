"""/replay and its buttons: chosen moves as an animation.

It is made beside everything else.
"""

import threading
from pathlib import Path
from typing import Any

import pytest

from club.members.quotas import Limits
from rendering.gif import STEP
from rendering.replay import replay
from rendering.themes import THEMES
from tests.bot.late import late
from tests.bot.server import Server, buttons, reply_text, serve, texts
from tests.rendering.strict_gif import Decoded, decode

MAKING = "The replay is being made"


async def animate(message: Any) -> Decoded:
    """The animation of a card."""
    [file] = message.attachments
    assert file.filename == "replay.gif"
    return decode(await file.read())


async def pictures(message: Any) -> int:
    """Return how many pictures a card shows in turn.

    A move counts as one, however many frames it has.
    """
    return sum(pause > STEP for pause in (await animate(message)).pauses)


async def play_plies(room: Server, plies: int, game: str = "russian", **options: Any) -> Any:
    """Play so many plies of a match, Ann's the first, and return its place."""
    place = await room.begin(game, **{"side": "White", **options})
    first, second = await room.players()
    for number in range(plies):
        move = (await room.match()).moves()[0]
        await (first, second)[number % 2].slash(place, "move", move=move)
    return place


async def resign(room: Server, place: Any) -> None:
    """Resign the match as Ben."""
    asked = await room.ben.slash(place, "resign")
    await room.ben.click(asked.response, label="Resign")


@pytest.mark.ci
async def test_the_last_ten_moves_are_shown_and_all_are_a_press_away(room: Server) -> None:
    place = await play_plies(room, 23)
    shown = (await room.cleo.slash(place, "replay")).response
    assert shown.ephemeral
    assert texts(shown).startswith("### Russian checkers: moves 3 to 12 of 12\n")
    # Of each move both plies, but of the last one, and the position before them.
    assert await pictures(shown) == 1 + 19
    assert list(buttons(shown)) == ["All moves", "Share", "My notes"]
    # What the animation shows is in words too: every move, and what the last one did.
    plies = [ply.text for ply in (await room.match()).plies]
    assert f"-# 3. {plies[4]} {plies[5]} 4. " in texts(shown) and f" 12. {plies[22]}\n" in texts(shown)
    assert "Ann moved" in texts(shown) or "Ann captured" in texts(shown)
    assert shown.attachments[0].description.startswith("An animation of moves 3 to 12 of 12. At its end: ")
    everything = (await room.cleo.click(shown, label="All moves")).response
    assert "moves 1 to 12 of 12" in texts(everything)
    assert await pictures(everything) == 1 + 23
    assert list(buttons(everything)) == ["Share", "My notes"]


async def test_moves_are_named_by_the_numbers_that_players_give_them(room: Server) -> None:
    place = await play_plies(room, 9)
    for given, said, count in (
        ({"from": 2, "to": 3}, "moves 2 to 3 of 5", 4),
        ({"from": 4}, "moves 4 to 5 of 5", 3),
        ({"to": 2}, "moves 1 to 2 of 5", 4),
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


async def test_it_is_in_the_theme_of_who_asks_and_from_their_side(room: Server) -> None:
    place = await play_plies(room, 3)
    await room.run(room.bot.club.preferences.change(room.ben.id, theme="night"))
    seen = {}
    for member in (room.ann, room.ben, room.cleo):
        shown = await animate((await member.slash(place, "replay")).response)
        theme = "night" if member is room.ben else "wood"
        colours = THEMES[theme].board.colours
        assert shown.colours[: len(colours)] == list(colours)
        seen[member] = shown
    assert seen[room.ann].pictures == seen[room.cleo].pictures
    await room.run(room.bot.club.preferences.change(room.ben.id, theme="wood"))
    turned = await animate((await room.ben.slash(place, "replay")).response)
    assert turned.pictures != seen[room.ann].pictures
    await room.run(room.bot.club.preferences.change(room.ben.id, facing="fixed"))
    fixed = await animate((await room.ben.slash(place, "replay")).response)
    assert fixed.pictures == seen[room.ann].pictures


async def test_a_word_is_there_at_once_and_the_loop_makes_no_picture(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await play_plies(room, 2)
    made_by: list[bool] = []

    def note_thread(*given: Any, **named: Any) -> Any:
        made_by.append(threading.current_thread() is threading.main_thread())
        assert MAKING in str(room.env.http_requests[-1].json)
        return replay(*given, **named)

    monkeypatch.setattr("club.play.after.animations.replay", note_thread)
    asked = len(room.env.http_requests)
    shown = await room.ann.slash(place, "replay")
    assert made_by == [False]
    assert [request.method for request in room.env.http_requests[asked:]] == ["POST", "PATCH"]
    assert MAKING not in texts(shown.response)


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


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (400, 40005), (413, 0)])
async def test_a_file_that_discord_finds_too_large_is_told(room: Server, status: int, code: int) -> None:
    place = await play_plies(room, 2)
    room.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)
    said = reply_text(await room.ann.slash(place, "replay"))
    assert said.startswith("Discord did not take the replay, because its file is too large here.")


async def test_where_the_token_is_gone_the_word_that_is_there_says_what_to_do(room: Server) -> None:
    place = await play_plies(room, 2)
    room.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=401, code=50027, times=None)
    said = reply_text(await room.ann.slash(place, "replay"))
    assert said.startswith(MAKING) and "If nothing has come after a minute, ask again with </replay:" in said
    assert room.errors.records == []


async def test_nobody_has_more_made_than_a_minute_allows(tmp_path: Path) -> None:
    async with serve(tmp_path / "few.db", limits=Limits(replays_per_minute=2)) as room:
        place = await play_plies(room, 1)
        for _ in range(2):
            assert "move 1 of 1" in reply_text(await room.ann.slash(place, "replay"))
        assert "2 replays made within a minute" in reply_text(await room.ann.slash(place, "replay"))
        # What is refused costs nothing, and others are not held up.
        assert "no move 9" in reply_text(await room.ben.slash(place, "replay", **{"from": 9}))
        for _ in range(2):
            assert "move 1 of 1" in reply_text(await room.ben.slash(place, "replay"))
        await room.env.advance_time(31)
        assert "move 1 of 1" in reply_text(await room.ann.slash(place, "replay"))


async def test_a_crowd_is_asked_to_wait(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = await play_plies(room, 1)
    monkeypatch.setattr(room.bot.club.animations.line, "waiting", 0)
    assert reply_text(await room.ann.slash(place, "replay")).startswith(
        "Many replays are being made just now."
    )


async def test_hidden_cards_are_told_only_after_the_end(room: Server) -> None:
    place = await play_plies(room, 3, "one-zero-one", side="0")
    held = (await room.match()).position.hands
    told_to = []
    for member in (room.ann, room.ben, room.cleo):
        shown = (await member.slash(place, "replay")).response
        assert "0's hand: 3 cards. 1's hand: 3 cards." in shown.attachments[0].description
        told_to.append((texts(shown), await shown.attachments[0].read()))
    assert told_to[0] == told_to[1] == told_to[2], "who plays sees no more of it than who watches"
    open_to_nobody = await animate(shown)
    await resign(room, place)
    shown = (await room.cleo.slash(place, "replay")).response
    assert all(card.name in shown.attachments[0].description for hand in held for card in hand)
    opened = await animate(shown)
    assert opened.height > open_to_nobody.height, "both hands are drawn below the display"


async def test_of_many_moves_the_first_are_left_out_of_the_words(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await play_plies(room, 5)
    plies = [ply.text for ply in (await room.match()).plies]
    last = f"2. {plies[2]} {plies[3]} 3. {plies[4]}"
    for room_for, said in ((len(last) + 1, f"-# … {last}"), (len(last), f"-# … 3. {plies[4]}")):
        monkeypatch.setattr("bot.cards.play.replay.MOVES_SHOWN", room_for)
        assert texts((await room.ann.slash(place, "replay")).response).split("\n")[2] == said


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


async def test_elsewhere_without_a_name_it_is_the_last_match_that_one_played(room: Server) -> None:
    place = await play_plies(room, 3)
    await resign(room, place)
    assert "moves 1 to 2 of 2" in reply_text(await room.ann.user.slash("replay"))
