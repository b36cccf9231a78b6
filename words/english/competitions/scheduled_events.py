"""Discord's scheduled events that announce leagues and tournaments."""

from words.message import MessagePlace, make_messages

MESSAGES = (
    *make_messages(
        MessagePlace.OPTION,
        {
            "event.season.starts": "{league}: season {number} starts",
            "event.season.closes": "{league}: season {number} closes",
            "event.tournament": "{league} starts",
        },
    ),
    *make_messages(MessagePlace.SENTENCE, {"event.description": "{title}. Its card: {link}"}),
)
