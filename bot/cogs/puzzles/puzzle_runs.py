"""Puzzle streaks and races, started and solved by private buttons.

A run is a streak or a race.
"""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.puzzles.puzzle import PuzzleState
from bot.cards.puzzles.puzzle_runs import run_card, run_lobby_card, run_result_card
from bot.cogs.puzzles.solving import SolvingState, parse_state, resolve_puzzle_state
from club.club import Club
from club.puzzles.runs import PuzzleRun
from club.refusals import Refusal
from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES
from rules.game import AnyGame

COG: Final = Cog()


async def show_lobby(club: Club, request: Request, kind: str, game: AnyGame) -> None:
    """Show the start card of a streak or race as a separate answer."""
    lobby = await club.puzzles.runs.load_lobby(kind, user_id=request.user.id, guild_id=request.home)
    await request.reply.show(run_lobby_card(lobby, game, request.say))


@COG.action("run-open")
async def replace_with_lobby(club: Club, request: Request) -> None:
    """Replace the current card by the start card of a streak or race."""
    kind, game = _kind_and_game(request)
    lobby = await club.puzzles.runs.load_lobby(kind, user_id=request.user.id, guild_id=request.home)
    await request.reply.update(run_lobby_card(lobby, game, request.say))


@COG.action("run-begin")
async def begin(club: Club, request: Request) -> None:
    """Begin a streak or race, or continue the current one."""
    kind, game = _kind_and_game(request)
    run = await club.puzzles.runs.begin(kind, game, user_id=request.user.id, guild_id=request.home)
    request.reply.mark_stored()
    await _show_next(club, request, run)


@COG.action("streak")
async def handle_streak_choice(club: Club, request: Request) -> None:
    """Handle a choice made in a puzzle of a streak."""
    await _handle_choice(club, request, STREAK)


@COG.action("race")
async def handle_race_choice(club: Club, request: Request) -> None:
    """Handle a choice made in a puzzle of a race."""
    await _handle_choice(club, request, RACE)


async def _handle_choice(club: Club, request: Request, kind: str) -> None:
    """Handle a choice made in a puzzle of a streak or race.

    Solving a puzzle leads to the next one, and a wrong move counts as a miss.
    """
    state = parse_state(request, "puzzle.run.gone")
    before = await club.puzzles.runs.get(kind, state.key, user_id=request.user.id)
    puzzle = before.puzzle
    assert puzzle is not None  # it shows one
    stood = await asyncio.to_thread(resolve_puzzle_state, puzzle, state)
    right = True if stood.node is None else False if stood.wrong_match is not None else None
    run = await club.puzzles.runs.take_press(kind, state.key, request.act, is_right=right)
    request.reply.mark_stored()
    if run.puzzle is None:
        in_time = run.step > before.step
        await _show_end(club, request, run, puzzle if in_time and not right else None)
    elif right is None:
        note = request.say.text(stood.message) if stood.message else None
        await _show(club, request, run, puzzle, stood, note)
    else:
        await _show_next(club, request, run, request.say("card.run.right" if right else "card.run.wrong"))


async def _show_next(club: Club, request: Request, run: PuzzleRun, note: str | None = None) -> None:
    """Show the current puzzle of a streak or race from its starting position."""
    if run.puzzle is None:
        await _show_end(club, request, run, None)
        return
    stood = await asyncio.to_thread(resolve_puzzle_state, run.puzzle, PuzzleState(run.puzzle.key))
    await _show(club, request, run, run.puzzle, stood, note)


async def _show(
    club: Club, request: Request, run: PuzzleRun, puzzle: Puzzle, current: SolvingState, note: str | None
) -> None:
    """Show a puzzle; the clock of a race starts once Discord has received it."""
    theme = await club.members.preferences.load_theme(request.user.id)
    ends_at = run.ends_at or club.now() + run.seconds
    card = run_card(run, puzzle, *current.card_args, request.say, theme=theme, ends_at=ends_at, note=note)
    await request.reply.update(card)
    await club.puzzles.runs.start_clock(run, user_id=request.user.id)


async def _show_end(club: Club, request: Request, run: PuzzleRun, missed: Puzzle | None) -> None:
    lobby = await club.puzzles.runs.load_lobby(run.kind, user_id=request.user.id, guild_id=request.home)
    theme = await club.members.preferences.load_theme(request.user.id)
    await request.reply.update(run_result_card(run, lobby, request.say, theme=theme, missed_puzzle=missed))


def _kind_and_game(request: Request) -> tuple[str, AnyGame]:
    """Return the kind of run and its game, from the button's custom_id.

    Raise `Refusal` if the custom_id is invalid.
    """
    kind, _, key = request.custom_id.rest.partition("/")
    if kind not in (STREAK, RACE) or key not in GAMES:
        raise Refusal("puzzle.run.gone")
    return kind, GAMES[key]
