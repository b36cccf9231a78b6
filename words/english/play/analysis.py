"""The analysis of a finished match.

How good the chances were, where the match turned, and what can be learnt from it.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.analyse": "### Analysis: {title}",
        "card.analyse.accuracy": "Accuracy: {name} {count}% · {opponent} {other_count}%",
        "card.analyse.point": "**{number}.** {name} played `{move}`: their chance to win fell from {more}% to {less}%.",
        "card.analyse.none": "No single move turned this match.",
        "card.analyse.stretch": (
            "{name} lost this match between moves {from_number} and {to_number}: by which of these is not clear."
        ),
        "card.analyse.about": (
            "The chance to win is an estimate, with a draw as half a win. Accuracy compares what somebody's moves lost of"
            " it with what random moves lose there: random play has about 40%, the computer's strongest level 90% and more."
        ),
        "card.analyse.sight": (
            "On a board of this size only what is decided soon can be judged. All that comes before counts as even, and"
            " no move there lowers the accuracy."
        ),
        "card.analyse.views": "Each move is judged by what its player could see, without the other's hidden cards.",
        "card.turning": "### Turning point {number} of {count}",
        "card.turning.played": "{name} played `{move}`. Their chance to win fell from {more}% to {less}%.",
        "card.turning.at.played": "On the board: after `{item}`, the move played.",
        "card.turning.at.better": "On the board: after `{item}`, the better move.",
        "card.turning.line": "On the board: what `{move}` leads to, up to `{item}`.",
        "card.turning.played.move": "The move played:",
        "card.turning.better.move": "The better move:",
        "card.turning.played.moves": "The move played, and what it leads to:",
        "card.turning.better.moves": "The better move, and what it leads to:",
        "card.turning.points": "The turning points:",
        "card.tables": "By the tables of endings: {item}.",
        "card.tables.before": "By the tables of endings: {item} before this move.",
        "card.tables.after": "By the tables of endings: {item} after this move.",
        "card.tables.both": "By the tables of endings: {item} before this move, {other} after it.",
        "answer.analyse.making": (
            "The analysis is being made, which takes a few seconds. If nothing has come after a minute, ask again with"
            " {slash_analyse}."
        ),
    },
)

ENDINGS = make_messages(
    MessagePlace.PHRASE,
    {
        "ending.draw": "a draw",
        "ending.win": PluralTemplate("count", one="a win in {count} move", other="a win in {count} moves"),
        "ending.loss": PluralTemplate("count", one="a loss in {count} move", other="a loss in {count} moves"),
    },
)

LESSONS = make_messages(
    MessagePlace.SENTENCE,
    {
        "lesson.win": "`{move}` missed a win: `{item}` would have won.",
        "lesson.loss": "After `{move}` the game is lost; `{item}` was the way to hold on.",
        "lesson.worse": "`{move}` left the worse position; `{item}` was better.",
        "lesson.men": PluralTemplate(
            "count",
            one="`{move}` gave up {count} man: {moves_after}.",
            other="`{move}` gave up {count} men: {moves_after}.",
        ),
        "lesson.pieces": PluralTemplate(
            "count",
            one="`{move}` gave up {count} king: {moves_after}.",
            other="`{move}` gave up {count} pieces, a king among them: {moves_after}.",
        ),
        "lesson.capture": PluralTemplate(
            "count",
            one="`{move}` lost the chance to capture {count} piece: {moves_after}.",
            other="`{move}` lost the chance to capture {count} pieces: {moves_after}.",
        ),
        "lesson.crowned": "`{move}` let a man through to crown: {moves_after}.",
        "lesson.crown": "`{move}` lost the chance to crown: {moves_after}.",
        "lesson.cut_off": PluralTemplate(
            "less",
            one="`{move}` let a group be cut off: the largest has {less} piece then. After `{item}` it has {more}.",
            other="`{move}` let a group be cut off: the largest has {less} pieces then. After `{item}` it has {more}.",
        ),
        "lesson.joined": (
            "`{move}` let {side} join up a group of {more} pieces. After `{item}` their largest has {less}."
        ),
        "lesson.points": PluralTemplate(
            "count",
            one="`{move}` gave away {count} point; `{item}` was better.",
            other="`{move}` gave away {count} points; `{item}` was better.",
        ),
        "lesson.steps": PluralTemplate(
            "count",
            one="`{move}` fell behind by {count} step; `{item}` was better.",
            other="`{move}` fell behind by {count} steps; `{item}` was better.",
        ),
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "analyse.running": "This match is not over. Once it is, anyone can see it analysed.",
        "analyse.short": "There is little to say about so few moves: an analysis needs at least {limit}, of both players together.",
        "analyse.long": "This match is too long to be analysed: it can have at most {limit} moves of both players together.",
        "analyse.aim": (
            "Giveaway and breakthrough are not analysed: what a position is worth was measured for the usual aim alone."
        ),
        "analyse.busy": "Many matches are being analysed just now. Try again in a minute.",
        "limit.analyses": "One person can have {limit} analyses made within a minute. Wait a moment, then go on.",
        "analyse.failed": "The analysis could not be made just now. Try again in a minute.",
        "analyse.none": "The match has no such turning point. Open its analysis anew with {slash_analyse}.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.analyse": "Analyse",
        "button.analyse.curve": "Curve",
        "button.analyse.point": "{number}. {move}",
    },
)

PICTURES = make_messages(
    MessagePlace.PICTURE,
    {
        "picture.chance": "Chance to win",
        "picture.accuracy": "Accuracy",
        "picture.percent": "{count}%",
        "picture.percent.was": "{count}% →",
        "picture.turned": "Where the match turned",
        "picture.better": "better {move}",
    },
)

ALT_TEXTS = make_messages(
    MessagePlace.ALT,
    {
        "alt.insight": PluralTemplate(
            "count",
            one="The chance to win over {count} move, as a curve.",
            other="The chance to win over {count} moves, as a curve.",
        ),
        "alt.insight.begins": "Before the first move {side} has {count}%.",
        "alt.insight.point": "Turning point {number}, at {move}: {side} goes from {more}% to {less}%.",
        "alt.insight.ends": "In the end {side} has {count}%.",
        "alt.insight.accuracy": "Accuracy of {side}: {count}%.",
    },
)

MESSAGES = (*CARDS, *ENDINGS, *LESSONS, *REFUSALS, *BUTTONS, *PICTURES, *ALT_TEXTS)
