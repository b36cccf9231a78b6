"""/admin: what moderators do."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands import completion
from bot.refusals import Refusal
from bot.reply import Reply

if TYPE_CHECKING:
    from bot.client import Twotone


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add the commands of this file."""
    group = app_commands.Group(
        name="admin",
        description="For moderators",
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
    )

    async def running_here(interaction: "discord.Interaction[Twotone]", typed: str) -> completion.Choices:
        if not _moderates(interaction) or interaction.guild_id is None:
            return []
        tables = await interaction.client.tables.of_guild(interaction.guild_id)
        named = ((completion.match_name(table, 0), str(table.row.id)) for table in tables)
        return completion.choices(
            (name, value) for name, value in named if typed.casefold() in name.casefold()
        )

    @group.command(name="end")
    @app_commands.describe(game="The match to end; not needed in its thread")
    @app_commands.autocomplete(game=running_here)
    async def end(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """End a match without a result."""

        async def work(reply: Reply) -> None:
            if not _moderates(interaction):
                raise Refusal("Only moderators (who may manage messages) can end other people's matches.")
            tables = interaction.client.tables
            table = await tables.here(interaction.channel_id, completion.match_id(game))
            if table.row.guild_id != interaction.guild_id:
                raise Refusal("That match is played on another server.")
            await tables.stop(table.row.id, interaction.user.id, interaction.id)
            await reply.say("The match is ended without a result.")

        await Reply(interaction).attend(work)

    tree.add_command(group)


def _moderates(interaction: "discord.Interaction[Twotone]") -> bool:
    """Checked here too: a server may have opened the command to everyone by mistake."""
    return interaction.permissions.manage_messages
