"""/learn: a member's own mistakes come back to be solved by buttons.

No one else sees them.
"""

from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.cards.puzzles.puzzle import PuzzleState
from club.members.people import Act
from club.puzzles.mining import AFTER
from club.puzzles.solving import DAY
from data.learning import learning
from data.learning.learning import ExerciseRow
from engines.exercises import find_exercises
from rendering.describe import describe
from tests.bot.matches_over import play_blunders
from tests.bot.puzzle_moves import NOTATION, path_of
from tests.bot.server import Server, buttons, texts
from tests.bot.server import reply_text as told_alone
from tests.bot.settings_cards import own, told_directly
from tests.club.learner import blunder_match, exercise, store_exercise
from tests.engines.histories import play_history
from tests.leaks.worlds import history

KEYS = ("0000000001", "0000000002")


pytestmark = pytest.mark.usefixtures("looks_here")


async def due(room: Server, member: Any, *keys: str) -> None:
    """Make exercises of a member due, as if they were from a match that has begun."""
    table = await room.bot.club.play.matches.load(1)
    for key in keys:
        await store_exercise(room.bot.club, table, key, user_id=member.id)


async def play_by_buttons(room: Server, member: Any, shown: Any, text: str) -> Any:
    """Make a move by the buttons that are offered."""
    puzzle = exercise().puzzle
    wanted = path_of(puzzle, 0, text)
    for _ in range(9):
        found = {}
        for custom_id in buttons(shown.response).values():
            state = PuzzleState.parse(custom_id.split(":", 4)[4]) if ":learn:" in custom_id else None
            if state and state.path == wanted[: len(state.path)]:
                found[len(state.path) + state.plays_now] = custom_id
        shown = await member.click(shown.response, custom_id=found[max(found)])
        if any(words in texts(shown.response) for words in ("Try a", "Solved")):
            return shown
    raise AssertionError(f"no way to {text}")


async def played_out(room: Server) -> tuple[Any, Any]:
    """Play a match lost by a blunder; return its winner and its loser.

    It is analysed if a player wants that.
    """
    members = await play_blunders(room)
    await room.env.advance_time(AFTER + 1)
    await room.env.settle()
    seats = (await room.bot.club.play.matches.load(1)).row.seats
    return members[seats[0].user_id], members[seats[1].user_id]


@pytest.mark.ci
async def test_the_whole_way_from_a_lost_match_to_what_is_known(room: Server) -> None:
    first = await room.ben.slash(room.channel, "learn")
    assert first.ephemeral
    assert "There is nothing to solve yet." in texts(first.response)
    _, loser = await played_out(room)
    await loser.slash(room.channel, "learn")
    await room.env.settle()
    shown = await loser.slash(room.channel, "learn")
    assert shown.ephemeral
    told = texts(shown.response)
    assert "You are **Odd** and played `d3` here. One move is clearly better: find it." in told
    assert ", move 9." in told and "1 exercise is due." in told
    solved = await play_by_buttons(room, loser, shown, "e4")
    told = texts(solved.response)
    assert (
        "Solved at the first try!" in told
        and "After `d3` the game is lost; `e4` was the way to hold on." in told
    )
    assert "It comes back in 1 day." in told
    analysed = await loser.click(solved.response, label="The match, analysed")
    assert analysed.acknowledged
    nothing = await loser.slash(room.channel, "learn")
    assert "Nothing is due now." in texts(nothing.response)
    assert "The next exercise comes in 1 day." in texts(nothing.response)


async def test_a_wrong_move_and_help_are_misses_which_are_told_and_the_next_one_follows(room: Server) -> None:
    await room.begin("binar")
    await due(room, room.ann, *KEYS)
    shown = await room.ann.slash(room.channel, "learn")
    assert "2 exercises are due." in texts(shown.response)
    tried = await play_by_buttons(room, room.ann, shown, "d3")
    assert "`d3` is what you played in the match. Try another move." in texts(tried.response)
    assert "1 exercise is due." in texts(tried.response), "it has been answered"
    tried = await play_by_buttons(room, room.ann, tried, "e5")
    assert "`e5` is not it" in texts(tried.response)
    hinted = await room.ann.click(tried.response, label="Hint")
    assert "Show the move" in buttons(hinted.response) or len(buttons(hinted.response)) > 1
    solved = await play_by_buttons(room, room.ann, hinted, "e4")
    assert "**Solved** in 3 tries, with a hint." in texts(solved.response)
    assert "It comes back in 1 day." in texts(solved.response)
    following = await room.ann.click(solved.response, label="Next exercise")
    ended = await room.ann.click(following.response, label="Solution")
    assert "**The better move: `e4`**" in texts(ended.response)
    assert "Next exercise" not in buttons(ended.response)


