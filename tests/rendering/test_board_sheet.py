"""A sheet of small boards: only words that one can read are on it."""

from dataclasses import replace

from PIL import Image

from rendering.board_sheet import DETAIL, NAME, LabelledBoard, draw_board_sheet, draw_small_board
from rendering.sprites import CAPITAL_HEIGHT
from tests.rendering.pixels import rgb
from tests.rendering.samples import CHECKERS, KINGS

PHONE = 290
"""Pixels that Discord gives a picture on a phone."""


def test_a_small_board_is_its_squares_without_their_numbers() -> None:
    plain = replace(KINGS, labels={})
    for edge in (200, 340):
        small = draw_small_board(KINGS, "wood", "en", edge)
        assert small.size == (edge, edge), "no frame with coordinates, and no strip below"
        assert small.tobytes() == draw_small_board(plain, "wood", "en", edge).tobytes()


def test_names_can_be_read_on_a_phone(written: list[tuple[str, int]]) -> None:
    for count in (2, 3):
        written.clear()
        picture = draw_board_sheet([LabelledBoard(KINGS, f"Kings {i}", "10 × 10") for i in range(count)])
        sizes = {text: size for text, size in written if "Kings" in text or "×" in text}
        assert len(sizes) == count + 1
        assert min(sizes.values()) * CAPITAL_HEIGHT * PHONE / picture.width >= 7


def test_a_second_line_tells_alike_boards_apart() -> None:
    boards = [LabelledBoard(CHECKERS, "Small"), LabelledBoard(KINGS, "Large")]
    plain = draw_board_sheet(boards)
    told = draw_board_sheet([replace(each, detail="10 × 10") for each in boards])
    assert told.height == plain.height + DETAIL and told.width == plain.width
    assert rgb(told).size == (told.width, told.height)


def test_a_second_line_leaves_a_name_its_tails() -> None:
    for count in (2, 3):
        boards = [LabelledBoard(CHECKERS, "Egg") for _ in range(count)]
        plain = rgb(draw_board_sheet(boards))
        told = rgb(draw_board_sheet([replace(each, detail="8 × 8") for each in boards]))
        names = (0, plain.height - NAME, plain.width, plain.height - 2)
        assert tails(plain.crop(names)) == tails(told.crop(names))


def tails(names: Image.Image) -> int:
    """Return the row of the lowest bright pixel in a picture of names alone."""
    box = names.convert("L").point(lambda light: 255 * (light > 128)).getbbox()
    assert box is not None
    return box[3]
