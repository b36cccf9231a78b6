"""The program display of One Zero One as SVG.

It shows five lines of keys, the decks, and the cells that can be tapped.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rendering.one_zero_one.cell_faces import CardFace, EmptySlot, card_faces, empty_slots
from rendering.svg.grid import GridCell, program_rows
from rendering.svg.markup import centred_text, element, format_number, polygon, rect
from rules.one_zero_one.playing_cards import LINES, Cell
from rules.one_zero_one.view import ProgramView
from words import Localizer

COLUMNS: Final = 7
"""Keys in a row; where a line is longer, all lines go on below the last."""
HEAD: Final = 138
"""Width of a line's head: its number, and the count of each digit in it."""
WIDE: Final = 122
HIGH: Final = 126
ASIDE: Final = 25
"""How far a deck's digit and size stand from the middle of its card."""
EDGE: Final = HEAD + COLUMNS * WIDE + 8
GAP: Final = 12
"""Between the rows of all lines and those in which they go on."""
TONES: Final = ("zero", "one")
POINTERS: Final = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
"""Where a card may point to, as (right, down)."""
RUN, CUT_PILE, DECKS = 4, 5, (6, 7)
"""Columns of line 50 with the RUN key, the cut pile, and the decks' top cards."""


class ProgramDrawing:
    """The SVG drawing of a display; `chosen` and `choices` are letters of cells."""

    def __init__(self, view: ProgramView, chosen: Sequence[str], choices: Sequence[str]) -> None:
        self.view = view
        self.chosen = chosen
        self.choices = choices
        self.faces = card_faces(view)
        self.slots = empty_slots(view, chosen, choices)
        self.rows = _fold_rows([*self.faces, *self.slots])

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the drawing."""
        return EDGE, self._top(len(self.rows) - 1) + HIGH + 8

    def elements(self) -> Iterator[str]:
        """Yield all elements, lowest first."""
        yield rect("p-panel", 0, 0, *self.size, round_=14)
        for at, (band, line) in enumerate(self.rows):
            yield from self._further(at, line) if band else self._line(at, line)
        for cell, slot in self.slots.items():
            yield from self._slot(cell, slot)
        for cell, face in self.faces.items():
            yield from self._key(*self._corner(cell), face)
        yield from self._decks()
        yield from self._run_key()
        if self.view.cut:
            left, top = self._corner(Cell(50, CUT_PILE))
            yield rect("p-slot p-shut", left + 5, top + 7, WIDE - 10, HIGH - 14, round_=12)
            yield centred_text("p-line_ink", left + WIDE / 2, top + HIGH * 0.36, f"✂{len(self.view.cut)}", 44)

    def grid_rows(self, say: Localizer) -> Iterator[list[GridCell]]:
        """Yield the lines as the rows of a grid: cards, gaps, and cells with a letter."""
        boxes = [(cell, (*self._corner(cell), WIDE, HIGH)) for cell in {*self.faces, *self.slots}]
        letters = {cell: slot.letter for cell, slot in self.slots.items()}
        return program_rows(self.view, boxes, letters, self.chosen, self.choices, say)

    def _top(self, at: int) -> int:
        """Return the upper edge of a row, numbered from above."""
        return 8 + at * HIGH + self.rows[at][0] * GAP

    def _corner(self, cell: Cell) -> tuple[int, int]:
        band, across = divmod(cell.column - 1, COLUMNS)
        return HEAD + across * WIDE, self._top(self.rows.index((band, cell.line)))

    def _line(self, at: int, line: int) -> Iterator[str]:
        """Yield the tile of a line: its worth, and its count in its controller's colour."""
        row, top = LINES.index(line), self._top(at)
        held = self.view.control[row]
        tone = "p-line" if held.digit is None else f"p-{TONES[held.digit]}"
        ink = "p-line_ink" if held.digit is None else f"p-{TONES[held.digit]}_ink"
        shut = "" if self.view.open_lines[row] else " closed"
        yield rect(tone + shut, 6, top + 6, HEAD - 14, HIGH - 12, round_=12)
        yield centred_text(ink, HEAD / 2 - 1, top + 42, str(line), 50)
        yield centred_text(ink, HEAD / 2 - 1, top + 90, f"{held.zeros}:{held.ones}", 34)

    def _further(self, at: int, line: int) -> Iterator[str]:
        """Yield the tile of a continued line: an elbow before its number."""
        top = self._top(at)
        yield rect("p-line", 6, top + 6, HEAD - 14, HIGH - 12, round_=12)
        yield element("path", class_="p-elbow", d=f"M28 {top + 40}v24h18")
        yield centred_text("p-line_ink", HEAD / 2 + 18, top + HIGH / 2, str(line), 40)

    def _slot(self, cell: Cell, slot: EmptySlot) -> Iterator[str]:
        """Yield an empty cell: what left it, what it waits for, and its letter if legal."""
        left, top = self._corner(cell)
        state = (
            "p-chosen"
            if slot.chosen
            else "p-legal"
            if slot.letter
            else "p-waits"
            if slot.awaits_save
            else "p-shut"
        )
        yield rect(f"p-slot {state}", left + 6, top + 8, WIDE - 12, HIGH - 16, round_=12)
        x, y = left + WIDE / 2, top + HIGH / 2
        if slot.ghost:
            low = top + HIGH * 0.7 if slot.letter else y
            yield centred_text(f"p-{TONES[slot.digit]}_rim", x, low, str(slot.digit), 44)
            if slot.ghost == "moved":
                yield from _arrow(x + 34, low, slot.direction, "p-last", 14)
            else:
                yield element(
                    "path", class_="p-struck", d=f"M{format_number(x - 24)} {format_number(low + 20)}l48 -40"
                )
        if slot.letter:
            yield centred_text("p-letter", x, top + HIGH * 0.32 if slot.ghost else y, slot.letter, 52)
        elif slot.awaits_save:
            yield centred_text("p-lock", x, y, "…", 52)

    def _key(self, left: float, top: float, face: CardFace, beside: str = "") -> Iterator[str]:
        """Yield a card: its digit, command and directions, and whether it is saved.

        A card that is left out of the count is marked too. The digit makes room for text `beside` it.
        """
        tone = TONES[face.digit]
        parts = [
            rect(
                f"p-{tone} p-key" + (f" rim-{face.rim}" if face.rim else ""),
                left + 5,
                top + 7,
                WIDE - 10,
                HIGH - 14,
                round_=12,
            )
        ]
        x, plain = left + WIDE / 2, face.command == "PLAIN"
        y, aside = top + HIGH * (0.5 if plain else 0.38), ASIDE if beside else 0
        parts.append(centred_text(f"p-{tone}_ink", x - aside, y, str(face.digit), 62))
        if beside:
            # It clears the pointer at the right, half-way down.
            parts.append(centred_text(f"p-{tone}_ink", x + aside, y - 10, beside, 30))
        if not plain:
            plate, ink = (
                (f"p-{tone}_live", f"p-{tone}_word") if face.live else (f"p-{tone}_plate", f"p-{tone}_ink")
            )
            parts.append(rect(plate, left + 10, top + HIGH - 46, WIDE - 20, 32, round_=7))
            name = face.command.replace("GOTO10", "GOTO 10")
            parts.append(centred_text(ink, x, top + HIGH - 30, name, 23 if len(name) > 6 else 27))
        for way in face.pointers:
            right, down = POINTERS[way]
            at = x + right * (WIDE / 2 - 12), top + HIGH / 2 + down * (HIGH / 2 - 13)
            parts += _arrow(*at, way, f"p-{tone}_ink", 10)
        if face.saved:
            parts += _lock(left + WIDE - 26, top + 32, f"p-{tone}_ink")
        if face.flipped:
            parts += _turn(left + 26, top + 30, f"p-{tone}_ink")
        yield f'<g class="off">{"".join(parts)}</g>' if face.is_discounted else "".join(parts)

    def _run_key(self) -> Iterator[str]:
        left, top = self._corner(Cell(50, RUN))
        yield rect("p-run p-key", left + 5, top + 7, WIDE - 10, HIGH - 14, round_=12)
        x, y = left + WIDE / 2, top + HIGH / 2
        yield centred_text("p-run_ink", x, y - 23, "RUN", 42)
        yield polygon("p-run_ink", (x - 17, y + 2), (x - 17, y + 42), (x + 21, y + 22))

    def _decks(self) -> Iterator[str]:
        """Yield the top card of each deck with the deck's size, 0's first."""
        for digit, column in enumerate(DECKS):
            deck = self.view.decks[self.view.digits.index(digit)]
            left, top = self._corner(Cell(50, column))
            size = f"×{deck.count}"
            if deck.top:
                pointers = "".join(point or "" for point in deck.top.directions)
                yield from self._key(left, top, CardFace(digit, deck.top.command, pointers), size)
            else:
                yield rect("p-slot p-shut", left + 6, top + 8, WIDE - 12, HIGH - 16, round_=12)
                yield centred_text("p-line_ink", left + WIDE / 2 - ASIDE, top + HIGH / 2, str(digit), 62)
                yield centred_text("p-line_ink", left + WIDE / 2 + ASIDE, top + HIGH / 2, size, 30)


