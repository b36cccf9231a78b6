"""The log of changes to a server's settings and of moderators' actions.

It is shown a page at a time. Each entry has the member, the time, and the old and the new value, in the
words of the settings.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import listed_name, place_link
from bot.cards.kit.kit import OFFERED, ActionButton, Card, framed_view, row, text
from bot.cards.kit.names import REASON_LIMIT, mention, safe_reason
from bot.custom_ids import CustomId
from club.clocks.time_control import clock_phrase, duration_phrase, parse_control
from club.clocks.zones import zone_label
from club.members.bars import bar_time
from club.play.course.admin_log import BARRED, COUNTED, MOVED, UNBARRED, VOIDED, AdminLogEntry, AdminLogPage
from data.database.persons import NOBODY
from words import Localizer, Phrase, Words, discord_timestamp, language_name

ENTRIES_ROOM: Final = 3600
"""Characters for the entries of a page; a card holds 4000."""
SHORT_REASON: Final = 60
"""Characters of each reason where the whole ones are too much."""


def admin_log_card(page: AdminLogPage, say: Localizer) -> Card:
    """Return a page of the log, newest entry first.

    It has buttons to the other pages and to the settings.
    """
    ways = [ActionButton.create(CustomId("server-more", 0), say("button.log.settings"))]
    number = None
    if page.page_count > 1:
        number = say("card.log.page", number=page.number + 1, pages=page.page_count)
        ways = [
            _page_button("newer", page.number - 1, say, gone=page.number == 0),
            _page_button("older", page.number + 1, say, gone=page.number == page.page_count - 1),
            *ways,
        ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.log"), None if page.entries else say("card.log.none")),
            *_entry_texts(page, say),
            text(say("card.log.kept", limit=page.kept_limit), number),
            row(*ways),
        )
    )


def _entry_texts(page: AdminLogPage, say: Localizer) -> list[discord.ui.TextDisplay[Any]]:
    """Return the entries of a page.

    If they do not fit a message, they have less of each reason.
    """
    shown: list[discord.ui.TextDisplay[Any]] = []
    for most in (REASON_LIMIT, SHORT_REASON):
        shown = [text(_entry_line(entry, say, most), _author_line(entry, say)) for entry in page.entries]
        if sum(len(each.content) for each in shown) <= ENTRIES_ROOM:
            break
    return shown


def _page_button(way: str, number: int, say: Localizer, *, gone: bool) -> ActionButton:
    custom_id = CustomId("server-log", 0, rest=str(max(0, number)))
    return ActionButton.create(custom_id, say(f"button.log.{way}"), disabled=gone)


def _author_line(entry: AdminLogEntry, say: Localizer) -> str:
    user_id = entry.row.user_id
    name: Words = mention(user_id)
    if user_id is None:
        name = Phrase("computer.name")
    elif user_id == NOBODY:
        name = Phrase("log.forgotten")
    return say("log.by", name=name, time=discord_timestamp(entry.row.at))


def _entry_line(entry: AdminLogEntry, say: Localizer, most: int) -> str:
    """Return what was changed; of a reason it has `most` characters."""
    what = entry.row.what
    was, became = json.loads(entry.row.was or "null"), json.loads(entry.row.became or "null")
    if what in (BARRED, UNBARRED):
        return _bar_line(entry, became, say, most)
    if entry.row.match_id is not None:
        return _act_line(entry, was, became, say, most)
    if isinstance(became, bool):
        return say(f"log.{what}.{'on' if became else 'off'}")
    value = VALUES[what]
    return say(f"log.{what}", was=value(was), became=value(became))


def _act_line(
    entry: AdminLogEntry, was: int | None, became: int | str | None, say: Localizer, most: int
) -> str:
    """Return what a moderator did to a match, as far as the reader may know it.

    `became` is a place, or the reason that a match was ended for.
    """
    code = f"log.{entry.row.what}"
    if entry.is_hidden:
        return say(f"{code}.hidden")
    places: dict[str, Phrase | str] = {}
    if entry.row.what == MOVED and not isinstance(became, str):
        places = {"was": _channel(was), "became": _channel(became)}
    if entry.match is None:
        return say(f"{code}.gone", **places)
    first, second = (listed_name(entry.match.row, seat) for seat in (0, 1))
    match = {"title": entry.match.title, "name": first, "opponent": second}
    if entry.row.what in (VOIDED, COUNTED):
        return say(code, **match, text=safe_reason(entry.reason or "", most))
    line = say(code, **match, **(places or {"link": place_link(entry.match.row)}))
    if not isinstance(became, str):
        return line
    return f"{line}\n{say('card.ended.why', text=safe_reason(became, most))}"


def _bar_line(entry: AdminLogEntry, became: dict[str, Any] | None, say: Localizer, most: int) -> str:
    """Return whom a moderator barred or let back, until when, and why."""
    code = f"log.{entry.row.what}"
    if became is None:
        return say(f"{code}.forgotten")
    name, why = mention(entry.row.whom_id), safe_reason(became["why"], most)
    return say(code, name=name, time=bar_time(became.get("until")), text=why)


def _channel(channel: int | None) -> Words:
    return f"<#{channel}>" if channel else Phrase("menu.puzzle_channel")


def _channels(channels: list[int]) -> Words:
    return ", ".join(f"<#{channel}>" for channel in channels) or Phrase("menu.channels")


def _limit(limit: int | None) -> Words:
    return Phrase("settings.limit.none") if limit is None else str(limit)


def _language(language: str | None) -> Words:
    return Phrase("settings.language.auto") if language is None else language_name(language)


def _clock(clock: str | None) -> Words:
    return clock_phrase(parse_control(clock or ""))


def _time(seconds: int | None) -> Words:
    return Phrase("settings.clock.any") if seconds is None else duration_phrase(seconds)


def _hour(hour: int) -> Words:
    return f"{hour:02}:00"


VALUES: Final[Mapping[str, Callable[[Any], Words]]] = {
    "channels": _channels,
    "running_limit": _limit,
    "open_limit": _limit,
    "language": _language,
    "clock": _clock,
    "clock_least": _time,
    "clock_most": _time,
    "zone": zone_label,
    "puzzle_channel": _channel,
    "puzzle_hour": _hour,
    "card_channel": _channel,
    "digest_channel": _channel,
    "digest_day": lambda day: Phrase(f"weekday.{day}"),
    "digest_hour": _hour,
    "pages": lambda choice: Phrase(f"settings.pages.{choice}"),
    "ratings": lambda choice: Phrase(f"settings.ratings.{choice}"),
}
"""The words of the value of each setting that is more than yes or no."""
