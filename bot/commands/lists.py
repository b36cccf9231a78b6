"""/games: matches in progress, and challenges that wait."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import cards
from bot.reply import Reply
from bot.tables import Table
from data.challenges import ChallengeRow
from rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.client import Twotone

MATCHES_ROOM, CHALLENGES_ROOM = 2400, 1400
"""Characters for each part of the list; a card holds 4000."""


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add the command of this file."""

    @tree.command()
    @app_commands.describe(user="Whose matches; yours if left out")
    async def games(interaction: "discord.Interaction[Twotone]", user: discord.User | None = None) -> None:
        """Matches in progress, whose turn it is, and challenges waiting for you."""

        async def work(reply: Reply) -> None:
            client = interaction.client
            whose = user or interaction.user
            tables = await client.tables.of_user(whose.id)
            if whose.id != interaction.user.id:  # what he plays elsewhere is his own business
                tables = [table for table in tables if table.row.guild_id == interaction.guild_id]
            lines = cards.listed([_match_line(table, whose.id) for table in tables], MATCHES_ROOM)
            parts = [
                cards.text(
                    f"### Matches of {cards.plain(whose.display_name)}", *(lines or ["None in progress."])
                )
            ]
            if whose.id == interaction.user.id:
                waiting = await client.invitations.waiting_for(whose.id)
                made = await client.invitations.made_by(whose.id)
                rows = [_challenge_line(row, mine=False) for row in waiting]
                rows += [_challenge_line(row, mine=True) for row in made]
                if rows:
                    parts.append(cards.text("**Challenges**", *cards.listed(rows, CHALLENGES_ROOM)))
            await reply.show(cards.framed(None, *parts))

        await Reply(interaction).attend(work)


def _match_line(table: Table, user_id: int) -> str:
    seat = table.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    other = table.player(1 - seat)
    turn = "**to move**" if table.turn == seat else "waits"
    plies = len(table.match.plies)
    return (
        f"- [{table.game.title}]({cards.place_link(table.row)}) as {table.side(seat)} "
        f"against {cards.plain(other.name)}: {turn}, {plies} {'move' if plies == 1 else 'moves'} made"
    )


def _challenge_line(row: ChallengeRow, *, mine: bool) -> str:
    at = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
    link = f"{at}/{row.message_id}" if row.message_id else at
    title = GAMES[row.game].title
    if mine:
        return f"- [{title}]({link}): yours, to {cards.plain(row.opponent_name or 'anyone')}"
    return f"- [{title}]({link}): {cards.plain(row.challenger_name)} waits for your answer"
