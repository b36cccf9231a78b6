"""The picture of all matches of a player.

It is tested in every theme and in words, with as much data as is known.
"""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from rendering.board.layout import SIDE
from rendering.describe import ALT_LIMIT
from rendering.people.charts import AXIS
from rendering.people.insight import (
    APART,
    BAR,
    CAPTION,
    CURVE,
    HALF,
    HEAD,
    LABEL,
    NAMED,
    PAD,
    POINTS,
    ROW,
    THIRD,
    WIDTH,
    InsightTotals,
    ResultsBar,
    draw_insight,
)
from rendering.picture import Picture
from rendering.sprites import CAPITAL_HEIGHT
from rendering.themes import DEFAULT_THEME, THEMES
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.rating_samples import BARE, WHOLE
from tests.sets import leave_to_ci
from words import ENGLISH, PSEUDO, languages, localizer_for

UNIT = WIDTH / 720
HIGHEST = 1361
"""Height in pixels at which the smallest type is seven pixels on a desktop."""


def at(picture: Picture, x: float, y: float) -> tuple[int, ...]:
    found = Image.open(BytesIO(picture.png)).convert("RGB").getpixel((round(x * UNIT), round(y * UNIT)))
    assert isinstance(found, tuple)
    return found


def along(picture: Picture, row: int, share: float) -> tuple[int, ...]:
    """Return the colour of a bar of the first plate, below its number.

    It is measured at `share` of the bar's length from the left.
    """
    left, right = SIDE + 12, SIDE + HALF - 12 - POINTS
    top = NAMED + CAPTION + PAD + ROW * row + LABEL
    return at(picture, left + share * (right - left), top + BAR - 5)


def plate(picture: Picture) -> tuple[int, ...]:
    """The colour of the first plate, left of its words."""
    return at(picture, SIDE + 5, NAMED + CAPTION + 30)


def test_words_are_whole_above_a_bar_and_its_rim_is_whole_around_a_number() -> None:
    picture = draw_insight(InsightTotals("Ada", 4, ((ResultsBar("Binary", 0, 0, 4, 0),),)))
    left, bar = SIDE + 12, NAMED + CAPTION + PAD + LABEL
    number, clear = at(picture, left + 20, bar + 1), at(picture, left + 150, bar + 1)
    assert number == clear != plate(picture)
    below = [at(picture, left + x / 2, bar - 3) for x in range(200)]
    assert any(colour != plate(picture) for colour in below), "the y reaches down to here"
    assert {at(picture, left + x / 2, bar - 0.5) for x in range(200)} == {plate(picture)}


@pytest.mark.parametrize("theme", EVERY_THEME)
def test_a_bar_is_parted_by_how_matches_ended(theme: str) -> None:
    whole = InsightTotals(
        "Ada", 10, ((ResultsBar("Binar", 5, 2, 3, 60), ResultsBar("Russian checkers", 0, 0, 4, 0)),)
    )
    picture = draw_insight(whole, theme=theme)
    names = THEMES[theme].board.names
    assert along(picture, 0, 0.4) == names["accent"]
    assert along(picture, 0, 0.62) == names["panel_quiet"]
    assert along(picture, 0, 0.9) == along(picture, 1, 0.3) == plate(picture), "what was lost is hollow"


def test_what_is_not_known_takes_no_room() -> None:
    games = replace(WHOLE, groups=WHOLE.groups[:1], accuracy_curve=(), chances_lost=None)
    high = NAMED + CAPTION + 2 * PAD + 5 * ROW + SIDE
    assert draw_insight(games).height == round(high * UNIT)
    both = replace(games, accuracy_curve=WHOLE.accuracy_curve, chances_lost=(4, 7, 11))
    accuracy = NAMED + 3 * CAPTION + HEAD + CURVE + AXIS + SIDE
    assert draw_insight(replace(both, groups=())).height == round(accuracy * UNIT)
    assert draw_insight(both).height > draw_insight(games).height
    bare = draw_insight(BARE)
    assert bare.height < 400 and "looked" not in bare.alt


def test_the_third_that_costs_most_stands_out() -> None:
    games = replace(WHOLE, groups=WHOLE.groups[:1], accuracy_curve=())
    picture = draw_insight(replace(games, chances_lost=(4, 7, 11)))
    names, wide = THEMES[DEFAULT_THEME].board.names, (HALF - 2 * APART) / 3
    left, low = SIDE + HALF + APART, NAMED + 2 * CAPTION + THIRD - 6
    assert [at(picture, left + number * (wide + APART) + wide - 20, low) for number in range(3)] == [
        plate(picture),
        plate(picture),
        names["panel_quiet"],
    ]
    even = draw_insight(replace(games, chances_lost=(0, 0, 0)))
    assert at(even, left + wide - 20, low) == plate(even), "nothing stands out where nothing is lost"


@pytest.mark.ci
def test_all_of_it_is_in_the_words_for_those_who_do_not_see_it() -> None:
    alt = draw_insight(WHOLE).alt
    assert alt.startswith(
        "Ada: 214 finished matches. Accuracy 71% in the 120 that were looked at, as a curve,"
    )
    assert "a match loses 4% in its beginning, 11% in its middle, 7% in its end." in alt
    assert "One Zero One: 44% of the points, 24 won, 0 drawn, 31 lost." in alt
    assert draw_insight(BARE).alt.startswith("Member: 1 finished match. Binar: 0% of the points")
    long = replace(WHOLE, groups=(*WHOLE.groups, *WHOLE.groups))
    assert len(draw_insight(long, language=PSEUDO).alt) <= ALT_LIMIT


@pytest.mark.ci
def test_it_has_few_bytes_and_words_in_long_languages_stay_apart() -> None:
    for theme in THEMES:
        picture = draw_insight(WHOLE, theme=theme)
        assert len(picture.png) < 82_000
        assert picture.width == WIDTH and picture.height <= HIGHEST
    assert draw_insight(WHOLE, theme="gone") == draw_insight(WHOLE)
    longest = draw_insight(WHOLE, language=PSEUDO)
    assert longest.height <= HIGHEST
    assert localizer_for(PSEUDO)("picture.overview.early") != "Beginning"


@pytest.mark.parametrize("language", leave_to_ci(languages(), after=1))
def test_every_word_can_be_read_on_a_phone_and_on_a_desktop(
    written: list[tuple[str, int]], language: str
) -> None:
    picture = draw_insight(WHOLE, language=language)
    scale = min(290 / WIDTH, 550 / WIDTH, 350 / picture.height)
    assert {
        text: size
        for text, size in written
        if size * CAPITAL_HEIGHT * scale < (7 if language == ENGLISH else 6)
    } == {}
