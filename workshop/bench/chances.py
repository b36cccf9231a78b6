"""Fit the meaning of a worth: `python -m workshop.bench.chances [GAME …]`.

It prints the rows of `engines.chances.CURVES`. A level in the middle plays itself, half of the
games from the openings of the ladder. Some positions of each game are looked at as a report does,
and the logistic curve is sought under which the results were most likely; a draw is half a win. The
worth of being to move is the one that makes the looks at two successive positions agree. The same
seeds give the same rows on every machine.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from statistics import median

from engines.bounds import SURE
from engines.chances import ChanceCurve, curve_of
from engines.choose import PLAYERS, choose_move, level_count
from engines.observation import observe
from rules.checkers.rulesets import RULESETS
from rules.match import secret_of
from workshop.bench.level_ladder import match_of, open_match

KINDS = {
    **{key: key for key in RULESETS},
    "yin-yang": "yin-yang",
    "incorrect-checkers": "incorrect-checkers",
    "one-zero-one": "one-zero-one",
    **{f"{key} {size}": f"{key}:size={size}" for key in ("zong-heng", "binary") for size in (6, 8, 10, 12)},
}
"""The rows, with the games played for each as the ladder reads them.

Binar has none: its search knows who wins or has no opinion.
"""
GAMES = 60
"""Games a kind."""
LONGEST = 160
"""Plies after which a game counts as a draw."""
PAIRS = 4
"""Pairs of positions of a game that are looked at, as far apart as can be.

In each pair both seats are to move once.
"""
ROUNDS = 12
"""Steps of Newton's method: four are enough."""


@dataclass(frozen=True, slots=True)
class ChanceSample:
    """The worth of a position to its mover, and the mover's result.

    The worth is by the search alone; `got` is 1, 0.5 or 0; `first` marks the first of a pair.
    """

    worth: int
    got: float
    first: bool


def samples(text: str, games: int) -> Iterator[ChanceSample]:
    """Yield positions of games that a level in the middle plays against itself.

    Positions that the search sees to their end are left out. Every second game begins as people's do:
    an advantage of the side that begins is in most of their positions.
    """
    for number in range(games):
        match = open_match(text, number) if number % 2 else match_of(text, secret_of(f"deal {number}"))
        player, level = PLAYERS[match.game.key], level_count(match.game) // 2 + 1
        curve = curve_of(match.game.key, match.options.get("size"))
        begun = len(match.plies)
        while match.turn is not None and len(match.plies) < LONGEST:
            match.make_move(choose_move(observe(match, match.turn), match.options, level, number).move)
        winner = match.outcome.winner if match.outcome else None
        for i in range(2 * PAIRS):
            at = begun + (len(match.plies) - begun) * (i // 2) // PAIRS + i % 2
            then = match.copy_at(min(at, len(match.plies)))
            if then.turn is None:
                continue
            worth = player.assess(observe(then, then.turn), match.options).worth
            if worth and abs(worth) < SURE:  # nothing, or the end was seen: a draw too
                got = 0.5 if winner is None else float(winner == then.turn)
                yield ChanceSample(worth - curve.turn_bonus, got, first=i % 2 == 0)


def turn_of(found: list[ChanceSample]) -> int:
    """Return the constant to add to each worth so that successive positions agree.

    Of two positions that follow each other, one worth is then the negative of the other.
    """
    sums = [one.worth + other.worth for one, other in pairwise(found) if one.first and not other.first]
    return round(-median(sums) / 2) if sums else 0


def fit_curve(found: list[ChanceSample], turn: int) -> ChanceCurve:
    """Return the curve with this `turn` under which the results were most likely.

    It is a logistic regression by Newton's method. Two digits of a scale are kept: more are chance.
    """
    slope = 0.001
    for _ in range(ROUNDS):
        to_slope = by_slope = 0.0
        for each in found:
            worth = each.worth + turn
            expected = 1 / (1 + exp(-max(-30.0, min(30.0, slope * worth))))
            to_slope += (each.got - expected) * worth
            by_slope += expected * (1 - expected) * worth**2
        slope += to_slope / by_slope
    scale = log(3) / slope
    unit = 10 ** max(0, len(str(round(abs(scale)))) - 2)
    return ChanceCurve(round(scale / unit) * unit, turn)


def main(asked: list[str]) -> None:
    """Print a row for each kind that is asked for, else for all."""
    for kind in asked or KINDS:
        found = list(samples(KINDS[kind], GAMES))
        turn = 0 if kind in RULESETS else turn_of(found)
        curve = fit_curve(found, turn)
        print(f'        "{kind}": ({curve.scale}, {curve.turn_bonus}),  # {len(found)} positions', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
