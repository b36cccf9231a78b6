"""What remains of a report on a match for one player: of their own moves alone."""

from dataclasses import replace

import pytest

from engines.analysis import at_once, deciding_third, sees_only_ends
from engines.appraisal import Appraisal, appraise
from engines.review import MUCH, WON, of_seat
from engines.worker_messages import Practice, answer_practice
from rules.catalogue import GAMES
from rules.game import Outcome
from rules.match import Match, secret_of
from rules.one_zero_one import turn
from rules.one_zero_one.decks import Deal
from tests.club.learner import blunder_match
from tests.leaks.worlds import GAME, History, hands_that_differ, history, twin
from tests.rules.playouts import random_match


def test_it_is_what_the_report_says_of_that_seat() -> None:
    report = at_once(blunder_match())
    for seat in (0, 1):
        found, played = appraise(report, seat), report.played[seat]
        assert (found.seat, found.accuracy) == (seat, report.accuracy[seat])
        assert played and sum(found.lost) == played.lost
    [second] = [point for point in report.points if point.seat == 1]
    found = appraise(report, 1)
    assert (found.ply, found.lesson) == (second.ply, second.lesson.code)
    assert found.cost == second.before - second.after
    assert found.lost[3 * (second.ply - 1) // len(blunder_match().plies)] >= found.cost


def test_it_says_when_the_winner_came_clearly_ahead_for_good() -> None:
    match = blunder_match()
    report, outcome = at_once(match), match.outcome
    assert outcome and outcome.winner is not None and report.decided is not None
    ahead = [of_seat(outcome.winner, chance) >= WON for chance in report.chances]
    first = max(number for number, each in enumerate(ahead) if not each)
    assert report.decided == min(2, 3 * first // len(match.plies))
    assert [appraise(report, seat).decided for seat in (0, 1)] == [report.decided] * 2


def test_where_looks_see_only_ends_nothing_says_when_it_was_decided() -> None:
    matches = (random_match(GAMES["binar"], {"size": 6}, seed) for seed in range(100))
    match = next(each for each in matches if each.outcome and each.outcome.winner is not None)
    assert sees_only_ends(match)
    assert at_once(match, part=10).decided is None


def test_a_draw_decides_nothing_and_what_is_resigned_in_an_even_position_ends_late() -> None:
    even = (500,) * 10
    assert deciding_third(even, Outcome(None, "agreement")) is None
    assert deciding_third(even, None) is None
    assert deciding_third(even, Outcome(1, "resignation")) == 2
    assert deciding_third((100,) * 10, Outcome(1, "resignation")) == 0
    assert deciding_third((500, 500, 500, 500, 900, 500, 100, 0, 0, 0), Outcome(1, "resignation")) == 1


def test_who_lost_nothing_much_has_no_worst_move() -> None:
    report = at_once(blunder_match())
    found = appraise(replace(report, worst=(None, None)), 1)
    assert (found.ply, found.cost, found.lesson) == (None, 0, None)


def play_history(history: History, dealt: Deal) -> Match:
    """Return the match that plays a history on a deal."""
    origin = turn.opening_position(dealt, open_source=False)
    match = Match(GAMES["one-zero-one"], {}, secret_of("appraisal"))
    match.set_position(GAME.dump(origin), origin.turn)
    for move in history.moves:
        match.make_move(move)
    return match


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(3))
def test_an_appraisal_is_the_same_whatever_the_opponent_held(seed: int) -> None:
    history_ = history("base", seed).until(14)
    for seat in (0, 1):
        other = twin(history_, [seat], ends=False)
        assert hands_that_differ(history_, other, 1 - seat) > 0
        here, there = (at_once(play_history(history_, dealt)) for dealt in (history_.deal, other))
        assert appraise(here, seat) == appraise(there, seat)


def test_whether_a_hidden_game_is_lost_is_not_what_the_other_one_thinks() -> None:
    late = history("base", 3).until(18)
    found = [point for point in at_once(play_history(late, late.deal)).worst if point]
    assert found
    assert [point.lost for point in found] == [point.after == 0 for point in found]


def test_what_cost_little_is_no_worst_move() -> None:
    report = at_once(random_match(GAMES["binar"], {}, 6, limit=14))
    assert 0 < sum(report.lost[0]) < MUCH
    assert report.worst == (None, None)


def test_a_match_with_hidden_cards_has_appraisals() -> None:
    history_ = history("base", 1).until(8)
    found = answer_practice(Practice(play_history(history_, history_.deal), 1, (0, 1)))
    assert [type(each) for each in found.appraisals] == [Appraisal, Appraisal]
    assert [each.decided for each in found.appraisals] == [None, None], (
        "it may depend on what one could not see"
    )
