"""/games: matches in progress, and challenges that wait."""

import discord
from discord import app_commands

from bot.cards.games import games_card
from bot.request import Interaction, Request, answer, person
from bot.translator import worded
from club.club import Club


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.games"))
    @app_commands.describe(user=worded("command.games.user"))
    async def games(interaction: Interaction, user: discord.User | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            whose = person(user) if user else request.who
            own = whose.id == request.who.id
            # What others play elsewhere is their own business.
            where = None if own else request.guild_id or 0
            card = games_card(
                request.say,
                user_id=whose.id,
                name=whose.name,
                matches=await club.lists.of_user(whose.id, guild_id=where),
                waiting=await club.challenges.waiting_for(whose.id) if own else (),
                made=await club.challenges.made_by(whose.id) if own else (),
            )
            await request.reply.show(card)

        await answer(interaction, work)
