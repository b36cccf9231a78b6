"""Every message in English, the source of all languages: one file a subject."""

from typing import Final

from words.english import (
    abroad,
    binar,
    binary,
    cards,
    checkers,
    checkers_help,
    clock_cards,
    clocks,
    club,
    commands,
    common,
    computer,
    daily,
    engines,
    games,
    host,
    hosting,
    incorrect_checkers,
    insight,
    language,
    lifecycle,
    one_zero_one,
    pictures,
    pipe,
    privacy,
    probe,
    puzzles,
    reckoning,
    records,
    replays,
    rest,
    settings,
    storage,
    yin_yang,
    zong_heng,
)
from words.message import Message

SUBJECTS: Final = (
    abroad,
    binar,
    binary,
    cards,
    checkers,
    checkers_help,
    clock_cards,
    clocks,
    club,
    commands,
    common,
    computer,
    daily,
    engines,
    games,
    host,
    hosting,
    incorrect_checkers,
    insight,
    language,
    lifecycle,
    one_zero_one,
    pictures,
    pipe,
    privacy,
    puzzles,
    settings,
    probe,
    reckoning,
    records,
    replays,
    rest,
    storage,
    yin_yang,
    zong_heng,
)


def _catalogue() -> dict[str, Message]:
    """Return the messages by code; raise `ValueError` where two have the same."""
    found: dict[str, Message] = {}
    for subject in SUBJECTS:
        for message in subject.MESSAGES:
            if message.code in found:
                raise ValueError(f"two messages have the code {message.code}")
            found[message.code] = message
    return found


MESSAGES: Final = _catalogue()
