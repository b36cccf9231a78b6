"""What a language says of itself."""

from words.message import MessagePlace, rows

MESSAGES = (
    *rows(MessagePlace.SIGN, {"language.complete": "no"}),
    *rows(MessagePlace.OPTION, {"language.name": "English"}),
)
