"""/rules and /help."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import cards
from bot.commands import completion
from bot.components.guide import show_rules
from bot.custom_ids import CustomId
from bot.items import Press, row
from bot.reply import Reply
from rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.client import Twotone


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add the commands of this file."""

    @tree.command()
    @app_commands.describe(game="Which game; any of its names will do")
    @app_commands.autocomplete(game=completion.games)
    async def rules(
        interaction: "discord.Interaction[Twotone]", game: app_commands.Range[str, 1, 60]
    ) -> None:
        """How to play a game, on one card with pictures."""

        async def work(reply: Reply) -> None:
            await show_rules(reply, completion.find_game(game))

        await Reply(interaction).attend(work)

    @tree.command(name="help")
    async def help_card(interaction: "discord.Interaction[Twotone]") -> None:
        """What this is, and how to begin."""

        async def work(reply: Reply) -> None:
            titles = ", ".join(game.title for game in GAMES.values())
            view = cards.framed(
                cards.RUNNING,
                cards.text(
                    "### Twotone: games for two, in two tones",
                    "**/play** posts a challenge. Whoever accepts it plays you in a thread of its own.",
                    "There, press **Play** on the board and choose, or write your move with **/move**.",
                    "**/board** shows your own view, **/games** what is going on, **/rules** how each game is played.",
                    "**/draw** offers a draw, **/resign** gives up. A match may take minutes or weeks: it keeps.",
                    f"-# {titles}",
                ),
                row(Press.of(CustomId("try", 0), "Try it", cards.SUCCESS)),
            )
            await reply.show(view)

        await Reply(interaction).attend(work)
