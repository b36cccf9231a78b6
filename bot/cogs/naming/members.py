"""Checks whether a player is still a member of the server.

Discord does not tell this bot when a member leaves, so the bot asks when it matters.
"""

import discord

from bot.answers.request import Request
from bot.codes import Code, NoAnswer
from bot.delivery.wire import ask_discord
from club.club import Club
from club.members.quotas import REQUEST
from club.play.match.matches import Table
from club.play.match.waiting import ASKED_AFTER


async def is_member(guild: discord.Guild, user_id: int) -> bool | None:
    """Whether a user is on a server, or `None` if Discord does not say."""
    try:
        await ask_discord(guild.fetch_member(user_id))
    except discord.NotFound as fault:
        return False if fault.code in (Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER) else None
    except (discord.HTTPException, discord.RateLimited, NoAnswer):
        return None
    return True


async def check_opponent_membership(club: Club, request: Request, table: Table) -> Table:
    """Check that the opponent is still on the server; return the match.

    The match is updated by the finding. Discord is asked only if the caller has waited for the
    opponent's move for a day, and only on the match's own server.
    """
    seat, turn = table.seat_of(request.user.id), table.turn
    if seat is None or turn is None or turn == seat or request.guild is None:
        return table
    if table.row.computer is not None or table.player(turn).guest:
        return table
    if table.row.guild_id != request.home or club.now() - table.row.turn_at < ASKED_AFTER:
        return table
    if not club.members.presses.try_take(request.user.id, REQUEST):
        return table
    there = await is_member(request.guild, table.player(turn).user_id)
    return table if there is None else await club.play.silences.set_absent(table, absent=not there)
