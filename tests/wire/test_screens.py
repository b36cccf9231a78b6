"""The learning screens, walked by touch, 390 px wide, with weeks of matches.

Every screen is kept, in each theme if pictures are wanted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Locator, expect

from bot.cards.learning.coordinates import CoordinatesRound
from bot.cards.puzzles.puzzle import PuzzleState
from bot.custom_ids import parse_custom_id
from club.learning.coordinates import make_question, opening_board
from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from rules.catalogue import GAMES
from rules.first_steps.tasks import Task, tasks_of
from tests.wire import players, stranger
from tests.wire.evening import WITHIN_MS, Evening
from tests.wire.filled_database import exercises
from tests.wire.screens import MARKS, daily_message, give_command, press, tap_and_wait, walk
from tests.wire.visible_message import buttons, find_challenge, version

pytestmark = MARKS
STEPS: Final = 12
NOTES: Final = (
    "Opens the file for my back men; if 24-20, then 15x24 and I am a tempo ahead.",
    "The usual start. Next time try 9-14.",
)


async def choose(card: Locator, option: str) -> None:
    """Choose from the menu of a card, which then shows something else."""
    await card.get_by_role("combobox").last.tap()
    await tap_and_wait(card, card.page.get_by_role("option", name=option).first)


async def move(card: Locator, action: str, path: tuple[str, ...]) -> None:
    """Make the move of these choices by the buttons that are offered."""
    for _ in range(STEPS):
        ways: dict[int, str] = {}
        for custom in await card.locator("button[data-custom]").evaluate_all(
            "nodes => nodes.map(node => node.dataset.custom)"
        ):
            read = parse_custom_id(custom)
            state = PuzzleState.parse(read.rest) if read and read.action == action else None
            if state and state.path == path[: len(state.path)]:
                ways[len(state.path) + state.plays_now] = custom
        best = max(ways)
        await tap_and_wait(card, card.locator(f'button[data-custom="{ways[best]}"]'))
        if best >= len(path):
            return
    raise AssertionError(f"no way to {path}")


def path_of(puzzle: Puzzle, plies: int, text: str) -> tuple[str, ...]:
    """The choices that lead to a move of a puzzle."""
    position = puzzle.match_after(plies).position
    return tuple(step.value for step in puzzle.rules.steps(position, puzzle.rules.read(position, text)))


def wrong_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The choices that lead to a move which is not the right one."""
    wrong = next(text for text in puzzle.match_after(0).moves() if text != puzzle.line[0])
    return path_of(puzzle, 0, wrong)


async def shown_in(card: Locator, action: str) -> PuzzleState:
    """How far the puzzle of a card has come, by its buttons."""
    customs = card.locator(f'button[data-custom*=":{action}:"]')
    read = parse_custom_id(await customs.first.get_attribute("data-custom") or "")
    state = PuzzleState.parse(read.rest) if read else None
    assert state is not None
    return state


async def test_learn(weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "learn", theme) as now:
        phone = now.phone
        card = await give_command(now, "learn")
        await phone.keep(card, "due")
        puzzle = exercises()[(await shown_in(card, "learn")).key].puzzle
        played = exercises()[(await shown_in(card, "learn")).key].played_line[0]
        await move(card, "learn", path_of(puzzle, 0, played))
        await phone.keep(card, "as-in-the-match")
        await move(card, "learn", wrong_of(puzzle))
        await phone.keep(card, "missed")
        await press(card, "Hint")
        await phone.keep(card, "hint")
        await press(card, "Show the move")
        await phone.keep(card, "shown")
        await move(card, "learn", path_of(puzzle, 0, puzzle.line[0]))
        await phone.keep(card, "solved-with-a-hint")
        await press(card, "Next exercise")
        await phone.keep(card, "next")
        puzzle = exercises()[(await shown_in(card, "learn")).key].puzzle
        await move(card, "learn", path_of(puzzle, 0, puzzle.line[0]))
        await expect(card).to_contain_text("Solved at the first try!")
        await phone.keep(card, "solved")
        card = await give_command(now, "learn")
        await expect(card).to_contain_text("Nothing is due now.")
        await phone.keep(card, "nothing-due")
        await phone.keep(await daily_message(now, card, keep=True), "hour-set")


