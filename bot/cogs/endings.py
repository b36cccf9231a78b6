"""Giving up: /resign, and the buttons that ask once before it counts."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.kit import Card, sentence
from bot.cards.offer import resign_card
from bot.cogs import completion
from bot.cogs.match import WHICH, of_button, resolve
from club.club import Club
from club.play.matches import Table


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.resign"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def resign(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            await _ask(club, request, await resolve(club, request, match))

        await answer(interaction, work)


async def ask(club: Club, request: Request) -> None:
    """Ask once before giving up."""
    await _ask(club, request, await of_button(club, request))


async def give_up(club: Club, request: Request) -> None:
    """Resign the match."""
    await club.matches.resign(request.custom_id.id, user_id=request.who.id, interaction_id=request.id)
    request.reply.stored()
    await request.reply.update(Card(sentence(request.say("answer.resigned"))))


async def play_on(club: Club, request: Request) -> None:
    """Say that nothing has happened."""
    await request.reply.update(Card(sentence(request.say("answer.goes_on"))))


async def _ask(club: Club, request: Request, table: Table) -> None:
    """Ask whether a player really means it."""
    seat = club.matches.seated(table, request.who.id)
    await request.reply.show(resign_card(table, seat, request.say))


HANDLERS: Final[dict[str, Handler]] = {"resign": ask, "resign-yes": give_up, "resign-no": play_on}
