"""What One Zero One says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "one_zero_one.not_held": "You do not hold {card}: a turn is played with the cards of your hand.",
        "one_zero_one.no_such_card": "There is no card {card}; there is {real}.",
        "one_zero_one.not_in_pile": "{card} is not in the cut pile: PASTE takes a card that was cut before.",
        "one_zero_one.direction": (
            "{card} can be turned to {choices} only, not to {point}: a card is played upright, so it points "
            "along its own axis."
        ),
        "one_zero_one.no_direction": "{card} points nowhere: write it without a direction.",
        "one_zero_one.line": "Line {line} is no program line: the lines are 10, 20, 30, 40 and 50.",
        "one_zero_one.closed": (
            "Line {line} is closed: line {above} has {count} of the three cards that every line above it must "
            "hold before a card may be played there (placement rule)."
        ),
        "one_zero_one.chained_line": (
            "{card} takes no line: a card brought by PRINT or PASTE goes to the cell pointed at, here {cell}."
        ),
        "one_zero_one.must_print": (
            "{card} points at the empty cell {cell}, which must be filled at once with another card of your hand: "
            "name it after a colon, as in {example}."
        ),
        "one_zero_one.must_paste": (
            "{card} points at the empty cell {cell}, which must be filled at once with a card of the cut pile: "
            "name it after a colon, as in {example}."
        ),
        "one_zero_one.no_chain": "Nothing can be chained to {card}: only PRINT and PASTE bring a further card.",
        "one_zero_one.chain_taken": (
            "Nothing can be chained: {card} points at {cell}, where a card lies, and {command} fills empty "
            "cells only."
        ),
        "one_zero_one.chain_off": "Nothing can be chained: {card} points off the program display.",
        "one_zero_one.chain_hand": "Nothing can be chained: no card is left in your hand to print.",
        "one_zero_one.chain_pile": "Nothing can be chained: no card is in the cut pile to paste.",
        "one_zero_one.chain_run": (
            "Nothing can be chained: {card} is the third card of line 50, which ends the game at once; its "
            "command is not executed."
        ),
        "one_zero_one.deck.unknown": (
            "There is no deck “{name}”: the decks are {known}, or list sixteen cards, as in "
            "6 PLAIN, DELETE-h, DELETE-v, …"
        ),
        "one_zero_one.deck.entry": (
            "“{entry}” in the deck is no card; the cards are PLAIN, DELETE, ENTER, IF, PRINT, SAVE, GOTO10, CUT "
            "and PASTE with -h or -v, SYNTAX-v, REM-h and ELSE."
        ),
        "one_zero_one.deck.form": (
            'A deck as a list holds cards such as {{"command": "DELETE", "axis": "h"}}; “{entry}” is not written so.'
        ),
        "one_zero_one.deck.long": "A deck is a text of at most {limit} characters.",
        "one_zero_one.deck.axis": "Say which {command}: {command}-h, {command}-v, or 2 {command} for one of each.",
        "one_zero_one.deck.no_such_card": "There is no card {card}; there is {real}.",
        "one_zero_one.deck.size": "A deck has exactly 16 cards, the starting card apart; this one has {count}.",
        "one_zero_one.deck.plain": "A deck has 4 to 8 PLAIN cards; this one has {count}.",
        "one_zero_one.deck.many": "The deck has {card} {count} times; a player's box holds one.",
        "one_zero_one.deck.clipboard": (
            "The deck has {present} but no {missing}: CUT and PASTE are played together or not at all."
        ),
        "one_zero_one.position.lines": (
            "A position is an object with “lines”, an object whose names are 10, 20, 30, 40 and 50 and whose values "
            "are lists of cards and nulls; this is not one."
        ),
        "one_zero_one.position.long": "Line {line} has {count} columns; it ends at column {limit}.",
        "one_zero_one.position.card": "{where}: {card} is no card of this game.",
        "one_zero_one.position.digit": "{where}: a card on the table has a “digit”, 0 or 1.",
        "one_zero_one.position.points": "{where}: {card} “points” to {choices}, not to {points}.",
        "one_zero_one.position.flag": "{where}: “{flag}” is true or false.",
        "one_zero_one.position.pending": (
            "{where}: only a SAVE that points at an empty cell of the display can be “pending”."
        ),
        "one_zero_one.position.inert": (
            "{where}: only a REM in a full line 50 can be “inert”, having been laid as the last card."
        ),
        "one_zero_one.position.many": "There are {count} {card}; both players together have {limit} at most.",
        "one_zero_one.position.digits": "“digits” is [0, 1] or [1, 0]: the digit of each seat.",
        "one_zero_one.position.pair": "“{field}” is a list with an entry for each seat.",
        "one_zero_one.position.hand": "A hand has at most three cards; seat {seat} has {count}.",
        "one_zero_one.position.deck": (
            "Seat {seat}'s deck: “deck” is a list of at most 16 cards, “count” their number, “top” the first."
        ),
        "one_zero_one.position.held": (
            "Seat {seat} has {count} cards in hand and deck; there are only {limit} beside the starting card."
        ),
        "one_zero_one.position.no_card": "Seat {seat} is to move and has no card in hand.",
        "one_zero_one.run.points": "line 50 is full and the program runs, {high} points to {low}",
        "one_zero_one.run.tie": "line 50 is full and the program runs: {points} points each, line {line} decides",
        "one_zero_one.run.draw": "line 50 is full and the program runs: nobody controls a line",
        "one_zero_one.load.points": "{side} cannot draw back to three cards, {high} points to {low}",
        "one_zero_one.load.tie": (
            "{side} cannot draw back to three cards: {points} points each, line {line} decides"
        ),
        "one_zero_one.load.draw": "{side} cannot draw back to three cards: nobody controls a line",
        "one_zero_one.words.placed": "{card} to {cell}",
        "one_zero_one.words.deleted": "{card} on {cell} is deleted",
        "one_zero_one.words.cut": "{card} on {cell} goes to the cut pile",
        "one_zero_one.words.moved": "{card} moves from {cell} to {to}",
        "one_zero_one.words.flipped": "{card} on {cell} now shows {digit}",
        "one_zero_one.words.saved": "{card} on {cell} is saved",
        "one_zero_one.words.waits": "{card} on {cell} waits for a card on {to}",
    },
)
