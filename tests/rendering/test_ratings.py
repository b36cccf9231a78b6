"""The table of a game and a profile.

They are tested in every theme, with few bytes, no box for a missing letter, and all of it in words.
"""

from dataclasses import replace
from itertools import product

import pytest

from rendering import sprites
from rendering.board.layout import PICTURE_WIDTH
from rendering.board_sheet import draw_small_board
from rendering.caption import drawable_signs
from rendering.describe import ALT_LIMIT
from rendering.people.charts import AXIS, chart_scale
from rendering.people.profile import CAPTION, CURVE, FAVOURITE, HALF, NAMED, WIDTH, draw_profile
from rendering.people.profile import GAMES as DRAWN
from rendering.people.profile_match import ProfileMatch
from rendering.people.table import TablePlace, draw_rating_table
from rendering.picture import Picture
from rendering.text_lines import BETWEEN, bar_widths
from rendering.themes import DEFAULT_THEME, THEMES
from rules.catalogue import GAMES, title_of
from tests.rendering.contrasts import contrast
from tests.rendering.every_theme import EVERY_SIGHT, EVERY_THEME
from tests.rendering.pixels import rgb
from tests.rendering.rating_samples import CAREER, FAR, SHOWN, SHOWN_PROGRAM, TABLE
from tests.sets import leave_to_ci
from words import PSEUDO, languages, localizer_for

MOST_BYTES = 45_000
MOST_OF_A_PROFILE = 55_000
MOST_WITH_A_POSITION = 70_000
LONGEST = sorted((title_of(game) for game in GAMES), key=lambda title: -len(str(title)))
LONG = replace(
    CAREER,
    name="Bartholomew " * 5,
    games=tuple(
        replace(score, title=title, won=412, drawn=56, lost=289)
        for score, title in zip(CAREER.games * 2, LONGEST, strict=False)
    ),
)
CROWD = [
    TablePlace(
        number, "Maximiliane-Wilhelmine Gräfin"[number % 5 :], 2222 - 13 * number, 108, 9_999 - number * 7
    )
    for number in range(101, 111)
]


def both(theme: str = DEFAULT_THEME, language: str = "en") -> tuple[Picture, Picture]:
    return (
        draw_rating_table("Russian checkers", TABLE, FAR, theme=theme, language=language),
        draw_profile(CAREER, theme=theme, language=language),
    )


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_both_are_drawn_in_every_theme_and_in_few_bytes(theme: str) -> None:
    colours = THEMES[theme].board_colours
    for picture in (
        *both(theme),
        draw_rating_table("Q" * 40, CROWD, FAR, theme=theme),
        draw_profile(LONG, theme=theme),
        *both(theme, PSEUDO),
    ):
        assert len(picture.png) <= (MOST_BYTES if picture.width == PICTURE_WIDTH else MOST_OF_A_PROFILE)
        assert (picture.width, picture.height) == rgb(picture).size
        assert picture.width in (PICTURE_WIDTH, WIDTH)
        assert {rgb(picture).getpixel((0, 0)), colours["panel"]} == {colours["panel"]}
        assert colours["accent"] in {colour for _, colour in rgb(picture).getcolors(1 << 20) or ()}


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_a_match_to_show_is_below_two_games_with_its_position(theme: str) -> None:
    panel = THEMES[theme].board_colours["panel"]
    for match in (SHOWN, SHOWN_PROGRAM):
        picture = draw_profile(replace(LONG, shown_match=match), theme=theme)
        assert (picture.width, picture.height) == (1100, 700)
        assert len(picture.png) <= MOST_WITH_A_POSITION
        image = rgb(picture)
        position = image.crop((580, image.height - 230, 780, image.height - 30))
        assert len(position.getcolors(1 << 16) or ()) > 30
        assert image.getpixel((0, image.height - 1)) == panel


def test_a_match_to_show_says_game_players_winner_moves_and_day(written: list[tuple[str, int]]) -> None:
    picture = draw_profile(replace(CAREER, shown_match=SHOWN))
    said = {text for text, _ in written}
    assert {"A match to show", "Russian checkers", "Ada wins", "Ada – Ben", "24 moves", "2026-11-21"} <= said
    assert picture.alt.endswith("A match to show: Russian checkers, Ada – Ben. Ada wins.")
    written.clear()
    picture = draw_profile(replace(CAREER, shown_match=replace(SHOWN_PROGRAM, winner=None)))
    said = {text for text, _ in written}
    assert "Draw" in said and any(text.startswith("Player 0 – Bar") and text.endswith("…") for text in said)
    assert picture.alt.endswith("Player 0 – Bartholomew of the Very Long Name. Draw.")


def test_a_theme_that_is_not_known_is_the_default_one() -> None:
    assert [each.png for each in both("gone")] == [each.png for each in both()]


