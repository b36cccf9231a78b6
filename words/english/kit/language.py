"""A language's name and its dates, and whether its translation is complete."""

from words.message import MessagePlace, make_messages

MESSAGES = (
    *make_messages(MessagePlace.SIGN, {"language.complete": "no"}),
    *make_messages(MessagePlace.OPTION, {"language.name": "English"}),
    *make_messages(MessagePlace.PICTURE, {"date": "{year}-{month}-{day_of_month}"}),
)
