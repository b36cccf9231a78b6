"""What remains of a report on a match for one player: of their own moves alone."""

from dataclasses import replace

import pytest

from engines.analysis import deciding_third, run_analysis, sees_only_ends
from engines.appraisal import Appraisal, appraise
from engines.review import TURNING_LOSS, WINNING_CHANCE, chance_for_seat
from engines.worker_messages import PracticeRequest, PracticeResult, answer_practice_request
from rules.catalogue import GAMES
from rules.game import Outcome
from tests.club.learner import blunder_match
from tests.engines.histories import play_history
from tests.leaks.worlds import hands_that_differ, history, twin
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci


def test_it_is_what_the_report_says_of_that_seat() -> None:
    report = run_analysis(blunder_match())
    for seat in (0, 1):
        found, played = appraise(report, seat), report.seat_losses[seat]
        assert (found.seat, found.accuracy) == (seat, report.accuracy[seat])
        assert played and sum(found.losses_by_third) == played.loss
    [second] = [point for point in report.turning_points if point.seat == 1]
    found = appraise(report, 1)
    assert (found.ply, found.lesson) == (second.ply, second.lesson.code)
    assert found.cost == second.chance_before - second.chance_after
    assert found.losses_by_third[3 * (second.ply - 1) // len(blunder_match().plies)] >= found.cost


def test_it_says_when_the_winner_came_clearly_ahead_for_good() -> None:
    match = blunder_match()
    report, outcome = run_analysis(match), match.outcome
    assert outcome and outcome.winner is not None and report.deciding_third is not None
    ahead = [chance_for_seat(outcome.winner, chance) >= WINNING_CHANCE for chance in report.chances]
    first = max(number for number, each in enumerate(ahead) if not each)
    assert report.deciding_third == min(2, 3 * first // len(match.plies))
    assert [appraise(report, seat).deciding_third for seat in (0, 1)] == [report.deciding_third] * 2


def test_where_looks_see_only_ends_nothing_says_when_it_was_decided() -> None:
    matches = (random_match(GAMES["binar"], {"size": 6}, seed) for seed in range(100))
    match = next(each for each in matches if each.outcome and each.outcome.winner is not None)
    assert sees_only_ends(match)
    assert run_analysis(match, divisor=10).deciding_third is None


def test_a_draw_decides_nothing_and_what_is_resigned_in_an_even_position_ends_late() -> None:
    even = (500,) * 10
    assert deciding_third(even, Outcome(None, "agreement")) is None
    assert deciding_third(even, None) is None
    assert deciding_third(even, Outcome(1, "resignation")) == 2
    assert deciding_third((100,) * 10, Outcome(1, "resignation")) == 0
    assert deciding_third((500, 500, 500, 500, 900, 500, 100, 0, 0, 0), Outcome(1, "resignation")) == 1


def test_who_lost_nothing_much_has_no_worst_move() -> None:
    report = run_analysis(blunder_match())
    found = appraise(replace(report, worst_moves=(None, None)), 1)
    assert (found.ply, found.cost, found.lesson) == (None, 0, None)


@pytest.mark.ci
@pytest.mark.parametrize("seed", leave_to_ci(range(3), but=(2,)))
def test_an_appraisal_is_the_same_whatever_the_opponent_held(seed: int) -> None:
    history_ = history("base", seed).until(14)
    here = run_analysis(play_history(history_, history_.deal))
    for seat in (0, 1):
        other = twin(history_, [seat], ends=False)
        assert hands_that_differ(history_, other, 1 - seat) > 0
        there = run_analysis(play_history(history_, other))
        assert appraise(here, seat) == appraise(there, seat)


@pytest.mark.ci
def test_whether_a_hidden_game_is_lost_is_not_what_the_other_one_thinks() -> None:
    late = history("base", 3).until(18)
    found = [point for point in run_analysis(play_history(late, late.deal)).worst_moves if point]
    assert found
    assert [point.played_loses for point in found] == [point.chance_after == 0 for point in found]


def test_what_cost_little_is_no_worst_move() -> None:
    report = run_analysis(random_match(GAMES["binar"], {}, 6, limit=14))
    assert 0 < sum(report.losses_by_third[0]) < TURNING_LOSS
    assert report.worst_moves == (None, None)


def test_a_match_with_another_aim_has_none_because_its_moves_are_not_judged() -> None:
    giveaway = random_match(GAMES["russian"], {"aim": "lose"}, 3)
    assert answer_practice_request(PracticeRequest(giveaway, 1, (0, 1))) == PracticeResult()


@pytest.mark.ci
def test_a_match_with_hidden_cards_has_appraisals() -> None:
    history_ = history("base", 1).until(8)
    found = answer_practice_request(PracticeRequest(play_history(history_, history_.deal), 1, (0, 1)))
    assert [type(each) for each in found.appraisals] == [Appraisal, Appraisal]
    assert [each.deciding_third for each in found.appraisals] == [None, None], (
        "it may depend on what one could not see"
    )
