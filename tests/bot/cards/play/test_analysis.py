"""Cards of an analysis: the curve, and turning points move by move."""

from typing import Any

from bot.cards.play.analysis import BETTER, PLAYED, SHORT, ReportContext, ReportPart, analysis_card, find_line
from club.play.match.matches import Table
from data.play.matches import MatchStatus
from engines.analysis import AnalysisReport, TurningPoint
from engines.lessons import Variation
from engines.player import TablebaseResult
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of, presses_of
from words import Phrase

LESSON = Phrase("lesson.worse", move="b4-c5", item="g3-h4")
MOVES = ("c3-b4", "b6-a5", "b4-c5", "d6:b4", "a3:c5")


def line(count: int, *moves: str) -> Variation:
    """A line from the position after so many of the match's moves."""
    match, found = match_of("russian", *MOVES[:count]), Variation()
    for text in moves:
        found.add(match.game, match.position, match.game.read(match.position, text))
        match.play(text)
    return found


POINT = TurningPoint(3, 0, 612, 245, line(2, "b4-c5", "d6:b4"), line(2, "g3-h4"), LESSON, False, False)
OTHER = TurningPoint(4, 1, 755, 401, line(3, "d6:b4", "a3:c5"), line(3, "d6:b4"), LESSON, False, False)


def context(
    points: tuple[TurningPoint, ...] = (POINT, OTHER),
    seat: int | None = 0,
    table: Table | None = None,
    report: dict[str, Any] | None = None,
    **given: Any,
) -> ReportContext:
    usual: dict[str, Any] = {
        "chances": (500, 510, 480, 245, 300, 310),
        "seat_losses": (None, None),
        "accuracy": (81, 92),
        "turning_points": points,
    }
    over = table or table_with(match_of("russian", *MOVES), status=MatchStatus.OVER)
    return ReportContext(over, AnalysisReport(**usual | (report or {})), seat, "paper", **given)


def test_the_curve_lists_the_turning_points() -> None:
    card = analysis_card(context(), ReportPart(), SAY)
    assert (frame_of(card), lines_of(card)) == (
        "over",
        [
            "### Analysis: Russian checkers",
            "Accuracy: Ann 81% · Ben 92%",
            "(picture)",
            "**1.** Ann played `b4-c5`: their chance to win fell from 61% to 24%.",
            "**2.** Ben played `d6:b4`: their chance to win fell from 76% to 40%.",
            "-# The chance to win is an estimate, with a draw as half a win. Accuracy compares what some…",
            "[1. b4-c5] 7:analyse-at:3:1 primary",
            "[2. d6:b4] 7:analyse-at:3:2 primary",
            "[Share] 7:share-report:3:0",
        ],
    )


def test_a_part_that_is_not_there_is_the_curve() -> None:
    curve = lines_of(analysis_card(context(), ReportPart(), SAY))
    assert lines_of(analysis_card(context(), ReportPart(3), SAY)) == curve
    assert lines_of(analysis_card(context(), ReportPart(-1), SAY)) == curve
    assert lines_of(analysis_card(context(), ReportPart(2), SAY)) != curve


def test_without_a_turning_point_it_says_so() -> None:
    assert lines_of(analysis_card(context(()), ReportPart(), SAY)) == [
        "### Analysis: Russian checkers",
        "Accuracy: Ann 81% · Ben 92%",
        "(picture)",
        "No single move turned this match.",
        "-# The chance to win is an estimate, with a draw as half a win. Accuracy compares what some…",
        "[Share] 7:share-report:3:0",
    ]


def test_the_accuracy_is_that_of_both_or_of_nobody() -> None:
    for accuracy in ((None, 92), (81, None)):
        lines = lines_of(analysis_card(context(report={"accuracy": accuracy}), ReportPart(), SAY))
        assert lines[1] == "(picture)"


def test_a_match_lost_over_several_moves_names_them() -> None:
    def stretch(losing: tuple[int, int], points: tuple[TurningPoint, ...] = ()) -> list[str]:
        made = context(points, report={"losing_stretch": losing})
        lines = lines_of(analysis_card(made, ReportPart(), SAY))
        return lines[lines.index("(picture)") + 1 : -2]

    assert [stretch((1, 3)), stretch((2, 4)), stretch((1, 2)), stretch((3, 3))] == [
        ["Ann lost this match between moves 1 and 2: by which of these is not clear."],
        ["Ben lost this match between moves 1 and 2: by which of these is not clear."],
        ["No single move turned this match."],
        ["No single move turned this match."],
    ]
    assert stretch((1, 5), (POINT,)) == [
        "**1.** Ann played `b4-c5`: their chance to win fell from 61% to 24%.",
        "Ann lost this match between moves 1 and 3: by which of these is not clear.",
        "-# The chance to win is an estimate, with a draw as half a win. Accuracy compares what some…",
    ]


def test_what_is_shared_is_not_shared_again() -> None:
    assert lines_of(analysis_card(context((), sharer_name="Ann"), ReportPart(), SAY))[:2] == [
        "-# Shared by Ann",
        "### Analysis: Russian checkers",
    ]
    assert presses_of(analysis_card(context((), sharer_name="Ann"), ReportPart(), SAY)) == []


