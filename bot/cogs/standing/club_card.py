"""The card of a server and its weekly digest: moderators choose their channels."""

from collections.abc import Mapping
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.members.rest import HOURS, WEEK
from bot.cards.standing.club_card import SETTING, server_club_card
from bot.cogs.members.settings import chosen_setting, lacking, managed_server
from club.club import Club
from club.refusals import Refusal
from words import Phrase

COG: Final = Cog()

TIMES: Final[Mapping[str, int]] = {"digest_day": WEEK, "digest_hour": HOURS}
"""By the name of a setting of the digest: how many values it has, from 0 on."""


@COG.action("server-club")
async def show(club: Club, request: Request) -> None:
    """Show the card of these settings in place of the server's first settings card."""
    await _show(club, request, managed_server(request), None)


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store a moderator's choice for the card or the digest.

    Refuse a channel in which the bot cannot post.
    """
    guild_id = managed_server(request)
    name, value = chosen_setting(request)
    if name in ("card_channel", "digest_channel"):
        channel = next((int(each) for each in request.chosen if each.isdecimal()), None)
        if channel is not None and (refused := lacking(request, channel)):
            await _show(club, request, guild_id, refused)
            return
        if name == "card_channel":
            await club.club_cards.choose(guild_id, channel, by=request.who.id)
        else:
            await club.digests.change(guild_id, by=request.who.id, digest_channel=channel)
    elif name in TIMES and value.isascii() and value.isdecimal() and int(value) < TIMES[name]:
        await club.digests.change(guild_id, by=request.who.id, **{name: int(value)})
    else:
        raise Refusal("settings.unknown")
    request.reply.mark_stored()
    await _show(club, request, guild_id, Phrase("settings.saved"))


async def _show(club: Club, request: Request, guild_id: int, note: Phrase | None) -> None:
    server, comes = await club.digests.load_plan(guild_id)
    words = None if note is None else request.say.text(note)
    await request.reply.update(server_club_card(server, comes, club.now(), request.say, words))
