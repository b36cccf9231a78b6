"""Settings cards for a member and for a server; changes apply at once."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.clock_choices import clock_options, clock_value
from bot.cards.kit.forms import choice_field, form
from bot.cards.kit.kit import OFFERED, SUCCESS, ActionButton, Card, framed_view, link_button, row, text
from bot.cards.members.blocks import blocks_button
from bot.custom_ids import CustomId
from club.clocks.time_control import duration_phrase, parse_control
from club.members.servers import CHANNELS_AT_MOST, CLOCKS_OFFERED, LIMITS_OFFERED
from club.puzzles.consent import CHOICES
from data.members.preferences import Preference
from data.members.servers import RATINGS, ServerRow
from data.pages.pages import PAGES
from rendering.themes import DEFAULT_THEME, THEMES
from rules.board import FACINGS
from words import Localizer, Phrase, Words, language_name
from words.message import MessagePlace

AUTOMATIC: Final = "auto"
"""The value of a choice that leaves something to Discord or to the bot."""

SettingChoices = Sequence[tuple[str, Words]]
"""Values to choose from, each with its words."""


def own_settings_card(
    preference: Preference,
    languages: Sequence[str],
    say: Localizer,
    note: str | None,
    *,
    has_live_boards: bool = False,
) -> Card:
    """Return a member's own settings; `languages` are those available.

    `has_live_boards` says whether the member may have boards open on pages.
    """
    close_boards = [ActionButton.create(CustomId("live-close", 0), say("button.live-close"))]
    theme = preference.theme if preference.theme and preference.theme in THEMES else DEFAULT_THEME
    themes = [(key, Phrase(f"theme.{key}")) for key in THEMES]
    facings = [(facing, Phrase(f"facing.{facing}")) for facing in FACINGS]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.settings.me"), note),
            text(say("card.settings.theme")),
            setting_menu("me", "theme", themes, theme, say),
            text(say("card.settings.facing")),
            setting_menu("me", "facing", facings, preference.facing or FACINGS[0], say),
            text(say("card.settings.language")),
            setting_menu(
                "me", "language", _language_choices(languages, say), preference.own_language or AUTOMATIC, say
            ),
            text(say("card.settings.mine")),
            setting_menu("me", "mined", _mining_choices(), preference.mined or AUTOMATIC, say),
            text(say("card.settings.toggles")),
            row(
                toggle_button("me", "confirm", preference.confirm, say),
                toggle_button("me", "dm_turn", preference.dm_turn, say),
            ),
            text(say("card.settings.besides")),
            row(
                toggle_button("me", "profile_shown", preference.profile_shown, say),
                ActionButton.create(CustomId("me-time", 0), say("button.rest")),
                ActionButton.create(CustomId("look", 0), say("button.look")),
            ),
            row(
                toggle_button("me", "learning", preference.learning, say),
                toggle_button("me", "pictured", preference.pictured, say),
                blocks_button(say),
                *(close_boards if has_live_boards else ()),
            ),
        )
    )


def server_settings_card(
    server: ServerRow,
    languages: Sequence[str],
    say: Localizer,
    note: str | None,
    *,
    has_pages: bool = False,
    page_address: str | None = None,
    has_lab: bool = False,
) -> Card:
    """Return the settings of a server.

    `note` says what could not be done. `has_pages` and `has_lab` say whether the host offers web pages
    and a lab (an analysis page). `page_address` is the address of the web page that lists what the
    server made public.
    """
    pages = [(choice, Phrase(f"settings.pages.{choice}")) for choice in PAGES]
    limits: SettingChoices = [
        (AUTOMATIC, Phrase("settings.limit.none")),
        *((str(n), str(n)) for n in LIMITS_OFFERED),
    ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.settings.server"), note),
            text(say("card.settings.channels")),
            discord.ui.ActionRow(_channels(server, say)),
            text(say("card.settings.running")),
            setting_menu("server", "running_limit", limits, str(server.running_limit or AUTOMATIC), say),
            text(say("card.settings.open")),
            setting_menu("server", "open_limit", limits, str(server.open_limit or AUTOMATIC), say),
            text(say("card.settings.ratings")),
            setting_menu("server", "ratings", _rating_choices(), server.ratings, say),
            text(say("card.settings.server_language")),
            setting_menu(
                "server", "language", _language_choices(languages, say), server.language or AUTOMATIC, say
            ),
            text(say("card.settings.pages"), say("card.settings.pages.list") if page_address else None)
            if has_pages
            else None,
            setting_menu("server", "pages", pages, server.pages, say) if has_pages else None,
            row(
                toggle_button("server", "threads", server.threads, say),
                toggle_button("server", "computers", server.computers, say),
                ActionButton.create(CustomId("server-time", 0), say("button.server.clocks")),
                ActionButton.create(CustomId("server-puz", 0), say("button.server.puzzle")),
                ActionButton.create(CustomId("server-log", 0), say("button.log")),
            ),
            row(
                ActionButton.create(CustomId("server-club", 0), say("button.server.card")),
                *([toggle_button("server", "lab", server.lab, say)] if has_lab else []),
                *([link_button(say("button.server.page"), page_address)] if page_address else []),
            ),
        )
    )


def server_clocks_form(server: ServerRow, say: Localizer) -> discord.ui.Modal:
    """Return the form for a server's default clock and limits on all clocks.

    The default applies to challenges that name no clock.
    """
    limits = [
        (AUTOMATIC, say("settings.clock.any")),
        *((str(seconds), say.text(duration_phrase(seconds))) for seconds in CLOCKS_OFFERED),
    ]
    default = parse_control(server.clock or "")
    asked: list[tuple[str, Sequence[tuple[str, str]], str]] = [
        ("clock", clock_options(say, default), clock_value(default)),
        ("clock_least", limits, str(server.clock_least or AUTOMATIC)),
        ("clock_most", limits, str(server.clock_most or AUTOMATIC)),
    ]
    fields = [
        choice_field(
            name, say(f"form.settings.{name}"), values, held, description=say(f"form.settings.{name}.about")
        )
        for name, values, held in asked
    ]
    return form(say("form.clocks"), CustomId("set-clocks", 0), *fields)


def setting_menu(
    action: str, name: str, choices: SettingChoices, current: str, say: Localizer
) -> discord.ui.ActionRow[Any]:
    """Return a row with a menu in which the current value is selected.

    `action` is the action of its custom_id, and `name` that of the setting.
    """
    options = [
        discord.SelectOption(
            label=say.text(words)[: MessagePlace.OPTION.limit], value=value, default=value == current
        )
        for value, words in choices
    ]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId(action, 0, rest=name)), options=options
    )
    return row(select)


def toggle_button(action: str, name: str, is_on: bool, say: Localizer) -> ActionButton:
    """Return a button that shows whether a setting is on, and switches it.

    `action` is the action of its custom_id, and `name` that of the setting.
    """
    label = say(f"button.settings.{name}.{'on' if is_on else 'off'}")
    style = SUCCESS if is_on else discord.ButtonStyle.secondary
    return ActionButton.create(CustomId(action, 0, rest=f"{name},{0 if is_on else 1}"), label, style)


def _channels(server: ServerRow, say: Localizer) -> discord.ui.ChannelSelect[Any]:
    """Return the menu of the channels where games are played."""
    custom_id = CustomId("server", 0, rest="channels")
    return channel_menu(custom_id, server.channels, say("menu.channels"), limit=CHANNELS_AT_MOST)


def channel_menu(
    custom_id: CustomId, chosen_ids: Sequence[int], placeholder: str, *, limit: int
) -> discord.ui.ChannelSelect[Any]:
    """Return a menu of up to `limit` text channels, with some preselected."""
    return discord.ui.ChannelSelect(
        custom_id=str(custom_id),
        channel_types=[discord.ChannelType.text],
        placeholder=placeholder,
        min_values=0,
        max_values=limit,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen_ids
        ],
    )


def _rating_choices() -> SettingChoices:
    """Return the choices for whether matches on a server are rated."""
    return [(choice, Phrase(f"settings.ratings.{choice}")) for choice in RATINGS]


def _mining_choices() -> SettingChoices:
    """Return the choices for whether a member's matches may become puzzles."""
    return [(choice or AUTOMATIC, Phrase(f"mined.{choice or 'no'}")) for choice in CHOICES]


def _language_choices(languages: Sequence[str], say: Localizer) -> SettingChoices:
    """Return the languages, each by its own name, after the automatic choice."""
    own = [(language, language_name(language)) for language in languages]
    return [(AUTOMATIC, Phrase("settings.language.auto")), *own]
