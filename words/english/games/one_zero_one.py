"""Texts of One Zero One."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "one_zero_one.not_held": "You do not hold {card}: a turn is played with the cards of your hand.",
        "one_zero_one.no_such_card": "There is no card {card}; there is {real}.",
        "one_zero_one.not_in_pile": "{card} is not in the cut pile: PASTE takes a card that was cut before.",
        "one_zero_one.direction": (
            "{card} can be turned to {way} and {other_way} only, not to {point}: a card is played upright, so it points "
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
        "one_zero_one.position.points": (
            "{where}: {card} “points” to {way} or {other_way}, not to {points}."
        ),
        "one_zero_one.position.points_nowhere": "{where}: {card} “points” to nowhere (null), not to {points}.",
        "one_zero_one.where.hand": "The hand of seat {seat}",
        "one_zero_one.where.deck": "The deck of seat {seat}",
        "one_zero_one.where.cut": "The cut pile",
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
        "one_zero_one.run.tie": "line 50 is full and the program runs; {points} points each, line {line} decides",
        "one_zero_one.run.draw": "line 50 is full and the program runs; nobody controls a line",
        "one_zero_one.load.points": "{side} cannot draw back to three cards, {high} points to {low}",
        "one_zero_one.load.tie": (
            "{side} cannot draw back to three cards; {points} points each, line {line} decides"
        ),
        "one_zero_one.load.draw": "{side} cannot draw back to three cards; nobody controls a line",
        "one_zero_one.run.points.happened": "Line 50 is full, and the program ran.",
        "one_zero_one.run.tie.happened": "Line 50 is full, and the program ran. Points are equal: line {line} decides.",
        "one_zero_one.run.draw.happened": "Line 50 is full, and the program ran. Nobody controls a line.",
        "one_zero_one.load.points.happened": "The deck ran out.",
        "one_zero_one.load.tie.happened": "The deck ran out. Points are equal: line {line} decides.",
        "one_zero_one.load.draw.happened": "The deck ran out. Nobody controls a line.",
        "one_zero_one.player": "Player {digit}",
        "one_zero_one.advice": "Both play with {deck}.",
        "one_zero_one.deal.starts": "{digit} starts.",
        "one_zero_one.deal.deck": "{digit}'s deck from the top: {cards}",
        "one_zero_one.progress": "Line 50 holds {count} of the three cards at which the program runs.",
        "one_zero_one.move": "{card} on line {line}",
        "one_zero_one.move.plain": "a plain card on line {line}",
        "one_zero_one.move.then": "{before}, then {card}",
        "one_zero_one.move.then.plain": "{before}, then a plain card",
        "one_zero_one.did.laid": "{name} laid {card} on line {line}.",
        "one_zero_one.did.laid.plain": "{name} laid a plain {digit} on line {line}.",
        "one_zero_one.did.brought": "{command} brought {card} to line {line}.",
        "one_zero_one.did.brought.plain": "{command} brought a plain {digit} to line {line}.",
        "one_zero_one.did.nothing": "{command} found nothing that it could change.",
        "one_zero_one.did.deleted": "{command} removed {owner}'s {card} from line {line}.",
        "one_zero_one.did.cut": "{command} took {owner}'s {card} from line {line} to the cut pile.",
        "one_zero_one.did.moved": "{command} moved {owner}'s {card} from line {line} to line {to}.",
        "one_zero_one.did.moved.along": "{command} moved {owner}'s {card} along line {line}.",
        "one_zero_one.did.flipped": "{command} turned {owner}'s {card} on line {line}: it shows {digit} now.",
        "one_zero_one.did.saved": "{owner}'s {card} on line {line} is saved for good.",
        "one_zero_one.did.waits": "SAVE waits for a card on line {line}.",
    },
)

CARDS = make_messages(
    MessagePlace.PHRASE,
    {
        "one_zero_one.card": "**{card}** {text}.",
        "one_zero_one.card.plain": "has no command, but counts like any card",
        "one_zero_one.card.delete": "removes the card it points at",
        "one_zero_one.card.enter": "moves the card it points at to the next line, from 50 to 10",
        "one_zero_one.card.if": "turns the card it points at to your digit",
        "one_zero_one.card.print": "lays another card on the empty place it points at, even in a closed line",
        "one_zero_one.card.save": (
            "protects the card it points at and itself for good; it waits for one where none lies, even in a closed line"
        ),
        "one_zero_one.card.syntax": "turns every card of its column on the side it points to, and itself",
        "one_zero_one.card.rem": "keeps the cards of its line on the side it points to from counting, now and later",
        "one_zero_one.card.goto10": "moves the card it points at to line 10",
        "one_zero_one.card.else": "removes those of its four neighbours that show your digit, and turns the others",
        "one_zero_one.card.cut": "takes the card it points at to a pile that both share",
        "one_zero_one.card.paste": (
            "lays a card of the shared pile on the empty place it points at, even in a closed line"
        ),
    },
)

FORETOLD = make_messages(
    MessagePlace.PHRASE,
    {
        "one_zero_one.whose.own": "your {card}",
        "one_zero_one.whose.own.plain": "your plain {digit}",
        "one_zero_one.whose.other": "{owner}'s {card}",
        "one_zero_one.whose.other.plain": "{owner}'s plain {digit}",
        "one_zero_one.whose.itself": "itself",
        "one_zero_one.will.flipped": "turns {whose} to {digit}",
        "one_zero_one.will.deleted": "removes {whose}",
        "one_zero_one.will.cut": "takes {whose} to the pile",
        "one_zero_one.will.moved": "moves {whose} to line {line}",
        "one_zero_one.will.moved.along": "moves {whose} along line {line}",
        "one_zero_one.will.saved": "saves {whose} for good",
        "one_zero_one.will.saved.both": "saves {whose} and itself for good",
        "one_zero_one.where.line": "on line {line}",
        "one_zero_one.where.line.closed": "on line {line} though it is closed",
        "one_zero_one.where.line.past": "on line {line}, past its first free place",
        "one_zero_one.will.waits": "waits for the next card there, {where}, then saves both",
        "one_zero_one.will.arrived": "is saved for good",
        "one_zero_one.will.arrived.with": "is saved for good with {whose}",
        "one_zero_one.will.on_arrival": "{before}, then {item}",
        "one_zero_one.will.lay.print": "you lay another card there, {where}",
        "one_zero_one.will.lay.paste": "you lay a card of the pile there, {where}",
        "one_zero_one.will.rem": PluralTemplate(
            "count",
            "{count} card of line {line} stops counting, and so will those laid on that side later",
            "{count} cards of line {line} stop counting, and so will those laid on that side later",
        ),
        "one_zero_one.will.nothing": "nothing",
        "one_zero_one.will.nothing.off": "nothing: it points off the display",
        "one_zero_one.will.nothing.empty": "nothing: no card lies there",
        "one_zero_one.will.nothing.saved": "nothing: the card there is saved",
        "one_zero_one.will.nothing.same": "nothing: the card there shows your digit already",
        "one_zero_one.will.nothing.taken": "nothing: a card lies there",
        "one_zero_one.will.nothing.hand": "nothing: no other card is left in your hand",
        "one_zero_one.will.nothing.pile": "nothing: the shared pile is empty",
        "one_zero_one.will.nothing.beside": "nothing: no card beside it can change",
        "one_zero_one.will.line.own": "line {line} becomes yours",
        "one_zero_one.will.line.other": "line {line} becomes {owner}'s",
        "one_zero_one.will.line.nobody": "line {line} becomes nobody's",
        "one_zero_one.will.opens": "line {line} opens",
        "one_zero_one.will.closes": "line {line} closes",
        "one_zero_one.will.count": "{count} of yours against {other_count} of {owner}'s there",
        "one_zero_one.will.scored": "{item} (you {points}, {owner} {other_points})",
        "one_zero_one.will.scored.counts": "{item}, but the card counts (you {points}, {owner} {other_points})",
        "one_zero_one.will.scored.so_far": "{item} (so far you {points}, {owner} {other_points})",
        "one_zero_one.will.run.won": "the match ends at once: you win {points}–{other_points}",
        "one_zero_one.will.run.lost": "the match ends at once: you lose {points}–{other_points}",
        "one_zero_one.will.run.draw": "the match ends at once: a draw",
        "one_zero_one.will.load.won": "your deck runs out, you win {points}–{other_points}",
        "one_zero_one.will.load.lost": "your deck runs out, you lose {points}–{other_points}",
        "one_zero_one.will.load.draw": "your deck runs out: a draw",
        "one_zero_one.will.ends.won": "{item} (you win {points}–{other_points})",
        "one_zero_one.will.ends.lost": "{item} (you lose {points}–{other_points})",
        "one_zero_one.will.ends.draw": "{item} (a draw)",
        "one_zero_one.will.then": "{before}; {item}",
        "one_zero_one.will.either": "{item}, either way",
        "one_zero_one.will.way": "{way} {item}",
        "one_zero_one.will.ways": "{before} · {item}",
    },
)

TAUGHT = make_messages(
    MessagePlace.SENTENCE,
    {
        "one_zero_one.teach.first.card": (
            "You lay cards that show **{digit}**. Once a line has three cards, its points are for the player with more of"
            " them there. Choose a card: the small print says what each does."
        ),
        "one_zero_one.teach.first.line": (
            "A card goes to the first free place of a line, **A** or **B** here. Line 30 opens once both lines above it"
            " hold three cards, and so on down to 50."
        ),
        "one_zero_one.teach.first.point": (
            "Now turn the card. Its command works once, as you lay it, on the one card that it points at."
        ),
        "one_zero_one.teach.second.card": (
            "{name} has answered: a bright rim is around what they laid. You have drawn a card, and hold three again."
        ),
        "one_zero_one.teach.second.line": (
            "Where a choice changes the points, they are in brackets. They count only when the match ends; until then"
            " every line can be won back."
        ),
        "one_zero_one.teach.second.point": (
            "Commands work on your own cards as well, so mind where you point. One that does nothing costs nothing: the"
            " card still counts in its line."
        ),
        "one_zero_one.teach.third.card": (
            "Look for a line that one more card of yours wins, or that one card less of {name}'s does."
        ),
        "one_zero_one.teach.third.line": (
            "The third card of a line can open the next one below, and {name} would be the first to lay there. Line 50 is"
            " worth as much as 10 and 40 together."
        ),
        "one_zero_one.teach.third.point": (
            "At an empty place most commands do nothing. PRINT needs one, and SAVE waits there for the next card, both also"
            " in a closed line or past its first free place."
        ),
        "one_zero_one.teach.fourth.card": (
            "The match ends at once when line 50 gets its third card, or when somebody cannot draw back to three. End it"
            " while you are ahead; from here on you know enough to choose."
        ),
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "one_zero_one.help.summary": (
            "Lay cards that show your digit on five lines of program code, worth 10 to 50 points. Commands "
            "on the cards delete, move, flip, print and protect cards that lie beside them. When line 50 gets its"
            " third card the program runs, and whoever controls more points wins."
        ),
        "one_zero_one.help.rules.deck": (
            "Both have the same sixteen cards, shuffled, and hold three. Decks lie face up, so each **top "
            "card** and each count is public; hands are hidden, unless *open hands* (Open Source) are "
            "chosen. Who starts is random; a plain card of the starter lies on line 10, one of the other "
            "player on line 20."
        ),
        "one_zero_one.help.rules.turn": (
            "A turn: **INPUT** a card of your hand, your digit up, on the leftmost empty cell of a line, "
            "gaps first. Lines 30, 40 and 50 are open while every line above holds at least three cards. "
            "**EXECUTE** its command. **LOAD**: draw back to three cards."
        ),
        "one_zero_one.help.cards": (
            "You turn a card as you lay it: it points left or right (↔), or up or down (↕). Its **command** works at "
            "once, and only then, on the one card it points at, yours or the other's. Where no card lies, off the "
            "display and on a saved card it does nothing. You cannot leave it out. Plain cards have no command."
        ),
        "one_zero_one.help.rules.syntax": (
            "**SYNTAX ERROR** flips every card of its column that lies the way it points, and itself."
        ),
        "one_zero_one.help.rules.rem": (
            "**REM:** the cards of its line that lie the way it points do not count for control, now or later."
        ),
        "one_zero_one.help.rules.goto": "**GOTO 10** moves its target to the leftmost empty cell of line 10.",
        "one_zero_one.help.rules.else": (
            "**IF…THEN…ELSE** deletes each of its four neighbours that shows its digit and flips the others."
        ),
        "one_zero_one.help.rules.cut": "**CUT** takes its target to a pile that both share.",
        "one_zero_one.help.rules.paste": (
            "**PASTE** at an empty cell: put a card of the shared pile there, and its command runs for you."
        ),
        "one_zero_one.help.rules.control": (
            "You **control** a line in which at least three cards count and more of them show your digit "
            "than the other; it is worth its number."
        ),
        "one_zero_one.help.rules.decks": (
            "`deck` is base, errors (SYNTAX, ELSE for ENTER), remarks (REM, SYNTAX for IF), jumps (GOTO 10 "
            "for ENTER), clipboard (CUT for DELETE, PASTE for PRINT), everything, or a list of your own: 16 "
            "cards, 4 to 8 of them plain."
        ),
        "one_zero_one.help.ending": (
            "The game ends at once when line 50 holds its third card, whose command is not executed, or when"
            " a player cannot draw back to three. More points win; a tie goes to whoever controls the "
            "highest line that anybody controls; if nobody controls any, it is a draw."
        ),
        "one_zero_one.help.notation": (
            "The card, where it points (`<` `>` `^` `v`) and the line: `DELETE-v^ 30`, `PLAIN 10`, `ELSE "
            "20`. A card brought by PRINT or PASTE follows a colon: `PRINT-h> 30 : DELETE-v^`. `-h` and `-v`"
            " may be left out where the rest says which card is meant."
        ),
        "one_zero_one.help.rulings.box": (
            "A player's box holds one SYNTAX ERROR (up or down), one REM (left or right), one IF…THEN…ELSE, "
            "and GOTO 10, CUT and PASTE once in each axis."
        ),
        "one_zero_one.help.rulings.open": "A line is open only while every line above holds three cards at that moment.",
        "one_zero_one.help.rulings.load": "What a LOAD draws beneath the first card is not shown.",
        "one_zero_one.help.rulings.if": (
            "IF…THEN turns its target to the digit of whoever plays the card, also when a PRINT or PASTE brings it."
        ),
        "one_zero_one.help.rulings.third": (
            "The third card of line 50 ends the game in whichever of the three cells it comes to lie, and however it got"
            " there."
        ),
        "one_zero_one.help.rulings.last": (
            "A card that ends the game does not execute its command, so a REM laid there discounts nothing; "
            "a SAVE that waits for that cell is fulfilled first."
        ),
        "one_zero_one.help.rulings.saves": (
            "Several saves waiting for one cell are fulfilled together. A waiting SAVE is not protected; it "
            "lapses when it leaves its cell, stays when it is flipped, and goes on waiting when another "
            "saves it."
        ),
        "one_zero_one.help.rulings.syntax": (
            "SYNTAX ERROR flips itself even when there is nothing else to flip, unless it was saved on "
            "arrival."
        ),
        "one_zero_one.help.rulings.rem": (
            "REM itself counts. Its effect travels with it, survives its flipping, and ends when it is "
            "removed. A REM that another discounts still discounts."
        ),
        "one_zero_one.help.rulings.enter": "ENTER and GOTO 10 find the empty cell before they lift their target.",
        "one_zero_one.help.first.hand": (
            "**What you see.** Your digit is **0**. A plain 0 lies on line 10 and a plain 1 of the other player on line"
            " 20; lines 30, 40 and 50 are shut until each line above them holds three cards. You hold three cards that"
            " nobody else sees: DELETE, PRINT and SAVE. With the first of your turns you lay one of them, your 0 up, on"
            " **A** or on **B**."
        ),
        "one_zero_one.help.first.turn": (
            "**A turn.** Seven turns later: 0 has just laid **IF…THEN** on line 20, pointing left. Its command worked on"
            " the card there: ENTER showed 1, and shows 0 now. Every turn goes like that: lay a card, its command meets"
            " the card it points at, draw back to three. Lines 10, 20 and 30 hold three cards and more, with more 0s"
            " than 1s: 0 controls them and has 10 + 20 + 30 = 60 points. Cards with a padlock are safe."
        ),
        "one_zero_one.help.first.end": (
            "**The end.** Three turns later 1 has laid the third card on line 50, and the program runs at once. 1"
            " controls lines 40 and 50: 90 points beat 60. Line 50 is worth most, line 10 least, and whoever lays the third"
            " card on line 50 chooses when it is over: do not lay the second for somebody who would win by it."
        ),
        "one_zero_one.help.credit": "David Harding, 2013.",
    },
)

MESSAGES = (*SENTENCES, *CARDS, *FORETOLD, *TAUGHT, *HELP)
