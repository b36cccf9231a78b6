"""What a language says of itself."""

from words.message import Place, rows

MESSAGES = (
    *rows(Place.SIGN, {"language.complete": "no"}),
    *rows(Place.OPTION, {"language.name": "English"}),
)
