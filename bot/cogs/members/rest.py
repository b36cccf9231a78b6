"""The time card of /settings me: time zone, quiet hours and vacation.

It also has the switch for reminders. A change takes effect at once; an impossible one is explained on
the card.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.names import refusal_text
from bot.cards.members.rest import HOURS, WEEK, rest_card, vacation_form, zone_form
from bot.cards.members.settings import AUTOMATIC
from bot.cogs.members.settings import chosen_setting, make_own_settings_card, parse_switch
from club.clocks.rest import QUIET_DAYS, Rest
from club.clocks.zones import parse_zone
from club.club import Club
from club.refusals import Refusal

COG: Final = Cog()

QUIET_HOURS: Final = 8
"""Number of quiet hours until the member chooses another."""
HOUR: Final = 60
"""Minutes."""

RestChange = Callable[[Rest], Rest]
"""Return a member's settings, changed; raise `Refusal` if that is impossible."""


@COG.action("me-time")
async def show_time_settings(club: Club, request: Request) -> None:
    """Show the member's time settings in place of their board settings."""
    await _show(club, request)


@COG.action("my-time")
async def open_time_settings(club: Club, request: Request) -> None:
    """Show the member's time settings privately, from the button of a reminder."""
    await request.reply.show(rest_card(await _rest(club, request), club.now(), request.say, None))


@COG.action("me-boards")
async def show_board_settings(club: Club, request: Request) -> None:
    """Show the member's board settings in place of their time settings."""
    known = await club.members.preferences.get(request.user.id)
    await request.reply.update(make_own_settings_card(club, known, request.say, None))


@COG.action("zone")
async def open_zone_form(club: Club, request: Request) -> None:
    """Open the form for the member's time zone."""
    await request.reply.open_form(zone_form(request.say))


@COG.action("vacation")
async def open_vacation_form(club: Club, request: Request) -> None:
    """Open the form for the dates of a vacation."""
    await request.reply.open_form(vacation_form(await _rest(club, request), club.now(), request.say))


@COG.action("set-zone")
async def set_zone(club: Club, request: Request) -> None:
    """Store the time zone that the member typed into the form."""
    try:
        # The first look for a zone lists all that the machine has: a look into many files.
        zone = await asyncio.to_thread(parse_zone, request.fields.get("zone", ""), request.say.language)
    except Refusal as refusal:
        await _refuse(club, request, refusal)
        return
    await _change(club, request, lambda rest: replace(rest, zone=zone))


@COG.action("set-vacation")
async def set_vacation(club: Club, request: Request) -> None:
    """Store the vacation that the member entered in the form."""

    def change(rest: Rest) -> Rest:
        try:
            first, days = (
                date.fromisoformat(request.fields.get("first", "")),
                int(request.fields.get("days", "")),
            )
        except ValueError:
            raise Refusal("settings.unknown") from None
        return rest.with_vacation(first, days, now=club.now())

    await _change(club, request, change)


@COG.action("vacation-off")
async def end_vacation(club: Club, request: Request) -> None:
    """End the member's current vacation, or cancel the planned one."""
    await _change(club, request, lambda rest: rest.without_vacation(club.now()))


@COG.action("rest")
async def set_rest(club: Club, request: Request) -> None:
    """Store a change of quiet hours, quiet days or reminders."""
    name, value = chosen_setting(request)
    values = request.chosen_values if name == "days" else (value,)

    def change(rest: Rest) -> Rest:
        try:
            return REST[name](rest, values)
        except (LookupError, ValueError):
            raise Refusal("settings.unknown") from None

    await _change(club, request, change)


async def _change(club: Club, request: Request, change: RestChange) -> None:
    """Store a member's change and update the card.

    The card explains a change that is impossible.
    """
    try:
        await club.play.clocks.set_rest(request.user.id, change)
    except Refusal as refusal:
        await _refuse(club, request, refusal)
        return
    request.reply.mark_stored()
    await _show(club, request, request.say("settings.saved"))


async def _refuse(club: Club, request: Request, refusal: Refusal) -> None:
    # It quotes what the member typed.
    await _show(club, request, refusal_text(refusal.sentence, request.say.language))


async def _show(club: Club, request: Request, note: str | None = None) -> None:
    await request.reply.update(rest_card(await _rest(club, request), club.now(), request.say, note))


async def _rest(club: Club, request: Request) -> Rest:
    return Rest.parse((await club.members.preferences.get(request.user.id)).rest)


def _hour(value: str) -> int:
    """Convert an hour of the day to minutes since midnight.

    Raise `ValueError` for any text that is no hour.
    """
    return range(HOURS).index(int(value)) * HOUR


def _hours_from(rest: Rest, values: tuple[str, ...]) -> Rest:
    if values == (AUTOMATIC,):
        return replace(rest, hours=None)
    since = _hour(values[0])
    until = rest.hours[1] if rest.hours else since
    return replace(
        rest, hours=(since, (since + QUIET_HOURS * HOUR) % (HOURS * HOUR) if until == since else until)
    )


def _hours_until(rest: Rest, values: tuple[str, ...]) -> Rest:
    until = _hour(values[0])
    if rest.hours is None or rest.hours[0] == until:
        raise ValueError(values)
    return replace(rest, hours=(rest.hours[0], until))


def _days(rest: Rest, values: tuple[str, ...]) -> Rest:
    if len(set(values)) > QUIET_DAYS:
        raise Refusal("rest.days", limit=QUIET_DAYS)
    return replace(rest, days=tuple(sorted({range(WEEK).index(int(day)) for day in values})))


def _reminders(rest: Rest, values: tuple[str, ...]) -> Rest:
    return replace(rest, reminders=parse_switch(values[0]))


REST: Final[Mapping[str, Callable[[Rest, tuple[str, ...]], Rest]]] = {
    "reminders": _reminders,
    "hours_from": _hours_from,
    "hours_until": _hours_until,
    "days": _days,
}
"""By the name of a setting: the function that applies a member's chosen values."""
