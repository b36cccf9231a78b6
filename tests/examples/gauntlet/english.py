"""What a gauntlet says."""

from words.message import MessagePlace, make_messages

MESSAGES = (
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.tournament.how.gauntlet": "A gauntlet: the best by rating meets everybody else once.",
            "card.tournament.points.gauntlet": "-# A win gives 2 points, a draw 1.",
            "card.tournament.reason.gauntlet": "-# {league}: one against all. {name} begins by the order of play.",
        },
    ),
    *make_messages(MessagePlace.PICTURE, {"picture.tournament.gauntlet": "Gauntlet"}),
)
