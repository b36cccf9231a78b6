"""Contrast of two colours, also as people with other sights see it."""

from rendering.themes import Colour
from tests.rendering.every_theme import SIGHTS


def linear(colour: Colour) -> list[float]:
    parts = [value / 255 for value in colour]
    return [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: Colour, sight: str = "full") -> float:
    """Relative luminance as WCAG 2 defines it, of what an eye sees."""
    seen = [
        sum(share * part for share, part in zip(row, linear(colour), strict=True)) for row in SIGHTS[sight]
    ]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, sight: str = "full") -> float:
    """WCAG's contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one, sight), luminance(other, sight)))
    return (high + 0.05) / (low + 0.05)
