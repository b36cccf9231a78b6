"""The formula of Glicko-1.

It is held against Glickman's worked example and against consequences of the paper.
"""

import math
import random

import pytest

from club.standing.glicko import FLOOR, GROWTH, START, Rating, expected_score, grow_deviation, update_rating
from tests.club.standing.glicko_by_the_book import textbook


def test_glickman_s_worked_example() -> None:
    """Three games of one period, of a player of 1500 and 200."""
    opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    after = update_rating(Rating(1500, 200), zip(opponents, (1, 0, 0), strict=True))
    assert round(after.points) == 1464
    assert round(after.deviation, 1) == 151.4
    assert after == pytest.approx((1464.1065, 151.3989), abs=1e-4)


def test_glickman_s_example_of_what_to_expect() -> None:
    """A player of 1400 and 80 against one of 1500 and 150."""
    assert round(expected_score(Rating(1400, 80), Rating(1500, 150)), 3) == 0.376


@pytest.mark.ci
def test_one_game_is_as_in_the_paper() -> None:
    chance = random.Random(1)
    for _ in range(5000):
        own, opponent = (
            Rating(chance.uniform(300, 3000), chance.uniform(FLOOR, START.deviation)) for _ in range(2)
        )
        score, edge = chance.choice((0, 0.5, 1)), chance.uniform(-100, 100)
        expectation = textbook(own, opponent, score, edge)
        assert update_rating(own, [(opponent, score)], edge) == pytest.approx(expectation, rel=1e-12)


def test_numbers_are_the_same_on_every_machine_to_the_last_bit() -> None:
    """Numbers are the same on every machine to the last bit.

    They are those of the machine this was written on. A difference here is one between two hosts.
    """
    after = update_rating(Rating(1623.25, 87.5), [(Rating(1544.75, 143.0), 0.0)], 12.5)
    assert [number.hex() for number in after] == ["0x1.8fea2b6dadc4fp+10", "0x1.559ca98e2cca6p+6"]
    assert expected_score(Rating(1623.25, 87.5), Rating(1544.75, 143.0)).hex() == "0x1.326581752c88fp-1"


def test_far_apart_the_expected_score_stays_between_none_and_all() -> None:
    for ahead in (0, 1, 10, 1000, 5000, 50_000):
        better, worse = Rating(1500.0 + ahead, 60), Rating(1500, 60)
        assert 0 <= expected_score(worse, better) <= 0.5 <= expected_score(better, worse) <= 1
        assert expected_score(worse, better) + expected_score(better, worse) == pytest.approx(1)
        assert update_rating(worse, [(better, 0)]).points <= worse.points
        assert update_rating(worse, [(better, 0)]).deviation <= 60


def test_nobody_plays_and_nothing_changes() -> None:
    assert update_rating(Rating(1623.0, 80.0), []) == (1623.0, 80.0)


def test_a_year_without_a_game_makes_200_of_110() -> None:
    assert grow_deviation(Rating(1600, 110), 365) == pytest.approx((1600, 200))
    assert pytest.approx((200**2 - 110**2) / 365) == GROWTH


def test_the_deviation_grows_by_parts_of_days_never_over_350() -> None:
    halves = grow_deviation(grow_deviation(Rating(1600, 80), 0.5), 0.5)
    assert halves == pytest.approx(grow_deviation(Rating(1600, 80), 1))
    assert halves.deviation == pytest.approx(math.sqrt(80**2 + GROWTH))
    assert grow_deviation(Rating(1600, 80), 0) == (1600, 80)
    assert grow_deviation(Rating(1600, 349), 1e7) == (1600, 350)


def test_an_edge_is_as_good_as_rating_points() -> None:
    own, opponent = Rating(1500, 90), Rating(1580, 70)
    with_edge, without = (
        update_rating(own, [(opponent, 1)], 30),
        update_rating(Rating(1530, 90), [(opponent, 1)]),
    )
    assert with_edge.points - 1500 == pytest.approx(without.points - 1530)
    assert with_edge.deviation == without.deviation
    assert expected_score(own, opponent, 80) == pytest.approx(0.5)
