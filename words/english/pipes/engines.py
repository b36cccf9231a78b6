"""Texts that `python -m engines` has in addition to those of `python -m rules`."""

from words.message import MessagePlace, make_messages

MESSAGES = make_messages(
    MessagePlace.CONSOLE,
    {
        "engine.whole": "“{name}” is a whole number, and it is needed here.",
        "engine.seat": "“seat” is 0 or 1, and here seat {seat} is to move.",
        "engine.not_their_turn": "Seat {seat} is to move, not the other.",
        "engine.level": "{title} has no level {level}: the levels are 1 to {limit}, and 0 moves at random.",
        "engine.usage": "Usage: python -m engines [signature]",
    },
)
