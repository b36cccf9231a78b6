"""/settings: choices of members and servers, on one card each.

A card changes as its buttons are pressed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import NEEDED
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.members.settings import (
    AUTOMATIC,
    own_settings_card,
    server_clocks_form,
    server_settings_card,
)
from club.clocks.time_control import read_control
from club.club import Club
from club.members.servers import CHANNELS_AT_MOST, CLOCKS_OFFERED, LIMITS_OFFERED
from club.puzzles.consent import CHOICES
from club.refusals import Refusal
from data.members.servers import RATINGS
from data.pages.pages import PAGES
from rendering.themes import THEMES
from rules.board import FACINGS
from words import Phrase, chain, speaker

COG: Final = Cog(app_commands.Group(name="settings", description=locale_text("command.settings")))

Read = Callable[[str, Club], Any]
"""Return the stored form of a chosen value.

Raise `LookupError` or `ValueError` for a value that was never offered.
"""


@COG.command("command.settings.me")
async def me(club: Club, request: Request) -> None:
    """Show the card of the member's own settings."""
    known = await club.preferences.get(request.who.id)
    await request.reply.show(own_settings_card(known, club.languages, request.say, None))


@COG.command("command.settings.server")
async def server(club: Club, request: Request) -> None:
    """Show the card of what moderators choose for their server."""
    await request.reply.show(await _server_card(club, request, managed_server(request), None))


@COG.action("me")
async def set_own(club: Club, request: Request) -> None:
    """Store a member's own setting, and show the card in the language now in force."""
    name, value = chosen_setting(request)
    stored = _read_value(OWN, name, value, club)
    known = await club.preferences.change(request.who.id, **{COLUMNS.get(name, name): stored})
    request.reply.mark_stored()
    say = speaker(known.spoken_language) if known.spoken_language else request.say
    await request.reply.update(own_settings_card(known, club.languages, say, say("settings.saved")))


@COG.action("server")
async def set_server(club: Club, request: Request) -> None:
    """Store a moderator's choice for their server.

    Refuse a channel in which the bot cannot play.
    """
    guild_id = managed_server(request)
    name, value = chosen_setting(request)
    if name == "channels":
        await _set_channels(club, request, guild_id)
        return
    stored = {name: _read_value(SERVER, name, value, club)}
    await club.servers.change(guild_id, by=request.who.id, **stored)
    if name == "pages":
        await club.page_lists.make_server(guild_id)
    request.reply.mark_stored()
    await _show_server(club, request, guild_id, Phrase("settings.saved"))


@COG.action("server-time")
async def ask_server_clocks(club: Club, request: Request) -> None:
    """Open the form of a server's clocks."""
    row = await club.servers.get(managed_server(request))
    await request.reply.ask(server_clocks_form(row, request.say))


@COG.action("set-clocks")
async def set_server_clocks(club: Club, request: Request) -> None:
    """Store a server's clocks; refuse all of them if they contradict each other."""
    guild_id = managed_server(request)
    filled = {name: value for name, value in request.fields.items() if value}
    stored = {name: _read_value(CLOCKS, name, value, club) for name, value in filled.items()}
    try:
        await club.servers.change(guild_id, by=request.who.id, **stored)
    except Refusal as refusal:
        await _show_server(club, request, guild_id, refusal.sentence)
        return
    request.reply.mark_stored()
    await _show_server(club, request, guild_id, Phrase("settings.saved"))


async def _show_server(club: Club, request: Request, guild_id: int, note: Phrase | None) -> None:
    """Show the server's card as it is now, with what became of a change."""
    await request.reply.update(await _server_card(club, request, guild_id, note))


async def _server_card(club: Club, request: Request, guild_id: int, note: Phrase | None) -> Card:
    row, page = await club.servers.get(guild_id), await club.page_lists.of_server(guild_id)
    words, paged = request.say.text(note) if note else None, club.pages.base is not None
    lab = club.lab.base is not None
    return server_settings_card(row, club.languages, request.say, words, paged=paged, page=page, lab=lab)


@COG.action("server-more")
async def show_server(club: Club, request: Request) -> None:
    """Show the first card in the place of another."""
    await _show_server(club, request, managed_server(request), None)


