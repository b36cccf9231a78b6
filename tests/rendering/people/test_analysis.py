"""The picture of an analysis.

The curve divides a field by the chance to win, and a list shows where the match turned.
"""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image

from rendering import sprites
from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import Caption
from rendering.end import CAPTION
from rendering.people.analysis import (
    AXIS,
    BADGE,
    CURVE,
    RAIL,
    MatchCourse,
    TurningMove,
    draw_analysis,
    place_discs,
)
from rendering.text_lines import HEAD
from rendering.themes import THEMES
from tests.rendering.contrasts import contrast
from tests.rendering.every_theme import EVERY_SIGHT, EVERY_THEME
from tests.rendering.pixels import rgb
from tests.rendering.samples import END, ENDED, NEAR_THE_END, WENT, numbers_of_plies


def first_seat_share(chances: tuple[int, ...], share: float, view: object = ENDED) -> float:
    """Return the share of the field's height in seat 0's tone.

    It is measured at `share` of the curve's length.
    """
    went = MatchCourse(chances, (90, 80), (), numbers_of_plies(4))
    image = rgb(draw_analysis(view, went))  # pyrefly: ignore[bad-argument-type]  # a view
    top, low = HEAD + CAPTION + 10, HEAD + CAPTION + CURVE - 10
    left, right = SIDE + RAIL, PICTURE_WIDTH - SIDE - 10
    x = round(left + (right - left) * share)
    column = [image.getpixel((x, y)) for y in range(top, low)]
    colours = THEMES["wood"].board_colours if view is ENDED else THEMES["wood"].program_colours
    tones = [colours[name] for name in (("white", "black") if view is ENDED else ("zero", "one"))]
    first, second = (column.count(tone) for tone in tones)
    return first / (first + second)


def test_the_field_is_parted_by_the_chance_of_the_first_seat() -> None:
    for view in (ENDED, END):
        for chance in (0, 250, 500, 900, 1000):
            assert first_seat_share((chance,) * 5, 0.6, view) == pytest.approx(chance / 1000, abs=0.02)
    rising = tuple(range(0, 1001, 250))
    assert first_seat_share(rising, 0.25) == pytest.approx(0.25, abs=0.03)
    assert first_seat_share(rising, 0.875) == pytest.approx(0.875, abs=0.03)


def test_every_turning_point_is_listed_with_the_better_move_and_the_mover_s_chances(
    written: list[tuple[str, int]],
) -> None:
    turns = TurningMove(4, 1, "c3-d4", "f6-g5", (720, 150)), TurningMove(9, 0, "d6:b4", "h2-g3", (340, 82))
    went = replace(WENT, turning_moves=turns)
    picture = draw_analysis(ENDED, went, caption=Caption("Russian checkers", ("Ada", None)))
    said = [text for text, _ in written]
    assert {"c3-d4", "better f6-g5", "d6:b4", "better h2-g3"} <= {*said}
    # The card's words name these too. The curve, a mean of looks, has 49 and 61 around the fourth ply.
    assert {"72% →", "15%", "34% →", "8%"} <= {*said}
    assert "at c3-d4: White goes from 28% to 85%." in picture.alt
    assert {"Russian checkers", "Ada", "Black", "Twotone", "50%"} <= {*said}


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(4))
def test_discs_stand_in_the_order_of_the_match_and_apart_however_near_their_moves(seed: int) -> None:
    chance, box = random.Random(seed), (100, 130, 690, 370)
    for _ in range(30):
        near = chance.choice((10, 60, 500))
        start = chance.randrange(90, 700 - near)
        xs = sorted(chance.randrange(start, start + near) for _ in range(chance.randrange(2, 6)))
        placed = place_discs([(x, chance.randrange(110, 390)) for x in xs], box)
        assert [x for x, _ in placed] == sorted(x for x, _ in placed), xs
        assert all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in placed)
        for (x, y), (x2, y2) in combinations(placed, 2):
            assert (x - x2) ** 2 + (y - y2) ** 2 >= (BADGE + 4) ** 2


def test_its_words_can_be_read_on_a_phone(written: list[tuple[str, int]]) -> None:
    for view, went in ((ENDED, WENT), (END, NEAR_THE_END)):
        draw_analysis(view, went, caption=Caption("One Zero One", ("Ada", "Ben")))
    assert {
        text: size for text, size in written if size * sprites.CAPITAL_HEIGHT * 290 / PICTURE_WIDTH < 7
    } == {}


def test_plates_of_the_display_say_a_digit_once(written: list[tuple[str, int]]) -> None:
    draw_analysis(END, WENT)
    assert not [text for text, _ in written if text in ("0", "1")][2:], "the keys, and no words beside them"


def test_few_numbers_are_on_the_axis_however_long_the_match(written: list[tuple[str, int]]) -> None:
    for moves in (1, 5, 12, 43, 180):
        written.clear()
        sprites.render_text.cache_clear()
        draw_analysis(ENDED, MatchCourse((500,) * (2 * moves + 1), (90, 80), (), numbers_of_plies(2 * moves)))
        shown = [int(text) for text, _ in written if text.isdigit()]
        assert 1 <= len(shown) <= 6 and max(shown) <= moves


@pytest.mark.parametrize("plies", [1, 2, 7, 11, 12, 85, 86])
def test_numbers_on_the_axis_are_evenly_apart_also_where_the_first_seat_moves_last(
    plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    went = MatchCourse((500,) * (plies + 1), (90, 80), (), numbers_of_plies(plies))
    laid: list[tuple[int, int]] = []

    def note(onto: Image.Image, art: Image.Image, at: tuple[int, int]) -> None:
        laid.append((at[0] + art.width // 2, at[1] + art.height // 2))
        sprites.paste_art(onto, art, at)

    monkeypatch.setattr("rendering.people.analysis.paste_art", note)
    draw_analysis(ENDED, went)
    middles = [x for x, y in laid if abs(y - (HEAD + CAPTION + CURVE + AXIS // 2)) <= 1]
    apart = {after - before for before, after in pairwise(middles[:-1])}  # the last one keeps off the edge
    assert middles and max(apart, default=0) - min(apart, default=0) <= 2
    left, wide = SIDE + RAIL, PICTURE_WIDTH - 2 * SIDE - RAIL - 10
    for x, number in zip(middles[:-1], range(went.move_count), strict=False):
        step = went.move_count // len(middles)
        assert x == pytest.approx(left + wide * (2 * step * (number + 1) - 1) / plies, abs=2)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_both_fields_and_the_numbers_on_them_are_told_apart(key: str, sight: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    assert contrast(board["white"], board["black"], sight) >= 4.5
    assert contrast(program["zero"], program["one"], sight) >= 4
    for colours, disc, ink, casing in (
        (board, "accent", "accent_ink", "casing"),
        (program, "last", "panel", "panel"),
    ):
        assert contrast(colours[disc], colours[ink], sight) >= 4
        fields = ("white", "black") if colours is board else ("zero", "one")
        for field in fields:
            assert max(contrast(colours[part], colours[field], sight) for part in (disc, casing)) >= 3, field
