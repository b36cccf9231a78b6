"""/verify: the deal of a finished match, for anyone to check."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.result import deal_card, deal_details_card
from bot.cogs.match import of_button, resolve
from club.club import Club
from club.play.matches import Table
from club.refusals import Refusal


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.verify"))
    @app_commands.describe(match=worded("command.verify.match"))
    async def verify(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            table = _dealt(await resolve(club, request, match))
            await request.reply.show(deal_card(table, request.say))

        await answer(interaction, work)


async def verified(club: Club, request: Request) -> None:
    """Say whether the deal of a match was fair, or that it is sealed."""
    await request.reply.show(deal_card(_dealt(await of_button(club, request)), request.say))


async def details(club: Club, request: Request) -> None:
    """Show the figures behind a deal to whoever wants to check it."""
    table = _dealt(await of_button(club, request))
    await request.reply.show(deal_details_card(table, request.say))


def _dealt(table: Table) -> Table:
    """Return a match in which cards are dealt; raise `Refusal` for any other."""
    if not table.game.hidden:
        raise Refusal("deal.none", title=table.game.title)
    return table


HANDLERS: Final[dict[str, Handler]] = {"verify": verified, "deal": details}