async def _set_channels(club: Club, request: Request, guild_id: int) -> None:
    """Store the game channels, unless the bot lacks a permission in one of them."""
    chosen = tuple(int(value) for value in request.chosen if value.isdecimal())[:CHANNELS_AT_MOST]
    refused = next((said for channel in chosen if (said := lacking(request, channel))), None)
    if not refused:
        await club.servers.change(guild_id, by=request.who.id, channels=chosen)
        request.reply.mark_stored()
    await _show_server(club, request, guild_id, refused or Phrase("settings.saved"))


def lacking(request: Request, channel_id: int) -> Phrase | None:
    """Return the permissions that the bot lacks in a channel.

    Return `None` if it has all that a match needs.
    """
    held = request.chosen_channels.get(channel_id)
    if held is None:
        channel = request.guild.get_channel(channel_id) if request.guild else None
        held = (
            channel.permissions_for(request.guild.me)
            if channel and request.guild
            else discord.Permissions.none()
        )
    missing = [Phrase(f"permission.{name}") for name in NEEDED if not getattr(held, name)]
    if not missing:
        return None
    return Phrase(
        "settings.permissions", channel=f"<#{channel_id}>", permissions=chain("series.more", missing)
    )


def managed_server(request: Request, code: str = "settings.managers") -> int:
    """Return the id of the server that the caller manages.

    Raise `Refusal` with this code for everyone else.
    """
    home = request.require_home("settings.no_server")
    if not request.permissions.manage_guild:
        raise Refusal(code)
    return home


def chosen_setting(request: Request) -> tuple[str, str]:
    """Return the name of the changed setting and its new value.

    The value is a menu's choice, or the one in the button's custom_id.
    """
    name, _, value = request.custom_id.rest.partition(",")
    return name, value or request.fields.get("choice", "")


def _read_value(known: Mapping[str, Read], name: str, value: str, club: Club) -> Any:
    """Return the stored form of a value; raise `Refusal` if the card never offered it."""
    try:
        return known[name](value, club)
    except (LookupError, ValueError):
        raise Refusal("settings.unknown") from None


def switch(value: str) -> bool:
    """Whether a button turns something on; raise `ValueError` for any other value."""
    return ("0", "1").index(value) == 1


def _switch(value: str, _: Club) -> bool:
    return switch(value)


def _theme(value: str, _: Club) -> str:
    return THEMES[value].key


def _facing(value: str, _: Club) -> str:
    return FACINGS[FACINGS.index(value)]


def _mining(value: str, _: Club) -> str | None:
    """Return the chosen consent to puzzles from matches, or `None` for no choice."""
    return None if value == AUTOMATIC else CHOICES[CHOICES.index(value)]


def _ratings(value: str, _: Club) -> str:
    return RATINGS[RATINGS.index(value)]


def _pages(value: str, club: Club) -> str:
    if club.pages.base is None:
        raise ValueError(value)
    return PAGES[PAGES.index(value)]


def _lab(value: str, club: Club) -> bool:
    if club.lab.base is None:
        raise ValueError(value)
    return switch(value)


def _language(value: str, club: Club) -> str | None:
    return None if value == AUTOMATIC else club.languages[club.languages.index(value)]


def _limit(value: str, _: Club) -> int | None:
    return None if value == AUTOMATIC else LIMITS_OFFERED[LIMITS_OFFERED.index(int(value))]


def _clock(value: str, _: Club) -> str | None:
    control = read_control(value)
    return control.text if control else None


def _clock_limit(value: str, _: Club) -> int | None:
    return None if value == AUTOMATIC else CLOCKS_OFFERED[CLOCKS_OFFERED.index(int(value))]


OWN: Final[Mapping[str, Read]] = {
    "theme": _theme,
    "facing": _facing,
    "language": _language,
    "confirm": _switch,
    "dm_turn": _switch,
    "mined": _mining,
    "profile_shown": _switch,
    "learning": _switch,
    "pictured": _switch,
}
SERVER: Final[Mapping[str, Read]] = {
    "threads": _switch,
    "computers": _switch,
    "ratings": _ratings,
    "running_limit": _limit,
    "open_limit": _limit,
    "language": _language,
    "pages": _pages,
    "lab": _lab,
}
CLOCKS: Final[Mapping[str, Read]] = {
    "clock": _clock,
    "clock_least": _clock_limit,
    "clock_most": _clock_limit,
}
"""The settings of a server that one form asks together."""
COLUMNS: Final[Mapping[str, str]] = {"language": "own_language"}
"""Columns of member settings that are stored under another name.

The language in which a member was last seen is stored too.
"""
