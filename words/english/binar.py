"""What Binar says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "binar.digit": (
            "With digits=own you place your own digit: {side} places {digit} and cannot place {given} "
            "(digits=choose would allow it)."
        ),
        "binar.which": "Say which digit: {square}:0 or {square}:1.",
        "binar.no_such_digit": "The digits are 0 and 1; {digit} is neither.",
        "binar.both": "row {row} and column {column} are both full and both {parity}",
        "binar.mover": "every line completed ({lines}) is {parity}",
        "binar.opponent": "a line completed has the other player's parity: {lines}",
        "binar.full": "the board is full and nobody has won",
    },
)
