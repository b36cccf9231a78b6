"""SVG elements, written safely: text is escaped, numbers are short."""

from xml.sax.saxutils import escape, quoteattr


def number(value: float) -> str:
    """Return a coordinate with one digit after the point at most.

    >>> number(12.0), number(3.14159)
    ('12', '3.1')
    """
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, /, text: str | None = None, **given: object) -> str:
    """Return an element.

    In the names of its attributes, a final `_` is dropped and every other `_` becomes `-`. Attributes
    that are `None` are left out.

    >>> tag("rect", class_="light", x=1.5)
    '<rect class="light" x="1.5"/>'
    >>> tag("text", "a < b", data_value="a1")
    '<text data-value="a1">a &lt; b</text>'
    """
    shown = "".join(
        f" {each.removesuffix('_').replace('_', '-')}="
        + quoteattr(number(value) if isinstance(value, int | float) else str(value))
        for each, value in given.items()
        if value is not None
    )
    return f"<{name}{shown}/>" if text is None else f"<{name}{shown}>{escape(text)}</{name}>"


def box(class_: str, left: float, top: float, wide: float, high: float, *, round_: float = 0) -> str:
    """Return a rectangle."""
    return tag("rect", class_=class_, x=left, y=top, width=wide, height=high, rx=round_ or None)


def words(class_: str, x: float, y: float, text: str, size: float) -> str:
    """Return a text element with its middle at a point."""
    # Digits and capitals are about 0.7 of their size high; `dominant-baseline` differs between browsers.
    return tag("text", text, class_=class_, x=x, y=y + size * 0.36, font_size=size)


def drawing(size: tuple[float, float], alt: str, parts: list[str]) -> str:
    """Return a whole picture with its alt text."""
    wide, high = map(number, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f"aria-label={quoteattr(alt)}>{''.join(parts)}</svg>"
    )
