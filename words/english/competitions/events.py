"""Events of Discord's that tell of leagues and tournaments."""

from words.message import Place, rows

MESSAGES = (
    *rows(
        Place.OPTION,
        {
            "event.season.starts": "{league}: season {number} starts",
            "event.season.closes": "{league}: season {number} closes",
            "event.tournament": "{league} starts",
        },
    ),
    *rows(Place.SENTENCE, {"event.description": "{title}. Its card: {link}"}),
)
