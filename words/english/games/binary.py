"""Texts of Binary."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "binary.first.centre": (
            "Black opens with one piece on a dark square outside the centre space; {square} is in it."
        ),
        "binary.first.light": (
            "Black opens with one piece on a dark square outside the centre space; {square} is light."
        ),
        "binary.first_pair": PluralTemplate(
            "count",
            "Black's first move is a single piece; {count} square is too many.",
            "Black's first move is a single piece; {count} squares are too many.",
        ),
        "binary.too_many": PluralTemplate(
            "count",
            "A turn places one or two pieces; {count} square is too many.",
            "A turn places one or two pieces; {count} squares are too many.",
        ),
        "binary.twice": "Two pieces need two squares; you named {square} twice.",
        "binary.last_piece": "You have one piece left in hand: name one square.",
        "binary.pair.black": (
            "{square} is a light square: two pieces in one turn must both go on your own colour, dark "
            "(a piece on the other colour is the only one of its turn)."
        ),
        "binary.pair.white": (
            "{square} is a dark square: two pieces in one turn must both go on your own colour, light "
            "(a piece on the other colour is the only one of its turn)."
        ),
        "binary.centre_pair": (
            "{square} is in the centre space: a piece placed there on your own colour is the only one of its turn."
        ),
        "binary.centre_discard": (
            "{square} is a centre square of the other colour: a piece there costs one more from your hand, and it "
            "is your last."
        ),
        "binary.did.one": "{name} placed a piece on {square}.",
        "binary.did.two": "{name} placed pieces on {square} and {second}.",
        "binary.discarded": "{side} discarded one more piece for the centre.",
        "binary.alone": "{empty} has no pieces left: {side} places the rest alone.",
        "binary.more": "the largest territory counts twice, {count} squares against {other_count}",
        "binary.tie": (
            "both score {points}, and territory number {place} in order of size is the larger one, {more} against {less}"
        ),
        "binary.equal": "both score {points}, and all territories are equal in size",
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "binary.help.summary": (
            "Black owns the dark squares and White the light ones; both place their pieces until their hands are"
            " empty. Your pieces and the empty squares of your colour that touch them make your territories. Your"
            " largest territory counts twice, so connect."
        ),
        "binary.help.rules.opening": (
            "**Black** owns the dark squares, **White** the light ones. Each has as many pieces as a quarter"
            " of the board has squares: 16 on 8×8. Black opens with one piece on a dark square outside the "
            "centre."
        ),
        "binary.help.rules.turn": (
            "After that a turn is either **one or two** pieces on empty squares of your own colour, or "
            "**one** piece on an empty square of the other colour. Nobody passes."
        ),
        "binary.help.rules.centre": (
            "The four framed squares in the middle are the centre. On your own colour there, the piece is "
            "the only one of its turn. On the other colour there, it costs one more piece from your hand, "
            "which leaves the game: with a single piece left you cannot do it."
        ),
        "binary.help.rules.alone": "Whose hand is empty has finished; the other places the rest alone, turn by turn.",
        "binary.help.ending": (
            "A territory is your pieces and the empty squares of your colour that hang together along rows "
            "and columns, two at least. Score: twice your largest territory plus all your others. On a tie "
            "the larger largest territory wins, then the second, and so on; all equal is a draw."
        ),
        "binary.help.notation": "One square, `d4`, or two, `a1+c3`, in either order.",
        "binary.help.rulings.none": "No territory at all scores 0.",
        "binary.help.rulings.shared": (
            "An empty square that two groups of one side touch joins them: together they are one territory."
        ),
        "binary.help.figures.pair": (
            "Black has opened with one piece on b6; White has put two on light squares, c2 and a2."
        ),
        "binary.help.figures.centre": (
            "Black has put a piece on c4, a light square in the centre: it is the only piece of the turn, and one more"
            " has left Black's hand."
        ),
        "binary.help.figures.territory": (
            "Black has just put a piece on b1, a light square: it ties a1, c1 and b2 together, pieces and "
            "empty dark squares alike, to a territory of four."
        ),
        "binary.help.figures.end": "The end. Every territory is outlined with its size.",
        "binary.help.credit": "Kanare Kato, 2022.",
    },
)

MESSAGES = (*SENTENCES, *HELP)
