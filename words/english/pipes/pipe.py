"""Errors of our pipes for requests that cannot be carried out.

Most of them are of `python -m rules` alone.
"""

from words.message import MessagePlace, make_messages

MESSAGES = make_messages(
    MessagePlace.CONSOLE,
    {
        "pipe.json": "This line is not JSON: send one object a line, in UTF-8.",
        "pipe.object": 'A request is a JSON object, such as {{"do": "{verb}"}}.',
        "pipe.id": "This “id” is nested too deeply to be returned.",
        "pipe.verb": "“do” is one of: {known}.",
        "pipe.failed": "“{verb}” failed on this request: {fault}.",
        "pipe.no_match": "There is no match yet: start one with “new” or “load”.",
        "pipe.options": "“options” is an object of names and values.",
        "pipe.number": "“{name}” is a whole number, not the text “{value}”.",
        "pipe.game_number": "“number” is a whole number from 1 up: which game of the file to load.",
        "pipe.bytes": "“bytes” is not Base64.",
        "pipe.large": "A file may have at most {limit} MB.",
        "pipe.turn": "“turn” is 0 or 1.",
        "pipe.resign": "Say who resigns: “seat” is 0 or 1.",
        "pipe.draw": "A draw is agreed by both: leave “seat” out.",
        "pipe.how": "“how” is resign or draw.",
        "pipe.depth": "“depth” is a whole number from 1 up.",
        "pipe.counting": "{title} takes as “counting” {known}.",
        "pipe.no_counting": "{title} takes as “counting” none: leave it out.",
        "pipe.text": "“{name}” is a text, and it is needed here.",
        "pipe.surrogate": "“{name}” holds half a character (a lone surrogate).",
        "pipe.seat": "“seat” is 0, 1 or null.",
    },
)
