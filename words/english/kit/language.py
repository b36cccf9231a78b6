"""A language's own name, and whether its translation is complete."""

from words.message import MessagePlace, rows

MESSAGES = (
    *rows(MessagePlace.SIGN, {"language.complete": "no"}),
    *rows(MessagePlace.OPTION, {"language.name": "English"}),
)
