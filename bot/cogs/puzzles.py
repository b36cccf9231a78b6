"""/puzzle: a position with one winning move, solved by buttons, which only its solver sees."""

import asyncio
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import worded
from bot.cards.after import Addresses
from bot.cards.hint import ShownHint
from bot.cards.kit import Card
from bot.cards.puzzle import (
    LOOKED,
    RIGHT,
    SAW,
    WRONG,
    PuzzleState,
    puzzle_card,
    shared_tries_card,
    solved_card,
)
from bot.cards.puzzle_history import history_card
from bot.cogs import completion
from bot.cogs.puzzle_runs import show_lobby
from bot.cogs.solving import Stood, looked, stand
from club.club import Club
from club.members.preferences import theme_of
from club.puzzles.history import history_of
from club.puzzles.solving import FIRST, Shown, game_with, games_with_puzzles
from club.refusals import Refusal
from data.puzzle_runs import RACE, STREAK
from engines.puzzles.themes import THEMES
from rules.catalogue import GAMES
from rules.game import AnyGame
from words import Said

COG: Final = Cog()

HISTORY: Final = "history"
MODES: Final = (STREAK, RACE, HISTORY)
"""What the command shows instead of one puzzle."""


@COG.action("today")
async def today(club: Club, request: Request) -> None:
    """Show today's puzzle; somebody's first one is another, after which today's is a press away."""
    shown = await club.daily.today(request.guild_id)
    await show_first(club, request, await club.puzzles.begin(shown, request.who.id))


@COG.command("command.puzzle")
@app_commands.describe(
    game=worded("command.puzzle.game"),
    theme=worded("command.puzzle.theme"),
    mode=worded("command.puzzle.mode"),
)
@app_commands.autocomplete(game=completion.puzzled)
@app_commands.choices(
    theme=[app_commands.Choice(name=worded(f"puzzle.theme.{theme}"), value=theme) for theme in THEMES],
    mode=[app_commands.Choice(name=worded(f"choice.puzzle.{mode}"), value=mode) for mode in MODES],
)
async def puzzle(
    club: Club,
    request: Request,
    game: app_commands.Range[str, 1, 60] | None = None,
    theme: str | None = None,
    mode: str | None = None,
) -> None:
    """Show a puzzle of a game: of the one that is named, or else of the one that this person plays."""
    wanted = completion.find_game(game) if game else await _played(club, request)
    if mode == HISTORY:
        await request.reply.show(await _history(club, request))
        return
    if mode in (STREAK, RACE):
        await show_lobby(club, request, mode, wanted or GAMES[FIRST[-1]])
        return
    if theme is not None and game is None:
        wanted = game_with(theme, wanted)
    if wanted is None:
        await today(club, request)
        return
    shown = await club.puzzles.another(wanted, user_id=request.who.id, guild_id=request.guild_id, theme=theme)
    await show_first(club, request, shown)


async def _played(club: Club, request: Request) -> AnyGame | None:
    """Return the game with puzzles that this person plays, or has played last; `None` where there is none."""
    there = {game.key: game for game in games_with_puzzles()}
    played = await club.lists.games_of(request.who.id)
    return next((there[key] for key in played if key in there), None)


async def show_first(club: Club, request: Request, shown: Shown) -> None:
    """Show a puzzle from its beginning, as an answer of its own."""
    await _show(club, request, shown, PuzzleState(shown.puzzle.key), fresh=True)


@COG.action("puzzle")
async def go_on(club: Club, request: Request) -> None:
    """Go on after a choice; a move that it ends is compared with the line, and the right one answered."""
    state = _state(request)
    await _show(club, request, await club.puzzles.get(state.key, request.guild_id), state)


@COG.action("puzzle-next")
async def another(club: Club, request: Request) -> None:
    """Show another puzzle of the same game."""
    before = (await club.puzzles.get(request.custom_id.rest, request.guild_id)).puzzle
    shown = await club.puzzles.another(
        before.rules, user_id=request.who.id, guild_id=request.guild_id, other_than=before.key
    )
    await _show(club, request, shown, PuzzleState(shown.puzzle.key))


@COG.action("puzzle-mine")
async def mine(club: Club, request: Request) -> None:
    """Show what this person has made of puzzles so far."""
    await request.reply.update(await _history(club, request))


@COG.action("puzzle-again")
async def again(club: Club, request: Request) -> None:
    """Show a puzzle that this person has missed, from its beginning."""
    shown = await club.puzzles.get(request.fields.get("choice", ""), request.guild_id)
    await _show(club, request, shown, PuzzleState(shown.puzzle.key))


async def _history(club: Club, request: Request) -> Card:
    history = await history_of(club.store, request.who.id, request.guild_id)
    game = await _played(club, request) or GAMES[FIRST[-1]]
    return history_card(history, game, request.say)


