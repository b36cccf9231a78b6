"""What is said about records: the list of moves, files to take away, files brought along as a board."""

from words.message import Place, rows

MESSAGES = (
    *rows(
        Place.SENTENCE,
        {
            "card.moves": "### {title}: moves",
            "card.moves.page": "### {title}: moves {from_number} to {to_number} of {count}",
            "card.moves.none": "No move has been made yet.",
            "card.record": "### {title}: record",
            "card.record.whole": "The whole match.",
            "card.record.dealt": "The whole match, with both hands and the seed that dealt them.",
            "card.record.so_far": "The match so far.",
            "card.record.seen": (
                "The match so far, as you have seen it: your own hand is in it. The whole of it is here after the end."
            ),
            "card.record.watched": (
                "The match so far, as everybody sees it: no hand is in it. The whole of it is here after the end."
            ),
            "card.record.long": (
                "-# The game is too long for a link. lidraughts takes the PDN file at <https://lidraughts.org/paste>."
            ),
            "card.record.other_rules": (
                "-# The rules of lidraughts do not replay this game to its end, so there is a link to a position only."
            ),
        },
    ),
    *rows(
        Place.BUTTON,
        {
            "button.moves": "Moves",
            "button.moves.earlier": "Earlier",
            "button.moves.later": "Later",
            "button.record": "Record",
            "button.lidraughts.position": "Position on lidraughts",
            "button.lidraughts.game": "Game on lidraughts",
        },
    ),
    *rows(
        Place.ALT,
        {
            "file.pdn": "The record of {title} in PDN, which draughts programs read",
            "file.json": "The record of {title} in JSON",
        },
    ),
)
