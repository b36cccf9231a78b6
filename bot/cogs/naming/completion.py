"""Autocompletion of command options.

At most 25 choices are offered, and none of them reveals another person's secrets.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import wraps
from itertools import islice
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.answers.request import Interaction, bot_id, club_of, speaker_of
from bot.answers.rights import asker_of
from bot.answers.user_install import is_user_install
from bot.cards.kit.card_lines import tell_apart
from bot.cards.kit.clock_choices import EVERY_KIND, ClockKind
from bot.cards.kit.clock_choices import clock_completions as offered_clocks
from bot.cards.play.moves import numbered_lines
from bot.cogs.naming.options import option_completions, read_options
from club.competitions.kinds.swiss import SwissKind
from club.play.match.match_lists import LISTED, ListedMatch
from club.play.match.matches import Table
from club.play.match.sides import BOTH, odds_codes
from club.puzzles.solving import games_with_puzzles
from club.refusals import Refusal
from data.database.errors import StoreError, Unreadable
from rules.catalogue import GAMES
from rules.game import AnyGame, IllegalMove
from rules.named_games import NamedGame, list_named_games, plain_game
from words import ENGLISH, Localizer, Phrase, clip, join_phrases, localizer_for
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
EVENING: Final = "evening"
"""The length of a league's season that takes a live clock alone."""
ID_DIGITS: Final = 18
"""Digits of the greatest match id that is looked for."""

LONGEST: Final = 200
"""Longest typed text, in characters, that is looked up.

It is twice the length of a choice. Discord lets 6,000 through.
"""
_SLOW: Final = (ClockKind.DAYS,)
_EVENING: Final = (ClockKind.LIVE, ClockKind.DAYS)
_NOT_LIVE: Final = (ClockKind.NONE, ClockKind.DAYS)
CLOCK_KINDS: Final = {
    "vote": _NOT_LIVE,
    "simul": _EVENING,
    "tournament.create": _EVENING,
    "team.match": (ClockKind.DAYS, ClockKind.LIVE),
    "team.challenge": _SLOW,
    "league.create": _SLOW,
    "ladder.create": _SLOW,
}
"""The clocks that commands take, the likeliest first; all others take every kind."""

CommandChoices = list[app_commands.Choice[str]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Value]]]]
"""Completes what has been typed in one option."""


def rate_limited(complete: Complete[Value]) -> Complete[Value]:
    """Wrap an autocompletion to be served in turn, within the user's quota.

    The result has no choices if the text is too long, if it arrives faster than a person types, or
    while the database is unavailable. The command itself then reports the problem.
    """

    @wraps(complete)
    async def complete_bounded(interaction: Interaction, current: str) -> list[app_commands.Choice[Value]]:
        """Answer an autocomplete interaction in the user's turn."""
        presses, user_id = club_of(interaction).members.presses, interaction.user.id

        async def work() -> list[app_commands.Choice[Value]]:
            may = len(current) <= LONGEST and presses.try_take(user_id, 0)
            found: list[app_commands.Choice[Value]] = []
            with suppress(StoreError):
                found = await complete(interaction, current) if may else []
            await interaction.response.autocomplete(found)
            return found

        return await presses.serve(user_id, work, already_counted=0)

    return complete_bounded


