"""A film decodes to exactly the pictures that were put into it, and is small.

A strict decoder and Pillow both check it.
"""

import random
from io import BytesIO

import pytest
from PIL import Image

from rendering.gif import (
    FRAME,
    KEPT,
    MAX_AREAS,
    OPENINGS,
    STEP,
    Box,
    Film,
    FrameArea,
    PatchCache,
    merge_boxes,
)
from rendering.themes import THEMES, Palette, Ramp
from tests.rendering.strict_gif import decode
from tests.sets import leave_to_ci

PALETTE = THEMES["wood"].board


def make_film(pictures: list[Image.Image], palette: Palette = PALETTE) -> bytes:
    """Return a film of the pictures."""
    film = Film(pictures[0].size, palette)
    for number, picture in enumerate(pictures):
        film.add_picture(picture, 10 + number)
    done = film.to_bytes()
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


@pytest.mark.ci
@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 48), (150, 200)])
@pytest.mark.parametrize("colours", [1, 2, 60])
def test_any_pictures_come_back(size: tuple[int, int], colours: int) -> None:
    pictures = [noise(size, colours, seed) for seed in range(4)]
    assert_shows(make_film(pictures), pictures)


@pytest.mark.parametrize("width", leave_to_ci(range(116, 142), after=4))
def test_codes_of_any_number_end_where_they_should(width: int) -> None:
    """Around 127 codes the table outgrows their width."""
    first = PALETTE.blank((width, 60), "panel")
    second = first.copy()
    # No two neighbours come twice, so each pixel has a code of its own.
    row = bytes([*range(1, 81), *range(1, 81, 2), *range(2, 81, 3)])[:width]
    second.paste(Image.frombytes("P", (width, 1), row), (0, 11))
    assert_shows(make_film([first, second]), [first, second])


def film_of_places(
    pictures: list[tuple[Image.Image, list[FrameArea]]], changes: PatchCache | None = None
) -> bytes:
    """Return a film of pictures that each come with the places that changed."""
    film = Film(pictures[0][0].size, PALETTE, changes)
    for picture, places in pictures:
        film.add_picture(picture, 80, places)
    return film.to_bytes()


def test_places_that_lie_apart_are_frames_of_their_own_and_take_no_longer_together() -> None:
    first = PALETTE.blank((200, 300), "panel")
    second = first.copy()
    second.paste(PALETTE.index("accent"), (20, 31, 40, 55))
    second.paste(PALETTE.index("dark"), (90, 250, 95, 252))
    places = [FrameArea((15, 30, 45, 60)), FrameArea((0, 100, 50, 150)), FrameArea((80, 240, 100, 260))]
    film = decode(film_of_places([(first, []), (second, places)]))
    # Where nothing has changed there is no frame.
    assert film.boxes == [(0, 0, 200, 300), (20, 31, 40, 55), (90, 250, 95, 252)]
    assert film.pauses == [80, STEP, 80 - STEP]
    assert film.pictures[-1] == second.tobytes()


def test_what_comes_again_is_coded_once_and_shown_right() -> None:
    one, other = PALETTE.blank((60, 40), "panel"), PALETTE.blank((60, 40), "panel")
    one.paste(noise((20, 10), 90, 1), (5, 5))
    other.paste(noise((20, 10), 90, 2), (5, 5))
    box = (0, 0, 60, 20)
    pictures = [(one, [FrameArea(box, "back")]), (other, [FrameArea(box, "there")])] * 3
    changes = PatchCache()
    data = film_of_places(pictures, changes)
    assert decode(data).pictures == [picture.tobytes() for picture, _ in pictures]
    # From one to the other and back, and the same in the next film.
    assert len(changes) == 2
    assert film_of_places(pictures, changes) == data
    assert len(changes) == 2
    # A place without a name in between changes nothing of what a name says.
    pictures[2:4] = [(one, [FrameArea(box)]), (other, [FrameArea(box)])]
    assert decode(film_of_places(pictures, changes)).pictures == [
        picture.tobytes() for picture, _ in pictures
    ]
    assert len(changes) == 2


def test_a_change_with_a_name_is_the_same_wherever_it_is() -> None:
    empty, art = PALETTE.blank((200, 120), "panel"), noise((20, 10), 90, 1)
    changes, films = PatchCache(), []
    for x, y in ((0, 0), (7, 31), (150, 90)):
        full = empty.copy()
        full.paste(art, (x + 5, y + 5))
        film = decode(
            film_of_places([(empty, []), (full, [FrameArea((x, y, x + 50, y + 30), "comes")])], changes)
        )
        assert film.pictures[-1] == full.tobytes()
        films.append(film.boxes[-1])
    assert films == [(5, 5, 25, 15), (12, 36, 32, 46), (155, 95, 175, 105)]
    assert len(changes) == 1


def test_places_that_overlap_are_each_compared_with_the_picture_before() -> None:
    """What a name says does not depend on the places in front of it."""
    empty, full = PALETTE.blank((60, 40), "panel"), PALETTE.blank((60, 40), "panel")
    full.paste(noise((40, 10), 90, 1), (5, 5))
    left, right, changes = (
        FrameArea((0, 0, 30, 20), "left"),
        FrameArea((20, 0, 60, 20), "right"),
        PatchCache(),
    )
    for places in ([left, right], [right, left], [right, FrameArea((0, 0, 21, 20))]):
        film = decode(film_of_places([(empty, []), (full, places)], changes))
        assert film.pictures[-1] == full.tobytes()
    assert len(changes) == 2


