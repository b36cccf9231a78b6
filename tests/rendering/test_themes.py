"""Colours: few enough, and told apart by lightness for every eye.

Every mark and word stands out from its background.
"""

from collections.abc import Iterator
from math import cos, radians, sin

import pytest

from rendering.board.squares import SquareCell, number_ink, square_sprite
from rendering.board.strips import seat_icon
from rendering.themes import DIM, GROUNDS, LIT, MAX_COLOURS, OUTLINED, THEMES, TONES, Colour, blend
from tests.rendering.contrasts import contrast, luminance
from tests.rendering.every_theme import EVERY_SIGHT, EVERY_THEME
from tests.rendering.samples import CHECKERS
from words.english import MESSAGES


def grounds(key: str) -> Iterator[tuple[str, Colour]]:
    """What pieces and marks lie on: the squares, also where the last move tints them."""
    board = THEMES[key].board_colours
    for ground in GROUNDS:
        yield ground, board[ground]
        yield f"{ground}_last", board[f"{ground}_last"]


@pytest.mark.parametrize("key", EVERY_THEME)
def test_a_palette_has_few_colours_and_its_named_ones_exactly(key: str) -> None:
    theme = THEMES[key]
    for palette, named in ((theme.board, theme.board_colours), (theme.program, theme.program_colours)):
        assert len(palette.colours) <= MAX_COLOURS
        assert len(palette.plte) == 3 * len(palette.colours)
        for name, colour in named.items():
            assert palette.colours[palette.index(name)] == colour


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_sides_and_digits_differ_by_lightness(key: str, sight: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    assert contrast(board["white_low"], board["black"], sight) >= 4.5
    for foot in ("zero", "zero_low"):
        for face in ("one", "one_low"):
            assert contrast(program[foot], program[face], sight) >= 4


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_words_and_numbers_can_be_read(key: str, sight: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    for ink, ground in (
        ("white_ink", "white_low"),
        ("black_ink", "black"),
        ("black_ink", "sheen"),
        ("panel_ink", "plate"),
        ("panel_quiet", "plate"),
        ("panel_ink", "panel"),
        ("panel_quiet", "panel"),
        ("accent", "panel"),
        ("accent_ink", "accent"),
        ("on_frame", "frame"),
        ("on_light", "light"),
        ("on_dark", "dark"),
        ("panel_quiet", "panel"),
    ):
        assert contrast(board[ink], board[ground], sight) >= 4.5, (ink, ground)
    for ink, ground in (
        *((f"{tone}_ink", tone + part) for tone in (*TONES, "run") for part in ("", "_low")),
        *((f"{tone}_ink", f"{tone}_plate") for tone in TONES),
        *((f"{tone}_word", f"{tone}_live") for tone in TONES),
        *((f"{tone}_rim", ground) for tone in TONES for ground in ("bar", "panel")),
        ("line_ink", "line"),
        ("line_ink", "bar"),
        ("line_ink", "panel"),
        ("quiet", "line"),
        ("quiet", "panel"),
        ("legal", "panel"),
        ("legal_ink", "legal"),
        ("panel", "last"),
        ("shut_ink", "panel"),
    ):
        assert contrast(program[ink], program[ground], sight) >= 4.5, (ink, ground)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_a_square_s_number_is_read_wherever_it_stands_on_squares_of_the_last_move_too(
    key: str, sight: str
) -> None:
    board = THEMES[key].board_colours
    for name, ground in grounds(key):
        assert contrast(number_ink(board, name), ground, sight) >= 4.5, name


@pytest.mark.parametrize("key", EVERY_THEME)
def test_a_number_is_drawn_in_the_ink_that_it_should_have(key: str) -> None:
    palette = THEMES[key].board
    for dark in (True, False):
        for last in ("", "from"):
            cell = SquareCell(dark, "8", last=last)
            name = ("dark" if dark else "light") + ("_last" if last else "")
            drawn = {palette.colours[index] for index in square_sprite(key, 90, cell).tobytes()}
            for colour in (number_ink(palette.names, name), palette.names[name]):
                assert any(
                    max(abs(a - b) for a, b in zip(colour, each, strict=True)) <= 3 for each in drawn
                ), name


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_squares_of_the_last_move_differ_from_others_by_lightness(key: str, sight: str) -> None:
    board = THEMES[key].board_colours
    for ground in GROUNDS:
        assert contrast(board[f"{ground}_last"], board[ground], sight) >= 1.15, ground


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_stones_stand_out_from_the_ground_of_their_region_and_regions_from_the_board(
    key: str, sight: str
) -> None:
    board = THEMES[key].board_colours
    white, black = board["white_field"], board["black_field"]
    assert contrast(white, black, sight) >= 2.5 and luminance(white, sight) > luminance(black, sight)
    for tone, field in (("white", white), ("black", black)):
        assert contrast(board[f"{tone}_edge"], field, sight) >= 3, tone
        assert contrast(board[tone], field, sight) >= 1.3, tone
        # A rim and the line around it, in two tones: one of them stands out from either side of it.
        for rim in (("accent", "casing"), ("white_low", "edge")):
            for ground in (field, board["light"], board["dark"]):
                assert max(contrast(board[name], ground, sight) for name in rim) >= 2.9, (tone, rim, ground)


@pytest.mark.parametrize("key", EVERY_THEME)
def test_the_light_on_a_piece_is_a_clean_ramp(key: str) -> None:
    """Every tone of a piece is in the palette.

    None is therefore drawn in a shade of another colour.
    """
    colours, palette = THEMES[key].board_colours, THEMES[key].board
    for near, far in (
        ("white", "white_low"),
        ("glint", "white_low"),
        ("black", "black_low"),
        ("sheen", "black_low"),
    ):
        for step in range(LIT + 1):
            shade = blend(colours[near], colours[far], step / LIT)
            assert shade in palette.colours, (near, step)
            # A neighbour of nearly the same lightness may be drawn, but of the same hue.
            parts = [a - b for a, b in zip(palette.colours[palette.nearest_index(shade)], shade, strict=True)]
            assert max(map(abs, parts)) <= 5 and max(parts) - min(parts) <= 4, (near, step)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_a_crown_and_its_ring_stand_out_from_their_piece(key: str, sight: str) -> None:
    board = THEMES[key].board_colours
    for side in ("white", "black"):
        for face in (side, f"{side}_low"):
            assert contrast(board[f"{side}_crown"], board[face], sight) >= 3, (side, face)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_pieces_and_marks_stand_out_from_what_they_lie_on(key: str, sight: str) -> None:
    board = THEMES[key].board_colours
    for name, ground in grounds(key):
        # A piece has its edge and a mark its casing: one of the two must stand out.
        for pair in (
            ("white", "white_edge"),
            ("black", "black_edge"),
            ("accent", "casing"),
            ("cross", "glint"),
        ):
            assert max(contrast(board[each], ground, sight) for each in pair) >= 3, (name, pair)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_the_curve_of_the_lead_stands_out_from_its_plate(key: str, sight: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    for area in ("accent", "panel_quiet"):
        assert contrast(board[area], board["plate"], sight) >= 3
    for tone in TONES:
        assert contrast(program[f"{tone}_rim"], program["bar"], sight) >= 3


def drawn_digit(key: str, ground: str, side: str) -> tuple[Colour, Colour]:
    """Return the colours of a dimmed digit as drawn.

    They are its key's colour, left of the digit, and its own, in its middle.
    """
    cell = SquareCell(ground == "dark", figure="1" if side == "black" else "0", kind="digits", dim=True)
    pixels, colours = square_sprite(key, 100, cell).tobytes(), THEMES[key].board.colours
    return colours[pixels[47 * 100 + 20]], colours[pixels[47 * 100 + 50]]


@pytest.mark.ci
@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_a_dimmed_piece_and_its_digit_can_still_be_seen(key: str, sight: str) -> None:
    board = THEMES[key].board_colours
    for ground in GROUNDS:
        for side in ("white", "black"):
            left = (
                blend(board[ground], board[side], DIM),
                blend(board[ground], board[f"{side}_edge"], OUTLINED),
            )
            assert max(contrast(each, board[ground], sight) for each in left) >= 2, (ground, side)
            face, ink = drawn_digit(key, ground, side)
            assert contrast(ink, face, sight) >= 2, (ground, side)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_dimmed_pieces_of_both_sides_are_told_apart_on_any_squares(key: str, sight: str) -> None:
    board = THEMES[key].board_colours
    # Yin-Yang dims white on dark squares and black on light ones only: both are nearest to each other there.
    for one in GROUNDS:
        for other in GROUNDS:
            white, black = (
                blend(board[ground], board[side], DIM) for ground, side in ((one, "white"), (other, "black"))
            )
            assert luminance(white, sight) > luminance(black, sight), (one, other)
            assert contrast(white, black, sight) >= 1.5, (one, other)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_keys_and_marks_of_the_display_stand_out_from_what_they_lie_on(key: str, sight: str) -> None:
    program = THEMES[key].program_colours
    for ground in ("panel", "line"):
        for tone in TONES:
            face = max(contrast(program[part], program[ground], sight) for part in (tone, f"{tone}_edge"))
            assert face >= 3, (tone, ground)
    for mark, ground in (
        ("last", "panel"),
        ("legal", "panel"),
        ("lock", "lock_bed"),
        ("lock", "panel"),
        ("shut_ink", "panel"),
        *((f"{tone}_mark", "lock_bed") for tone in TONES),
        *((f"{tone}_rim", "bar") for tone in TONES),
        *((f"{tone}_ink", f"{tone}_off") for tone in TONES),
    ):
        assert contrast(program[mark], program[ground], sight) >= 3, (mark, ground)


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_what_is_out_of_the_count_or_closed_can_still_be_seen(key: str, sight: str) -> None:
    program = THEMES[key].program_colours
    assert contrast(program["shut"], program["panel"], sight) >= 2
    for tone in TONES:
        left = max(
            contrast(program[part], program["panel"], sight) for part in (f"{tone}_off", f"{tone}_edge")
        )
        assert left >= 2, tone


def test_every_theme_has_a_name() -> None:
    unnamed = [key for key in THEMES if f"theme.{key}" not in MESSAGES]
    assert unnamed == [], "name them in words/english/members/settings.py"


def test_every_theme_has_a_display_of_its_own() -> None:
    for name in ("panel", "zero", "one"):
        assert len({theme.program_colours[name] for theme in THEMES.values()}) == len(THEMES), name


@pytest.mark.parametrize("key", EVERY_THEME)
def test_the_piece_of_a_side_stands_out_from_its_plate_all_around(key: str) -> None:
    palette = THEMES[key].board
    for ground in ("plate", "panel", "accent"):
        for seat in (0, 1):
            pixels = seat_icon(key, ground, CHECKERS, seat, 40).tobytes()
            for turn in range(0, 360, 15):
                x, y = cos(radians(turn)), sin(radians(turn))
                ray = [pixels[round(19.5 + y * far) * 40 + round(19.5 + x * far)] for far in range(12, 20)]
                found = max(contrast(palette.colours[number], palette.names[ground]) for number in ray)
                assert found >= 3, (ground, seat, turn)
