"""A board as SVG: squares, last move, pieces, what decided the end, choices."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import Final

from rendering.board.layout import LINE, PICTURE_WIDTH, SIDE, SUM, Layout, lay_out
from rendering.board.measures import (
    ARROW,
    CAPITAL_HEIGHT,
    CASING,
    DIMMED_RADIUS,
    FIELD,
    LINK,
    RADIUS,
    RIM,
    ROUND,
    STONE,
    THIN,
    WIDE,
    has_arrows,
    label_y,
    last_move_path,
    numeral_y,
    start_ring_radius,
    type_size,
)
from rendering.board.stands import (
    PARITY_TONES,
    deciding_squares,
    group_middle,
    lit_lines,
    shown_sums,
    sum_places,
)
from rendering.svg.grid import SIDES, GridCell, board_rows
from rendering.svg.markup import centred_text, disc, element, format_number, outline, polygon, rect, ring
from rules.board import BoardView
from rules.squares import FILES, is_dark, square_names, square_numbers
from words import Localizer

LETTERS: Final = 25
"""Size of the coordinates."""
CROWN: Final = (
    (-0.5, -0.238),
    (-0.25, 0.026),
    (0.0, -0.33),
    (0.25, 0.026),
    (0.5, -0.238),
    (0.39, 0.33),
    (-0.39, 0.33),
)
"""A king's crown, in its widths from its middle."""
PEARLS: Final = ((-0.5, -0.264), (0.0, -0.35), (0.5, -0.264))
"""The pearls on its points."""


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
        self.sums = shown_sums(view)
        lit = deciding_squares(view, self.sums)
        self.dimmed = set(view.cells) - lit if lit else set[str]()
        """The squares of pieces that did not decide the end, if some did."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels, without the strip of players and moves.

        The page shows those in its own words.
        """
        return PICTURE_WIDTH, self.layout.strip_top

    def elements(self) -> Iterator[str]:
        """Yield all elements, lowest first."""
        yield rect("frame", SIDE, SIDE, PICTURE_WIDTH - 2 * SIDE, self.layout.strip_top - SIDE, round_=14)
        yield from self._squares()
        yield from self._coordinates()
        yield from self._deciding_regions()
        yield from self._trail()
        yield from self._ghosts()
        yield from self._chosen_frames()
        yield from self._pieces()
        yield from self._sums()
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
        last = set() if self.chosen or view.groups else last - self.dimmed
        wide, high = view.files * cell + 2 * LINE, view.ranks * cell + 2 * LINE
        yield rect("edge", self.layout.left - LINE, self.layout.top - LINE, wide, high)
        for square, name in enumerate(square_names(view.size)):
            left, top = self._corner(name)
            tone = "dark" if is_dark(view.size, square) == view.a1_dark else "light"
            yield rect(f"{tone}_last" if name in last else tone, left, top, cell, cell)
            if name in view.labels and name not in view.cells:
                yield centred_text(
                    f"on_{tone}", left + cell / 2, top + label_y(cell), view.labels[name], type_size(cell)
                )
        if view.frame and not view.groups:
            left, top, right, low = self.layout.bounding_box([self.known[name] for name in view.frame])
            for share, name in ((0.085, "casing"), (0.05, "accent")):
                half = cell * share / 2
                box = left + half, top + half, right - left - 2 * half, low - top - 2 * half
                yield outline(name, *box, 2 * half)

    def _chosen_frames(self) -> Iterator[str]:
        """Yield the frames of the squares that are chosen."""
        cell = self.layout.square_size
        for name in self.chosen:
            left, top = self._corner(name)
            wide = max(5.0, cell * 0.085)
            for width, colour in ((wide + max(2, cell * 0.03), "casing"), (wide, "accent")):
                yield outline(
                    colour,
                    left + width / 2,
                    top + width / 2,
                    cell - width,
                    cell - width,
                    width,
                    round_=cell * 0.06,
                )

    def _coordinates(self) -> Iterator[str]:
        layout = self.layout
        if self.view.labels:
            return
        for rank in range(layout.ranks):
            y = layout.corner(rank * layout.files)[1] + layout.square_size / 2
            yield centred_text("on_frame", (SIDE + layout.left - LINE) / 2, y, str(rank + 1), LETTERS)
        for file in range(layout.files):
            x = layout.corner(file)[0] + layout.square_size / 2
            yield centred_text("on_frame", x, layout.bottom + LINE + LETTERS * 0.5, FILES[file], LETTERS)

    def _deciding_regions(self) -> Iterator[str]:
        """Yield the regions that decided the end, each in the tone of its holder."""
        view, known = self.view, square_names(self.view.size)
        winner = view.outcome.winner if view.outcome else None
        for group in view.groups:
            is_lit = winner in (group.seat, None)
            names: tuple[str, str] = ("casing", "accent") if is_lit else ("edge", "white_low")
            links = view.groups_are == "groups"
            yield from self._region(group.squares, (*names, f"{view.tones[group.seat]}_field"), links=links)
        lit = [known[square] for square in lit_lines(view, self.sums)]
        yield from self._region(lit, ("casing", "casing", "accent"), links=False)

    def _region(self, squares: Sequence[str], names: tuple[str, str, str], *, links: bool) -> Iterator[str]:
        """Yield linked stones or whole squares as one shape: line, rim, and ground."""
        cell, members = self.layout.square_size, {self._middle(name) for name in squares}
        half = STONE if links else 0.5 - FIELD - RIM - CASING
        for more, name in zip((RIM + CASING, RIM, 0.0), names, strict=True):
            wide, link = (half + more) * cell, ((LINK if links else half) + more) * cell
            for x, y in sorted(members):
                yield rect(
                    name, x - wide, y - wide, 2 * wide, 2 * wide, round_=wide if links else cell * ROUND
                )
                right, down = (x + cell, y) in members, (x, y + cell) in members
                if right:
                    yield rect(name, x, y - link, cell, 2 * link)
                if down:
                    yield rect(name, x - link, y, 2 * link, cell)
                if right and down and (x + cell, y + cell) in members:
                    yield rect(name, x, y, cell, cell)

    def _trail(self) -> Iterator[str]:
        """Yield the way of the last move: a ring, and a line that grows wider, or arrows."""
        view, cell = self.view, self.layout.square_size
        way, names = last_move_path(view), square_names(view.size)
        if not way or self.chosen or view.groups or self.dimmed & {names[square] for square in way}:
            return
        points = [self._middle(names[square]) for square in way]
        if has_arrows(view, way):
            yield from self._arrows(points)
            return
        radius = start_ring_radius(cell, numbered=bool(view.labels))
        for line, name in ((0.075, "casing"), (0.045, "accent")):
            yield ring(name, *points[0], radius - cell * 0.0375, cell * line)
        (x, y), (x2, y2) = points[:2]
        gone = (radius + cell * THIN / 2) / dist((x, y), (x2, y2))
        points[0] = x + (x2 - x) * gone, y + (y2 - y) * gone
        gone, whole = 0.0, sum(dist(*ends) for ends in pairwise(points))
        layers: list[list[str]] = [[], []]
        for (x, y), (x2, y2) in pairwise(points):
            length = dist((x, y), (x2, y2))
            right, down = (y2 - y) / length, (x - x2) / length
            for layer, more in zip(layers, (CASING, 0.0), strict=True):
                first, last = (
                    ((THIN + (WIDE - THIN) * part / whole) / 2 + more) * cell
                    for part in (gone, gone + length)
                )
                corners = ((x, y, first), (x, y, -first), (x2, y2, -last), (x2, y2, last))
                shape = [(left + right * by, top + down * by) for left, top, by in corners]
                colour = "casing" if more else "accent"
                layer += [polygon(colour, *shape), disc(colour, x, y, first), disc(colour, x2, y2, last)]
            gone += length
        yield from (part for layer in layers for part in layer)

    def _arrows(self, points: Sequence[tuple[float, float]]) -> Iterator[str]:
        """Yield an arrow from each piece on the way to the next."""
        cell, (long, wide) = self.layout.square_size, ARROW
        for (x, y), (x2, y2) in pairwise(points):
            steps = round(max(abs(x2 - x), abs(y2 - y)) / cell)
            right, down = (x2 - x) / steps, (y2 - y) / steps
            for step in range(steps):
                left, top = x + right * (step + 0.5), y + down * (step + 0.5)
                for more, name in ((CASING, "casing"), (0.0, "accent")):
                    tip, base, spread = long / 2 + more * 1.6, -long / 2 - more, wide + more * 1.9
                    corners = ((tip, 0.0), (base, spread), (base, -spread))
                    yield polygon(
                        name, *((left + a * right - b * down, top + a * down + b * right) for a, b in corners)
                    )

    def _ghosts(self) -> Iterator[str]:
        """Yield a faded piece with a cross on each square where the last move captured."""
        trace, cell, numbered = self.view.trace, self.layout.square_size, bool(self.view.labels)
        for name, symbol in trace.removed if trace and not self.chosen else ():
            if name in self.view.cells:
                continue
            x, y = self._middle(name)
            yield '<g class="ghost">' + "".join(self._piece(name, symbol, "")) + "</g>"
            arm, wide = cell * 0.13, cell * 0.12
            if numbered:
                low = y - cell / 2 + label_y(cell) + type_size(cell) * CAPITAL_HEIGHT / 2 + 1 + arm + wide / 2
                y = max(y, low)
            d = f"M{format_number(x - arm)} {format_number(y - arm)}l{format_number(2 * arm)} {format_number(2 * arm)}"
            d += f"m0 {format_number(-2 * arm)}l{format_number(-2 * arm)} {format_number(2 * arm)}"
            for width, colour in ((wide, "glint"), (cell * 0.065, "cross")):
                yield element("path", class_=f"s-{colour}", d=d, stroke_width=width)

    def _pieces(self) -> Iterator[str]:
        trace = self.view.trace
        trace = None if self.chosen or self.view.groups else trace
        moved = {*trace.path[-1:], *trace.placed} if trace else set()
        sizes = {group_middle(self.view, group.squares): group.count_text for group in self.view.groups}
        for name, symbol in self.view.cells.items():
            number = sizes.get(name) or str(self.view.numbers.get(name, "")) or self.view.labels.get(name, "")
            drawn = self._piece(name, symbol, number)
            if name in self.dimmed and symbol not in "01":
                radius, tone = self.layout.square_size * DIMMED_RADIUS, SIDES[symbol.lower()]
                drawn = iter(
                    (
                        disc(f"{tone}_edge", *self._middle(name), radius),
                        disc(tone, *self._middle(name), radius - 2),
                    )
                )
            class_ = ' class="dimmed"' if name in self.dimmed else ""
            halo = self._halo(name) if name in moved - self.dimmed else ()
            yield f'<g data-at="{name}"{class_}>{"".join((*halo, *drawn))}</g>'

    def _halo(self, name: str) -> Iterator[str]:
        """Yield the light around the piece that moved or was placed last."""
        cell, (x, y), (left, top) = self.layout.square_size, self._middle(name), self._corner(name)
        for inset, colour in ((0.0, "casing"), (0.018, "accent")):
            if self.view.pieces == "digits":
                edge, wide = cell * inset, cell * (1 - 2 * inset)
                yield rect(colour, left + edge, top + edge, wide, wide, round_=cell * 0.2)
            else:
                yield disc(colour, x, y, cell * (0.488 - inset * 1.1))

    def _piece(self, name: str, symbol: str, number: str) -> Iterator[str]:
        """Yield a key with its digit, a stone, a man, or a king with a crown.

        The number on it follows, if any.
        """
        cell, (x, y), (left, top) = self.layout.square_size, self._middle(name), self._corner(name)
        if symbol in "01":
            tone, inset, thick, rim = (
                "black" if symbol == "1" else "white",
                cell * 0.075,
                cell * 0.06,
                cell * 0.018,
            )
            wide, corner = cell - 2 * inset, cell * 0.14
            yield rect(f"{tone}_edge", left + inset, top + inset, wide, wide, round_=corner)
            box = left + inset + rim, top + inset + rim, wide - 2 * rim
            yield rect(f"{tone}_side", *box, wide - 2 * rim, round_=corner - rim)
            yield rect(tone, *box, wide - 2 * rim - thick, round_=corner - rim)
            yield centred_text(f"{tone}_ink", x, y - thick / 2, symbol, cell * 0.66)
            return
        tone, radius = ("black" if symbol in "bB" else "white"), cell * RADIUS
        if self.view.pieces == "ranked":
            yield from self._man_or_king(
                x, y, tone, radius, is_king=symbol.isupper(), is_numbered=bool(number)
            )
        else:
            yield disc(f"{tone}_edge", x, y, radius * 0.975)
            yield disc(tone, x, y, radius * 0.93)
        if number:
            size = max(24.0, cell * (0.31 if symbol.isupper() else 0.36))
            yield centred_text(f"{tone}_ink", x, top + cell * numeral_y(symbol), number, size)

    def _man_or_king(
        self, x: float, y: float, tone: str, radius: float, *, is_king: bool, is_numbered: bool
    ) -> Iterator[str]:
        """Yield a man's disc with its groove, or a king's two discs with ring and crown."""
        thick, floors = radius * 0.14, (0.055, -0.115) if is_king else (-0.01,)
        for floor in floors:
            high = y + floor * radius
            for share, name in ((0.975, f"{tone}_edge"), (0.925, f"{tone}_side")):
                half = radius * share
                yield rect(name, x - half, high - half, 2 * half, 2 * half + thick, round_=half)
            yield disc(tone if floor == floors[-1] else f"{tone}_low", x, high, radius * 0.925)
        high = y + floors[-1] * radius
        if not is_king:
            yield ring(f"{tone}_groove", x, high, radius * 0.635, radius * 0.05)
            return
        share, rise = (0.87, 0.57) if is_numbered else (0.82, 0.03)
        yield ring(f"{tone}_crown", x, high, radius * (share - 0.02), radius * 0.045)
        size = radius * 0.9
        for low, name in ((0.05, f"{tone}_edge"), (0.0, f"{tone}_crown")):
            middle = high - radius * rise + size * low
            yield polygon(name, *((x + a * size, middle + b * size) for a, b in CROWN))
            for a, b in PEARLS:
                yield disc(name, x + a * size, middle + b * size, size * 0.075)

    def _sums(self) -> Iterator[str]:
        """Yield the sum of each line beside it.

        That of a full one has the tone of its parity.
        """
        for place, line in sum_places(self.layout, self.sums):
            half, (left, top) = SUM / 2, place
            x, y = left + half, top + half
            if line.is_full:
                tone = PARITY_TONES[(line.total or 0) % 2]
                yield rect(tone, left, top, SUM, SUM, round_=9)
                yield centred_text(f"{tone}_ink", x, y, str(line.total), 34)
            elif line.total is not None:
                yield centred_text("on_frame", x, y, str(line.total), LETTERS)

    def _sizes(self) -> Iterator[str]:
        """Yield the size of each group on a plate, unless a piece has it."""
        cell, view = self.layout.square_size, self.view
        for group in view.groups:
            name = group_middle(view, group.squares)
            if name in view.cells:
                continue
            is_lit = view.outcome is None or view.outcome.winner in (group.seat, None)
            ground, ink = ("accent", "accent_ink") if is_lit else ("panel", "panel_ink")
            (x, y), size = self._middle(name), max(25.0, cell * 0.34)
            half = max(cell * 0.26, len(group.count_text) * size * 0.3 + cell * 0.11)
            yield rect(ground, x - half, y - cell * 0.27, 2 * half, cell * 0.54, round_=cell * 0.27)
            yield centred_text(ink, x, y, group.count_text, size)

    def _choices(self) -> Iterator[str]:
        """Yield the marks of the squares on offer."""
        cell = self.layout.square_size
        for name in self.choices:
            (left, top), (x, y) = self._corner(name), self._middle(name)
            if name not in self.view.cells:
                low = top + cell * (0.62 if self.view.labels else 0.5)
                yield disc("casing", x, low, cell * 0.19)
                yield disc("accent", x, low, cell * 0.15)
            elif self.view.pieces == "digits":
                for inset, width, colour in ((0.05, 0.1, "casing"), (0.05, 0.06, "accent")):
                    edge, wide = cell * inset, cell * (1 - 2 * inset)
                    yield outline(
                        colour, left + edge, top + edge, wide, wide, cell * width, round_=cell * 0.16
                    )
            else:
                yield ring("casing", x, y, cell * 0.4425, cell * 0.105)
                yield ring("accent", x, y, cell * 0.445, cell * 0.07)

    def grid_rows(self, say: Localizer) -> Iterator[list[GridCell]]:
        """Yield the squares as the rows of a grid."""
        return board_rows(self.view, self.layout, self.chosen, self.choices, say)
