"""The moves of a match, painted one after the other on one canvas.

Only the changes of each move are painted.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SUM, square_corners
from rendering.board.measures import crossed_squares
from rendering.board.painter import paint_scene, paint_square, picture_key
from rendering.board.scene import EmptyBoard, Scene, empty_cells, make_scene
from rendering.board.squares import SquareCell
from rendering.board.stands import sum_places
from rendering.board.strips import SeatPlate, draw_sum, seat_plates
from rendering.board.trail import boxes_along
from rendering.gif import MAX_AREAS, Box, FrameArea, merge_boxes
from rendering.sprites import paste_art
from rules.board import BoardView
from rules.squares import square_numbers
from words import ENGLISH


def paint_views(
    canvas: Image.Image,
    views: Iterable[BoardView],
    theme: str,
    language: str = ENGLISH,
    max_areas: int = MAX_AREAS,
) -> Iterator[list[FrameArea]]:
    """Paint the views in turn on a canvas; yield the areas that may have changed.

    The views are of one match, in order, and are painted at the top of the canvas. For the first view, the
    only area is the whole board. For each other one, the list has the marks of the move before it, which
    are removed, then its own last move from start to end, in at most `max_areas` areas, and then the
    standing of the match.
    """
    former: Scene | None = None
    for view in views:
        scene = make_scene(view, theme, language, (), (), is_film=True)
        if former is None:
            paste_art(canvas, paint_scene(scene), (0, 0))
            yield [FrameArea((0, 0, PICTURE_WIDTH, scene.board.layout.height), picture_key(scene))]
        else:
            yield _go_on(canvas, former, scene, max_areas) + _stand(canvas, former, scene)
        former = scene


def _go_on(canvas: Image.Image, former: Scene, scene: Scene, apart: int) -> list[FrameArea]:
    """Paint the changed squares over the former scene and return their places."""
    board, layout = scene.board, scene.board.layout
    at = square_corners(layout)
    before, after, empty = former.cells, scene.cells, empty_cells(board)
    changed = {
        square: (before.get(square) or empty[square], after.get(square) or empty[square])
        for square in sorted(before.keys() | after.keys())
        if before.get(square) != after.get(square)
    }
    for square, (_, cell) in changed.items():
        paste_art(canvas, paint_square(board.theme, layout.square_size, cell), at[square])
    along = crossed_squares(layout.files, former.path) | crossed_squares(layout.files, scene.path)
    boxes = [
        *boxes_along(layout, former.path),
        *(
            layout.bounding_box([square])
            for square, (one, other) in changed.items()
            # What else a trail, the last of a cell, changes is its corners, which lie in the boxes along it.
            if square not in along and one[:-1] != other[:-1]
        ),
        *boxes_along(layout, scene.path),
    ]
    places = [FrameArea(box, _change(board, box, changed)) for box in merge_boxes(boxes, apart)]
    trace, known = scene.view.trace, square_numbers(scene.view.size)
    last = [layout.centre(known[name]) for name in (*trace.placed, *trace.path[-1:])] if trace else []
    # Where a move ends is last, even if the one before ended there too.
    places.sort(
        key=lambda place: any(
            place.box[0] < x < place.box[2] and place.box[1] < y < place.box[3] for x, y in last
        )
    )
    return places


def _change(board: EmptyBoard, box: Box, changed: Mapping[int, tuple[SquareCell, SquareCell]]) -> Hashable:
    """Return all that the change of a box's pixels depends on, wherever the box lies."""
    at, cell = square_corners(board.layout), board.layout.square_size
    left, top, right, low = box
    turned: list[object] = [board.theme, cell, right - left, low - top]
    for square, cells in changed.items():
        x, y = at[square]
        if left - cell < x < right and top - cell < y < low:
            turned += x - left, y - top, cells
    return tuple(turned)


def _stand(canvas: Image.Image, former: Scene, scene: Scene) -> list[FrameArea]:
    """Paint how the match stands on a canvas and return the areas painted.

    These are the sums of lines, and the plates of both seats. Nothing has to be erased first: each covers
    the one before it.
    """
    layout, theme = scene.board.layout, scene.board.theme
    places = []
    for (corner, line), (_, before) in zip(
        sum_places(layout, scene.sums), sum_places(layout, former.sums), strict=True
    ):
        if line != before:
            paste_art(canvas, draw_sum(theme, line), corner)
            box = (*corner, corner[0] + SUM, corner[1] + SUM)
            places.append(FrameArea(box, (theme, before, line)))
    for old, plate in zip(_plates(former), _plates(scene), strict=True):
        if plate != old:
            paste_art(canvas, plate.draw(), plate.box[:2])
            places.append(FrameArea(plate.box, (old, plate)))
    return places


def _plates(scene: Scene) -> tuple[SeatPlate, SeatPlate]:
    return seat_plates(scene.board.theme, scene.view, scene.standings, scene.board.layout.height)
