"""Ten thousand results and elote's ratings for them (`fixtures/elote.json`).

`python -m tests.workshop.oracles.oracle_ratings` records them again, after `make oracles`.
"""

import json
import math
import random
from pathlib import Path

from club.standing.rating_arithmetic import DAY, RatedGame

FIXTURE = Path(__file__).parent / "fixtures" / "elote.json"
RESULTS = 10_000
PLAYERS = 600
YEARS = 5
START = 1_700_000_000


def results() -> list[RatedGame]:
    """Return the results in the order of time.

    The players differ in strength and draw now and then.
    """
    chance = random.Random(27)
    strength = [250 * chance.gauss(0, 1) for _ in range(PLAYERS)]
    times = sorted(START + int(chance.random() * YEARS * 365 * DAY) for _ in range(RESULTS))
    games = []
    for at in times:
        first = int(chance.random() * PLAYERS)
        second = (first + 1 + int(chance.random() * (PLAYERS - 1))) % PLAYERS
        wins = 1 / (1 + math.exp((strength[second] - strength[first]) / 174))
        lot = chance.random()
        games.append(
            RatedGame(
                at, first, second, None if chance.random() < 0.15 else first if lot < wins else second, "x"
            )
        )
    return games


def read_elote_ratings() -> dict[str, tuple[float, float]]:
    """Read elote's rating and deviation for each player after their last game."""
    found: dict[str, tuple[float, float]] = json.loads(FIXTURE.read_text("utf-8"))
    return found
