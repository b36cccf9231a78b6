"""/puzzle: a position with one winning move, solved by private buttons.

Only its solver sees them.
"""

from dataclasses import dataclass
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.after import Addresses
from bot.cards.kit.kit import Card
from bot.cards.play.hint import ShownHint
from bot.cards.puzzles.puzzle import RIGHT, WRONG, puzzle_card, shared_tries_card, solved_card
from bot.cards.puzzles.puzzle_history import history_card
from bot.cogs.naming import completion
from bot.cogs.puzzles.puzzle_runs import show_lobby
from bot.cogs.puzzles.solving import SolvingSession, SolvingState, solves, state_of
from club.club import Club
from club.members.preferences import theme_of
from club.puzzles.puzzle_history import history_of
from club.puzzles.solving import FIRST, PuzzleView, game_with, games_with_puzzles
from club.refusals import Refusal
from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle_themes import THEMES
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match
from words import Phrase

COG: Final = Cog()

HISTORY: Final = "history"
MODES: Final = (STREAK, RACE, HISTORY)
"""What the command shows instead of one puzzle."""


@dataclass(frozen=True)
class PuzzleSolving(SolvingSession):
    """A member solving a puzzle."""

    shown: PuzzleView

    async def card(self, stood: SolvingState, note: str | None = None, look: ShownHint | None = None) -> Card:
        """Return the puzzle with what can be chosen."""
        theme = await self.club.preferences.theme(self.request.who.id)
        return puzzle_card(self.shown, *stood.card_args, self.request.say, theme=theme, note=note, look=look)

    async def miss(self, stood: SolvingState, wrong: Match) -> Phrase | None:
        """Store that a move was wrong, and return what answers it."""
        await self.club.puzzles.record_miss(self.puzzle, user_id=self.request.who.id)
        self.request.reply.mark_stored()
        return await self.refutation(stood, wrong)

    async def help(self) -> str | None:
        """Store that a hint was taken.

        Return the notice that no post will name the solver, if that is news to them.
        """
        request = self.request
        unnamed = await self.club.daily.record_hint(request.guild_id, self.puzzle, user_id=request.who.id)
        return request.say("card.puzzle.unnamed") if unnamed else None

    async def end(self, tries: str | None) -> None:
        """Show the line."""
        club, here, user_id = self.club, self.request.guild_id, self.request.who.id
        clean = tries is not None and set(tries) <= {RIGHT}
        tally = await club.puzzles.record_result(
            self.puzzle, user_id=user_id, solved=tries is not None, clean=clean
        )
        count = None if tries is None else tries.count(WRONG) + 1
        await club.daily.record_result(here, self.puzzle, user_id=user_id, tries=count)
        known = await club.preferences.get(user_id)
        mined = here is not None and (await club.servers.get(here)).mined
        page = None if self.shown.here else club.pages.of_puzzle(self.puzzle)
        await self.request.reply.update(
            solved_card(
                self.shown,
                tally,
                self.request.say,
                theme=theme_of(known),
                tries=tries,
                invited=mined and known.mined is None,
                outside=Addresses(page, await club.lab.of_puzzle(self.puzzle, here, user_id=user_id)),
            )
        )


async def _find_solver(club: Club, request: Request, key: str) -> PuzzleSolving:
    """Load the puzzle with this key, for the member who solves it."""
    return await _at(club, request, await club.puzzles.get(key, request.guild_id))


async def _at(club: Club, request: Request, shown: PuzzleView) -> PuzzleSolving:
    """Return who solves a puzzle, with its number where it is today's."""
    numbered = await club.daily.add_number(shown, request.guild_id)
    return PuzzleSolving(club, request, shown.puzzle.key, shown.puzzle, numbered)


@COG.action("today")
async def today(club: Club, request: Request) -> None:
    """Show today's puzzle.

    A member's first puzzle is another one, after which today's is a press away.
    """
    shown = await club.daily.today(request.guild_id)
    await show_first(club, request, await club.puzzles.begin(shown, request.who.id))


@COG.command("command.puzzle")
@app_commands.describe(
    game=locale_text("command.puzzle.game"),
    theme=locale_text("command.puzzle.theme"),
    mode=locale_text("command.puzzle.mode"),
)
@app_commands.autocomplete(game=completion.puzzle_games)
@app_commands.choices(
    theme=[app_commands.Choice(name=locale_text(f"puzzle.theme.{theme}"), value=theme) for theme in THEMES],
    mode=[app_commands.Choice(name=locale_text(f"choice.puzzle.{mode}"), value=mode) for mode in MODES],
)
async def puzzle(
    club: Club,
    request: Request,
    game: app_commands.Range[str, 1, 60] | None = None,
    theme: str | None = None,
    mode: str | None = None,
) -> None:
    """Show a puzzle of the named game, or else of the game that the caller plays."""
    wanted = completion.find_game(game) if game else await _last_played(club, request)
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


async def _last_played(club: Club, request: Request) -> AnyGame | None:
    """Return the game with puzzles that the caller plays or last played, or `None`."""
    there = {game.key: game for game in games_with_puzzles()}
    played = await club.lists.games_of(request.who.id)
    return next((there[key] for key in played if key in there), None)


async def show_first(club: Club, request: Request, shown: PuzzleView) -> None:
    """Show a puzzle from its beginning, as an answer of its own."""
    await request.reply.show(await (await _at(club, request, shown)).first())


solves(COG, "puzzle", _find_solver)


@COG.action("puzzle-next")
async def another(club: Club, request: Request) -> None:
    """Show another puzzle of the same game."""
    before = (await club.puzzles.get(request.custom_id.rest, request.guild_id)).puzzle
    shown = await club.puzzles.another(
        before.rules, user_id=request.who.id, guild_id=request.guild_id, other_than=before.key
    )
    await request.reply.update(await (await _at(club, request, shown)).first())


@COG.action("puzzle-mine")
async def mine(club: Club, request: Request) -> None:
    """Show what this person has made of puzzles so far."""
    await request.reply.update(await _history(club, request))


@COG.action("puzzle-again")
async def again(club: Club, request: Request) -> None:
    """Show a puzzle that this person has missed, from its beginning."""
    solver = await _find_solver(club, request, request.fields.get("choice", ""))
    await request.reply.update(await solver.first())


async def _history(club: Club, request: Request) -> Card:
    history = await history_of(club.store, request.who.id, request.guild_id)
    game = await _last_played(club, request) or GAMES[FIRST[-1]]
    return history_card(history, game, request.say)


@COG.action("share-puzzle")
async def share(club: Club, request: Request) -> None:
    """Show everybody here in how many tries a puzzle was solved, and nothing of how."""
    state = state_of(request, "puzzle.gone")
    if not state.tries:
        raise Refusal("puzzle.gone")
    shown = (await _find_solver(club, request, state.key)).shown
    await request.share(shared_tries_card(shown, state.tries, request.who.name, request.public))


@COG.action("puzzle-try")
async def try_shared(club: Club, request: Request) -> None:
    """Show a shared puzzle to the person who pressed."""
    await show_first(club, request, await club.puzzles.get(request.custom_id.rest, request.guild_id))