async def test_no_next_exercise_is_offered_if_all_wait_for_a_running_match(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin("binar")
    await due(room, room.ann, *KEYS)
    shown = await room.ann.slash(room.channel, "learn")
    exercises = room.bot.club.learning.exercises
    overview = replace(await exercises.load_overview(room.ann.id), due_count=1, next_exercise=None)
    monkeypatch.setattr(exercises, "load_overview", AsyncMock(return_value=overview))
    ended = await room.ann.click(shown.response, label="Solution")
    assert "Next exercise" not in buttons(ended.response)


@pytest.mark.ci
async def test_with_hidden_cards_one_sees_what_one_saw_then_and_no_card_that_was_never_there(
    room: Server,
) -> None:
    """The picture after the solution is the picture of the position.

    The next card drawn is in no view of theirs.
    """
    await room.begin("one-zero-one")
    told_ = history("base", 0)
    [found] = find_exercises(play_history(told_, told_.deal), 1, (0,))
    row = ExerciseRow(room.ann.id, KEYS[0], 1, "one-zero-one", found.to_line(), 0, 0, 0.0)
    await room.bot.club.store.write(lambda tx: learning.add(tx, row))
    shown = await room.ann.slash(room.channel, "learn")
    assert shown.ephemeral
    assert "### Learn: One Zero One" in texts(shown.response)
    hinted = await room.ann.click(shown.response, label="Hint")
    ended = await room.ann.click(hinted.response, label="Solution")
    assert not any(NOTATION.search(texts(each.response)) for each in (shown, hinted, ended))
    assert "missed a win" in texts(ended.response) and "a plain card on line 50" in texts(ended.response)
    start = found.puzzle.match_after(0)
    assert [file.description for file in ended.response.attachments] == [describe(start.view(0))]


async def test_what_is_due_is_said_at_home_and_leads_there(room: Server) -> None:
    await room.begin("binar")
    await due(room, room.ann, *KEYS)
    for command in ("help", "games"):
        home = await room.ann.slash(room.channel, command)
        shown = await room.ann.click(home.response, label="Your mistakes: 2 due")
        assert shown.ephemeral and "find it" in texts(shown.response)
        other = await room.ben.slash(room.channel, command)
        assert not any(label.startswith("Your mistakes:") for label in buttons(other.response))


@pytest.mark.ci
async def test_what_is_due_but_waits_for_a_running_match_is_said_where_it_is_counted(room: Server) -> None:
    await room.begin("binar", side="Even")
    await due(room, room.ann, KEYS[0])
    for number, ply in enumerate(blunder_match().plies[: 2 * (exercise().move_number - 1) + exercise().seat]):
        act = Act((room.ann, room.ben)[number % 2].id, number + 1)
        await room.run(room.bot.club.play.matches.play(1, act, ply.text))
    home = await room.ann.slash(room.channel, "games")
    shown = await room.ann.click(home.response, label="Your mistakes: 1 due")
    assert "1 exercise is due, but waits: its position stands, or stood, in a match" in texts(shown.response)
    assert "Nothing is due" not in texts(shown.response) and "nothing to solve" not in texts(shown.response)


async def test_the_switch_in_the_settings_deletes_all_and_learn_begins_anew(room: Server) -> None:
    await room.begin("binar")
    await room.ann.slash(room.channel, "learn")
    await due(room, room.ann, *KEYS)
    shown = await room.ann.slash(room.channel, "learn")
    card = await room.ann.click(await own(room, room.ann), label="My mistakes come back: yes")
    assert "My mistakes come back: no" in buttons(card.response)
    gone = await room.ann.click(shown.response, label="Solution")
    assert "This exercise is not there any more." in texts(gone.response)
    await room.ann.slash(room.channel, "learn")
    assert "My mistakes come back: yes" in buttons(await own(room, room.ann))


@pytest.mark.parametrize("action", ["learn-open", "learn-next"])
async def test_a_button_that_outlived_the_exercises_turns_them_on_for_nobody(
    room: Server, action: str
) -> None:
    await room.begin("binar")
    await due(room, room.ann, *KEYS)
    shown = await room.ann.slash(room.channel, "learn")
    await room.run(room.bot.club.members.preferences.change(room.ann.id, learning=False))
    stale = {"type": 2, "style": 2, "label": "x", "custom_id": f"v1:0:{action}:0"}
    refused = await room.ann.click(room.plant(room.channel, [stale]), custom_id=stale["custom_id"])
    assert "Your exercises are turned off. </learn:" in told_alone(refused)
    assert not (await room.run(room.bot.club.members.preferences.get(room.ann.id))).learning
    assert "One move is clearly better: find it." in texts(shown.response)
    again = await room.ann.slash(room.channel, "learn")
    assert "There is nothing to solve yet." in texts(again.response)
    assert (await room.run(room.bot.club.members.preferences.get(room.ann.id))).learning


async def choose(room: Server, member: Any, message: Any, hour: str) -> str:
    """Choose by the form when one is told; what is said of that."""
    form = await member.click(message, label="Daily message")
    told = await member.submit_modal(form, {"hour": [hour]})
    assert told.ephemeral
    return texts(told.response)


async def test_who_wants_it_is_told_once_a_day_and_solves_from_there(room: Server) -> None:
    await room.begin("binar")
    await due(room, room.ann, *KEYS)
    shown = await room.ann.slash(room.channel, "learn")
    ended = await room.ann.click(shown.response, label="Solution")
    hour = (room.env.now().hour + 2) % 24
    assert f"At {hour:02}:00 (UTC) I write to you" in await choose(room, room.ann, ended.response, str(hour))
    await room.env.advance_time(3 * 3600)
    [word] = told_directly(room.ann)
    assert "1 exercise is due." in texts(word) and "You wanted to hear of that once a day" in texts(word)
    begun = await room.ann.user.click(word, label="Solve them")
    assert "One move is clearly better: find it." in texts(begun.response)
    assert [texts(message) for message in told_directly(room.ann)][:1] == [texts(word)], "the word stays"
    await room.env.advance_time(DAY)
    assert len([each for each in told_directly(room.ann) if "You wanted to hear" in texts(each)]) == 2
    form = await room.ann.user.click(word, label="Daily message")
    told = await room.ann.user.submit_modal(form, {"hour": ["auto"]})
    assert "I write to you no more" in texts(told.response)
    await room.env.advance_time(DAY)
    assert len([each for each in told_directly(room.ann) if "You wanted to hear" in texts(each)]) == 2
    assert told_directly(room.ben) == []
