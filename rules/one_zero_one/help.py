"""How to play One Zero One, with every ruling of ours named as one."""

from typing import Any

from rules.game import Figure, Help


def _card(command: str, digit: int, points: str | None = None, **flags: bool) -> dict[str, Any]:
    """A CARD on the table; its axis follows from where it points."""
    axis = None if points is None else "h" if points in "<>" else "v"
    return {"command": command, "axis": axis, "digit": digit, "points": points, **flags}


_ZERO, _ONE = _card("PLAIN", 0), _card("PLAIN", 1)
_PRINT = {"command": "PRINT", "axis": "h"}
_DELETE = {"command": "DELETE", "axis": "v"}
_SAVE = {"command": "SAVE", "axis": "h"}
_PLAIN = {"command": "PLAIN", "axis": None}

HELP = Help(
    summary="Lay cards that show your digit on five lines of program code, worth 10 to 50 points. Commands on "
    "the cards delete, move, flip, print and protect. When line 50 gets its third card the program runs: "
    "whoever controls more points wins.",
    rules=(
        "Both have the same sixteen cards, shuffled, and hold three. Decks lie face up, so each **top card** "
        "and each count is public; hands are hidden, unless *Open Source* (`hands=open`) is chosen. Who "
        "starts is random; a plain card of the starter lies on line 10, one of the other player on line 20.",
        "A turn: **INPUT** a card of your hand, your digit up, on the leftmost empty cell of a line, gaps "
        "first. Lines 30, 40 and 50 are open while every line above holds at least three cards. "
        "**EXECUTE** its command. **LOAD**: draw back to three cards.",
        "A command works on the card it points at: left or right with `-h`, up or down with `-v`, your "
        "choice of the two. A target that is empty, off the display or saved means no effect; your own cards "
        "can be targets; nothing is optional.",
        "**DELETE** removes its target. **ENTER** moves it to the leftmost empty cell of the next line, from "
        "50 to 10. **IF…THEN** turns it to your digit. **PRINT** at an empty cell: put another card of your "
        "hand there, and its command runs. **SAVE** protects its target and itself for good; at an empty "
        "cell it waits for the next card there.",
        "Variant cards: **SYNTAX ERROR** flips every card of its column on its side, and itself. **REM**: the "
        "cards of its line on its side do not count for control, now or later. **GOTO 10** moves its "
        "target to line 10. **IF…THEN…ELSE** deletes each of its four neighbours that shows its digit and "
        "flips the others. **CUT** takes its target to a shared pile; **PASTE** puts a card of the pile "
        "on an empty cell, and its command runs for you.",
        "You **control** a line in which at least three cards count and more of them show your digit than "
        "the other; it is worth its number.",
        "`deck` is base, errors (SYNTAX, ELSE for ENTER), remarks (REM, SYNTAX for IF), jumps (GOTO 10 for "
        "ENTER), clipboard (CUT for DELETE, PASTE for PRINT), everything, or a list of your own: 16 cards, 4 "
        "to 8 of them plain.",
    ),
    ending="The game ends at once when line 50 holds its third card, whose command is not executed, or when a "
    "player cannot draw back to three. More points win; a tie goes to whoever controls the "
    "highest line that anybody controls; if nobody controls any, it is a draw.",
    notation="The card, where it points (`<` `>` `^` `v`) and the line: `DELETE-v^ 30`, `PLAIN 10`, `ELSE 20`. A card "
    "brought by PRINT or PASTE follows a colon: `PRINT-h> 30 : DELETE-v^`. `-h` and `-v` may be left out where "
    "the rest says which card is meant.",
    rulings=(
        "A player's box holds one SYNTAX ERROR (up or down), one REM (left or right), one IF…THEN…ELSE, and "
        "GOTO 10, CUT and PASTE once in each axis.",
        "A line is open only while every line above holds three cards at that moment.",
        "What a LOAD draws beneath the first card is not shown.",
        "A card that ends the game does not execute its command, so a REM laid there discounts nothing; a "
        "SAVE that waits for that cell is fulfilled first.",
        "Several saves waiting for one cell are fulfilled together. A waiting SAVE is not protected; it lapses "
        "when it leaves its cell, stays when it is flipped, and goes on waiting when another saves it.",
        "SYNTAX ERROR flips itself even when there is nothing else to flip, unless it was saved on arrival.",
        "REM itself counts. Its effect travels with it, survives its flipping, and ends when it is removed. "
        "A REM that another discounts still discounts.",
        "ENTER and GOTO 10 find the empty cell before they lift their target.",
    ),
    figures=(
        Figure(
            "0 prints a second card: PRINT points right, and the DELETE put there points up.",
            {
                "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                "hands": [[_PRINT, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                "turn": 0,
            },
            move="PRINT-h> 20 : DELETE-v^",
        ),
        Figure(
            "SAVE protects its target and itself: both cards carry a padlock for the rest of the game.",
            {
                "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                "hands": [[_SAVE, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                "turn": 0,
            },
            move="SAVE-h< 20",
        ),
    ),
    credit="David Harding, 2013.",
)
