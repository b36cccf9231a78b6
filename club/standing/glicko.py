"""Glicko-1: how a rating and its deviation follow from results.

It also gives the expected score of two players. See Mark E. Glickman, "Parameter estimation in
large dynamic paired comparison experiments", Applied Statistics 48 (1999). Glicko-2 is not used
because its volatility needs ten to fifteen games per period, which a club never has, and because it
can be farmed.

The same games give the same numbers to the last bit on every machine. IEEE 754 allows only one
rounding of sums, products, quotients and square roots, and Python evaluates them in the order in
which they are written here. The powers and logarithms of C libraries differ between machines, so
none are used: `_exp` sums its own series, and the constants are written out. Reordering terms
changes the last bits.
"""

from collections.abc import Iterable
from math import floor, ldexp, sqrt
from typing import Final, NamedTuple


class Rating(NamedTuple):
    """A player's estimated strength in points, and how uncertain it is.

    `deviation` is one standard deviation.
    """

    points: float
    deviation: float


START: Final = Rating(1500.0, 350.0)
"""The rating of a player who has not played: nothing is known."""
FLOOR: Final = 60.0
"""The least deviation after a game.

People change, so no rating ever stands still.
"""
GROWTH: Final = (200.0 * 200.0 - 110.0 * 110.0) / 365.0
"""The variance that a day without a game adds.

With it, a deviation of 110 grows to 200 in a year.
"""

LN_2: Final = 0.6931471805599453
PI: Final = 3.141592653589793
Q: Final = 2.302585092994046 / 400.0
"""ln 10 / 400: four hundred points are odds of ten to one."""
TERMS: Final = 14
"""Terms of the series of e^x that make a double exact to the last bits.

This holds while |x| ≤ ln 2 / 2.
"""


def grow_deviation(rating: Rating, days: float) -> Rating:
    """Return a rating after some days (0 or more) without a game.

    Only its deviation grows, to 350 at most.
    """
    deviation = sqrt(rating.deviation * rating.deviation + GROWTH * days)
    return Rating(rating.points, min(START.deviation, deviation))


def update_rating(own: Rating, results: Iterable[tuple[Rating, float]], edge: float = 0.0) -> Rating:
    """Return a rating after results that are counted together.

    A result is the opponent's rating before the game, and the score of 1, 0.5 or 0. `edge` is an
    advantage in points that the player had; it is added to their rating for the expected score only.
    """
    precision, surprise = 0.0, 0.0
    for opponent, score in results:
        weight = rating_weight(opponent.deviation)
        chance = expected_score_for_lead(weight, own.points + edge - opponent.points)
        precision += Q * Q * weight * weight * chance * (1.0 - chance)
        surprise += weight * (score - chance)
    variance = 1.0 / (1.0 / (own.deviation * own.deviation) + precision)
    return Rating(own.points + Q * variance * surprise, sqrt(variance))


def expected_score(own: Rating, opponent: Rating, edge: float = 0.0) -> float:
    """Return the expected score of a game, from 0 to 1.

    It depends on both ratings and both deviations. `edge` is an advantage in points that the player
    has.
    """
    both = own.deviation * own.deviation + opponent.deviation * opponent.deviation
    return expected_score_for_lead(rating_weight(sqrt(both)), own.points + edge - opponent.points)


def rating_weight(deviation: float) -> float:
    """Return how much a rating with this deviation counts (g in the paper)."""
    return 1.0 / sqrt(1.0 + 3.0 * Q * Q * deviation * deviation / (PI * PI))


def expected_score_for_lead(weight: float, lead: float) -> float:
    """Return the expected score of a player who leads by some points.

    `weight` is the rating weight from `rating_weight`.
    """
    return 1.0 / (1.0 + _exp(-Q * weight * lead))


def _exp(x: float) -> float:
    """Return e^x for |x| up to some hundreds, rounded alike on all machines."""
    doublings = floor(x / LN_2 + 0.5)
    rest = x - doublings * LN_2
    total = 1.0
    for term in range(TERMS, 0, -1):
        total = 1.0 + total * rest / term
    return ldexp(total, doublings)
