"""Completion of command options while the user types.

There are at most 25 choices, and none of them reveals another person's secrets.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import wraps
from itertools import islice
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.answers.request import Interaction, club_of, speaker_of
from bot.answers.rights import asker_of
from bot.cards.kit.clock_choices import completions as offered_clocks
from bot.cards.play.moves import numbered_lines
from bot.cogs.naming.options import completions, read_options
from club.play.match.match_lists import ListedMatch
from club.play.match.matches import Table
from club.play.match.sides import BOTH, odds_codes
from club.puzzles.solving import games_with_puzzles
from club.refusals import Refusal
from data.database.errors import StoreError, Unreadable
from rules.catalogue import GAMES
from rules.game import AnyGame, IllegalMove
from words import ENGLISH, Phrase, Speaker, chain, clip, speaker
from words.message import MessagePlace

Value = TypeVar("Value", str, int)

LIMIT: Final = 25
"""Choices of one completion (Discord)."""
SEVERAL: Final = 3
"""Number of matches whose moves are completed together.

So many positions may be searched while the user types.
"""
CHOICE_LIMIT: Final = MessagePlace.OPTION.limit
"""Characters of a choice's name and of its value."""
ID_DIGITS: Final = 18
"""Digits of the greatest match id that is looked for."""

LONGEST: Final = 200
"""Longest typed text, in characters, that is looked up.

It is twice the length of a choice. Discord lets 6,000 through.
"""

CommandChoices = list[app_commands.Choice[str]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Value]]]]
"""Completes what has been typed in one option."""


def rate_limited(complete: Complete[Value]) -> Complete[Value]:
    """Serve a completion in its user's turn, within bounds.

    Return no choices for a text that is too long, for one that comes faster than a person types, or
    while the database is away; the command itself then says so.
    """

    @wraps(complete)
    async def complete_bounded(interaction: Interaction, typed: str) -> list[app_commands.Choice[Value]]:
        """Answer an autocomplete interaction in the user's turn."""
        presses, user_id = club_of(interaction).presses, interaction.user.id

        async def work() -> list[app_commands.Choice[Value]]:
            may = len(typed) <= LONGEST and presses.take(user_id, 0)
            try:
                found = await complete(interaction, typed) if may else []
            except StoreError:
                found = []
            await interaction.response.autocomplete(found)
            return found

        return await presses.serve(user_id, work, counted=0)

    return complete_bounded


