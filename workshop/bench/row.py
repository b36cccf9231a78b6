"""One measured figure, and how figures are measured."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class BenchFigure:
    """A figure with its stable `name`, and a `baseline` if there is a comparison."""

    name: str
    value: float
    unit: str
    baseline: float | None = None

    @property
    def ratio(self) -> float | None:
        """Value over baseline, `None` without a baseline."""
        return self.value / self.baseline if self.baseline else None


def percentile(samples: Iterable[float], share: int) -> float:
    """Return the value that `share` of a hundred samples are below."""
    ordered = sorted(samples)
    return float(ordered[min(len(ordered) - 1, len(ordered) * share // 100)])


def cpu_ms(work: Callable[[], object], *, runs: int = 15, inner: int = 1) -> float:
    """Return the median CPU milliseconds of one call of `work`.

    There are `runs` samples of `inner` calls, after one warm-up.
    """
    work()
    samples = []
    for _ in range(runs):
        began = process_time()
        for _ in range(inner):
            work()
        samples.append((process_time() - began) * 1000 / inner)
    return median(samples)
