"""Errors of `python -m club` for requests that cannot be carried out.

Those that all pipes share are elsewhere.
"""

from words.message import MessagePlace, make_messages

MESSAGES = make_messages(
    MessagePlace.CONSOLE,
    {
        "reckoning.list": "“{field}” is a list, and it is needed here.",
        "reckoning.left_out": "“{field}” is a list of players: leave it out where there are none.",
        "reckoning.objects": "“{field}” is a list of objects.",
        "reckoning.two": "“{field}” is a list of pairs, each of them a list of two players.",
        "reckoning.number": "“{field}” is a number from {less} to {more}, and it is needed here.",
        "reckoning.whole": "“{field}” is a whole number from {less} to {more}, and it is needed here.",
        "reckoning.boolean": "“{field}” is true or false, and it is needed here.",
        "reckoning.letters": "“{field}” is a text with one of {choices} for each round, at most {limit} rounds; leave it out for none.",
        "reckoning.scoring": "“scoring” is one of {choices}; leave it out for usual.",
        "reckoning.ahead": "“ahead” is one of the two who met, after a draw only; leave it out if neither was.",
        "reckoning.advantage": "“advantage” is an object that names games with their points.",
        "reckoning.points": "“{field}” is a number from {less} to {more}: leave it out for none.",
        "reckoning.winner": "“winner” is one of the two who met, or null for a draw, and it is needed here.",
        "reckoning.later": "A game is later than “now”: leave out what has not been played yet.",
        "reckoning.themselves": "“{name}” cannot meet themselves.",
        "reckoning.stranger": "“{name}” is not among the players.",
        "reckoning.twice": "“{name}” is named twice: name each player once.",
        "reckoning.many": "There can be {limit} players here at most, not {given}.",
        "reckoning.no_round": "No round is left in which nobody meets anybody again and nobody has a second bye.",
    },
)
