"""What a player does at a table: /move, /board, /hand, /draw, /resign, and /verify after the end."""

from collections.abc import Awaitable, Callable
from functools import partial
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

    @tree.command()
    @app_commands.describe(move="The move, in any notation the game reads", game=WHICH)
    @app_commands.autocomplete(move=completion.moves, game=completion.matches)
    async def move(
        interaction: "discord.Interaction[Twotone]",
        move: app_commands.Range[str, 1, TEXT_LIMIT],
        game: str | None = None,
    ) -> None:
        """Make a move."""
        await _at_table(interaction, game, partial(_play, text=move))

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
        await _at_table(interaction, game, partial(board.show_view, as_text=form == "text"))

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def hand(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Your hidden hand, only for you."""
        await _at_table(interaction, game, board.show_hand)

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def draw(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Offer a draw, or accept your opponent's offer."""
        await _at_table(interaction, game, board.offer_draw)

    @tree.command()
    @app_commands.describe(game=WHICH)
    @app_commands.autocomplete(game=completion.matches)
    async def resign(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Give a match up."""
        await _at_table(interaction, game, board.ask_to_resign)

    @tree.command()
    @app_commands.describe(game="The match; not needed in its thread")
    async def verify(interaction: "discord.Interaction[Twotone]", game: str | None = None) -> None:
        """Check the deal of a finished match against the seed that was promised before it."""
        await _at_table(interaction, game, _show_deal)


async def _at_table(
    interaction: "discord.Interaction[Twotone]",
    game: str | None,
    act: "Callable[[Twotone, Reply, Table], Awaitable[None]]",
) -> None:
    """Answer a command with what `act` does at the match that is meant."""

    async def work(reply: Reply) -> None:
        await act(interaction.client, reply, await completion.meant(interaction, game))

    await Reply(interaction).attend(work)


async def _play(client: "Twotone", reply: Reply, table: Table, text: str) -> None:
    """Make a move; if the board has moved on meanwhile, show it as it is now."""
    interaction = reply.interaction
    try:
        after = await client.tables.play(table.row.id, interaction.user.id, text, interaction.id)
    except Stale as stale:
        await board.show_view(client, reply, await client.tables.get(table.row.id), str(stale))
        return
    await reply.say(f"You played `{after.last_move_of(interaction.user.id)}`. {cards.place_link(after.row)}")


async def _show_deal(client: "Twotone", reply: Reply, table: Table) -> None:
    """The deal of a finished match, recomputed from its seed."""
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
