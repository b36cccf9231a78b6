"""Texts of Incorrect Checkers."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "incorrect_checkers.not_yours": "The piece on {square} is {side}'s; you move your own.",
        "incorrect_checkers.colour.black": (
            "Black's pieces never leave the dark squares; {square} is not one of them."
        ),
        "incorrect_checkers.colour.white": (
            "White's pieces never leave the light squares; {square} is not one of them."
        ),
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
        "incorrect_checkers.did.step": "{name} stepped from {origin} to {target}.",
        "incorrect_checkers.did.jumps": PluralTemplate(
            "count",
            "{name} made {count} jump, from {origin} to {target}.",
            "{name} made {count} jumps, from {origin} to {target}.",
        ),
        "incorrect_checkers.home": "every piece stands on the last three ranks",
        "incorrect_checkers.limit": PluralTemplate(
            "limit",
            "both players together have made {limit} move",
            "both players together have made {limit} moves",
        ),
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "incorrect_checkers.help.summary": (
            "Checkers set up wrongly: Black on dark squares, White on light ones, so nobody can ever be "
            "captured. Pieces step forward, and jump over friends and enemies without removing them. Be the first"
            " to bring all twelve across, into your last three ranks."
        ),
        "incorrect_checkers.help.rules.start": (
            "**Black** begins on ranks 1–3 and moves up, **White** on ranks 6–8 and moves down; Black moves "
            "first. A turn is one step or a chain of jumps of one piece."
        ),
        "incorrect_checkers.help.rules.step": "**Step:** one square diagonally forward onto an empty square.",
        "incorrect_checkers.help.rules.jumps": (
            "**Jumps:** diagonally, forward or back, over a friend next to the piece onto the empty square "
            "behind it; and **once a turn** also straight (up, down or sideways) over an enemy. Jumps may "
            "follow one another, change direction and stop anywhere, but no piece is jumped twice, and the "
            "turn must end on a rank further forward than it began."
        ),
        "incorrect_checkers.help.rules.retreat": (
            "**Retreat:** a piece may step one square diagonally back only when every goal square that lies "
            "diagonally ahead of it holds a friend. Only a step retreats: a turn of jumps always ends further"
            " forward."
        ),
        "incorrect_checkers.help.ending": "Your goal is your last three ranks: whoever has all pieces there has won.",
        "incorrect_checkers.help.notation": (
            "Start and end, `c3-d4`; a chain may be written in full, `c1-a3-c5`, when you want the picture "
            "to show that way."
        ),
        "incorrect_checkers.help.rulings.light": "White begins on light squares (the figure is lost).",
        "incorrect_checkers.help.rulings.chain": (
            "A step never joins jumps, and the square that a piece starts from counts as empty in its chain."
        ),
        "incorrect_checkers.help.rulings.goal": (
            "The goal squares ahead are those that steps forward could reach on an empty board, the piece's "
            "own square left out; a piece on the last rank never retreats."
        ),
        "incorrect_checkers.help.rulings.limit": "A draw after 300 moves of both players together, unless the last one wins; or by agreement.",
        "incorrect_checkers.help.figures.chain": (
            "One turn: diagonally over the friend on d4, then straight over White's piece on e6. A second "
            "enemy could not be jumped."
        ),
        "incorrect_checkers.help.figures.end": (
            "With g5-h6 the last black piece has reached Black's last three ranks: Black wins."
        ),
        "incorrect_checkers.help.figures.retreat": (
            "The goal squares ahead of e7 are d8 and f8. Both hold friends, so e7 may step back to d6 or f6."
        ),
        "incorrect_checkers.help.credit": "Kanare Kato, 2022.",
    },
)

MESSAGES = (*SENTENCES, *HELP)
