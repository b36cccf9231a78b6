"""Time controls: a time for each move, or a bank plus an increment.

They are read as people write them and as they are stored. A bank whose increment is in seconds is a
live clock: both players play the match through at once.
"""

import re
from dataclasses import dataclass
from typing import Final

from club.refusals import Refusal
from words import Phrase, clip

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SHORTEST: Final = HOUR
"""Seconds: the least time for a move, and the smallest bank."""
LONGEST_MOVE: Final = 14 * DAY
LARGEST_BANK: Final = 60 * DAY
SMALLEST_INCREMENT: Final = MINUTE
SITDOWN_BANK: Final = (5 * MINUTE, 3 * HOUR)
"""Seconds: the smallest and the largest bank of a sit-down clock."""
SITDOWN_INCREMENT: Final = (1, MINUTE - 1)
NIGHT: Final = 8 * HOUR
"""Seconds of a night's sleep: a clock with less may run out in one."""

STORED: Final = {"d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
UNITS: Final = {"w": 7 * DAY, **STORED}
PIECE: Final = re.compile(
    r"(\d{1,6})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\s*"
)
BRIEF: Final = re.compile(r"(\d{1,3})\s*\+\s*(\d{1,2})")
"""A live clock as chess and checkers players write it.

Minutes, and seconds added for each move.
"""
NONE: Final = ("", "none", "no", "off", "-")
A_MOVE: Final = re.compile(
    r"\s*(?:/|\b(?:a|per|each|every)\b|(?:with|for) (?:each|every))\s*(?:move|turn)\s*$"
)
PLUS: Final = re.compile(r"\s*(?:\+|\bplus\b|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time both players have.

    `time` is the seconds for each move, or the seconds in a bank that `increment` is added to.

    >>> read_control("3 days a move").text, read_control("7 days + 12 hours").text
    ('3d', '7d+12h')
    """

    time: int
    increment: int | None = None
    """Seconds a player gains with each move.

    `None` if each move has its own time.
    """

    @property
    def is_live(self) -> bool:
        """Whether both players play the match through at once.

        Such a live clock uses Discord's own times, and nothing stops it.
        """
        return self.increment is not None and self.increment < MINUTE

    @property
    def text(self) -> str:
        """Return how it is stored, which can be read again."""
        return _short(self.time) + ("" if self.increment is None else f"+{_short(self.increment)}")

    @property
    def in_words(self) -> Phrase:
        """The time control in words."""
        if self.increment is None:
            return Phrase("clock.move", span=span(self.time))
        return Phrase("clock.bank", span=span(self.time), increment=fine_span(self.increment))

    @property
    def short(self) -> bool:
        """Return whether it may run out in one night's sleep."""
        return self.time < NIGHT

    @property
    def grant(self) -> int:
        """Return the seconds that an opponent gives to a player who has run out of time."""
        if self.increment is None:
            return self.time
        return max(self.increment, min(self.time, DAY))


def read_control(text: str) -> TimeControl | None:
    """Read a time control as a person writes it or as it is stored.

    `None` means no clock. Raise `Refusal` for any other text.
    """
    written = " ".join(text.casefold().split())
    if written.removesuffix(" clock") in NONE:
        return None
    plain = A_MOVE.sub("", written)
    if brief := BRIEF.fullmatch(plain):
        plain = f"{brief[1]}m+{brief[2]}s"
    bank, *more = PLUS.split(plain, maxsplit=1)
    time = _seconds(bank, text)
    if not more:
        _within(time, SHORTEST, LONGEST_MOVE, "clock.bounds.move")
        return TimeControl(time)
    increment = _seconds(more[0], text)
    if increment < MINUTE and time <= SITDOWN_BANK[1]:
        _check_live_bank(time, increment)
        return TimeControl(time, increment)
    _within(time, SHORTEST, LARGEST_BANK, "clock.bounds.bank")
    _within(increment, SMALLEST_INCREMENT, LONGEST_MOVE, "clock.bounds.increment")
    return TimeControl(time, increment)


def clock_words(control: TimeControl | None) -> Phrase:
    """Return a clock in words, also where there is none."""
    return control.in_words if control else Phrase("clock.none")


def span(seconds: float) -> Phrase:
    """Return a length of time in words, in its two largest units.

    Anything smaller than a minute is left out.
    """
    minutes = int(seconds) // MINUTE
    days, hours, minutes = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = [(days, "days"), (hours, "hours"), (minutes, "minutes")]
    first = next((number for number, (count, _) in enumerate(parts) if count), 2)
    said = [Phrase(f"clock.{unit}", count=count) for count, unit in parts[first : first + 2] if count]
    if not said:
        return Phrase("clock.minutes", count=0)
    return said[0] if len(said) == 1 else Phrase("clock.both", before=said[0], item=said[1])


def fine_span(seconds: float) -> Phrase:
    """Return a length of time in words to the second, as live clocks need it."""
    minutes, rest = divmod(int(seconds), MINUTE)
    if not minutes:
        return Phrase("clock.seconds", count=rest)
    if not rest:
        return span(seconds)
    return Phrase("clock.both", before=span(seconds), item=Phrase("clock.seconds", count=rest))


def _check_live_bank(time: int, increment: int) -> None:
    """Raise `Refusal` if no live clock has this bank and increment, in seconds."""
    least, most = SITDOWN_BANK
    first, last = SITDOWN_INCREMENT
    if not (least <= time <= most and first <= increment <= last):
        raise Refusal(
            "clock.bounds.sitdown",
            least=span(least),
            most=span(most),
            increment=fine_span(first),
            span=fine_span(last),
        )


def _seconds(written: str, text: str) -> int:
    """Return the seconds of a length of time as people write it.

    There may be a space between its pieces. From a minute upwards it is in whole minutes.
    """
    seconds, at = 0, 0
    while found := PIECE.match(written, at):
        seconds += int(found[1]) * UNITS[found[2][0]]
        at = found.end()
    if not at or at < len(written) or (seconds > MINUTE and seconds % MINUTE):
        raise Refusal("clock.unreadable", value=clip(text))
    return seconds


def _within(seconds: int, least: int, most: int, code: str) -> None:
    if not least <= seconds <= most:
        raise Refusal(code, span=span(seconds), least=span(least), most=span(most))


def _short(seconds: int) -> str:
    """Return a length of time in the stored form, in the largest units.

    >>> _short(36 * HOUR)
    '1d12h'
    """
    text = ""
    for sign, unit in STORED.items():
        count, seconds = divmod(seconds, unit)
        text += f"{count}{sign}" if count else ""
    return text
