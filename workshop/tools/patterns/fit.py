"""Pattern worths, fitted to positions' outcomes.

The fit is a logistic regression in plain Python. The evaluation by hand stays as it is; the parts
of patterns add an explanation of the rest. All begin at nothing, and each step is the smaller the
more steps a part has taken (AdaGrad).
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final

from engines.checkers.evaluate import pattern_evaluators
from engines.checkers.patterns import FINE, Part, pattern_regions
from rules.checkers.moves import WHITE
from rules.checkers.rulesets import RULESETS
from rules.shuffle import Shuffle
from workshop.tools.patterns.self_play import PatternSample

SCALES: Final = range(60, 401, 20)
"""Hundredths of a man that may make a win e times as likely as a loss.

How much a man decides differs by variant.
"""
SEARCHED: Final = 0.8
"""Share of a position's outcome that is the search's finding.

The rest is the game's result.
"""
ASKED: Final = 10
"""One position of so many is asked which scale fits."""
ROUNDS: Final = 6
STEP: Final = 0.01
HOLD: Final = 0.0005
"""How firmly each step draws a worth back to nothing."""
MOST: Final = 32_767

Feature = tuple[float, float, list[Part]]
"""The evaluation by hand, the outcome, and the position's parts.

Each part has how often it counts for White.
"""


class Fit:
    """Worths of a variant's patterns, and the positions that they are fitted to."""

    def __init__(self, key: str, found: Sequence[PatternSample]) -> None:
        self._patterns = pattern_regions(key)
        self._known: list[dict[int, list[Part]]] = [{} for _ in self._patterns.regions]
        self._plain = pattern_evaluators(RULESETS[key], [0] * self._patterns.size)
        self._worths = [0.0] * self._patterns.size
        self._same: dict[Part, Part] = {}
        """Each part once, because positions share them.

        A million lists of parts of their own would take gigabytes.
        """
        self.scale = min(SCALES, key=lambda scale: self.loss_by_hand(scale, found[::ASKED]))
        """The one of `SCALES` by which the evaluation by hand predicts results best.

        Only the part that it misses is learnt.
        """
        self._features = [self._feature(sample, SEARCHED) for sample in found]

    def run(self) -> None:
        """Fit, in an order of the positions that chance has varied, the same each time."""
        worths, steps = self._worths, [1.0] * len(self._worths)
        chance = Shuffle(bytes(32))
        for _ in range(ROUNDS):
            for plain, became, parts in chance.permute(self._features):
                missed = became - _chance(plain + sum([worths[number] * times for number, times in parts]))
                for number, times in parts:
                    slope = missed * times - HOLD * worths[number]
                    steps[number] += slope * slope
                    worths[number] += STEP * slope / sqrt(steps[number])

    def losses(self, found: Sequence[PatternSample]) -> tuple[float, float]:
        """Return the loss of predictions, in nats a position: by hand, and by the worths."""
        by_hand = trained = 0.0
        for plain, became, parts in (self._feature(sample, 0) for sample in found):
            by_hand += _surprise(plain, became)
            trained += _surprise(plain + sum(self._worths[number] * times for number, times in parts), became)
        return by_hand / len(found), trained / len(found)

    def round_worths(self) -> list[int]:
        """Return the worths by number in whole parts of a hundredth of a man."""
        return [max(-MOST, min(MOST, round(FINE * self.scale * worth))) for worth in self._worths]

    def loss_by_hand(self, scale: int, found: Sequence[PatternSample]) -> float:
        """Return the loss of the evaluation by hand, if worths mean chances by this scale."""
        return sum(_surprise(self._by_hand(sample) / scale, (sample.result + 1) / 2) for sample in found)

    def _by_hand(self, sample: PatternSample) -> int:
        """Return what the evaluation by hand says of a position to White."""
        sides = (sample.white, sample.black) if sample.colour == WHITE else (sample.black, sample.white)
        plain = self._plain[sample.colour](*sides, sample.kings)
        return plain if sample.colour == WHITE else -plain

    def _feature(self, sample: PatternSample, searched: float) -> Feature:
        """Return what the fit knows of a position."""
        became = searched * _chance(sample.worth / self.scale) + (1 - searched) * (sample.result + 1) / 2
        men = sample.white & ~sample.kings | (sample.black & ~sample.kings) << self._patterns.blacks
        times: Counter[int] = Counter()
        for region, mask in enumerate(self._patterns.masks):
            known, key = self._known[region], men & mask
            if key not in known:
                known[key] = self._patterns.parts(region, key)
            for number, sign in known[key]:
                times[number] += sign
        return (
            self._by_hand(sample) / self.scale,
            became,
            [self._same.setdefault(part, part) for part in times.items() if part[1]],
        )


def _surprise(logit: float, became: float) -> float:
    chance = min(max(_chance(logit), 1e-9), 1 - 1e-9)
    return -became * log(chance) - (1 - became) * log(1 - chance)


def _chance(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0
