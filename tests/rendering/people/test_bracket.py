"""The picture of a knock-out's bracket, and its words."""

from dataclasses import replace

import pytest

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.describe import ALT_LIMIT
from rendering.people.bracket import (
    APART,
    FINAL,
    LINE,
    PAD,
    PITCH,
    STEP,
    TIE,
    BracketPlayer,
    BracketTie,
    draw_bracket,
)
from rendering.picture import Picture
from rendering.text_lines import CAPTION, NAMED
from rendering.themes import DEFAULT_THEME, THEMES
from tests.rendering.brackets import (
    EIGHT,
    FREE,
    HALF,
    LONGEST,
    LOST,
    NONE,
    REPLAYED,
    RUNNING,
    SIXTEEN,
    full,
    tie_of,
)
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.pixels import rgb
from words import PSEUDO, Phrase

MOST_BYTES = 50_000
Rounds = tuple[tuple[BracketTie, ...], ...]


def bracket_picture(rounds: Rounds, **how: str) -> Picture:
    """Return the picture of a knock-out bracket."""
    part = Phrase("picture.tournament.round", number=2, count=len(rounds))
    return draw_bracket(how.pop("name", "Autumn knock-out"), part, "Russian checkers", rounds, **how)


def colours(picture: Picture, box: tuple[int, int, int, int]) -> set[bytes]:
    """The colours of a part of a picture."""
    pixels = rgb(picture).crop(box).tobytes()
    return {pixels[at : at + 3] for at in range(0, len(pixels), 3)}


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_it_is_drawn_in_every_theme_and_in_few_bytes(theme: str) -> None:
    for picture in (
        bracket_picture(EIGHT, theme=theme),
        bracket_picture(LONGEST, theme=theme, name="Quarterly " * 6),
        bracket_picture(EIGHT, theme=theme, name="", language=PSEUDO),
    ):
        assert len(picture.png) <= MOST_BYTES
        assert (picture.width, picture.height) == rgb(picture).size
        assert picture.width == PICTURE_WIDTH


def test_it_has_a_line_for_each_of_its_first_places_and_never_more_than_three_columns() -> None:
    four, eight, sixteen = (bracket_picture(full(*"ABCDEFGHIJKLMNOP"[:size])).height for size in (4, 8, 16))
    assert eight - four == 2 * PITCH and sixteen - eight == 4 * PITCH


@pytest.mark.ci
@pytest.mark.parametrize(("rounds", "columns"), [(LONGEST, 3), (LONGEST[1:], 2), (LONGEST[2:], 1)])
def test_the_longest_names_leave_the_edges_of_their_plates_and_their_marks_free(
    rounds: Rounds, columns: int
) -> None:
    picture = bracket_picture(rounds)
    plate = colours(picture, (SIDE + PAD, NAMED + CAPTION + 3, SIDE + PAD + 1, NAMED + CAPTION + 4))
    assert plate != colours(picture, (0, 0, 1, 1))
    width = (PICTURE_WIDTH - 2 * SIDE - APART * (columns - 1)) // columns
    for number in range(columns):
        left = SIDE + (width + APART) * number
        right = left + width
        marks = right - PAD - 3 * STEP
        for place in range(len(rounds[number])):
            top = NAMED + CAPTION + PITCH * ((1 << number) - 1) // 2 + (PITCH << number) * place
            for start, end in ((left + 1, left + PAD - 1), (marks - 6, marks + 3), (right - PAD, right - 2)):
                # The lines between ties end at a plate's edge; corners are round.
                assert colours(picture, (start + 2, top + 12, end, top + TIE - 12)) == plate
            assert colours(picture, (left + 12, top + LINE, right - 12, top + LINE + 3)) == plate
    final = NAMED + CAPTION + PITCH * len(rounds[0]) + CAPTION
    half = (PICTURE_WIDTH - 2 * SIDE - APART) // 2
    assert len(colours(picture, (SIDE + half - PAD, final + 12, SIDE + half - 2, final + FINAL - 12))) == 1


def test_nothing_is_written_outside_it() -> None:
    for rounds in (EIGHT, LONGEST):
        picture = bracket_picture(rounds, name="Quarterly " * 6, language=PSEUDO)
        ground = colours(picture, (0, 0, 1, 1))
        for box in ((0, 0, 4, picture.height), (PICTURE_WIDTH - 4, 0, PICTURE_WIDTH, picture.height)):
            assert colours(picture, box) == ground


def test_only_who_has_won_the_final_is_in_the_accent() -> None:
    accent = THEMES[DEFAULT_THEME].board_colours["accent"]
    half = PICTURE_WIDTH // 2
    final = NAMED + CAPTION + PITCH * 2 + CAPTION + FINAL - 6
    first_round = (REPLAYED, LOST)
    for winner, found in ((None, [False, False]), (0, [True, False]), (1, [False, True])):
        picture = bracket_picture((first_round, (tie_of(("Ada", "Ben"), winner=winner),)))
        assert [rgb(picture).getpixel((x, final)) == accent for x in (half // 2, half + half // 2)] == found


def test_its_words_say_every_tie_the_final_first() -> None:
    assert bracket_picture(EIGHT).alt == (
        "The bracket of Autumn knock-out. Round 2 of 3. Final. Nobody yet."
        " Round 2. Ada – Cleopatra the Great of Egypt. Дмитро waits for the other."
        " Round 1. Ada has the first round free. Cleopatra the Great of Egypt goes on, Ben does not."
        " Дмитро goes on after 2 draws, Member does not. Farid – Gül: 1 draw."
    )
    assert "Ada 1 has won. Final. Ada 1 – Ada 9: 2 draws. Round 3." in bracket_picture(SIXTEEN).alt


def test_its_words_leave_out_first_rounds_for_which_they_have_no_room() -> None:
    assert "Round 1. " in bracket_picture(full(*"ABCDEFGHIJKLMNOP")).alt
    alt = bracket_picture(LONGEST).alt
    assert len(alt) <= ALT_LIMIT and "Round 1. " not in alt
    assert "Round 3. " in alt and alt.endswith(".")


def test_two_people_of_one_name_are_told_apart() -> None:
    ada, other, ben = BracketPlayer(1, "Ada"), BracketPlayer(2, "Ada"), BracketPlayer(3, "Ben")
    alt = bracket_picture(((BracketTie((ada, ben)), BracketTie((other, None))), (NONE,))).alt
    assert "Ada – Ben" in alt and "Ada 2 waits" in alt


@pytest.mark.parametrize(
    ("place", "other"),
    [
        (0, replace(FREE, is_bye=False)),
        (1, replace(LOST, winner=None)),
        (2, replace(REPLAYED, results=(("drawn", "won"), ("drawn", "lost")))),
        (3, tie_of(("Farid", "Guy"), RUNNING.results)),
        (3, HALF),
        (3, NONE),
    ],
)
def test_another_name_or_result_makes_another_picture(place: int, other: BracketTie) -> None:
    first, *others = EIGHT
    ties = list(first)
    ties[place] = other
    assert bracket_picture((tuple(ties), *others)).png != bracket_picture(EIGHT).png
