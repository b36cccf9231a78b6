"""The contents of the display, for comparison with other displays.

The commands, and the digits they show. The display is all that both players know. The direction
of a card is left out, because it has had its effect.
"""

from typing import Final

from rules.likeness import ChangeBounds, Symmetry, square_likeness
from rules.one_zero_one.playing_cards import COMMANDS
from rules.one_zero_one.program import DisplayLines
from rules.outline import Outline
from rules.squares import FILES

SIZE: Final = len(FILES), 5
"""Columns that are compared, more than any play fills, and lines."""
SYMBOLS: Final = tuple(f"{command}{digit}" for command in COMMANDS for digit in (0, 1))
SYMMETRIES: Final = (Symmetry(), Symmetry(swaps=True))
"""Who has which digit makes no difference."""
CHANGES: Final = ChangeBounds(put=3, lost=2)
"""The most that one move changes.

Three moves in a thousand of random play change more, by chains of PRINT and PASTE.
"""


def build_outline(lines: DisplayLines) -> Outline:
    """Return the outline of the cards on the lines."""
    cells = {
        f"{FILES[column]}{rank}": f"{card.command}{card.digit}"
        for rank, line in enumerate(lines, 1)
        for column, card in enumerate(line[: len(FILES)])
        if card is not None
    }
    return Outline(square_likeness(SIZE, SYMBOLS, SYMMETRIES, CHANGES), cells)
