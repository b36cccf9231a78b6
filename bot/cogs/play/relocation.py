"""Resuming a match whose channel or thread is gone in a new place."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Request
from bot.cogs.naming.members import is_member
from club.club import Club
from club.members.quotas import REQUEST
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("resume")
async def resume(club: Club, request: Request) -> None:
    """Resume the match in this channel.

    The match must stay on its own server. If the bot is no longer there, it may resume on any server
    where both players are.
    """
    table = await club.play.mover.load_resumable(request.custom_id.id, user_id=request.user.id)
    home = request.get_guild(table.row.guild_id)
    guild_id = request.home
    if request.guild is None or guild_id is None:
        raise Refusal("resume.server", name=home.name) if home else Refusal("resume.anywhere")
    if home is not None and guild_id != table.row.guild_id:
        raise Refusal("resume.home", name=home.name)
    await club.members.bars.check(guild_id, request.user.id)
    check_permissions(request)
    await request.check_writing()
    channels = (await club.members.servers.get(guild_id)).channels
    if any(
        request.guild.get_channel(channel) for channel in channels
    ):  # where all are gone, going on matters more
        await club.members.servers.check_place(guild_id, (request.channel_id, request.parent_id))
    seat = table.seat_of(request.user.id)
    other = table.player(1 - (seat or 0))
    people = table.row.computer is None
    if home is None and people:
        club.members.presses.check_rate(request.user.id, REQUEST)
        if await is_member(request.guild, other.user_id) is False:
            raise Refusal("resume.alone", name=other.name)
        await club.members.bars.check_other(guild_id, other.user_id, other.name, "resume.barred")
    await club.play.mover.resume(
        table.row.id, request.act, guild_id=guild_id, channel_id=request.place.channel_id
    )
    request.reply.mark_stored()
    await request.reply.say("answer.resumed")
