"""Offers to the opponent: /draw, and the buttons that make and answer offers."""

from typing import Final

import discord
from discord import app_commands

from bot.cards.kit import Card, sentence
from bot.cogs import completion
from bot.cogs.match import WHICH, resolve
from bot.request import Handler, Interaction, Request, answer
from bot.translator import worded
from club.club import Club
from club.offers import OfferKind


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.draw"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            await _offer(club, request, (await resolve(club, request, match)).row.id)

        await answer(interaction, work)


async def offer(club: Club, request: Request) -> None:
    """Offer a draw, or accept the opponent's."""
    await _offer(club, request, request.custom_id.id)


async def agree(club: Club, request: Request) -> None:
    """Accept the opponent's draw offer."""
    await club.offers.accept(
        request.custom_id.id, OfferKind.DRAW, user_id=request.who.id, interaction_id=request.id
    )
    await request.reply.update(Card(sentence(request.public("answer.draw.agreed"))))


async def decline(club: Club, request: Request) -> None:
    """Decline the opponent's draw offer."""
    await club.offers.decline(
        request.custom_id.id, OfferKind.DRAW, user_id=request.who.id, interaction_id=request.id
    )
    await request.reply.update(Card(sentence(request.public("answer.draw.declined"))))


async def _offer(club: Club, request: Request, match_id: int) -> None:
    """Offer a draw, or accept the opponent's; the answer says which of both it was."""
    after = await club.offers.offer(
        match_id, OfferKind.DRAW, user_id=request.who.id, interaction_id=request.id
    )
    await request.reply.say("answer.draw.offered" if after.running else "answer.draw.agreed")


HANDLERS: Final[dict[str, Handler]] = {"offer": offer, "draw": agree, "nodraw": decline}
