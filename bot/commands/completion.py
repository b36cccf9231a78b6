"""What command options complete to while one types; at most 25 choices, and nothing of other people's secrets."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.invitations import RANDOM_SIDE
from bot.refusals import Refusal
from bot.tables import Table
from rules.catalogue import GAMES
from rules.game import AmbiguousMove, AnyGame, IllegalMove
from words import clip

if TYPE_CHECKING:
    from bot.client import Twotone

LIMIT: Final = 25
Choices = list[app_commands.Choice[str]]


async def games(interaction: "discord.Interaction[Twotone]", typed: str) -> Choices:
    """Games by any word of their names."""
    return choices((game.title, game.key) for game in GAMES.values() if _fits(game, typed))


async def matches(interaction: "discord.Interaction[Twotone]", typed: str) -> Choices:
    """The user's own running matches."""
    user_id = interaction.user.id
    tables = await interaction.client.tables.of_user(user_id)
    named = [(match_name(table, user_id), str(table.row.id)) for table in tables]
    return choices((name, value) for name, value in named if typed.casefold() in name.casefold())


async def moves(interaction: "discord.Interaction[Twotone]", typed: str) -> Choices:
    """The legal moves of the user whose turn it is, narrowing as he types; nobody else is told any."""
    try:
        table = await meant(interaction, getattr(interaction.namespace, "game", None))
    except Refusal:
        return []
    if table.turn is None or table.seat_of(interaction.user.id) != table.turn:
        return []
    wanted = _bare(typed)
    legal = table.match.moves()
    found = [move for move in legal if _bare(move).startswith(wanted)]
    found += [move for move in legal if wanted in _bare(move) and move not in found]
    if typed.strip() and not found:
        found = _read(table, typed)
    return choices((move, move) for move in found if len(move) <= 100)


async def options(interaction: "discord.Interaction[Twotone]", typed: str) -> Choices:
    """The options of the chosen game, one `name=value` after another."""
    game = GAMES.get(getattr(interaction.namespace, "game", "") or "")
    if game is None:
        return []
    done, _, last = typed.rpartition(" ")
    used = {part.partition("=")[0] for part in done.split()}
    offered = [
        f"{option.name}={choice}"
        for option in game.options
        if option.name not in used
        for choice in option.choices
    ]
    texts = [f"{done} {offer}".strip() for offer in offered if offer.startswith(last)]
    return choices((text, text) for text in texts if len(text) <= 100)


async def sides(interaction: "discord.Interaction[Twotone]", typed: str) -> Choices:
    """The sides of the chosen game."""
    game = GAMES.get(getattr(interaction.namespace, "game", "") or "")
    names = [*(game.sides if game else ()), RANDOM_SIDE]
    return choices((name, name) for name in names if name.casefold().startswith(typed.casefold()))


async def meant(interaction: "discord.Interaction[Twotone]", game: str | None) -> Table:
    """The match that the option `game`, or else the place, means; raises `Refusal` if none or several may be."""
    return await interaction.client.tables.meant(
        interaction.user.id, interaction.guild_id, interaction.channel_id, match_id(game)
    )


def match_name(table: Table, user_id: int) -> str:
    """A match as its player tells it from his others."""
    seat = table.seat_of(user_id)
    if seat is None:
        first, second = table.row.seats
        return f"{table.game.title}: {first.name} – {second.name}"[:100]
    turn = "your turn" if table.turn == seat else "their turn"
    return f"{table.game.title} against {table.player(1 - seat).name} ({turn})"[:100]


def match_id(text: str | None) -> int | None:
    """The match that the option `game` names; raises `Refusal` if it was not picked from the list."""
    if not text:
        return None
    if not text.isdecimal() or len(text) > 18:
        raise Refusal("Pick the match from the list that “game” offers.")
    return int(text)


def find_game(text: str) -> AnyGame:
    """The game that a person's text names; raises `Refusal` with what comes near."""
    if text in GAMES:
        return GAMES[text]
    found = [game for game in GAMES.values() if _fits(game, text)]
    exact = [game for game in found if game.title.casefold() == text.strip().casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise Refusal(f"“{clip(text)}” may be {', '.join(game.title for game in found)}. Say which one.")
    raise Refusal(f"There is no game “{clip(text)}” here. Pick one from the list that “game” offers.")


def choices(named: Iterable[tuple[str, str]]) -> Choices:
    """Names and values as Discord takes them, the first 25."""
    return [app_commands.Choice(name=name[:100], value=value) for name, value in named][:LIMIT]


def _fits(game: AnyGame, typed: str) -> bool:
    names = " ".join((game.key, game.title, *game.words)).casefold()
    return all(word in names for word in typed.casefold().split())


def _bare(text: str) -> str:
    return "".join(text.casefold().split())


def _read(table: Table, typed: str) -> list[str]:
    """A move written in another way than the canonical one, completed to that."""
    try:
        return [table.game.write(table.match.position, table.game.read(table.match.position, typed))]
    except AmbiguousMove as refusal:
        return list(refusal.candidates)
    except IllegalMove:
        return []
