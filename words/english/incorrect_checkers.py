"""What Incorrect Checkers says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "incorrect_checkers.not_yours": "The piece on {square} is {side}'s; you move your own.",
        "incorrect_checkers.colour": "{side}'s pieces never leave the {colour} squares; {square} is not one of them.",
        "incorrect_checkers.forward": (
            "A turn of steps or jumps must end on a rank further forward than it began; {target} is not ahead of {origin}."
        ),
        "incorrect_checkers.retreat_cone": (
            "{origin} may step back only when every goal square ahead of it holds a piece of yours; {square} does not."
        ),
        "incorrect_checkers.retreat_last": "{origin} is on the last rank: a piece there never retreats.",
        "incorrect_checkers.jump_back": (
            "A retreat is a single step diagonally back; from {origin} to {target} is more than that "
            "(no jumps backward)."
        ),
        "incorrect_checkers.no_way": (
            "No step and no chain of jumps leads from {origin} to {target} (a step goes one square diagonally forward; "
            "jumps go over a friend diagonally, or once a turn over an enemy straight, onto an empty square)."
        ),
        "incorrect_checkers.no_jump": (
            "{origin}-{target} is no jump: a chain goes two squares at a time, diagonally over a friend or straight over "
            "an enemy (a step never joins jumps)."
        ),
        "incorrect_checkers.over_nothing": "{origin}-{target} jumps over {over}, which is empty.",
        "incorrect_checkers.second_enemy": "{origin}-{target} jumps a second enemy; a turn jumps at most one.",
        "incorrect_checkers.twice": (
            "{origin}-{target} jumps the piece on {over} again; no piece is jumped twice in a turn."
        ),
        "incorrect_checkers.home": "every piece stands on the last three ranks",
        "incorrect_checkers.limit": "{limit} moves have been made, both sides counted",
    },
)