@pytest.mark.ci
def test_few_changes_are_kept() -> None:
    changes = PatchCache()
    film = Film((16, 16), PALETTE, changes)
    for seed in range(2 * KEPT):
        film.add_picture(noise((16, 16), 90, seed), 10, [FrameArea((0, 0, 16, 16), seed)])
        assert len(changes) <= KEPT
    assert len(changes) > KEPT // 2


def test_fewer_first_pictures_are_kept_and_only_those_with_a_name() -> None:
    openings = PatchCache(OPENINGS)
    for seed in range(2 * OPENINGS):
        art = noise((16, 16), 90, seed)
        film = Film(art.size, PALETTE, first_pictures=openings)
        film.add_picture(art, 10, [FrameArea((0, 0, 16, 8), seed), FrameArea((0, 8, 16, 16), "low")])
        assert decode(film.to_bytes()).pictures == [art.tobytes()]
        assert len(openings) <= OPENINGS
    assert len(openings) > OPENINGS // 2
    before = len(openings)
    Film((16, 16), PALETTE, first_pictures=openings).add_picture(
        art, 10, [FrameArea((0, 0, 16, 8), "top"), FrameArea((0, 8, 16, 16))]
    )
    assert len(openings) == before


def covers(boxes: list[Box], box: Box) -> bool:
    return any(
        each[0] <= box[0] and each[1] <= box[1] and each[2] >= box[2] and each[3] >= box[3] for each in boxes
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 25, 144])
@pytest.mark.parametrize("most", [1, 4, MAX_AREAS])
def test_gathered_boxes_are_few_and_hold_them_all(count: int, most: int) -> None:
    chance = random.Random(count)
    corners = [(chance.randrange(600), chance.randrange(600)) for _ in range(count)]
    boxes = [(left, top, left + 60, top + 60) for left, top in corners]
    found = merge_boxes(boxes, most)
    assert len(found) <= most
    assert all(covers(found, box) for box in boxes)


def test_boxes_that_touch_become_one_those_far_away_stay_alone_and_their_order_stays() -> None:
    near, far, other = [(0, 0, 60, 60), (60, 0, 120, 60)], (600, 600, 660, 660), (300, 0, 330, 30)
    assert merge_boxes([far, *near, other]) == [far, (0, 0, 120, 60), other]
    # The two that are together for the fewest pixels more.
    assert merge_boxes([far, *near, other], 2) == [far, (0, 0, 330, 60)]


def test_boxes_are_one_where_what_lies_between_is_less_work_than_a_frame() -> None:
    for high, count in ((FRAME // 100, 1), (FRAME // 100 + 1, 2)):
        assert len(merge_boxes([(0, 0, 100, 10), (0, 10 + high, 100, 20 + high)])) == count


def test_a_table_that_fills_up_within_a_part_is_followed_by_more() -> None:
    pictures = [PALETTE.blank((300, 200), "panel")]
    for rows in (20, 30, 41, 57):
        after = pictures[-1].copy()
        after.paste(noise((300, rows), 90, rows), (0, 0))
        after.paste(noise((300, 9), 90, rows), (0, 180))
        pictures.append(after)
    assert_shows(make_film(pictures), pictures)


def test_only_the_box_of_what_has_changed_is_in_a_frame() -> None:
    first = PALETTE.blank((200, 300), "panel")
    second = first.copy()
    second.paste(PALETTE.index("accent"), (20, 31, 40, 55))
    second.paste(PALETTE.index("dark"), (90, 250, 95, 252))
    data = make_film([first, second])
    assert decode(data).boxes == [(0, 0, 200, 300), (20, 31, 95, 252)]
    assert len(data) < 1300
    assert_shows(data, [first, second])


def test_what_stays_the_same_between_changes_takes_next_to_nothing() -> None:
    first = noise((100, 100), 90, 1)
    second = first.copy()
    for corner in ((0, 0), (99, 99)):
        second.putpixel(corner, (first.getpixel(corner) + 1) % 90)  # pyrefly: ignore[unsupported-operation]  # numbers of a palette
    data = make_film([first, second])
    assert decode(data).boxes[1] == (0, 0, 100, 100)
    assert len(data) - len(make_film([first])) < 600
    assert_shows(data, [first, second])


def test_a_frame_without_a_change_takes_its_time_all_the_same() -> None:
    picture = PALETTE.blank((40, 40), "panel")
    data = make_film([picture, picture.copy()])
    assert_shows(data, [picture, picture])
    assert decode(data).boxes[1] == (0, 0, 1, 1)


@pytest.mark.parametrize("count", [2, 3, 4, 64, 127, 128])
def test_a_palette_of_any_size_has_a_number_left_for_what_stays(count: int) -> None:
    names = {f"c{i}": (i, i, 255 - i) for i in range(count)}
    palette = Palette(names, [Ramp("c0", "c1", 0)])
    first, second = palette.blank((20, 40), "c0"), palette.blank((20, 40), "c0")
    second.paste(palette.index(f"c{count - 1}"), (3, 3, 9, 30))
    data = make_film([first, second], palette)
    assert_shows(data, [first, second])
    assert decode(data).colours[:count] == list(palette.colours)
