"""Streaks and races by buttons, and a member's puzzle results so far.

Also what a first try says of ratings.
"""

from typing import Any

from bot.cards.puzzles.puzzle import PuzzleIds
from data.puzzles import puzzle_rating
from data.puzzles.puzzle_rating import SolverRow
from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.puzzle_themes import THEMES
from tests.bot.puzzle_moves import PUZZLES, path_of, press_move, puzzle_of, wrong_move
from tests.bot.server import Server, button, buttons, texts


async def play(room: Server, kind: str, puzzle: Puzzle, text: str, plies: int = 0) -> Any:
    """Make a move of a streak or race by the button that would end it."""
    custom_id = str(PuzzleIds(puzzle.key, plies, "", kind).play_id(path_of(puzzle, plies, text)))
    message = room.plant(room.channel, [button(custom_id)])
    return await room.ann.click(message, custom_id=custom_id)


async def solve(room: Server, kind: str, puzzle: Puzzle) -> Any:
    """Make all the moves of a line, but for those that go by themselves."""
    step = None
    for plies in range(0, len(puzzle.line), 2):
        step = await play(room, kind, puzzle, puzzle.line[plies], plies)
        if "The next one" in texts(step.response):
            break
    return step


async def begin_run(room: Server, kind: str) -> tuple[Any, Puzzle]:
    """Begin a run as Ann; return its first card and its first puzzle."""
    shown = await room.ann.slash(room.channel, "puzzle", game="russian", mode=kind)
    assert shown.ephemeral
    step = await room.ann.click(shown.response, label="Begin")
    run = await room.bot.club.puzzles.runs.load_lobby(kind, user_id=room.ann.id, guild_id=room.guild.id)
    assert run.run is not None and run.run.puzzle is not None
    return step, run.run.puzzle


async def test_a_streak_goes_on_over_a_restart_until_the_first_miss(room: Server) -> None:
    step, puzzle = await begin_run(room, STREAK)
    assert "Streak of 0 · Russian checkers" in texts(step.response)
    assert "Hint" not in buttons(step.response) and "Solution" not in buttons(step.response)
    step = await solve(room, STREAK, puzzle)
    assert "**Right!**" in texts(step.response)
    assert "Streak of 1 · " in texts(step.response)
    await room.restart()
    again = await room.ann.slash(room.channel, "puzzle", game="binar", mode=STREAK)
    assert "You are on the way: 1 puzzle solved." in texts(again.response)
    assert "Russian checkers" in texts(again.response)
    step = await room.ann.click(again.response, label="Go on")
    assert "Streak of 1 · " in texts(step.response)
    lobby = await room.bot.club.puzzles.runs.load_lobby(STREAK, user_id=room.ann.id, guild_id=room.guild.id)
    assert lobby.run is not None and lobby.run.puzzle is not None
    last = lobby.run.puzzle
    over = await play(room, STREAK, last, wrong_move(last))
    assert "Your streak in Russian checkers: 1 puzzle" in texts(over.response)
    assert last.line[0] in texts(over.response)
    assert f"1. <@{room.ann.id}> · 1 puzzle\n" in texts(over.response) + "\n", "the card names the game"
    gone = await play(room, STREAK, last, last.line[0])
    assert "That puzzle is over." in texts(gone.response)
    seen = await room.ben.slash(room.channel, "puzzle", game="binar", mode=STREAK)
    assert f"1. <@{room.ann.id}> · 1 puzzle in Russian checkers" in texts(seen.response)


async def test_a_theme_for_anything_but_a_puzzle_is_refused_and_not_ignored(room: Server) -> None:
    for mode in (STREAK, RACE, "history"):
        refused = await room.ann.slash(room.channel, "puzzle", game="russian", theme="shot", mode=mode)
        assert "have no theme: leave out the option" in texts(refused.response)


async def test_a_race_says_when_it_ends_and_a_miss_brings_the_next(room: Server) -> None:
    step, puzzle = await begin_run(room, RACE)
    assert "Your time is up <t:" in texts(step.response)
    step = await play(room, RACE, puzzle, wrong_move(puzzle))
    assert "**A miss**, ten seconds less." in texts(step.response)
    assert puzzle.line[0] not in texts(step.response), "it may come back"
    assert "Race: 0 solved" in texts(step.response)


