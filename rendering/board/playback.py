"""The moves of a match, painted one after the other on one canvas.

Only the changes of each move are painted.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping

from PIL import Image

from rendering.board.layout import EDGE, corners
from rendering.board.painter import paint_scene, picture_key, square_of
from rendering.board.scene import EmptyBoard, Scene, plain, scene_of
from rendering.board.squares import SquareCell
from rendering.board.strips import Plate, draw_sums, plates_of
from rendering.board.trail import boxes_along, crossed_squares
from rendering.gif import APART, Box, FramePlace, merge_boxes
from rendering.sprites import lay
from rules.board import BoardView
from rules.squares import square_numbers
from words import ENGLISH


def paint_each(
    canvas: Image.Image, views: Iterable[BoardView], theme: str, language: str = ENGLISH, apart: int = APART
) -> Iterator[list[FramePlace]]:
    """Paint the views in turn on a canvas, and yield the places that may have changed.

    The views are painted at the top of the canvas. They are of one match, in order; the first is one
    place as a whole. For the others, the remains of the last move but one come first, then the last move
    from its start to its end, in at most `apart` places, then the standing of the match.
    """
    former: Scene | None = None
    for view in views:
        scene = scene_of(view, theme, language, (), (), is_film=True)
        if former is None:
            lay(canvas, paint_scene(scene), (0, 0))
            yield [FramePlace((0, 0, EDGE, scene.board.layout.height), picture_key(scene))]
        else:
            yield _go_on(canvas, former, scene, apart) + _stand(canvas, former, scene)
        former = scene


def _go_on(canvas: Image.Image, former: Scene, scene: Scene, apart: int) -> list[FramePlace]:
    """Paint the changed squares over the former scene and return their places."""
    board, layout = scene.board, scene.board.layout
    at = corners(layout)
    before, after, empty = former.cells, scene.cells, plain(board)
    changed = {
        square: (before.get(square) or empty[square], after.get(square) or empty[square])
        for square in sorted(before.keys() | after.keys())
        if before.get(square) != after.get(square)
    }
    for square, (_, cell) in changed.items():
        lay(canvas, square_of(board.theme, layout.cell, cell), at[square])
    along = crossed_squares(layout.files, former.way) | crossed_squares(layout.files, scene.way)
    boxes = [
        *boxes_along(layout, former.way),
        *(
            layout.around([square])
            for square, (one, other) in changed.items()
            # What else a trail, the last of a cell, changes is its corners, which lie in the boxes along it.
            if square not in along and one[:-1] != other[:-1]
        ),
        *boxes_along(layout, scene.way),
    ]
    places = [FramePlace(box, _change(board, box, changed)) for box in merge_boxes(boxes, apart)]
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
    at, cell = corners(board.layout), board.layout.cell
    left, top, right, low = box
    turned: list[object] = [board.theme, cell, right - left, low - top]
    for square, cells in changed.items():
        x, y = at[square]
        if left - cell < x < right and top - cell < y < low:
            turned += x - left, y - top, cells
    return tuple(turned)


def _stand(canvas: Image.Image, former: Scene, scene: Scene) -> list[FramePlace]:
    """Paint how the match stands on a canvas and return the places painted.

    These are the sums of full lines, and the plates. What was there before needs no wiping: plates are
    put in the place of plates, and full lines stay full.
    """
    layout, one, other = scene.board.layout, former.sums, scene.sums
    places = []
    if (one.ranks, one.lit_ranks) != (other.ranks, other.lit_ranks):
        places.append(FramePlace((layout.right, 0, EDGE, layout.foot)))
    if (one.files, one.lit_files) != (other.files, other.lit_files):
        places.append(FramePlace((0, layout.foot, EDGE, layout.strip)))
    if places:
        draw_sums(canvas, scene.board.theme, layout, other)
    for before, plate in zip(_plates(former), _plates(scene), strict=True):
        if plate != before:
            lay(canvas, plate.draw(), plate.box[:2])
            places.append(FramePlace(plate.box, (before, plate)))
    return places


def _plates(scene: Scene) -> tuple[Plate, Plate]:
    return plates_of(scene.board.theme, scene.view, scene.stands, scene.board.layout.height)
