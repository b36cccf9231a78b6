"""The painter of every square board.

A picture begins as an empty board, which is kept. The squares that differ, kept too, are pasted on it, and between
them and their pieces the trail of the last move. A rank that was drawn before is not painted again: its part of the
file is kept.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from rendering.board.layout import EDGE, MARGIN, STRIP, Layout, lay_out
from rendering.board.squares import AROUND, Cell, sprite
from rendering.board.strips import Plate, Stand, Sums, draw_strip, draw_sums, plates_of, stands_of, sums_of
from rendering.board.trail import boxes_along, draw_trail, touched, way_of
from rendering.gif import APART, Place, gathered
from rendering.png import Band, deflate, splice
from rendering.sprites import lay, lettering
from rendering.themes import THEMES, Palette
from rules.board import FILES, BoardView, is_dark, names, numbers
from words import ENGLISH, speaker

BANDS = 1024
"""How many parts of files are kept, about 4 KB each."""
EMPTY_BOARDS = 12
"""How many empty boards are kept, half a megabyte each: one is made anew in two milliseconds."""
FRAME = (MARGIN - 4, 4, EDGE - MARGIN + 3, EDGE - STRIP - 3)
"""The first and the last pixel of what is around a board, its coordinates among it."""
LETTERS = 25
"""Pixels of the coordinates: their capitals are 7 high where the picture is 290 wide."""


def draw_png(
    view: BoardView, theme: str, language: str, chosen: Sequence[str], choices: Sequence[str]
) -> bytes:
    """Return the board of a view as a PNG file of 720×720 pixels in the theme's board palette."""
    scene = _scene(view, theme, language, chosen, choices)
    return splice((EDGE, EDGE), THEMES[theme].board, _drawn(scene, _keys(scene)))


def draw_end(view: BoardView, theme: str, language: str, below: Image.Image) -> bytes:
    """Return the board of a view with another picture below it in the place of its strip, as a PNG file."""
    scene = _scene(view, theme, language, (), ())
    layout, palette = scene.board.layout, THEMES[theme].board
    ranks = _drawn(scene, _keys(scene)[:-1])
    rest = EDGE - STRIP - layout.foot
    low = palette.blank((EDGE, rest + below.height), "panel")
    lay(low, _paint(scene, layout.foot, EDGE - STRIP), (0, 0))
    lay(low, below, (0, rest))
    return splice((EDGE, EDGE - STRIP + below.height), palette, [*ranks, deflate(low)])


def paint(
    view: BoardView,
    theme: str,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
) -> Image.Image:
    """Return the same as an image in the numbers of the palette, without the ranks that are kept."""
    return _paint(_scene(view, theme, language, chosen, choices))


def paint_each(
    canvas: Image.Image, views: Iterable[BoardView], theme: str, language: str = ENGLISH, apart: int = APART
) -> Iterator[list[Place]]:
    """Paint one view after the other at the top of a canvas; yield each time where it may have changed.

    The views are of one match, in order. What is left of the last move but one comes first, then the last move from
    its start to its end, in `apart` places at most, and how the match stands comes last.
    """
    former: _Scene | None = None
    for view in views:
        scene = _scene(view, theme, language, (), ())
        if former is None:
            lay(canvas, _paint(scene), (0, 0))
            yield [Place(plate.box, plate) for plate in _plates(scene)]
        else:
            yield _go_on(canvas, former, scene, apart) + _stand(canvas, former, scene)
        former = scene


@dataclass(frozen=True, eq=False, slots=True)
class _Board:
    """Everything that the picture of an empty board depends on; `_board` has one for each, so none is compared."""

    theme: str
    layout: Layout
    a1_dark: bool
    labels: tuple[str, ...]
    standing: dict[tuple[int, str, str], Cell]
    """The squares with a piece and without any mark, by square, symbol and kind: nearly all are such."""


@lru_cache(maxsize=128)
def _board(theme: str, layout: Layout, a1_dark: bool, labels: tuple[str, ...]) -> _Board:
    return _Board(theme, layout, a1_dark, labels, {})


class _Scene(NamedTuple):
    """What is drawn: a view on its empty board; `cells` are the squares that differ, `way` is that of the trail."""

    view: BoardView
    board: _Board
    cells: Mapping[int, Cell]
    way: Sequence[int]
    sums: Sums
    stands: tuple[Stand, Stand]


