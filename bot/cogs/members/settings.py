"""/settings: the settings of members and servers, on one card each.

The card is updated as its buttons are pressed.
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
from club.clocks.time_control import parse_control
from club.club import Club
from club.members.servers import CHANNELS_AT_MOST, CLOCKS_OFFERED, LIMITS_OFFERED
from club.puzzles.consent import CHOICES
from club.refusals import Refusal
from data.members.preferences import Preference
from data.members.servers import RATINGS
from data.pages.pages import PAGES
from rendering.themes import THEMES
from rules.board import FACINGS
from words import Localizer, Phrase, join_phrases, localizer_for

COG: Final = Cog(app_commands.Group(name="settings", description=locale_text("command.settings")))

SettingReader = Callable[[str, Club], Any]
"""Return the stored form of a chosen value.

Raise `LookupError` or `ValueError` for a value that was never offered.
"""


@COG.command("command.settings.me")
async def show_own_settings(club: Club, request: Request) -> None:
    """Show the card with the member's own settings."""
    known = await club.members.preferences.get(request.user.id)
    await request.reply.show(make_own_settings_card(club, known, request.say, None))


@COG.command("command.settings.server")
async def show_server_settings(club: Club, request: Request) -> None:
    """Show the card with the server's settings, for its managers only."""
    await request.reply.show(await _server_card(club, request, require_managed_server(request), None))


@COG.action("me")
async def change_own_setting(club: Club, request: Request) -> None:
    """Store a changed setting of the member, and update the card.

    The card is in the language that applies after the change.
    """
    name, value = chosen_setting(request)
    stored = _read_value(OWN, name, value, club)
    known = await club.members.preferences.change(request.user.id, **{COLUMNS.get(name, name): stored})
    request.reply.mark_stored()
    say = localizer_for(known.spoken_language) if known.spoken_language else request.say
    await request.reply.update(make_own_settings_card(club, known, say, say("settings.saved")))


@COG.action("live-close")
async def close_live_boards(club: Club, request: Request) -> None:
    """Close all boards that the member has open on pages."""
    await club.pages.live.close_all(request.user.id)
    request.reply.mark_stored()
    known = await club.members.preferences.get(request.user.id)
    closed = request.say("answer.live.closed")
    await request.reply.update(make_own_settings_card(club, known, request.say, closed))


def make_own_settings_card(club: Club, known: Preference, say: Localizer, note: str | None) -> Card:
    """Return the card with a member's own settings."""
    return own_settings_card(known, club.members.languages, say, note, has_live_boards=club.pages.live.is_on)


@COG.action("server")
async def change_server_setting(club: Club, request: Request) -> None:
    """Store a changed setting of the server.

    Refuse a channel in which the bot lacks a permission that a match needs.
    """
    guild_id = require_managed_server(request)
    name, value = chosen_setting(request)
    if name == "channels":
        await _set_channels(club, request, guild_id)
        return
    stored = {name: _read_value(SERVER, name, value, club)}
    await club.members.servers.change(guild_id, moderator_id=request.user.id, **stored)
    if name == "pages":
        await club.pages.lists.make_server_page(guild_id)
    request.reply.mark_stored()
    await _show_server(club, request, guild_id, Phrase("settings.saved"))


@COG.action("server-time")
async def open_server_clocks_form(club: Club, request: Request) -> None:
    """Open the form for the server's default clock and the limits of clocks."""
    row = await club.members.servers.get(require_managed_server(request))
    await request.reply.open_form(server_clocks_form(row, request.say))


@COG.action("set-clocks")
async def set_server_clocks(club: Club, request: Request) -> None:
    """Store the server's default clock and the limits of clocks.

    Store none of them if they conflict.
    """
    guild_id = require_managed_server(request)
    filled = {name: value for name, value in request.fields.items() if value}
    stored = {name: _read_value(CLOCKS, name, value, club) for name, value in filled.items()}
    try:
        await club.members.servers.change(guild_id, moderator_id=request.user.id, **stored)
    except Refusal as refusal:
        await _show_server(club, request, guild_id, refusal.sentence)
        return
    request.reply.mark_stored()
    await _show_server(club, request, guild_id, Phrase("settings.saved"))


async def _show_server(club: Club, request: Request, guild_id: int, note: Phrase | None) -> None:
    """Update the server's settings card, with a note on the outcome of a change."""
    await request.reply.update(await _server_card(club, request, guild_id, note))


async def _server_card(club: Club, request: Request, guild_id: int, note: Phrase | None) -> Card:
    row, page = await club.members.servers.get(guild_id), await club.pages.lists.find_server_url(guild_id)
    words, paged = request.say.text(note) if note else None, club.pages.single.base is not None
    lab = club.pages.lab.base is not None
    return server_settings_card(
        row, club.members.languages, request.say, words, has_pages=paged, page_address=page, has_lab=lab
    )


