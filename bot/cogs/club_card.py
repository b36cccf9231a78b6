"""The card of a server: moderators choose its channel."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.club_card import SETTING, server_club_card
from bot.cogs.settings import chosen, lacking, managed
from club.club import Club
from club.refusals import Refusal
from words import Said

COG: Final = Cog()


@COG.action("server-club")
async def show(club: Club, request: Request) -> None:
    """Show the card of the setting in the place of the first one of the server's settings."""
    server = await club.servers.get(managed(request))
    await request.reply.update(server_club_card(server, request.say, None))


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store the channel of the card; one where the bot cannot post is refused."""
    guild_id = managed(request)
    name, _ = chosen(request)
    if name != "card_channel":
        raise Refusal("settings.unknown")
    channel = next((int(each) for each in request.chosen if each.isdecimal()), None)
    refused = None if channel is None else lacking(request, channel)
    if refused:
        server = await club.servers.get(guild_id)
    else:
        server = await club.club_cards.choose(guild_id, channel, by=request.who.id)
        request.reply.stored()
    note = request.say.text(refused or Said("settings.saved"))
    await request.reply.update(server_club_card(server, request.say, note))
