"""Conditional moves, which a player prepares while the opponent thinks."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.advance": "### Moves in advance against {name}",
        "card.advance.none": (
            "{name} is to move. Say now how you answer a move: if {name} plays it, your answer counts at once. Any other "
            "move clears this list."
        ),
        "card.advance.lines": "If {name} plays just that, your answer counts at once. Any other move clears this list.",
        "card.advance.alone": "-# Nobody but you sees this.",
        "card.advance.if": "**What may {name} play?** · {side}",
        "card.advance.if.next": "**{steps} › …** · {name} plays {side}",
        "card.advance.then": "**What do you answer?** · you play {side}",
        "card.advance.then.next": "**{steps} › …** · you play {side}",
        "card.advance.played": "{name} had made this move in advance, as an answer to {move}.",
        "advance.line.1": "If {move}, …",
        "advance.line.2": "If {move}, then {answer}.",
        "advance.line.3": "If {move}, then {answer}; if then {next_move}, …",
        "advance.line.4": "If {move}, then {answer}; if then {next_move}, then {next_answer}.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "advance.computer": "The computer answers at once, so there is nothing to prepare.",
        "advance.hidden": (
            "In {title} there are no moves in advance: which cards come, and which the other holds, is hidden."
        ),
        "advance.turn": "It is your turn. Moves in advance are made while your opponent is to move.",
        "advance.over": "The match would be over after that: there is nothing more to answer.",
        "advance.skipped": "One of you could not move there and would be skipped. Moves in advance are made by turns.",
        "advance.crowded": "There are too many captures to choose from there. Wait for the move, and answer then.",
        "advance.changed": (
            "Nothing was stored, for your lines have changed since you began to type. Here they are now."
        ),
        "advance.unanswered": (
            "Nothing was changed, for a line ends with your own move: theirs, yours, and perhaps theirs and yours again."
        ),
        "advance.long": PluralTemplate(
            "count",
            "Nothing was changed, for a line has at most {count} move.",
            "Nothing was changed, for a line has at most {count} moves.",
        ),
        "advance.many": PluralTemplate(
            "count",
            "You can have {count} line at a time. Delete one first.",
            "You can have {count} lines at a time. Delete one first.",
        ),
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.advance": "Moves in advance",
        "button.advance.add": "Add a line",
        "button.advance.on": "Go on after {move}",
        "button.advance.only": "{move} (the only move)",
        "button.advance.this": "{move}",
        "button.advance.type": "Type lines",
        "button.advance.delete": "Delete",
        "button.advance.lines": "All lines",
    },
)

FORMS = (
    *make_messages(MessagePlace.TITLE, {"form.advance": "Moves in advance"}),
    *make_messages(MessagePlace.LABEL, {"form.advance.label": "Lines"}),
    *make_messages(
        MessagePlace.DESCRIPTION,
        {"form.advance.how": "One line each: their move, a comma, your answer."},
    ),
)

MESSAGES = (*CARDS, *REFUSALS, *BUTTONS, *FORMS)
