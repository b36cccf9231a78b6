"""Texts of Binar."""

from words.message import MessagePlace, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "binar.digit": (
            "This match is played with own digits: {side} places {digit} and cannot place {given} "
            "(the option “either digit” would allow it)."
        ),
        "binar.which": "Say which digit: {square}:0 or {square}:1.",
        "binar.no_such_digit": "The digits are 0 and 1; {digit} is neither.",
        "binar.both.even": "row {row} and column {column} are both full and both even",
        "binar.both.odd": "row {row} and column {column} are both full and both odd",
        "binar.mover.row.even": "every line completed (row {row}) is even",
        "binar.mover.column.even": "every line completed (column {column}) is even",
        "binar.mover.both.even": "every line completed (row {row} and column {column}) is even",
        "binar.mover.row.odd": "every line completed (row {row}) is odd",
        "binar.mover.column.odd": "every line completed (column {column}) is odd",
        "binar.mover.both.odd": "every line completed (row {row} and column {column}) is odd",
        "binar.opponent.row_even": "a line completed has the other player's parity (row {row} even)",
        "binar.opponent.column_even": "a line completed has the other player's parity (column {column} even)",
        "binar.opponent.row_odd": "a line completed has the other player's parity (row {row} odd)",
        "binar.opponent.column_odd": "a line completed has the other player's parity (column {column} odd)",
        "binar.opponent.row_even_column_even": (
            "a line completed has the other player's parity (row {row} even and column {column} even)"
        ),
        "binar.opponent.row_even_column_odd": (
            "a line completed has the other player's parity (row {row} even and column {column} odd)"
        ),
        "binar.opponent.row_odd_column_even": (
            "a line completed has the other player's parity (row {row} odd and column {column} even)"
        ),
        "binar.opponent.row_odd_column_odd": (
            "a line completed has the other player's parity (row {row} odd and column {column} odd)"
        ),
        "binar.full": "the board is full and nobody has won",
        "binar.did": "{name} placed {digit} on {square}.",
        "binar.advice": "Odd sizes are recommended: on an even board the sides differ.",
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "binar.help.summary": (
            "Even and Odd fill the board with digits in turn. Full rows and columns have a sum: Even wants even"
            " sums, Odd wants odd ones. A row and a column that cross where somebody has just moved win, if both are"
            " full and both of your kind; in a match with *single lines* the first full line decides."
        ),
        "binar.help.rules.turn": (
            "The board starts empty. **Even** (digit 0) moves first, **Odd** (digit 1) second; a move puts "
            "one digit on an empty square. Digits are never moved or removed."
        ),
        "binar.help.rules.own": "*Own digits:* you place your own digit, Even a 0 and Odd a 1.",
        "binar.help.rules.choose": "*Either digit:* with each move you choose whether to place a 0 or a 1.",
        "binar.help.rules.double": (
            "*Double lines:* look only at the row and the column through the square just filled. If both are"
            " full and their sums are both even, Even wins; both odd, Odd wins, whoever moved."
        ),
        "binar.help.rules.single": (
            "*Single lines:* as soon as a move fills its row or its column (or both) the game is over. If a "
            "line it filled has the opponent's parity the opponent wins, otherwise the mover."
        ),
        "binar.help.ending": (
            "Without a winner the game ends when the board is full: a draw. Boards of odd size are "
            "recommended, since there both players want an odd number of their own digits in a line."
        ),
        "binar.help.notation": "The square, `d3`; when you may choose, the digit too: `d3:1`.",
        "binar.help.rulings.sizes": "Sizes 3 to 9 can be chosen.",
        "binar.help.rulings.defaults": (
            "The rulebook names no default for digits and lines: own digits and double lines, unless something else is"
            " agreed on."
        ),
        "binar.help.figures.single": (
            "*Single lines:* Odd has just filled row 3 with e3. Its sum is 3, so Odd wins."
        ),
        "binar.help.figures.unequal": (
            "Odd has just played 1 on c3. Row 3 sums to 2 and column c to 3: one is even, one is odd, and play goes on."
        ),
        "binar.help.figures.both": "Odd has just played 1 on c3. Row 3 and column c are full and both sum to 2: Even wins.",
        "binar.help.credit": "Cameron Browne, 2009.",
    },
)

MESSAGES = (*SENTENCES, *HELP)