@COG.action("server-more")
async def return_to_server_settings(club: Club, request: Request) -> None:
    """Return from another settings card of the server to its first one."""
    await _show_server(club, request, require_managed_server(request), None)


async def _set_channels(club: Club, request: Request, guild_id: int) -> None:
    """Store the game channels, unless the bot lacks a permission in one of them."""
    chosen = tuple(int(value) for value in request.chosen_values if value.isdecimal())[:CHANNELS_AT_MOST]
    refused = next((said for channel in chosen if (said := missing_permissions(request, channel))), None)
    if not refused:
        await club.members.servers.change(guild_id, moderator_id=request.user.id, channels=chosen)
        request.reply.mark_stored()
    await _show_server(club, request, guild_id, refused or Phrase("settings.saved"))


def missing_permissions(request: Request, channel_id: int) -> Phrase | None:
    """Return a phrase naming the permissions that the bot lacks in a channel.

    Return `None` if it has all permissions that a match needs.
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
        "settings.permissions", channel=f"<#{channel_id}>", permissions=join_phrases("series.more", missing)
    )


def require_managed_server(request: Request, refusal_code: str = "settings.managers") -> int:
    """Return the id of this server, which the caller must be allowed to manage.

    Raise a `Refusal` with the code `refusal_code` for everyone else.
    """
    home = request.require_home("settings.no_server")
    if not request.permissions.manage_guild:
        raise Refusal(refusal_code)
    return home


def chosen_setting(request: Request) -> tuple[str, str]:
    """Return the name of the setting to change and its new value.

    The value is the choice in a menu, or the one in the button's custom_id.
    """
    name, _, value = request.custom_id.rest.partition(",")
    return name, value or request.fields.get("choice", "")


def _read_value(readers: Mapping[str, SettingReader], name: str, value: str, club: Club) -> Any:
    """Return the stored form of a value, by the setting's function in `readers`.

    Raise `Refusal` if the card never offered that value.
    """
    try:
        return readers[name](value, club)
    except (LookupError, ValueError):
        raise Refusal("settings.unknown") from None


def parse_switch(value: str) -> bool:
    """Parse a button's "0" or "1" as off or on.

    Raise `ValueError` for any other text.
    """
    return ("0", "1").index(value) == 1


def _switch(value: str, _: Club) -> bool:
    return parse_switch(value)


def _theme(value: str, _: Club) -> str:
    return THEMES[value].key


def _facing(value: str, _: Club) -> str:
    return FACINGS[FACINGS.index(value)]


def _mining(value: str, _: Club) -> str | None:
    """Return the member's consent to puzzles from their matches, if any.

    It is `None` if the member has not decided.
    """
    return None if value == AUTOMATIC else CHOICES[CHOICES.index(value)]


def _ratings(value: str, _: Club) -> str:
    return RATINGS[RATINGS.index(value)]


def _pages(value: str, club: Club) -> str:
    if club.pages.single.base is None:
        raise ValueError(value)
    return PAGES[PAGES.index(value)]


def _lab(value: str, club: Club) -> bool:
    if club.pages.lab.base is None:
        raise ValueError(value)
    return parse_switch(value)


def _language(value: str, club: Club) -> str | None:
    return None if value == AUTOMATIC else club.members.languages[club.members.languages.index(value)]


def _limit(value: str, _: Club) -> int | None:
    return None if value == AUTOMATIC else LIMITS_OFFERED[LIMITS_OFFERED.index(int(value))]


def _clock(value: str, _: Club) -> str | None:
    control = parse_control(value)
    return control.text if control else None


def _clock_limit(value: str, _: Club) -> int | None:
    return None if value == AUTOMATIC else CLOCKS_OFFERED[CLOCKS_OFFERED.index(int(value))]


OWN: Final[Mapping[str, SettingReader]] = {
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
SERVER: Final[Mapping[str, SettingReader]] = {
    "threads": _switch,
    "computers": _switch,
    "ratings": _ratings,
    "running_limit": _limit,
    "open_limit": _limit,
    "language": _language,
    "pages": _pages,
    "lab": _lab,
}
CLOCKS: Final[Mapping[str, SettingReader]] = {
    "clock": _clock,
    "clock_least": _clock_limit,
    "clock_most": _clock_limit,
}
"""The settings of a server that one form asks together."""
COLUMNS: Final[Mapping[str, str]] = {"language": "own_language"}
"""Columns of member settings that are stored under another name.

The language in which a member was last seen is stored too.
"""
