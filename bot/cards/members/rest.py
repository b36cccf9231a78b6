"""The second card of `/settings me`: time zone, reminders and rest times.

The rest times are quiet hours, quiet days and vacation; no clock runs during them. This module also has
the card's forms.
"""

from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.cards.kit.forms import choice_field, form, labelled_field
from bot.cards.kit.kit import OFFERED, SUCCESS, ActionButton, Card, framed_view, row, text
from bot.cards.members.settings import AUTOMATIC, SettingChoices, setting_menu, toggle_button
from bot.custom_ids import CustomId
from club.clocks.rest import QUIET_DAYS, VACATION_DAYS, Rest
from club.clocks.zones import load_zone, local_time_text, zone_label
from words import Localizer, Phrase, date_phrase, discord_timestamp
from words.message import MessagePlace

HOURS: Final = 24
WEEK: Final = 7
ZONE_LIMIT: Final = 60
"""Characters in which a time zone can be named."""
AHEAD: Final = 25
"""Days from today on offer as the start of a vacation: as many as a menu holds."""


def rest_card(rest: Rest, now: float, say: Localizer, note: str | None) -> Card:
    """Return the card on which members set their rest times and reminders.

    During rest times no clock runs. `note` is an answer to the last change.
    """
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.rest"),
                note,
                say("card.rest.zone", zone=zone_label(rest.zone), hour=local_time_text(rest.zone, now)),
            ),
            row(
                ActionButton.create(CustomId("zone", 0), say("button.zone")),
                toggle_button("rest", "reminders", rest.reminders, say),
            ),
            *_quiet_hours(rest, say),
            text(say("card.rest.days", limit=QUIET_DAYS)),
            row(_weekdays(rest, say)),
            text(_vacation_line(rest, now, say)),
            row(*_vacation_buttons(rest, now, say)),
            row(ActionButton.create(CustomId("me-boards", 0), say("button.boards"))),
        )
    )


def zone_form(say: Localizer, *, action: str = "set-zone", title: str = "form.zone") -> discord.ui.Modal:
    """Return the form for a time zone.

    By default it is the member's own; with another action and title it is the server's.
    """
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="zone", max_length=ZONE_LIMIT)
    named = labelled_field(say("form.zone.label"), field, say("form.zone.help"))
    return form(say(title), CustomId(action, 0), named)


def vacation_form(rest: Rest, now: float, say: Localizer) -> discord.ui.Modal:
    """Return the form for a vacation: its first day and its length in days."""
    today = datetime.fromtimestamp(now, load_zone(rest.zone)).date()
    ahead = [today + timedelta(days=days) for days in range(AHEAD)]
    days = [
        (day.isoformat(), f"{say.text(date_phrase(day))} · {say(f'weekday.{day.weekday()}')}")
        for day in ahead
    ]
    counts = [(str(count), str(count)) for count in range(1, VACATION_DAYS + 1)]
    return form(
        say("form.vacation"),
        CustomId("set-vacation", 0),
        choice_field("first", say("form.vacation.first"), days, days[0][0], required=True),
        choice_field("days", say("form.vacation.days"), counts, None, required=True),
    )


def _quiet_hours(rest: Rest, say: Localizer) -> list[discord.ui.Item[Any]]:
    """Return the menus for quiet hours; the second one only if some are set."""
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    begins: SettingChoices = [(AUTOMATIC, Phrase("settings.quiet.none")), *hours]
    since, until = (str(minutes // 60) for minutes in rest.hours) if rest.hours else (AUTOMATIC, AUTOMATIC)
    items: list[discord.ui.Item[Any]] = [
        text(say("card.rest.hours")),
        setting_menu("rest", "hours_from", begins, since, say),
    ]
    if rest.hours:
        ends = [hour for hour in hours if hour[0] != since]
        items += [text(say("card.rest.until")), setting_menu("rest", "hours_until", ends, until, say)]
    return items


def _weekdays(rest: Rest, say: Localizer) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=say(f"weekday.{day}")[: MessagePlace.OPTION.limit], value=str(day), default=day in rest.days
        )
        for day in range(WEEK)
    ]
    return discord.ui.Select(
        custom_id=str(CustomId("rest", 0, rest="days")),
        placeholder=say("menu.quiet_days"),
        min_values=0,
        max_values=QUIET_DAYS,
        options=options,
    )


def _vacation_line(rest: Rest, now: float, say: Localizer) -> str:
    """Return the current or next vacation, and the days left this year."""
    year = datetime.fromtimestamp(now, load_zone(rest.zone)).year
    facts = {"days": rest.vacation_days_left(year), "all": VACATION_DAYS}
    ahead = rest.current_or_next_vacation(now)
    if ahead is None:
        return say("card.rest.vacation", **facts)
    since, until = ahead
    if since <= now:
        return say("card.rest.vacation.now", time=discord_timestamp(until), **facts)
    return say(
        "card.rest.vacation.planned", since=discord_timestamp(since), time=discord_timestamp(until), **facts
    )


def _vacation_buttons(rest: Rest, now: float, say: Localizer) -> list[ActionButton]:
    """Return the button that plans a vacation, or ends the present one."""
    ahead = rest.current_or_next_vacation(now)
    if ahead is None:
        return [ActionButton.create(CustomId("vacation", 0), say("button.vacation"))]
    label = say("button.vacation.end" if ahead[0] <= now else "button.vacation.off")
    return [ActionButton.create(CustomId("vacation-off", 0), label, SUCCESS)]
