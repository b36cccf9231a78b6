"""The choice between captures: a rule set's preferences, judged left to right."""

from collections.abc import Callable

from rules.checkers.captures import Route
from rules.checkers.rulesets import CapturePreference, Ruleset

Chooser = Callable[[list[Route], int], list[Route]]
"""(routes, all kings before the move) -> the routes that no other outranks.

Their order is kept.
"""


def build_chooser(ruleset: Ruleset) -> Chooser:
    """Return a function that keeps the captures that a rule set allows.

    The player may choose freely among those.
    """
    if not ruleset.choice:
        return lambda routes, kings: routes
    judges = _judges(ruleset)

    def choose(routes: list[Route], kings: int) -> list[Route]:
        for judge in judges.values():
            if len(routes) < 2:
                break
            marks = [judge(route, kings) for route in routes]
            best = max(marks)
            routes = [route for route, mark in zip(routes, marks, strict=True) if mark == best]
        return routes

    return choose


def deciding_preference(ruleset: Ruleset, routes: list[Route], kings: int) -> CapturePreference | None:
    """Return the first preference by which one route outranks another.

    `None` if the choice is free.
    """
    return next(
        (
            preference
            for preference, judge in _judges(ruleset).items()
            if len({judge(route, kings) for route in routes}) > 1
        ),
        None,
    )


def _judges(ruleset: Ruleset) -> dict[CapturePreference, Callable[[Route, int], int]]:
    return {preference: _judge(preference, ruleset) for preference in ruleset.choice}


def _judge(preference: CapturePreference, ruleset: Ruleset) -> Callable[[Route, int], int]:
    """Return a function that rates a route by a preference.

    The highest rating is best.
    """
    more_for_king = ruleset.king_value - ruleset.man_value
    judges: dict[CapturePreference, Callable[[Route, int], int]] = {
        "pieces": lambda route, kings: route[2].bit_count(),
        "value": lambda route, kings: (
            route[2].bit_count() * ruleset.man_value + (route[2] & kings).bit_count() * more_for_king
        ),
        "by_king": lambda route, kings: int(route[0] & kings != 0),
        "kings": lambda route, kings: (route[2] & kings).bit_count(),
        "king_earliest": lambda route, kings: -_men_before_king(route[4][::2], kings),
    }
    return judges[preference]


def _men_before_king(captured: tuple[int, ...], kings: int) -> int:
    """Return the number of pieces taken before the first king.

    All of them if no king is taken.
    """
    return next((turn for turn, bit in enumerate(captured) if bit & kings), len(captured))
