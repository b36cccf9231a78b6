"""Settings: one card for a member and one for a server. Whatever is chosen on it holds at once."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit import OFFERED, SUCCESS, Card, Press, framed, row, text
from bot.custom_ids import CustomId
from club.servers import CHANNELS_AT_MOST, LIMITS_OFFERED
from data.preferences import Preference
from data.servers import ServerRow
from rendering.themes import DEFAULT, THEMES
from rules.board import FACINGS
from words import Said, Speaker, Words, tell
from words.message import Place

AUTOMATIC: Final = "auto"
"""The value of a choice that leaves something to Discord or to the bot."""

Choices = Sequence[tuple[str, Words]]
"""Values to choose from, each with its words."""


def own_settings_card(known: Preference, languages: Sequence[str], say: Speaker, note: str | None) -> Card:
    """Return what a member has set for themselves; `languages` are those that they can choose."""

    def toggle(name: str, on: bool) -> Press:
        return _toggle("me", name, on, say)

    theme = known.theme if known.theme and known.theme in THEMES else DEFAULT
    themes = [(key, Said(f"theme.{key}")) for key in THEMES]
    facings = [(facing, Said(f"facing.{facing}")) for facing in FACINGS]
    return Card(
        framed(
            OFFERED,
            text(say("card.settings.me"), note),
            text(say("card.settings.theme")),
            _menu("me", "theme", themes, theme, say),
            text(say("card.settings.facing")),
            _menu("me", "facing", facings, known.facing or FACINGS[0], say),
            text(say("card.settings.language")),
            _menu("me", "language", _languages(languages, say), known.own_language or AUTOMATIC, say),
            text(say("card.settings.toggles")),
            row(toggle("confirm", known.confirm), toggle("dm_turn", known.dm_turn)),
        )
    )


def server_settings_card(server: ServerRow, languages: Sequence[str], say: Speaker, note: str | None) -> Card:
    """Return what is set for a server; `note` says what could not be done."""
    limits: Choices = [(AUTOMATIC, Said("settings.limit.none")), *((str(n), str(n)) for n in LIMITS_OFFERED)]
    return Card(
        framed(
            OFFERED,
            text(say("card.settings.server"), note),
            text(say("card.settings.channels")),
            discord.ui.ActionRow(_channels(server, say)),
            text(say("card.settings.running")),
            _menu("server", "running_limit", limits, str(server.running_limit or AUTOMATIC), say),
            text(say("card.settings.open")),
            _menu("server", "open_limit", limits, str(server.open_limit or AUTOMATIC), say),
            text(say("card.settings.server_language")),
            _menu("server", "language", _languages(languages, say), server.language or AUTOMATIC, say),
            row(_toggle("server", "threads", server.threads, say)),
        )
    )


def _menu(whose: str, name: str, choices: Choices, chosen: str, say: Speaker) -> discord.ui.ActionRow[Any]:
    """Return a menu with what is set now chosen in it."""
    options = [
        discord.SelectOption(
            label=say.told(words)[: Place.OPTION.limit], value=value, default=value == chosen
        )
        for value, words in choices
    ]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId(whose, 0, rest=name)), options=options
    )
    return row(select)


def _toggle(whose: str, name: str, on: bool, say: Speaker) -> Press:
    """Return a button that says whether something is on, and turns it over."""
    label = say(f"button.settings.{name}.{'on' if on else 'off'}")
    style = SUCCESS if on else discord.ButtonStyle.secondary
    return Press.of(CustomId(whose, 0, rest=f"{name},{0 if on else 1}"), label, style)


def _channels(server: ServerRow, say: Speaker) -> discord.ui.ChannelSelect[Any]:
    """Return the menu of the channels where games are played."""
    return discord.ui.ChannelSelect(
        custom_id=str(CustomId("server", 0, rest="channels")),
        channel_types=[discord.ChannelType.text],
        placeholder=say("menu.channels"),
        min_values=0,
        max_values=CHANNELS_AT_MOST,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in server.channels
        ],
    )


def _languages(languages: Sequence[str], say: Speaker) -> Choices:
    """Return the languages, each by its own name."""
    own = [(language, tell("language.name", {}, language)) for language in languages]
    return [(AUTOMATIC, Said("settings.language.auto")), *own]
