"""A board as SVG: squares, last move, pieces, what decided the end, choices."""

from collections.abc import Iterator, Sequence
from typing import Final

from rendering.board.layout import PICTURE_WIDTH, SIDE, SUM, Layout, lay_out
from rendering.board.stands import PARITY_TONES, LineSums, deciding_squares, lit_lines, shown_sums, sum_places
from rendering.svg.grid import GridCell, board_rows
from rendering.svg.markup import centred_text, element, format_number, rect
from rules.board import BoardView
from rules.squares import FILES, is_dark, square_names, square_numbers
from words import Localizer

RADIUS: Final = 0.425
"""The radius of a piece over the edge of its square, as other pictures have it."""
LETTERS: Final = 25
"""Size of the coordinates."""
CROWN: Final = ((-0.5, 0.28), (-0.55, -0.3), (-0.2, 0.02), (0, -0.42), (0.2, 0.02), (0.55, -0.3), (0.5, 0.28))
"""A king's crown, in radii of its piece."""


class BoardDrawing:
    """The SVG drawing of a board.

    `chosen` are squares that are already chosen, `choices` those on offer.
    """

    def __init__(self, view: BoardView, chosen: Sequence[str], choices: Sequence[str]) -> None:
        self.view = view
        self.chosen = chosen
        self.choices = choices
        self.layout: Layout = lay_out(view)
        self.known = square_numbers(view.size)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels, without the strip of players and moves.

        The page shows those in its own words.
        """
        return PICTURE_WIDTH, self.layout.strip_top

    def elements(self) -> Iterator[str]:
        """Yield all elements, lowest first."""
        layout, view = self.layout, self.view
        yield rect("frame", SIDE, SIDE, PICTURE_WIDTH - 2 * SIDE, layout.strip_top - SIDE, round_=14)
        sums = shown_sums(view)
        yield from self._squares()
        yield from self._coordinates()
        yield from self._deciding_regions(sums)
        yield from self._trail()
        yield from self._ghosts()
        yield from self._pieces(self._dimmed_squares(sums))
        yield from self._sums(sums)
        yield from self._sizes()
        yield from self._choices()

    def _corner(self, name: str) -> tuple[int, int]:
        return self.layout.corner(self.known[name])

    def _middle(self, name: str) -> tuple[float, float]:
        left, top = self._corner(name)
        return left + self.layout.square_size / 2, top + self.layout.square_size / 2

    def _squares(self) -> Iterator[str]:
        cell, view, trace = self.layout.square_size, self.view, self.view.trace
        last = {*trace.path[:1], *trace.path[-1:], *trace.placed, *trace.shifted} if trace else set()
        last = set() if self.chosen or view.groups else last
        size = max(18.0, cell * 0.24)
        for square, name in enumerate(square_names(view.size)):
            left, top = self._corner(name)
            dark = is_dark(view.size, square) == view.a1_dark
            tone = "dark" if dark else "light"
            yield rect(f"{tone}_last" if name in last else tone, left, top, cell, cell)
            if name in view.frame and not view.groups:
                yield rect("framed", left + 2, top + 2, cell - 4, cell - 4)
            if name in view.labels and name not in view.cells:
                yield centred_text(f"on_{tone}", left + cell / 2, top + size * 0.62, view.labels[name], size)

    def _coordinates(self) -> Iterator[str]:
        layout = self.layout
        if self.view.labels:
            return
        for rank in range(layout.ranks):
            y = layout.corner(rank * layout.files)[1] + layout.square_size / 2
            yield centred_text("on_frame", (SIDE + layout.left) / 2, y, str(rank + 1), LETTERS)
        for file in range(layout.files):
            x = layout.corner(file)[0] + layout.square_size / 2
            yield centred_text("on_frame", x, layout.bottom + LETTERS * 0.62, FILES[file], LETTERS)

    def _deciding_regions(self, sums: LineSums) -> Iterator[str]:
        """Yield the regions that decided the end, each in the tone of its holder."""
        cell, view = self.layout.square_size, self.view
        winner = view.outcome.winner if view.outcome else None
        for group in view.groups:
            lit = " lit" if winner in (group.seat, None) else ""
            for name in group.squares:
                left, top = self._corner(name)
                class_ = f"{view.tones[group.seat]}_field{lit}"
                yield rect(class_, left + 3, top + 3, cell - 6, cell - 6, round_=cell * 0.1)
        known = square_names(view.size)
        for square in lit_lines(view, sums):
            left, top = self._corner(known[square])
            yield rect("decided", left + 2, top + 2, cell - 4, cell - 4)

    def _dimmed_squares(self, sums: LineSums) -> set[str]:
        """Return the squares of pieces that did not decide the end, if some did."""
        lit = deciding_squares(self.view, sums)
        return set(self.view.cells) - lit if lit else set()

    def _trail(self) -> Iterator[str]:
        trace = self.view.trace
        if trace and len(trace.path) > 1 and not self.chosen and not self.view.groups:
            points = " ".join(",".join(map(format_number, self._middle(name))) for name in trace.path)
            wide = self.layout.square_size * 0.09
            yield element("polyline", class_="trail_casing", points=points, stroke_width=wide * 1.8)
            yield element("polyline", class_="trail", points=points, stroke_width=wide)

    def _ghosts(self) -> Iterator[str]:
        """Yield a faded piece with a cross on each square where the last move captured."""
        trace, cell = self.view.trace, self.layout.square_size
        for name, symbol in trace.removed if trace and not self.chosen else ():
            if name in self.view.cells:
                continue
            x, y = self._middle(name)
            yield '<g class="ghost">' + "".join(self._piece(name, symbol)) + "</g>"
            arm = cell * 0.2
            d = f"M{format_number(x - arm)} {format_number(y - arm)}l{format_number(2 * arm)} {format_number(2 * arm)}"
            d += f"m0 {format_number(-2 * arm)}l{format_number(-2 * arm)} {format_number(2 * arm)}"
            yield element("path", class_="cross", d=d, stroke_width=cell * 0.07)

    def _pieces(self, dimmed: set[str]) -> Iterator[str]:
        for name, symbol in self.view.cells.items():
            drawn = "".join(self._piece(name, symbol))
            class_ = ' class="dimmed"' if name in dimmed else ""
            yield f'<g data-at="{name}"{class_}>{drawn}</g>'

    def _piece(self, name: str, symbol: str) -> Iterator[str]:
        """Yield a key with its digit, a stone, a man, or a king with a crown.

        The number on it follows, if any.
        """
        cell, (x, y) = self.layout.square_size, self._middle(name)
        if symbol in "01":
            tone, half = ("black" if symbol == "1" else "white"), cell * 0.41
            yield rect(tone, x - half, y - half, 2 * half, 2 * half, round_=cell * 0.12)
            yield centred_text(f"{tone}_ink", x, y, symbol, cell * 0.56)
            return
        tone, radius = ("black" if symbol in "bB" else "white"), cell * RADIUS
        yield element("circle", class_=tone, cx=x, cy=y, r=radius, stroke_width=max(2.0, cell * 0.03))
        if self.view.pieces == "ranked":
            yield from self._rank(x, y, tone, is_king=symbol.isupper(), numbered=name in self.view.labels)
        if name in self.view.labels:
            low = radius * 0.5 if symbol.isupper() else 0
            yield centred_text(f"{tone}_ink", x, y + low, self.view.labels[name], radius * 0.62)
        if name in self.view.numbers:
            yield centred_text(f"{tone}_ink", x, y, str(self.view.numbers[name]), cell * 0.4)

    def _rank(self, x: float, y: float, tone: str, *, is_king: bool, numbered: bool) -> Iterator[str]:
        """Yield the groove of a man, or the ring and the crown of a king.

        The crown leaves room for a number below it.
        """
        radius = self.layout.square_size * RADIUS
        wide, share, name = (0.1, 0.84, "crown") if is_king else (0.06, 0.64, "groove")
        line = f"{tone}_{name}"
        yield element(
            "circle", class_=f"ring {line}", cx=x, cy=y, r=radius * share, stroke_width=radius * wide
        )
        if is_king:
            size, high = (radius * 0.8, y - radius * 0.28) if numbered else (radius, y)
            points = " ".join(
                f"{format_number(x + a * size)},{format_number(high + b * size)}" for a, b in CROWN
            )
            yield element("polygon", class_=line, points=points)

    def _sums(self, sums: LineSums) -> Iterator[str]:
        """Yield the sum of each line beside it.

        That of a full one has the tone of its parity.
        """
        for place, line in sum_places(self.layout, sums):
            half, (left, top) = SUM / 2, place
            x, y = left + half, top + half
            if line.is_full:
                tone = PARITY_TONES[(line.total or 0) % 2]
                yield rect(tone, left, top, SUM, SUM, round_=9)
                yield centred_text(f"{tone}_ink", x, y, str(line.total), 34)
            elif line.total is not None:
                yield centred_text("on_frame", x, y, str(line.total), LETTERS)

    def _sizes(self) -> Iterator[str]:
        """Yield the size of each group on a plate, on the group's middle square."""
        cell = self.layout.square_size
        for group in self.view.groups:
            free = [name for name in group.squares if name not in self.view.cells]
            inside = free or list(group.squares)
            x, y = self._middle(inside[len(inside) // 2])
            wide = cell * (0.3 + 0.2 * len(group.count_text))
            yield rect("plate", x - wide / 2, y - cell * 0.24, wide, cell * 0.48, round_=cell * 0.2)
            yield centred_text("panel_ink", x, y, group.count_text, cell * 0.34)

    def _choices(self) -> Iterator[str]:
        """Yield the marks of the squares on offer, and of the chosen ones."""
        cell = self.layout.square_size
        for name in self.chosen:
            left, top = self._corner(name)
            yield rect("chosen", left + 3, top + 3, cell - 6, cell - 6, round_=6)
        for name in self.choices:
            x, y = self._middle(name)
            if name in self.view.cells:
                yield element(
                    "circle", class_="offer_ring", cx=x, cy=y, r=cell * 0.455, stroke_width=cell * 0.06
                )
            else:
                yield element("circle", class_="offer", cx=x, cy=y, r=cell * 0.15)

    def grid_rows(self, say: Localizer) -> Iterator[list[GridCell]]:
        """Yield the squares as the rows of a grid."""
        return board_rows(self.view, self.layout, self.chosen, self.choices, say)
