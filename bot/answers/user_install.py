"""User installs: places where the bot is no member.

These are group DMs, DMs with others, and servers to which only a person has brought the bot. There
it can only answer presses and commands, from anyone; `docs/decisions/play.md` says what follows
from that.
"""

from typing import Any

import discord

from club.refusals import Refusal
from data.play.places import NOWHERE, Place
from words import choose

Interaction = discord.Interaction[Any]


def is_user_install(interaction: Interaction) -> bool:
    """Return whether the bot can only answer in the place of this interaction."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return interaction.context.private_channel or isinstance(interaction.channel, discord.GroupChannel)


def place_of(interaction: Interaction, own: str) -> Place:
    """Return the place of an interaction.

    In a user install its language is the server's, else that of the person who acts (`own`).
    """
    there = interaction.guild_id or NOWHERE, interaction.channel_id or NOWHERE
    if not is_user_install(interaction):
        return Place(*there)
    return Place(*there, choose(str(interaction.guild_locale)) if interaction.guild_locale else own)


def check_present(interaction: Interaction, person_id: int) -> None:
    """Raise a `Refusal` if a person is not in the direct messages of an interaction.

    On a server Discord only offers its members. Where Discord does not say who is there, anyone may be.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.GroupChannel | discord.DMChannel):
        return
    there = {user.id for user in channel.recipients if user} | {interaction.user.id}
    if len(there) > 1 and person_id not in there:
        raise Refusal("user_install.absent")
