"""What the package pairs is checked; the rest is the arbiter's case."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from club.competitions.reckoning.fide import FideEntrant, FidePairs, FideRound, find_fide_pairs


def entrant(player: int, **given: Any) -> FideEntrant:
    usual: dict[str, Any] = {
        "player": player,
        "number": player,
        "points": 0,
        "sides": "",
        "floats": "",
        "bye": None,
    }
    return FideEntrant(**usual | given)


def pairs(
    monkeypatch: pytest.MonkeyPatch,
    found: Any,
    *byes: int,
    met: tuple[tuple[int, int], ...] = (),
    count: int = 3,
) -> FidePairs | None:
    """What comes of a round that the package pairs like this."""

    def generate_pairings(**given: Any) -> list[dict[str, Any]]:
        if found is None:
            raise ZeroDivisionError
        return [{"white_id": white, "black_id": black} for white, black in found]

    monkeypatch.setitem(
        sys.modules, "caissify_pairings", SimpleNamespace(generate_pairings=generate_pairings)
    )
    people = [entrant(player, bye=0 if player in byes else None) for player in range(1, count + 1)]
    return find_fide_pairs(FideRound(people, frozenset(met), 2, 5))


def test_a_round_has_everybody_once_and_at_most_one_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [(1, 2), (3, None)]
    assert pairs(monkeypatch, whole) == FidePairs([(1, 2)], 3)
    assert pairs(monkeypatch, [(1, 2), (4, 3)], count=4) == FidePairs([(1, 2), (4, 3)], None)
    for broken in (None, [], [(1, 2)], [(1, 2), (2, None)], [(1, None), (2, None), (3, None)]):
        assert pairs(monkeypatch, broken) is None


def test_nobody_meets_again_or_has_a_second_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [(2, 1), (3, None)]
    assert pairs(monkeypatch, whole, 3) is None
    assert pairs(monkeypatch, whole, met=((1, 2),)) is None
    assert pairs(monkeypatch, whole, 1, met=((1, 3),)) == FidePairs([(2, 1)], 3)
