"""What One Zero One says."""

SENTENCES = {
    "one-zero-one.not_held": "You do not hold {card}: a turn is played with the cards of your hand.",
    "one-zero-one.no_such_card": "There is no card {card}; there is {real}.",
    "one-zero-one.not_in_pile": "{card} is not in the cut pile: PASTE takes a card that was cut before.",
    "one-zero-one.direction": (
        "{card} can be turned to {choices} only, not to {point}: a card is played upright, so it points "
        "along its own axis."
    ),
    "one-zero-one.no_direction": "{card} points nowhere: write it without a direction.",
    "one-zero-one.line": "Line {line} is no program line: the lines are 10, 20, 30, 40 and 50.",
    "one-zero-one.closed": (
        "Line {line} is closed: line {above} has {count} of the three cards that every line above it must "
        "hold before a card may be played there (placement rule)."
    ),
    "one-zero-one.chained_line": (
        "{card} takes no line: a card brought by PRINT or PASTE goes to the cell pointed at, here {cell}."
    ),
    "one-zero-one.must_print": (
        "{card} points at the empty cell {cell}, which must be filled at once with another card of your hand: "
        "name it after a colon, as in {example}."
    ),
    "one-zero-one.must_paste": (
        "{card} points at the empty cell {cell}, which must be filled at once with a card of the cut pile: "
        "name it after a colon, as in {example}."
    ),
    "one-zero-one.no_chain": "Nothing can be chained to {card}: only PRINT and PASTE bring a further card.",
    "one-zero-one.chain_taken": (
        "Nothing can be chained: {card} points at {cell}, where a card lies, and {command} fills empty "
        "cells only."
    ),
    "one-zero-one.chain_off": "Nothing can be chained: {card} points off the program display.",
    "one-zero-one.chain_hand": "Nothing can be chained: no card is left in your hand to print.",
    "one-zero-one.chain_pile": "Nothing can be chained: no card is in the cut pile to paste.",
    "one-zero-one.chain_run": (
        "Nothing can be chained: {card} is the third card of line 50, which ends the game at once; its "
        "command is not executed."
    ),
    "one-zero-one.deck.unknown": (
        "There is no deck “{name}”: the decks are {known}, or list sixteen cards, as in "
        "6 PLAIN, DELETE-h, DELETE-v, …"
    ),
    "one-zero-one.deck.entry": (
        "“{entry}” in the deck is no card; the cards are PLAIN, DELETE, ENTER, IF, PRINT, SAVE, GOTO10, CUT "
        "and PASTE with -h or -v, SYNTAX-v, REM-h and ELSE."
    ),
    "one-zero-one.deck.form": (
        'A deck as a list holds cards such as {{"command": "DELETE", "axis": "h"}}; “{entry}” is not written so.'
    ),
    "one-zero-one.deck.long": "A deck is a text of at most {limit} characters.",
    "one-zero-one.deck.axis": "Say which {command}: {command}-h, {command}-v, or 2 {command} for one of each.",
    "one-zero-one.deck.no_such_card": "There is no card {card}; there is {real}.",
    "one-zero-one.deck.size": "A deck has exactly 16 cards, the starting card apart; this one has {count}.",
    "one-zero-one.deck.plain": "A deck has 4 to 8 PLAIN cards; this one has {count}.",
    "one-zero-one.deck.many": "The deck has {card} {count} times; a player's box holds one.",
    "one-zero-one.deck.clipboard": (
        "The deck has {present} but no {missing}: CUT and PASTE are played together or not at all."
    ),
    "one-zero-one.position.lines": (
        "A position is an object with “lines”, an object whose names are 10, 20, 30, 40 and 50 and whose values "
        "are lists of cards and nulls; this is not one."
    ),
    "one-zero-one.position.long": "Line {line} has {count} columns; it ends at column {limit}.",
    "one-zero-one.position.card": "{where}: {card} is no card of this game.",
    "one-zero-one.position.digit": "{where}: a card on the table has a “digit”, 0 or 1.",
    "one-zero-one.position.points": "{where}: {card} “points” to {choices}, not to {points}.",
    "one-zero-one.position.flag": "{where}: “{flag}” is true or false.",
    "one-zero-one.position.pending": (
        "{where}: only a SAVE that points at an empty cell of the display can be “pending”."
    ),
    "one-zero-one.position.inert": (
        "{where}: only a REM in a full line 50 can be “inert”, having been laid as the last card."
    ),
    "one-zero-one.position.many": "There are {count} {card}; both players together have {limit} at most.",
    "one-zero-one.position.digits": "“digits” is [0, 1] or [1, 0]: the digit of each seat.",
    "one-zero-one.position.pair": "“{field}” is a list with an entry for each seat.",
    "one-zero-one.position.hand": "A hand has at most three cards; seat {seat} has {count}.",
    "one-zero-one.position.deck": (
        "Seat {seat}'s deck: “deck” is a list of at most 16 cards, “count” their number, “top” the first."
    ),
    "one-zero-one.position.held": (
        "Seat {seat} has {count} cards in hand and deck; there are only {limit} beside the starting card."
    ),
    "one-zero-one.position.no_card": "Seat {seat} is to move and has no card in hand.",
    "one-zero-one.run.points": "line 50 is full and the program runs, {high} points to {low}",
    "one-zero-one.run.tie": "line 50 is full and the program runs: {points} points each, line {line} decides",
    "one-zero-one.run.draw": "line 50 is full and the program runs: nobody controls a line",
    "one-zero-one.load.points": "{side} cannot draw back to three cards, {high} points to {low}",
    "one-zero-one.load.tie": (
        "{side} cannot draw back to three cards: {points} points each, line {line} decides"
    ),
    "one-zero-one.load.draw": "{side} cannot draw back to three cards: nobody controls a line",
    "one-zero-one.words.placed": "{card} to {cell}",
    "one-zero-one.words.deleted": "{card} on {cell} is deleted",
    "one-zero-one.words.cut": "{card} on {cell} goes to the cut pile",
    "one-zero-one.words.moved": "{card} moves from {cell} to {to}",
    "one-zero-one.words.flipped": "{card} on {cell} now shows {digit}",
    "one-zero-one.words.saved": "{card} on {cell} is saved",
    "one-zero-one.words.waits": "{card} on {cell} waits for a card on {to}",
}
