"""Colours: 64 a palette, pieces told apart by lightness, nothing that only a hue tells."""

import pytest

from rendering.themes import SIZE, THEMES, Colour


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [value / 255 for value in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("key", THEMES)
def test_a_palette_has_at_most_64_colours_and_its_named_ones_exactly(key: str) -> None:
    theme = THEMES[key]
    for palette, named in ((theme.board, theme.board_colours), (theme.program, theme.program_colours)):
        assert len(palette.colours) <= SIZE
        assert len(palette.plte) == 3 * len(palette.colours)
        for name, colour in named.items():
            assert palette.colours[palette.index(name)] == colour


@pytest.mark.parametrize("key", THEMES)
def test_sides_and_digits_differ_by_lightness(key: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    assert contrast(board["white"], board["black"]) >= 9
    assert contrast(program["zero"], program["one"]) >= 4.5


@pytest.mark.parametrize("key", THEMES)
def test_words_and_numbers_can_be_read(key: str) -> None:
    board, program = THEMES[key].board_colours, THEMES[key].program_colours
    for ink, ground in (
        ("white_ink", "white"),
        ("black_ink", "black"),
        ("panel_ink", "panel"),
        ("panel_quiet", "panel"),
        ("on_light", "light"),
    ):
        assert contrast(board[ink], board[ground]) >= 4.5, (ink, ground)
    for ink, ground in (
        ("zero_ink", "zero"),
        ("one_ink", "one"),
        ("zero_soft", "zero"),
        ("one_soft", "one"),
        ("line_ink", "line"),
        ("quiet", "panel"),
        ("legal", "panel"),
        ("zero", "zero_soft"),
    ):
        assert contrast(program[ink], program[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("key", THEMES)
def test_marks_stand_out_from_the_squares_they_lie_on(key: str) -> None:
    board = THEMES[key].board_colours
    for square in ("light", "dark", "last_light", "last_dark"):
        # A mark is drawn with its casing: one of the two must stand out.
        assert max(contrast(board["mark"], board[square]), contrast(board["casing"], board[square])) >= 3
        assert max(contrast(board["choice"], board[square]), contrast(board["casing"], board[square])) >= 2.5
