"""Puzzles: the task, what is right and what is not, and what one learns from the line."""

from words.message import Counted, Place, rows

CARDS = rows(
    Place.SENTENCE,
    {
        "card.puzzle": "### Puzzle: {title} {stars}",
        "card.puzzle.task": "**{side}** to move: one move wins. Only you see this.",
        "card.puzzle.task.material": "**{side}** to move: one move comes out ahead. Only you see this.",
        "card.puzzle.next": "**{steps} › …** · {side} to move",
        "card.puzzle.right": "**{move}** is right. The answer is **{text}**. What now?",
        "card.puzzle.wrong": "**{move}** is not it: another move does more here. Try again.",
        "card.puzzle.solved": "**Solved.**",
        "card.puzzle.shown": "**The solution:**",
        "card.puzzle.given": Counted(
            "count",
            "What to keep: {side} gives up {count} piece, takes {more} and comes out ahead.",
            "What to keep: {side} gives up {count} pieces, takes {more} and comes out ahead.",
        ),
        "card.puzzle.gained": "What to keep: a quiet move that leaves no good answer wins as much as a sacrifice.",
        "card.puzzle.proven": "What to keep: of all first moves this one alone wins; every answer has been looked at.",
        "card.puzzle.count": Counted(
            "count", "{count} puzzle solved so far", "{count} puzzles solved so far"
        ),
        "card.puzzle.streak": Counted(
            "count",
            "{count} puzzle solved so far · {days} days in a row",
            "{count} puzzles solved so far · {days} days in a row",
        ),
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
    *rows(
        Place.DESCRIPTION,
        {
            "command.puzzle": "A position with one winning move. Only you see it.",
            "command.puzzle.game": "The game, by any word of its name; today's puzzle if left out",
        },
    ),
    *rows(Place.CONSOLE, {"puzzles.usage": "Usage: python -m engines.puzzles GAME COUNT"}),
)
