"""The worth of a One Zero One display to one digit, in hundredths of a point."""

from typing import Final

from engines.bounds import WIN
from rules.one_zero_one.playing_cards import LINES, Digit
from rules.one_zero_one.program import DisplayLines, discounted_cells, line_controls, points

HELD: Final = (0, 42, 66, 82, 90, 95, 98, 100)
"""Of the worth of a line, in hundredths, what a lead of so many cards is good for."""
EARLY: Final = (20, 45, 75)
"""And how much of that while the line has fewer than three cards, none to two."""
SAFE: Final = 9
"""What a saved card adds, in hundredths of the worth of its line."""


def estimate_worth(lines: DisplayLines, digit: Digit) -> int:
    """Estimate the worth of the lines to a digit while the game goes on."""
    total = 0
    out = (
        discounted_cells(lines)
        if any(card and card.command == "REM" for line in lines for card in line)
        else ()
    )
    for number, line in zip(LINES, lines, strict=True):
        lead = count = safe = 0
        for column, card in enumerate(line, 1):
            if card is None or (out and (number, column) in out):
                continue
            count += 1
            side = 1 if card.digit == digit else -1
            lead += side
            if card.saved:
                safe += side
        held = HELD[min(abs(lead), 7)] * (100 if count >= 3 else EARLY[count])
        total += number * ((held if lead > 0 else -held) // 100 + SAFE * safe)
    return total


def final_worth(lines: DisplayLines, digit: Digit) -> int:
    """Return the exact worth of the lines at the end of the game.

    It is a win, a loss or a draw, then by points.
    """
    controls = line_controls(lines)
    lead = points(controls, digit) - points(controls, 1 - digit)
    if lead:
        return WIN + lead if lead > 0 else lead - WIN
    highest = next((held.digit for held in reversed(controls) if held.digit is not None), None)
    return 0 if highest is None else WIN if highest == digit else -WIN
