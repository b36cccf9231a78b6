"""The signs of the display.

Each is drawn around the point `centre`, `size` units wide and high.
"""

from rendering.sprites import Pen, Point
from rendering.themes import Colour


def draw_lock(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw a padlock, the sign of a saved card."""
    x, y = centre
    body = (x - size * 0.38, y - size * 0.06, x + size * 0.38, y + size * 0.46)
    bow = (x - size * 0.26, y - size * 0.5, x + size * 0.26, y + size * 0.2)
    pen.tile(bow, size * 0.26, None, rim=ink, width=size * 0.12)
    pen.tile(body, size * 0.08, ink)


def draw_hourglass(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw an hourglass, the sign of a cell that a SAVE command waits for."""
    x, y = centre
    half, high = size * 0.36, size * 0.44
    pen.shape([(x - half, y - high), (x + half, y - high), (x, y + size * 0.04)], ink)
    pen.shape([(x - half, y + high), (x + half, y + high), (x, y - size * 0.04)], ink)
    for side in (-1, 1):
        ends = [(x - half - size * 0.05, y + side * high), (x + half + size * 0.05, y + side * high)]
        pen.line(ends, size * 0.13, ink)


def draw_no_entry(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw a ring with a bar across, the sign of a closed line."""
    x, y = centre
    pen.ring(centre, size * 0.46, size * 0.13, ink)
    pen.line([(x - size * 0.22, y), (x + size * 0.22, y)], size * 0.17, ink)


def draw_arrow(
    pen: Pen, centre: Point, half_length: float, direction: str, ink: Colour, shaft: float = 0.26
) -> None:
    """Draw an arrow through a point, twice as long as `half_length`."""
    dx, dy = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}[direction]
    x, y = centre
    pen.line(
        [
            (x - dx * half_length, y - dy * half_length),
            (x + dx * half_length * 0.5, y + dy * half_length * 0.5),
        ],
        half_length * shaft,
        ink,
    )
    head = half_length * 0.62
    pen.shape(
        [
            (x + dx * half_length, y + dy * half_length),
            (x + dx * (half_length - head) + dy * head, y + dy * (half_length - head) + dx * head),
            (x + dx * (half_length - head) - dy * head, y + dy * (half_length - head) - dx * head),
        ],
        ink,
    )


def draw_swap(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw two arrows in opposite directions, the sign of a card turned over."""
    x, y = centre
    draw_arrow(pen, (x, y - size * 0.24), size * 0.46, ">", ink)
    draw_arrow(pen, (x, y + size * 0.24), size * 0.46, "<", ink)


def draw_scissors(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw a pair of scissors with its blades to the right."""
    x, y = centre
    for side in (1, -1):
        pen.ring((x - size * 0.3, y + side * size * 0.26), size * 0.2, size * 0.11, ink)
        pen.line(
            [(x - size * 0.16, y + side * size * 0.16), (x + size * 0.46, y - side * size * 0.32)],
            size * 0.12,
            ink,
        )


def draw_elbow(pen: Pen, centre: Point, size: float, ink: Colour) -> None:
    """Draw an arrow down and to the right, the sign of a line that continues."""
    x, y = centre
    low = y + size * 0.16
    pen.line(
        [(x - size * 0.4, y - size * 0.44), (x - size * 0.4, low), (x + size * 0.1, low)], size * 0.13, ink
    )
    pen.shape(
        [(x + size * 0.48, low), (x + size * 0.08, low - size * 0.3), (x + size * 0.08, low + size * 0.3)],
        ink,
    )
