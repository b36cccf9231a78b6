"""How to play: /rules, /help, and the button that shows a game's rules."""

from typing import Final

import discord
from discord import app_commands

from bot.cards.greeting import help_card
from bot.cards.guide import rules_card
from bot.cogs import completion
from bot.request import Handler, Interaction, Request, answer
from bot.translator import worded
from club.club import Club
from club.refusals import Refusal
from rules.catalogue import GAMES


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""

    @tree.command(description=worded("command.rules"))
    @app_commands.describe(game=worded("command.rules.game"))
    @app_commands.autocomplete(game=completion.games)
    async def rules(interaction: Interaction, game: app_commands.Range[str, 1, 60]) -> None:
        async def work(club: Club, request: Request) -> None:
            await request.reply.show(rules_card(completion.find_game(game), request.say))

        await answer(interaction, work)

    @tree.command(name="help", description=worded("command.help"))
    async def help_command(interaction: Interaction) -> None:
        async def work(club: Club, request: Request) -> None:
            await request.reply.show(help_card(request.say))

        await answer(interaction, work)


async def howto(club: Club, request: Request) -> None:
    """Show the rules of the game that the button names; a button on the rules themselves turns the page."""
    key, turned, page = request.custom_id.rest.partition(",")
    if key not in GAMES:
        raise Refusal("game.gone")
    card = rules_card(GAMES[key], request.say, int(page) if page.isdecimal() else 0)
    await (request.reply.update(card) if turned else request.reply.show(card))


HANDLERS: Final[dict[str, Handler]] = {"howto": howto}
