"""Records: the list of moves, files to download, and uploaded files as a board."""

from words.message import MessagePlace, PluralTemplate, rows

MESSAGES = (
    *rows(
        MessagePlace.SENTENCE,
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
            "card.import.start": PluralTemplate(
                "count",
                "Before the first move: {count} move follows.",
                "Before the first move: {count} moves follow.",
            ),
            "card.import.alone": "A position alone: no move is recorded.",
            "card.import.at": "Move {number} of {count}: {move}",
            "card.import.won": "{side} wins: {reason}",
            "card.import.played_on": "Played on after move {number}, where a draw could be claimed: {reason}.",
            "card.import.first": "The file has more games; this is the first.",
            "import.gone": "This board is too old to be turned: bring its record along again with {slash_import}.",
            "import.large": "A record has at most {limit} KB; this file is larger. Cut it down to one game.",
            "import.long": "A record has at most {limit} moves of both players together; this one has more.",
            "import.slow": "This record takes too long to replay, because a side has so many kings. It is not shown.",
            "import.busy": "Many records are being read just now. Try again in a minute.",
            "import.hidden": "{title} is not played on from a record: whoever brings it along knows every card.",
            "import.over": "The match is over in this position, so there is nothing to play on.",
            "limit.imports": (
                "One person can bring {limit} records along within a minute. Wait a moment, then go on."
            ),
            "card.challenge.start": "-# It begins from this position, with **{side}** to move.",
        },
    ),
    *rows(
        MessagePlace.BUTTON,
        {
            "button.moves": "Moves",
            "button.moves.earlier": "Earlier",
            "button.moves.later": "Later",
            "button.record": "Record",
            "button.lidraughts.position": "Position on lidraughts",
            "button.import.first": "First",
            "button.import.back": "Back",
            "button.import.on": "On",
            "button.import.last": "Last",
            "button.import.play": "Play on from here",
            "button.lidraughts.game": "Game on lidraughts",
        },
    ),
    *rows(MessagePlace.TITLE, {"form.import": "Bring a game along"}),
    *rows(MessagePlace.LABEL, {"form.import.label": "The game"}),
    *rows(MessagePlace.DESCRIPTION, {"form.import.about": "PDN, or the JSON that an export gives"}),
    *rows(
        MessagePlace.ALT,
        {
            "file.pdn": "The record of {title} in PDN, which draughts programs read",
            "file.json": "The record of {title} in JSON",
        },
    ),
)
