"""/verify: the deal of a finished match, for anyone to check."""

import discord
from discord import app_commands

from bot.cards.result import deal_card
from bot.cogs.match import resolve
from bot.request import Interaction, Request, answer
from bot.translator import worded
from club.club import Club
from club.refusals import Refusal


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.verify"))
    @app_commands.describe(match=worded("command.verify.match"))
    async def verify(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            table = await resolve(club, request, match)
            if not table.game.hidden:
                raise Refusal("deal.none", title=table.game.title)
            if not table.over:
                raise Refusal("deal.early")
            await request.reply.show(deal_card(table, request.say))

        await answer(interaction, work)
