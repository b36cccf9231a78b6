"""/puzzle: positions with one winning move, solved by private buttons."""

from dataclasses import dataclass
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.sharing import shareable
from bot.answers.translator import locale_text
from bot.cards.kit.after import WebAddresses
from bot.cards.kit.kit import Card
from bot.cards.play.hint import ShownHint
from bot.cards.puzzles.puzzle import RIGHT, WRONG, puzzle_card, puzzle_solution_card, shared_tries_card
from bot.cards.puzzles.puzzle_history import history_card
from bot.cogs.naming import completion
from bot.cogs.puzzles.puzzle_runs import show_lobby
from bot.cogs.puzzles.solving import SolvingSession, SolvingState, parse_state, register_solving_buttons
from club.club import Club
from club.members.preferences import board_theme
from club.puzzles.puzzle_history import load_history
from club.puzzles.solving import FIRST, PuzzleView, game_with_theme, games_with_puzzles
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
class PuzzleSession(SolvingSession):
    """A member's work on a puzzle."""

    puzzle_view: PuzzleView

    async def card(
        self, current: SolvingState, note: str | None = None, hint: ShownHint | None = None
    ) -> Card:
        """Return the card of the puzzle with the current choices."""
        theme = await self.club.members.preferences.load_theme(self.request.user.id)
        return puzzle_card(
            self.puzzle_view, *current.card_args, self.request.say, theme=theme, note=note, hint=hint
        )

    async def record_miss(self, current: SolvingState, wrong_match: Match) -> Phrase | None:
        """Store a wrong move, and return a message with the reply that refutes it."""
        await self.club.puzzles.solving.record_miss(self.puzzle, user_id=self.request.user.id)
        self.request.reply.mark_stored()
        return await self.find_refutation(current, wrong_match)

    async def record_hint(self) -> str | None:
        """Store that a hint was taken.

        Return a notice that posts will not name this solver, if they did not know that already.
        """
        request = self.request
        unnamed = await self.club.puzzles.daily.record_hint(
            request.guild_id, self.puzzle, user_id=request.user.id
        )
        return request.say("card.puzzle.unnamed") if unnamed else None

    async def show_solution(self, tries: str | None) -> None:
        """Store the result of the puzzle and show its solution.

        `tries` are the tries of a solver who found it, or `None` if they asked for it.
        """
        club, here, user_id = self.club, self.request.guild_id, self.request.user.id
        clean = tries is not None and set(tries) <= {RIGHT}
        tally = await club.puzzles.solving.record_result(
            self.puzzle, user_id=user_id, solved=tries is not None, clean=clean
        )
        count = None if tries is None else tries.count(WRONG) + 1
        await club.puzzles.daily.record_result(here, self.puzzle, user_id=user_id, tries=count)
        known = await club.members.preferences.get(user_id)
        mined = here is not None and (await club.members.servers.get(here)).mined
        page = None if self.puzzle_view.is_from_server else club.pages.single.puzzle_url(self.puzzle)
        await self.request.reply.update(
            puzzle_solution_card(
                self.puzzle_view,
                tally,
                self.request.say,
                theme=board_theme(known),
                tries=tries,
                is_invited=mined and known.mined is None,
                addresses=WebAddresses(
                    page, await club.pages.lab.link_to_puzzle(self.puzzle, here, user_id=user_id)
                ),
            )
        )


async def _load_session(club: Club, request: Request, key: str) -> PuzzleSession:
    """Load the puzzle with this key, to be solved by the caller."""
    return await _make_session(club, request, await club.puzzles.solving.get(key, request.guild_id))


async def _make_session(club: Club, request: Request, puzzle_view: PuzzleView) -> PuzzleSession:
    """Return the session in which the caller solves a puzzle.

    Today's puzzle is shown with its number.
    """
    numbered = await club.puzzles.daily.add_number(puzzle_view, request.guild_id)
    return PuzzleSession(club, request, puzzle_view.puzzle.key, puzzle_view.puzzle, numbered)


@COG.action("today")
async def show_todays_puzzle(club: Club, request: Request) -> None:
    """Show today's puzzle."""
    await show_puzzle_start(club, request, await club.puzzles.daily.load_today(request.guild_id))


