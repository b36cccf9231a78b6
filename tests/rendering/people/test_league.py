"""The picture of a section of a league, and its words."""

from dataclasses import replace

import pytest

from rendering.board.layout import EDGE
from rendering.people.league import LINE, PITCH, LeagueStanding, draw_section
from rendering.picture import Picture
from rendering.text_lines import CAPTION, NAMED
from rendering.themes import DEFAULT, THEMES
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.league import SECTION
from tests.rendering.pixels import rgb
from words import PSEUDO, Phrase

MOST_BYTES = 45_000
LONG = [replace(each, name="Maximiliane-Wilhelmine" * 3, won=10, played=12, points=24) for each in SECTION]


def section_picture(
    *standings: LeagueStanding, theme: str = DEFAULT, league: str = "Autumn league"
) -> Picture:
    """Return the picture of a section of a league."""
    return draw_section(
        league, Phrase("picture.league", section="B"), "Russian checkers", standings, theme=theme
    )


def leads(picture: Picture, line: int) -> bool:
    """Whether a line of the table is in the accent."""
    top = NAMED + CAPTION + PITCH * line
    return rgb(picture).getpixel((EDGE // 2, top + LINE - 6)) == THEMES[DEFAULT].board_colours["accent"]


@pytest.mark.parametrize("theme", EVERY_THEME)
def test_it_is_drawn_in_every_theme_and_in_few_bytes(theme: str) -> None:
    for picture in (
        section_picture(*SECTION, theme=theme),
        section_picture(*LONG, theme=theme, league="Quarterly " * 6),
        draw_section(
            "", Phrase("picture.league", section="A"), "Binar", SECTION, theme=theme, language=PSEUDO
        ),
    ):
        assert len(picture.png) <= MOST_BYTES
        assert (picture.width, picture.height) == rgb(picture).size
        assert picture.width == EDGE


def test_its_height_is_that_of_its_lines() -> None:
    four, six = section_picture(*SECTION[:4]), section_picture(*SECTION)
    assert six.height - four.height == 2 * PITCH


def test_only_who_leads_stands_out_and_nobody_before_there_are_points() -> None:
    assert [leads(section_picture(*SECTION), line) for line in range(3)] == [True, False, False]
    fresh = [replace(each, rank=1, points=0) for each in SECTION]
    assert not leads(section_picture(*fresh), 0)


def test_its_words_say_every_line_and_the_ranks_that_are_possible() -> None:
    alt = section_picture(*SECTION).alt
    assert alt.startswith(
        "The table of Autumn league. Section B. 1. Ada: 12 points, 6 won of 7, can still end 1–2."
    )
    assert "5. Member: 5 points" in alt
    assert alt.endswith("6. Farid: 2 points, 0 won of 6.")


def test_another_result_another_mark_and_another_rank_make_another_picture() -> None:
    first, *others = SECTION
    usual = section_picture(*SECTION).png
    for changed in (
        replace(first, form=("won", "won", "drawn", "won", "won", "won")),
        replace(first, possible="1"),
        replace(first, points=13),
        replace(first, won=5),
    ):
        assert section_picture(changed, *others).png != usual
    *before, last = SECTION
    assert section_picture(*before, replace(last, out=False)).png != usual
