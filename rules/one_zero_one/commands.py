"""The commands, each a function of one shape: the display, and the cell on which its card has just arrived.

It changes the display and returns the empty cell that the player must fill next (PRINT, PASTE), else `None`.
A target that is empty, off the display or saved makes a command do nothing; own cards can be targets;
nothing is optional.
"""

from collections.abc import Callable

from rules.one_zero_one.playing_cards import LINES, STEPS, Cell
from rules.one_zero_one.program import Display

Command = Callable[[Display, Cell], Cell | None]

CHAINS = ("PRINT", "PASTE")
"""The commands that bring a further card: from the hand, from the cut pile."""


def run(display: Display, cell: Cell) -> Cell | None:
    """Carry out the command of the card that has just arrived on `cell`."""
    return _COMMANDS[display.cells[cell].command](display, cell)


def quiet(display: Display, cell: Cell) -> None:
    """Do nothing: PLAIN has no command, and REM works for as long as it lies there (`program.discounted`)."""


def delete(display: Display, cell: Cell) -> None:
    """Carry out DELETE: the target leaves the game."""
    if victim := display.victim(cell):
        display.delete(victim)


def enter(display: Display, cell: Cell) -> None:
    """Carry out ENTER: the target goes to the next line, from 50 to 10, closed or not; that cell is found first."""
    if victim := display.victim(cell):
        below = LINES[(LINES.index(victim.line) + 1) % len(LINES)]
        display.move(victim, display.leftmost(below))


def if_then(display: Display, cell: Cell) -> None:
    """Carry out IF…THEN: the target shows the player's digit afterwards."""
    if victim := display.victim(cell):
        display.show(victim, display.cells[cell].digit)


def print_(display: Display, cell: Cell) -> Cell | None:
    """Carry out PRINT: an empty target on the display is to be filled from the hand, gaps beside it or not."""
    target = display.target(cell)
    return target if target not in display.cells else None


def save(display: Display, cell: Cell) -> None:
    """Carry out SAVE: the target and the SAVE itself are protected; an empty target is waited for."""
    target = display.target(cell)
    if target is None:
        return
    if target not in display.cells:
        display.wait(cell, target)
    elif display.is_unsaved(target):
        display.save(cell, target)


def syntax_error(display: Display, cell: Cell) -> None:
    """Carry out SYNTAX ERROR: flips all of its column on its side, across gaps, and always itself [ruling]."""
    upwards = display.cells[cell].points == "^"
    for line in LINES:
        target = Cell(line, cell.column)
        on_its_side = line <= cell.line if upwards else line >= cell.line
        if on_its_side and display.is_unsaved(target):
            display.show(target, 1 - display.cells[target].digit)


def goto_10(display: Display, cell: Cell) -> None:
    """Carry out GOTO 10: the target goes to line 10, to the cell that was the leftmost empty one before lifting."""
    if victim := display.victim(cell):
        display.move(victim, display.leftmost(10))


def if_then_else(display: Display, cell: Cell) -> None:
    """Carry out IF…THEN…ELSE: of the four neighbours, judged before acting, its own digit goes, the other flips."""
    digit = display.cells[cell].digit
    for lines, columns in STEPS.values():
        neighbour = Cell(cell.line + lines, cell.column + columns)
        if not display.is_unsaved(neighbour):
            continue
        if display.cells[neighbour].digit == digit:
            display.delete(neighbour)
        else:
            display.show(neighbour, digit)


def cut(display: Display, cell: Cell) -> None:
    """Carry out CUT: the target goes to the shared cut pile."""
    if victim := display.victim(cell):
        display.cut_out(victim)


def paste(display: Display, cell: Cell) -> Cell | None:
    """Carry out PASTE: an empty target on the display is to be filled from the cut pile, if there is any card in it."""
    return print_(display, cell) if display.cut else None


_COMMANDS: dict[str, Command] = {
    "PLAIN": quiet,
    "DELETE": delete,
    "ENTER": enter,
    "IF": if_then,
    "PRINT": print_,
    "SAVE": save,
    "SYNTAX": syntax_error,
    "REM": quiet,
    "GOTO10": goto_10,
    "ELSE": if_then_else,
    "CUT": cut,
    "PASTE": paste,
}
