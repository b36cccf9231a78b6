"""The pictures that were looked at and found good, small; `python -m tests.rendering.goldens` draws them anew."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from rendering.picture import Picture, draw, draw_hand
from tests.rendering.samples import BINARY, BOARDS, CHECKERS, DISPLAYS, EARLY, MIDDLE

FOLDER = Path(__file__).parent / "goldens"
WIDTH = 240

DRAWN: dict[str, Callable[[], Picture]] = {
    **{name: partial(draw, view) for name, view in (BOARDS | DISPLAYS).items()},
    "checkers-picker": lambda: draw(CHECKERS, chosen=["d2"], choices=["e3", "c7", "h6", "g5"]),
    "binary-picker": lambda: draw(BINARY, chosen=["c6"], choices=["a4", "f6"]),
    "program-picker": lambda: draw(MIDDLE, chosen=["C"], choices=["A", "C"]),
    "checkers-contrast": lambda: draw(CHECKERS, theme="contrast"),
    "program-contrast": lambda: draw(MIDDLE, theme="contrast"),
    "hand": lambda: draw_hand(EARLY),
}


def small(picture: Picture) -> Image.Image:
    """The picture in RGB, 240 pixels wide."""
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in DRAWN.items():
        small(drawn()).quantize(128).save(FOLDER / f"{name}.png", optimize=True)
