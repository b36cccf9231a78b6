"""/verify: the deal of a finished match, for anyone to check."""

import discord
from discord import app_commands

from bot.cards.result import deal_card
from bot.cogs.match import resolve
from bot.request import Interaction, Request, answer
from club.club import Club
from club.refusals import Refusal


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command()
    @app_commands.describe(match="The match; not needed in its thread")
    async def verify(interaction: Interaction, match: str | None = None) -> None:
        """Check the deal of a finished match against the seed that was promised before it."""

        async def work(club: Club, request: Request) -> None:
            table = await resolve(club, request, match)
            if not table.game.hidden:
                raise Refusal(f"{table.game.title} has no hidden deal to check.")
            if not table.over:
                raise Refusal("The seed is shown, and can be checked, once the match is over.")
            await request.reply.show(deal_card(table))

        await answer(interaction, work)
