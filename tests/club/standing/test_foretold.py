"""Our ratings predict results of simulated clubs nearly as well as true strengths.

`python -m workshop.bench.clubs` compares them with a judge that sees all games at once;
docs/ratings.md has its figures.
"""

import math

import pytest

from workshop.bench.clubs import foretold, log_loss, season


@pytest.mark.ci
@pytest.mark.parametrize(("people", "clubs"), [(8, 12), (20, 4), (60, 1)])
def test_results_are_foretold_better_than_by_chance_and_nearly_as_well_as_by_true_strengths(
    people: int, clubs: int
) -> None:
    played = [season(people, seed) for seed in range(clubs)]
    every = [each for club in played for each in club]
    chances = [chance for club in played for chance in foretold([each.game for each in club])]
    best = log_loss(every, [each.chance for each in every])
    assert best < log_loss(every, chances) < best + 0.055
    assert log_loss(every, [0.5] * len(every)) == pytest.approx(math.log(2))
    assert log_loss(every, chances) < math.log(2) - 0.12
    # Once people are known, less is missing.
    later = [chance for club in played for chance in foretold([each.game for each in club])[len(club) // 2 :]]
    known = [each for club in played for each in club[len(club) // 2 :]]
    assert log_loss(known, later) < log_loss(known, [each.chance for each in known]) + 0.045


def test_what_is_foretold_knows_nothing_of_what_comes() -> None:
    games = [each.game for each in season(8, 1)]
    assert foretold(games)[:100] == foretold(games[:100])
    assert foretold(games)[0] == 0.5


def test_a_season_has_five_matches_a_month_of_everybody() -> None:
    for people in (8, 20):
        played = [each.game for each in season(people, 3)]
        assert len(played) == people * 60
        assert [game.at for game in played] == sorted(game.at for game in played)
        assert all(game.first != game.second and game.winner in game[1:3] for game in played)
        assert season(people, 3) == season(people, 3) != season(people, 4)
