"""/admin: what moderators do."""

import logging
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Interaction, Request, club_of, speaker_of
from bot.answers.rights import asker_of
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, sentence
from bot.cards.members.admin_log import log_card
from bot.cogs.members.settings import managed_server
from bot.cogs.naming import completion
from club.club import Club
from club.refusals import Refusal
from data.play.matches import MatchRow
from data.play.places import Place
from words.moments import ago

log = logging.getLogger(__name__)


COG: Final = Cog(
    app_commands.Group(
        name="admin",
        description=locale_text("command.admin"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
)


async def _complete_managed(interaction: Interaction, typed: str, *, own: bool) -> completion.CommandChoices:
    """Complete the matches that this moderator manages, in places that they can see.

    With `own`, include matches that the moderator plays in.
    """
    if interaction.guild_id is None:
        return []
    found = await club_of(interaction).lists.of_guild(interaction.guild_id)
    asker = asker_of(interaction, asks=False)
    managed = [
        match
        for match in found
        if (own or asker.user_id not in match.row.user_ids) and (await asker.rights(match.row)).manages
    ]
    return completion.match_choices(managed, 0, typed, speaker_of(interaction))


@completion.rate_limited
async def ended_here(interaction: Interaction, typed: str) -> completion.CommandChoices:
    """Complete the matches that this moderator may end: none of their own."""
    return await _complete_managed(interaction, typed, own=False)


@completion.rate_limited
async def moved_here(interaction: Interaction, typed: str) -> completion.CommandChoices:
    """Complete the matches that this moderator may move."""
    return await _complete_managed(interaction, typed, own=True)


@COG.command("command.admin.end")
@app_commands.describe(match=locale_text("command.admin.end.match"))
@app_commands.autocomplete(match=ended_here)
async def end(club: Club, request: Request, match: str | None = None) -> None:
    """End a match without a result."""
    row = await _load_managed(club, request, match)
    await club.moderation.end(row.id, request.act)
    request.reply.mark_stored()
    log.info("match ended by moderator", extra={"match": row.id})
    await request.reply.say("answer.ended")


@COG.command("command.admin.move")
@app_commands.describe(
    channel=locale_text("command.admin.move.channel"), match=locale_text("command.admin.move.match")
)
@app_commands.autocomplete(match=moved_here)
async def move(club: Club, request: Request, channel: discord.TextChannel, match: str | None = None) -> None:
    """Have a match go on in another channel."""
    row = await _load_managed(club, request, match)
    there = await request.asker.rights(Place(channel.guild.id, channel.id))
    if not (there.writes and there.manages):
        raise Refusal("move.permissions", channel=channel.mention)
    check_permissions(request, channel.permissions_for(channel.guild.me))
    await club.match_mover.move(row.id, request.act, channel_id=channel.id)
    request.reply.mark_stored()
    log.info("match moved by moderator", extra={"match": row.id, "place": channel.id})
    await request.reply.say("answer.moved", channel=channel.mention)


@COG.command("command.admin.void")
@app_commands.describe(
    match=locale_text("command.admin.void.match"),
    why=locale_text("command.admin.void.why"),
    undo=locale_text("command.admin.void.undo"),
)
async def void(
    club: Club,
    request: Request,
    match: app_commands.Range[str, 1, 30],
    why: app_commands.Range[str, 1, 200],
    undo: bool = False,
) -> None:
    """Let a rated match that has ended count for nothing, or count again."""
    row = await _load_managed(club, request, match)
    act = club.ratings.count_again if undo else club.ratings.void
    await act(row.id, by=request.who.id, why=why)
    request.reply.mark_stored()
    log.info("rated match changed by moderator", extra={"match": row.id})
    await request.reply.say("answer.counted" if undo else "answer.void", match=row.id)


@COG.command("command.admin.status")
async def status(club: Club, request: Request) -> None:
    """Show which processes of the bot are running."""
    if not _moderates(request.permissions):
        raise Refusal("admin.moderators")
    found = await club.processes.all()
    told = [request.say("admin.status", count=len(found))]
    told += [
        request.say("admin.process", shards=each.shards or "–", version=each.version, since=ago(each.seen_at))
        for each in found
    ]
    await request.reply.show(Card(sentence("\n".join(told))))


@COG.command("command.admin.log")
async def show_log(club: Club, request: Request) -> None:
    """Show what was changed on this server."""
    await request.reply.show(await _page(club, request, 0))


@COG.action("server-log")
async def turn_log(club: Club, request: Request) -> None:
    """Show the server's change log in place of its settings, or another page of it."""
    number = request.custom_id.rest
    await request.reply.update(await _page(club, request, int(number) if number.isdecimal() else 0))


async def _page(club: Club, request: Request, number: int) -> Card:
    guild_id = managed_server(request, "log.managers")
    return log_card(await club.admin_log.page(request.asker, guild_id, number), request.say)


async def _load_managed(club: Club, request: Request, match: str | None) -> MatchRow:
    """Load the match that a moderator of its place means.

    Raise `Refusal` for everyone else.
    """
    if match is None and not _moderates(request.permissions):
        raise Refusal("admin.moderators")
    row = await club.match_resolver.here(channel_id=request.channel_id, match_id=completion.match_id(match))
    if (await request.asker.rights(row)).manages:
        return row
    raise Refusal("admin.moderators" if await request.asker.may_see(row) else "match.unknown")


def _moderates(permissions: discord.Permissions) -> bool:
    """Whether these are a moderator's permissions.

    A server may have opened the command to everyone by mistake.
    """
    return permissions.manage_messages
