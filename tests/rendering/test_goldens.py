"""Every kind of picture still looks as it did when it was looked at."""

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.rendering.goldens import DRAWN, FOLDER, small

WHOLE, PART = 1.5, 14.0
"""Mean difference of a colour value (of 255) allowed over the picture, and in any part of 24×24 pixels."""


def difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_as_it_was(name: str) -> None:
    now, then = small(DRAWN[name]()), Image.open(FOLDER / f"{name}.png").convert("RGB")
    assert now.size == then.size
    assert difference(now, then) < WHOLE
    for left in range(0, now.width, 24):
        for top in range(0, now.height, 24):
            box = (left, top, min(left + 24, now.width), min(top + 24, now.height))
            assert difference(now.crop(box), then.crop(box)) < PART, box


def test_every_golden_is_drawn() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(DRAWN)