_bands: dict[Hashable, Band] = {}
_changing = Lock()
"""Is held by whichever thread keeps or forgets a band: each may look for the oldest."""


def _scene(
    view: BoardView, theme: str, language: str, chosen: Sequence[str], choices: Sequence[str]
) -> _Scene:
    labels = tuple(view.labels.get(name, "") for name in names(view.size)) if view.labels else ()
    board = _board(theme, lay_out(view), view.a1_dark, labels)
    sums = sums_of(view)
    cells = _cells(view, board, chosen, choices, sums)
    # Where one chooses, what can be chosen leads; at the end, what decided it: then the last move fades.
    fades = chosen or choices or any(cell.dim for cell in cells.values())
    return _Scene(view, board, cells, () if fades else way_of(view), sums, stands_of(view, speaker(language)))


def _keys(scene: _Scene) -> list[Hashable]:
    """Return everything that each part of the picture depends on: ranks from the top, and the foot."""
    size = scene.view.size
    ranks = range(size) if scene.board.layout.turned else reversed(range(size))
    return [*(_rank_key(scene, rank) for rank in ranks), _foot_key(scene)]


def _drawn(scene: _Scene, keys: Sequence[Hashable]) -> list[Band]:
    """Return the parts of the picture with these keys, the uppermost first; draw those that are not kept."""
    layout = scene.board.layout
    bands = [_bands.get(key) for key in keys]
    found: list[Band] = []
    picture, top = None, 0
    for i, band in enumerate(bands):
        if band is None:
            high, low = _lines(layout, i)
            if picture is None:
                # All that is missing without a gap is drawn at once, for the sake of trails and long calls.
                last = next((j for j in range(i, len(bands)) if bands[j]), len(bands)) - 1
                picture, top = _paint(scene, high, _lines(layout, last)[1]), high
            band = _keep(keys[i], deflate(picture, high - top, low - top))
        else:
            picture = None
        found.append(band)
    return found


def _keep(key: Hashable, band: Band) -> Band:
    """Keep a band and return it; where there are too many, the oldest is forgotten."""
    with _changing:
        if len(_bands) >= BANDS:
            del _bands[next(iter(_bands))]
        _bands[key] = band
    return band


def _rank_key(scene: _Scene, rank: int) -> Hashable:
    """Return everything that the pixels of a rank depend on."""
    view, board = scene.view, scene.board
    size = view.size
    row = tuple(map(scene.cells.get, range(rank * size, (rank + 1) * size)))
    beside: tuple[object, ...] = ()
    # A trail goes from middle to middle of squares, so it crosses only the ranks between its ends.
    if scene.way and min(scene.way) // size <= rank <= max(scene.way) // size:
        beside += tuple(scene.way)
    if view.sums:
        beside += (scene.sums.ranks.get(rank), rank in scene.sums.lit_ranks)
    return board, rank, row, beside


def _foot_key(scene: _Scene) -> Hashable:
    """Return everything that the pixels below the board depend on."""
    view, sums = scene.view, (tuple(scene.sums.files.items()), tuple(scene.sums.lit_files))
    return scene.board, scene.stands, *sums, view.tones, view.pieces, view.scores_on


def _lines(layout: Layout, i: int) -> tuple[int, int]:
    """Return the first line of the `i`-th part from above, and that after its last; the last part is the foot."""
    top = layout.top + i * layout.cell if i else 0
    return top, EDGE if i == layout.size else layout.top + (i + 1) * layout.cell


