"""The part of a report that is kept for one of its players.

It says how well they played, what they lost, when and by which move.
"""

from dataclasses import dataclass

from engines.analysis import AnalysisReport, Thirds
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A seat's play in a match: its accuracy in hundredths.

    The accuracy is `None` if it never had a choice. `lost` is what its moves lost of the chance to win
    in each third of the match, in thousandths. The move that cost most, if one cost much, is at `ply`,
    from 1, with its `cost` in thousandths; `lesson` is the code of what was wrong with it. `decided` is
    the third of the match in which it was decided, from 0, as far as that is known.
    """

    seat: Seat
    accuracy: int | None
    lost: Thirds
    ply: int | None = None
    cost: int = 0
    lesson: str | None = None
    decided: int | None = None


def appraise(report: AnalysisReport, seat: Seat) -> Appraisal:
    """Return a report's appraisal of a seat.

    Each of its moves was judged by what its player could know.
    """
    worst = report.worst[seat]
    if worst is None:
        return Appraisal(seat, report.accuracy[seat], report.lost[seat], decided=report.decided)
    cost = worst.before - worst.after
    code, accuracy, lost = worst.lesson.code, report.accuracy[seat], report.lost[seat]
    return Appraisal(seat, accuracy, lost, worst.ply, cost, code, report.decided)
