"""The painter of every square board: squares, pieces, digits, marks, the last move, strips beside the board.

A picture is a finished empty board (kept) on which the squares that differ are pasted (kept too), and
over them what crosses squares: arrows, frames and territories.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from rendering.sprites import ADVANCE, CAPITAL, Pen, dot, lettering, rail
from rendering.themes import THEMES, Palette
from rules.board import FILES, BoardView, names, numbers
from rules.game import Seat

EDGE = 720
STRIP = 48
"""Pixels at least that a strip beside the board takes: hands and points below it, sums of lines beside it."""
GUTTER = 24
"""Pixels at least for coordinates outside the board, where tiles or outlines would cover them inside."""
SUMS_FIT = 32
"""Characters of a seat's half of the strip in the smallest type."""
OUTSIDE = frozenset({"binar", "binary", "zong-heng", "yin-yang"})
BADGE = "#"
"""Before a number in `Cell.number`: on a plate of its own, readable on any ground."""


Colours = dict[str, tuple[int, int, int]]


class Cell(NamedTuple):
    """One square as it is drawn, the key of its sprite; names of colours and figures, no positions."""

    ground: str
    file: str = ""
    rank: str = ""
    label: str = ""
    figure: str = ""
    ghost: str = ""
    number: str = ""
    bracket: bool = False
    choice: str = ""
    """`dot`, `ring` or `chosen`."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the squares lie: `cell` pixels each, the board's upper left corner at `left`, `top`."""

    size: int
    cell: int
    left: int
    top: int
    turned: bool
    outside: bool
    """Whether files and ranks stand beside the board, not on it."""

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left pixel of a square."""
        rank, file = divmod(square, self.size)
        column, row = (self.size - 1 - file, rank) if self.turned else (file, self.size - 1 - rank)
        return self.left + column * self.cell, self.top + row * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """The middle pixel of a square."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2


def paint(view: BoardView, theme: str, chosen: Sequence[str], choices: Sequence[str]) -> Image.Image:
    """The board of a view, 720×720, in the numbers of the theme's board palette."""
    layout = lay_out(view)
    palette = THEMES[theme].board
    labels = tuple(view.labels.get(name, "") for name in names(view.size)) if view.labels else ()
    picture = _empty_board(theme, layout, view.a1_dark, labels).copy()
    cells = _cells(view, layout, labels, chosen, choices)
    for square, cell in cells.items():
        picture.paste(sprite(theme, layout.cell, cell), layout.corner(square))
    _draw_frame(picture, palette, layout, view)
    _draw_path(picture, palette, layout, view)
    for group in view.groups:
        _outline(
            picture,
            palette,
            layout,
            [numbers(view.size)[name] for name in group.squares],
            tone(view, group.seat),
        )
    if has_strip(view):
        _draw_strip(picture, theme, layout, view)
    if has_parities(view):
        _draw_parities(picture, theme, layout, view)
    return picture


