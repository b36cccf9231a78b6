"""The program display.

Its cells and cards while a turn is carried out, and control and score of a finished display.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.one_zero_one.playing_cards import LINES, STEPS, Cell, Digit, LaidCard, PlayingCard, pointed_cell
from rules.one_zero_one.view import CommandEffect, EffectKind, LineControl

DisplayLines = tuple[tuple[LaidCard | None, ...], ...]
"""The cards of each line from column 1 on.

`None` in gaps, nothing after the last card.
"""

OPENS = 3
"""Cards that every line above must hold to open line 30, 40 or 50.

Before that, no card may be played to the line.
"""
CONTROLS = 3
"""Cards that must count in a line before anybody controls it."""
LAST_LINE, RUNS = 50, 3
"""The third card of line 50 runs the program."""


class Display:
    """The display while one turn changes it.

    `effects` lists the effects of the commands, in order.
    """

    def __init__(self, lines: DisplayLines, cut: Iterable[PlayingCard] = ()) -> None:
        self.cells = {
            Cell(number, column): card
            for number, line in zip(LINES, lines, strict=True)
            for column, card in enumerate(line, 1)
            if card
        }
        self.cut = list(cut)
        self.effects: list[CommandEffect] = []

    def lines(self) -> DisplayLines:
        """Return an immutable copy of the lines."""
        ends = dict.fromkeys(LINES, 0)
        for line, column in self.cells:
            ends[line] = max(ends[line], column)
        return tuple(
            tuple(self.cells.get(Cell(line, column)) for column in range(1, ends[line] + 1)) for line in LINES
        )

    def count_cards(self, line: int) -> int:
        """Return the number of cards on a line, including discounted ones."""
        return sum(cell.line == line for cell in self.cells)

    def closing_line(self, line: int) -> int | None:
        """Return the first line above that keeps `line` closed now.

        `None` if the line is open (placement rule 4).
        """
        if line <= 20:
            return None
        return next((above for above in LINES if above < line and self.count_cards(above) < OPENS), None)

    def entry_cell(self, line: int) -> Cell:
        """Return the cell at which a card enters a line.

        It is the first gap, or the end if there is none (placement rule 3).
        """
        column = 1
        while (line, column) in self.cells:
            column += 1
        return Cell(line, column)

    @property
    def is_running(self) -> bool:
        """Whether line 50 holds its third card, which ends the game at once."""
        return self.count_cards(LAST_LINE) == RUNS

    def target(self, cell: Cell) -> Cell | None:
        """Return the cell that the card on `cell` points at.

        `None` if that is off the display, or the card has no direction.
        """
        point = self.cells[cell].points
        return pointed_cell(cell, point) if point else None

    def victim(self, cell: Cell) -> Cell | None:
        """Return the cell pointed at if it has an unsaved card.

        A saved card is never affected.
        """
        target = self.target(cell)
        return target if target and self.is_unsaved(target) else None

    def is_unsaved(self, cell: Cell) -> bool:
        """Whether the cell has a card that is not saved."""
        card = self.cells.get(cell)
        return card is not None and not card.saved

    def place_card(self, cell: Cell, card: LaidCard) -> None:
        """Put a card on an empty cell.

        Every SAVE that waits for this cell is fulfilled before anything else. Ruling: several saves
        pending on one cell are fulfilled together.
        """
        self.cells[cell] = card
        waiting = [
            beside
            for lines, columns in STEPS.values()
            if (save := self.cells.get(beside := Cell(cell.line + lines, cell.column + columns)))
            and save.pending
            and self.target(beside) == cell
        ]
        if waiting:
            self.save(*waiting, cell)
            for beside in waiting:
                self.cells[beside] = replace(self.cells[beside], pending=False)

    def suppress_command(self, cell: Cell) -> None:
        """Suppress the command of the card that ends the game.

        A REM laid there discounts nothing.
        """
        if self.cells[cell].command == "REM":
            self.cells[cell] = replace(self.cells[cell], inert=True)

    def save(self, *cells: Cell) -> None:
        """Protect these cards for the rest of the game.

        A SAVE that still waits keeps waiting [ruling].
        """
        for cell in cells:
            if self.is_unsaved(cell):
                self._tell("saved", cell)
                self.cells[cell] = replace(self.cells[cell], saved=True)

    def leave_pending(self, cell: Cell, target: Cell) -> None:
        """Let the SAVE on `cell` wait for the next card that arrives on `target`."""
        self._tell("waits", cell, target)
        self.cells[cell] = replace(self.cells[cell], pending=True)

    def set_digit(self, cell: Cell, digit: Digit) -> None:
        """Turn a card to the given digit.

        A pending save stays pending, and a REM stays in effect [rulings].
        """
        if self.cells[cell].digit != digit:
            self._tell("flipped", cell)
            self.cells[cell] = replace(self.cells[cell], digit=digit)

    def delete(self, cell: Cell) -> None:
        """Remove a card from the game, leaving a gap."""
        self._tell("deleted", cell)
        del self.cells[cell]

    def cut_out(self, cell: Cell) -> None:
        """Move a card to the cut pile, leaving a gap."""
        self._tell("cut", cell)
        self.cut.append(self.cells.pop(cell).card)

    def move(self, cell: Cell, to: Cell) -> None:
        """Move a card to an empty cell.

        Its command does not run; a pending save of its own lapses [ruling].
        """
        self._tell("moved", cell, to)
        self.place_card(to, replace(self.cells.pop(cell), pending=False))

    def _tell(self, kind: EffectKind, cell: Cell, to: Cell | None = None) -> None:
        self.effects.append(CommandEffect(kind, cell, self.cells[cell], to))


def discounted_cells(lines: DisplayLines) -> frozenset[Cell]:
    """Return the cells whose cards a REM excludes from control.

    Those are the unsaved cards in its line, on the side it points to. Rulings: the REM itself
    counts; a REM that another one discounts still discounts; a flipped REM stays in effect; a REM
    laid as the card that ended the game never ran.
    """
    found: set[Cell] = set()
    for number, line in zip(LINES, lines, strict=True):
        for at, rem in enumerate(line):
            if rem and rem.command == "REM" and not rem.inert:
                side = range(at) if rem.points == "<" else range(at + 1, len(line))
                found.update(Cell(number, i + 1) for i in side if (card := line[i]) and not card.saved)
    return frozenset(found)


def line_controls(lines: DisplayLines) -> tuple[LineControl, ...]:
    """Return the controlling digit of each line.

    Three cards must count in the line, and one digit must have the strict majority.
    """
    out = discounted_cells(lines)
    found = []
    for number, line in zip(LINES, lines, strict=True):
        shown = [card.digit for i, card in enumerate(line, 1) if card and (number, i) not in out]
        ones = sum(shown)
        zeros = len(shown) - ones
        held = zeros != ones and len(shown) >= CONTROLS
        found.append(LineControl(int(ones > zeros) if held else None, zeros, ones))
    return tuple(found)


def points(controls: tuple[LineControl, ...], digit: Digit) -> int:
    """Return the points of a digit: the sum of the lines it controls."""
    return sum(line for line, held in zip(LINES, controls, strict=True) if held.digit == digit)