def _paint(scene: _Scene, top: int = 0, low: int = EDGE) -> Image.Image:
    """Return the lines of a picture from `top` to just above `low`."""
    view, board = scene.view, scene.board
    theme, cell = board.theme, board.layout.cell
    layout = replace(board.layout, top=board.layout.top - top) if top else board.layout
    picture = _empty_board(board)
    picture = picture.crop((0, top, EDGE, low)) if low - top < EDGE else picture.copy()
    height = low - top
    rows = range(-layout.top // cell, -(-(height - layout.top) // cell))
    ranks = rows if layout.turned else range(layout.size - rows.stop, layout.size - rows.start)
    seen = range(ranks.start * layout.size, ranks.stop * layout.size)
    for square, shown in scene.cells.items():
        if square in seen:
            lay(picture, sprite(theme, cell, shown), layout.corner(square))
    if scene.way:
        _, high, _, deep = layout.around(scene.way)
        if high < height and deep > 0:
            draw_trail(picture, theme, layout, view, scene.way)
    if low > EDGE - STRIP:
        draw_strip(picture, theme, layout, view, scene.stands, EDGE - top)
    draw_sums(picture, theme, layout, scene.sums)
    return picture


def _go_on(canvas: Image.Image, former: _Scene, scene: _Scene, apart: int) -> list[Place]:
    """Paint on a canvas, which shows the former scene, the squares that look otherwise now; return where they are."""
    board, layout = scene.board, scene.board.layout
    before, after, plain = former.cells, scene.cells, _plain(board)
    changed = [square for square in before.keys() | after.keys() if before.get(square) != after.get(square)]
    for square in touched(layout, former.way).union(changed):
        cell = after.get(square) or plain[square]
        lay(canvas, sprite(board.theme, layout.cell, cell), layout.corner(square))
    if scene.way:
        draw_trail(canvas, board.theme, layout, scene.view, scene.way)
    passed = {*former.way, *scene.way}
    boxes = [
        *boxes_along(layout, former.way),
        *(layout.around([square]) for square in sorted(changed) if square not in passed),
        *boxes_along(layout, scene.way),
    ]
    places = [Place(box) for box in gathered(boxes, apart)]
    trace, known = scene.view.trace, numbers(scene.view.size)
    last = [layout.centre(known[name]) for name in (*trace.placed, *trace.path[-1:])] if trace else []
    # Where a move ends is last, even if the one before ended there too.
    places.sort(
        key=lambda place: any(
            place.box[0] < x < place.box[2] and place.box[1] < y < place.box[3] for x, y in last
        )
    )
    return places


def _stand(canvas: Image.Image, former: _Scene, scene: _Scene) -> list[Place]:
    """Paint on a canvas how the match stands: the sums of full lines, and the plates; return where that is.

    What was there before needs no wiping: plates are put in the place of plates, and full lines stay full.
    """
    layout, one, other = scene.board.layout, former.sums, scene.sums
    places = []
    if (one.ranks, one.lit_ranks) != (other.ranks, other.lit_ranks):
        places.append(Place((layout.right, 0, EDGE, layout.foot)))
    if (one.files, one.lit_files) != (other.files, other.lit_files):
        places.append(Place((0, layout.foot, EDGE, EDGE - STRIP)))
    if places:
        draw_sums(canvas, scene.board.theme, layout, other)
    for before, plate in zip(_plates(former), _plates(scene), strict=True):
        if plate != before:
            lay(canvas, plate.drawn(), plate.box[:2])
            places.append(Place(plate.box, plate))
    return places


def _plates(scene: _Scene) -> tuple[Plate, Plate]:
    return plates_of(scene.board.theme, scene.board.layout, scene.view, scene.stands)


def _cells(
    view: BoardView, board: _Board, chosen: Sequence[str], choices: Sequence[str], sums: Sums
) -> dict[int, Cell]:
    """Return the squares that differ from those of the empty board."""
    known, trace = numbers(view.size), view.trace
    marks: dict[str, dict[str, Any]] = {}

    def mark(square: str, **fields: object) -> None:
        marks.setdefault(square, {}).update(fields)

    if trace and not (chosen or choices):
        for name in trace.path[:1]:
            mark(name, last="from")
        for name in (*trace.path[-1:], *trace.placed, *trace.shifted):
            mark(name, last="to")
        for name, symbol in trace.removed:
            if name not in view.cells:
                mark(name, ghost=symbol, kind=view.pieces)
    for name, number in view.numbers.items():
        mark(name, number=str(number))
    _mark_decided(view, sums, mark)
    framed = {known[name] for name in view.frame}
    for name in view.frame if not view.groups else ():
        mark(name, border=~_joined(view, framed, known[name]) & 0b1111)
    for name in choices:
        mark(name, choice="ring" if name in view.cells else "dot")
    for name in chosen:
        mark(name, choice="chosen")
    plain = _plain(board)
    found: dict[int, Cell] = {}
    for name, symbol in view.cells.items():
        if name not in marks:
            look = square, _, _ = known[name], symbol, view.pieces
            if look not in board.standing:
                board.standing[look] = plain[square]._replace(figure=symbol, kind=view.pieces)
            found[square] = board.standing[look]
    for name, fields in marks.items():
        if name in view.cells:
            fields.update(figure=view.cells[name], kind=view.pieces)
        found[known[name]] = plain[known[name]]._replace(**fields)
    return found


def _mark_decided(view: BoardView, sums: Sums, mark: Any) -> None:
    """Light what decided the end, and dim the rest: regions, full lines, pieces on squares that scored."""
    known = names(view.size)
    lit: set[str] = set()
    for group in view.groups:
        members = {numbers(view.size)[name] for name in group.squares}
        for name in group.squares:
            mark(name, region=view.tones[group.seat], joined=_joined(view, members, numbers(view.size)[name]))
        if view.groups_are == "territories":
            mark(_middle(view, group.squares), badge=str(group.size))
        lit.update(group.squares)
    members = {rank * view.size + file for rank in sums.lit_ranks for file in range(view.size)}
    members |= {rank * view.size + file for file in sums.lit_files for rank in range(view.size)}
    for square in members:
        mark(known[square], region="accent", joined=_joined(view, members, square))
        lit.add(known[square])
    if view.outcome and view.scores_on:
        winner = view.outcome.winner
        lit.update(*(view.scoring(seat) for seat in (0, 1) if winner in (seat, None)))
    if lit:
        for name in view.cells:
            if name not in lit:
                mark(name, dim=True, last="")


def _joined(view: BoardView, members: set[int], square: int) -> int:
    """Return the neighbours of a square that belong to the same region, as bits."""
    size = view.size
    turn = -1 if view.turned else 1
    rank, file = divmod(square, size)
    found = 0
    for bit, (right, down) in enumerate(AROUND):
        other_rank, other_file = rank - down * turn, file + right * turn
        if 0 <= other_rank < size and 0 <= other_file < size and other_rank * size + other_file in members:
            found |= 1 << bit
    return found


@lru_cache(maxsize=EMPTY_BOARDS)
def _plain(board: _Board) -> tuple[Cell, ...]:
    """Return the squares of a board without anything on them."""
    size = board.layout.size
    return tuple(
        Cell(is_dark(size, square) == board.a1_dark, board.labels[square] if board.labels else "")
        for square in range(size**2)
    )


def _middle(view: BoardView, squares: Sequence[str]) -> str:
    """Return the square on which a group's size is written: in its middle, an empty one if it is as near."""
    places = {name: divmod(numbers(view.size)[name], view.size) for name in squares}
    rank = sum(place[0] for place in places.values()) / len(places)
    file = sum(place[1] for place in places.values()) / len(places)
    return min(
        squares,
        key=lambda name: (places[name][0] - rank) ** 2 + (places[name][1] - file) ** 2 + (name in view.cells),
    )


@lru_cache(maxsize=EMPTY_BOARDS)
def _empty_board(board: _Board) -> Image.Image:
    layout, palette = board.layout, THEMES[board.theme].board
    picture = palette.blank((EDGE, EDGE), "panel")
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(FRAME, 14, palette.index("frame"))
    edge = 3
    draw.rectangle(
        (layout.left - edge, layout.top - edge, layout.right + edge - 1, layout.foot + edge - 1),
        palette.index("edge"),
    )
    for square, cell in enumerate(_plain(board)):
        lay(picture, sprite(board.theme, layout.cell, cell), layout.corner(square))
    if not board.labels:
        _write_coordinates(picture, palette, board)
    return picture


def _write_coordinates(picture: Image.Image, palette: Palette, board: _Board) -> None:
    """Write ranks beside and files below the board, within the frame; the sum of a full file covers its letter."""
    layout = board.layout
    for i in range(layout.size):
        rank = lettering(palette, str(i + 1), LETTERS, "on_frame", "frame", digits=True)
        _, y = layout.centre(i * layout.size)
        lay(picture, rank, ((layout.left + MARGIN - 6) // 2 - rank.width // 2, y - rank.height // 2))
        file = lettering(palette, FILES[i], LETTERS, "on_frame", "frame", digits=True)
        x, top = layout.centre(i)[0], layout.foot + 3
        file = file.crop((0, 0, file.width, min(file.height, FRAME[3] + 1 - top)))
        lay(picture, file, (x - file.width // 2, top))
