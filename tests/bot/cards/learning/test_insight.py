"""The summary of a member's matches: what it says of how much is known."""

from typing import Any

from bot.cards.kit.kit import Card
from bot.cards.learning.insight import insight_card, shared_insight_card
from club.learning.insight import CostliestMistake, Insight, KindResults, MatchHistory, NotableKind, Results
from club.members.people import Person
from data.learning.appraisals import FinishedRow
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of, presses_of

ANN = Person(101, "Ann")
BINAR, RUSSIAN = KindResults("Binar", Results(6, 1, 1)), KindResults("Russian checkers", Results(1, 0, 5))


def finished(number: int) -> FinishedRow:
    return FinishedRow(
        number, 4, "russian", "{}", None, 20, 0.0, 0, None, None, None, None, None, None, None, None
    )


def insight(**given: Any) -> Insight:
    usual: dict[str, Any] = {
        "results": Results(7, 1, 6),
        "groups": {"game": [BINAR, RUSSIAN], "phase": []},
        "examined_count": 3,
        "accuracy": 81,
        "curve": [],
        "losses_by_third": None,
        "best": None,
        "weakest": None,
        "costliest_mistake": None,
        "has_more": False,
    }
    return Insight(**usual | given)


def card(made: Insight | None, *, learning: bool = True, waiting: int = 0) -> Card:
    return insight_card(made, MatchHistory([], learning, waiting, 5), ANN, SAY, theme="paper")


def test_without_a_match_there_is_nothing_to_sum_up() -> None:
    made = card(None)
    assert (frame_of(made), lines_of(made)) == (
        "offered",
        [
            "### Your finished matches",
            "You have no finished match with a result yet. </play:0000000000000000000> begins one; here …",
        ],
    )


def test_who_does_not_learn_is_offered_it() -> None:
    assert lines_of(card(None, learning=False, waiting=2))[-2:] == [
        "-# **Look through my matches** has me look at your finished matches when I have nothing els…",
        "[Look through my matches] 0:look-all:0 primary",
    ]
    assert lines_of(card(insight(), learning=False))[-3:] == [
        "-# **Look through my matches** has me look at your finished matches when I have nothing els…",
        "[Share] 0:share-all:0",
        "[Look through my matches] 0:look-all:0 primary",
    ]


def test_matches_that_still_wait_are_counted() -> None:
    assert lines_of(card(None, waiting=0)) == lines_of(card(None))
    assert [lines_of(card(None, waiting=count))[-1] for count in (1, 2)] == [
        "-# 1 match waits to be looked through; I do that when I have nothing else to do.",
        "-# 2 matches wait to be looked through; I do that when I have nothing else to do.",
    ]


def test_nothing_stands_out() -> None:
    assert lines_of(card(insight())) == [
        "### Your finished matches",
        "**14 matches**: 7 won, 1 drawn, 6 lost.",
        "Accuracy **81%**, from the 3 matches of 14 that I have looked through.",
        "(picture)",
        "Nothing stands out yet: that takes five matches of a kind, and others to compare them with.",
        "-# A draw is half the points. Matches against the computer count, and those without a resul…",
        "[Share] 0:share-all:0",
    ]


def test_without_analysis_there_is_no_accuracy() -> None:
    assert lines_of(card(insight(accuracy=None, examined_count=0, has_more=True)))[1:5] == [
        "**14 matches**: 7 won, 1 drawn, 6 lost.",
        "These are the newest 2000; older ones are not counted.",
        "I have looked through none of them yet, so I know nothing about accuracy and mistakes.",
        "(picture)",
    ]


BEST, WEAKEST = NotableKind(BINAR, finished(1)), NotableKind(RUSSIAN, finished(2))
MISTAKE = CostliestMistake("lesson.men", 4, 23, finished(3))


def test_what_goes_best_and_worst_and_costs_most() -> None:
    made = card(insight(best=BEST, weakest=WEAKEST, costliest_mistake=MISTAKE))
    assert lines_of(made)[4:] == [
        "**Best**: Binar. 81% of the points in 8 matches.",
        "**Weakest**: Russian checkers. 17% of the points in 6 matches.",
        "**Costs most**: giving up men. It was the worst move of 4 matches, and cost 23% of the chan…",
        "-# A draw is half the points. Matches against the computer count, and those without a resul…",
        "[A good match] 1:analyse:4",
        "[A weak match] 2:analyse:4",
        "[The worst mistake] 3:analyse:4",
        "[Share] 0:share-all:0",
    ]


def test_each_example_is_offered_once() -> None:
    same = insight(best=BEST, weakest=NotableKind(RUSSIAN, finished(1)), costliest_mistake=MISTAKE)
    assert presses_of(card(same)) == [
        "[A good match] 1:analyse:4",
        "[The worst mistake] 3:analyse:4",
        "[Share] 0:share-all:0",
    ]
    none = insight(best=NotableKind(BINAR, None), weakest=WEAKEST)
    assert presses_of(card(none)) == ["[A weak match] 2:analyse:4", "[Share] 0:share-all:0"]


def test_early_and_late_moves_are_told_apart_only_if_the_picture_does() -> None:
    for count, said in ((1, False), (2, True)):
        lines = lines_of(card(insight(groups={"game": [BINAR], "phase": [RUSSIAN] * count})))
        pin_ = [line for line in lines if line.startswith("-#")]
        assert (len(pin_) == 2) is said


def test_the_picture_has_the_groups_that_compare_something() -> None:
    groups = {
        "phase": [],
        "game": [BINAR],
        "side": [KindResults("first", Results(1, 1, 0))],
        "length": [RUSSIAN, KindResults("long", Results(2, 0, 0))],
    }
    losses, curve = (104, 206, 395), [(0.0, 70.0), (86400.0, 80.0)]
    assert drawn(card(insight(groups=groups, losses_by_third=losses, curve=curve))) == [
        (
            "chart.png",
            (
                "Ann: 14 finished matches. Accuracy 81% in the 3 that were looked at, as a curve, from 70% "
                "on 1970-01-01 to 80% on 1970-01-02. Of the chance to win a match loses 10% in its "
                "beginning, 21% in its middle, 40% in its end. Binar: 81% of the points, 6 won, 1 drawn, 1 "
                "lost. Russian checkers: 17% of the points, 1 won, 0 drawn, 5 lost. long: 100% of the "
                "points, 2 won, 0 drawn, 0 lost."
            ),
        )
    ]
    assert drawn(card(insight())) == [
        (
            "chart.png",
            (
                "Ann: 14 finished matches. Binar: 81% of the points, 6 won, 1 drawn, 1 lost. Russian "
                "checkers: 17% of the points, 1 won, 0 drawn, 5 lost."
            ),
        )
    ]


def test_what_is_shared_has_no_private_buttons() -> None:
    made = shared_insight_card(insight(best=BEST), ANN, SAY, theme="paper")
    assert (frame_of(made), lines_of(made)) == (
        "offered",
        [
            "### The finished matches of Ann",
            "**14 matches**: 7 won, 1 drawn, 6 lost.",
            "Accuracy **81%**, from the 3 matches of 14 that I have looked through.",
            "(picture)",
            "**Best**: Binar. 81% of the points in 8 matches.",
            "[Challenge Ann] 101:rival:0 primary",
        ],
    )
