"""First steps: the small tasks of each game, and why a move does not solve one."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.steps": "### First steps: {title}",
        "card.steps.number": "Task {number} of {count} · {text}",
        "card.steps.task": "You are **{side}**. {text}",
        "card.steps.right": "**That is it:** `{move}`",
        "card.steps.whole": "You have solved all tasks of this game. Now you can play it.",
        "steps.gone": "This task is not there any more. {slash_rules} leads to the first steps of a game.",
    },
)

GOALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "steps.goal.take": PluralTemplate(
            "count", "Capture {count} piece.", "Capture {count} pieces in one move."
        ),
        "steps.goal.crown": "Make one of your men a king.",
        "steps.goal.safe": "Make a move after which nothing of yours can be captured.",
        "steps.goal.shot": PluralTemplate(
            "count",
            "Give something up so that you can capture {count} piece with your next move, whatever they answer.",
            "Give something up so that you can capture {count} pieces with your next move, whatever they answer.",
        ),
        "steps.goal.win": "Win the game with this move.",
        "steps.goal.hold": "Make a move after which your opponent cannot win at once.",
        "steps.goal.fork": "Make a move after which you win with your next one, whatever they answer.",
        "steps.goal.score.points": PluralTemplate(
            "count",
            "Make a move that brings you {count} point or more.",
            "Make a move that brings you {count} points or more.",
        ),
        "steps.goal.score.largest_group": PluralTemplate(
            "count",
            "Make your largest group bigger by {count} piece or more.",
            "Make your largest group bigger by {count} pieces or more.",
        ),
        "steps.goal.score.home": PluralTemplate(
            "count",
            "Bring {count} piece more into the three rows on the far side, where it is home.",
            "Bring {count} pieces more into the three rows on the far side, where they are home.",
        ),
        "steps.goal.margin": PluralTemplate(
            "count",
            "Gain {count} point on your opponent: what you win and what they lose count together.",
            "Gain {count} points on your opponent: what you win and what they lose count together.",
        ),
        "steps.goal.spoil.points": PluralTemplate(
            "count", "Take {count} point from your opponent.", "Take {count} points from your opponent."
        ),
        "steps.goal.spoil.largest_group": PluralTemplate(
            "count",
            "Make your opponent’s largest group smaller by {count} piece or more.",
            "Make your opponent’s largest group smaller by {count} pieces or more.",
        ),
        "steps.goal.jump": PluralTemplate(
            "count", "Jump {count} time.", "Jump {count} times in one move, with the same piece."
        ),
        "steps.goal.shift": PluralTemplate(
            "count", "Push {count} piece.", "Push {count} pieces with one move."
        ),
        "steps.goal.again": "Leave your opponent without a move, so that it is your turn again.",
    },
)

MISSES = make_messages(
    MessagePlace.SENTENCE,
    {
        "steps.miss.take": PluralTemplate(
            "count",
            "`{tried}` captures {count} piece. Try again.",
            "`{tried}` captures {count} pieces. Try again.",
        ),
        "steps.miss.crown": "`{tried}` makes no man a king. Try again.",
        "steps.miss.safe": "After `{tried}` they can capture by `{move}`. Try again.",
        "steps.miss.shot.free": "After `{tried}` they need not capture: they play `{move}`. Try again.",
        "steps.miss.shot": PluralTemplate(
            "count",
            "After `{tried}` and `{move}` you could capture {count} piece. Try again.",
            "After `{tried}` and `{move}` you could capture {count} pieces. Try again.",
        ),
        "steps.miss.over": "After `{tried}` the game is over, and nothing is left to capture. Try again.",
        "steps.miss.win": "After `{tried}` the game goes on. Try again.",
        "steps.miss.drawn": "After `{tried}` the game is over, and nobody has won. Try again.",
        "steps.miss.lost": "`{tried}` wins the game for your opponent. Try again.",
        "steps.miss.hold": "After `{tried}` they win by `{move}`. Try again.",
        "steps.miss.fork": "After `{tried}` they play `{move}`, and none of your moves wins then. Try again.",
        "steps.miss.score.points": PluralTemplate(
            "count",
            "`{tried}` brings you {count} point. Try again.",
            "`{tried}` brings you {count} points. Try again.",
        ),
        "steps.miss.score.largest_group": PluralTemplate(
            "count",
            "`{tried}` makes your largest group bigger by {count} piece. Try again.",
            "`{tried}` makes your largest group bigger by {count} pieces. Try again.",
        ),
        "steps.miss.score.home": "After `{tried}` no more of your pieces are home than before. Try again.",
        "steps.miss.margin": PluralTemplate(
            "count",
            "`{tried}` gains {count} point on your opponent. Try again.",
            "`{tried}` gains {count} points on your opponent. Try again.",
        ),
        "steps.miss.spoil.points": PluralTemplate(
            "count",
            "`{tried}` takes {count} point from your opponent. Try again.",
            "`{tried}` takes {count} points from your opponent. Try again.",
        ),
        "steps.miss.spoil.largest_group": PluralTemplate(
            "count",
            "`{tried}` makes their largest group smaller by {count} piece. Try again.",
            "`{tried}` makes their largest group smaller by {count} pieces. Try again.",
        ),
        "steps.miss.jump": PluralTemplate(
            "count", "`{tried}` jumps {count} time. Try again.", "`{tried}` jumps {count} times. Try again."
        ),
        "steps.miss.shift": PluralTemplate(
            "count",
            "`{tried}` pushes {count} piece. Try again.",
            "`{tried}` pushes {count} pieces. Try again.",
        ),
        "steps.miss.again": "After `{tried}` they still have a move. Try again.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {"button.steps": "First steps", "button.steps.next": "Next task", "button.steps.skip": "Another task"},
)

MESSAGES = (*CARDS, *GOALS, *MISSES, *BUTTONS)
