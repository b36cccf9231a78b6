"""/privacy: what is kept about oneself, and an end to it."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.kit import Card, sentence
from bot.cards.privacy import forget_card, own_data_card
from club.club import Club


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""
    group = app_commands.Group(name="privacy", description=worded("command.privacy"))

    @group.command(description=worded("command.privacy.export"))
    async def export(interaction: Interaction) -> None:
        async def work(club: Club, request: Request) -> None:
            files = await club.own_data.files(request.who.id)
            for number, data in enumerate(files, 1):
                await request.reply.show(own_data_card(data, number, len(files), request.say))

        await answer(interaction, work)

    @group.command(description=worded("command.privacy.delete"))
    async def delete(interaction: Interaction) -> None:
        async def work(club: Club, request: Request) -> None:
            held = await club.privacy.held(request.who.id)
            await request.reply.show(forget_card(held, request.say))

        await answer(interaction, work)

    tree.add_command(group)


async def forget(club: Club, request: Request) -> None:
    """Begin to forget whoever presses."""
    await club.privacy.delete(request.who.id)
    request.reply.stored()
    await request.reply.update(Card(sentence(request.say("privacy.forgetting"))))


async def stay(club: Club, request: Request) -> None:
    """Say that nothing has happened."""
    await request.reply.update(Card(sentence(request.say("privacy.kept"))))


HANDLERS: Final[dict[str, Handler]] = {"forget": forget, "forget-no": stay}