def _fold_rows(cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """Return the rows from above, each as its band from 0 and its line.

    A line that is longer than a row continues in a further band of rows, below the last line. A shorter
    line between two of those keeps its row there, so that each key keeps its neighbours above and below.
    """
    rows, band = [(0, line) for line in LINES], 1
    while long := [cell.line for cell in cells if cell.column > band * COLUMNS]:
        rows += [(band, line) for line in LINES if min(long) <= line <= max(long)]
        band += 1
    return rows


def _lock(x: float, y: float, class_: str) -> Iterator[str]:
    """Yield a padlock with its middle at a point, the sign of a saved card."""
    yield rect(class_, x - 10, y - 3, 20, 15, round_=3)
    yield element(
        "path",
        class_=f"p-sign {class_}",
        d=f"M{format_number(x - 6)} {format_number(y - 3)}v-5a6 6 0 0 1 12 0v5",
    )


def _turn(x: float, y: float, class_: str) -> Iterator[str]:
    """Yield two arrows around a point, the sign of a card that was turned over."""
    yield element(
        "path", class_=f"p-sign {class_}", d=f"M{format_number(x - 9)} {format_number(y)}a9 9 0 0 1 16 -5"
    )
    yield element(
        "path", class_=f"p-sign {class_}", d=f"M{format_number(x + 9)} {format_number(y)}a9 9 0 0 1 -16 5"
    )
    yield from _arrow(x + 8, y - 4, "v", class_, 5)
    yield from _arrow(x - 8, y + 4, "^", class_, 5)


def _arrow(x: float, y: float, way: str, class_: str, size: float) -> Iterator[str]:
    """Yield a triangle at a point, directed to a side."""
    right, down = POINTERS[way]
    corners = ((right * size, down * size), (-down * size, right * size), (down * size, -right * size))
    yield polygon(class_, *((x + a, y + b) for a, b in corners))
