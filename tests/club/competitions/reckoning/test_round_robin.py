"""A round robin: everybody meets everybody once, and moves first as often."""

from collections import Counter

import pytest

from club.competitions.reckoning.round_robin import round_robin
from tests.sets import leave_to_ci


@pytest.mark.parametrize("players", leave_to_ci(range(62), but=(0, 1, 2, 3, 4, 7, 8, 31)))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(players: int) -> None:
    rounds = round_robin(players)
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert set(met.values()) <= {1}
    assert len(met) == players * (players - 1) // 2
    assert all(len(pair) == 2 and pair <= set(range(players)) for pair in met)
    for each in rounds:
        there = [player for pair in each for player in pair]
        assert len(there) == len(set(there)) == players - players % 2
    assert len(rounds) == (0 if players < 2 else players - 1 + players % 2)


@pytest.mark.parametrize("players", leave_to_ci(range(2, 62), but=(2, 3, 4, 7, 8, 31)))
def test_nobody_moves_first_more_than_once_oftener_than_anybody_else(players: int) -> None:
    firsts = Counter(first for each in round_robin(players) for first, _ in each)
    often = [firsts[player] for player in range(players)]
    assert max(often) - min(often) == (0 if players % 2 else 1)


@pytest.mark.parametrize("players", leave_to_ci(range(2, 30), but=(2, 3, 4, 7, 8)))
def test_nobody_moves_first_or_second_three_times_in_a_row(players: int) -> None:
    turns: dict[int, str] = dict.fromkeys(range(players), "")
    for each in round_robin(players):
        for first, second in each:
            turns[first] += "1"
            turns[second] += "2"
    assert all("111" not in text and "222" not in text for text in turns.values())


def test_small_ones_in_full() -> None:
    assert round_robin(0) == round_robin(1) == []
    assert round_robin(2) == [[(0, 1)]]
    assert round_robin(3) == [[(1, 2)], [(2, 0)], [(0, 1)]]
    assert round_robin(4) == [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
