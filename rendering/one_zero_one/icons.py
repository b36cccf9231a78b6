"""The signs of the display.

Each is drawn around the point `at`, `size` units wide and high.
"""

from rendering.sprites import Pen, Point
from rendering.themes import Colour


def lock(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw a padlock: a card that is saved."""
    x, y = at
    body = (x - size * 0.38, y - size * 0.06, x + size * 0.38, y + size * 0.46)
    bow = (x - size * 0.26, y - size * 0.5, x + size * 0.26, y + size * 0.2)
    pen.tile(bow, size * 0.26, None, rim=ink, width=size * 0.12)
    pen.tile(body, size * 0.08, ink)


def hourglass(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw an hourglass: a place where a SAVE waits."""
    x, y = at
    half, high = size * 0.36, size * 0.44
    pen.shape([(x - half, y - high), (x + half, y - high), (x, y + size * 0.04)], ink)
    pen.shape([(x - half, y + high), (x + half, y + high), (x, y - size * 0.04)], ink)
    for side in (-1, 1):
        ends = [(x - half - size * 0.05, y + side * high), (x + half + size * 0.05, y + side * high)]
        pen.line(ends, size * 0.13, ink)


def no_entry(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw a ring with a bar across: a line that is closed."""
    x, y = at
    pen.ring(at, size * 0.46, size * 0.13, ink)
    pen.line([(x - size * 0.22, y), (x + size * 0.22, y)], size * 0.17, ink)


def arrow(pen: Pen, at: Point, arm: float, way: str, ink: Colour, shaft: float = 0.26) -> None:
    """Draw an arrow through a point, twice as long as `arm`."""
    dx, dy = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}[way]
    x, y = at
    pen.line([(x - dx * arm, y - dy * arm), (x + dx * arm * 0.5, y + dy * arm * 0.5)], arm * shaft, ink)
    head = arm * 0.62
    pen.shape(
        [
            (x + dx * arm, y + dy * arm),
            (x + dx * (arm - head) + dy * head, y + dy * (arm - head) + dx * head),
            (x + dx * (arm - head) - dy * head, y + dy * (arm - head) - dx * head),
        ],
        ink,
    )


def swap(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw two arrows in opposite directions: turn over."""
    x, y = at
    arrow(pen, (x, y - size * 0.24), size * 0.46, ">", ink)
    arrow(pen, (x, y + size * 0.24), size * 0.46, "<", ink)


def scissors(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw a pair of scissors with its blades to the right."""
    x, y = at
    for side in (1, -1):
        pen.ring((x - size * 0.3, y + side * size * 0.26), size * 0.2, size * 0.11, ink)
        pen.line(
            [(x - size * 0.16, y + side * size * 0.16), (x + size * 0.46, y - side * size * 0.32)],
            size * 0.12,
            ink,
        )


def elbow(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw an arrow down and to the right: a line that continues."""
    x, y = at
    low = y + size * 0.16
    pen.line(
        [(x - size * 0.4, y - size * 0.44), (x - size * 0.4, low), (x + size * 0.1, low)], size * 0.13, ink
    )
    pen.shape(
        [(x + size * 0.48, low), (x + size * 0.08, low - size * 0.3), (x + size * 0.08, low + size * 0.3)],
        ink,
    )
