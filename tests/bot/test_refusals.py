"""Every press and every text gets an answer.

An impossible act is refused in a sentence, in private.
"""

from itertools import product
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.cogs import HANDLERS
from bot.custom_ids import FORM, LIMIT, PATTERN, CustomId, parse_custom_id
from rules.catalogue import GAMES
from tests.bot import simulator
from tests.bot.matches_over import give_up
from tests.bot.server import Server, button, buttons, press_play, reply_text, select, texts
from tests.sets import leave_to_ci

UNKNOWN: Final = [
    ("999", ""),
    ("c999", ":,,,"),
    ("0", ":a1,b2"),
    ("0", ":0000000009/junk"),
]
"""What no card says: what an action is about, and the rest of its custom_id."""


async def check_refused(result: Any, *words: str) -> None:
    """Check that the answer is private and says all of `words`."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown.ephemeral
    for word in words:
        assert word in texts(shown)


async def test_who_is_not_to_move_is_told_whose_turn_it_is(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await check_refused(
        await room.ben.slash(place, "move", move="a1"), "not your turn", "Ann (Even) is to move"
    )
    await check_refused(await press_play(room.ben, room.board(place)), "not your turn", "Ann (Even)")
    assert (await room.match()).plies == []


async def test_a_spectator_is_told_whose_game_it_is(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    for result in (
        await press_play(room.cleo, room.board(place)),
        await room.cleo.slash(place, "move", move="a1"),
        await room.cleo.slash(place, "resign"),
        await room.cleo.slash(place, "draw"),
    ):
        await check_refused(result, "between Ann and Ben")
    seen = await room.cleo.click(room.board(place), label="My view")
    assert seen.ephemeral
    assert "Play" not in buttons(seen.response)


async def test_a_name_makes_no_link_in_what_others_are_told(room: Server) -> None:
    rogue = room.guild.add_member(room.env.create_user("[gift](http://a.example)"))
    shown = await rogue.slash(room.channel, "play", game="binar", opponent=room.ben, side="Even")
    await room.ben.click(shown.response, label="Accept")
    place = room.place
    screen = room.board(place)
    early = await press_play(room.ben, screen)
    watched = await press_play(room.cleo, screen)
    await rogue.slash(place, "move", move="c3")
    await room.ben.slash(place, "move", move="a1")
    room.forge(screen, screen.components)
    late = await press_play(room.ben, screen)
    for result in (early, watched, late):
        words = texts((result.followups or [result.response])[-1])
        assert "](http" in words
        assert "[gift]" not in words.replace("\\[gift]", "")


async def test_an_illegal_move_is_told_the_rule_it_breaks(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    for move in ("c3", "z9", "a1:0", "@everyone", "\u202e\u0000", "x" * 400):
        before = len(room.env.http_requests)
        result = await room.ben.slash(place, "move", move=move)
        assert result.ephemeral
        assert len(room.env.http_requests) == before + 1
    assert len((await room.match()).plies) == 1


async def test_an_old_board_s_button_brings_the_board_as_it_stands(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    old, screen = room.board(place), room.board(place).components
    await room.ann.slash(place, "move", move="c3")
    room.forge(old, screen)
    late = await press_play(room.ann, old)
    await check_refused(late, "The board has moved on", "Ann placed 0 on c3.", "not your turn")
    turn = await press_play(room.ben, old)
    await check_refused(turn, "The board has moved on", "Your move")
    assert "b2" in buttons(turn.response)


async def test_an_old_picker_plays_nothing_and_shows_the_board(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    first = await press_play(room.ann, room.board(place))
    second = await press_play(room.ann, room.board(place))
    await room.ann.click(first.response.message, label="c3")
    late = await room.ann.click(second.response.message, label="d4")
    await check_refused(late, "The board has moved on", "Ann placed 0 on c3.")
    assert late.followups or late.response.attachments
    assert [ply.text for ply in (await room.match()).plies] == ["c3"]


async def test_an_unknown_game_is_refused_with_what_comes_near(room: Server) -> None:
    await check_refused(await room.ann.slash(room.channel, "play", game="chess"), "There is no game “chess”")
    await check_refused(await room.ann.slash(room.channel, "play", game="checkers"), "American", "Frisian")
    await check_refused(await room.ann.slash(room.channel, "rules", game="@everyone"), "There is no game")


async def test_a_move_without_a_match_is_told_how_to_begin(room: Server) -> None:
    for command in ("move", "board", "draw", "resign", "hand", "verify"):
        options = {"move": "a1"} if command == "move" else {}
        shown = await room.ann.slash(room.channel, command, **options)
        await check_refused(shown, "You have no match here. Start one with ", "</play:")


async def test_with_several_matches_one_has_to_say_which(room: Server) -> None:
    for _ in range(2):
        await room.begin("binar", side="Even")
    asked = await room.ann.slash(room.channel, "move", move="a1")
    assert "In which match do you play a1?" in texts(asked.response)
    await check_refused(await room.ann.slash(room.channel, "move", move="a1", match="x"), "from the list")
    await check_refused(await room.ann.slash(room.channel, "move", move="a1", match="99"), "not known")
    await room.ann.slash(room.channel, "move", move="a1", match="2")
    assert (len((await room.match(1)).plies), len((await room.match(2)).plies)) == (0, 1)


async def test_a_match_that_is_over_takes_no_move(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    board, screen = room.board(place), room.board(place).components
    await give_up(room.ben, place)
    room.forge(board, screen)
    for result in (
        await room.ann.slash(place, "move", move="a1"),
        await room.ann.slash(place, "draw"),
        await room.ann.slash(place, "resign"),
    ):
        await check_refused(result, "This match is over")
    late = await press_play(room.ann, board)
    await check_refused(late, "This match is over")


async def test_a_component_of_an_older_version_of_the_bot_is_answered(room: Server) -> None:
    place = await room.begin("binar")
    for custom_id in ("v0:1:play", "v1:1:fly:0", "v1:9999999999999999999:play:0", "x"):
        await check_refused(await press(room, place, custom_id), "older version")


async def test_a_command_that_discord_still_has_and_the_bot_no_more_is_answered(room: Server) -> None:
    room.bot.tree.remove_command("help")
    await check_refused(await room.ann.slash(room.channel, "help"), "Reload Discord")
    [error] = room.env.errors
    assert type(error).__name__ == "CommandNotFound"
    simulator.forgive(room.env)


@pytest.mark.ci
@pytest.mark.parametrize("of_five", [2, pytest.param(5, marks=pytest.mark.deep)], ids=["some", "all"])
async def test_every_action_on_something_unknown_is_refused_in_a_sentence(room: Server, of_five: int) -> None:
    place = await room.begin("binar")
    before = [len(where.history()) for where in (place, room.channel)]
    planted = 0
    for number, (action, (subject, rest)) in enumerate(product(HANDLERS, UNKNOWN)):
        if number % 5 >= of_five:  # of some, each action has one or two, which change from one to the next
            continue
        custom_id = f"v1:{subject}:{action}:0{rest}"
        result = await room.cleo.click(room.plant(place, [button(custom_id)]), label="forged")
        planted += 1
        assert result.acknowledged and reply_text(result), custom_id
    after = [len(where.history()) for where in (place, room.channel)]
    assert after == [before[0] + planted, before[1]], "nobody else sees any of it"


@pytest.mark.ci
def test_a_custom_id_reads_back_as_it_was_written() -> None:
    @settings(max_examples=25)
    @given(
        st.builds(
            CustomId,
            st.from_regex(r"[a-z-]{1,12}", fullmatch=True),
            st.integers(0, (1 << 63) - 1),
            st.integers(0, 999_999_999),
            st.text(st.characters(exclude_characters="\n"), max_size=50),
            st.booleans(),
        )
    )
    def reads_back(known: CustomId) -> None:
        assert parse_custom_id(str(known)) == known

    reads_back()


@pytest.mark.ci
def test_no_text_makes_the_reading_of_custom_ids_fail() -> None:
    @given(st.text(max_size=120) | st.from_regex(PATTERN, fullmatch=True))
    def is_read(text: str) -> None:
        known = parse_custom_id(text)
        assert known is None or (FORM.fullmatch(text) and len(text) <= LIMIT and known.id < 1 << 63)

    is_read()


@pytest.mark.parametrize("path", leave_to_ci(["", "c3,a1", "9,9", "z9", ",", "c3,", "choice"], after=2))
async def test_a_forged_path_plays_nothing(room: Server, path: str) -> None:
    place = await room.begin("binar", side="Even")
    await check_refused(await press(room, place, f"v1:1:do:0:{path}"), "Choose anew", "Your move")
    assert (await room.match()).plies == []


async def test_a_forged_path_of_some_choices_of_a_longer_move_plays_nothing(room: Server) -> None:
    place = await room.begin("american")
    first, _ = await room.players()
    match = await room.match()
    steps = match.game.steps(match.position, match.game.read(match.position, match.moves()[0]))
    assert len(steps) > 1
    board = room.plant(place, [button(f"v1:1:do:0:{steps[0].value}")])
    await check_refused(await first.click(board, label="forged"), "Choose anew", "Your move")
    assert (await room.match()).plies == []


async def test_an_old_picker_becomes_a_fresh_one_for_whoever_is_to_move_again(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    old = await press_play(room.ann, room.board(place))
    await room.ann.slash(place, "move", move="c3")
    await room.ben.slash(place, "move", move="a1")
    fresh = await room.ann.click(old.response.message, label="d4")
    shown = fresh.followups[-1] if fresh.followups else fresh.response
    await check_refused(fresh, "The board has moved on", "Your move")
    assert "a1" not in buttons(shown)
    await room.ann.click(shown, label="d4")
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "a1", "d4"]


async def test_a_choice_in_a_menu_of_an_older_version_still_counts(room: Server) -> None:
    place = await room.begin("russian")
    first, _ = await room.players()
    menu = room.plant(place, [select("v1:1:choose:0:0:", ["c3"])])
    chosen = await first.select(menu, ["c3"], custom_id="v1:1:choose:0:0:")
    assert "**c3 › …** · you play White" in texts(chosen.response)
    assert list(buttons(chosen.response)) == ["b4", "d4", "Back", "Type a move"]


@pytest.mark.ci
async def test_forged_custom_ids_and_forms_are_always_answered_and_play_no_illegal_move(room: Server) -> None:
    place = await room.begin("american")
    forged = st.builds(
        lambda kind, number, action, version, rest: f"v1:{kind}{number}:{action}:{version}{rest}"[:100],
        st.sampled_from(["", "", "c"]),
        st.sampled_from([0, 1, 1, 1, 2, (1 << 63) - 1]),
        st.sampled_from(sorted(HANDLERS)),
        st.integers(0, 2),
        st.sampled_from(
            ["", ":", ":0:", ":9999:", ":a1", ":11,15", ":9,13", ":0:9", ":\u0000", ":binar", ":a1b2c3"]
        )
        | st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=60).map(
            ":".__add__
        ),
    )
    cases: list[tuple[str, list[str] | None]] = []

    @given(forged, st.none() | st.sampled_from(["9", "13", "", "binar", "@everyone"]))
    @settings(
        max_examples=150,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def collect(custom_id: str, value: str | None) -> None:
        cases.append((custom_id, None if value is None else [value]))

    collect()
    for custom_id, values in cases:
        result = await press(room, place, custom_id, values)
        assert result.acknowledged, custom_id
    match = await room.match()
    assert match.game is GAMES["american"]


async def press(room: Server, place: Any, custom_id: str, values: list[str] | None = None) -> Any:
    """Press a button as Ann, or choose in a menu, on a card of the bot's.

    It carries any custom_id at all.
    """
    if values is None:
        return await room.ann.click(room.plant(place, [button(custom_id)]), custom_id=custom_id)
    return await room.ann.select(room.plant(place, [select(custom_id, values)]), values, custom_id=custom_id)
