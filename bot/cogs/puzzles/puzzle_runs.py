"""Streaks and races: begun and solved by buttons that only their solver sees."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.puzzles.puzzle import PuzzleState
from bot.cards.puzzles.puzzle_runs import ended_card, lobby_card, run_card
from bot.cogs.puzzles.solving import SolvingState, stand, state_of
from club.club import Club
from club.puzzles.runs import PuzzleRun
from club.refusals import Refusal
from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES
from rules.game import AnyGame

COG: Final = Cog()


async def show_lobby(club: Club, request: Request, kind: str, game: AnyGame) -> None:
    """Show what there is before a streak or a race, as an answer of its own."""
    lobby = await club.runs.lobby(kind, user_id=request.who.id, guild_id=request.home)
    await request.reply.show(lobby_card(lobby, game, request.say))


@COG.action("run-open")
async def open_lobby(club: Club, request: Request) -> None:
    """Show what there is before a streak or a race in the place of the card."""
    kind, game = _kind_and_game(request)
    lobby = await club.runs.lobby(kind, user_id=request.who.id, guild_id=request.home)
    await request.reply.update(lobby_card(lobby, game, request.say))


@COG.action("run-begin")
async def begin(club: Club, request: Request) -> None:
    """Begin a streak or a race, or go on with the one that there is."""
    kind, game = _kind_and_game(request)
    run = await club.runs.begin(kind, game, user_id=request.who.id, guild_id=request.home)
    request.reply.mark_stored()
    await _show_next(club, request, run)


@COG.action("streak")
async def streak(club: Club, request: Request) -> None:
    """Go on after a choice in a streak."""
    await _go_on(club, request, STREAK)


@COG.action("race")
async def race(club: Club, request: Request) -> None:
    """Go on after a choice in a race."""
    await _go_on(club, request, RACE)


async def _go_on(club: Club, request: Request, kind: str) -> None:
    """Handle a choice.

    The last right move of a puzzle brings the next puzzle, and a wrong move is a miss.
    """
    state = state_of(request, "puzzle.run.gone")
    before = await club.runs.get(kind, state.key, user_id=request.who.id)
    puzzle = before.puzzle
    assert puzzle is not None  # it shows one
    stood = await asyncio.to_thread(stand, puzzle, state)
    right = True if stood.reached is None else False if stood.wrong is not None else None
    run = await club.runs.take_press(kind, state.key, request.act, right=right)
    request.reply.mark_stored()
    if run.puzzle is None:
        in_time = run.step > before.step
        await _show_end(club, request, run, puzzle if in_time and not right else None)
    elif right is None:
        note = request.say.text(stood.said) if stood.said else None
        await _show(club, request, run, puzzle, stood, note)
    else:
        await _show_next(club, request, run, request.say("card.run.right" if right else "card.run.wrong"))


async def _show_next(club: Club, request: Request, run: PuzzleRun, note: str | None = None) -> None:
    """Show the puzzle that a streak or race has come to, from its beginning."""
    if run.puzzle is None:
        await _show_end(club, request, run, None)
        return
    stood = await asyncio.to_thread(stand, run.puzzle, PuzzleState(run.puzzle.key))
    await _show(club, request, run, run.puzzle, stood, note)


async def _show(
    club: Club, request: Request, run: PuzzleRun, puzzle: Puzzle, stood: SolvingState, note: str | None
) -> None:
    """Show a puzzle; the clock of a race goes from when Discord has it."""
    theme = await club.preferences.theme(request.who.id)
    ends_at = run.ends_at or club.now() + run.seconds
    card = run_card(run, puzzle, *stood.card_args, request.say, theme=theme, ends_at=ends_at, note=note)
    await request.reply.update(card)
    await club.runs.start_clock(run, user_id=request.who.id)


async def _show_end(club: Club, request: Request, run: PuzzleRun, missed: Puzzle | None) -> None:
    lobby = await club.runs.lobby(run.kind, user_id=request.who.id, guild_id=request.home)
    theme = await club.preferences.theme(request.who.id)
    await request.reply.update(ended_card(run, lobby, request.say, theme=theme, missed=missed))


def _kind_and_game(request: Request) -> tuple[str, AnyGame]:
    """Return the kind of run and its game.

    Raise `Refusal` for a custom_id that no button has.
    """
    kind, _, key = request.custom_id.rest.partition("/")
    if kind not in (STREAK, RACE) or key not in GAMES:
        raise Refusal("puzzle.run.gone")
    return kind, GAMES[key]
