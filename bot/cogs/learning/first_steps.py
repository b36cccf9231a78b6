"""First steps: small tasks that introduce a game, solved by private buttons."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.learning.first_steps import first_step_card, first_step_solved_card
from bot.cards.puzzles.puzzle import PuzzleState
from bot.cogs.puzzles.solving import SolvingState, parse_state
from club.club import Club
from club.learning.first_steps import next_task
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.first_steps.tasks import Task, tasks_of

COG: Final = Cog()


def resolve_state(task: Task, state: PuzzleState) -> SolvingState:
    """Apply the choices in `state` to a task, and return the resulting position.

    If the choices complete a move, it is played if it reaches the goal of the task; otherwise the
    result explains why not. Raise `Refusal` for choices that do not lead to a legal move.
    """
    match, game = task.match, task.rules
    reached = reach_choice(game, match.position, state.path)
    if reached is None or (state.plays_now and reached.move is None):
        raise Refusal("steps.gone")
    if reached.move is None or (reached.choices and not state.plays_now):
        return SolvingState(match, state, reached)
    missed = task.explain_miss(match.position, reached.move)
    if missed is not None:
        return SolvingState(match, PuzzleState(task.key), reach_choice(game, match.position, ()), missed)
    match.make_move(reached.move)
    return SolvingState(match, state, None)


@COG.action("steps")
async def show_next_task(club: Club, request: Request) -> None:
    """Show this person their next unsolved task of a game."""
    key, _, after = request.custom_id.rest.partition(",")
    if key not in GAMES or not tasks_of(key):
        raise Refusal("game.gone")
    solved = await club.learning.first_steps.load_solved(request.user.id, key)
    task = next_task(key, solved, int(after) if after.isdecimal() else 0)
    stood = await asyncio.to_thread(resolve_state, task, PuzzleState(task.key))
    await _show(club, request, task, stood, fresh=not after)


@COG.action("step")
async def handle_step_choice(club: Club, request: Request) -> None:
    """Handle a choice in a task.

    A move that reaches the goal solves the task; after any other move the card says why it does not.
    """
    state = parse_state(request, "steps.gone")
    task = club.learning.first_steps.get(state.key)
    stood = await asyncio.to_thread(resolve_state, task, state)
    if stood.node is not None:
        await _show(club, request, task, stood)
        return
    solved = await club.learning.first_steps.record_solved(request.user.id, task)
    request.reply.mark_stored()
    theme = await club.members.preferences.load_theme(request.user.id)
    computer = club.members.servers.has_computer(request.home)
    await request.reply.update(
        first_step_solved_card(task, stood.match, solved, request.say, theme=theme, computer=computer)
    )


async def _show(
    club: Club, request: Request, task: Task, current: SolvingState, *, fresh: bool = False
) -> None:
    solved = await club.learning.first_steps.load_solved(request.user.id, task.game)
    theme = await club.members.preferences.load_theme(request.user.id)
    note = request.say.text(current.message) if current.message else None
    card = first_step_card(task, *current.card_args, solved, request.say, theme=theme, note=note)
    await (request.reply.show(card) if fresh else request.reply.update(card))
