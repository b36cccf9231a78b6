"""Offers to the opponent: /draw and /takeback, and the buttons that make and answer offers."""

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.kit import Card, sentence
from bot.cogs import completion
from bot.cogs.match import WHICH, resolve
from club.club import Club
from club.play.offers import OfferKind


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""

    @tree.command(description=worded("command.draw"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await answer(interaction, partial(_command, match=match, kind=OfferKind.DRAW))

    @tree.command(description=worded("command.takeback"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def takeback(interaction: Interaction, match: str | None = None) -> None:
        await answer(interaction, partial(_command, match=match, kind=OfferKind.TAKEBACK))


async def offer(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Make an offer, or accept the opponent's where it is the same."""
    await _offer(club, request, request.custom_id.id, kind)


async def agree(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Accept the opponent's offer."""
    await club.offers.accept(request.custom_id.id, kind, user_id=request.who.id, interaction_id=request.id)
    request.reply.stored()
    await request.reply.update(Card(sentence(request.public(f"answer.{kind}.agreed"))))


async def decline(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Decline the opponent's offer."""
    await club.offers.decline(request.custom_id.id, kind, user_id=request.who.id, interaction_id=request.id)
    request.reply.stored()
    await request.reply.update(Card(sentence(request.public(f"answer.{kind}.declined"))))


async def _command(club: Club, request: Request, *, match: str | None, kind: OfferKind) -> None:
    await _offer(club, request, (await resolve(club, request, match)).row.id, kind)


async def _offer(club: Club, request: Request, match_id: int, kind: OfferKind) -> None:
    """Make an offer, or accept the opponent's; the answer says which of both it was."""
    after = await club.offers.offer(match_id, kind, user_id=request.who.id, interaction_id=request.id)
    request.reply.stored()
    asked = after.running and after.row.computer is None
    await request.reply.say(f"answer.{kind}.offered" if asked else f"answer.{kind}.agreed")


HANDLERS: Final[dict[str, Handler]] = {
    "offer": partial(offer, kind=OfferKind.DRAW),
    "draw": partial(agree, kind=OfferKind.DRAW),
    "nodraw": partial(decline, kind=OfferKind.DRAW),
    "takeback": partial(offer, kind=OfferKind.TAKEBACK),
    "undo": partial(agree, kind=OfferKind.TAKEBACK),
    "noundo": partial(decline, kind=OfferKind.TAKEBACK),
}
