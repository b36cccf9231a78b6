"""Contact sheets of every game in every theme.

They show its opening, its middle, a choice in progress, and its end. `make sheets` writes two files
per theme into `var/sheets`: `THEME.webp` at full size, `THEME-290.webp` as wide as a phone shows a
picture; `python -m tests.rendering.contact_sheets FOLDER THEME …` writes some of them elsewhere. The games
are played at random, the same in every run.
"""

import random
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

from PIL import Image

from rendering.caption import Caption
from rendering.picture import Picture, draw, draw_end
from rendering.themes import THEMES
from rules.catalogue import GAMES
from rules.course import course_of
from rules.match import Match

PHONE = 290
"""Pixels of a picture's width on a phone."""
FULL = 1000
"""Pixels of a column where pictures keep their size."""
NAMES = "Ada", "Ben"
LONGEST = 400
"""Plies after which a game counts as endless and is given up."""
GROUND = (49, 51, 56)
"""What is around pictures in Discord's dark mode."""


def pictures(game: str, theme: str) -> list[Picture]:
    """Return four pictures of a game.

    They are its opening, the middle of a random game, the picker there, and the end.
    """
    match, chance = Match(GAMES[game], {}, bytes(32)), random.Random(game)
    while match.outcome is None and len(match.plies) < LONGEST:
        match.play(chance.choice(match.moves()))
    if match.outcome is None:
        match.resign(match.turn or 0)
    middle = match.copy_at(len(match.plies) // 2)
    first = [middle.game.steps(middle.position, move) for move in middle.game.moves(middle.position)]
    chosen = [steps[0].square or "" for steps in first[:1]]
    then = [steps[1].square or "" for steps in first if len(steps) > 1 and steps[0].square in chosen]
    if not all((*chosen, *then)):  # One Zero One chooses cards first, then the place
        chosen, then = [], []
    elif not then:  # A digit or a stone that is placed has one step, to any of the squares
        chosen = [steps[0].square or "" for steps in first]
    return [
        draw(match.game.opening(match.options), theme=theme),
        draw(middle.view(None), theme=theme),
        draw(middle.view(middle.turn), theme=theme, chosen=chosen if then else [], choices=then or chosen),
        draw_end(match.view(None), course_of(match), theme=theme, caption=Caption(match.game.title, NAMES)),
    ]


def sheet(drawn: list[list[Picture]], width: int) -> Image.Image:
    """Return rows of pictures side by side, none wider than `width` pixels."""
    rows = [[_scale_picture(picture, width) for picture in row] for row in drawn]
    heights = [max(image.height for image in row) for row in rows]
    page = Image.new("RGB", (max(map(len, rows)) * (width + 8), sum(heights) + 8 * len(rows)), GROUND)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for i, image in enumerate(row):
            page.paste(image, (i * (width + 8), top))
        top += height + 8
    return page


def _scale_picture(picture: Picture, width: int) -> Image.Image:
    """Return a picture at a width, in RGB; at full size it is never enlarged."""
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    if width == FULL and image.width <= FULL:
        return image
    height = round(image.height * width / image.width)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def main(folder: Path, themes: Sequence[str]) -> None:
    """Write the sheets of some themes."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in themes:
        drawn = [pictures(game, theme) for game in GAMES]
        no_game: list[Picture] = []
        # Two games in a row: WebP has no more than 16,383 pixels either way.
        rows = [left + right for left, right in zip_longest(drawn[::2], drawn[1::2], fillvalue=no_game)]
        sheet(rows, FULL).save(folder / f"{theme}.webp", lossless=True, quality=60)
        sheet(rows, PHONE).save(folder / f"{theme}-290.webp", quality=25)
        print(theme, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(THEMES))
