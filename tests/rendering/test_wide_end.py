"""The shared picture of an end is in landscape and readable where it is shown."""

from dataclasses import replace
from typing import Any

import pytest

from rendering.board.layout import PICTURE_WIDTH
from rendering.caption import Caption
from rendering.picture import draw_end, draw_wide_end
from rendering.sprites import CAPITAL_HEIGHT, render_text
from rendering.themes import DEFAULT_THEME, THEMES
from rendering.wide_end import BESIDE, COLUMNS, WIDTH, WideEndPanel, wide_end_size
from rules.game import Outcome
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.pixels import rgb
from tests.rendering.rating_samples import SHARED
from tests.rendering.samples import BINAR_END, COURSE, END, ENDED, LISTED, LOW
from tests.sets import leave_to_ci
from words import languages, localizer_for

MOST_BYTES = 60_000
PHONE, DESKTOP = 290, (550, 350)
LONG = Caption("Armenian checkers", ("W" * 40, "Бартоломей Длинноимённый"), SHARED.ratings, "12x23x34x45")
CAPTIONS = (SHARED, LONG, Caption("Binar"))


def shown_scale(width: int, height: int) -> float:
    """The least scale at which Discord shows a picture."""
    return min(PHONE / width, DESKTOP[0] / width, DESKTOP[1] / height)


@pytest.mark.ci
@pytest.mark.parametrize("view", [ENDED, BINAR_END, LOW])
def test_it_is_as_wide_as_discord_has_room_for_and_no_wider(view: Any) -> None:
    picture = draw_wide_end(view, COURSE, SHARED)
    assert (picture.width, picture.height) == rgb(picture).size == wide_end_size(view)
    assert picture.width == WIDTH and picture.width / picture.height <= 11 / 7
    assert picture.height * DESKTOP[0] / WIDTH <= DESKTOP[1] * 1.05, "hardly narrower than there is room for"
    assert picture.alt == draw_end(view, COURSE, SHARED).alt


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_it_has_few_bytes_in_every_theme(theme: str) -> None:
    assert len(draw_wide_end(ENDED, COURSE, SHARED, theme=theme).png) <= MOST_BYTES


@pytest.mark.parametrize(
    ("caption", "language"),
    leave_to_ci([*((each, "en") for each in CAPTIONS), *((LONG, each) for each in languages()[1:])], after=3),
)
def test_every_word_beside_the_board_can_be_read_on_a_phone_and_on_a_desktop(
    caption: Caption, language: str, written: list[tuple[str, int]]
) -> None:
    for view in (ENDED, replace(BINAR_END, trace=None), replace(ENDED, outcome=Outcome(None, "agreement"))):
        panel = WideEndPanel(
            view, COURSE, DEFAULT_THEME, localizer_for(language), None, BESIDE, caption, COLUMNS
        )
        panel.draw_beside(722)
    small = [(text, size) for text, size in written if text.strip("…")]
    least = min(size for _, size in small) * CAPITAL_HEIGHT * shown_scale(WIDTH, 722)
    assert least >= 7, [each for each in small if each[1] < 38]


@pytest.mark.parametrize(
    ("caption", "language"),
    leave_to_ci(
        [(SHARED, "en"), (Caption("x"), "en"), *((SHARED, each) for each in languages()[1:])], after=2
    ),
)
def test_no_reason_however_long_pushes_the_plates_off(caption: Caption, language: str) -> None:
    view = replace(ENDED, outcome=Outcome(1, "yin_yang.more_own", facts={"own": 16, "other": 15, "all": 31}))
    picture = rgb(draw_wide_end(view, COURSE, caption, language=language))
    low = picture.crop((PICTURE_WIDTH + 20, picture.height - 6, WIDTH - 20, picture.height))
    ground = THEMES[DEFAULT_THEME].board.names["panel"]
    assert low.getcolors() == [(low.width * low.height, ground)]


def test_a_course_without_leads_lists_its_last_moves_where_there_is_room(
    written: list[tuple[str, int]],
) -> None:
    draw_wide_end(replace(BINAR_END, outcome=Outcome(0, "agreement")), LISTED, Caption("Binar"))
    assert str(LISTED.moves[-1]) in " ".join(text for text, _ in written)


@pytest.mark.ci
def test_a_display_is_drawn_as_at_its_end() -> None:
    assert wide_end_size(END) is None
    assert draw_wide_end(END, COURSE, SHARED).png == draw_end(END, COURSE, SHARED).png


def test_a_number_on_a_plate_has_its_unit(written: list[tuple[str, int]]) -> None:
    for paint in (draw_end, draw_wide_end):
        written.clear()
        paint(ENDED, COURSE, Caption("x", ("Ada", "Ada")))
        said = [text for text, _ in written]
        assert "pieces" in said and {"Ada", "Ada 2"} <= {*said}, "a text that occurs twice is painted once"


def test_the_lead_leaves_its_room_to_a_reason_that_needs_it(written: list[tuple[str, int]]) -> None:
    long = Outcome(1, "yin_yang.more_own", facts={"own": 16, "other": 15, "all": 31})
    for outcome, is_led, is_turned in ((ENDED.outcome, True, True), (long, False, False)):
        written.clear()
        render_text.cache_clear()
        panel = WideEndPanel(
            replace(ENDED, outcome=outcome),
            COURSE,
            DEFAULT_THEME,
            localizer_for("en"),
            None,
            BESIDE,
            SHARED,
            COLUMNS,
        )
        panel.draw_beside(722)
        said = [text for text, _ in written]
        assert ("Lead in pieces" in said, "g7:e1 turned it" in said) == (is_led, is_turned)
        assert "2 moves" in said if is_led else len(panel.reason) >= 4
