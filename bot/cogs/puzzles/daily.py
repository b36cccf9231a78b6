"""A server's daily puzzle: the button under its post, and the moderators' card."""

import asyncio
from typing import Any, Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.names import refusal_text
from bot.cards.members.rest import HOURS, zone_form
from bot.cards.puzzles.daily import SETTING, server_puzzle_card
from bot.cogs.members.settings import chosen_setting, lacking, managed_server, switch
from bot.cogs.puzzles.puzzles import show_first
from club.clocks.zones import read_zone
from club.club import Club
from club.puzzles.daily import DailyPuzzlePlan
from club.refusals import Refusal
from words import Phrase

COG: Final = Cog()

SET_ZONE: Final = "server-tz"
"""The action of the form in which the time zone is named."""


@COG.action("daily")
async def solve(club: Club, request: Request) -> None:
    """Show a post's puzzle to the person who pressed; they solve it on their own."""
    rest = request.custom_id.rest
    if not (rest.isascii() and rest.isdecimal() and len(rest) < 19):
        raise Refusal("puzzle.gone")
    await show_first(club, request, await club.daily.of_post(int(rest)))


@COG.action("server-puz")
async def show(club: Club, request: Request) -> None:
    """Show the card in the place of the first one of the server's settings."""
    await _show(club, request, await club.daily.plan(managed_server(request)))


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store the channel, the hour, or whether matches become puzzles.

    Refuse a channel in which the bot cannot post.
    """
    guild_id = managed_server(request)
    name, value = chosen_setting(request)
    settings: dict[str, Any]
    if name == "puzzle_channel":
        channel = next((int(each) for each in request.chosen if each.isdecimal()), None)
        if channel is not None and (refused := lacking(request, channel)):
            await _show(club, request, await club.daily.plan(guild_id), refused)
            return
        settings = {name: channel}
    elif name == "mined":
        await _let_mine(club, request, guild_id, value)
        return
    elif name == "puzzle_hour" and value.isascii() and value.isdecimal() and int(value) < HOURS:
        settings = {name: int(value)}
    else:
        raise Refusal("settings.unknown")
    await _store(club, request, guild_id, settings)


async def _let_mine(club: Club, request: Request, guild_id: int, value: str) -> None:
    """Store whether a server's finished matches may be searched for puzzles."""
    try:
        mined = switch(value)
    except ValueError:
        raise Refusal("settings.unknown") from None
    await club.servers.change(guild_id, by=request.who.id, mined=mined)
    request.reply.mark_stored()
    note = Phrase("settings.mined.on" if mined else "settings.mined.off")
    await _show(club, request, await club.daily.plan(guild_id), note)


@COG.action("server-zone")
async def ask_zone(club: Club, request: Request) -> None:
    """Open the form for the server's time zone."""
    managed_server(request)
    await request.reply.ask(zone_form(request.say, action=SET_ZONE, title="form.server_zone"))


@COG.action(SET_ZONE)
async def set_zone(club: Club, request: Request) -> None:
    """Store the time zone that a moderator named for the server."""
    guild_id = managed_server(request)
    try:
        zone = await asyncio.to_thread(read_zone, request.fields.get("zone", ""))
    except Refusal as refusal:
        await _show(club, request, await club.daily.plan(guild_id), refusal.sentence)
        return
    await _store(club, request, guild_id, {"zone": zone})


async def _store(club: Club, request: Request, guild_id: int, settings: dict[str, Any]) -> None:
    plan = await club.daily.change(guild_id, by=request.who.id, **settings)
    request.reply.mark_stored()
    await _show(club, request, plan, Phrase("settings.saved"))


async def _show(club: Club, request: Request, plan: DailyPuzzlePlan, note: Phrase | None = None) -> None:
    # A refusal may quote what the moderator typed.
    words = None if note is None else request.say.text(note)
    if note is not None and note.code.startswith("zone."):
        words = refusal_text(note, request.say.language)
    await request.reply.update(server_puzzle_card(plan, club.now(), request.say, words))
