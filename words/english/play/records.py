"""Records: the list of moves, files to download, and uploaded files as a board."""

from words.message import MessagePlace, PluralTemplate, make_messages

MESSAGES = (
    *make_messages(
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
            "card.import.annotator": "annotated by {name}",
            "card.import.clean": "All that the record says is in it, in the form that every program reads.",
            "card.import.clock": "Clock: {text}",
            "card.import.failed": "Game {number}: not read whole",
            "card.import.kinds": PluralTemplate(
                "count",
                "The record does not name its kind; its moves are legal in {count} kind alone: {title}.",
                "The record does not name its kind; its moves are legal in {count} kinds. This is {title}.",
            ),
            "card.import.legal": PluralTemplate(
                "count",
                "Up to there, {count} move is legal.",
                "Up to there, {count} moves are legal.",
            ),
            "card.import.part": "Line {line}, column {column}: “{text}”",
            "card.import.player": "{name} ({side})",
            "card.import.players": "{name} — {opponent}",
            "card.import.round": "round {text}",
            "card.import.says": "The record says {value}.",
            "card.import.says.draw": "The record says {value}: a draw.",
            "card.import.says.forfeit": "The record says {value}: {winner} won, {loser} did not play on.",
            "card.import.says.resign": "The record says {value}: {winner} won, {loser} resigned.",
            "card.import.says.time": "The record says {value}: {winner} won on time.",
            "card.import.says.won": "The record says {value}: {winner} won.",
            "card.import.swapped": "What the record calls White is Black here.",
            "card.import.turned": "The record numbers its board in another way, so it was turned.",
            "card.import.unread": PluralTemplate(
                "count", "**{count} part was not read:**", "**{count} parts were not read:**"
            ),
            "card.import.variation": "Variation: {text}",
            "card.file": PluralTemplate("count", "A file of {count} game", "A file of {count} games"),
            "card.file.failed": "Not read whole, of those in the menu below:",
            "card.file.found": PluralTemplate(
                "count", "{count} game with “{text}”.", "{count} games with “{text}”."
            ),
            "card.file.letters": (
                "The letters of this file were guessed ({name}). If names look wrong, save it as UTF-8 and bring it again."
            ),
            "card.file.open": PluralTemplate(
                "count", "{count} of {all} can be opened.", "{count} of {all} can be opened."
            ),
            "card.file.whole": "All of them can be opened.",
            "import.both": "The form takes a file or a text, not both. Send one of them; then bring the other.",
            "import.nothing": "Choose a file, or paste a text: the form was empty.",
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
    *make_messages(
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
            "button.import.another": "Another file",
            "button.import.clean": "Clean file",
            "button.import.earlier": "Earlier games",
            "button.import.find": "Find a name",
            "button.import.games": "All games",
            "button.import.later": "Later games",
            "button.lidraughts.game": "Game on lidraughts",
        },
    ),
    *make_messages(
        MessagePlace.TITLE, {"form.import": "Bring a game along", "form.import.find": "Find a game"}
    ),
    *make_messages(
        MessagePlace.LABEL,
        {
            "form.import.file": "A file",
            "form.import.find.label": "Name",
            "form.import.text": "Or its text",
        },
    ),
    *make_messages(
        MessagePlace.DESCRIPTION,
        {
            "form.import.about": "PDN, or the JSON that an export gives",
            "form.import.file.about": "One game or many, in PDN, JSON or FEN, by any program",
            "form.import.find.about": "A part of a player, event, place or date",
        },
    ),
    *make_messages(
        MessagePlace.PLACEHOLDER,
        {
            "menu.import.games": "Games {from_number} to {to_number} of {count}",
            "menu.import.kinds": "Which game is it?",
        },
    ),
    *make_messages(
        MessagePlace.OPTION,
        {
            "option.import.failed": "not read whole",
            "option.import.fits": "All moves are legal in it",
            "option.import.game": "{number}. {name} – {opponent}",
            "option.import.moves": PluralTemplate("count", "{count} move", "{count} moves"),
            "option.import.unfit": "Not all moves are legal in it",
            "option.import.unnamed": "Game {number}",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "file.pdn": "The record of {title} in PDN, which draughts programs read",
            "file.brought": "The file that was brought along",
            "file.json": "The record of {title} in JSON",
        },
    ),
)
