"""User installs: places where the bot is not a member.

These are group DMs, DMs between other people, and servers where only a user has installed the bot.
There it can only answer presses and commands, from anyone; see `docs/decisions/play.md` for the
consequences.
"""

from typing import Any

import discord

from club.refusals import Refusal
from data.play.places import NOWHERE, Place
from words import language_for_locale

Interaction = discord.Interaction[Any]


def is_user_install(interaction: Interaction) -> bool:
    """Whether the bot is not a member of the place of this interaction.

    There it can only answer interactions.
    """
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return interaction.context.private_channel or isinstance(interaction.channel, discord.GroupChannel)


def place_of(interaction: Interaction, user_language: str) -> Place:
    """Return the place of an interaction.

    In a user install its language is the server's, or otherwise that of the person who acts
    (`user_language`).
    """
    there = interaction.guild_id or NOWHERE, interaction.channel_id or NOWHERE
    if not is_user_install(interaction):
        return Place(*there)
    return Place(
        *there,
        language_for_locale(str(interaction.guild_locale)) if interaction.guild_locale else user_language,
    )


def check_present(interaction: Interaction, person_id: int) -> None:
    """Raise a `Refusal` if a person is not part of this DM conversation.

    On a server Discord offers only its members, so there is no check. If Discord does not say who is in
    the conversation, anyone is accepted.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.GroupChannel | discord.DMChannel):
        return
    there = {user.id for user in channel.recipients if user} | {interaction.user.id}
    if len(there) > 1 and person_id not in there:
        raise Refusal("user_install.absent")
