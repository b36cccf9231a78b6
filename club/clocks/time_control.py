"""Time controls: a fixed time for each move, or a bank plus an increment.

They are parsed from text as people write it and from the stored form. A bank with an increment in seconds
is a live clock: both players play the match in one sitting.
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

    `time` is the seconds for each move, or the seconds in a bank, if `increment` is added to it with each
    move.

    >>> parse_control("3 days a move").text, parse_control("7 days + 12 hours").text
    ('3d', '7d+12h')
    """

    time: int
    increment: int | None = None
    """Seconds a player gains with each move.

    `None` if each move has its own time.
    """

    @property
    def is_live(self) -> bool:
        """Whether both players play the match in one sitting.

        Such a live clock uses Discord's own times, and nothing stops it.
        """
        return self.increment is not None and self.increment < MINUTE

    @property
    def text(self) -> str:
        """The time control in its stored form, which can be parsed again."""
        return _stored_duration(self.time) + (
            "" if self.increment is None else f"+{_stored_duration(self.increment)}"
        )

    @property
    def phrase(self) -> Phrase:
        """The time control in words."""
        if self.increment is None:
            return Phrase("clock.move", span=duration_phrase(self.time))
        return Phrase(
            "clock.bank", span=duration_phrase(self.time), increment=exact_duration_phrase(self.increment)
        )

    @property
    def may_expire_overnight(self) -> bool:
        """Whether a player's time may run out within a single night."""
        return self.time < NIGHT

    @property
    def grant_seconds(self) -> int:
        """Seconds that an opponent can give to a player who has run out of time."""
        if self.increment is None:
            return self.time
        return max(self.increment, min(self.time, DAY))


def is_live_clock(text: str) -> bool:
    """Whether a text of a clock means a game to sit down to."""
    control = parse_control(text)
    return control is not None and control.is_live


def parse_control(text: str) -> TimeControl | None:
    """Parse a time control as people write it or in its stored form.

    Return `None` if the text means no clock. Raise `Refusal` for any other text.
    """
    written = " ".join(text.casefold().split())
    if written.removesuffix(" clock") in NONE:
        return None
    plain = A_MOVE.sub("", written)
    if brief := BRIEF.fullmatch(plain):
        plain = f"{brief[1]}m+{brief[2]}s"
    bank, *more = PLUS.split(plain, maxsplit=1)
    time = _parse_seconds(bank, text)
    if not more:
        _check_bounds(time, SHORTEST, LONGEST_MOVE, "clock.bounds.move")
        return TimeControl(time)
    increment = _parse_seconds(more[0], text)
    if increment < MINUTE and time <= SITDOWN_BANK[1]:
        _check_live_bank(time, increment)
        return TimeControl(time, increment)
    _check_bounds(time, SHORTEST, LARGEST_BANK, "clock.bounds.bank")
    _check_bounds(increment, SMALLEST_INCREMENT, LONGEST_MOVE, "clock.bounds.increment")
    return TimeControl(time, increment)


def clock_phrase(control: TimeControl | None) -> Phrase:
    """Return a time control in words; `None` is worded as no clock."""
    return control.phrase if control else Phrase("clock.none")


def duration_phrase(seconds: float) -> Phrase:
    """Return a duration in words, in its two largest units down to minutes."""
    minutes = int(seconds) // MINUTE
    days, hours, minutes = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = [(days, "days"), (hours, "hours"), (minutes, "minutes")]
    first = next((number for number, (count, _) in enumerate(parts) if count), 2)
    said = [Phrase(f"clock.{unit}", count=count) for count, unit in parts[first : first + 2] if count]
    if not said:
        return Phrase("clock.minutes", count=0)
    return said[0] if len(said) == 1 else Phrase("clock.both", before=said[0], item=said[1])


def exact_duration_phrase(seconds: float) -> Phrase:
    """Return a duration in words to the second, as live clocks need it."""
    minutes, rest = divmod(int(seconds), MINUTE)
    if not minutes:
        return Phrase("clock.seconds", count=rest)
    if not rest:
        return duration_phrase(seconds)
    return Phrase("clock.both", before=duration_phrase(seconds), item=Phrase("clock.seconds", count=rest))


def _check_live_bank(time: int, increment: int) -> None:
    """Raise `Refusal` if no live clock may have this bank and increment.

    Both are in seconds.
    """
    least, most = SITDOWN_BANK
    first, last = SITDOWN_INCREMENT
    if not (least <= time <= most and first <= increment <= last):
        raise Refusal(
            "clock.bounds.sitdown",
            least=duration_phrase(least),
            most=duration_phrase(most),
            increment=exact_duration_phrase(first),
            span=exact_duration_phrase(last),
        )


def _parse_seconds(written: str, text: str) -> int:
    """Parse a duration as people write it, and return its seconds.

    There may be spaces between its parts. From a minute upwards it must be in whole minutes. `text` is
    quoted in the `Refusal`.
    """
    seconds, at = 0, 0
    while found := PIECE.match(written, at):
        seconds += int(found[1]) * UNITS[found[2][0]]
        at = found.end()
    if not at or at < len(written) or (seconds > MINUTE and seconds % MINUTE):
        raise Refusal("clock.unreadable", value=clip(text))
    return seconds


def _check_bounds(seconds: int, least: int, most: int, code: str) -> None:
    if not least <= seconds <= most:
        raise Refusal(
            code, span=duration_phrase(seconds), least=duration_phrase(least), most=duration_phrase(most)
        )


def _stored_duration(seconds: int) -> str:
    """Return a duration in its stored form, in the largest units.

    >>> _stored_duration(36 * HOUR)
    '1d12h'
    """
    text = ""
    for sign, unit in STORED.items():
        count, seconds = divmod(seconds, unit)
        text += f"{count}{sign}" if count else ""
    return text
