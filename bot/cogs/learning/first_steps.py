"""First steps: small tasks for a newcomer to a game, solved by buttons.

Only that person sees them.
"""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.learning.first_steps import step_card, step_solved_card
from bot.cards.puzzles.puzzle import PuzzleState
from bot.cogs.puzzles.solving import SolvingState, state_of
from club.club import Club
from club.learning.first_steps import next_task
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.first_steps.tasks import Task, tasks_of

COG: Final = Cog()


def stand(task: Task, state: PuzzleState) -> SolvingState:
    """Return the position that a state leads to, after the move that its choices end.

    Raise `Refusal` for choices that no player can make.
    """
    match, game = task.match, task.rules
    reached = reach_choice(game, match.position, state.path)
    if reached is None or (state.sure and reached.move is None):
        raise Refusal("steps.gone")
    if reached.move is None or (reached.choices and not state.sure):
        return SolvingState(match, state, reached)
    missed = task.explain_miss(match.position, reached.move)
    if missed is not None:
        return SolvingState(match, PuzzleState(task.key), reach_choice(game, match.position, ()), missed)
    match.make_move(reached.move)
    return SolvingState(match, state, None)


@COG.action("steps")
async def open_next(club: Club, request: Request) -> None:
    """Show the next task of a game that this person has not solved."""
    key, _, after = request.custom_id.rest.partition(",")
    if key not in GAMES or not tasks_of(key):
        raise Refusal("game.gone")
    solved = await club.first_steps.load_solved(request.who.id, key)
    task = next_task(key, solved, int(after) if after.isdecimal() else 0)
    stood = await asyncio.to_thread(stand, task, PuzzleState(task.key))
    await _show(club, request, task, stood, fresh=not after)


@COG.action("step")
async def go_on(club: Club, request: Request) -> None:
    """Handle a choice.

    A move that reaches the goal solves the task; after any other the card says why it does not.
    """
    state = state_of(request, "steps.gone")
    task = club.first_steps.get(state.key)
    stood = await asyncio.to_thread(stand, task, state)
    if stood.reached is not None:
        await _show(club, request, task, stood)
        return
    solved = await club.first_steps.solve(request.who.id, task)
    request.reply.mark_stored()
    theme = await club.preferences.theme(request.who.id)
    computer = club.servers.has_computer(request.home)
    await request.reply.update(
        step_solved_card(task, stood.match, solved, request.say, theme=theme, computer=computer)
    )


async def _show(
    club: Club, request: Request, task: Task, stood: SolvingState, *, fresh: bool = False
) -> None:
    solved = await club.first_steps.load_solved(request.who.id, task.game)
    theme = await club.preferences.theme(request.who.id)
    note = request.say.text(stood.said) if stood.said else None
    card = step_card(task, *stood.card_args, solved, request.say, theme=theme, note=note)
    await (request.reply.show(card) if fresh else request.reply.update(card))
