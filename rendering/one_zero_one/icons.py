"""The icons of the commands; each is drawn around the point `at`, `size` units wide and high."""

from collections.abc import Callable

from rendering.sprites import Pen, Point
from rendering.themes import Colour


def lock(pen: Pen, at: Point, size: float, ink: Colour, *, hollow: bool = False) -> None:
    """Draw a padlock; it is hollow while it waits."""
    x, y = at
    body = (x - size * 0.38, y - size * 0.06, x + size * 0.38, y + size * 0.46)
    bow = (x - size * 0.26, y - size * 0.5, x + size * 0.26, y + size * 0.2)
    pen.tile(bow, size * 0.26, None, rim=ink, width=size * 0.12)
    if hollow:
        pen.tile(body, size * 0.08, (0, 0, 0), rim=ink, width=size * 0.1)
    else:
        pen.tile(body, size * 0.08, ink)


def _cross(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    arm = size * 0.4
    for slope in (1, -1):
        pen.line([(at[0] - arm, at[1] - arm * slope), (at[0] + arm, at[1] + arm * slope)], size * 0.17, ink)


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


def _enter(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw the arrow of the Enter key."""
    x, y = at
    pen.line(
        [
            (x + size * 0.4, y - size * 0.38),
            (x + size * 0.4, y + size * 0.14),
            (x - size * 0.15, y + size * 0.14),
        ],
        size * 0.15,
        ink,
    )
    pen.shape(
        [
            (x - size * 0.5, y + size * 0.14),
            (x - size * 0.12, y - size * 0.18),
            (x - size * 0.12, y + size * 0.46),
        ],
        ink,
    )


def swap(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw two arrows in opposite directions: turn over."""
    x, y = at
    arrow(pen, (x, y - size * 0.24), size * 0.46, ">", ink)
    arrow(pen, (x, y + size * 0.24), size * 0.46, "<", ink)


def _plus(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    arm = size * 0.44
    pen.line([(at[0] - arm, at[1]), (at[0] + arm, at[1])], size * 0.18, ink)
    pen.line([(at[0], at[1] - arm), (at[0], at[1] + arm)], size * 0.18, ink)


def _warning(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw an exclamation mark in a ring."""
    pen.ring(at, size * 0.52, size * 0.12, ink)
    pen.text(at, "!", size * 0.8, ink)


def _slashes(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw the two strokes of a remark."""
    for shift in (-0.22, 0.22):
        x = at[0] + size * shift
        pen.line(
            [(x - size * 0.14, at[1] + size * 0.42), (x + size * 0.14, at[1] - size * 0.42)], size * 0.16, ink
        )


def _to_top(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw an arrow up to a bar."""
    pen.line(
        [(at[0] - size * 0.4, at[1] - size * 0.44), (at[0] + size * 0.4, at[1] - size * 0.44)],
        size * 0.14,
        ink,
    )
    arrow(pen, (at[0], at[1] + size * 0.1), size * 0.4, "^", ink)


def _all_ways(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    """Draw arrow heads to all four sides."""
    x, y = at
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip, foot, half = size * 0.52, size * 0.2, size * 0.25
        pen.shape(
            [
                (x + dx * tip, y + dy * tip),
                (x + dx * foot + dy * half, y + dy * foot + dx * half),
                (x + dx * foot - dy * half, y + dy * foot - dx * half),
            ],
            ink,
        )


def _scissors(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    x, y = at
    for side in (1, -1):
        pen.ring((x - size * 0.3, y + side * size * 0.26), size * 0.2, size * 0.11, ink)
        pen.line(
            [(x - size * 0.16, y + side * size * 0.16), (x + size * 0.46, y - side * size * 0.32)],
            size * 0.12,
            ink,
        )


def _clipboard(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    x, y = at
    pen.tile(
        (x - size * 0.38, y - size * 0.36, x + size * 0.38, y + size * 0.5),
        size * 0.08,
        None,
        rim=ink,
        width=size * 0.13,
    )
    pen.tile((x - size * 0.18, y - size * 0.52, x + size * 0.18, y - size * 0.2), size * 0.06, ink)


ICONS: dict[str, Callable[[Pen, Point, float, Colour], None]] = {
    "DELETE": _cross,
    "ENTER": _enter,
    "IF": swap,
    "PRINT": _plus,
    "SAVE": lock,
    "SYNTAX": _warning,
    "REM": _slashes,
    "GOTO10": _to_top,
    "ELSE": _all_ways,
    "CUT": _scissors,
    "PASTE": _clipboard,
}