def test_a_name_that_cannot_be_drawn_is_no_box_and_what_decorates_one_is_left_out(
    written: list[tuple[str, int]],
) -> None:
    for picture in (*both(), draw_profile(replace(CAREER, name="井上 🌟"))):
        assert "井" not in picture.alt and "🌟" not in picture.alt
    assert {sign for text, _ in written for sign in text if ord(sign) not in drawable_signs()} == set()
    said = [text for text, _ in written]
    assert {"Ada", "Cleo", "Господин", "Zoë"} <= {*said}
    assert said.count("Member") == 2, "of the table, and of the last profile"


@pytest.mark.parametrize("language", ["en", PSEUDO])
def test_their_words_can_be_read_on_a_phone(written: list[tuple[str, int]], language: str) -> None:
    draw_rating_table("Russian checkers", TABLE, FAR, language=language)
    draw_rating_table("Binar", CROWD, language=language)
    assert {
        text: size for text, size in written if size * sprites.CAPITAL_HEIGHT * 290 / PICTURE_WIDTH < 7
    } == {}


@pytest.mark.parametrize("shown", [None, SHOWN], ids=["games", "match"])
@pytest.mark.parametrize("language", leave_to_ci(languages(), after=1))
def test_every_word_of_a_profile_can_be_read_on_a_phone_and_on_a_desktop(
    written: list[tuple[str, int]], language: str, shown: ProfileMatch | None
) -> None:
    longest = replace(CAREER.games[0], title=LONGEST[0])
    if shown:
        draw_small_board(shown.view, DEFAULT_THEME, language, 200)  # what is on it is not for reading
        written.clear()
    draw_profile(replace(CAREER, games=(longest, *CAREER.games), shown_match=shown), language=language)
    scale = min(290 / WIDTH, 350 / 700)
    least = {localizer_for(language).text(LONGEST[0]): 6.0}
    assert {
        text: size for text, size in written if size * sprites.CAPITAL_HEIGHT * scale < least.get(text, 7.0)
    } == {}


def test_a_line_has_rank_name_rating_deviation_and_matches(written: list[tuple[str, int]]) -> None:
    draw_rating_table("Russian checkers", TABLE[1:2], FAR)
    said = [text for text, _ in written]
    assert {"Russian checkers", "2", "1688", "± 71", "33"} <= {*said}
    assert {"23", "Zoë", "1312", "± 104", "11"} <= {*said}


def accent_tops(picture: Picture) -> list[int]:
    """Return the distance from the top, in pixels, of each line in the accent."""
    image, accent = rgb(picture), THEMES[DEFAULT_THEME].board_colours["accent"]
    rows = [y for y in range(image.height) if image.getpixel((9, y)) == accent]
    return [y for y in rows if y - 1 not in rows]


def test_ones_own_line_is_in_the_accent_alone_and_apart_unless_it_follows() -> None:
    assert accent_tops(draw_rating_table("Binar", TABLE)) == []
    [own] = accent_tops(draw_rating_table("Binar", [TABLE[0], replace(TABLE[1], is_own=True), TABLE[2]]))
    [next_to] = accent_tops(draw_rating_table("Binar", TABLE[:1], replace(FAR, rank=2)))
    [shared] = accent_tops(draw_rating_table("Binar", TABLE[:1], replace(FAR, rank=1)))
    [later] = accent_tops(draw_rating_table("Binar", TABLE[:1], replace(FAR, rank=3)))
    [unranked] = accent_tops(draw_rating_table("Binar", TABLE[:1], replace(FAR, rank=None)))
    [earlier] = accent_tops(draw_rating_table("Binar", TABLE[1:2], replace(FAR, rank=1)))
    assert own == next_to == shared < later == unranked == earlier
    alone = draw_rating_table("Binar", (), FAR)
    assert accent_tops(alone) < [own]


def test_the_table_in_words_has_every_line_and_ones_own() -> None:
    alt = both()[0].alt
    assert alt.startswith("The table of Russian checkers. 1. Ada: 1712 ± 62, 41 matches. 2. Bartholomew")
    assert "3. Member: 1640 ± 90, 28 matches." in alt
    assert alt.endswith("10. Ivo: 1387 ± 108, 7 matches. You: 23. 1312 ± 104, 11 matches.")
    among = draw_rating_table("Binar", [replace(TABLE[0], is_own=True), TABLE[1]]).alt
    assert among.endswith("33 matches. You: 1. 1712 ± 62, 41 matches.")
    unranked = draw_rating_table("Binar", TABLE[:1], TablePlace(None, "Zoë", 1312, 180, 1)).alt
    assert unranked.endswith("You, without a place: 1312 ± 180, 1 match.")
    assert "You" not in draw_rating_table("Binar", TABLE).alt


