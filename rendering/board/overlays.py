"""What crosses squares: the arrow of the last move, a frame, the borders of regions."""

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from rendering.board.layout import Layout
from rendering.sprites import dot, rail
from rendering.themes import Palette
from rules.board import BoardView, numbers


def draw_frame(picture: Image.Image, palette: Palette, layout: Layout, view: BoardView) -> None:
    """Draw the frame around squares with a rule of their own (Binary's centre)."""
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


def draw_path(picture: Image.Image, palette: Palette, layout: Layout, view: BoardView) -> None:
    """Draw the way of the last move as an arrow through its squares; where pieces shifted, from the new piece on."""
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
            # Where a piece is on the first square, its number stays visible.
            start = layout.cell * 0.45 if i == 0 and trace.path and trace.path[0] in view.cells else 0.0
            rail(way, width, head, start, stop).lay(picture, palette, here, name)
            if start:
                continue
            dot(round(width * (0.85 if i else 1.1), 1)).lay(picture, palette, here, name)


def draw_outline(
    picture: Image.Image, palette: Palette, layout: Layout, squares: Sequence[int], side: str
) -> None:
    """Draw a region's border inside its squares, in its owner's tone with a line of the other tone."""
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
                    # The corner of an inward bend.
                    if open_to[dx, dy] and not open_to[dx, 0] and not open_to[0, dy]:
                        draw.rectangle(_side(x, y, layout.cell, inner, dx, dy), colour)


def _side(x: int, y: int, cell: int, width: int, dx: int, dy: int) -> tuple[int, int, int, int]:
    """Return the box of a strip along one side of a square, or of the little square in one of its corners."""
    left = x + cell - width if dx > 0 else x
    top = y + cell - width if dy > 0 else y
    return (
        left,
        top,
        x + width - 1 if dx < 0 else x + cell - 1,
        y + width - 1 if dy < 0 else y + cell - 1,
    )
