"""The buttons of a challenge card, and the form that edits its options."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord

from bot import cards
from bot.custom_ids import CustomId
from bot.invitations import Person
from bot.refusals import Refusal
from bot.reply import Reply
from rules.catalogue import GAMES
from rules.game import AnyGame, Settings

if TYPE_CHECKING:
    from bot.client import Twotone


async def accept(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Take the seat; the card is changed once the match has its thread."""
    interaction = reply.interaction
    client.check_permissions(interaction)
    if interaction.message is not None:
        # A crash may have come between the posting of the card and the note of where it is.
        await client.invitations.posted(at.id, interaction.message.id)
    taker = Person(interaction.user.id, interaction.user.display_name, interaction.user.bot)
    await client.invitations.accept(at.id, taker, interaction.id)
    await reply.nod()


async def decline(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The challenged player says no."""
    row = await client.invitations.decline(at.id, reply.interaction.user.id, reply.interaction.id)
    await reply.update(cards.challenge_card(row).view)


async def cancel(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The challenger takes it back."""
    row = await client.invitations.cancel(at.id, reply.interaction.user.id, reply.interaction.id)
    await reply.update(cards.challenge_card(row).view)


async def options(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Open the form with the game's own options."""
    row = await client.invitations.get(at.id)
    if reply.interaction.user.id != row.challenger_id:
        raise Refusal(f"Only {row.challenger_name} can change the options of this challenge.")
    game = GAMES[row.game]
    if not game.options:
        raise Refusal(f"{game.title} has no options.")
    await reply.ask(_form(game, game.settings(json.loads(row.options)), at.id))


async def set_options(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The form is submitted."""
    row = await client.invitations.get(at.id)
    game = GAMES[row.game]
    given = game.read_form(filled, game.settings(json.loads(row.options)))
    changed = await client.invitations.change_options(at.id, reply.interaction.user.id, given)
    await reply.update(cards.challenge_card(changed).view)


def _form(game: AnyGame, settings: Settings, challenge_id: int) -> discord.ui.Modal:
    custom_id = str(CustomId("set-options", challenge_id, challenge=True))
    form = discord.ui.Modal(title=f"Options of {game.title}"[:45], custom_id=custom_id, timeout=900)
    for option in game.options:
        choices = [
            discord.SelectOption(
                label=str(choice), value=str(choice), default=choice == settings[option.name]
            )
            for choice in option.choices
        ]
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=option.name, options=choices, required=False
        )
        form.add_item(discord.ui.Label(text=option.name, description=option.help[:100], component=select))
    for name, label, value in game.form_texts(settings):
        area: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=name, style=discord.TextStyle.paragraph, default=value, required=False, max_length=1000
        )
        form.add_item(discord.ui.Label(text=label[:45], component=area))
    return form


HANDLERS = {
    "accept": accept,
    "decline": decline,
    "cancel": cancel,
    "options": options,
    "set-options": set_options,
}
