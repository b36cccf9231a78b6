"""What Discord's limits allow of a list of requests."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from playground.api import limits
from playground.api.rest_api import AnsweredRequest
from playground.world.traffic import EXEMPT, RouteClass

TOLERANCE = 0.05
"""Seconds between a request's coming and its being counted."""


def keeps_to_limits(taken: Sequence[AnsweredRequest]) -> None:
    """Count again, without the playground's own windows, what Discord has taken."""
    counted = [each.at for each in taken if each.kind not in EXEMPT]
    assert spans(counted, limits.GLOBAL) >= limits.GLOBAL_WINDOW - TOLERANCE
    by_bucket: dict[tuple[str, str, RouteClass], list[float]] = defaultdict(list)
    for each in taken:
        method, _, path = each.request.partition(" ")
        major = "/".join(path.split("/")[: 4 if each.kind in EXEMPT else 3])
        by_bucket[method, major, each.kind].append(each.at)
    for (_, _, kind), times in by_bucket.items():
        if kind in (RouteClass.POST, RouteClass.EDIT):
            most, window = limits.OF_MESSAGES
        elif kind in (RouteClass.FOLLOW_UP, RouteClass.BY_TOKEN):
            most, window = limits.OF_TOKENS
        else:
            continue
        # Two windows that follow one another may be full at their ends that meet.
        assert spans(times, 2 * most) >= window - TOLERANCE


def spans(times: Iterable[float], count: int) -> float:
    """The shortest time from one request to the one that comes so many later."""
    ordered = sorted(times)
    return min(
        (later - earlier for earlier, later in zip(ordered, ordered[count:], strict=False)), default=1e9
    )