def test_a_turning_point_shows_the_better_move_first() -> None:
    card = analysis_card(context(), ReportPart(1), SAY)
    assert (frame_of(card), lines_of(card)) == (
        "over",
        [
            "### Turning point 1 of 2",
            "Ann played `b4-c5`. Their chance to win fell from 61% to 24%.",
            "**`b4-c5` left the worse position; `g3-h4` was better.**",
            "(picture)",
            "On the board: after `g3-h4`, the better move.",
            "-# The move played, and what it leads to:",
            "[b4-c5] 7:analyse-at:3:1,p,0",
            "[d6:b4] 7:analyse-at:3:1,p,1",
            "-# The better move:",
            "[g3-h4] 7:analyse-at:3:1,b,0 disabled",
            "-# The turning points:",
            "[1. b4-c5] 7:analyse-at:3:1 primary disabled",
            "[2. d6:b4] 7:analyse-at:3:2 primary",
            "[Curve] 7:analyse-at:3:0",
            "[Share] 7:share-report:3:1,b,0",
        ],
    )


def test_each_move_of_a_line_is_a_step() -> None:
    assert lines_of(analysis_card(context(), ReportPart(1, PLAYED, 0), SAY))[4:8] == [
        "On the board: after `b4-c5`, the move played.",
        "-# The move played, and what it leads to:",
        "[b4-c5] 7:analyse-at:3:1,p,0 disabled",
        "[d6:b4] 7:analyse-at:3:1,p,1",
    ]
    assert lines_of(analysis_card(context(), ReportPart(1, PLAYED, 1), SAY))[4:8] == [
        "On the board: what `b4-c5` leads to, up to `d6:b4`.",
        "-# The move played, and what it leads to:",
        "[b4-c5] 7:analyse-at:3:1,p,0",
        "[d6:b4] 7:analyse-at:3:1,p,1 disabled",
    ]
    beyond = lines_of(analysis_card(context(), ReportPart(1, PLAYED, 5), SAY))
    assert beyond == lines_of(analysis_card(context(), ReportPart(1, PLAYED, 1), SAY))


def test_one_move_or_several_are_announced() -> None:
    short = TurningPoint(3, 0, 612, 245, POINT.better_line, POINT.played_line, LESSON, False, False)
    lines = lines_of(analysis_card(context((short,)), ReportPart(1, BETTER, 1), SAY))
    assert lines[4:9] == [
        "On the board: what `b4-c5` leads to, up to `d6:b4`.",
        "-# The move played:",
        "[g3-h4] 7:analyse-at:3:1,p,0",
        "-# The better move, and what it leads to:",
        "[b4-c5] 7:analyse-at:3:1,b,0",
    ]


def test_others_play_on_from_what_is_shared() -> None:
    assert lines_of(analysis_card(context(sharer_name="Ann", can_try=True), ReportPart(1), SAY))[5:] == [
        "On the board: after `g3-h4`, the better move.",
        "[Try this position] 7:try-turn:3:1,b,0 primary",
        "-# The move played, and what it leads to:",
        "[b4-c5] 7:analyse-at:3:1,p,0",
        "[d6:b4] 7:analyse-at:3:1,p,1",
        "-# The better move:",
        "[g3-h4] 7:analyse-at:3:1,b,0 disabled",
        "-# The turning points:",
        "[1. b4-c5] 7:analyse-at:3:1 primary disabled",
        "[2. d6:b4] 7:analyse-at:3:2 primary",
        "[Curve] 7:analyse-at:3:0",
    ]


def test_the_tables_know_what_was_given_away() -> None:
    win, loss = TablebaseResult(7), TablebaseResult(None)
    known = []
    for endings in ((win, loss), (win, None), (None, win), (None, None)):
        point = TurningPoint(
            3, 0, 612, 245, POINT.played_line, POINT.better_line, POINT.lesson, False, False, endings
        )
        lines = lines_of(analysis_card(context((point,)), ReportPart(1), SAY))
        known.append(lines[3 : lines.index("(picture)")])
    assert known == [
        ["-# By the tables of endings: a win in 4 moves before this move, a draw after it."],
        ["-# By the tables of endings: a win in 4 moves before this move."],
        ["-# By the tables of endings: a loss in 4 moves after this move."],
        [],
    ]


def test_a_long_move_is_cut_on_a_button() -> None:
    def labels(text: str) -> list[str]:
        long = Variation([text], [text], line(2, "b4-c5").positions)
        point = TurningPoint(3, 0, 612, 245, long, POINT.better_line, POINT.lesson, False, False)
        return [
            each
            for each in presses_of(analysis_card(context((point,)), ReportPart(1), SAY))
            if "m" in each and "mm" in each
        ]

    assert [labels("m" * SHORT), labels("m" * (SHORT + 1))] == [
        [
            "[mmmmmmmmmmmmmmmmmmmmmmmm] 7:analyse-at:3:1,p,0",
            "[1. mmmmmmmmmmmmmmmmmmmmmmmm] 7:analyse-at:3:1 primary disabled",
        ],
        [
            "[mmmmmmmmmmmmmmmmmmmmmmm…] 7:analyse-at:3:1,p,0",
            "[1. mmmmmmmmmmmmmmmmmmmmmmm…] 7:analyse-at:3:1 primary disabled",
        ],
    ]


def test_the_line_of_a_part_is_the_one_it_names() -> None:
    assert find_line(POINT, ReportPart(1, PLAYED)) is POINT.played_line
    assert find_line(POINT, ReportPart(1, BETTER)) is POINT.better_line


def test_the_picture_of_the_curve_says_the_chances() -> None:
    assert drawn(analysis_card(context(), ReportPart(), SAY))[0][1] == (
        "The chance to win over 3 moves, as a curve. Before the first move White has 50%. Turning "
        "point 1, at b4-c5: White goes from 61% to 24%. Turning point 2, at d6:b4: White goes from "
        "24% to 60%. In the end White has 31%. Accuracy of White: 81%. Accuracy of Black: 92%."
    )
