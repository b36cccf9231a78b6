"""Where the bot is no member: group DMs, DMs with others, and servers to which only a person has brought it.

There it can do nothing but answer presses and commands, from anybody; `docs/decisions/play.md` says what follows from
it.
"""

from typing import Any

import discord

from club.refusals import Refusal
from words import choose

Interaction = discord.Interaction[Any]


def is_user_install(interaction: Interaction) -> bool:
    """Return whether an interaction comes from where nothing of the bot's arrives but the answer to it."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return interaction.context.private_channel or isinstance(interaction.channel, discord.GroupChannel)


def language_of_install(interaction: Interaction, own: str) -> str | None:
    """Return the language of what everyone sees there: the server's, else that of who acts (`own`); `None` at home."""
    if not is_user_install(interaction):
        return None
    return choose(str(interaction.guild_locale)) if interaction.guild_locale else own


def check_present(interaction: Interaction, person_id: int) -> None:
    """Raise a `Refusal` if somebody is not in the direct messages that an interaction comes from.

    On a server Discord offers its members; where it does not say who is there, anybody may be.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.GroupChannel | discord.DMChannel):
        return
    there = {user.id for user in channel.recipients if user} | {interaction.user.id}
    if len(there) > 1 and person_id not in there:
        raise Refusal("user_install.absent")
