"""Clocks as members type them in `/play`, and as menus offer them."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from club.clocks.time_control import TimeControl, clock_phrase, parse_control
from club.clocks.typed_control import parse_typed_control
from club.refusals import Refusal
from words import Localizer

NO_CLOCK: Final = "none"
"""The value of the choice of no clock."""
OFFERED: Final = (
    "1d", "2d", "3d", "5d", "7d", "14d", "12h", "8h", "4h", "1h",
    "3d+12h", "7d+12h", "7d+1d", "14d+1d", "1d+1h", "5m+5s", "10m+5s", "30m+10s",
)  # fmt: skip
"""The clocks on offer, in stored form: correspondence first, live ones last."""


class ClockKind(StrEnum):
    """What decides whether a command takes a clock."""

    NONE = "none"
    DAYS = "days"
    LIVE = "live"


EVERY_KIND: Final = (ClockKind.NONE, ClockKind.DAYS, ClockKind.LIVE)
UNITS: Final = ("d", "h", "d+1d", "d+12h", "m+5s")
"""What a number alone may mean."""


def clock_value(control: TimeControl | None) -> str:
    """Return the value of a menu option for a clock, or for no clock."""
    return control.text if control else NO_CLOCK


def clock_options(say: Localizer, extra_clock: TimeControl | None = None) -> list[tuple[str, str]]:
    """Return the clocks of a menu as (value, label) pairs.

    `extra_clock` is added if it is not among the usual ones.
    """
    known = [None, *(parse_control(text) for text in OFFERED)]
    if extra_clock not in known:
        known.append(extra_clock)
    return [(clock_value(control), say.text(clock_phrase(control))) for control in known]


def read_clock(text: str, say: Localizer) -> TimeControl | None:
    """Parse a clock that a member typed: a label of the menu, or free text.

    Return `None` for no clock. Raise `Refusal` if the text names none of these.
    """
    wanted = _plain(text)
    named = next((value for value, words in clock_options(say) if _plain(words) == wanted), text)
    return parse_typed_control(named, say.language)


def clock_completions(
    text: str, say: Localizer, kinds: Sequence[ClockKind] = EVERY_KIND
) -> Iterator[tuple[str, str]]:
    """Yield completions for a partly typed clock as (label, value) pairs.

    First come the clocks that the text itself may mean, then those whose labels contain its words. Only the
    given `kinds` are offered, in their order.
    """
    wanted, offered = _plain(text), clock_options(say)
    listed = [each for kind in kinds for each in offered if _kind_of(each[0]) is kind]
    read = (
        [_parse_control(text, say)]
        if not text.strip().isdecimal()
        else [_parse_control(text.strip() + unit, say) for unit in UNITS]
    )
    likely = [(clock_value(control), say.text(clock_phrase(control))) for control in read if control]
    fitting = [
        (value, words) for value, words in listed if all(part in _plain(words) for part in wanted.split())
    ]
    seen = set()
    for value, words in (*likely, *fitting):
        if value not in seen and _kind_of(value) in kinds:
            seen.add(value)
            yield words, value


def _kind_of(value: str) -> ClockKind:
    """Return the kind of the clock with a value of a menu."""
    control = parse_control(value)
    if control is None:
        return ClockKind.NONE
    return ClockKind.LIVE if control.is_live else ClockKind.DAYS


def _parse_control(text: str, say: Localizer) -> TimeControl | None:
    """Parse a clock; return `None` if the text names none."""
    try:
        return parse_typed_control(text, say.language)
    except Refusal:
        return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
