"""Settings cards, for a member and for a server; changes take effect at once."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.clock_choices import choices, clock_value
from bot.cards.kit.forms import choice, form
from bot.cards.kit.kit import OFFERED, SUCCESS, Card, Press, framed_view, link, row, text
from bot.custom_ids import CustomId
from club.clocks.time_control import read_control, span
from club.members.servers import CHANNELS_AT_MOST, CLOCKS_OFFERED, LIMITS_OFFERED
from club.puzzles.consent import CHOICES
from data.members.preferences import Preference
from data.members.servers import RATINGS, ServerRow
from data.pages.pages import PAGES
from rendering.themes import DEFAULT, THEMES
from rules.board import FACINGS
from words import Phrase, Speaker, Words, tell
from words.message import MessagePlace

AUTOMATIC: Final = "auto"
"""The value of a choice that leaves something to Discord or to the bot."""

SettingChoices = Sequence[tuple[str, Words]]
"""Values to choose from, each with its words."""


def own_settings_card(known: Preference, languages: Sequence[str], say: Speaker, note: str | None) -> Card:
    """Return a member's own settings; `languages` are those on offer."""
    theme = known.theme if known.theme and known.theme in THEMES else DEFAULT
    themes = [(key, Phrase(f"theme.{key}")) for key in THEMES]
    facings = [(facing, Phrase(f"facing.{facing}")) for facing in FACINGS]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.settings.me"), note),
            text(say("card.settings.theme")),
            setting_menu("me", "theme", themes, theme, say),
            text(say("card.settings.facing")),
            setting_menu("me", "facing", facings, known.facing or FACINGS[0], say),
            text(say("card.settings.language")),
            setting_menu("me", "language", _languages(languages, say), known.own_language or AUTOMATIC, say),
            text(say("card.settings.mine")),
            setting_menu("me", "mined", _mining_choices(), known.mined or AUTOMATIC, say),
            text(say("card.settings.toggles")),
            row(toggle("me", "confirm", known.confirm, say), toggle("me", "dm_turn", known.dm_turn, say)),
            text(say("card.settings.besides")),
            row(
                toggle("me", "profile_shown", known.profile_shown, say),
                Press.of(CustomId("me-time", 0), say("button.rest")),
                Press.of(CustomId("look", 0), say("button.look")),
            ),
            row(
                toggle("me", "learning", known.learning, say),
                toggle("me", "pictured", known.pictured, say),
            ),
        )
    )


def server_settings_card(
    server: ServerRow,
    languages: Sequence[str],
    say: Speaker,
    note: str | None,
    *,
    paged: bool = False,
    page: str | None = None,
    lab: bool = False,
) -> Card:
    """Return the settings of a server.

    `note` says what could not be done. `paged` says whether the host has pages, and `lab` whether it
    has a lab. `page` is the address of the page that lists what the server made public.
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
            setting_menu("server", "ratings", _ratings(), server.ratings, say),
            text(say("card.settings.server_language")),
            setting_menu("server", "language", _languages(languages, say), server.language or AUTOMATIC, say),
            text(say("card.settings.pages")) if paged else None,
            setting_menu("server", "pages", pages, server.pages, say) if paged else None,
            row(
                toggle("server", "threads", server.threads, say),
                toggle("server", "computers", server.computers, say),
                Press.of(CustomId("server-time", 0), say("button.server.clocks")),
                Press.of(CustomId("server-puz", 0), say("button.server.puzzle")),
                Press.of(CustomId("server-log", 0), say("button.log")),
            ),
            row(
                Press.of(CustomId("server-club", 0), say("button.server.card")),
                *([toggle("server", "lab", server.lab, say)] if lab else []),
                *([link(say("button.server.page"), page)] if page else []),
            ),
        )
    )


def server_clocks_form(server: ServerRow, say: Speaker) -> discord.ui.Modal:
    """Return the form for a server's default clock and the limits of all others.

    The default applies to challenges that name no clock.
    """
    limits = [
        (AUTOMATIC, say("settings.clock.any")),
        *((str(seconds), say.text(span(seconds))) for seconds in CLOCKS_OFFERED),
    ]
    default = read_control(server.clock or "")
    asked: list[tuple[str, Sequence[tuple[str, str]], str]] = [
        ("clock", choices(say, default), clock_value(default)),
        ("clock_least", limits, str(server.clock_least or AUTOMATIC)),
        ("clock_most", limits, str(server.clock_most or AUTOMATIC)),
    ]
    fields = [
        choice(name, say(f"form.settings.{name}"), values, held, about=say(f"form.settings.{name}.about"))
        for name, values, held in asked
    ]
    return form(say("form.clocks"), CustomId("set-clocks", 0), *fields)


def setting_menu(
    whose: str, name: str, choices: SettingChoices, chosen: str, say: Speaker
) -> discord.ui.ActionRow[Any]:
    """Return a menu with what is set now chosen in it."""
    options = [
        discord.SelectOption(
            label=say.text(words)[: MessagePlace.OPTION.limit], value=value, default=value == chosen
        )
        for value, words in choices
    ]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId(whose, 0, rest=name)), options=options
    )
    return row(select)


def toggle(whose: str, name: str, on: bool, say: Speaker) -> Press:
    """Return a button that says whether something is on, and turns it over."""
    label = say(f"button.settings.{name}.{'on' if on else 'off'}")
    style = SUCCESS if on else discord.ButtonStyle.secondary
    return Press.of(CustomId(whose, 0, rest=f"{name},{0 if on else 1}"), label, style)


def _channels(server: ServerRow, say: Speaker) -> discord.ui.ChannelSelect[Any]:
    """Return the menu of the channels where games are played."""
    custom_id = CustomId("server", 0, rest="channels")
    return channel_menu(custom_id, server.channels, say("menu.channels"), most=CHANNELS_AT_MOST)


def channel_menu(
    custom_id: CustomId, chosen: Sequence[int], placeholder: str, *, most: int
) -> discord.ui.ChannelSelect[Any]:
    """Return a menu of up to `most` text channels, or none, with the chosen ones."""
    return discord.ui.ChannelSelect(
        custom_id=str(custom_id),
        channel_types=[discord.ChannelType.text],
        placeholder=placeholder,
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen
        ],
    )


def _ratings() -> SettingChoices:
    """Return what a server can want of ratings."""
    return [(choice, Phrase(f"settings.ratings.{choice}")) for choice in RATINGS]


def _mining_choices() -> SettingChoices:
    """Return the choices for whether one's finished matches may become puzzles."""
    return [(choice or AUTOMATIC, Phrase(f"mined.{choice or 'no'}")) for choice in CHOICES]


def _languages(languages: Sequence[str], say: Speaker) -> SettingChoices:
    """Return the languages, each by its own name."""
    own = [(language, tell("language.name", {}, language)) for language in languages]
    return [(AUTOMATIC, Phrase("settings.language.auto")), *own]
