"""Ratings follow from a list of games alone.

There is one update a game, in the order of time.
"""

import random
from itertools import permutations

import pytest

from club.standing.glicko import FLOOR, START, Rating, grow_deviation, update_rating
from club.standing.rating_arithmetic import DAY, PlayerStanding, RatedGame, replay_games
from tests.club.standing.elote_results import RESULTS, read_elote_ratings, results
from tests.club.standing.glicko_by_the_book import textbook


def test_both_are_rated_by_their_numbers_before_the_game() -> None:
    standings = replay_games([RatedGame(0, "Ada", "Ben", "Ada", "binar")])
    ada, ben = standings["Ada", "binar"].rating, standings["Ben", "binar"].rating
    assert ada == pytest.approx((1662.2120, 290.2305), abs=1e-4)
    assert ben == pytest.approx((1337.7880, 290.2305), abs=1e-4)


def test_a_draw_of_equals_moves_nobody() -> None:
    standings = replay_games([RatedGame(0, "Ada", "Ben", None, "binar")])
    assert [each.rating.points for each in standings.values()] == [1500, 1500]
    assert all(each.rating.deviation < 300 for each in standings.values())


def test_each_kind_of_game_begins_at_1500() -> None:
    games = [
        RatedGame(0, 1, 2, 1, "binar"),
        RatedGame(1, 2, 1, None, "russian"),
        RatedGame(2, 1, 3, 3, "binar"),
    ]
    standings = replay_games(games)
    assert list(standings) == [(1, "binar"), (2, "binar"), (2, "russian"), (1, "russian"), (3, "binar")]
    assert [each.games for each in standings.values()] == [2, 1, 1, 1, 1]
    assert standings[2, "russian"].rating.points == 1500


def test_games_are_taken_in_the_order_of_time_whatever_the_order_of_the_list() -> None:
    games = [RatedGame(at * DAY, *two, two[at % 2], "x") for at, two in enumerate(permutations("abc", 2))]
    expected = replay_games(games)
    shuffled = random.Random(3).sample(games, len(games))
    assert shuffled != games
    assert replay_games(shuffled) == expected


def test_games_of_one_moment_are_taken_as_they_are_given() -> None:
    one, other = RatedGame(5, "a", "b", "a", "x"), RatedGame(5, "a", "c", "c", "x")
    assert replay_games([one, other])["a", "x"] != replay_games([other, one])["a", "x"]
    assert replay_games([one, other])["b", "x"] == replay_games([one])["b", "x"]
    assert replay_games([other, one])["c", "x"] == replay_games([other])["c", "x"]


def test_the_deviation_grows_between_games_and_after_the_last_one() -> None:
    games = [RatedGame(0, "a", "b", "a", "x"), RatedGame(90.5 * DAY, "b", "a", "a", "x")]
    before = replay_games(games[:1])
    a, b = (grow_deviation(before[player, "x"].rating, 90.5) for player in "ab")
    after = replay_games(games)
    assert after["a", "x"].rating == update_rating(a, [(b, 1.0)])
    assert after["b", "x"].rating == update_rating(b, [(a, 0.0)])
    assert after["a", "x"].rating_at(90.5 * DAY) == after["a", "x"].rating
    assert after["a", "x"].rating_at(100.5 * DAY) == grow_deviation(after["a", "x"].rating, 10)


def test_somebody_who_has_not_played_is_at_the_start_at_any_time() -> None:
    assert PlayerStanding().rating_at(1e9) == START == (1500, 350)


def test_nobody_s_deviation_is_under_60_after_a_game() -> None:
    games = [RatedGame(at, "a", "b", "ab"[at % 2], "x") for at in range(200)]
    standings = replay_games(games)
    assert [each.rating.deviation for each in standings.values()] == [FLOOR, FLOOR]
    almost = Rating(1500, 60.0001)
    assert update_rating(almost, [(almost, 1)]).deviation < FLOOR


def test_the_advantage_counts_for_the_first_mover_where_a_result_is_expected() -> None:
    games = [RatedGame(0, "a", "b", "a", "x")]
    fair, edged = replay_games(games), replay_games([game._replace(edge=50) for game in games])
    start = Rating(1500, 350)
    assert edged["a", "x"].rating == pytest.approx(textbook(start, start, 1, 50))
    assert edged["b", "x"].rating == pytest.approx(textbook(start, start, 0, -50))
    assert 1500 < edged["a", "x"].rating.points < fair["a", "x"].rating.points
    turned = replay_games([RatedGame(0, "b", "a", "a", "x", edge=50)])
    assert turned["a", "x"].rating.points > fair["a", "x"].rating.points


def test_replaying_all_is_replaying_some_and_then_the_rest() -> None:
    """What was counted before is never counted otherwise later."""
    games = results()[:500]
    early, late = replay_games(games[:400]), replay_games(games)
    met_since = {player for game in games[400:] for player in (game.first, game.second)}
    same = {key: standing for key, standing in early.items() if key[0] not in met_since}
    assert len(same) > 50
    assert all(late[key] == standing for key, standing in same.items())


@pytest.mark.ci
def test_ten_thousand_results_come_out_as_in_elote() -> None:
    """Ratings agree with elote's for ten thousand results.

    Both mean the same if elote is given our constants and no player's deviation comes down to 60.
    elote knows no least deviation, no advantage and no two kinds of game. Its constants are q rounded
    to five digits and another growth. `tests/workshop/oracles/oracle_ratings.py` says how it was asked.
    """
    standings = replay_games(results())
    assert sum(each.games for each in standings.values()) == 2 * RESULTS == 20_000
    theirs = read_elote_ratings()
    assert len(theirs) == len(standings)
    for (player, _), standing in standings.items():
        assert standing.rating == pytest.approx(theirs[str(player)], rel=1e-10), player
    assert min(each.rating.deviation for each in standings.values()) > FLOOR
