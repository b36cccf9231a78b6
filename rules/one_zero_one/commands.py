"""The commands, each a function of one shape: the table, and the cell on which its card has just arrived.

It changes the table and returns the empty cell that the player must fill next (PRINT, PASTE), else `None`.
A target that is empty, off the display or saved makes a command do nothing; own cards can be targets;
nothing is optional.
"""

from collections.abc import Callable

from rules.one_zero_one.cards import LINES, STEPS, Cell
from rules.one_zero_one.program import Table

Command = Callable[[Table, Cell], Cell | None]

CHAINS = ("PRINT", "PASTE")
"""The commands that bring a further card: from the hand, from the cut pile."""


def run(table: Table, cell: Cell) -> Cell | None:
    """Carry out the command of the card that has just arrived on `cell`."""
    return _COMMANDS[table.cells[cell].command](table, cell)


def quiet(table: Table, cell: Cell) -> None:
    """PLAIN has no command; REM is read for as long as it lies there (`program.discounted`)."""


def delete(table: Table, cell: Cell) -> None:
    """DELETE: the target leaves the game."""
    if victim := table.victim(cell):
        table.delete(victim)


def enter(table: Table, cell: Cell) -> None:
    """ENTER: the target goes to the next line down, from 50 to 10, closed or not; that cell is found first."""
    if victim := table.victim(cell):
        below = LINES[(LINES.index(victim.line) + 1) % len(LINES)]
        table.move(victim, table.leftmost(below))


def if_then(table: Table, cell: Cell) -> None:
    """IF…THEN: the target shows the player's digit afterwards."""
    if victim := table.victim(cell):
        table.show(victim, table.cells[cell].digit)


def print_(table: Table, cell: Cell) -> Cell | None:
    """PRINT: an empty target on the display is to be filled from the hand, gaps beside it or not."""
    target = table.target(cell)
    return target if target not in table.cells else None


def save(table: Table, cell: Cell) -> None:
    """SAVE: the target and the SAVE itself are protected; an empty target is waited for."""
    target = table.target(cell)
    if target is None:
        return
    if target not in table.cells:
        table.wait(cell, target)
    elif table.is_unsaved(target):
        table.save(cell, target)


def syntax_error(table: Table, cell: Cell) -> None:
    """SYNTAX ERROR: flips all of its column on its side, across gaps, and always itself [ruling]."""
    upwards = table.cells[cell].points == "^"
    for line in LINES:
        target = Cell(line, cell.column)
        on_its_side = line <= cell.line if upwards else line >= cell.line
        if on_its_side and table.is_unsaved(target):
            table.show(target, 1 - table.cells[target].digit)


def goto_10(table: Table, cell: Cell) -> None:
    """GOTO 10: the target goes to line 10, to the cell that was the leftmost empty one before lifting."""
    if victim := table.victim(cell):
        table.move(victim, table.leftmost(10))


def if_then_else(table: Table, cell: Cell) -> None:
    """IF…THEN…ELSE: of the four neighbours, judged before acting, its own digit goes, the other flips."""
    digit = table.cells[cell].digit
    for lines, columns in STEPS.values():
        neighbour = Cell(cell.line + lines, cell.column + columns)
        if not table.is_unsaved(neighbour):
            continue
        if table.cells[neighbour].digit == digit:
            table.delete(neighbour)
        else:
            table.show(neighbour, digit)


def cut(table: Table, cell: Cell) -> None:
    """CUT: the target goes to the shared cut pile."""
    if victim := table.victim(cell):
        table.cut_out(victim)


def paste(table: Table, cell: Cell) -> Cell | None:
    """PASTE: an empty target on the display is to be filled from the cut pile, if there is any card in it."""
    return print_(table, cell) if table.cut else None


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
