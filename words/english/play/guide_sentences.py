"""The guide of a first game: before it, after each turn and at the end."""

from words.message import MessagePlace, make_messages

MESSAGES = [
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.private.guide": "Only you see this match. Twotone goes easy on you, and says what happens.",
            "guide.start.even": (
                "Take turns to fill the squares: you write 0, Twotone writes 1. A row and a column that cross decide once"
                " both are full. **Both sums even: you win. Both odd: Twotone wins.**"
            ),
            "guide.start.odd": (
                "Take turns to fill the squares: you write 1, Twotone writes 0. A row and a column that cross decide once"
                " both are full. **Both sums odd: you win. Both even: Twotone wins.**"
            ),
            "guide.offer.even": "**{square} wins now**: two even lines.",
            "guide.offer.odd": "**{square} wins now**: two odd lines.",
            "guide.row.even": "Row {row} is full: its sum is even.",
            "guide.row.odd": "Row {row} is full: its sum is odd.",
            "guide.column.even": "Column {column} is full: its sum is even.",
            "guide.column.odd": "Column {column} is full: its sum is odd.",
            "guide.apart.even": "Row {row} is even and column {column} is odd: nobody wins yet.",
            "guide.apart.odd": "Row {row} is odd and column {column} is even: nobody wins yet.",
            "guide.next.row": "Closest to full: row {row}, with {count} of {all}.",
            "guide.next.column": "Closest to full: column {column}, with {count} of {all}.",
            "guide.end.won.even": "Row {row} and column {column} are full and even: you win.",
            "guide.end.won.odd": "Row {row} and column {column} are full and odd: you win.",
            "guide.end.lost.even": "Row {row} and column {column} are full and even: Twotone wins.",
            "guide.end.lost.odd": "Row {row} and column {column} are full and odd: Twotone wins.",
            "guide.end.draw": "Every square is taken and nobody has won: a draw.",
            "guide.end.resigned": "You gave up: Twotone wins.",
            "guide.end.agreed": "You both agreed: a draw.",
        },
    ),
    *make_messages(MessagePlace.BUTTON, {"button.stronger": "Stronger"}),
    *make_messages(MessagePlace.OPTION, {"computer.guide": "easy on you, and says what happens"}),
]
