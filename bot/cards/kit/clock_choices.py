"""A match's clock as people write it in `/play`, and the clocks that menus and completion offer."""

from collections.abc import Iterator
from typing import Final

from club.clocks.control import Control, clock_words, read_control
from club.refusals import Refusal
from words import Speaker

NO_CLOCK: Final = "none"
"""The value of the choice of no clock."""
OFFERED: Final = (
    "1d", "2d", "3d", "5d", "7d", "14d", "12h", "8h", "4h", "1h",
    "3d+12h", "7d+12h", "7d+1d", "14d+1d", "1d+1h", "5m+5s", "10m+5s", "30m+10s",
)  # fmt: skip
"""The clocks to choose from, as they are stored: those for matches over weeks first, those to sit down to last."""
UNITS: Final = ("d", "h", "d+1d", "d+12h", "m+5s")
"""What a number alone may mean."""


def stored(control: Control | None) -> str:
    """Return a clock as a choice's value."""
    return control.text if control else NO_CLOCK


def choices(say: Speaker, also: Control | None = None) -> list[tuple[str, str]]:
    """Return the clocks of a menu as values with their words; `also` is one that must be among them."""
    known = [None, *(read_control(text) for text in OFFERED)]
    if also not in known:
        known.append(also)
    return [(stored(control), say.text(clock_words(control))) for control in known]


def read_clock(text: str, say: Speaker) -> Control | None:
    """Return the clock that a text names: in the words of the list, or freely; raise `Refusal` if it is none."""
    wanted = _plain(text)
    named = next((value for value, words in choices(say) if _plain(words) == wanted), text)
    return read_control(named)


def completions(typed: str, say: Speaker) -> Iterator[tuple[str, str]]:
    """Yield clocks as words with their values: what is typed as far as it can be read, then what holds its words."""
    wanted, listed = _plain(typed), choices(say)
    read = (
        [_read(typed)] if not typed.strip().isdecimal() else [_read(typed.strip() + unit) for unit in UNITS]
    )
    likely = [(stored(control), say.text(clock_words(control))) for control in read if control]
    fitting = [
        (value, words) for value, words in listed if all(part in _plain(words) for part in wanted.split())
    ]
    seen = set()
    for value, words in (*likely, *fitting):
        if value not in seen:
            seen.add(value)
            yield words, value


def _read(text: str) -> Control | None:
    try:
        return read_control(text)
    except Refusal:
        return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
