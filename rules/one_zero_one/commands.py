"""The commands.

Each is a function that takes the display, and the cell on which its card has just arrived. It
changes the display and returns the empty cell that the player must fill next (PRINT, PASTE),
otherwise `None`. A target that is empty, off the display or saved makes a command do nothing.
Own cards can be targets. Nothing is optional.
"""

from collections.abc import Callable

from rules.one_zero_one.playing_cards import LINES, STEPS, Cell
from rules.one_zero_one.program import Display

Command = Callable[[Display, Cell], Cell | None]

CHAINS = ("PRINT", "PASTE")
"""The commands that bring a further card: from the hand, from the cut pile."""


def run(display: Display, cell: Cell) -> Cell | None:
    """Carry out the command of the card that has just arrived on `cell`."""
    return COMMAND_BY_CARD[display.cells[cell].command](display, cell)


def do_nothing(display: Display, cell: Cell) -> None:
    """Do nothing: PLAIN has no command.

    REM works for as long as it lies there (`program.discounted_cells`).
    """


def delete(display: Display, cell: Cell) -> None:
    """Carry out DELETE: remove the target from the game."""
    if victim := display.victim(cell):
        display.delete(victim)


def enter(display: Display, cell: Cell) -> None:
    """Carry out ENTER: the target goes to the next line, from 50 to 10.

    That line may be closed. The cell is found before the target leaves.
    """
    if victim := display.victim(cell):
        below = LINES[(LINES.index(victim.line) + 1) % len(LINES)]
        display.move(victim, display.entry_cell(below))


def if_then(display: Display, cell: Cell) -> None:
    """Carry out IF…THEN of the card on a cell: turn its target to its digit."""
    if victim := display.victim(cell):
        display.set_digit(victim, display.cells[cell].digit)


def print_(display: Display, cell: Cell) -> Cell | None:
    """Carry out PRINT: have an empty target on the display filled from the hand.

    Gaps beside it do not matter.
    """
    target = display.target(cell)
    return target if target not in display.cells else None


def save(display: Display, cell: Cell) -> None:
    """Carry out SAVE: the target and the SAVE itself are protected.

    If the target is empty, the SAVE waits for it.
    """
    target = display.target(cell)
    if target is None:
        return
    if target not in display.cells:
        display.leave_pending(cell, target)
    elif display.is_unsaved(target):
        display.save(cell, target)


def syntax_error(display: Display, cell: Cell) -> None:
    """Carry out SYNTAX ERROR: flip the column up to the edge that it points to.

    It flips across gaps, and always flips itself [ruling].
    """
    upwards = display.cells[cell].points == "^"
    for line in LINES:
        target = Cell(line, cell.column)
        on_its_side = line <= cell.line if upwards else line >= cell.line
        if on_its_side and display.is_unsaved(target):
            display.set_digit(target, 1 - display.cells[target].digit)


def goto_10(display: Display, cell: Cell) -> None:
    """Carry out GOTO 10: the target goes to line 10.

    It goes to the leftmost cell that was empty before it was lifted.
    """
    if victim := display.victim(cell):
        display.move(victim, display.entry_cell(10))


def if_then_else(display: Display, cell: Cell) -> None:
    """Carry out IF…THEN…ELSE on the four neighbours.

    Those with its own digit are removed, the others flip. All are judged before any changes.
    """
    digit = display.cells[cell].digit
    for lines, columns in STEPS.values():
        neighbour = Cell(cell.line + lines, cell.column + columns)
        if not display.is_unsaved(neighbour):
            continue
        if display.cells[neighbour].digit == digit:
            display.delete(neighbour)
        else:
            display.set_digit(neighbour, digit)


def cut(display: Display, cell: Cell) -> None:
    """Carry out CUT: move the target to the shared cut pile."""
    if victim := display.victim(cell):
        display.cut_out(victim)


def paste(display: Display, cell: Cell) -> Cell | None:
    """Carry out PASTE: have an empty target filled from the cut pile.

    The target must be on the display, and the pile must have a card.
    """
    return print_(display, cell) if display.cut else None


COMMAND_BY_CARD: dict[str, Command] = {
    "PLAIN": do_nothing,
    "DELETE": delete,
    "ENTER": enter,
    "IF": if_then,
    "PRINT": print_,
    "SAVE": save,
    "SYNTAX": syntax_error,
    "REM": do_nothing,
    "GOTO10": goto_10,
    "ELSE": if_then_else,
    "CUT": cut,
    "PASTE": paste,
}
