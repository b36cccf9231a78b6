"""Settings of a server's card and weekly digest: their channels and times."""

from collections.abc import Mapping
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.members.rest import HOURS, WEEK
from bot.cards.standing.club_card import SETTING, club_settings_card
from bot.cogs.members.settings import chosen_setting, missing_permissions, require_managed_server
from club.club import Club
from club.refusals import Refusal
from words import Phrase

COG: Final = Cog()

TIMES: Final[Mapping[str, int]] = {"digest_day": WEEK, "digest_hour": HOURS}
"""By the name of a setting of the digest: how many values it has, from 0 on."""


@COG.action("server-club")
async def show(club: Club, request: Request) -> None:
    """Show these settings in place of the server's first settings card."""
    await _show(club, request, require_managed_server(request), None)


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store a moderator's change of the server's card or weekly digest.

    Refuse a channel in which the bot cannot post.
    """
    guild_id = require_managed_server(request)
    name, value = chosen_setting(request)
    if name in ("card_channel", "digest_channel"):
        channel = next((int(each) for each in request.chosen_values if each.isdecimal()), None)
        if channel is not None and (refused := missing_permissions(request, channel)):
            await _show(club, request, guild_id, refused)
            return
        if name == "card_channel":
            await club.standing.cards.choose_channel(guild_id, channel, moderator_id=request.user.id)
        else:
            await club.standing.digests.change_settings(
                guild_id, moderator_id=request.user.id, digest_channel=channel
            )
    elif name in TIMES and value.isascii() and value.isdecimal() and int(value) < TIMES[name]:
        await club.standing.digests.change_settings(
            guild_id, moderator_id=request.user.id, **{name: int(value)}
        )
    else:
        raise Refusal("settings.unknown")
    request.reply.mark_stored()
    await _show(club, request, guild_id, Phrase("settings.saved"))


async def _show(club: Club, request: Request, guild_id: int, note: Phrase | None) -> None:
    server, comes = await club.standing.digests.load_plan(guild_id)
    words = None if note is None else request.say.text(note)
    await request.reply.update(club_settings_card(server, comes, club.now(), request.say, words))
