"""Following a match as a spectator, by joining or leaving its thread."""

from typing import Final

import discord

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.play.more import follow_card
from bot.cogs.play.match import load_button_match
from bot.delivery.wire import ask_discord
from club.club import Club
from club.members.quotas import REQUEST
from club.play.match.matches import Table
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("unfollow", on=False)
@COG.action("follow", on=True)
async def follow(club: Club, request: Request, *, on: bool) -> None:
    """Add a spectator to a match's thread, or remove them.

    Discord notifies the members of a thread of new messages.
    """
    table = await load_button_match(club, request)
    club.members.presses.check_rate(request.user.id, REQUEST)
    thread = await _thread(request, table)
    who = discord.Object(request.user.id)
    try:
        await ask_discord(thread.add_user(who) if on else thread.remove_user(who))
    except discord.Forbidden:
        raise Refusal("follow.refused") from None
    request.reply.mark_stored()
    await request.reply.show(follow_card(table, request.say, is_following=on))


async def _thread(request: Request, table: Table) -> discord.Thread:
    """Return the thread of a running match, for a spectator who may follow it.

    Raise `Refusal` if there is none, or if the caller plays in the match.
    """
    if not table.row.has_route:
        raise Refusal("follow.channel")
    if request.guild is None or request.guild_id != table.row.guild_id:
        raise Refusal("match.unknown")
    if table.seat_of(request.user.id) is not None:
        raise Refusal("follow.player")
    if table.is_over:
        raise Refusal("match.over", reason=table.reason)
    if table.row.thread_id is None:
        raise Refusal("follow.channel")
    thread: object = request.guild.get_thread(table.row.thread_id)
    try:
        if thread is None:
            thread = await ask_discord(request.guild.fetch_channel(table.row.thread_id))
    except (discord.NotFound, discord.Forbidden):
        raise Refusal("follow.refused") from None
    if not isinstance(thread, discord.Thread):
        raise Refusal("follow.channel")
    return thread
