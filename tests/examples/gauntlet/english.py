"""What a gauntlet says."""

from words.message import MessagePlace, rows

MESSAGES = (
    *rows(
        MessagePlace.SENTENCE,
        {
            "card.tournament.how.gauntlet": "A gauntlet: the best by rating meets everybody else once.",
            "card.tournament.points.gauntlet": "-# A win gives 2 points, a draw 1.",
            "card.tournament.reason.gauntlet": "-# {league}: one against all. {name} begins by the order of play.",
        },
    ),
    *rows(MessagePlace.PICTURE, {"picture.tournament.gauntlet": "Gauntlet"}),
)