def test_the_profile_in_words_has_the_curve_the_form_and_every_game_that_is_shown() -> None:
    alt = both()[1].alt
    assert alt.startswith(
        "Ada: 40 rated matches. Favourite game: Russian checkers. The rating as a curve, from 1504"
    )
    assert "from 1504 on 2026-06-03 to 1612 on 2026-11-21, at most 1640 and at least 1498." in alt
    assert "the newest last: won, won, drawn, won, lost, won, won, drawn, won, lost." in alt
    assert "Zong-Heng: 1548 ± 84; 7 won, 0 drawn, 4 lost." in alt
    assert alt.count("; ") == DRAWN
    for picture in (
        draw_profile(LONG, language=PSEUDO),
        draw_rating_table("Q" * 99, CROWD, FAR, language=PSEUDO),
    ):
        assert len(picture.alt) <= ALT_LIMIT


def test_four_games_are_drawn_and_how_many_more_there_are(written: list[tuple[str, int]]) -> None:
    draw_profile(CAREER)
    said = [text for text, _ in written]
    assert "and 2 more games" in said and "Yin Yang" not in said
    assert "1500" in said and not {"1550", "1650"} & {*said}, "a low curve has few lines"
    assert {"40 rated matches", "Last matches", "2026-06-03", "2026-11-21", "± 72"} <= {*said}
    written.clear()
    draw_profile(replace(CAREER, games=CAREER.games[:1], curve=CAREER.curve[:1], form=("won",)))
    said = [text for text, _ in written]
    assert "18 rated matches" in said
    assert not [text for text in said if "more" in text]


def test_the_day_of_one_match_is_written_once() -> None:
    image = rgb(draw_profile(replace(CAREER, curve=CAREER.curve[:1])))
    below = NAMED + CAPTION + FAVOURITE + CURVE
    unit = WIDTH / PICTURE_WIDTH
    for side, colours in ((20, 1), (HALF - 110, 2)):
        box = (side, below + 14, side + 100, below + AXIS)
        axis = image.crop(tuple(round(edge * unit) for edge in box))  # pyrefly: ignore[bad-argument-type]  # of four
        assert min(len(axis.getcolors(1 << 16) or ()), 2) == colours


def test_games_for_which_words_have_no_room_are_left_out_whole() -> None:
    wordy = replace(CAREER, games=tuple(replace(score, title="Q" * 250) for score in CAREER.games))
    alt = draw_profile(wordy).alt
    assert alt.count("; ") == 1 and alt.endswith("12 won, 2 drawn, 4 lost.")


def test_the_curve_is_as_high_as_the_rating_and_as_far_as_the_day() -> None:
    def line(curve: list[tuple[float, float]], share: float) -> int:
        image = rgb(draw_profile(replace(CAREER, curve=tuple(curve))))
        x, accent = round(144 + 365 * share), THEMES[DEFAULT_THEME].board_colours["accent"]
        return next(y for y in range(292, 500) if image.getpixel((x, y)) == accent)

    day = 86400.0
    flat = [(0.0, 1500.0), (9 * day, 1500.0), (10 * day, 1600.0)]
    assert line(flat, 0.3) == line(flat, 0.85) > line(flat, 0.95) > line(flat, 0.99)
    assert line([(0.0, 1500.0), (5 * day, 1600.0), (10 * day, 1500.0)], 0.5) < line(flat, 0.95)


def test_the_scale_has_few_lines_and_holds_every_rating() -> None:
    for values in ((1500.0,), (1504.0,), (1499.9, 1500.1), (1490.0, 1612.0), (600.0, 2700.0)):
        low, high, step = chart_scale(values)
        assert low <= min(values) and high >= max(values)
        assert 1 <= (high - low) / step <= 5
        assert low % step == high % step == 0


def test_a_bar_is_parted_by_the_results_and_every_number_has_room() -> None:
    for won, drawn, lost in product((0, 1, 9, 250), repeat=3):
        if not won + drawn + lost:
            continue
        found = dict(bar_widths({"won": won, "drawn": drawn, "lost": lost}, 680))
        assert [*found] == [name for name, n in (("won", won), ("drawn", drawn), ("lost", lost)) if n]
        assert sum(found.values()) + BETWEEN * (len(found) - 1) == 680
        assert min(found.values()) >= 42
    assert dict(bar_widths({"won": 6, "drawn": 2, "lost": 2}, 688)) == {
        "won": 408,
        "drawn": 136,
        "lost": 136,
    }
    narrow = dict(bar_widths({"won": 1, "drawn": 1, "lost": 1}, 10))
    assert [*narrow.values()] == [42, 42, 42]


@pytest.mark.parametrize("sight", EVERY_SIGHT)
@pytest.mark.parametrize("key", EVERY_THEME)
def test_results_and_the_words_on_them_are_told_apart(key: str, sight: str) -> None:
    colours = THEMES[key].board_colours
    for ink, ground in (("panel", "panel_quiet"), ("panel_quiet", "plate"), ("accent_ink", "accent")):
        assert contrast(colours[ink], colours[ground], sight) >= 4.5, (ink, ground)
    assert contrast(colours["accent"], colours["plate"], sight) >= 3