async def test_openings(weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "openings", theme) as now:
        phone = now.phone
        card = await give_command(now, "openings", game="american")
        await expect(card).to_contain_text("11-15")
        await phone.keep(card, "own")
        await press(card, "11-15")
        await press(card, "23-19")
        await phone.keep(card, "named")
        await press(card, "Back")
        await press(card, "With Black")
        await phone.keep(card, "with-black")
        await press(card, "This server's")
        await phone.keep(card, "server")
        await press(card, "My matches")
        await card.get_by_role("button", name="Challenge from here", exact=True).tap()
        await phone.keep(await phone.see("American checkers"), "challenge")
        await card.get_by_role("button", name="Play Twotone", exact=True).tap()
        await phone.keep(await phone.see("plays against Twotone"), "against-twotone")
        small = await give_command(now, "openings", game="binar")
        await phone.keep(small, "small")
        await press(small, "c3")
        await phone.keep(small, "small-step")
        theirs = await give_command(now, "openings", member=BEN_ID)
        await phone.keep(theirs, "member")
        none = await give_command(now, "openings", game="turkish")
        await phone.keep(none, "none")


async def test_insight(weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "insight", theme) as now:
        phone = now.phone
        card = await give_command(now, "insight")
        await phone.keep(card, "own")
        analysed = await phone.tap(card, "The worst mistake")
        await expect(analysed).to_contain_text("Analysis:", timeout=WITHIN_MS)
        await phone.keep(analysed, "worst")
        await card.get_by_role("button", name="Share", exact=True).tap()
        await phone.keep(await phone.see("The finished matches of Ada"), "shared")


async def test_puzzles(weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "puzzles", theme) as now:
        phone = now.phone
        await phone.keep(await phone.see("Puzzle of the day"), "morning")
        card = await give_command(now, "puzzle", mode="history")
        await phone.keep(card, "history")
        await choose(card, "Russian checkers")
        await phone.keep(card, "again")
        state = await shown_in(card, "puzzle")
        puzzle = next(each for each in load_shipped_puzzles("russian") if each.key == state.key)
        await move(card, "puzzle", wrong_of(puzzle))
        await phone.keep(card, "again-missed")
        await press(card, "Solution")
        await phone.keep(card, "again-solution")
        themed = await give_command(now, "puzzle", game="russian", theme="breakthrough")
        await phone.keep(themed, "theme")
        await press(themed, "Solution")
        await phone.keep(themed, "theme-solution")


async def test_streak_and_race(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "runs", theme) as now:
        phone = now.phone
        known = {puzzle.key: puzzle for puzzle in load_shipped_puzzles("russian")}
        for kind in (STREAK, RACE):
            card = await give_command(now, "puzzle", game="russian", mode=kind)
            await phone.keep(card, f"{kind}-before")
            await press(card, "Begin")
            await phone.keep(card, kind)
            puzzle = known[(await shown_in(card, kind)).key]
            while True:
                state = await shown_in(card, kind)
                if state.key != puzzle.key:
                    break
                await move(card, kind, path_of(puzzle, state.plies, puzzle.line[state.plies]))
                await phone.keep(card, f"{kind}-solved")
            puzzle = known[state.key]
            if kind == RACE:
                await now.later("UPDATE puzzle_run SET seconds_left = 5 WHERE kind = 'race'")
            await move(card, kind, wrong_of(puzzle))
            await phone.keep(card, f"{kind}-over")


async def test_first_steps(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "steps", theme) as now:
        phone = now.phone
        for game in ("american", "one-zero-one", "binar"):
            rules = await give_command(now, "rules", game=game)
            card = await phone.tap(rules, "First steps")
            await phone.keep(card, f"{game}-1")
            for task in tasks_of(GAMES[game].key):
                await move(card, "step", way_of(task, right=False))
                await phone.keep(card, f"{game}-{task.number}-wrong")
                await move(card, "step", way_of(task, right=True))
                await phone.keep(card, f"{game}-{task.number}-right")
                if task.number < len(tasks_of(game)):
                    await press(card, "Next task")
            await expect(card).to_contain_text("You have solved all tasks of this game.")


def way_of(task: Task, *, right: bool) -> tuple[str, ...]:
    """The choices that lead to a move which reaches a task's goal.

    With `right` false, to one that misses it.
    """
    game, position = task.match.game, task.match.position
    moves = (each for each in game.moves(position) if (task.explain_miss(position, each) is None) is right)
    return tuple(step.value for step in game.steps(position, next(moves)))


