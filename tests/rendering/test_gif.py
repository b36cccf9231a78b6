"""A film decodes to the very pictures that were put into it, in a strict decoder and in Pillow, and is small."""

import random
from io import BytesIO

import pytest
from PIL import Image

from rendering.gif import KEPT, STILL, Film
from rendering.themes import THEMES, Palette, Ramp
from tests.rendering.strict_gif import decode

PALETTE = THEMES["wood"].board


def filmed(pictures: list[Image.Image], palette: Palette = PALETTE) -> bytes:
    film = Film(pictures[0].size, palette)
    for number, picture in enumerate(pictures):
        film.add(picture, 10 + number)
    done = film.done()
    assert film.size == len(done)
    return done


def assert_shows(data: bytes, pictures: list[Image.Image]) -> None:
    strict = decode(data)
    assert strict.pictures == [picture.tobytes() for picture in pictures]
    assert strict.pauses == [10 + number for number in range(len(pictures))]
    assert strict.loops
    with Image.open(BytesIO(data)) as opened:
        for number, picture in enumerate(pictures):
            opened.seek(number)
            assert opened.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def noise(size: tuple[int, int], colours: int, seed: int) -> Image.Image:
    chance = random.Random(seed)
    picture = Image.frombytes("P", size, bytes(chance.randrange(colours) for _ in range(size[0] * size[1])))
    picture.putpalette(PALETTE.plte)
    return picture


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 48), (150, 200)])
@pytest.mark.parametrize("colours", [1, 2, 60])
def test_any_pictures_come_back(size: tuple[int, int], colours: int) -> None:
    pictures = [noise(size, colours, seed) for seed in range(4)]
    assert_shows(filmed(pictures), pictures)


@pytest.mark.parametrize("width", range(116, 142))
def test_a_part_or_a_run_of_any_number_of_codes_ends_where_the_next_begins(width: int) -> None:
    """Around 127 codes the table outgrows their width: in a row of noise, and in the 60 rows without a change below."""
    first = PALETTE.blank((width, 7 * STILL), "panel")
    second = first.copy()
    # No two neighbours come twice, so each pixel has a code of its own.
    row = bytes([*range(1, 81), *range(1, 81, 2), *range(2, 81, 3)])[:width]
    second.paste(Image.frombytes("P", (width, 1), row), (0, STILL - 1))
    second.paste(noise((width, 3), 90, width), (0, 6 * STILL))
    assert_shows(filmed([first, second]), [first, second])


def test_a_film_keeps_the_codes_of_few_parts_only() -> None:
    film = Film((16, 16), PALETTE)
    for seed in range(3 * KEPT):
        film.add(noise((16, 16), 90, seed), 10)
    assert len(film._known) == KEPT


def test_a_table_that_fills_up_within_a_part_is_followed_by_more() -> None:
    pictures = [PALETTE.blank((300, 200), "panel")]
    for rows in (20, 30, 41, 57):
        after = pictures[-1].copy()
        after.paste(noise((300, rows), 90, rows), (0, 0))
        after.paste(noise((300, 9), 90, rows), (0, 180))
        pictures.append(after)
    assert_shows(filmed(pictures), pictures)


def test_only_the_box_of_what_has_changed_is_in_a_frame() -> None:
    first = PALETTE.blank((200, 300), "panel")
    second = first.copy()
    second.paste(PALETTE.index("accent"), (20, 31, 40, 55))
    second.paste(PALETTE.index("dark"), (90, 250, 95, 252))
    data = filmed([first, second])
    assert decode(data).boxes == [(0, 0, 200, 300), (20, 31, 95, 252)]
    assert len(data) < 1300
    assert_shows(data, [first, second])


def test_a_frame_without_a_change_takes_its_time_all_the_same() -> None:
    picture = PALETTE.blank((40, 40), "panel")
    data = filmed([picture, picture.copy()])
    assert_shows(data, [picture, picture])
    assert decode(data).boxes[1] == (0, 0, 1, 1)


@pytest.mark.parametrize("count", [2, 3, 4, 64, 127, 128])
def test_a_palette_of_any_size_has_a_number_left_for_what_stays(count: int) -> None:
    names = {f"c{i}": (i, i, 255 - i) for i in range(count)}
    palette = Palette(names, [Ramp("c0", "c1", 0)])
    first, second = palette.blank((20, 40), "c0"), palette.blank((20, 40), "c0")
    second.paste(palette.index(f"c{count - 1}"), (3, 3, 9, 30))
    data = filmed([first, second], palette)
    assert_shows(data, [first, second])
    assert decode(data).colours[:count] == list(palette.colours)