@rate_limited
async def complete_open_games(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete games that hide nothing, by any word of their names.

    Exact matches come first, then names that begin with the text.
    """
    among = (plain_game(game) for game in GAMES.values() if not game.hidden)
    return _game_choices(interaction, current, among)


@rate_limited
async def complete_named_games(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete games, also by names that imply an option, such as giveaway.

    Before anything is typed, only the games themselves are offered.
    """
    among = list_named_games() if current.strip() else map(plain_game, GAMES.values())
    if _command_name(interaction) == "vote":  # a team would see what is hidden
        among = [named for named in among if not named.game.hidden]
    return _game_choices(interaction, current, among)


@rate_limited
async def complete_puzzle_games(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete games that have puzzles, by any word of their names.

    Games that the user plays come first among equally good matches.
    """
    played = await club_of(interaction).play.lists.list_games(interaction.user.id)
    among = sorted(games_with_puzzles(), key=lambda game: game.key not in played)
    return _game_choices(interaction, current, map(plain_game, among))


def _game_choices(interaction: Interaction, current: str, games: Iterable[NamedGame]) -> CommandChoices:
    say, wanted = speaker_of(interaction), current.strip().casefold()

    def order(named: NamedGame) -> tuple[bool, bool]:
        titles = named.key, str(named.title), say.text(named.title)
        names = [name.casefold() for name in (*titles, *named.own_names)]
        return wanted not in names, not any(name.startswith(wanted) for name in names)

    found = sorted((named for named in games if _has_typed_words(named, current, say)), key=order)
    return make_choices((say.text(named.title), named.key) for named in found)


@rate_limited
async def complete_matches(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's own unfinished matches."""
    return await _complete_ongoing_matches(interaction, current)


@rate_limited
async def complete_computer_matches(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's own unfinished matches against the computer."""
    return await _complete_ongoing_matches(interaction, current, lambda match: match.row.computer is not None)


@rate_limited
async def complete_hidden_matches(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's own unfinished matches of games with hidden cards."""
    hiding = {game.key for game in GAMES.values() if game.hidden}
    return await _complete_ongoing_matches(interaction, current, lambda match: match.row.game in hiding)


async def _complete_ongoing_matches(
    interaction: Interaction, current: str, fits: Callable[[ListedMatch], bool] = lambda _: True
) -> CommandChoices:
    """Return choices for the user's own unfinished matches that fit the command."""
    user_id = interaction.user.id
    lists = club_of(interaction).play.lists
    found = [*await lists.list_running(user_id), *await lists.list_suspended(user_id)]
    return make_match_choices(filter(fits, found), user_id, current, speaker_of(interaction))


@rate_limited
async def complete_finished_matches(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's own finished matches, newest first."""
    user_id = interaction.user.id
    found = await club_of(interaction).play.lists.list_finished(user_id, limit=LISTED)
    return make_match_choices(
        found, user_id, current, speaker_of(interaction), finished_code="choice.match.over"
    )


@rate_limited
async def complete_own_matches(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's own matches, running ones first.

    Finished ones follow.
    """
    user_id, say = interaction.user.id, speaker_of(interaction)
    over = await club_of(interaction).play.lists.list_finished(user_id, limit=LISTED)
    going_on = await _complete_ongoing_matches(interaction, current)
    return [*going_on, *make_match_choices(over, user_id, current, say, finished_code="choice.match.over")][
        :LIMIT
    ]


@rate_limited
async def complete_move_numbers(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Autocomplete the latest move numbers of a match, shown with the moves."""
    try:
        table = await _table(interaction)
    except Refusal:
        return []
    lines = enumerate(numbered_lines(table.match.plies, speaker_of(interaction)), 1)
    found = [(number, line) for number, line in lines if str(number).startswith(current.strip())]
    return [app_commands.Choice(name=line[:CHOICE_LIMIT], value=number) for number, line in found[-LIMIT:]]


@rate_limited
async def complete_moves(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the user's legal moves, if it is their turn.

    If the command may mean several matches, offer moves of the first ones that await the user's move,
    each shown with its match.
    """
    try:
        table = await _table(interaction, as_player=True)
    except Refusal as refusal:
        return (
            await _complete_moves_of_several(interaction, current) if refusal.code == "match.several" else []
        )
    moves = await _list_moves(interaction, table, current)
    return make_choices((table.game.label(move), move) for move in moves)


async def _list_moves(interaction: Interaction, table: Table, current: str) -> list[str]:
    """Return the user's legal moves that complete the text.

    Return none if it is not the user's turn.
    """
    if table.turn is None or table.seat_of(interaction.user.id) != table.turn:
        return []
    completions, user_id = club_of(interaction).play.completions, interaction.user.id
    try:
        return await completions.complete(
            table, current, user_id=user_id, limit=LIMIT, max_length=CHOICE_LIMIT
        )
    except (Refusal, IllegalMove):
        return []


async def _complete_moves_of_several(interaction: Interaction, current: str) -> CommandChoices:
    """Return legal moves in the matches that have waited longest for the user.

    Each choice names the move together with its match.
    """
    club, user_id, say = club_of(interaction), interaction.user.id, speaker_of(interaction)
    named: list[tuple[str, str]] = []
    waiting = (await club.play.lists.list_waiting(user_id))[:SEVERAL]
    for match in waiting:
        with suppress(Refusal, Unreadable):  # one that cannot be read goes into quarantine by this
            table = await club.play.matches.load(match.row.id)
            name = match.row.names[1 - (match.seat_of(user_id) or 0)]
            found = (await _list_moves(interaction, table, current))[: LIMIT // len(waiting)]
            facts = {"title": match.title, "name": name}
            named += [(say("choice.move", move=table.game.label(move), **facts), move) for move in found]
    return make_choices(named)


@rate_limited
async def complete_options(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the options of the chosen game, one after another, in words."""
    named = _chosen_game(interaction)
    if named is None:
        return []
    offered = await asyncio.to_thread(_list_option_completions, named, current, speaker_of(interaction))
    return make_choices((name, value) for name, value in offered if len(value) <= CHOICE_LIMIT)


def _list_option_completions(named: NamedGame, current: str, say: Localizer) -> list[tuple[str, str]]:
    """Return the completions of an options text, without implied options.

    This is slow, because every opening of a game is compared with each sequence of words: call it off
    the event loop.
    """
    return list(option_completions(named.game, current, say, implied=named.options))


@rate_limited
async def complete_clocks(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete clocks in words, of the kinds that the command and the server take.

    The typed clock comes first, if it is valid, then the usual ones.
    """
    usual = _NOT_LIVE if is_user_install(interaction) else EVERY_KIND
    kinds = CLOCK_KINDS.get(_command_name(interaction), usual)
    entered = interaction.namespace
    if getattr(entered, "kind", None) == SwissKind.key or getattr(entered, "length", None) == EVENING:
        kinds = (ClockKind.LIVE,)
    offered = offered_clocks(current, speaker_of(interaction), kinds)
    if interaction.guild_id is None or is_user_install(interaction):
        return make_choices(offered)
    allows = await club_of(interaction).members.servers.allows_clock(interaction.guild_id)
    return make_choices((words, value) for words, value in offered if allows(value))


@rate_limited
async def complete_sides(interaction: Interaction, current: str) -> CommandChoices:
    """Autocomplete the sides of the chosen game.

    Odds are offered once the text begins one of them, or the word for them.
    """
    named, say, typed = _chosen_game(interaction), speaker_of(interaction), current.casefold()
    odds = odds_codes(named.game, named.options) if named and typed else ()
    is_asked = say("form.handicap").casefold().startswith(typed)
    both = (BOTH,) if _may_ask_for_both(interaction) else ()
    sides = [*(named.game.sides if named else ()), *map(Phrase, ("side.random", *both))]
    offered = [(say.text(side), str(side), False) for side in sides]
    offered += [(say.text(Phrase(code)), str(Phrase(code)), is_asked) for code in odds]
    return make_choices(
        (name, value) for name, value, asked in offered if asked or name.casefold().startswith(typed)
    )


def _may_ask_for_both(interaction: Interaction) -> bool:
    """Whether the command entered so far may ask for both sides, one after the other.

    A vote match is one game, the computer plays no mini-match, and in a user install no second game begins.
    """
    opponent = getattr(interaction.namespace, "opponent", None)
    asks_computer = getattr(opponent, "id", None) == bot_id(interaction)
    return not asks_computer and _command_name(interaction) != "vote" and not is_user_install(interaction)


def _command_name(interaction: Interaction) -> str:
    """Return the full name of the command, its parts joined by dots."""
    return "" if interaction.command is None else interaction.command.qualified_name.replace(" ", ".")


async def _table(interaction: Interaction, *, as_player: bool = False) -> Table:
    """Return the match that an incomplete command is about.

    If only a player can use the command (`as_player`), the match that others play in this place counts as
    one more that is possible. Raise `Refusal` if no match or several are possible.
    """
    named = parse_match_id(getattr(interaction.namespace, "match", None))
    asker, resolver = asker_of(interaction, may_fetch=False), club_of(interaction).play.resolver
    table = await resolver.resolve(asker, named, as_player=as_player)
    if as_player and named is None and await resolver.is_beside_others(asker, table):
        raise Refusal("match.several")
    return table


def _chosen_game(interaction: Interaction) -> NamedGame | None:
    """Return the game entered in the command so far, picked or typed, or `None`."""
    try:
        return find_named_game(
            str(getattr(interaction.namespace, "game", None) or ""), speaker_of(interaction)
        )
    except Refusal:
        return None


def make_match_choices(
    matches: Iterable[ListedMatch],
    user_id: int | None,
    current: str,
    say: Localizer,
    finished_code: str | None = None,
) -> CommandChoices:
    """Return choices for the matches whose names contain the typed text.

    Matches are named as this user sees them, or with both players for `None`. `finished_code` is the code
    of the message that names matches that are over. Matches of one name are told apart by the time of
    their last move.
    """
    matches, wanted = list(matches), current.casefold()
    names = tell_apart([(_match_name(match, user_id, say, finished_code), match.row) for match in matches])
    named = zip(names, matches, strict=True)
    return make_choices((name, str(match.row.id)) for name, match in named if wanted in name.casefold())


def _match_name(match: ListedMatch, user_id: int | None, say: Localizer, finished_code: str | None) -> str:
    """Return the name by which a user tells a match from others.

    It has the game, the opponent, and whether it is the user's turn. If the user does not play in the
    match, it has the names of both players.
    """
    seat, names = None if user_id is None else match.seat_of(user_id), match.row.names
    if user_id is None or seat is None:
        return say("choice.match", title=match.title, name=names[0], opponent=names[1])
    code = finished_code or ("choice.match.yours" if match.waits_for(user_id) else "choice.match.theirs")
    return say(code, title=match.title, name=names[1 - seat])


def parse_match_id(text: str | None) -> int | None:
    """Return the id in a command's `match` option, or `None` if it is empty.

    Raise `Refusal` if the text was not picked from the list.
    """
    if not text:
        return None
    if not text.isdecimal() or len(text) > ID_DIGITS:
        raise Refusal("match.pick")
    return int(text)


def find_game(text: str, say: Localizer | None = None) -> AnyGame:
    """Return the game named by a text, in English or in the language of `say`.

    Raise `Refusal` if no game has that name, or if several do; the message then lists them.
    """
    return _find_by_name(text, map(plain_game, GAMES.values()), say).game


def find_named_game(text: str, say: Localizer | None = None) -> NamedGame:
    """Return the game named by a text, with the options that the name implies.

    The name may be in English or in the language of `say`. Raise `Refusal` if no game has that name, or
    if several do; the message then lists them.
    """
    return _find_by_name(text, list_named_games(), say)


def _find_by_name(text: str, among: Iterable[NamedGame], say: Localizer | None) -> NamedGame:
    """Return the game of a list that a text names.

    A full name comes before a part of one, and a game itself before one with options. Raise `Refusal`
    if no game has that name, or if several do.
    """
    if len(text) > LONGEST:
        raise Refusal("game.unknown", text=clip(text))
    own, typed = say or localizer_for(ENGLISH), text.strip().casefold()
    found = [named for named in among if named.key == text or _has_typed_words(named, text, own)]
    exact = [
        named
        for named in found
        if typed
        in (named.key, str(named.title).casefold(), own.text(named.title).casefold(), *named.own_names)
    ]
    meant = exact or [named for named in found if not named.options] or found
    if len(meant) == 1:
        return meant[0]
    if meant:
        titles = join_phrases("series.more", [named.title for named in meant])
        raise Refusal("game.several", text=clip(text), titles=titles)
    raise Refusal("game.unknown", text=clip(text))


async def parse_game_and_options(
    game: str, options: str | None, say: Localizer
) -> tuple[AnyGame, dict[str, object]]:
    """Return the game and the options entered in a command.

    They include the options that the game's name implies. The options are parsed off the event loop.
    Raise `Refusal` if either is invalid.
    """
    named = find_named_game(game, say)
    return named.game, await asyncio.to_thread(
        read_options, named.game, options or "", say, implied=named.options
    )


def make_choices(names_and_values: Iterable[tuple[str, str]]) -> CommandChoices:
    """Convert the first 25 pairs of name and value to Discord's choices."""
    first = islice(names_and_values, LIMIT)
    return [app_commands.Choice(name=name[:CHOICE_LIMIT], value=value) for name, value in first]


def _has_typed_words(named: NamedGame, typed: str, say: Localizer) -> bool:
    """Whether every typed word is in the game's names.

    They are its names in English and in the user's language.
    """
    names = " ".join((named.key, str(named.title), say.text(named.title), *named.words)).casefold()
    return all(word in names for word in typed.casefold().split())
