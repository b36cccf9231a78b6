"""What a player does at a table: /move, /board, /hand, /draw, /resign, and /verify after the end."""

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands

from bot import cards
from bot.commands import completion
from bot.components import board
from bot.refusals import Refusal, Stale
from bot.reply import Reply
from bot.tables import Table
from rules.match import TEXT_LIMIT

if TYPE_CHECKING:
    from bot.client import Twotone

WHICH = "Which of your matches; not needed in its thread"


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add the commands of this file."""

    async def meant(interaction: "discord.Interaction[Twotone]", game: str | None) -> Table:
        return await interaction.client.tables.meant(
            interaction.user.id, interaction.guild_id, interaction.channel_id, completion.match_id(game)
        )

    @tree.command()
    @app_commands.describe(move="The move, in any notation the game reads", game=WHICH)
    @app_commands.autocomplete(move=completion.moves, game=completion.matches)
    async def move(
        interaction: "discord.Interaction[Twotone]",
        move: app_commands.Range[str, 1, TEXT_LIMIT],
        game: str | None = None,
    ) -> None:
        """Make a move."""

        async def work(reply: Reply) -> None:
            table = await meant(interaction, game)
            tables = interaction.client.tables
            try:
                after = await tables.play(table.row.id, interaction.user.id, move, interaction.id)
            except Stale as stale:
                now = await tables.get(table.row.id)
                await board.show_view(interaction.client, reply, now, str(stale))
                return
            made = after.match.plies[-1].text
            await reply.say(f"You played `{made}`. {cards.place_link(after.row)}")

        await Reply(interaction).attend(work)

    @tree.command(name="board")
    @app_commands.rename(form="as")
    @app_commands.describe(game=WHICH, form="A picture, or text for a screen reader")
    @app_commands.autocomplete(game=completion.matches)
    async def show_board(
        interaction: "discord.Interaction[Twotone]",
        game: str | None = None,
        form: Literal["picture", "text"] = "picture",
    ) -> None:
        """The board as you see it, only for you."""

        async def work(reply: Reply) -> None:
            table = await meant(interaction, game)
            await board.show_view(interaction.client, reply, table, as_text=form == "text")

        await Reply(interaction).attend(work)

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def hand(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Your hidden hand, only for you."""

        async def work(reply: Reply) -> None:
            await board.show_hand(interaction.client, reply, await meant(interaction, game))

        await Reply(interaction).attend(work)

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def draw(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Offer a draw, or accept your opponent's offer."""

        async def work(reply: Reply) -> None:
            await board.offer_draw(interaction.client, reply, (await meant(interaction, game)).row.id)

        await Reply(interaction).attend(work)

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def resign(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Give a match up."""

        async def work(reply: Reply) -> None:
            await board.ask_to_resign(interaction.client, reply, await meant(interaction, game))

        await Reply(interaction).attend(work)

    @tree.command()
    @app_commands.describe(game="The match; not needed in its thread")
    async def verify(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Check the deal of a finished match against the seed that was promised before it."""

        async def work(reply: Reply) -> None:
            table = await meant(interaction, game)
            if not table.game.hidden:
                raise Refusal(f"{table.game.title} has no hidden deal to check.")
            if not table.over:
                raise Refusal("The seed is shown, and can be checked, once the match is over.")
            deal = table.game.deal_in_words(table.match.settings, table.match.secret)
            await reply.show(
                cards.framed(
                    None,
                    cards.text(
                        f"### The deal of {table.game.title}",
                        f"Seed `{table.match.secret.hex()}`",
                        f"Its SHA-256 `{table.match.commitment}` is what the first board showed.",
                        *deal,
                    ),
                )
            )

        await Reply(interaction).attend(work)
