"""Fit what a worth means: `python -m bench.chances [GAME …]` prints the rows of `engines.chances.CURVES`.

A level in the middle plays itself from the openings of the ladder. Some positions of each game are looked at as a
report does, and the logistic curve is sought under which the results were most likely; a draw is half a win.
The same seeds give the same rows on every machine.
"""

import sys
from collections.abc import Iterator
from math import exp, log

from bench.ladder import opened
from engines.bounds import SURE
from engines.chances import CURVES, USUAL
from engines.choose import PLAYERS, choose, levels
from engines.seen import seen
from rules.checkers.rulesets import RULESETS

KINDS = {
    **{key: key for key in RULESETS},
    "yin-yang": "yin-yang",
    "incorrect-checkers": "incorrect-checkers",
    "one-zero-one": "one-zero-one",
    **{f"{key} {size}": f"{key}:size={size}" for key in ("zong-heng", "binary") for size in (6, 8, 10, 12)},
}
"""The rows there are, and the games that are played for each, as the ladder reads them.

Binar has none: its search knows who wins or has no opinion.
"""
GAMES = 60
"""Games a kind."""
LONGEST = 160
"""Plies after which a game counts as a draw."""
PAIRS = 4
"""Pairs of positions of a game that are looked at, as far apart as can be.

Of two that follow each other both seats are to move once, so that what the move is worth is told from what a seat is.
"""
ROUNDS = 12
"""Steps of Newton's method: four are enough."""

Sample = tuple[int, float]
"""What a position was worth to its mover, and what they got in the end: 1, 0.5 or 0."""


def samples(text: str, games: int) -> Iterator[Sample]:
    """Yield positions of games that a level in the middle plays against itself, without those seen to their end."""
    for number in range(games):
        match = opened(text, number)
        player, level = PLAYERS[match.game.key], (levels(match.game) + 1) // 2
        begun = len(match.plies)
        while match.turn is not None and len(match.plies) < LONGEST:
            match.make(choose(seen(match, match.turn), match.options, level, number).move)
        winner = match.outcome.winner if match.outcome else None
        for i in range(2 * PAIRS):
            at = begun + (len(match.plies) - begun) * (i // 2) // PAIRS + i % 2
            then = match.at(min(at, len(match.plies)))
            if then.turn is None:
                continue
            worth = player.look(seen(then, then.turn), match.options).worth
            if worth and abs(worth) < SURE:  # nothing, or the end was seen: a draw too
                yield worth, 0.5 if winner is None else float(winner == then.turn)


def fitted(found: list[Sample], *, turn: bool) -> tuple[int, int]:
    """Return the scale, and what more it is worth to be to move, under which the results were most likely.

    Logistic regression by Newton's method, with a constant only where it counts whose `turn` it is. Of a scale two
    digits are kept: more are chance.
    """
    slope, constant = 0.001, 0.0
    for _ in range(ROUNDS):
        to_slope = to_constant = by_slope = by_both = by_constant = 0.0
        for worth, got in found:
            expected = 1 / (1 + exp(-max(-30.0, min(30.0, slope * worth + constant))))
            spread = expected * (1 - expected)
            to_slope += (got - expected) * worth
            to_constant += got - expected
            by_slope += spread * worth**2
            by_both += spread * worth
            by_constant += spread
        if not turn:
            slope += to_slope / by_slope
            continue
        area = by_slope * by_constant - by_both**2
        slope += (to_slope * by_constant - to_constant * by_both) / area
        constant += (to_constant * by_slope - to_slope * by_both) / area
    scale = log(3) / slope
    unit = 10 ** max(0, len(str(round(abs(scale)))) - 2)
    return round(scale / unit) * unit, round(constant / slope)


def main(asked: list[str]) -> None:
    """Print a row for each kind that is asked for, else for all."""
    for kind in asked or KINDS:
        found = list(samples(KINDS[kind], GAMES))
        scale, more = fitted(found, turn=kind not in RULESETS)
        turn = CURVES.get(kind, USUAL)[1] + more  # the looks have added what was known of it
        print(f'        "{kind}": ({scale}, {turn}),  # {len(found)} positions', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
