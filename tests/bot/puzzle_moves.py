"""Puzzles by their buttons: which one is shown, and how a move is made."""

import re
from typing import Any

import discord

from bot.cards.puzzles.puzzle import PuzzleState
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.puzzle import load_shipped_puzzles as shipped
from rules.catalogue import GAMES
from tests.bot.server import Server, texts, walk

PUZZLES = [puzzle for game in GAMES for puzzle in shipped(game)]


def path_of(puzzle: Puzzle, plies: int, text: str) -> tuple[str, ...]:
    """The choices that lead to a move."""
    position = puzzle.match_after(plies).position
    move = puzzle.rules.read(position, text)
    return tuple(step.value for step in puzzle.rules.steps(position, move))


def wrong_move(puzzle: Puzzle) -> str:
    """A legal first move that is not the winning one."""
    return next(text for text in puzzle.match_after(0).moves() if text != puzzle.line[0])


async def press_move(room: Server, shown: Any, puzzle: Puzzle, plies: int, text: str) -> Any:
    """Make a move by the buttons that are offered, however many presses it takes."""
    wanted = path_of(puzzle, plies, text)
    came = -1
    for _ in range(20):
        found = {}
        for custom_id in buttons_of(shown.response):
            state = PuzzleState.parse(custom_id.split(":", 4)[4]) if ":puzzle:" in custom_id else None
            if state and state.path == wanted[: len(state.path)] and len(state.path) + state.plays_now > came:
                found[len(state.path) + state.plays_now] = custom_id
        came = max(found)
        shown = await room.ann.click(shown.response, custom_id=found[came])
        if any(words in texts(shown.response) for words in ("is right", "Try again", "Solved")):
            return shown
    raise AssertionError(f"no way to {text}")


def buttons_of(message: Any) -> list[str]:
    """The custom_ids of the buttons that can be pressed."""
    return [
        each["custom_id"]
        for each in walk(message.components)
        if each["type"] == 2 and not each.get("disabled")
    ]


def puzzle_of(message: Any) -> Puzzle:
    """The puzzle that a message shows, by the custom_id of its buttons."""
    key = next(each.split(":", 4)[4] for each in buttons_of(message) if ":puzzle-next:" in each)
    return next(puzzle for puzzle in PUZZLES if puzzle.key == key)


NOTATION = re.compile("-[hv][<>^v]")
"""The axis and direction of a One Zero One card in a written move.

People read these in words.
"""


async def next_puzzle(room: Server) -> list[discord.Message]:
    """Wait for the next puzzle; returns all that were posted."""
    plan = await room.bot.club.puzzles.daily.load_plan(room.guild.id)
    assert plan.next_at is not None
    await room.env.advance_time(plan.next_at - room.env.now().timestamp() + 1)
    await room.env.settle()
    return [message for message in room.channel.history() if "Puzzle of the day" in texts(message)]
