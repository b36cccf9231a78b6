"""The first mover's advantage in a game, measured from rated matches.

It is drawn towards zero while there are few of them. It is the shift of the first mover's rating
that makes the results most likely, where before any match every shift is as likely as a normal
distribution has it (a maximum a posteriori estimate of one number, found by Newton's method).
"""

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from club.standing.counted_matches import FAMILIES, counting, game_of
from club.standing.glicko import Q, certainty, expectation
from club.standing.rating_arithmetic import NEW, Everybody, add
from data.standing.rated_rows import RatedRow

PRIOR: Final = 50.0
"""How far from 0 an advantage is expected to lie, in points.

It is one standard deviation: 50 points are 57 of 100.
"""
STEPS: Final = 20
"""Of Newton's method; six are enough from any start."""


class AdvantageSample(NamedTuple):
    """The evidence of one match.

    How much both ratings say (g in `glicko`), how far the first mover was ahead, and their score.
    """

    weight: float
    ahead: float
    score: float


def collect_samples(rows: Iterable[RatedRow]) -> dict[str, list[AdvantageSample]]:
    """Return the evidence of a server's matches that count, by game.

    `rows` are all of the server's, in order.
    """
    standings: Everybody = {}
    found: dict[str, list[AdvantageSample]] = {}
    for row in counting(rows):
        first, second = (
            standings.get((user_id, row.game), NEW).rating_at(row.at) for user_id in row.user_ids
        )
        both = certainty(sqrt(first.deviation * first.deviation + second.deviation * second.deviation))
        score = 0.5 if row.winner is None else float(1 - row.winner)
        found.setdefault(row.game, []).append(AdvantageSample(both, first.points - second.points, score))
        add(standings, game_of(row), FAMILIES)
    return found


def advantage(matches: Iterable[AdvantageSample]) -> float:
    """Return the first mover's advantage in points, from the matches of one game."""
    known = list(matches)
    points = 0.0
    for _ in range(STEPS):
        slope, bend = -points / (PRIOR * PRIOR), 1.0 / (PRIOR * PRIOR)
        for each in known:
            expected = expectation(each.weight, each.ahead + points)
            slope += Q * each.weight * (each.score - expected)
            bend += Q * Q * each.weight * each.weight * expected * (1.0 - expected)
        points += slope / bend
    return points