@COG.action("puzzle-hint")
async def look(club: Club, request: Request) -> None:
    """Say where to look."""
    await _hint(club, request, whole=False)


@COG.action("puzzle-move")
async def move(club: Club, request: Request) -> None:
    """Say the move, after where to look."""
    await _hint(club, request, whole=True)


async def _hint(club: Club, request: Request, *, whole: bool) -> None:
    state = _state(request)
    shown = await _numbered(club, request, state.key)
    state = PuzzleState(state.key, state.plies, state.tried(SAW if whole else LOOKED))
    stood, given = await asyncio.to_thread(looked, shown.puzzle, state, whole=whole)
    unnamed = await club.daily.hinted(request.guild_id, shown.puzzle, user_id=request.who.id)
    await _put(club, request, shown, stood, request.say("card.puzzle.unnamed") if unnamed else None, given)


@COG.action("puzzle-show")
async def solution(club: Club, request: Request) -> None:
    """Show the line."""
    await _end(club, request, await _numbered(club, request, request.custom_id.rest), tries=None)


@COG.action("share-puzzle")
async def share(club: Club, request: Request) -> None:
    """Show everybody here in how many tries a puzzle was solved, and nothing of how."""
    state = _state(request)
    if not state.tries:
        raise Refusal("puzzle.gone")
    shown = await _numbered(club, request, state.key)
    await request.share(shared_tries_card(shown, state.tries, request.who.name, request.public))


@COG.action("puzzle-try")
async def try_shared(club: Club, request: Request) -> None:
    """Show the puzzle that somebody has shared to the person who pressed."""
    await show_first(club, request, await club.puzzles.get(request.custom_id.rest, request.guild_id))


def _state(request: Request) -> PuzzleState:
    """Return how far somebody has come, as a button says it; raise `Refusal` where it says nothing."""
    state = PuzzleState.read(request.custom_id.rest)
    if state is None:
        raise Refusal("puzzle.gone")
    return state


async def _numbered(club: Club, request: Request, key: str) -> Shown:
    """Return the puzzle of a key, with its number where it is today's."""
    return await club.daily.numbered(await club.puzzles.get(key, request.guild_id), request.guild_id)


async def _show(
    club: Club, request: Request, shown: Shown, state: PuzzleState, *, fresh: bool = False
) -> None:
    shown = await club.daily.numbered(shown, request.guild_id)
    puzzle = shown.puzzle
    stood = await asyncio.to_thread(stand, puzzle, state)
    if stood.reached is None:
        await _end(club, request, shown, tries=stood.state.tries)
        return
    said, given = stood.said, None
    if stood.wrong is not None:
        await club.puzzles.missed(puzzle, user_id=request.who.id)
        request.reply.stored()
        reply = await club.hints.reply_to(stood.wrong, user_id=request.who.id)
        if reply is not None:
            said = Said("card.puzzle.refuted", move=stood.wrong.plies[-1].said, text=reply)
        if stood.state.helped:  # a hint stays until the move is found
            _, given = await asyncio.to_thread(looked, puzzle, stood.state, whole=stood.state.helped == SAW)
    await _put(club, request, shown, stood, request.say.text(said) if said else None, given, fresh=fresh)


async def _put(
    club: Club,
    request: Request,
    shown: Shown,
    stood: Stood,
    note: str | None,
    given: ShownHint | None = None,
    *,
    fresh: bool = False,
) -> None:
    """Show a puzzle that is not solved yet, perhaps with a hint."""
    assert stood.reached is not None
    theme = theme_of(await club.preferences.get(request.who.id))
    card = puzzle_card(
        shown, stood.match, stood.state, stood.reached, request.say, theme=theme, note=note, look=given
    )
    await (request.reply.show(card) if fresh else request.reply.update(card))


async def _end(club: Club, request: Request, shown: Shown, *, tries: str | None) -> None:
    """Show the line, which somebody has found by `tries`, or asked for (`None`)."""
    clean = tries is not None and set(tries) <= {RIGHT}
    tally = await club.puzzles.done(
        shown.puzzle, user_id=request.who.id, solved=tries is not None, clean=clean
    )
    count = None if tries is None else tries.count(WRONG) + 1
    await club.daily.done(request.guild_id, shown.puzzle, user_id=request.who.id, tries=count)
    known = await club.preferences.get(request.who.id)
    mined = request.guild_id is not None and (await club.servers.get(request.guild_id)).mined
    page = None if shown.here else club.pages.of_puzzle(shown.puzzle)
    await request.reply.update(
        solved_card(
            shown,
            tally,
            request.say,
            theme=theme_of(known),
            tries=tries,
            invited=mined and known.mined is None,
            outside=Addresses(page, await club.lab.of_puzzle(shown.puzzle, request.guild_id)),
        )
    )
