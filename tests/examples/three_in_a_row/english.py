"""What Three in a row says."""

from words.message import MessagePlace, make_messages

TITLES = make_messages(MessagePlace.TITLE, {"title.three_in_a_row": "Three in a row"})

HELP = make_messages(
    MessagePlace.HELP,
    {
        "three_in_a_row.help.summary": (
            "The board is five squares wide and four high. **Black** and **White** put a piece on it in turn. The"
            " first to have three in a line wins."
        ),
        "three_in_a_row.help.rules.turn": (
            "The board starts empty. **Black** moves first. A turn puts one piece of your own on an empty square."
        ),
        "three_in_a_row.help.ending": (
            "Three pieces of one side, next to each other in a row, a column or a diagonal, win. A full board without"
            " them is a draw."
        ),
        "three_in_a_row.help.notation": "The square, `b2`.",
        "three_in_a_row.help.figures.line": "Black has just played c3, and the diagonal wins.",
        "three_in_a_row.help.credit": "Traditional.",
    },
)

DID = make_messages(MessagePlace.SENTENCE, {"three_in_a_row.did": "{name} took {square}."})

ENDS = make_messages(
    MessagePlace.PHRASE,
    {
        "three_in_a_row.line": "{side} has three in a line",
        "three_in_a_row.full": "the board is full and nobody has three in a line",
    },
)

MESSAGES = (*TITLES, *HELP, *DID, *ENDS)
