"""The first mover's advantage in a game, measured from rated matches.

It is the shift of the first mover's rating that makes the results most likely. Before any match,
shifts are assumed to be normally distributed around 0, which keeps the estimate near 0 while there
are few matches (a maximum a posteriori estimate of one number, found by Newton's method).
"""

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from club.standing.counted_matches import FAMILIES, counted_rows, game_of
from club.standing.glicko import Q, expected_score_for_lead, rating_weight
from club.standing.rating_arithmetic import NEW, Everybody, add_game
from data.standing.rated_rows import RatedRow

PRIOR: Final = 50.0
"""How far from 0 an advantage is expected to lie, in points.

It is one standard deviation: 50 points are 57 of 100.
"""
STEPS: Final = 20
"""Of Newton's method; six are enough from any start."""


class AdvantageSample(NamedTuple):
    """The evidence of one match.

    `weight` is how much both ratings can be trusted (g in `glicko`), `rating_lead` is the first mover's
    rating minus the opponent's, and `score` is the first mover's score.
    """

    weight: float
    rating_lead: float
    score: float


def collect_samples(rows: Iterable[RatedRow]) -> dict[str, list[AdvantageSample]]:
    """Return the evidence of a server's counted matches, by game.

    `rows` are all rated matches of the server, in order.
    """
    standings: Everybody = {}
    found: dict[str, list[AdvantageSample]] = {}
    for row in counted_rows(rows):
        first, second = (
            standings.get((user_id, row.game), NEW).rating_at(row.at) for user_id in row.user_ids
        )
        both = rating_weight(sqrt(first.deviation * first.deviation + second.deviation * second.deviation))
        score = 0.5 if row.winner is None else float(1 - row.winner)
        found.setdefault(row.game, []).append(AdvantageSample(both, first.points - second.points, score))
        add_game(standings, game_of(row), FAMILIES)
    return found


def estimate_advantage(samples: Iterable[AdvantageSample]) -> float:
    """Return the first mover's advantage in a game, in rating points."""
    known = list(samples)
    points = 0.0
    for _ in range(STEPS):
        slope, bend = -points / (PRIOR * PRIOR), 1.0 / (PRIOR * PRIOR)
        for each in known:
            expected = expected_score_for_lead(each.weight, each.rating_lead + points)
            slope += Q * each.weight * (each.score - expected)
            bend += Q * Q * each.weight * each.weight * expected * (1.0 - expected)
        points += slope / bend
    return points
