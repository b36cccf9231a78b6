"""The picture of a section of a league, and its words."""

from dataclasses import replace

import pytest

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.people.league import LINE, PITCH, ZONE, LeagueStanding, draw_league_table
from rendering.picture import Picture
from rendering.result_marks import ResultMark
from rendering.text_lines import CAPTION, NAMED
from rendering.themes import DEFAULT_THEME, THEMES
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.league import SECTION, ZONED
from tests.rendering.pixels import rgb
from words import PSEUDO, Phrase

MOST_BYTES = 45_000
LONG = [replace(each, name="Maximiliane-Wilhelmine" * 3, won=10, played=12, points="24") for each in SECTION]


def section_picture(
    *standings: LeagueStanding, theme: str = DEFAULT_THEME, league: str = "Autumn league"
) -> Picture:
    """Return the picture of a section of a league."""
    return draw_league_table(
        league, Phrase("picture.league", section="B"), "Russian checkers", standings, theme=theme
    )


def marked(picture: Picture, line: int) -> bool:
    """Whether a line of the table has the triangle of a zone."""
    top, accent = NAMED + CAPTION + PITCH * line, THEMES[DEFAULT_THEME].board_colours["accent"]
    box = (SIDE + 6, top + LINE // 2 - ZONE // 2, SIDE + 6 + ZONE, top + LINE // 2 + ZONE // 2)
    return accent in [colour for _, colour in rgb(picture).crop(box).getcolors() or ()]


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_it_is_drawn_in_every_theme_and_in_few_bytes(theme: str) -> None:
    for picture in (
        section_picture(*SECTION, theme=theme),
        section_picture(*LONG, theme=theme, league="Quarterly " * 6),
        draw_league_table(
            "", Phrase("picture.league", section="A"), "Binar", SECTION, theme=theme, language=PSEUDO
        ),
    ):
        assert len(picture.png) <= MOST_BYTES
        assert (picture.width, picture.height) == rgb(picture).size
        assert picture.width == PICTURE_WIDTH


def test_its_height_is_that_of_its_lines() -> None:
    four, six = section_picture(*SECTION[:4]), section_picture(*SECTION)
    assert six.height - four.height == 2 * PITCH


def test_lines_that_go_up_or_down_have_a_triangle_that_is_explained() -> None:
    picture = section_picture(*ZONED)
    assert [marked(picture, line) for line in range(6)] == [True, True, False, False, True, True]
    plain = section_picture(*SECTION)
    assert not any(marked(plain, line) for line in range(6)), "who leads without going up is marked nowhere"
    assert picture.height - plain.height == CAPTION, "the meaning of the triangles"
    assert picture.alt.endswith("Going up: Ada, Cleopatra the Great of Egypt. Going down: Member, Farid.")
    turned = [replace(ZONED[0], zone="down"), *ZONED[1:]]
    assert section_picture(*turned).png != picture.png


def test_no_two_lines_have_one_name() -> None:
    unnamed = [
        replace(each, name=name) for each, name in zip(SECTION, ("Ada", "井上", "😀", "Ada"), strict=False)
    ]
    alt = section_picture(*unnamed).alt
    assert [name in alt for name in ("1. Ada:", "2. Member:", "3. Member 2:", "4. Ada 2:")] == [True] * 4


def test_its_words_say_every_line_and_the_ranks_that_are_possible() -> None:
    alt = section_picture(*SECTION).alt
    assert alt.startswith(
        "The table of Autumn league. Section B. 1. Ada: 12 points, 6 won of 7, can still end 1–2."
    )
    assert "5. Member: 5 points" in alt
    assert alt.endswith("6. Farid: 2 points, 0 won of 6.")


def test_the_marks_of_the_last_six_matches_stand_in_front_of_the_points() -> None:
    first = SECTION[0]
    last = first.form[-6:]
    earlier: list[ResultMark] = ["lost"]
    for count in (7, 10, 30):
        longer = replace(first, form=(*earlier * (count - 6), *last))
        assert section_picture(longer).png == section_picture(replace(first, form=last)).png


def test_another_result_another_mark_and_another_rank_make_another_picture() -> None:
    first, *others = SECTION
    usual = section_picture(*SECTION).png
    for changed in (
        replace(first, form=("won", "won", "drawn", "won", "won", "won")),
        replace(first, possible_ranks="1"),
        replace(first, points="13"),
        replace(first, won=5),
    ):
        assert section_picture(changed, *others).png != usual
    *before, last = SECTION
    assert section_picture(*before, replace(last, has_withdrawn=False)).png != usual
