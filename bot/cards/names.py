"""People's names as others may see them: nothing invisible, nothing that turns a line around, no longer than fits."""

import unicodedata
from typing import Final

from data.persons import COMPUTER, FORMER
from words import Said, Speaker, Words

INVISIBLE: Final = ("Cc", "Cf", "Cs")
"""Unicode categories of characters that show nothing but may turn a line around."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
MARKS: Final = 2
"""Accents on one letter; more are no accents but noise over the lines around."""
ISOLATE: Final = "\u2068{}\u2069"
"""Around a name that runs from right to left, so that what stands beside it stays in its place."""
THREAD_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""


def tidy(name: str) -> str:
    """Return a name without line breaks, invisible characters and heaps of accents; it may be empty."""
    seen, marks = [], 0
    for character in unicodedata.normalize("NFC", " ".join(name.split())):
        if unicodedata.category(character) in INVISIBLE or character in BLANK:
            continue
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MARKS:
            seen.append(character)
    return " ".join("".join(seen).split())


def mention(user_id: int | None) -> Words:
    """Return what Discord shows as a user's name, in words for the computer and for a player who was forgotten."""
    if user_id == COMPUTER:
        return Said("computer.name")
    return f"<@{user_id}>" if user_id else FORMER


def thread_name(first: Words, second: Words, title: Words, say: Speaker) -> str:
    """Return the name of a match's thread: its players first, then the game; names that are too long are cut."""
    names = [tidy(say.told(name)) or say.told(Said("card.somebody")) for name in (first, second)]
    frame = len(say("thread.name", name="", opponent="", title=title))
    room = THREAD_LIMIT - frame - 2 * (len(ISOLATE) - 2)
    half = room // 2
    shorter = min(len(name) for name in names)
    cut = [_cut(name, max(half, room - shorter)) for name in names]
    shown = [_isolated(name) for name in cut]
    return say("thread.name", name=shown[0], opponent=shown[1], title=title)[:THREAD_LIMIT]


def _cut(name: str, limit: int) -> str:
    return name if len(name) <= limit else name[: limit - 1].rstrip() + "…"


def _isolated(name: str) -> str:
    turned = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return ISOLATE.format(name) if turned else name
