"""Time controls as members type them in their own language.

The words are those of the language's own sentences: a clock can be typed as a card writes it.
"""

import re
from functools import lru_cache
from typing import Final

from club.clocks.time_control import TimeControl, parse_control
from club.refusals import Refusal
from words import Phrase

SPAN, INCREMENT = "\ue000", "\ue001"
"""Stand for the two durations of a sentence while its own words are looked at."""
COUNTS: Final = (1, 2, 5, 21, 22, 25, 100, 101)
"""Numbers after which a word takes every form that it has in some language."""
NAMED: Final = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
SHORTEST_WORD: Final = 3
"""Letters by which "no clock" is understood."""
AMOUNT: Final = re.compile(r"(\d+)\s*([^\W\d_]+)\.?")


def parse_typed_control(text: str, language: str) -> TimeControl | None:
    """Parse a time control as people write it, in English or in a language.

    Return `None` if the text means no clock. Raise `Refusal` for any other text.

    >>> parse_typed_control("3 Tage je Zug", "de").text, parse_typed_control("keine Uhr", "de")
    ('3d', None)
    """
    try:
        return parse_control(text)
    except Refusal as refusal:
        if refusal.code != "clock.unreadable":
            raise
        try:
            return parse_control(_to_stored_form(" ".join(text.casefold().split()), language))
        except Refusal as other:
            # The first one repeats what was typed.
            raise (refusal if other.code == refusal.code else other) from None


def _to_stored_form(written: str, language: str) -> str:
    """Return a text with its known words in the stored form of a time control."""
    none = Phrase("clock.none").text(language).casefold()
    if len(written) >= SHORTEST_WORD and none.startswith(written):
        return "none"
    bank, move = _patterns(language)
    if found := bank.fullmatch(written):
        written = f"{found[1]}+{found[2]}"
    elif found := move.fullmatch(written):
        written = found[1]
    units = _unit_words(language)

    def shorten(amount: re.Match[str]) -> str:
        meant = {unit for word, unit in units.items() if word.startswith(amount[2])}
        return amount[1] + meant.pop() if len(meant) == 1 else amount[0]

    return AMOUNT.sub(shorten, written)


@lru_cache(maxsize=32)
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what a bank, and a time for each move, look like in a language."""
    bank = Phrase("clock.bank", span=SPAN, increment=INCREMENT).text(language)
    move = Phrase("clock.move", span=SPAN).text(language)
    return _pattern(bank), _pattern(move)


def _pattern(sentence: str) -> re.Pattern[str]:
    plain = re.escape(" ".join(sentence.casefold().split()))
    return re.compile(plain.replace(SPAN, "(.+?)").replace(INCREMENT, "(.+?)"))


@lru_cache(maxsize=32)
def _unit_words(language: str) -> dict[str, str]:
    """Return the stored form's letter of a unit by every form of its word."""
    return {
        match[2]: unit
        for unit, name in NAMED.items()
        for count in COUNTS
        if (match := AMOUNT.match(Phrase(f"clock.{name}", count=count).text(language).casefold()))
    }
