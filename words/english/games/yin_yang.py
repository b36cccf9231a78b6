"""Texts of Yin Yang."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "yin_yang.straight": "A stone moves along its row or its column; from {origin} to {target} is neither.",
        "yin_yang.alone.black": (
            "The black stone on {origin} has no black stone among its neighbours: it cannot move "
            "(a stone moves exactly as many squares as it has neighbours of its own colour)."
        ),
        "yin_yang.alone.white": (
            "The white stone on {origin} has no white stone among its neighbours: it cannot move "
            "(a stone moves exactly as many squares as it has neighbours of its own colour)."
        ),
        "yin_yang.distance.black": PluralTemplate(
            "distance",
            "The black stone on {origin} moves exactly {distance} square, the number of its black neighbours "
            "(diagonal ones count); {target} is {given} away.",
            "The black stone on {origin} moves exactly {distance} squares, the number of its black neighbours "
            "(diagonal ones count); {target} is {given} away.",
        ),
        "yin_yang.distance.white": PluralTemplate(
            "distance",
            "The white stone on {origin} moves exactly {distance} square, the number of its white neighbours "
            "(diagonal ones count); {target} is {given} away.",
            "The white stone on {origin} moves exactly {distance} squares, the number of its white neighbours "
            "(diagonal ones count); {target} is {given} away.",
        ),
        "yin_yang.blocked": "{blocker} is taken: a stone crosses only empty squares and ends on an empty one.",
        "yin_yang.did.black": (
            "{name} moved the black stone on {origin} to {target} and put a white one in its place."
        ),
        "yin_yang.did.white": (
            "{name} moved the white stone on {origin} to {target} and put a black one in its place."
        ),
        "yin_yang.progress": (
            "{name} counts every stone on a square of the stone's own colour, {opponent} every stone on the other colour."
        ),
        "yin_yang.more_own": PluralTemplate(
            "all",
            "no stone can move, and {own} of {all} stone stands on a square of its own colour",
            "no stone can move, and {own} of {all} stones stand on squares of their own colour",
        ),
        "yin_yang.more_other": PluralTemplate(
            "all",
            "no stone can move, and {other} of {all} stone stands on a square of the other colour",
            "no stone can move, and {other} of {all} stones stand on squares of the other colour",
        ),
        "yin_yang.tie": PluralTemplate(
            "own",
            "no stone can move, {own} stone stands on its own colour and {other} on the other, "
            "and a tie goes to the second player",
            "no stone can move, {own} stones stand on their own colour and {other} on the other, "
            "and a tie goes to the second player",
        ),
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "yin_yang.help.summary": (
            "Black and white stones belong to nobody: both players move any of them, and with each move one more"
            " comes onto the board. **First** wants stones to stand on squares of their own colour in the end,"
            " **Second** on squares of the other colour. The game is over when no stone can move."
        ),
        "yin_yang.help.rules.distance": (
            "A turn has two parts, both obligatory. First move any stone, black or white: straight along its"
            " row or column, over empty squares, onto an empty square. How far is not your choice: exactly "
            "as many squares as there are stones of its colour on the eight squares around it."
        ),
        "yin_yang.help.rules.other": "Then a stone of the **other** colour is put on the square that it left.",
        "yin_yang.help.rules.stuck": (
            "A stone with no neighbour of its colour cannot move, nor can one that would run into another "
            "stone or off the board."
        ),
        "yin_yang.help.ending": (
            "The game is over when the player to move has no such move. First gets a point for every stone "
            "on a square of its own colour, Second for every other stone; a tie goes to Second."
        ),
        "yin_yang.help.notation": "From and to: `d4-d5`. In your own view every stone that can move wears its distance.",
        "yin_yang.help.rulings.corner": "The corner a1 is a light square: the four stones begin on the other colour (score 0–4).",
        "yin_yang.help.rulings.enough": "There are always enough stones.",
        "yin_yang.help.figures.opening": (
            "First has opened with d4-d5 and a white stone took d4. Every black stone is alone now: only "
            "white ones can move."
        ),
        "yin_yang.help.figures.end": (
            "After five moves no stone can move. Five of nine stand on squares of their own colour: First wins."
        ),
        "yin_yang.help.figures.stuck": (
            "c3, d3 and d4 have three black neighbours each and must go exactly three squares: the edge or "
            "another stone stops them all."
        ),
        "yin_yang.help.credit": "North Berkshire Games Group, 2003.",
    },
)

MESSAGES = (*SENTENCES, *HELP)
