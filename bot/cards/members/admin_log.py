"""The log of a server's settings, a page at a time.

Each entry has the member, the time, and the old and the new value, in the words of the settings.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.cards.kit.card_lines import place_link
from bot.cards.kit.kit import OFFERED, Card, Press, framed_view, row, text
from bot.cards.kit.names import mention, plain
from bot.custom_ids import CustomId
from club.clocks.time_control import clock_words, read_control, span
from club.clocks.zones import zone_named
from club.play.course.admin_log import COUNTED, MOVED, VOIDED, AdminLogPage, Entry
from data.database.persons import NOBODY
from words import Phrase, Speaker, Words, tell, when


def log_card(page: AdminLogPage, say: Speaker) -> Card:
    """Return a page of the log, newest first.

    It links to the other pages and to the settings.
    """
    ways = [Press.of(CustomId("server-more", 0), say("button.log.settings"))]
    number = None
    if page.pages > 1:
        number = say("card.log.page", number=page.number + 1, pages=page.pages)
        ways = [
            _turning("newer", page.number - 1, say, gone=page.number == 0),
            _turning("older", page.number + 1, say, gone=page.number == page.pages - 1),
            *ways,
        ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.log"), None if page.entries else say("card.log.none")),
            *(text(_what(entry, say), _who(entry, say)) for entry in page.entries),
            text(say("card.log.kept", limit=page.most), number),
            row(*ways),
        )
    )


def _turning(way: str, number: int, say: Speaker, *, gone: bool) -> Press:
    custom_id = CustomId("server-log", 0, rest=str(max(0, number)))
    return Press.of(custom_id, say(f"button.log.{way}"), disabled=gone)


def _who(entry: Entry, say: Speaker) -> str:
    user_id = entry.row.user_id
    name: Words = mention(user_id)
    if user_id is None:
        name = Phrase("computer.name")
    elif user_id == NOBODY:
        name = Phrase("log.forgotten")
    return say("log.by", name=name, time=when(entry.row.at))


def _what(entry: Entry, say: Speaker) -> str:
    what = entry.row.what
    was, became = json.loads(entry.row.was or "null"), json.loads(entry.row.became or "null")
    if entry.row.match_id is not None:
        return _act(entry, was, became, say)
    if isinstance(became, bool):
        return say(f"log.{what}.{'on' if became else 'off'}")
    value = VALUES[what]
    return say(f"log.{what}", was=value(was), became=value(became))


def _act(entry: Entry, was: int | None, became: int | None, say: Speaker) -> str:
    """Return what a moderator did with a match, as far as the reader may know of it."""
    code = f"log.{entry.row.what}"
    if entry.hidden:
        return say(f"{code}.hidden")
    places = {"was": _channel(was), "became": _channel(became)} if entry.row.what == MOVED else {}
    if entry.match is None:
        return say(f"{code}.gone", **places)
    first, second = (plain(name) for name in entry.match.row.names)
    match = {"title": entry.match.title, "name": first, "opponent": second}
    if entry.row.what in (VOIDED, COUNTED):
        return say(code, **match, text=plain(entry.why or "–"))
    return say(code, **match, **(places or {"link": place_link(entry.match.row)}))


def _channel(channel: int | None) -> Words:
    return f"<#{channel}>" if channel else Phrase("menu.puzzle_channel")


def _channels(channels: list[int]) -> Words:
    return ", ".join(f"<#{channel}>" for channel in channels) or Phrase("menu.channels")


def _limit(limit: int | None) -> Words:
    return Phrase("settings.limit.none") if limit is None else str(limit)


def _language(language: str | None) -> Words:
    return Phrase("settings.language.auto") if language is None else tell("language.name", {}, language)


def _clock(clock: str | None) -> Words:
    return clock_words(read_control(clock or ""))


def _time(seconds: int | None) -> Words:
    return Phrase("settings.clock.any") if seconds is None else span(seconds)


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
    "zone": zone_named,
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