@rate_limited
async def games(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete games by any word of their names: exact matches first, then prefixes."""
    return _named_games(interaction, typed, GAMES.values())


@rate_limited
async def puzzle_games(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete games that have puzzles, by any word of their names.

    Games that the user plays come first.
    """
    played = await club_of(interaction).lists.games_of(interaction.user.id)
    among = sorted(games_with_puzzles(), key=lambda game: game.key not in played)
    return _named_games(interaction, typed, among)


def _named_games(interaction: Interaction, typed: str, among: Iterable[AnyGame]) -> CommandChoices:
    say, wanted = speaker_of(interaction), typed.strip().casefold()

    def order(game: AnyGame) -> tuple[bool, bool]:
        names = [name.casefold() for name in (game.key, str(game.title), say.text(game.title))]
        return wanted not in names, not any(name.startswith(wanted) for name in names)

    found = sorted((game for game in among if _fits(game, typed, say)), key=order)
    return choices((say.text(game.title), game.key) for game in found)


@rate_limited
async def matches(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the user's own matches that are not over."""
    return await _going_on(interaction, typed)


async def _going_on(interaction: Interaction, typed: str) -> CommandChoices:
    user_id = interaction.user.id
    lists = club_of(interaction).lists
    found = [*await lists.of_user(user_id), *await lists.suspended_of(user_id)]
    return match_choices(found, user_id, typed, speaker_of(interaction))


@rate_limited
async def finished_matches(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the user's own finished matches, newest first."""
    user_id = interaction.user.id
    found = await club_of(interaction).lists.finished_of(user_id, limit=LIMIT)
    return match_choices(found, user_id, typed, speaker_of(interaction), code="choice.match.over")


@rate_limited
async def own_matches(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the user's own matches: running ones first, then finished ones."""
    user_id, say = interaction.user.id, speaker_of(interaction)
    over = await club_of(interaction).lists.finished_of(user_id, limit=LIMIT)
    going_on = await _going_on(interaction, typed)
    return [*going_on, *match_choices(over, user_id, typed, say, code="choice.match.over")][:LIMIT]


@rate_limited
async def move_numbers(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Complete the newest move numbers of a match, each with its moves beside it."""
    try:
        table = await _table(interaction)
    except Refusal:
        return []
    lines = enumerate(numbered_lines(table.match.plies, speaker_of(interaction)), 1)
    found = [(number, line) for number, line in lines if str(number).startswith(typed.strip())]
    return [app_commands.Choice(name=line[:CHOICE_LIMIT], value=number) for number, line in found[-LIMIT:]]


@rate_limited
async def moves(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the legal moves of the user whose turn it is; no one else gets any.

    If several matches are possible, complete the moves of the first ones that wait for the user, each
    with its match beside it.
    """
    try:
        table = await _table(interaction)
    except Refusal as refusal:
        return await _moves_of_several(interaction, typed) if refusal.code == "match.several" else []
    return choices((move, move) for move in await _moves_of(interaction, table, typed))


async def _moves_of(interaction: Interaction, table: Table, typed: str) -> list[str]:
    """Return the completions of a text to the user's legal moves, on their turn."""
    if table.turn is None or table.seat_of(interaction.user.id) != table.turn:
        return []
    completions, user_id = club_of(interaction).completions, interaction.user.id
    try:
        return await completions.of(table, typed, user_id=user_id, limit=LIMIT, length=CHOICE_LIMIT)
    except (Refusal, IllegalMove):
        return []


async def _moves_of_several(interaction: Interaction, typed: str) -> CommandChoices:
    """Return legal moves in the matches that have waited longest for the user.

    Each is named together with its match.
    """
    club, user_id, say = club_of(interaction), interaction.user.id, speaker_of(interaction)
    named: list[tuple[str, str]] = []
    waiting = (await club.lists.waiting_for(user_id))[:SEVERAL]
    for match in waiting:
        with suppress(Refusal, Unreadable):  # one that cannot be read goes into quarantine by this
            table = await club.matches.load(match.row.id)
            name = match.row.names[1 - (match.seat_of(user_id) or 0)]
            found = (await _moves_of(interaction, table, typed))[: LIMIT // len(waiting)]
            named += [(say("choice.move", move=move, title=match.title, name=name), move) for move in found]
    return choices(named)


@rate_limited
async def options(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the options of the chosen game in words, one after another."""
    game = _chosen_game(interaction)
    if game is None:
        return []
    offered = await asyncio.to_thread(_options, game, typed, speaker_of(interaction))
    return choices((name, value) for name, value in offered if len(value) <= CHOICE_LIMIT)


def _options(game: AnyGame, typed: str, say: Speaker) -> list[tuple[str, str]]:
    """Return the completions of an options text.

    Every opening of a game is compared with each run of words.
    """
    return list(completions(game, typed, say))


@rate_limited
async def clocks(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete clocks in words: the typed one, if it parses, then the usual ones."""
    return choices(offered_clocks(typed, speaker_of(interaction)))


@rate_limited
async def sides(interaction: Interaction, typed: str) -> CommandChoices:
    """Complete the sides of the chosen game."""
    game = _chosen_game(interaction)
    say = speaker_of(interaction)
    odds = odds_codes(game) if game else ()
    sides = [*(game.sides if game else ()), *map(Phrase, ("side.random", BOTH, *odds))]
    named = [(say.text(side), str(side)) for side in sides]
    return choices((name, value) for name, value in named if name.casefold().startswith(typed.casefold()))


async def _table(interaction: Interaction) -> Table:
    """Return the match that a half-typed command is about.

    Raise `Refusal` if no match or several are possible.
    """
    named = match_id(getattr(interaction.namespace, "match", None))
    return await club_of(interaction).match_resolver.resolve(asker_of(interaction, asks=False), named)


def _chosen_game(interaction: Interaction) -> AnyGame | None:
    """Return the game that the command names so far, picked or typed, or `None`."""
    try:
        return find_game(str(getattr(interaction.namespace, "game", None) or ""))
    except Refusal:
        return None


def match_choices(
    found: Iterable[ListedMatch], user_id: int, typed: str, say: Speaker, code: str | None = None
) -> CommandChoices:
    """Return choices for the matches whose names contain the typed text.

    Names are from this user's view; `code` is the message for matches that are over.
    """
    wanted = typed.casefold()
    named = ((_match_name(match, user_id, say, code), str(match.row.id)) for match in found)
    return choices((name, value) for name, value in named if wanted in name.casefold())


def _match_name(match: ListedMatch, user_id: int, say: Speaker, over: str | None) -> str:
    """Return a match as its player tells it from their others."""
    seat, names = match.seat_of(user_id), match.row.names
    if seat is None:
        return say("choice.match", title=match.title, name=names[0], opponent=names[1])
    code = over or ("choice.match.yours" if match.turn == seat else "choice.match.theirs")
    return say(code, title=match.title, name=names[1 - seat])


def match_id(text: str | None) -> int | None:
    """Return the id in the option `match`.

    Raise `Refusal` if it was not picked from the list.
    """
    if not text:
        return None
    if not text.isdecimal() or len(text) > ID_DIGITS:
        raise Refusal("match.pick")
    return int(text)


def find_game(text: str) -> AnyGame:
    """Return the game named by a text; raise `Refusal` with similar names if unknown."""
    if text in GAMES:
        return GAMES[text]
    if len(text) > LONGEST:
        raise Refusal("game.unknown", text=clip(text))
    english = speaker(ENGLISH)
    found = [game for game in GAMES.values() if _fits(game, text, english)]
    exact = [game for game in found if str(game.title).casefold() == text.strip().casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise Refusal(
            "game.several", text=clip(text), titles=chain("series.more", [game.title for game in found])
        )
    raise Refusal("game.unknown", text=clip(text))


async def named_game(game: str, options: str | None, say: Speaker) -> tuple[AnyGame, dict[str, object]]:
    """Return a command's game and options, which are parsed off the event loop.

    Raise `Refusal` if either is invalid.
    """
    found = find_game(game)
    return found, await asyncio.to_thread(read_options, found, options or "", say)


def choices(named: Iterable[tuple[str, str]]) -> CommandChoices:
    """Return names and values as Discord takes them, the first 25."""
    first = islice(named, LIMIT)
    return [app_commands.Choice(name=name[:CHOICE_LIMIT], value=value) for name, value in first]


def _fits(game: AnyGame, typed: str, say: Speaker) -> bool:
    """Whether every typed word is in one of the game's names.

    The names are in English and in the user's language.
    """
    names = " ".join((game.key, str(game.title), say.text(game.title), *game.words)).casefold()
    return all(word in names for word in typed.casefold().split())
