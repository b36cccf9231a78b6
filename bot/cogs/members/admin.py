"""/admin: the commands of moderators."""

import logging
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Interaction, Request, club_of, person, speaker_of
from bot.answers.rights import asker_of
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.names import REASON_LIMIT
from bot.cards.members.admin_log import admin_log_card
from bot.cards.members.moderator_forms import UNDO, ended_card, reason_form, voided_card
from bot.cogs.members.settings import require_managed_server
from bot.cogs.naming import completion
from club.clocks.time_control import DAY
from club.club import Club
from club.members.bars import bar_time
from club.play.match.match_lists import ListedMatch
from club.refusals import Refusal
from data.play.matches import MatchRow, MatchStatus
from data.play.places import Place
from words import relative_timestamp

log = logging.getLogger(__name__)

LISTED: Final = 200
"""Rated matches, the newest first, among which a moderator chooses."""
ReasonText = app_commands.Range[str, 1, REASON_LIMIT]

COG: Final = Cog(
    app_commands.Group(
        name="admin",
        description=locale_text("command.admin"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
)


async def _complete_managed(
    interaction: Interaction, current: str, *, own: bool
) -> completion.CommandChoices:
    """Autocomplete the matches that this moderator manages and can see.

    With `own`, include matches in which the moderator plays.
    """
    if interaction.guild_id is None:
        return []
    found = await club_of(interaction).play.lists.list_on_server(interaction.guild_id)
    return await _choose_managed(interaction, current, found, own=own)


async def _choose_managed(
    interaction: Interaction,
    current: str,
    found: Sequence[ListedMatch],
    *,
    own: bool,
    finished_code: str | None = None,
) -> completion.CommandChoices:
    """Return choices for the matches that this moderator manages and sees."""
    asker = asker_of(interaction, may_fetch=False)
    managed = [
        match
        for match in found
        if (own or asker.user_id not in match.row.user_ids)
        and (await asker.find_rights(match.row)).may_manage
    ]
    return completion.make_match_choices(managed, None, current, speaker_of(interaction), finished_code)


@completion.rate_limited
async def complete_matches_to_end(interaction: Interaction, current: str) -> completion.CommandChoices:
    """Autocomplete the matches that this moderator may end.

    These are matches in which they do not play themselves; with `undo`, those that moderators have ended.
    """
    if interaction.guild_id is None or not getattr(interaction.namespace, "undo", False):
        return await _complete_managed(interaction, current, own=False)
    found = await club_of(interaction).play.moderation.list_ended(interaction.guild_id)
    return await _choose_managed(interaction, current, found, own=False, finished_code="choice.match.over")


@completion.rate_limited
async def complete_matches_to_move(interaction: Interaction, current: str) -> completion.CommandChoices:
    """Autocomplete the matches that this moderator may move."""
    return await _complete_managed(interaction, current, own=True)


@completion.rate_limited
async def complete_rated_matches(interaction: Interaction, current: str) -> completion.CommandChoices:
    """Autocomplete the rated matches that this moderator may void, or let count again."""
    if interaction.guild_id is None:
        return []
    undo = bool(getattr(interaction.namespace, "undo", False))
    ratings = club_of(interaction).standing.ratings
    found = await ratings.list_matches(interaction.guild_id, void=undo, limit=LISTED)
    return await _choose_managed(interaction, current, found, own=False, finished_code="choice.match.over")


@COG.command("command.admin.end")
@app_commands.describe(
    match=locale_text("command.admin.end.match"),
    why=locale_text("command.admin.end.why"),
    undo=locale_text("command.admin.end.undo"),
)
@app_commands.autocomplete(match=complete_matches_to_end)
async def end(
    club: Club,
    request: Request,
    match: str | None = None,
    why: ReasonText | None = None,
    undo: bool = False,
) -> None:
    """End a match without a result, for a moderator, who is asked why, or undo that."""
    row = await _load_managed(club, request, match)
    if why is None:
        await _ask_to_end(request, row, undo=undo)
    else:
        await _end(club, request, row, why, undo=undo)


@COG.action("end")
async def ask_to_end(club: Club, request: Request) -> None:
    """Ask a moderator why a match is to end, or to go on."""
    row = await _load_managed(club, request, str(request.custom_id.id))
    await _ask_to_end(request, row, undo=request.custom_id.rest == UNDO)


async def _ask_to_end(request: Request, row: MatchRow, *, undo: bool) -> None:
    is_over = row.status is MatchStatus.OVER
    if is_over is not undo:
        raise Refusal("end.undo.not" if undo else "match.over.already")
    await request.reply.open_form(reason_form("end", row, request.say, undo=undo))


@COG.action("end-yes")
async def end_for_reason(club: Club, request: Request) -> None:
    """End a match without a result, or undo that, for a moderator's reason."""
    row = await _load_managed(club, request, str(request.custom_id.id))
    await _end(club, request, row, _read_reason(request), undo=request.custom_id.rest == UNDO)


async def _end(club: Club, request: Request, row: MatchRow, why: str, *, undo: bool) -> None:
    moderation = club.play.moderation
    act = moderation.reopen_match if undo else moderation.end_match
    await act(row.id, request.act, why=why)
    request.reply.mark_stored()
    if undo:
        log.info("match reopened by moderator", extra={"match": row.id})
    else:
        log.info("match ended by moderator", extra={"match": row.id})
    await request.reply.show(ended_card(row, request.say, undone=undo))


@COG.command("command.admin.move")
@app_commands.describe(
    channel=locale_text("command.admin.move.channel"), match=locale_text("command.admin.move.match")
)
@app_commands.autocomplete(match=complete_matches_to_move)
async def move(club: Club, request: Request, channel: discord.TextChannel, match: str | None = None) -> None:
    """Move a match to another channel, where it continues."""
    row = await _load_managed(club, request, match)
    there = await request.asker.find_rights(Place(channel.guild.id, channel.id))
    if not (there.may_write and there.may_manage):
        raise Refusal("move.permissions", channel=channel.mention)
    check_permissions(request, channel.permissions_for(channel.guild.me))
    await club.play.mover.move(row.id, request.act, channel_id=channel.id)
    request.reply.mark_stored()
    log.info("match moved by moderator", extra={"match": row.id, "place": channel.id})
    await request.reply.say("answer.moved", channel=channel.mention)


@COG.command("command.admin.void")
@app_commands.describe(
    match=locale_text("command.admin.void.match"),
    why=locale_text("command.admin.end.why"),
    undo=locale_text("command.admin.void.undo"),
)
@app_commands.autocomplete(match=complete_rated_matches)
async def void(
    club: Club,
    request: Request,
    match: app_commands.Range[str, 1, 30],
    why: ReasonText | None = None,
    undo: bool = False,
) -> None:
    """Stop a finished rated match from counting for ratings, or undo that."""
    row = await _load_managed(club, request, match)
    if why is None:
        await request.reply.open_form(reason_form("void", row, request.say, undo=undo))
    else:
        await _void(club, request, row, why, undo=undo)


@COG.action("void")
async def ask_to_void(club: Club, request: Request) -> None:
    """Ask a moderator why a match is to count for nothing, or again."""
    row, undo = await _load_managed(club, request, str(request.custom_id.id)), request.custom_id.rest == UNDO
    await request.reply.open_form(reason_form("void", row, request.say, undo=undo))


@COG.action("void-yes")
async def void_for_reason(club: Club, request: Request) -> None:
    """Let a match count for nothing, or again, for the reason in a moderator's form."""
    row, undo = await _load_managed(club, request, str(request.custom_id.id)), request.custom_id.rest == UNDO
    await _void(club, request, row, _read_reason(request), undo=undo)


async def _void(club: Club, request: Request, row: MatchRow, why: str, *, undo: bool) -> None:
    act = club.standing.ratings.count_again if undo else club.standing.ratings.void
    await act(row.id, request.act, reason=why)
    request.reply.mark_stored()
    log.info("rated match changed by moderator", extra={"match": row.id})
    await request.reply.show(voided_card(row, request.say, undone=undo))


def _read_reason(request: Request) -> str:
    """Return the reason in a moderator's form, one line of it."""
    return " ".join(str(request.fields.get("why", "")).split())[:REASON_LIMIT] or "–"


@COG.command("command.admin.bar")
@app_commands.describe(
    member=locale_text("command.admin.bar.member"),
    why=locale_text("command.admin.void.why"),
    days=locale_text("command.admin.bar.days"),
    undo=locale_text("command.admin.bar.undo"),
)
async def bar(
    club: Club,
    request: Request,
    member: discord.Member | discord.User,
    why: ReasonText,
    days: app_commands.Range[int, 1, 365] | None = None,
    undo: bool = False,
) -> None:
    """Bar a member from playing on this server, for days or for good, or undo that.

    It holds on the whole server, so what the moderator may in this channel alone is not enough.
    """
    if not (request.permissions.moderate_members or request.permissions.manage_guild):
        raise Refusal("admin.moderators")
    home, whom = request.require_home("settings.no_server"), person(member)
    until = None if undo or days is None else club.now() + days * DAY
    if undo:
        await club.competitions.barring.let_back(home, whom, request.act, why=why)
    else:
        await club.competitions.barring.bar(home, whom, request.act, why=why, until=until)
    request.reply.mark_stored()
    log.info("bar of a member changed by moderator")
    if undo:
        await request.reply.say("answer.unbarred", name=member.display_name)
    else:
        await request.reply.say("answer.barred", name=member.display_name, time=bar_time(until))


@COG.command("command.admin.status")
async def show_status(club: Club, request: Request) -> None:
    """Show which processes of the bot are running."""
    if not _is_moderator(request.permissions):
        raise Refusal("admin.moderators")
    found = await club.processes.load_living()
    told = [request.say("admin.status", count=len(found))]
    told += [
        request.say(
            "admin.process",
            shards=each.shards or "–",
            version=each.version,
            since=relative_timestamp(each.seen_at),
        )
        for each in found
    ]
    await request.reply.show(Card(text_view("\n".join(told))))


@COG.command("command.admin.log")
async def show_log(club: Club, request: Request) -> None:
    """Show the log of administrative changes on this server."""
    await request.reply.show(await _page(club, request, 0))


@COG.action("server-log")
async def show_log_page(club: Club, request: Request) -> None:
    """Show a page of the server's change log in place of the current card."""
    number = request.custom_id.rest
    await request.reply.update(await _page(club, request, int(number) if number.isdecimal() else 0))


async def _page(club: Club, request: Request, number: int) -> Card:
    guild_id = require_managed_server(request, "log.managers")
    return admin_log_card(await club.play.admin_log.load_page(request.asker, guild_id, number), request.say)


async def _load_managed(club: Club, request: Request, match: str | None) -> MatchRow:
    """Load the match that a moderator has named, or the match of this channel.

    Raise `Refusal` for a caller who may not manage it.
    """
    if match is None and not _is_moderator(request.permissions):
        raise Refusal("admin.moderators")
    row = await club.play.resolver.resolve_for_moderator(
        channel_id=request.channel_id, match_id=completion.parse_match_id(match)
    )
    if (await request.asker.find_rights(row)).may_manage:
        return row
    raise Refusal("admin.moderators" if await request.asker.may_see(row) else "match.unknown")


def _is_moderator(permissions: discord.Permissions) -> bool:
    """Whether these are a moderator's permissions.

    A server may have opened the commands to everyone by mistake.
    """
    return permissions.manage_messages
