"""Contact sheets: every game in every theme at its start, in its middle and at its end, to be looked at.

`python -m tests.rendering.sheets FOLDER` writes two files a theme: `THEME.webp` at full size, `THEME-290.webp` as wide
as a phone shows a picture. The games are played at random, the same in every run.
"""

import random
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from rendering.picture import Picture, draw
from rendering.themes import THEMES
from rules.catalogue import GAMES
from rules.game import View
from rules.match import Match

PHONE = 290
"""Pixels of a picture's width on a phone."""
FULL = 1000
"""Pixels of a column where pictures keep their size."""
LONGEST = 400
"""Plies after which a game counts as endless and is given up."""
GROUND = (49, 51, 56)
"""What is around pictures in Discord's dark mode."""


def phases(game: str) -> Iterator[View]:
    """Yield a game's start, the middle of a random game and its end."""
    match, chance = Match(GAMES[game], {}, bytes(32)), random.Random(game)
    while match.outcome is None and len(match.plies) < LONGEST:
        match.play(chance.choice(match.moves()))
    if match.outcome is None:
        match.resign(match.turn or 0)
    for plies in (0, len(match.plies) // 2):
        yield match.at(plies).view(None)
    yield match.view(None)


def sheet(pictures: list[list[Picture]], width: int) -> Image.Image:
    """Return rows of pictures side by side, none wider than `width` pixels."""
    rows = [[_scaled(picture, width) for picture in row] for row in pictures]
    heights = [max(image.height for image in row) for row in rows]
    page = Image.new("RGB", (max(map(len, rows)) * (width + 8), sum(heights) + 8 * len(rows)), GROUND)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for i, image in enumerate(row):
            page.paste(image, (i * (width + 8), top))
        top += height + 8
    return page


def _scaled(picture: Picture, width: int) -> Image.Image:
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    if width == FULL and image.width <= FULL:
        return image
    height = round(image.height * width / image.width)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def main(folder: Path) -> None:
    """Write the sheets of all themes."""
    folder.mkdir(parents=True, exist_ok=True)
    views = [list(phases(game)) for game in GAMES]
    for theme in THEMES:
        pictures = [[draw(view, theme=theme) for view in row] for row in views]
        sheet(pictures, FULL).save(folder / f"{theme}.webp", lossless=True, quality=100)
        sheet(pictures, PHONE).save(folder / f"{theme}-290.webp", quality=80)
        print(theme, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
