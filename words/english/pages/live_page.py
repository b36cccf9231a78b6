"""Texts of the board in the browser: of the lab, and of the live board."""

from typing import Final

from words.english.pages import lab
from words.message import MessagePlace, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "live.waits": "The board is on its way.",
        "live.lost": "The connection is gone. The board goes on by itself as soon as it is back.",
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "live.title": "Live board",
        "live.theme": "Colours of the board",
        "live.theme.auto": "As your device is set",
    },
)

MESSAGES = (*SENTENCES, *PHRASES)

LABELS: Final = {
    **{code.removeprefix("lab."): code for code in lab.LABELS},
    "opening": "live.waits",
    "live": "live.title",
    "lost": "live.lost",
    "theme": "live.theme",
    "theme.auto": "live.theme.auto",
    "step.first": "web.first",
    "step.before": "web.former",
    "step.after": "web.later_move",
    "step.last": "web.last",
}
"""The codes of all that a page itself says, by their names there."""
