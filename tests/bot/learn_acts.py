"""Acts with exercises.

Each begins with one of Ann's that is due, as if from a match that has begun.
"""

from typing import Any, Final

from bot.cards.learning.coordinates import CoordinatesRound
from club.learning.coordinates import SQUARES, make_question, opening_board
from rules.catalogue import GAMES
from rules.first_steps.tasks import Task, tasks_of
from tests.bot.puzzle_moves import path_of
from tests.bot.server import Server, button
from tests.club.learner import exercise, store_exercise
from tests.club.people import make_first_moves
from words import Phrase

KEY: Final = "0000000001"


async def prepare_press(room: Server, action: str, rest: str) -> Any:
    """Prepare a press of Ann's on a button of her exercise."""
    await room.begin("binar")
    await store_exercise(room.bot.club, await room.bot.club.play.matches.load(1), KEY, user_id=room.ann.id)
    custom_id = f"v1:0:{action}:0:{rest}"
    message = room.plant(room.channel, [button(custom_id)])
    return lambda: room.ann.click(message, custom_id=custom_id)


async def solve(room: Server) -> Any:
    puzzle = exercise().puzzle
    return await prepare_press(room, "learn", f"{KEY}/0/!{','.join(path_of(puzzle, 0, puzzle.line[0]))}")


async def look(room: Server) -> Any:
    return await prepare_press(room, "learn-hint", f"{KEY}/0/")


async def see(room: Server) -> Any:
    return await prepare_press(room, "learn-move", f"{KEY}/0h/")


async def give_up(room: Server) -> Any:
    return await prepare_press(room, "learn-show", KEY)


async def look_through(room: Server) -> Any:
    await room.begin("binar")
    club = room.bot.club
    table = await club.play.matches.load(1)
    while not table.is_over:
        table = await make_first_moves(club, table)
    shown = await room.ann.slash(room.channel, "insight")
    return lambda: room.ann.click(shown.response, label="Look through my matches")


async def choose_hour(room: Server) -> Any:
    shown = await room.ann.slash(room.channel, "learn")
    form = await room.ann.click(shown.response, label="Daily message")
    return lambda: room.ann.submit_modal(form, {"hour": ["9"]})


async def first_step(room: Server) -> Any:
    task = tasks_of("binar")[0]
    text = next(text for text in task.match.moves() if missed_by(task, text) is None)
    custom_id = f"v1:0:step:0:{task.key}/0/!{text}"
    message = room.plant(room.channel, [button(custom_id)])
    return lambda: room.ann.click(message, custom_id=custom_id)


def missed_by(task: Task, text: str) -> Phrase | None:
    """Why a move as written does not reach a goal."""
    position = task.match.position
    return task.explain_miss(position, task.rules.read(position, text))


async def last_square(room: Server) -> Any:
    game = GAMES["russian"]
    view = opening_board(game)
    assert view is not None
    began = int(room.bot.club.now() * 1000)
    right = make_question(view, 7, SQUARES - 1).answer_index
    custom_id = str(CoordinatesRound(game, SQUARES - 1, 0, 7, began).choice_id(right))
    message = room.plant(room.channel, [button(custom_id)])
    return lambda: room.ann.click(message, custom_id=custom_id)
