"""Alt texts and text boards of the display say all of it, and no hidden card."""

import re
from dataclasses import replace

import pytest

from rendering.describe import describe, hand_in_words, open_hands_text, summary_lines, text_board
from rendering.one_zero_one.in_words import card_names
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match
from rules.one_zero_one.playing_cards import LINES, LaidCard
from rules.one_zero_one.view import ProgramView
from tests.rendering.samples import CHECKERS, EARLY, END, MIDDLE, WIDE, display
from tests.rules.playouts import random_match
from words import ENGLISH, localizer_for

SAY = localizer_for(ENGLISH)
WAYS = {"left": "<", "right": ">", "up": "^", "down": "v"}


def lines_of(alt: str) -> tuple[tuple[LaidCard | None, ...], ...]:
    """The display that an alt text tells."""
    lines = []
    for line in LINES:
        told = re.search(rf"Line {line} \([^)]*\): ([^.]*)[.]", alt)
        assert told
        words = [] if told[1] == "empty" else told[1].split(", ")
        lines.append(tuple(None if word == "gap" else _card(word) for word in words))
    return tuple(lines)


def _card(told: str) -> LaidCard:
    told, waiting = told.removesuffix(" not counted"), "waiting" in told
    digit, *rest = told.removesuffix(" waiting").split()
    saved = "saved" in rest
    point = next((WAYS[word] for word in rest if word in WAYS), None)
    command = next((word for word in rest if word.isupper() or word == "GOTO10"), "PLAIN")
    axis = None if point is None else "h" if point in "<>" else "v"
    return LaidCard(command, axis, int(digit), point, saved, waiting)  # pyrefly: ignore[bad-argument-type]  # split from text


@pytest.mark.parametrize("view", [MIDDLE, WIDE, END])
def test_the_alt_text_of_the_display_equals_it(view: ProgramView) -> None:
    assert lines_of(describe(view)) == view.lines


def test_the_alt_text_of_random_displays_equals_them_and_hides_hands() -> None:
    for seed in range(6):
        for deck in ("base", "everything"):
            match = random_match(GAMES["one-zero-one"], {"deck": deck}, seed=seed, limit=8)
            view = match.game.seen_by(match.position, None)
            assert isinstance(view, ProgramView)
            alt = describe(view)
            assert lines_of(alt) == tuple(
                tuple(card and replace(card, inert=False) for card in line) for line in view.lines
            )
            if not view.over:
                assert re.search(r"0's hand: \d cards?\. 1's hand: \d cards?\.", alt)
            assert len(alt) <= 1024


def test_the_fullest_display_still_fits() -> None:
    line = " ".join(["0SYNTAX^*", "1DELETEv", "0REM<"] * 4)
    full = display(line, line, line, "0PRINT> 1PRINT<", "0PASTE> 1CUTv 0SAVEv?", turn=None)
    assert len(describe(full)) <= 1024
    assert "Line 50" in describe(full)
    chosen = display(line, line, line, "0 1 1", "0 1", viewer=0, letters="A:13 B:13 C:13 D:4 E:3")
    told = describe(chosen, chosen=["A"], choices=["B", "C", "D", "E"])
    assert len(told) <= 1024 and not told.endswith("…")
    assert "Chosen: A (line 10, column 13). You can choose: B (line 20, column 13)," in told


def test_the_cells_that_have_a_letter_are_told_and_the_chosen_one_first() -> None:
    first, rest = "0 to move. ", "0: 0 points"
    one, two = "A (line 10, column 3)", "B (line 20, column 2)"
    assert f"{first}You can choose: {one}, {two}. {rest}" in draw(EARLY).alt
    assert f"{first}You can choose: {two}. {rest}" in draw(EARLY, choices=["B"]).alt
    assert (
        f"{first}Chosen: {two}. You can choose: {one}. {rest}" in draw(EARLY, chosen=["B"], choices=["A"]).alt
    )
    assert f"{first}Chosen: {one}. {rest}" in draw(EARLY, chosen=["A"]).alt
    assert f"{first}{rest}" in draw(replace(EARLY, placements=())).alt
    assert f"Chosen: {two}." in describe(EARLY, chosen=["B"])


def test_open_hands_are_told_and_one_hidden_hand_is_not() -> None:
    assert "0's hand: PLAIN, SYNTAX-v. 1's hand: ELSE." in describe(END)
    assert "0's hand: 3 cards. 1's hand: 3 cards." in describe(MIDDLE)


def test_points_have_names_or_say_whose_digit_they_are() -> None:
    assert summary_lines(MIDDLE, names=("Ann", "Ben"))[0] == "Points: Ann 60 · Ben 30"
    assert summary_lines(MIDDLE)[0] == "0: 60 points · 1: 30 points"


def test_open_hands_stand_below_the_display_while_the_match_goes_on() -> None:
    match = Match(GAMES["one-zero-one"], {"hands": "open"}, bytes(32))
    view = match.view(None)
    assert isinstance(view, ProgramView)
    first, second = (card_names(hand or (), SAY) for hand in view.hands)
    hands = f"Hands: Ann ({first}) · Ben ({second})"
    assert hands in summary_lines(view, names=("Ann", "Ben"))
    assert open_hands_text(view, names=("Ann", "Ben")) == hands
    assert open_hands_text(view) == f"Hands: {view.sides[0]} ({first}) · {view.sides[1]} ({second})"
    empty = replace(view, hands=((), view.hands[1]))
    assert f"Hands: Ann (no cards) · Ben ({second})" in summary_lines(empty, names=("Ann", "Ben"))
    assert open_hands_text(replace(view, over=True)) == ""
    hidden = Match(GAMES["one-zero-one"], {}, bytes(32))
    for seat in (0, 1, None):
        assert open_hands_text(hidden.view(seat)) == ""
        assert len(summary_lines(hidden.view(seat))) == len(summary_lines(view)) - 1
    assert open_hands_text(CHECKERS) == ""


def test_a_hand_in_words() -> None:
    assert hand_in_words(MIDDLE) == "PRINT-h (left or right), DELETE-v (up or down), PLAIN"
    with pytest.raises(ValueError, match="own view"):
        hand_in_words(END)
    with pytest.raises(TypeError):
        hand_in_words(CHECKERS)


def test_the_text_of_the_display() -> None:
    first, _, rest = text_board(WIDE).partition("\n\n")
    assert first.splitlines()[0].startswith("Last move: SYNTAX-v^ 20. ")
    assert first.splitlines()[1:] == ["1 to move.", "0: 0 points · 1: 80 points"]
    assert rest.splitlines()[:5] == [
        "10 1 5:6 | 0~ 1REM< 1* 0CUTv 1 0 0GOTO10^ 1PASTE> 0 1 1 0",
        "20 - 3:3 | 1 0ELSE 0 _ 1SYNTAX^ 1 0SAVE>?",
        "30 1 1:2 | 1PRINT> 1 0SAVEv*",
        "40 1 1:2 | 0 1 1",
        "50 - 0:0 |",
    ]
    assert "40 0 3:1 | 0 1* [D] 0DELETE< 0" in text_board(MIDDLE)
    assert "\n0's hand: 3 cards. 1's hand: 3 cards.\n" in text_board(MIDDLE)
    assert "\n0's hand: PLAIN, SYNTAX-v. 1's hand: ELSE.\n" in text_board(END)
