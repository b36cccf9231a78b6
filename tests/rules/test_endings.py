"""Endings that people bring about: the score is that of the position as it stands."""

import pytest

from rules.catalogue import GAMES
from rules.match import Match, read_record, secret_of

SCORED = ("binary", "zong-heng", "yin-yang", "one-zero-one")


@pytest.mark.parametrize("how", ["resignation", "agreement"])
def test_a_match_given_up_has_the_score_of_its_position_where_the_game_has_points(key: str, how: str) -> None:
    match = Match(GAMES[key], {}, secret_of("score"))
    for _ in range(4):
        match.play(match.moves()[0])
    standing = match.game.score(match.position)
    assert standing is not None or key not in SCORED
    if how == "resignation":
        match.resign(0)
    else:
        match.agree_draw()
    assert match.outcome
    assert match.outcome.score == standing
    assert read_record(match.save(), GAMES).outcome == match.outcome


def test_yin_yang_begins_with_nothing_against_four() -> None:
    match = Match(GAMES["yin-yang"], {}, secret_of("score"))
    match.resign(1)
    assert match.outcome
    assert (match.outcome.winner, match.outcome.score) == (0, (0, 4))


@pytest.mark.parametrize("key", SCORED)
def test_the_score_on_the_way_is_the_score_of_the_end(key: str) -> None:
    match = Match(GAMES[key], {}, secret_of("end"))
    while match.turn is not None:
        match.play(match.moves()[0])
    assert match.outcome
    assert match.game.score(match.position) == match.outcome.score
