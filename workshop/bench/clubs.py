"""How well ratings predict results in clubs of 8, 20 and 60 people.

`python -m workshop.bench.clubs [PEOPLE …]`. In a simulated club everyone plays five matches a month
for two years, against anyone. Strengths lie 200 points apart (one standard deviation) and drift by
100 in a year. Before each match its result is predicted from the facts known until then. The figure
is the mean of −ln of the chance that was given to the actual result (log loss); less is better.

It compares our replay with the true strengths, which no prediction can beat, with one half for
everyone, and, as a judge, with Rémi Coulom's whole-history rating by the package
`whole-history-rating`, in an environment of its own (`make oracles`). The judge looks at all games
at once, anew each day, and is told how much strengths drift, which no one could know.
"""

import json
import math
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from club.standing.glicko import expected_score
from club.standing.rating_arithmetic import DAY, NEW, PlayerStanding, RatedGame, standings_after

PEOPLE = {8: 12, 20: 6, 60: 2}
"""How many are in a club, and how many such clubs are looked at."""
DAYS = 730
MATCHES = 5 * 24
"""Of each member."""
SPREAD = 200.0
DRIFT = 100.0 / math.sqrt(365.0)
"""Points, for the square root of a day."""
PYTHON = Path("var") / "oracles" / "whr" / "bin" / "python"

JUDGE = """
import json, sys, warnings
from whr import WHR

warnings.simplefilter("ignore")
given = json.load(sys.stdin)
judge, chances, fitted = WHR({"w2": given["drift"] ** 2}), [], None
for day, first, second, winner in given["games"]:
    if day != fitted and judge.games:
        judge.iterate(given["rounds"])
    fitted = day
    known = all(name in judge.players for name in (first, second))
    chances.append(judge.probability_future_match(first, second, account_for_uncertainty=True)[0] if known else 0.5)
    judge.create_game(first, second, "B" if winner == first else "W", day, 0)
print(json.dumps(chances))
"""
ROUNDS = 5
"""Of the judge's iterations a day; it begins where it stopped the day before."""


class SimulatedMatch(NamedTuple):
    """A match of a simulated club.

    It has the chance of the first player by the true strengths.
    """

    game: RatedGame
    chance: float


def season(people: int, seed: int) -> list[SimulatedMatch]:
    """Return the matches of a club, in the order of time."""
    luck = random.Random(f"{people} {seed}")
    strength = [luck.gauss(0.0, SPREAD) for _ in range(people)]
    times = sorted(luck.random() * DAYS for _ in range(people * MATCHES // 2))
    since = 0.0
    found = []
    for day in times:
        step = DRIFT * math.sqrt(day - since)
        strength = [each + luck.gauss(0.0, step) for each in strength]
        since = day
        first, second = luck.sample(range(people), 2)
        chance = 1.0 / (1.0 + 10.0 ** ((strength[second] - strength[first]) / 400.0))
        winner = first if luck.random() < chance else second
        found.append(SimulatedMatch(RatedGame(day * DAY, first, second, winner, "x"), chance))
    return found


def foretold(games: Sequence[RatedGame]) -> list[float]:
    """Return the chances that our ratings gave to each first player before the match."""
    standings: dict[object, PlayerStanding] = {}
    chances = []
    for game in games:
        first, second = standings.get(game.first, NEW), standings.get(game.second, NEW)
        chances.append(expected_score(first.rating_at(game.at), second.rating_at(game.at)))
        standings[game.first], standings[game.second] = standings_after(game, first, second)
    return chances


def log_loss(played: Sequence[SimulatedMatch], chances: Sequence[float]) -> float:
    """Return the mean of −ln of the chance that was given to what happened."""
    return -sum(
        math.log(chance if each.game.winner == each.game.first else 1.0 - chance)
        for each, chance in zip(played, chances, strict=True)
    ) / len(played)


def judge_games(games: Sequence[RatedGame]) -> list[float]:
    """Return the chances that the judge gave."""
    given = {
        "drift": DRIFT,
        "rounds": ROUNDS,
        "games": [[int(g.at // DAY), str(g.first), str(g.second), str(g.winner)] for g in games],
    }
    done = subprocess.run(
        [str(PYTHON), "-c", JUDGE], input=json.dumps(given), check=True, capture_output=True, text=True
    )
    found: list[float] = json.loads(done.stdout)
    return found


def main(asked: Sequence[str]) -> None:
    """Print a line for each size of club."""
    print("| people | matches | true strengths | judge | ours | ours / judge | one half |")
    print("|---|---|---|---|---|---|---|")
    for people in map(int, asked or PEOPLE):
        played: list[SimulatedMatch] = []
        ours: list[float] = []
        judge: list[float] = []
        for seed in range(PEOPLE.get(people, 2)):
            here = season(people, seed)
            games = [each.game for each in here]
            played += here
            ours += foretold(games)
            judge += judge_games(games)
        best, our, theirs = (
            log_loss(played, chances) for chances in ([each.chance for each in played], ours, judge)
        )
        print(
            f"| {people} | {len(played)} | {best:.4f} | {theirs:.4f} | {our:.4f} | {our / theirs:.3f} "
            f"| {math.log(2):.4f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
