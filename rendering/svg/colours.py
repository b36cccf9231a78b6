"""The style sheet of pictures in SVG: six themes, and the rules that use them."""

from collections.abc import Iterator, Mapping
from typing import Final

from rendering.themes import THEMES, Colour

SCHEMES: Final = {"dark": "wood", "light": "paper"}
"""The theme by what the reader's device prefers, unless one is chosen."""
STROKES: Final = {
    ".p-zero": "p-zero_edge",
    ".p-one": "p-one_edge",
    ".p-run": "p-run_edge",
    ".p-shut": "p-shut",
    ".p-waits": "p-lock",
    ".p-legal": "p-legal",
    ".p-chosen": "p-legal",
    ".p-struck": "p-last",
    ".p-elbow": "p-line_ink",
    ".p-sign.p-zero_ink": "p-zero_ink",
    ".p-sign.p-one_ink": "p-one_ink",
    ".rim-last": "p-last",
    ".rim-moved": "p-last",
}
"""Lines that differ in colour from their ground, by the name of a theme's colour."""
FILLS: Final = {".p-letter": "p-legal"}
"""What is not called after its colour."""


def colours() -> str:
    """Return the style sheet: the device's theme, each chosen theme, and rules."""
    rules = [f"svg .{name}{{fill:var(--b-{name})}}" for name in THEMES["wood"].board_colours]
    rules += [f"svg .s-{name}{{fill:none;stroke:var(--b-{name})}}" for name in THEMES["wood"].board_colours]
    rules += [f"svg .p-{name}{{fill:var(--p-{name})}}" for name in THEMES["wood"].program_colours]
    rules += [f"#board {chosen}{{fill:var(--{name})}}" for chosen, name in FILLS.items()]
    rules += [f"#board {chosen}{{stroke:var(--{name})}}" for chosen, name in STROKES.items()]
    themes = {key: f"{{{_variables(key)}}}" for key in THEMES}
    return "\n".join(
        [
            f":root{themes[SCHEMES['dark']]}",
            f"@media (prefers-color-scheme:light){{:root{themes[SCHEMES['light']]}}}",
            *(f':root[data-theme="{key}"]{values}' for key, values in themes.items()),
            *rules,
            "",
        ]
    )


def _variables(theme: str) -> str:
    board, program = THEMES[theme].board_colours, THEMES[theme].program_colours
    return ";".join([*_css_variables("b-", board), *_css_variables("p-", program)])


def _css_variables(prefix: str, palette: Mapping[str, Colour]) -> Iterator[str]:
    for name, (red, green, blue) in palette.items():
        yield f"--{prefix}{name}:#{red:02x}{green:02x}{blue:02x}"
