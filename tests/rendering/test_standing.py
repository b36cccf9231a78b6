"""The side that a picture highlights: who is to move, and at the end who has won."""

from rendering.standing import is_highlighted, reason_as_heading
from rules.catalogue import GAMES
from rules.match import Match


def highlighted(match: Match) -> list[bool]:
    return [is_highlighted(match.view(None), seat) for seat in (0, 1)]


def test_who_is_to_move_is_highlighted_and_at_the_end_who_has_won() -> None:
    match = Match(GAMES["russian"], {}, b"")
    assert highlighted(match) == [True, False]
    match.play(match.moves()[0])
    assert highlighted(match) == [False, True]
    match.resign(1)
    assert highlighted(match) == [True, False]


def test_nobody_is_highlighted_after_a_draw() -> None:
    match = Match(GAMES["russian"], {}, b"")
    match.agree_draw()
    assert highlighted(match) == [False, False]


def test_a_reason_alone_on_a_line_is_a_heading() -> None:
    assert reason_as_heading("row 3 and column c are both full") == "Row 3 and column c are both full"
    assert reason_as_heading("The deck ran out.") == "The deck ran out"
    assert reason_as_heading("The deck ran out. Nobody leads.") == "The deck ran out. Nobody leads."
