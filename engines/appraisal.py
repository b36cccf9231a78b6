"""Appraisals: the part of an analysis that is kept for one of the players.

An appraisal says how well the player played, and which move cost most and when.
"""

from dataclasses import dataclass

from engines.analysis import AnalysisReport, Thirds
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How well a seat played in a match.

    `accuracy` is in hundredths, `None` if the seat never had a choice. `losses_by_third` is what its
    moves lost of the chance to win in each third of the match, in thousandths. `ply` is the number of
    its costliest move, from 1, with its `cost` in thousandths and the code of the `lesson` about it;
    `ply` and `lesson` are `None` if no move cost much. `deciding_third` is the third of the match, from
    0, in which it was decided, `None` if that is not known.
    """

    seat: Seat
    accuracy: int | None
    losses_by_third: Thirds
    ply: int | None = None
    cost: int = 0
    lesson: str | None = None
    deciding_third: int | None = None


def appraise(report: AnalysisReport, seat: Seat) -> Appraisal:
    """Return the appraisal of one seat from the report on a match.

    Each of its moves was judged by what its player could know.
    """
    worst = report.worst_moves[seat]
    if worst is None:
        return Appraisal(
            seat, report.accuracy[seat], report.losses_by_third[seat], deciding_third=report.deciding_third
        )
    cost = worst.chance_before - worst.chance_after
    code, accuracy, lost = worst.lesson.code, report.accuracy[seat], report.losses_by_third[seat]
    return Appraisal(seat, accuracy, lost, worst.ply, cost, code, report.deciding_third)
