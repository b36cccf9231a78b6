"""A server's daily puzzle: the button on its post, and its settings card."""

import asyncio
from typing import Any, Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.names import refusal_text
from bot.cards.members.rest import HOURS, zone_form
from bot.cards.puzzles.daily import SETTING, daily_puzzle_settings_card
from bot.cogs.members.settings import (
    chosen_setting,
    missing_permissions,
    parse_switch,
    require_managed_server,
)
from bot.cogs.puzzles.puzzles import show_puzzle_start
from club.clocks.zones import parse_zone
from club.club import Club
from club.puzzles.daily import DailyPuzzlePlan
from club.refusals import Refusal
from words import Phrase

COG: Final = Cog()

SET_ZONE: Final = "server-tz"
"""The action of the form in which the time zone is named."""


@COG.action("daily")
async def show_daily_puzzle(club: Club, request: Request) -> None:
    """Show a posted daily puzzle privately to the person who pressed."""
    rest = request.custom_id.rest
    if not (rest.isascii() and rest.isdecimal() and len(rest) < 19):
        raise Refusal("puzzle.gone")
    await show_puzzle_start(club, request, await club.puzzles.daily.load_posted_puzzle(int(rest)))


@COG.action("server-puz")
async def show(club: Club, request: Request) -> None:
    """Show the daily-puzzle settings in place of the server's settings card."""
    await _show(club, request, await club.puzzles.daily.load_plan(require_managed_server(request)))


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store a changed setting of the server's puzzles.

    It is the channel or the hour of the daily puzzle, or whether matches become puzzles. Refuse a
    channel in which the bot cannot post.
    """
    guild_id = require_managed_server(request)
    name, value = chosen_setting(request)
    settings: dict[str, Any]
    if name == "puzzle_channel":
        channel = next((int(each) for each in request.chosen_values if each.isdecimal()), None)
        if channel is not None and (refused := missing_permissions(request, channel)):
            await _show(club, request, await club.puzzles.daily.load_plan(guild_id), refused)
            return
        settings = {name: channel}
    elif name == "mined":
        await _set_mining(club, request, guild_id, value)
        return
    elif name == "puzzle_hour" and value.isascii() and value.isdecimal() and int(value) < HOURS:
        settings = {name: int(value)}
    else:
        raise Refusal("settings.unknown")
    await _store(club, request, guild_id, settings)


async def _set_mining(club: Club, request: Request, guild_id: int, value: str) -> None:
    """Store whether a server's finished matches may be searched for puzzles."""
    try:
        mined = parse_switch(value)
    except ValueError:
        raise Refusal("settings.unknown") from None
    await club.members.servers.change(guild_id, moderator_id=request.user.id, mined=mined)
    request.reply.mark_stored()
    note = Phrase("settings.mined.on" if mined else "settings.mined.off")
    await _show(club, request, await club.puzzles.daily.load_plan(guild_id), note)


@COG.action("server-zone")
async def open_server_zone_form(club: Club, request: Request) -> None:
    """Open the form for the server's time zone."""
    require_managed_server(request)
    await request.reply.open_form(zone_form(request.say, action=SET_ZONE, title="form.server_zone"))


@COG.action(SET_ZONE)
async def set_zone(club: Club, request: Request) -> None:
    """Store the time zone that a moderator typed for the server."""
    guild_id = require_managed_server(request)
    try:
        zone = await asyncio.to_thread(parse_zone, request.fields.get("zone", ""), request.say.language)
    except Refusal as refusal:
        await _show(club, request, await club.puzzles.daily.load_plan(guild_id), refusal.sentence)
        return
    await _store(club, request, guild_id, {"zone": zone})


async def _store(club: Club, request: Request, guild_id: int, settings: dict[str, Any]) -> None:
    plan = await club.puzzles.daily.change_settings(guild_id, moderator_id=request.user.id, **settings)
    request.reply.mark_stored()
    await _show(club, request, plan, Phrase("settings.saved"))


async def _show(club: Club, request: Request, plan: DailyPuzzlePlan, note: Phrase | None = None) -> None:
    # A refusal may quote what the moderator typed.
    words = None if note is None else request.say.text(note)
    if note is not None and note.code.startswith("zone."):
        words = refusal_text(note, request.say.language)
    await request.reply.update(daily_puzzle_settings_card(plan, club.now(), request.say, words))
