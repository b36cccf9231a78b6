"""Alerts for open challenges: the card under /settings me.

On it members choose which new challenges they want to be told about.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC
from bot.cards.play.seek_alerts import SETTING, seek_alerts_card
from bot.cogs.members.settings import chosen_setting
from club.clocks.rest import Rest
from club.club import Club
from club.play.seek.seek_alerts import A_DAY
from club.refusals import Refusal
from data.play.seek_alerts import SeekAlertRow

COG: Final = Cog()

EVENING: Final = 4
"""Hours in which a member hears of challenges if they set only the start."""


@COG.action("look")
async def show(club: Club, request: Request) -> None:
    """Show the settings of challenge alerts in place of the settings card."""
    server = request.require_home("look.server")
    await _show(club, request, await club.play.seek_alerts.get(request.user.id, server), None)


@COG.action(SETTING)
async def change(club: Club, request: Request) -> None:
    """Store a changed setting of challenge alerts, and update the card."""
    server = request.require_home("look.server")
    name, value = chosen_setting(request)
    known = await club.play.seek_alerts.get(request.user.id, server)
    if name == "games":
        settings: dict[str, Any] = {"games": request.chosen_values}
    else:
        try:
            settings = READ[name](value, known)
        except (LookupError, ValueError):
            raise Refusal("settings.unknown") from None
    known = await club.play.seek_alerts.change_settings(request.user.id, server, **settings)
    request.reply.mark_stored()
    await _show(club, request, known, request.say("settings.saved"))


async def _show(club: Club, request: Request, known: SeekAlertRow, note: str | None) -> None:
    rest = Rest.parse((await club.members.preferences.get(request.user.id)).rest)
    await request.reply.update(seek_alerts_card(known, rest, club.now(), request.say, note))


def _hour(value: str) -> int:
    return range(HOURS).index(int(value))


def _since(value: str, known: SeekAlertRow) -> dict[str, Any]:
    if value == AUTOMATIC:
        return {"since": None, "until": None}
    since = _hour(value)
    until = known.until
    return {"since": since, "until": (since + EVENING) % HOURS if until in (None, since) else until}


def _until(value: str, known: SeekAlertRow) -> dict[str, Any]:
    until = _hour(value)
    if known.since is None or known.since == until:
        raise ValueError(value)
    return {"until": until}


def _most(value: str, _: SeekAlertRow) -> dict[str, Any]:
    return {"most": A_DAY[A_DAY.index(int(value))]}


READ: Final[Mapping[str, Callable[[str, SeekAlertRow], dict[str, Any]]]] = {
    "since": _since,
    "until": _until,
    "most": _most,
}
"""By the name of a setting: the function that reads its chosen value.

It raises `LookupError` or `ValueError` for a value that was never offered.
"""
