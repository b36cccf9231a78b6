"""A board as SVG: squares, last move, pieces, what decided the end, tap targets."""

from collections.abc import Iterator, Sequence
from typing import Final

from rendering.board.layout import EDGE, SIDE, SUMS, Layout, lay_out
from rendering.board.stands import Sums, sums_of
from rendering.svg.markup import box, number, tag, words
from rules.board import BoardView
from rules.squares import FILES, is_dark, square_names, square_numbers

RADIUS: Final = 0.425
"""The radius of a piece over the edge of its square, as other pictures have it."""
LETTERS: Final = 25
"""Size of the coordinates."""
CROWN: Final = ((-0.5, 0.28), (-0.55, -0.3), (-0.2, 0.02), (0, -0.42), (0.2, 0.02), (0.55, -0.3), (0.5, 0.28))
"""A king's crown, in radii of its piece."""


class BoardDrawing:
    """The drawing of one view.

    `chosen` are squares that are already taken, `choices` those on offer.
    """

    def __init__(self, view: BoardView, chosen: Sequence[str], choices: Sequence[str]) -> None:
        self.view = view
        self.chosen = chosen
        self.choices = choices
        self.layout: Layout = lay_out(view)
        self.known = square_numbers(view.size)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, without the strip, which the page has itself."""
        return EDGE, self.layout.strip

    def parts(self) -> Iterator[str]:
        """Yield all elements, lowest first."""
        layout, view = self.layout, self.view
        yield box("frame", SIDE, SIDE, EDGE - 2 * SIDE, layout.strip - SIDE, round_=14)
        sums = sums_of(view)
        yield from self._squares()
        yield from self._coordinates()
        yield from self._deciding_regions(sums)
        yield from self._trail()
        yield from self._ghosts()
        yield from self._pieces(self._dimmed_squares(sums))
        yield from self._sums(sums)
        yield from self._sizes()
        yield from self._taps()

    def _corner(self, name: str) -> tuple[int, int]:
        return self.layout.corner(self.known[name])

    def _middle(self, name: str) -> tuple[float, float]:
        left, top = self._corner(name)
        return left + self.layout.cell / 2, top + self.layout.cell / 2

    def _squares(self) -> Iterator[str]:
        cell, view, trace = self.layout.cell, self.view, self.view.trace
        last = {*trace.path[:1], *trace.path[-1:], *trace.placed, *trace.shifted} if trace else set()
        last = set() if self.chosen or view.groups else last
        size = max(18.0, cell * 0.24)
        for square, name in enumerate(square_names(view.size)):
            left, top = self._corner(name)
            dark = is_dark(view.size, square) == view.a1_dark
            tone = "dark" if dark else "light"
            yield box(f"{tone}_last" if name in last else tone, left, top, cell, cell)
            if name in view.frame and not view.groups:
                yield box("framed", left + 2, top + 2, cell - 4, cell - 4)
            if name in view.labels and name not in view.cells:
                yield words(f"on_{tone}", left + cell / 2, top + size * 0.62, view.labels[name], size)

    def _coordinates(self) -> Iterator[str]:
        layout = self.layout
        if self.view.labels:
            return
        for rank in range(layout.ranks):
            y = layout.corner(rank * layout.files)[1] + layout.cell / 2
            yield words("on_frame", (SIDE + layout.left) / 2, y, str(rank + 1), LETTERS)
        for file in range(layout.files):
            x = layout.corner(file)[0] + layout.cell / 2
            yield words("on_frame", x, layout.foot + LETTERS * 0.62, FILES[file], LETTERS)

    def _deciding_regions(self, sums: Sums) -> Iterator[str]:
        """Yield the regions that decided the end, each in the tone of its holder."""
        cell, view = self.layout.cell, self.view
        winner = view.outcome.winner if view.outcome else None
        for group in view.groups:
            lit = " lit" if winner in (group.seat, None) else ""
            for name in group.squares:
                left, top = self._corner(name)
                class_ = f"{view.tones[group.seat]}_field{lit}"
                yield box(class_, left + 3, top + 3, cell - 6, cell - 6, round_=cell * 0.1)
        for name in self._lit(sums):
            left, top = self._corner(name)
            yield box("decided", left + 2, top + 2, cell - 4, cell - 4)

    def _lit(self, sums: Sums) -> list[str]:
        """Return the squares of the full lines that ended the match."""
        files = self.view.files
        return [
            name
            for name, square in self.known.items()
            if square // files in sums.lit_ranks or square % files in sums.lit_files
        ]

    def _dimmed_squares(self, sums: Sums) -> set[str]:
        """Return the squares of pieces that did not decide the end, if some did."""
        view = self.view
        lit = {name for group in view.groups for name in group.squares} | set(self._lit(sums))
        if view.outcome and view.scores_on:
            winner = view.outcome.winner
            lit.update(*(view.scoring_squares(seat) for seat in (0, 1) if winner in (seat, None)))
        return set(view.cells) - lit if lit else set()

    def _trail(self) -> Iterator[str]:
        trace = self.view.trace
        if trace and len(trace.path) > 1 and not self.chosen and not self.view.groups:
            points = " ".join(",".join(map(number, self._middle(name))) for name in trace.path)
            wide = self.layout.cell * 0.09
            yield tag("polyline", class_="trail_casing", points=points, stroke_width=wide * 1.8)
            yield tag("polyline", class_="trail", points=points, stroke_width=wide)

    def _ghosts(self) -> Iterator[str]:
        """Yield a faded piece with a cross on each square where the last move captured."""
        trace, cell = self.view.trace, self.layout.cell
        for name, symbol in trace.removed if trace and not self.chosen else ():
            if name in self.view.cells:
                continue
            x, y = self._middle(name)
            yield '<g class="ghost">' + "".join(self._piece(name, symbol)) + "</g>"
            arm = cell * 0.2
            d = f"M{number(x - arm)} {number(y - arm)}l{number(2 * arm)} {number(2 * arm)}"
            d += f"m0 {number(-2 * arm)}l{number(-2 * arm)} {number(2 * arm)}"
            yield tag("path", class_="cross", d=d, stroke_width=cell * 0.07)

    def _pieces(self, dimmed: set[str]) -> Iterator[str]:
        for name, symbol in self.view.cells.items():
            drawn = "".join(self._piece(name, symbol))
            yield f'<g class="dimmed">{drawn}</g>' if name in dimmed else drawn

    def _piece(self, name: str, symbol: str) -> Iterator[str]:
        """Yield a key with its digit, a stone, a man, or a king with a crown.

        The number on it follows, if any.
        """
        cell, (x, y) = self.layout.cell, self._middle(name)
        if symbol in "01":
            tone, half = ("black" if symbol == "1" else "white"), cell * 0.41
            yield box(tone, x - half, y - half, 2 * half, 2 * half, round_=cell * 0.12)
            yield words(f"{tone}_ink", x, y, symbol, cell * 0.56)
            return
        tone, radius = ("black" if symbol in "bB" else "white"), cell * RADIUS
        yield tag("circle", class_=tone, cx=x, cy=y, r=radius, stroke_width=max(2.0, cell * 0.03))
        if self.view.pieces == "ranked":
            yield from self._rank(x, y, tone, is_king=symbol.isupper(), numbered=name in self.view.labels)
        if name in self.view.labels:
            low = radius * 0.5 if symbol.isupper() else 0
            yield words(f"{tone}_ink", x, y + low, self.view.labels[name], radius * 0.62)
        if name in self.view.numbers:
            yield words(f"{tone}_ink", x, y, str(self.view.numbers[name]), cell * 0.4)

    def _rank(self, x: float, y: float, tone: str, *, is_king: bool, numbered: bool) -> Iterator[str]:
        """Yield the groove of a man, or the ring and the crown of a king.

        The crown leaves room for a number below it.
        """
        radius = self.layout.cell * RADIUS
        wide, share, name = (0.1, 0.84, "crown") if is_king else (0.06, 0.64, "groove")
        line = f"{tone}_{name}"
        yield tag("circle", class_=f"ring {line}", cx=x, cy=y, r=radius * share, stroke_width=radius * wide)
        if is_king:
            size, high = (radius * 0.8, y - radius * 0.28) if numbered else (radius, y)
            points = " ".join(f"{number(x + a * size)},{number(high + b * size)}" for a, b in CROWN)
            yield tag("polygon", class_=line, points=points)

    def _sums(self, sums: Sums) -> Iterator[str]:
        """Yield the sum of each full line beside it, in the tone of its parity."""
        layout, half = self.layout, (SUMS - 6) / 2
        places = [
            (layout.right + 5 + half, layout.corner(rank * layout.files)[1] + layout.cell / 2, total)
            for rank, total in sums.ranks.items()
        ]
        places += [
            (layout.corner(file)[0] + layout.cell / 2, layout.foot + 4 + half, total)
            for file, total in sums.files.items()
        ]
        for x, y, total in places:
            tone = "black" if total % 2 else "white"
            yield box(tone, x - half, y - half, 2 * half, 2 * half, round_=9)
            yield words(f"{tone}_ink", x, y, str(total), 34)

    def _sizes(self) -> Iterator[str]:
        """Yield the size of each group on a plate, on the group's middle square."""
        cell = self.layout.cell
        for group in self.view.groups:
            free = [name for name in group.squares if name not in self.view.cells]
            inside = free or list(group.squares)
            x, y = self._middle(inside[len(inside) // 2])
            wide = cell * (0.3 + 0.2 * len(group.count_text))
            yield box("plate", x - wide / 2, y - cell * 0.24, wide, cell * 0.48, round_=cell * 0.2)
            yield words("panel_ink", x, y, group.count_text, cell * 0.34)

    def _taps(self) -> Iterator[str]:
        """Yield the squares on offer, with a mark and a place to tap, and the chosen ones."""
        cell = self.layout.cell
        for name in self.chosen:
            left, top = self._corner(name)
            yield box("chosen", left + 3, top + 3, cell - 6, cell - 6, round_=6)
        for name in self.choices:
            (left, top), (x, y) = self._corner(name), self._middle(name)
            if name in self.view.cells:
                yield tag("circle", class_="offer_ring", cx=x, cy=y, r=cell * 0.455, stroke_width=cell * 0.06)
            else:
                yield tag("circle", class_="offer", cx=x, cy=y, r=cell * 0.15)
            yield tag(
                "rect", class_="tap", data_square=name, x=left, y=top, width=cell, height=cell, fill_opacity=0
            )
