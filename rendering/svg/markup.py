"""SVG elements as text: content is escaped, and numbers are short."""

from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

REMEMBERED: Final = 4096
"""Values of attributes that are remembered: a board has few, each often."""


@lru_cache(REMEMBERED)
def format_number(value: float) -> str:
    """Return a coordinate with at most one digit after the point.

    >>> format_number(12.0), format_number(3.14159)
    ('12', '3.1')
    """
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, /, text: str | None = None, **attributes: object) -> str:
    """Return an element with the given attributes.

    In their names, a final `_` is dropped and every other `_` becomes `-`. Attributes that are `None` are
    left out.

    >>> element("rect", class_="light", x=1.5)
    '<rect class="light" x="1.5"/>'
    >>> element("text", "a < b", data_value="a1")
    '<text data-value="a1">a &lt; b</text>'
    """
    shown = "".join([_start(each) + _value(value) for each, value in attributes.items() if value is not None])
    return f"<{name}{shown}/>" if text is None else f"<{name}{shown}>{escape(text)}</{name}>"


@cache
def _start(name: str) -> str:
    """Return an attribute until its value."""
    return f" {name.removesuffix('_').replace('_', '-')}="


@lru_cache(REMEMBERED)
def _value(value: object) -> str:
    """Return an attribute's value in quotes."""
    return f'"{format_number(value)}"' if isinstance(value, int | float) else quoteattr(str(value))


def rect(class_: str, left: float, top: float, width: float, height: float, *, round_: float = 0) -> str:
    """Return a rectangle."""
    return element("rect", class_=class_, x=left, y=top, width=width, height=height, rx=round_ or None)


def outline(
    name: str, left: float, top: float, width: float, height: float, line: float, *, round_: float = 0
) -> str:
    """Return the outline of a rectangle in a colour; `line` is its width."""
    return element(
        "rect",
        class_=f"s-{name}",
        x=left,
        y=top,
        width=width,
        height=height,
        rx=round_ or None,
        stroke_width=line,
    )


def disc(class_: str, x: float, y: float, radius: float) -> str:
    """Return a disc."""
    return element("circle", class_=class_, cx=x, cy=y, r=radius)


def ring(name: str, x: float, y: float, radius: float, line: float) -> str:
    """Return a ring in a colour; `radius` is that of the middle of its line."""
    return element("circle", class_=f"s-{name}", cx=x, cy=y, r=radius, stroke_width=line)


def polygon(class_: str, *points: tuple[float, float]) -> str:
    """Return a polygon."""
    shown = " ".join(",".join(map(format_number, point)) for point in points)
    return element("polygon", class_=class_, points=shown)


def centred_text(class_: str, x: float, y: float, text: str, size: float) -> str:
    """Return a text element with its middle at a point."""
    # Digits and capitals are about 0.7 of their size high; `dominant-baseline` differs between browsers.
    return element("text", text, class_=class_, x=x, y=y + size * 0.36, font_size=size)


def svg_document(size: tuple[float, float], elements: str) -> str:
    """Return a whole SVG picture."""
    wide, high = map(format_number, size)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{elements}</svg>'
