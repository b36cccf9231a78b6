"""Glicko by the formulas of its paper."""

import math

from club.standing.glicko import Rating


def textbook(own: Rating, opponent: Rating, score: float, edge: float) -> tuple[float, float]:
    """Rate one game by the paper's formulas as printed.

    It uses the machine's own powers and logarithms.
    """
    q = math.log(10) / 400
    g = 1 / math.sqrt(1 + 3 * q**2 * opponent.deviation**2 / math.pi**2)
    e = 1 / (1 + 10 ** (-g * (own.points + edge - opponent.points) / 400))
    d_squared = 1 / (q**2 * g**2 * e * (1 - e))
    precision = 1 / own.deviation**2 + 1 / d_squared
    return own.points + q / precision * g * (score - e), math.sqrt(1 / precision)
