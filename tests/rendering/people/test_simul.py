"""The picture of a simul, and its words."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.people.simul import PITCH, SimulBoard, draw_simul
from rendering.picture import Picture
from rendering.text_lines import NAMED, SCORE
from rendering.themes import DEFAULT_THEME, THEMES
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.league import SIMUL
from tests.rendering.pixels import rgb
from words import PSEUDO, Phrase

MOST_BYTES = 45_000
RUNNING = Phrase("picture.simul.running", count=3)


def simul_picture(
    boards: Sequence[SimulBoard] = SIMUL,
    *,
    giver: str = "Ada",
    ahead: int | None = 0,
    theme: str = DEFAULT_THEME,
) -> Picture:
    """Return the picture of a simul."""
    return draw_simul(giver, "Russian checkers", RUNNING, ("3½", "1½"), ahead, boards, theme=theme)


def leads(picture: Picture) -> list[bool]:
    """Which of the two sides are in the accent."""
    accent, middle = THEMES[DEFAULT_THEME].board_colours["accent"], round(NAMED + SCORE / 2)
    return [rgb(picture).getpixel((at, middle)) == accent for at in (SIDE + 6, PICTURE_WIDTH - SIDE - 6)]


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_it_is_drawn_in_every_theme_and_in_few_bytes_with_up_to_twenty_boards(theme: str) -> None:
    long = [SimulBoard("Maximiliane-Wilhelmine" * 3, "drawn")] * 20
    for picture in (
        simul_picture(theme=theme),
        simul_picture(long, giver="Maximiliane-Wilhelmine" * 3, theme=theme),
        draw_simul("", "Binar", RUNNING, ("0", "0"), None, SIMUL[:1], theme=theme, language=PSEUDO),
    ):
        assert len(picture.png) <= MOST_BYTES
        assert (picture.width, picture.height) == rgb(picture).size
        assert picture.width == PICTURE_WIDTH


def test_two_boards_are_side_by_side() -> None:
    heights = [simul_picture(SIMUL[:count]).height for count in (1, 2, 3, 5)]
    assert [height - heights[0] for height in heights] == [0, 0, PITCH, 2 * PITCH]


def test_only_the_side_that_is_ahead_stands_out() -> None:
    assert [leads(simul_picture(ahead=ahead)) for ahead in (0, 1, None)] == [
        [True, False],
        [False, True],
        [False, False],
    ]


def test_its_words_say_the_score_and_every_board_as_its_player_has_ended() -> None:
    assert simul_picture(SIMUL[1:6]).alt == (
        "A simul of Ada. 3 running. Ada 3½, all others 1½. Board 1, Ben: lost. Board 2, Клео: a draw."
        " Board 3, Dan: won. Board 4, Member: counts nothing. Board 5, Eve: open."
    )


def test_another_result_makes_another_picture_and_nobody_without_one_has_a_mark() -> None:
    first, *others = SIMUL
    pictures = [
        simul_picture([replace(first, result=given), *others]).png
        for given in ("won", "drawn", "lost", "none", None)
    ]
    assert len(set(pictures)) == 5
    assert simul_picture([replace(first, name="Bart"), *others]).png not in pictures
