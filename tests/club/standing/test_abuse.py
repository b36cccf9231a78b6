"""Cheating for rating points brings little over honest play.

docs/ratings.md has the figures at full size.
"""

import random
import statistics

import pytest

from club.play.match.rated_rule import WEEK
from club.standing.rating_arithmetic import DAY
from tests.sets import leave_to_ci
from workshop.bench.abuse import gains, honest_matches, is_loss, isolated_puppets, points


@pytest.mark.ci
@pytest.mark.parametrize(
    "way",
    leave_to_ci(
        [
            "three puppets who play nobody else",
            "losing on purpose for a year, and by months",
            "lost matches run out in one absence",
        ],
        after=1,
    ),
)
def test_cheating_gains_less_than_fifty_points_over_honest_play(way: str) -> None:
    assert statistics.mean(gains(way, 6)) < 50


@pytest.mark.ci
def test_puppets_who_play_nobody_else_count_for_nothing() -> None:
    assert gains("three puppets who play nobody else", 2) == [0.0, 0.0]


def test_a_club_that_is_cheated_has_all_the_honest_matches_too() -> None:
    rows = honest_matches(1)
    assert {person for row in rows for person in row.user_ids} == set(range(20))
    assert 0.2 < statistics.mean(is_loss(row) for row in rows if 0 in row.user_ids) < 0.8
    assert points(rows) == points(reversed(rows))


def test_puppets_lose_as_often_as_the_bot_lets_a_pair_be_rated() -> None:
    rows = isolated_puppets([], random.Random(1))
    of_pair = [row.at for row in rows if row.user_ids == (0, 101)]
    assert len(of_pair) == 3 * (730 // 7)
    assert max(sum(week <= at < week + WEEK for at in of_pair) for week in (0.0, 30 * WEEK)) == 3
    assert all(at < 730 * DAY for at in of_pair)
