"""Clocks as people type them in `/play`, and as menus and completion offer them."""

from collections.abc import Iterator
from typing import Final

from club.clocks.time_control import TimeControl, clock_words, read_control
from club.refusals import Refusal
from words import Speaker

NO_CLOCK: Final = "none"
"""The value of the choice of no clock."""
OFFERED: Final = (
    "1d", "2d", "3d", "5d", "7d", "14d", "12h", "8h", "4h", "1h",
    "3d+12h", "7d+12h", "7d+1d", "14d+1d", "1d+1h", "5m+5s", "10m+5s", "30m+10s",
)  # fmt: skip
"""The clocks on offer, in stored form: correspondence first, live ones last."""
UNITS: Final = ("d", "h", "d+1d", "d+12h", "m+5s")
"""What a number alone may mean."""


def clock_value(control: TimeControl | None) -> str:
    """Return a clock as the value of a menu option."""
    return control.text if control else NO_CLOCK


def choices(say: Speaker, also: TimeControl | None = None) -> list[tuple[str, str]]:
    """Return the clocks of a menu as (value, label) pairs, including `also`."""
    known = [None, *(read_control(text) for text in OFFERED)]
    if also not in known:
        known.append(also)
    return [(clock_value(control), say.text(clock_words(control))) for control in known]


def read_clock(text: str, say: Speaker) -> TimeControl | None:
    """Return the clock that a text names, in the words of the list or freely.

    Raise `Refusal` if it names none.
    """
    wanted = _plain(text)
    named = next((value for value, words in choices(say) if _plain(words) == wanted), text)
    return read_control(named)


def completions(typed: str, say: Speaker) -> Iterator[tuple[str, str]]:
    """Yield completions for a typed clock as (label, value) pairs.

    First the text itself, as far as it can be read, then the clocks whose labels contain its words.
    """
    wanted, listed = _plain(typed), choices(say)
    read = (
        [_parse_control(typed)]
        if not typed.strip().isdecimal()
        else [_parse_control(typed.strip() + unit) for unit in UNITS]
    )
    likely = [(clock_value(control), say.text(clock_words(control))) for control in read if control]
    fitting = [
        (value, words) for value, words in listed if all(part in _plain(words) for part in wanted.split())
    ]
    seen = set()
    for value, words in (*likely, *fitting):
        if value not in seen:
            seen.add(value)
            yield words, value


def _parse_control(text: str) -> TimeControl | None:
    """Return the clock that a text names, or `None` if it names none."""
    try:
        return read_control(text)
    except Refusal:
        return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