@COG.command("command.puzzle")
@app_commands.describe(
    game=locale_text("command.puzzle.game"),
    theme=locale_text("command.puzzle.theme"),
    mode=locale_text("command.puzzle.mode"),
)
@app_commands.autocomplete(game=completion.complete_puzzle_games)
@app_commands.choices(
    theme=[app_commands.Choice(name=locale_text(f"puzzle.theme.{theme}"), value=theme) for theme in THEMES],
    mode=[app_commands.Choice(name=locale_text(f"choice.puzzle.{mode}"), value=mode) for mode in MODES],
)
async def show_puzzle(
    club: Club,
    request: Request,
    game: app_commands.Range[str, 1, 60] | None = None,
    theme: str | None = None,
    mode: str | None = None,
) -> None:
    """Show a puzzle, or a streak, a race or the caller's history.

    If neither a game nor a theme is named, choose the game that the caller plays; a theme alone chooses
    a game that has it. Raise `Refusal` if a theme is named for anything but a puzzle.
    """
    if mode is not None and theme is not None:
        raise Refusal("puzzle.mode.theme")
    wanted = completion.find_game(game, request.say) if game else await _last_played(club, request)
    if mode == HISTORY:
        await request.reply.show(await _history(club, request))
        return
    if mode in (STREAK, RACE):
        await show_lobby(club, request, mode, wanted or GAMES[FIRST[-1]])
        return
    if theme is not None and game is None:
        wanted = game_with_theme(theme, wanted)
    if wanted is None:
        today = await club.puzzles.daily.load_today(request.guild_id)
        first = await club.puzzles.solving.choose_first_puzzle(today, request.user.id)
        await show_puzzle_start(club, request, first)
        return
    shown = await club.puzzles.solving.choose_next_puzzle(
        wanted, user_id=request.user.id, guild_id=request.guild_id, theme=theme
    )
    await show_puzzle_start(club, request, shown)


async def _last_played(club: Club, request: Request) -> AnyGame | None:
    """Return the caller's current or last game that has puzzles, or `None`."""
    there = {game.key: game for game in games_with_puzzles()}
    played = await club.play.lists.list_games(request.user.id)
    return next((there[key] for key in played if key in there), None)


async def show_puzzle_start(club: Club, request: Request, puzzle_view: PuzzleView) -> None:
    """Show a puzzle from its starting position as a separate answer."""
    await request.reply.show(await (await _make_session(club, request, puzzle_view)).first_card())


register_solving_buttons(COG, "puzzle", _load_session)


@COG.action("puzzle-next")
async def show_another_puzzle(club: Club, request: Request) -> None:
    """Show another puzzle of the same game in place of the card."""
    before = (await club.puzzles.solving.get(request.custom_id.rest, request.guild_id)).puzzle
    shown = await club.puzzles.solving.choose_next_puzzle(
        before.rules, user_id=request.user.id, guild_id=request.guild_id, excluded_key=before.key
    )
    await request.reply.update(await (await _make_session(club, request, shown)).first_card())


@COG.action("puzzle-mine")
async def show_puzzle_history(club: Club, request: Request) -> None:
    """Show the caller's puzzle results so far."""
    await request.reply.update(await _history(club, request))


@COG.action("puzzle-again")
async def retry_missed_puzzle(club: Club, request: Request) -> None:
    """Show a puzzle that the caller has missed, from its starting position."""
    solver = await _load_session(club, request, request.fields.get("choice", ""))
    await request.reply.update(await solver.first_card())


async def _history(club: Club, request: Request) -> Card:
    history = await load_history(club.store, request.user.id, request.guild_id)
    game = await _last_played(club, request) or GAMES[FIRST[-1]]
    return history_card(history, game, request.say)


@shareable(COG, "share-puzzle")
async def build_shared_tries(club: Club, request: Request) -> Card:
    """Build in how many tries the caller solved a puzzle, without giving it away."""
    state = parse_state(request, "puzzle.gone")
    if not state.tries:
        raise Refusal("puzzle.gone")
    shown = (await _load_session(club, request, state.key)).puzzle_view
    return shared_tries_card(shown, state.tries, request.user.name, request.say_publicly)


@COG.action("puzzle-try")
async def show_shared_puzzle(club: Club, request: Request) -> None:
    """Show a shared puzzle privately to the person who pressed."""
    await show_puzzle_start(
        club, request, await club.puzzles.solving.get(request.custom_id.rest, request.guild_id)
    )
