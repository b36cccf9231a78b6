"""The bot's command tree, and replies to commands that discord.py rejects."""

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers.reply import Reply, make_error_id
from words import Phrase, clip

KINDS: Final = frozenset((None, *(each.value for each in discord.AppCommandType)))
"""The types of commands that the library knows."""

log = logging.getLogger(__name__)


class BotCommandTree(app_commands.CommandTree[Any]):
    """The tree of the bot's slash commands.

    Errors that discord.py finds before a command runs are answered with a sentence too.
    """

    client: Any

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether commands are still answered: not while the bot starts or stops.

        Another process may then answer them. The command that Discord makes for Activities (type 4) is
        answered here, because the library knows no such type: it opens the match that waits for the caller.
        """
        data: Any = interaction.data
        if self.client.serving and data.get("type") not in KINDS:
            has_window = self.client.club.pages.live.in_window
            await (
                _open_window(interaction) if has_window else _answer(interaction, Phrase("command.changed"))
            )
            return False
        return bool(self.client.serving)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Reply to a command that discord.py itself rejected, and log the error.

        Errors within a command are handled by the command.
        """
        if interaction.response.is_done():
            log.error("command failed after its answer", exc_info=error)
            return
        if self.client.is_outlived:
            return  # the newer process knows the command, and answers it
        said = Phrase("command.changed")
        if isinstance(error, app_commands.TransformerError):
            said = Phrase("command.value", value=clip(str(error.value)))
        elif not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            name = make_error_id()
            log.error("command failed", exc_info=error, extra={"error": name})
            said = Phrase("answer.error", error=name)
        await _answer(interaction, said)


async def _answer(interaction: discord.Interaction[Any], said: Phrase) -> None:
    """Answer a command that no cog handles with a sentence."""

    async def work(reply: Reply) -> None:
        await reply.say(said.code, **said.facts)

    await Reply(interaction).run_handler(work)


async def _open_window(interaction: discord.Interaction[Any]) -> None:
    """Answer a command by opening the application's window in Discord."""

    async def work(reply: Reply) -> None:
        await reply.open_window()

    await Reply(interaction).run_handler(work)
