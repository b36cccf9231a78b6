"""Another program rates the same games.

`make oracles` runs this, `make test` reads its recorded answers (`recorded.py`). `elote` (1.5.1)
has Glicko-1 with one update a game and a deviation that grows with real time. It gets our
constants, and games after which no player's deviation is as low as our floor, which elote does not
have. It needs scipy, so it is no dependency of the tests. `python -m
tests.workshop.oracles.oracle_ratings` records its answers.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from club.standing.glicko import GROWTH, Q
from club.standing.rating_arithmetic import replay_games
from tests.club.standing.elote_results import FIXTURE, read_elote_ratings, results

PYTHON = Path("var") / "oracles" / "elote" / "bin" / "python"

RATE = """
import json, sys
from datetime import datetime, timezone
from elote import GlickoCompetitor

given = json.load(sys.stdin)
GlickoCompetitor._c, GlickoCompetitor._q = given["growth"] ** 0.5, given["q"]
players = {}
for at, first, second, winner in given["games"]:
    one, other = (players.setdefault(each, GlickoCompetitor()) for each in (first, second))
    when = datetime.fromtimestamp(at, timezone.utc)
    if winner is None:
        one.tied(other, when)
    elif winner == first:
        one.beat(other, when)
    else:
        one.lost_to(other, when)
print(json.dumps({name: [player.rating, player.rd] for name, player in players.items()}))
"""


def ask_elote() -> dict[str, tuple[float, float]]:
    """Return elote's ratings for the results."""
    given = {"growth": GROWTH, "q": Q, "games": [game[:4] for game in results()]}
    done = subprocess.run(
        [str(PYTHON), "-c", RATE], input=json.dumps(given), check=True, capture_output=True, text=True
    )
    found: dict[str, tuple[float, float]] = json.loads(done.stdout)
    return found


def test_it_comes_to_the_same_ratings_and_deviations() -> None:
    theirs = ask_elote()
    for (player, _), standing in replay_games(results()).items():
        assert standing.rating == pytest.approx(theirs[str(player)], rel=1e-10)


def test_its_answers_are_those_that_the_tests_have() -> None:
    now, then = ask_elote(), read_elote_ratings()
    assert list(now) == list(then)
    for player, numbers in now.items():
        assert then[player] == pytest.approx(numbers, rel=1e-12)


if __name__ == "__main__":
    FIXTURE.write_text(json.dumps(ask_elote()).replace("], ", "],\n") + "\n", "utf-8")
    sys.exit(0)
