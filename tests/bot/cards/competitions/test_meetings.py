"""The line on the result that a match was given when its season closed."""

from bot.cards.competitions.meetings import verdict_line
from club.competitions.judge import TIME_UP, UNMOVED
from data.competitions.pairings import PairingReason, PairingResult
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY

FIRST, SECOND, DRAW, NONE = PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAW, PairingResult.NONE


def verdict(result: PairingResult | None, why: str | None = None, *, judged: bool = True) -> str | None:
    reason = PairingReason("Autumn", "league", 0, 0, turned=False, result=result, judged=judged)
    return verdict_line(table_with(match_of(), reason=why), reason, SAY)


def test_a_match_that_nobody_judged_has_no_verdict() -> None:
    assert verdict(FIRST, judged=False) is None
    assert verdict(None) is None
    assert verdict(NONE) is None


def test_the_analysis_names_the_winner() -> None:
    assert [verdict(FIRST), verdict(SECOND), verdict(DRAW), verdict(PairingResult.FIRST_AHEAD)] == [
        "Judged by the analysis: Ann is ahead, which counts as a win in the table.",
        "Judged by the analysis: Ben is ahead, which counts as a win in the table.",
        "Judged by the analysis: nobody is far ahead, which counts as a draw in the table.",
        "Judged by the analysis: nobody is far ahead, which counts as a draw in the table.",
    ]


def test_who_has_no_time_left_or_never_moved_loses() -> None:
    assert [
        verdict(FIRST, TIME_UP),
        verdict(SECOND, TIME_UP),
        verdict(FIRST, UNMOVED),
        verdict(SECOND, UNMOVED),
    ] == [
        "Ben's time was up at the close, so Ann wins in the table.",
        "Ann's time was up at the close, so Ben wins in the table.",
        "Ben had not moved by the close, so Ann wins in the table.",
        "Ann had not moved by the close, so Ben wins in the table.",
    ]
    assert (
        verdict(FIRST, "ended.other")
        == "Judged by the analysis: Ann is ahead, which counts as a win in the table."
    )
