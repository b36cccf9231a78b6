"""What Yin Yang says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "yin_yang.straight": "A stone moves along its row or its column; from {origin} to {target} is neither.",
        "yin_yang.alone": (
            "The {colour} stone on {origin} has no {colour} stone among its neighbours: it cannot move "
            "(a stone moves exactly as many squares as it has neighbours of its own colour)."
        ),
        "yin_yang.distance": (
            "The {colour} stone on {origin} moves exactly {distance}, the number of its {colour} neighbours "
            "(diagonal ones count); {target} is {given} away."
        ),
        "yin_yang.blocked": "{blocker} is taken: a stone crosses only empty squares and ends on an empty one.",
        "yin_yang.more_own": "no stone can move, and {own} of {all} stones stand on squares of their own colour",
        "yin_yang.more_other": "no stone can move, and {other} of {all} stones stand on squares of the other colour",
        "yin_yang.tie": (
            "no stone can move, {own} stones stand on their own colour and {other} on the other, "
            "and a tie goes to the second player"
        ),
    },
)