def lay_out(view: BoardView) -> Layout:
    """The largest whole squares that leave room for the strips, turned for the seat at the top."""
    turned = view.top is not None and view.viewer == view.top
    outside = view.game in OUTSIDE
    taken = GUTTER * outside + STRIP * (has_strip(view) or has_parities(view))
    cell = (EDGE - taken) // view.size
    rest = EDGE - cell * view.size
    left = GUTTER if has_parities(view) else rest if outside and rest < 2 * GUTTER else rest // 2
    return Layout(view.size, cell, left, 0 if taken else rest // 2, turned, outside)


def has_strip(view: BoardView) -> bool:
    """Whether hands or points are shown under the board."""
    return view.hands is not None or view.score is not None


def has_parities(view: BoardView) -> bool:
    """Whether the sums of full lines are shown beside the board."""
    return view.game == "binar"


def tone(view: BoardView, seat: Seat) -> str:
    """The tone of a seat's pieces: `white` or `black`."""
    return "white" if view.sides[seat] in ("White", "Even") else "black"


def _cells(
    view: BoardView, layout: Layout, labels: tuple[str, ...], chosen: Sequence[str], choices: Sequence[str]
) -> dict[int, Cell]:
    """The squares that differ from the empty board's."""
    known, trace = numbers(view.size), view.trace
    marks: dict[str, dict[str, Any]] = {name: {"figure": symbol} for name, symbol in view.cells.items()}

    def mark(square: str, **fields: object) -> None:
        marks.setdefault(square, {}).update(fields)

    tinted: set[str] = set()
    if trace:
        ends = (*trace.path[:1], *trace.path[-1:], *trace.placed)
        tinted.update(ends, trace.shifted)
        for name in ends:
            mark(name, bracket=True)
        for name, symbol in trace.removed:
            if name not in view.cells:
                mark(name, ghost=symbol)
    for name, number in view.numbers.items():
        mark(name, number=str(number))
    for group in view.groups:
        mark(_seat_of_number(view, group.squares), number=f"{BADGE}{group.size}")
    for name in choices:
        mark(name, choice="ring" if name in view.cells else "dot")
    for name in chosen:
        mark(name, choice="chosen")
    return {
        known[name]: _plain(layout, view.a1_dark, labels, known[name], name in tinted)._replace(**fields)
        for name, fields in marks.items()
    }


def _plain(layout: Layout, a1_dark: bool, labels: tuple[str, ...], square: int, tinted: bool = False) -> Cell:
    """A square without anything on it."""
    rank, file = divmod(square, layout.size)
    dark = ((rank + file) % 2 == 0) == a1_dark
    ground = ("last_" if tinted else "") + ("dark" if dark else "light")
    if labels or layout.outside:
        return Cell(ground, label=labels[square] if labels else "")
    first, last = (layout.size - 1, 0) if layout.turned else (0, layout.size - 1)
    return Cell(ground, FILES[file] if rank == first else "", str(rank + 1) if file == last else "")


def _seat_of_number(view: BoardView, squares: Sequence[str]) -> str:
    """Where a group's size is written: in its middle, on an empty square if one is as near."""
    places = {name: divmod(numbers(view.size)[name], view.size) for name in squares}
    rank = sum(place[0] for place in places.values()) / len(places)
    file = sum(place[1] for place in places.values()) / len(places)
    return min(
        squares,
        key=lambda name: (places[name][0] - rank) ** 2 + (places[name][1] - file) ** 2 + (name in view.cells),
    )


@lru_cache(maxsize=16)
def _empty_board(theme: str, layout: Layout, a1_dark: bool, labels: tuple[str, ...]) -> Image.Image:
    palette = THEMES[theme].board
    board = palette.blank((EDGE, EDGE), "panel")
    if layout.outside:
        _write_coordinates(board, palette, layout)
    for square in range(layout.size**2):
        board.paste(
            sprite(theme, layout.cell, _plain(layout, a1_dark, labels, square)), layout.corner(square)
        )
    return board


def _write_coordinates(board: Image.Image, palette: Palette, layout: Layout) -> None:
    """Ranks left of the board, files below it."""
    for i in range(layout.size):
        rank = lettering(palette, str(i + 1), 19, "panel_quiet", "panel")
        _, y = layout.centre(i * layout.size)
        board.paste(rank, (layout.left - 13 - rank.width // 2, y - rank.height // 2))
        file = lettering(palette, FILES[i], 19, "panel_quiet", "panel")
        x, _ = layout.centre(i)
        foot = layout.top + layout.size * layout.cell
        board.paste(file, (x - file.width // 2, foot + 11 - file.height // 2))


@lru_cache(maxsize=1536)
def sprite(theme: str, size: int, cell: Cell) -> Image.Image:
    """A square of `size` pixels with all that is on it."""
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (size, size), (*colours[cell.ground], 255))
    ink = "on_dark" if cell.ground.endswith("dark") else "on_light"
    for art in _layers(theme, size, cell, ink):
        picture.alpha_composite(art)
    return palette.fit(picture.convert("RGB"))


def _layers(theme: str, size: int, cell: Cell, ink: str) -> list[Image.Image]:
    """The transparent sheets of a square, lowest first."""
    layers = []
    if cell.file or cell.rank or (cell.label and not cell.figure):
        layers.append(_inscription(theme, size, cell.file, cell.rank, cell.label, ink))
    if cell.bracket:
        layers.append(_art(theme, size, "bracket"))
    if cell.choice == "chosen":
        layers.append(_art(theme, size, "chosen"))
    if cell.ghost:
        layers.append(_art(theme, size, "ghost", cell.ghost))
    number = cell.number or (cell.label if cell.figure else "")
    if cell.figure:
        layers.append(_art(theme, size, "figure", cell.figure, bool(number) and not number.startswith(BADGE)))
    if number.startswith(BADGE):
        layers.append(_badge(theme, size, number[1:]))
    elif number:
        layers.append(_number(theme, size, cell.figure, number))
    if cell.choice in ("dot", "ring"):
        layers.append(_art(theme, size, cell.choice))
    return layers


@lru_cache(maxsize=64)
def _art(theme: str, size: int, kind: str, symbol: str = "", numbered: bool = False) -> Image.Image:
    """A mark or figure on a transparent square."""
    pen = Pen(size)
    colours = THEMES[theme].board.names
    if kind == "figure":
        (_digit if symbol in "01" else _piece)(pen, size, colours, symbol, numbered)
    elif kind == "ghost":
        _ghost(pen, size, colours, symbol)
    else:
        MARKS[kind](pen, size, colours)
    return pen.done()


def _piece(pen: Pen, size: int, colours: Colours, symbol: str, numbered: bool) -> None:
    """A man, or a king: crown and a second ring."""
    side = "black" if symbol in "bB" else "white"
    body, rim, ring = (colours[side + part] for part in ("", "_rim", "_ring"))
    middle = (size / 2, size / 2)
    pen.disc(middle, size * 0.425, rim)
    pen.disc(middle, size * 0.425 - max(2, size * 0.035), body)
    pen.ring(middle, size * 0.335, max(1.5, size * 0.02), ring)
    if symbol in "BW":
        pen.ring(middle, size * 0.275, max(1.5, size * 0.02), ring)
        width, rise = (0.3, -0.115) if numbered else (0.36, 0)
        _crown(pen, (size / 2, size * (0.5 + rise)), size * width, colours[side + "_crown"])


def _crown(pen: Pen, middle: tuple[float, float], width: float, colour: tuple[int, int, int]) -> None:
    """Three points with pearls on a band."""
    x, y = middle
    half, height = width / 2, width * 0.66
    top, foot = y - height / 2, y + height / 2
    pen.shape(
        [
            (x - half, top + height * 0.12),
            (x - half * 0.5, top + height * 0.52),
            (x, top),
            (x + half * 0.5, top + height * 0.52),
            (x + half, top + height * 0.12),
            (x + half * 0.78, foot),
            (x - half * 0.78, foot),
        ],
        colour,
    )
    for px, py in ((x - half, top + height * 0.1), (x, top - height * 0.02), (x + half, top + height * 0.1)):
        pen.disc((px, py), width * 0.065, colour)


def _digit(pen: Pen, size: int, colours: Colours, symbol: str, numbered: bool) -> None:
    """A tile with a digit: 0 dark on light, 1 light on dark."""
    side = "black" if symbol == "1" else "white"
    inset = size * 0.075
    box = (inset, inset, size - inset, size - inset)
    pen.tile(box, size * 0.12, colours[side], rim=colours[side + "_rim"], width=max(2, size * 0.025))
    pen.text((size / 2, size / 2), symbol, size * 0.74, colours[side + "_ink"])


def _ghost(pen: Pen, size: int, colours: Colours, symbol: str) -> None:
    """A captured piece: faint, in dashes."""
    side = "black" if symbol in "bB1" else "white"
    middle, radius = (size / 2, size / 2), size * 0.36
    pen.disc(middle, radius, colours[side], 105)
    pen.dashes(middle, radius, max(2, size * 0.035), colours["white_rim" if side == "white" else "black"], 12)
    if symbol in "BW":
        _crown(pen, middle, size * 0.3, colours["white_rim" if side == "white" else "black"])


def _bracket(pen: Pen, size: int, colours: Colours) -> None:
    """The four corners of the square: the last move began, ended or placed here."""
    arm, width = size * 0.2, max(3, round(size * 0.045))
    for right in (False, True):
        for low in (False, True):
            x, y = (size - arm if right else 0.0), (size - width if low else 0.0)
            pen.tile((x, y, x + arm, y + width), 0, colours["mark"])
            x, y = (size - width if right else 0.0), (size - arm if low else 0.0)
            pen.tile((x, y, x + width, y + arm), 0, colours["mark"])


def _chosen(pen: Pen, size: int, colours: Colours) -> None:
    """A thick frame within a thin one: this square is chosen already."""
    width = max(4, size * 0.075)
    pen.tile((0, 0, size, size), 0, None, rim=colours["choice"], width=width)
    pen.tile(
        (width, width, size - width, size - width), 0, None, rim=colours["casing"], width=max(2, size * 0.03)
    )


def _dot(pen: Pen, size: int, colours: Colours) -> None:
    """A dot: this empty square can be chosen."""
    middle = (size / 2, size / 2)
    pen.disc(middle, size * 0.175, colours["casing"])
    pen.disc(middle, size * 0.135, colours["choice"])


def _ring(pen: Pen, size: int, colours: Colours) -> None:
    """A ring around a piece: it can be chosen."""
    middle = (size / 2, size / 2)
    pen.ring(middle, size * 0.495, size * 0.1, colours["casing"])
    pen.ring(middle, size * 0.48, size * 0.065, colours["choice"])


MARKS: dict[str, Callable[[Pen, int, Colours], None]] = {
    "bracket": _bracket,
    "chosen": _chosen,
    "dot": _dot,
    "ring": _ring,
}


def _inscription(theme: str, size: int, file: str, rank: str, label: str, ink: str) -> Image.Image:
    """Coordinates in the square's lower left and upper right corners, or its number in the upper left."""
    pen = Pen(size)
    colour = THEMES[theme].board.names[ink]
    letters = min(26.0, max(15.0, size * 0.22))
    edge = max(2.5, size * 0.04)
    if file:
        pen.text((edge, size - edge), file, letters, colour, "ls")
    if rank:
        pen.text((size - edge, edge + letters * CAPITAL), rank, letters, colour, "rs")
    if label:
        height = max(23.0, size * 0.32)
        pen.text((edge + 1, edge + 1 + height * CAPITAL), label, height, colour, "ls")
    return pen.done()


def _number(theme: str, size: int, figure: str, number: str) -> Image.Image:
    """A number on a piece, below the crown of a king."""
    pen = Pen(size)
    side = "black" if figure in ("b", "B", "1") else "white"
    king = figure in ("B", "W")
    height = size * (0.32 if king else 0.38)
    pen.text(
        (size / 2, size * (0.635 if king else 0.5)), number, height, THEMES[theme].board.names[side + "_ink"]
    )
    return pen.done()


def _badge(theme: str, size: int, number: str) -> Image.Image:
    """A number on a plate: the size of the group around it."""
    pen = Pen(size)
    colours = THEMES[theme].board.names
    height = size * 0.42
    half = max(size * 0.26, (len(number) * height * 0.6 + size * 0.16) / 2)
    middle = size / 2
    pen.tile(
        (middle - half, middle - size * 0.26, middle + half, middle + size * 0.26),
        size * 0.1,
        colours["panel"],
        rim=colours["casing"],
        width=max(2, size * 0.03),
    )
    pen.text((middle, middle), number, height, colours["panel_ink"])
    return pen.done()


def _draw_frame(picture: Image.Image, palette: Palette, layout: Layout, view: BoardView) -> None:
    """The frame of squares with a rule of their own (Binary's centre)."""
    if not view.frame or view.groups:
        return
    corners = [layout.corner(numbers(view.size)[name]) for name in view.frame]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, low = max(x for x, _ in corners) + layout.cell, max(y for _, y in corners) + layout.cell
    draw, width = ImageDraw.Draw(picture), max(3, round(layout.cell * 0.05))
    draw.rectangle(
        (left - width, top - width, right + width - 1, low + width - 1), None, palette.index("casing"), width
    )
    draw.rectangle((left, top, right - 1, low - 1), None, palette.index("panel"), width)


def _draw_path(picture: Image.Image, palette: Palette, layout: Layout, view: BoardView) -> None:
    """The last move's way as an arrow through its squares; of a shifted run, from the new piece on."""
    trace = view.trace
    if not trace:
        return
    known = numbers(view.size)
    path = [known[name] for name in trace.path]
    if trace.shifted and trace.placed and len(path) < 2:
        new = known[trace.placed[0]]
        path = [new, max((known[name] for name in trace.shifted), key=lambda square: abs(square - new))]
    spots = [layout.centre(square) for square in path]
    thin = max(3.0, layout.cell * 0.055)
    for name, width in (("casing", thin + max(3.0, layout.cell * 0.045)), ("mark", thin)):
        for i, (here, there) in enumerate(pairwise(spots)):
            way = (there[0] - here[0], there[1] - here[1])
            last = i == len(spots) - 2
            head = layout.cell * 0.21 + (width - thin) if last else 0.0
            stop = layout.cell * 0.36 - (width - thin) / 2 if last else 0.0
            rail(way, width, head, stop).lay(picture, palette, here, name)
            dot(round(width * (0.85 if i else 1.1), 1)).lay(picture, palette, here, name)


def _outline(
    picture: Image.Image, palette: Palette, layout: Layout, squares: Sequence[int], side: str
) -> None:
    """A region's border, drawn inside its squares in its owner's tone with a line of the other tone."""
    draw, members, size = ImageDraw.Draw(picture), set(squares), layout.size
    band, line = max(4, round(layout.cell * 0.07)), max(2, round(layout.cell * 0.025))
    tones = (
        palette.index("white" if side == "white" else "black"),
        palette.index("black" if side == "white" else "white"),
    )
    for inner, colour in ((band + line, tones[1]), (band, tones[0])):
        for square in squares:
            x, y = layout.corner(square)
            rank, file = divmod(square, size)
            turn = -1 if layout.turned else 1
            open_to = {
                (dx, dy): not (
                    0 <= file + dx * turn < size
                    and 0 <= rank - dy * turn < size
                    and (rank - dy * turn) * size + file + dx * turn in members
                )
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
            }
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if open_to[dx, dy]:
                    draw.rectangle(_side(x, y, layout.cell, inner, dx, dy), colour)
            for dx in (-1, 1):
                for dy in (-1, 1):
                    # The corner square of an inward bend.
                    if open_to[dx, dy] and not open_to[dx, 0] and not open_to[0, dy]:
                        draw.rectangle(_side(x, y, layout.cell, inner, dx, dy), colour)


def _side(x: int, y: int, cell: int, width: int, dx: int, dy: int) -> tuple[int, int, int, int]:
    """The strip of a square along one side, or the little square in one corner."""
    left = x + cell - width if dx > 0 else x
    top = y + cell - width if dy > 0 else y
    return (
        left,
        top,
        x + width - 1 if dx < 0 else x + cell - 1,
        y + width - 1 if dy < 0 else y + cell - 1,
    )


def _draw_strip(picture: Image.Image, theme: str, layout: Layout, view: BoardView) -> None:
    """Hands or points under the board, seat 0's at the left; the side to move on a light plate."""
    palette = THEMES[theme].board
    draw = ImageDraw.Draw(picture)
    middle = EDGE - STRIP // 2
    for seat in (0, 1):
        left, right = EDGE // 2 * seat + 4, EDGE // 2 * (seat + 1) - 5
        ground, ink = "panel", "panel_ink"
        if view.turn == seat:
            ground, ink = "panel_ink", "panel"
            draw.rounded_rectangle((left, middle - 21, right, middle + 20), 8, palette.index(ground))
        icon = _strip_icon(theme, ground, view.game, seat, tone(view, seat))
        picture.paste(icon, (left + 8, middle - 17))
        text = strip_text(view, seat)
        height = next(
            height for height in (26, 20, 17, 15) if len(text) * height * ADVANCE <= right - left - 58
        )
        words = lettering(palette, text, height, ink, ground)
        picture.paste(words, (left + 52, middle - words.height // 2))


def strip_text(view: BoardView, seat: Seat) -> str:
    """What the strip says of a seat: the hand and the points, the largest group, or the sums at the end."""
    score = view.score[seat] if view.score else 0
    if view.game == "zong-heng":
        return f"largest {score}"
    sizes = [group.size for group in view.groups if group.seat == seat]
    if sizes and view.score:
        whole = "+".join([f"2×{sizes[0]}", *map(str, sizes[1:])]) + f"={score}"
        return whole if len(whole) <= SUMS_FIT else f"{score} points"
    counted = [f"{view.hands[seat]} in hand"] if view.hands and view.turn is not None else []
    if view.score:
        counted.append(f"{score} pts" if counted else f"{score} point" + "s" * (score != 1))
    return " · ".join(counted)


@lru_cache(maxsize=32)
def _strip_icon(theme: str, ground: str, game: str, seat: Seat, side: str) -> Image.Image:
    """A seat's piece; in Yin Yang, where both move both colours, a stone on the squares that count for the seat."""
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (34, 34), (*colours[ground], 255))
    pen = Pen(34)
    if game == "yin-yang":
        pen.tile((0, 0, 34, 34), 5, colours["light" if seat else "dark"], rim=colours["panel_quiet"], width=2)
        pen.disc((17, 17), 13, colours["black_rim"])
        pen.disc((17, 17), 11.5, colours["black"])
    else:
        pen.disc((17, 17), 16, colours["panel_quiet" if side == "black" else "white_rim"])
        pen.disc((17, 17), 14, colours[side])
    picture.alpha_composite(pen.done())
    return palette.fit(picture.convert("RGB"))


def line_sums(view: BoardView) -> tuple[dict[int, int], dict[int, int]]:
    """The sums of the full rows (by rank, from 0) and columns (by file, from 0) of a board of digits."""
    size, known = view.size, names(view.size)
    rows = [[view.cells.get(known[rank * size + file]) for file in range(size)] for rank in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    full_rows = {i: sum(map(int, filter(None, line))) for i, line in enumerate(rows) if None not in line}
    full_columns = {
        i: sum(map(int, filter(None, line))) for i, line in enumerate(columns) if None not in line
    }
    return full_rows, full_columns


def _draw_parities(picture: Image.Image, theme: str, layout: Layout, view: BoardView) -> None:
    """Beside each full line its sum, on a plate of the tone that it speaks for."""
    rows, columns = line_sums(view)
    board = layout.cell * layout.size
    middle, half = EDGE - (EDGE - layout.left - board) // 2, 20
    below = (board + GUTTER + EDGE) // 2
    for rank, total in rows.items():
        y = layout.centre(rank * layout.size)[1]
        picture.paste(_sum(theme, total), (middle - half, y - half))
    for file, total in columns.items():
        x = layout.centre(file)[0]
        picture.paste(_sum(theme, total), (x - half, below - half))


@lru_cache(maxsize=64)
def _sum(theme: str, total: int) -> Image.Image:
    palette = THEMES[theme].board
    colours, side = palette.names, "black" if total % 2 else "white"
    picture = Image.new("RGBA", (40, 40), (*colours["panel"], 255))
    pen = Pen(40)
    pen.tile((0, 0, 40, 40), 7, colours[side], rim=colours["panel_quiet"], width=2)
    pen.text((20, 14), str(total), 20, colours[side + "_ink"])
    pen.text((20, 31), "odd" if total % 2 else "even", 13, colours[side + "_ink"])
    picture.alpha_composite(pen.done())
    return palette.fit(picture.convert("RGB"))
