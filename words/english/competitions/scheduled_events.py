"""Discord's scheduled events that announce leagues and tournaments."""

from words.message import MessagePlace, rows

MESSAGES = (
    *rows(
        MessagePlace.OPTION,
        {
            "event.season.starts": "{league}: season {number} starts",
            "event.season.closes": "{league}: season {number} closes",
            "event.tournament": "{league} starts",
        },
    ),
    *rows(MessagePlace.SENTENCE, {"event.description": "{title}. Its card: {link}"}),
)
