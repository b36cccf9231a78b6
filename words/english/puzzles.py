"""Puzzles: the task, what is right and what is not, and what one learns from the line."""

from words.message import Counted, Place, rows

CARDS = rows(
    Place.SENTENCE,
    {
        "card.puzzle": "### Puzzle: {title} {stars}",
        "card.puzzle.task": "**{side}** to move. Only one move wins: find it.",
        "card.puzzle.task.material": "**{side}** to move. Only one move comes out ahead: find it.",
        "card.puzzle.next": "**{steps} › …** · {side} to move",
        "card.puzzle.today": "### Puzzle of the day no. {number} ({day}): {title} {stars}",
        "card.puzzle.first": "An easy one to begin with. Today's puzzle is a press away at its end.",
        "card.puzzle.right": "`{move}` is right. The reply is `{text}`. What now?",
        "card.puzzle.right.forced": "`{move}` is right. It went on by itself, for you had one move alone: {steps}. What now?",
        "card.puzzle.wrong": "`{move}` is not it: another move does more here. Try again.",
        "card.puzzle.refuted": "`{move}` is not it: `{text}` answers it. Try again.",
        "card.puzzle.move": "The move is `{move}`.",
        "card.puzzle.unnamed": "After a hint today's puzzle counts as solved like any other, but its post does not name you.",
        "card.puzzle.solved.clean": "**Solved at the first try!**",
        "card.puzzle.solved.helped": "**Solved**, with a hint.",
        "card.puzzle.solved.tries": "**Solved** in {count} tries.",
        "card.puzzle.solved.tries.helped": "**Solved** in {count} tries, with a hint.",
        "card.puzzle.tries": "Twotone puzzle · {title} {text}",
        "card.puzzle.tries.today": "Twotone puzzle no. {number} · {title} {text}",
        "card.puzzle.shown": "**The solution:**",
        "card.puzzle.given": Counted(
            "count",
            "{side} gives up {count} piece, takes {more} and comes out ahead.",
            "{side} gives up {count} pieces, takes {more} and comes out ahead.",
        ),
        "card.puzzle.given.king": Counted(
            "count",
            "{side} gives up {count} piece, takes {more} and comes out ahead: a king is worth more than a man.",
            "{side} gives up {count} pieces, takes {more} and comes out ahead: a king is worth more than a man.",
        ),
        "card.puzzle.gained": "A quiet move can win as much as a sacrifice, if it leaves no good reply.",
        "card.puzzle.proven": "No other first move wins. Every reply has been looked at, up to the end of the match.",
        "card.puzzle.proven.open": (
            "Now every reply loses, and no other first move wins: all of it has been looked at, up to the end of the"
            " match."
        ),
        "card.puzzle.count": Counted(
            "count", "{count} puzzle solved so far", "{count} puzzles solved so far"
        ),
        "card.puzzle.streak": Counted(
            "days",
            "Puzzles solved so far: {count} · {days} day in a row.",
            "Puzzles solved so far: {count} · {days} days in a row.",
        ),
        "card.puzzle.keep": "One a day keeps your streak.",
        "card.puzzle.here": "From a match on this server.",
        "card.puzzle.from": "From a match of {name} and {opponent} on this server.",
        "card.puzzle.invited": "Your finished matches can become puzzles here too: say so in {slash_settings_me}.",
        "puzzle.none": "There are no puzzles of {title} yet. There are some of: {titles}.",
        "puzzle.gone": "This puzzle is not there any more. {slash_puzzle} shows another.",
    },
)

BUTTONS = rows(
    Place.BUTTON,
    {
        "button.puzzle.show": "Solution",
        "button.puzzle.next": "Another",
    },
)

MESSAGES = (
    *CARDS,
    *BUTTONS,
    *rows(Place.CONSOLE, {"puzzles.usage": "Usage: python -m engines.puzzles GAME COUNT"}),
)
