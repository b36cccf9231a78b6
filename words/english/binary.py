"""What Binary says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "binary.first": (
            "Black opens with one piece on a dark square outside the centre space; {square} {why}."
        ),
        "binary.first_pair": "Black's first move is a single piece; {count} squares are too many.",
        "binary.too_many": "A turn places one or two pieces; {count} squares are too many.",
        "binary.twice": "Two pieces need two squares; you named {square} twice.",
        "binary.last_piece": "You have one piece left in hand: name one square.",
        "binary.pair": (
            "{square} is a {colour} square: two pieces in one turn must both go on your own colour, {own} "
            "(a piece on the other colour is the only one of its turn)."
        ),
        "binary.centre_pair": (
            "{square} is in the centre space: a piece placed there on your own colour is the only one of its turn."
        ),
        "binary.centre_discard": (
            "{square} is a centre square of the other colour: a piece there costs one more from your hand, and it "
            "is your last."
        ),
        "binary.discarded": "{side} discarded one more piece for the centre.",
        "binary.alone": "{empty} has no pieces left: {side} places the rest alone.",
        "binary.more": "{sums} points against {others}",
        "binary.tie": (
            "both score {points}, and territory number {place} in order of size is the larger one, {more} against {less}"
        ),
        "binary.equal": "both score {points}, and all territories are equal in size",
    },
)
