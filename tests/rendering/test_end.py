"""The picture of a match's end says who won, why and by how much.

It also shows the course of the lead.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image

from rendering import sprites
from rendering.board.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SIDE, STRIP
from rendering.board.painter import paint_board
from rendering.caption import Caption, drawable_signs
from rendering.describe import ALT_LIMIT, describe
from rendering.end import CAPTION, FOOT, LABEL, LINE, LOW, draw_panels
from rendering.one_zero_one.display import BAND_GAP, fold_lines
from rendering.one_zero_one.keys import KEY_HEIGHT, MIN_KEY_HEIGHT
from rendering.picture import Picture, draw_end, draw_wide_end
from rendering.sprites import CAPITAL_HEIGHT
from rendering.text_lines import TYPE
from rendering.themes import DEFAULT_THEME, THEMES
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.course import Course, course_of
from rules.game import Outcome
from rules.match import Match, move_numbers
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.samples import BINAR_END, COURSE, END, ENDED, FOLDED, display
from tests.rendering.strict_png import decode
from tests.sets import leave_to_ci
from words import PSEUDO, Phrase, SeatedPlayer, Words, localizer_for

SAY = localizer_for("en")
PHONE = 290
LAID = Phrase("one_zero_one.move", card="SYNTAX ↑", line=20)
PRINTED = Phrase("one_zero_one.move", card="PRINT →", line=30)
CHAIN = Phrase(
    "one_zero_one.move.then",
    before=Phrase("one_zero_one.move.then", before=PRINTED, card="PRINT ↓"),
    card="SYNTAX ↑",
)


def panels(
    view: Any, course: Course, width: int = PICTURE_WIDTH, caption: Caption | None = None
) -> tuple[Image.Image | None, Image.Image]:
    """Draw the panels of an end in English in the default theme."""
    return draw_panels(view, course, DEFAULT_THEME, SAY, None, width, caption)


@cache
def ended_match(game: str) -> Match:
    """Return a random match of a game, played to its end."""
    match, chance = Match(GAMES[game], {}, bytes(32)), random.Random(game)
    while match.outcome is None and len(match.plies) < 300:
        match.play(chance.choice(match.moves()))
    if match.outcome is None:
        match.agree_draw()
    return match


def across(view: BoardView, down: int, course: Course = COURSE) -> dict[str, list[int]]:
    """Return the columns of the curve that have some colours.

    They are looked for `down` pixels below its zero line.
    """
    _, below = panels(view, course)
    assert view.outcome
    winner = view.outcome.winner
    label = LABEL if winner is not None and course.lead_start(winner) else 0
    row = below.height - FOOT - (LOW - CAPTION - label) // 2 + down
    palette = THEMES[DEFAULT_THEME].board
    found = {
        name: [
            x
            for x in range(338, PICTURE_WIDTH - SIDE - 14)
            if below.getpixel((x, row)) == palette.index(name)
        ]
        for name in ("accent", "panel_quiet", "panel_ink")
    }
    assert all(
        below.getpixel((x, row - down)) == palette.index("panel_quiet")
        for x in (350, PICTURE_WIDTH - SIDE - 24)
    )
    return found


@pytest.mark.ci
def test_every_game_s_end_is_one_small_picture(key: str) -> None:
    match = ended_match(key)
    picture = draw_end(match.view(None), course_of(match))
    decoded = decode(picture.png)
    assert (decoded.width, decoded.height) == (picture.width, picture.height)
    assert picture.width <= 1100 and picture.height <= 1400
    # Linked stones and smooth rims take more: a full board of Zong-Heng most of all.
    assert (
        len(picture.png) <= (78 if match.outcome and isinstance(match.view(None), BoardView) else 60) * 1024
    )
    assert 0 < len(picture.alt) <= ALT_LIMIT


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
@pytest.mark.parametrize("view", leave_to_ci([ENDED, replace(END, outcome=Outcome(1, "agreement"))], every=3))
def test_it_is_drawn_in_every_theme(view: BoardView, theme: str) -> None:
    decoded = decode(draw_end(view, COURSE, theme=theme).png)
    palette = THEMES[theme].board if view is ENDED else THEMES[theme].program
    assert decoded.palette == palette.colours


def test_the_board_is_the_one_that_the_match_had() -> None:
    decoded = decode(draw_end(ENDED, COURSE).png)
    board = paint_board(ENDED, DEFAULT_THEME).crop((0, 0, PICTURE_WIDTH, PICTURE_HEIGHT - STRIP)).tobytes()
    assert decoded.pixels[: len(board)] == board


def test_without_a_caption_it_says_who_won_and_why_by_side(written: list[tuple[str, int]]) -> None:
    draw_end(ENDED, COURSE)
    said = [text for text, _ in written]
    assert "White wins" in said and "Black resigned" in said
    assert "White" in said and "Black" in said and "12" not in said


def test_a_draw_and_a_match_without_a_result_say_so(written: list[tuple[str, int]]) -> None:
    draw_end(replace(ENDED, outcome=Outcome(None, "agreement")), COURSE)
    assert "Draw" in [text for text, _ in written]
    written.clear()
    draw_end(replace(ENDED, outcome=None), COURSE, end_reason=Phrase("ended.adjourned"))
    assert [text for text, _ in written][:1] == ["No result"]


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", PSEUDO])
def test_its_words_can_be_read_on_a_phone(key: str, language: str, written: list[tuple[str, int]]) -> None:
    match = ended_match(key)
    view = match.view(None)
    width = PICTURE_WIDTH if isinstance(view, BoardView) else 1000
    caption = Caption(match.game.title, ("Ada", "Bartholomew of the Very Long Name Indeed"))
    draw_panels(view, course_of(match), DEFAULT_THEME, localizer_for(language), None, width, caption)
    least = 7 if language == "en" else 4
    assert {text: size for text, size in written if size * CAPITAL_HEIGHT * PHONE / width < least} == {}


def test_a_long_reason_takes_a_second_line_and_then_smaller_type(written: list[tuple[str, int]]) -> None:
    _, short = panels(ENDED, COURSE)
    tie = Outcome(0, "yin_yang.more_own", facts={"own": 16, "other": 15, "all": 31})
    _, longer = panels(replace(ENDED, outcome=tie), COURSE)
    assert longer.height == short.height + LINE
    said = [text for text, size in written if size == TYPE]
    assert "No stone can move, and 16 of 31 stones" in said and "stand on squares of their own colour" in said


def test_an_end_without_a_reason_leaves_no_empty_line() -> None:
    unfinished = replace(ENDED, outcome=None)
    _, given = draw_panels(unfinished, COURSE, DEFAULT_THEME, SAY, Phrase("ended.adjourned"), PICTURE_WIDTH)
    assert panels(unfinished, COURSE)[1].height == given.height - LINE


def test_the_curve_rises_for_the_first_seat_and_falls_for_the_second() -> None:
    """The winner's lead is in the accent.

    The line stands where the winner went ahead for good.
    """
    up, down, line = across(ENDED, -8), across(ENDED, 8), across(ENDED, -49)
    ahead, behind, mark = up["accent"], down["panel_quiet"], line["panel_ink"]
    assert not up["panel_quiet"] and not down["accent"]
    assert [x for x in range(max(behind) + 1, min(ahead)) if min(abs(x - at) for at in mark) > 5] == [], (
        "Black led until White did"
    )
    assert len(behind) == pytest.approx(len(ahead) / 2, abs=4), "one move of Black's lead, two of White's"
    assert 0 < len(mark) <= 5 and max(mark) < min(ahead) <= max(mark) + 4
    assert not across(ENDED, -25)["accent"] or min(across(ENDED, -25)["accent"]) > min(ahead), "1, then 3"


def test_on_the_display_each_digit_leads_in_its_own_colour() -> None:
    won = replace(END, outcome=Outcome(0, "agreement"))
    below, palette = panels(won, COURSE, 1000)[1], THEMES[DEFAULT_THEME].program
    height = {
        name: [
            y
            for x in range(120, 960, 7)
            for y in range(below.height - 170, below.height - 28)
            if below.getpixel((x, y)) == palette.index(name)
        ]
        for name in ("zero_rim", "one_rim")
    }
    assert min(height["one_rim"]) > max(height["zero_rim"]), "seat 0 has the digit 0, and is above"


def test_the_lead_of_the_loser_is_quiet() -> None:
    lost = replace(ENDED, outcome=Outcome(1, "agreement"))
    assert across(lost, 8)["accent"] and not across(lost, 8)["panel_quiet"]
    assert across(lost, -8)["panel_quiet"] and not across(lost, -8)["accent"]
    assert not across(lost, -49)["panel_ink"], "who is not ahead at the end never went ahead for good"
    drawn = replace(ENDED, outcome=Outcome(None, "agreement"))
    assert not across(drawn, 8)["accent"] and not across(drawn, -8)["accent"]


def test_the_move_at_which_the_winner_went_ahead_stands_beside_the_line(
    written: list[tuple[str, int]],
) -> None:
    early = Course(("c3-d4", *["d6-e5"] * 40), (0, *[1] * 41), "pieces", 21)
    panels(ENDED, early)
    assert "ahead from c3-d4 on" in [text for text, _ in written]
    written.clear()
    never = Course(("c3-d4", "d6-e5"), (0, 0, 0), "pieces", 1)
    panels(ENDED, never)
    assert not [text for text, _ in written if "ahead" in text]


def test_what_ended_a_match_is_told_apart_from_who_won_it(written: list[tuple[str, int]]) -> None:
    match = ended_match("one-zero-one")
    assert match.outcome and match.outcome.reason == "one_zero_one.load.points"
    picture = draw_end(match.view(None), course_of(match))
    assert "The deck ran out. Player 0 wins 20–0." in picture.alt
    assert {"Player 0 wins 20–0", "The deck ran out", "Player 1"} <= {text for text, _ in written}


def test_a_small_lead_looks_small() -> None:
    small = Course(("c3-d4", "d6-e5"), (0, 1, 1), "pieces", 1)
    assert across(ENDED, -8, small)["accent"]
    assert not across(ENDED, -24, small)["accent"], "one piece is a third of the height"


@pytest.mark.ci
@pytest.mark.parametrize("ply", [1, 2, 30, 59, 60])
@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("e5", "ahead from e5 on"),
        ("a1:c3:e5:g7:e1", "ahead from a1:c3:e5:g7:e1 on"),
        (LAID, "ahead since SYNTAX ↑ on line 20"),
        (CHAIN, "ahead since PRINT → on line 30, then PRINT ↓, then SYNTAX ↑"),
    ],
)
def test_the_line_ahead_for_good_always_has_its_words(
    move: Words, words: str, ply: int, written: list[tuple[str, int]]
) -> None:
    moves: list[Words] = [*["d6-e5"] * (ply - 1), move, *["d6-e5"] * (60 - ply)]
    course = Course(tuple(moves), (*[0] * ply, *[1] * (61 - ply)), "points", 30)
    for view in (ENDED, replace(END, outcome=Outcome(0, "agreement"))):
        written.clear()
        _, below = panels(view, course)
        assert words in [text for text, _ in written]
        ink = (THEMES[DEFAULT_THEME].board if view is ENDED else THEMES[DEFAULT_THEME].program).index(
            "panel_ink" if view is ENDED else "line_ink"
        )
        top = below.height - FOOT - LOW + CAPTION
        label = below.crop((284, top, PICTURE_WIDTH, top + 30))
        columns = [at % label.width for at, index in enumerate(label.tobytes()) if index == ink]
        assert len(columns) > 100 and max(columns) < label.width - SIDE, "all of it is on the plate"


def test_where_a_game_counts_nothing_the_last_moves_are_listed(written: list[tuple[str, int]]) -> None:
    won = replace(BINAR_END, outcome=Outcome(0, "agreement"))
    moves = tuple(f"a{number}" for number in range(1, 60))
    panels(won, Course(moves, (), "points", len(moves)))
    listed = " ".join(text for text, _ in written if "a" in text and any(c.isdigit() for c in text)).split()
    assert listed[-1] == "a59" and "…" in listed and "a1" not in listed
    assert len([text for text, _ in written if "a5" in text or "a4" in text]) == 3, (
        "three rows, all of them full"
    )
    assert [text for text, _ in written if text == "59 moves"]


def test_a_match_that_ends_before_its_first_move_is_drawn() -> None:
    for game in ("russian", "binar", "one-zero-one"):
        match = Match(GAMES[game], {}, bytes(32))
        match.resign(0)
        assert draw_end(match.view(None), course_of(match)).png


@pytest.mark.ci
def test_the_display_leaves_room_for_what_is_below_it() -> None:
    view = replace(FOLDED, turn=None, over=True, outcome=Outcome(1, "agreement"))
    assert draw_end(view, COURSE).height <= 1400


def test_the_longest_program_s_keys_stay_large_enough_to_read() -> None:
    line = " ".join(["1DELETE^"] * 21)
    view = replace(display(*[line] * 4, "0 1", turn=None), outcome=Outcome(1, "agreement"))
    picture = draw_end(view, COURSE)
    below = panels(view, COURSE, picture.width)[1].height
    rows = 13
    assert (
        picture.height
        == fold_lines([0] * 5).size[1] + (rows * MIN_KEY_HEIGHT - 5 * KEY_HEIGHT) + 2 * BAND_GAP + below
    )


def test_its_words_say_what_changed_who_won_and_when_they_went_ahead() -> None:
    alt = draw_end(ENDED, COURSE).alt
    assert alt.startswith(describe(ENDED))
    assert alt.index("Last move") < alt.index("White wins: Black resigned")
    assert alt.endswith("2 moves were made. White was ahead in pieces after a3:c5, and stayed ahead.")


def test_where_there_is_no_room_for_how_it_went_the_board_comes_first() -> None:
    long = Course((*["x" * 300] * 2, "y" * 900), (0, 0, 0, 1), "pieces", 2)
    assert draw_end(ENDED, long).alt == describe(ENDED)


def test_a_course_counts_what_the_game_counts(key: str) -> None:
    match = ended_match(key)
    course = course_of(match)
    assert len(course.moves) == len(match.plies)
    assert course.number == move_numbers(match.plies)[-1]
    if match.game.tally(match.position) is None:
        assert course.leads == ()
        return
    assert len(course.leads) == len(match.plies) + 1
    score = match.game.score(match.position)
    if score:
        assert course.leads[-1] == score[0] - score[1]


def test_a_course_of_checkers_counts_pieces_by_seat() -> None:
    for game in ("russian", "american"):
        match = ended_match(game)
        view = match.view(None)
        assert isinstance(view, BoardView)
        own, other = (
            sum(symbol.lower() == view.tones[seat][0] for symbol in view.cells.values()) for seat in (0, 1)
        )
        assert course_of(match).leads[-1] == own - other


def test_whoever_is_ahead_for_good_is_so_from_the_move_after_the_last_tie() -> None:
    course = Course(("a", "b", "c"), (0, 1, -1, 2), "points", 2)
    assert course.lead_start(0) == 3 and course.lead_start(1) is None
    assert Course(("a",), (1, 2), "points", 1).lead_start(0) == 0
    assert Course(("a",), (0, -2), "points", 1).lead_start(1) == 1
    assert Course(("a",), (), "points", 1).lead_start(0) is None


def test_a_caption_adds_the_game_the_names_and_the_bot(written: list[tuple[str, int]]) -> None:
    plain = draw_end(ENDED, COURSE)
    written.clear()
    resigned = replace(
        ENDED, outcome=Outcome(0, "resignation", facts={"loser": SeatedPlayer(1, Phrase("side.black"))})
    )
    picture = draw_end(resigned, COURSE, caption=Caption("Russian checkers", ("Ada", "Ben")))
    said = [text for text, _ in written]
    assert {"Russian checkers", "Twotone", "Ada wins", "Ada", "Ben", "Ben resigned"} <= {*said}
    assert "White" not in said and "Black" not in said
    assert picture.height > plain.height
    assert picture.alt.startswith("Russian checkers: Ada (White) against Ben (Black). Last move:")


def test_whoever_is_not_to_be_named_is_called_by_their_side(written: list[tuple[str, int]]) -> None:
    alt = draw_end(
        ENDED, COURSE, caption=Caption("Russian checkers", (None, "\N{CJK UNIFIED IDEOGRAPH-4E95}"))
    ).alt
    said = [text for text, _ in written]
    assert "White wins" in said and "Black" in said
    assert alt.startswith("Russian checkers: White against Black. ")


def test_points_that_decided_stand_beside_the_winner_with_a_dash(written: list[tuple[str, int]]) -> None:
    won = replace(END, outcome=Outcome(1, "agreement", (30, 70)))
    panels(won, COURSE, 1000, Caption("One Zero One", ("Ben", "Ada")))
    assert "Ada wins 70\N{EN DASH}30" in [text for text, _ in written]
    for outcome in (
        Outcome(1, "agreement", (70, 30)),
        Outcome(1, "agreement", (30, 30)),
        Outcome(1, "agreement"),
    ):
        written.clear()
        sprites.render_text.cache_clear()
        panels(replace(END, outcome=outcome), COURSE, 1000, Caption("x", ("Ben", "Ada")))
        assert "Ada wins" in [text for text, _ in written], "points that did not decide are not the result"


def test_where_a_territory_counts_twice_the_reason_says_so(written: list[tuple[str, int]]) -> None:
    match = ended_match("binary")
    assert match.outcome and match.outcome.score
    panels(match.view(None), course_of(match))
    high, low = sorted(match.outcome.score, reverse=True)
    assert f"{high} points to {low}: the largest territory counts twice" in " ".join(
        text for text, _ in written
    )


@pytest.mark.parametrize("drawn", [draw_end, draw_wide_end])
@pytest.mark.parametrize(
    ("language", "one", "five"), [("en", "piece", "pieces"), ("pl", "bierka", "bierek")], ids=["en", "pl"]
)
def test_what_a_side_counts_agrees_with_its_number(
    language: str, one: str, five: str, drawn: Callable[..., Picture], written: list[tuple[str, int]]
) -> None:
    few = dict(zip(("a1", "c1", "e1", "g1", "b2", "d2"), "wbbbbb", strict=True))
    drawn(replace(ENDED, cells=few), COURSE, language=language)
    words = [text for text, _ in written]
    assert [words.count(each) for each in (one, five)] == [1, 1]


@pytest.mark.ci
def test_every_sign_of_a_picture_is_in_its_face(key: str, written: list[tuple[str, int]]) -> None:
    match = ended_match(key)
    draw_end(match.view(None), course_of(match), caption=Caption(match.game.title, ("Ada", "Bjørn")))
    assert {sign for text, _ in written for sign in text if ord(sign) not in drawable_signs()} == set()
    assert ord("\N{MINUS SIGN}") in drawable_signs()


def test_a_long_name_is_cut_with_a_sign_of_it_and_stays_large(written: list[tuple[str, int]]) -> None:
    panels(ENDED, COURSE, PICTURE_WIDTH, Caption("x", ("W" * 40, "i" * 40)))
    names = {text: size for text, size in written if "WW" in text or "iii" in text}
    assert [text for text in names if text.endswith("…")] and [text for text in names if "… wins" in text]
    assert min(names.values()) * CAPITAL_HEIGHT * PHONE / PICTURE_WIDTH >= 7