async def test_coordinates(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "coordinates", theme) as now:
        phone = now.phone
        for game in ("binar", "international", "russian"):
            rules = await give_command(now, "rules", game=game)
            card = await phone.tap(rules, "Coordinates")
            await phone.keep(card, f"{game}-before")
            await press(card, "Begin")
            await phone.keep(card, f"{game}-first")
            await press_name(card, right=False)
            await phone.keep(card, f"{game}-wrong")
        while await card.locator('[data-custom*=":coord:"]').count():
            await press_name(card, right=True)
        await phone.keep(card, "end")


async def press_name(card: Locator, *, right: bool) -> None:
    """Tap the right name of the marked square, or a wrong one."""
    for button in await card.locator('[data-custom*=":coord:"]').all():
        read = parse_custom_id(await button.get_attribute("data-custom") or "")
        state = CoordinatesRound.parse(read.rest) if read else None
        assert state is not None
        view = opening_board(state.game)
        assert view is not None
        if (state.chosen == make_question(view, state.seed, state.number).answer_index) is right:
            await tap_and_wait(card, button)
            return


async def test_guess_the_move(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "guess", theme) as now:
        phone, scene = now.phone, now.scene
        known = {body["id"] for body in scene.messages(ADA_ID, GAMES_ID)}
        match = {"game": "american", "opponent": CLEO_ID, "side": "Black"}
        await scene.world.slash(BEN_ID, GAMES_ID, "play", match)
        place, accept = await scene.until(lambda: find_challenge(scene.messages(ADA_ID, GAMES_ID), known))
        await scene.world.click(CLEO_ID, place, accept)
        await now.wait_for_matches(1)
        await phone.go(place)
        for number, mover in enumerate((BEN_ID, CLEO_ID)):
            card = await guess(now)
            await phone.keep(card, f"before-{number}")
            await tap_and_wait(card, card.locator(stranger.GOING_ON).first)
            await phone.keep(card, f"on-the-way-{number}")
            while not await card.get_by_role("button", name="Change my guess").count():
                await tap_and_wait(card, card.locator(stranger.GOING_ON).first)
            await phone.keep(card, f"guessed-{number}")
            before = scene.board(place)
            await players.command(scene, mover, place, now.chance)
            await scene.wait_for_board(place, version(before))
        card = await guess(now)
        await phone.keep(card, "counted")
        await phone.keep(await phone.tap(card, "Best guesses of the month"), "month")


async def guess(now: Evening) -> Locator:
    """Open Guess the move from More."""
    more = await now.phone.tap(stranger.board(now.phone.page), "More")
    await press(more, "Guess the move")
    return more


async def test_private_notes(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "notes", theme) as now:
        phone, scene, page = now.phone, now.scene, now.phone.page
        place = await scene.begin("american", side="Black")
        await phone.go(place)
        for mover, text in ((ADA_ID, "11-15"), (BEN_ID, "23-19"), (ADA_ID, "8-11")):
            before = scene.board(place)
            await scene.world.slash(mover, place, "move", {"move": text})
            await scene.wait_for_board(place, version(before))
        more = await phone.tap(stranger.board(page), "More")
        await phone.keep(more, "more")
        await press(more, "More")
        card = await phone.tap(more, "My notes")
        await phone.keep(card, "none")
        for number, note in enumerate(NOTES):
            await card.get_by_role("button", name="Write a note", exact=True).tap()
            form = page.get_by_role("dialog")
            await form.get_by_role("textbox").last.fill(note)
            if number:
                await form.get_by_role("textbox").first.fill(f"{number}")
            await phone.keep(form, f"form-{number}")
            await tap_and_wait(card, form.get_by_role("button", name="Submit"))
            await phone.keep(card, f"list-{number}")
        await scene.resign(BEN_ID, place)
        replay = await phone.tap(stranger.board(page), "Replay")
        card = await phone.tap(replay, "My notes")
        await press(card, "Show beside the replay")
        await phone.keep(card, "waits")
        theirs = await scene.world.slash(BEN_ID, place, "replay", {})
        await agree(now, str(theirs["message_id"]))
        replay = await phone.tap(stranger.board(page), "Replay")
        await expect(replay).to_contain_text("Notes of the players", timeout=WITHIN_MS)
        await phone.keep(replay, "beside-the-replay")


async def agree(now: Evening, replay: str) -> None:
    """Let Ben agree to their notes beside the replay, from the replay shown to them."""
    scene = now.scene
    await scene.until(lambda: "My notes" in buttons(scene.message(replay)))
    shown = await scene.press(BEN_ID, replay, "My notes")
    await scene.press(BEN_ID, shown["id"], "Show beside the replay")
