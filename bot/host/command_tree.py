"""The tree of commands, and what is said where the library itself refuses one."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.answers.reply import Reply, error_name
from words import Phrase, clip

log = logging.getLogger(__name__)


class BotCommandTree(app_commands.CommandTree[Any]):
    """The commands; what goes wrong outside of them becomes a sentence too."""

    client: Any

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether commands are still answered; an ending process leaves them to another."""
        return bool(self.client.serving)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer what discord.py itself refuses: the commands answer for themselves."""
        if interaction.response.is_done():
            log.error("command failed after its answer", exc_info=error)
            return
        if self.client.is_outlived:
            return  # the newer process knows the command, and answers it
        said = Phrase("command.changed")
        if isinstance(error, app_commands.TransformerError):
            said = Phrase("command.value", value=clip(str(error.value)))
        elif not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            name = error_name()
            log.error("command failed", exc_info=error, extra={"error": name})
            said = Phrase("answer.error", error=name)

        async def work(reply: Reply) -> None:
            await reply.say(said.code, **said.facts)

        await Reply(interaction).attend(work)