async def tried(room: Server, count: int, deviation: float = 150.0) -> None:
    """Store that Ann has tried so many puzzles of Russian checkers."""
    known = SolverRow(room.ann.id, "russian", 1500.0, deviation, room.bot.club.now(), count)
    await room.run(room.bot.club.store.write(lambda tx: puzzle_rating.put_solver(tx, known)))


async def test_a_puzzle_rating_is_shown_from_ten_first_tries_on_and_provisional_until_known(
    room: Server,
) -> None:
    for count, deviation, told, listed in (
        (
            8,
            150.0,
            "First try 9 of 10: then you have a puzzle rating.",
            "9 of 10 first tries before a rating",
        ),
        (9, 150.0, ", provisional · this puzzle", ", provisional"),
        (40, 60.0, ") · this puzzle", " ± 6"),
    ):
        await tried(room, count, deviation)
        shown = await room.ann.slash(room.channel, "puzzle", game="russian")
        ended = await room.ann.click(shown.response, label="Solution")
        assert told in texts(ended.response)
        mine = texts((await room.ann.click(ended.response, label="My puzzles")).response)
        assert listed in mine and ("(−" in mine or " · −" in mine) == (count >= 9)
        assert ("provisional" in mine) == (count == 9)


async def test_a_first_try_says_what_it_changes_and_the_themes_come_after_it(room: Server) -> None:
    await tried(room, 9)
    shown = await room.ann.slash(room.channel, "puzzle", game="russian")
    puzzle = puzzle_of(shown.response)
    assert "Theme" not in texts(shown.response) and "First try" not in texts(shown.response)
    step = await press_move(room, shown, puzzle, 0, wrong_move(puzzle))
    assert "Theme" not in texts(step.response)
    step = await room.ann.click(step.response, label="Solution")
    assert "**Theme:** " in texts(step.response)
    assert "First try: you 1" in texts(step.response)
    assert "(−" in texts(step.response) and "(+" in texts(step.response)
    mine = await room.ann.click(step.response, label="My puzzles")
    assert "Solved at the first try, without a hint: **0** of 1." in texts(mine.response)
    [past] = [line for line in texts(mine.response).splitlines() if line.startswith("🟥")]
    assert "Russian checkers" in past and "<t:" not in past, "one line on a phone"
    assert "1 puzzle that you missed waits for you" in texts(mine.response)
    again = await room.ann.select(mine.response, [puzzle.key], custom_id="v1:0:puzzle-again:0")
    assert puzzle_of(again.response) == puzzle
    for plies in range(0, len(puzzle.line), 2):
        again = await press_move(room, again, puzzle, plies, puzzle.line[plies])
        if "Solved" in texts(again.response):
            break
    mine = await room.ann.slash(room.channel, "puzzle", mode="history")
    assert "🟨 Russian checkers" in texts(mine.response)
    assert "waits for you" not in texts(mine.response)
    others = await room.ben.slash(room.channel, "puzzle", mode="history")
    assert "You have tried none yet." in texts(others.response)


async def test_a_theme_that_is_asked_for_is_what_comes(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "puzzle", game="russian", theme="breakthrough")
    assert "breakthrough" in puzzle_of(shown.response).themes
    assert "breakthrough" not in texts(shown.response).lower()
    anywhere = await room.ann.slash(room.channel, "puzzle", theme="no_answer")
    assert "no_answer" in puzzle_of(anywhere.response).themes
    none = await room.ann.slash(room.channel, "puzzle", game="russian", theme="no_answer")
    assert "There are no puzzles of Russian checkers with the theme no answer yet." in texts(none.response)


def test_every_theme_can_be_chosen_and_is_on_some_puzzle() -> None:
    assert len(THEMES) <= 25, "choices of an option"
    there = {theme for puzzle in PUZZLES for theme in puzzle.themes}
    assert len(there) >= 12
