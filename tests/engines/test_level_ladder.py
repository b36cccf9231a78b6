"""The ladder: pairs of games from one opening, with seats changed.

Interim looks may stop it, and its interval is right.
"""

from functools import partial
from types import SimpleNamespace

import pytest

from rules.checkers.openings import find_by_name
from workshop.bench.level_ladder import (
    ALONE,
    BEGINNER,
    FEWEST,
    LOOKS,
    MOST,
    WIDTH,
    LadderGame,
    Pairing,
    interval,
    match_of,
    open_match,
    play,
    step,
    walk_match,
)
from workshop.bench.level_ladder import games as played_of


def games(*points: float) -> list[LadderGame]:
    return [LadderGame(point, point != 0.5, 10, (0.01,)) for point in points]


def test_a_step_ends_at_the_first_look_that_decides_it() -> None:
    lines = list(step("binar", 2, 1, games(*[1.0] * 200)))
    assert len(lines) == 1
    assert "100.0 % of 20 games" in lines[0]
    assert lines[0].endswith("stronger")
    worse = list(step("binar", 2, 1, games(*[0.0] * 200)))
    assert worse[0].endswith("not stronger")


def test_a_step_that_nothing_decides_ends_with_its_games() -> None:
    lines = list(step("binar", 2, 1, games(*[0.5, 1.0, 0.5] * 67)))
    assert len(lines) == len([look for look in LOOKS if look <= 200]) or lines[-1].endswith("stronger")
    even = list(step("binar", 2, 1, games(*[1.0, 0.0] * 20)))
    assert len(even) == 2
    assert "50.0 % of 40 games" in even[-1]


def test_a_whole_step_has_one_look_and_its_narrower_interval() -> None:
    (line,) = step("binar", 2, 1, games(*[1.0, 1.0, 1.0, 0.0] * 10), whole=40)
    assert "75.0 % of 40 games (60 to 86)" in line
    assert line.endswith("stronger")
    assert "75.0 % of 40 games (56 to 88)" in list(step("binar", 2, 1, games(*[1.0, 1.0, 1.0, 0.0] * 10)))[-1]


@pytest.mark.parametrize(("points", "count"), [(0, 20), (10, 20), (20, 20), (130, 200)])
def test_the_interval_holds_the_share_and_stays_within_0_and_1(points: float, count: int) -> None:
    low, high = interval(points, count)
    assert 0 <= low <= points / count + 1e-9
    assert points / count - 1e-9 <= high <= 1
    assert interval(points * 4, count * 4)[1] - interval(points * 4, count * 4)[0] < high - low


def test_who_won_every_game_or_none_has_an_interval_that_ends_there() -> None:
    for errors in (WIDTH, ALONE):
        for count in range(1, LOOKS[-1] + 1):
            assert interval(count, count, errors)[1] == 1
            assert interval(0, count, errors)[0] == 0


def test_a_pair_begins_alike_and_pairs_vary() -> None:
    assert open_match("yin-yang", 3).position == open_match("yin-yang", 3).position
    assert len({open_match("yin-yang", number).position for number in range(6)}) > 3
    assert {len(open_match("yin-yang", number).plies) for number in range(8)} == set(range(FEWEST, MOST + 1))
    assert open_match("one-zero-one", 1).plies == []
    assert open_match("one-zero-one", 1).position != open_match("one-zero-one", 2).position


def test_a_walk_that_ends_the_match_is_no_opening() -> None:
    new = partial(match_of, "yin-yang", b"")
    ended = [number for number in range(40, 100) if walk_match(new(), number, 0).turn is None]
    assert ended
    assert all(open_match("yin-yang", number).turn is not None for number in ended)


def test_checkers_begin_in_the_openings_of_their_tables() -> None:
    assert open_match("pool", 3).position == open_match("pool", 3).position
    assert len({open_match("pool", number).position for number in range(30)}) == 30
    assert all(open_match("american", number).plies == [] for number in range(3))
    names = [open_match("american", number).options["opening"] for number in range(100)]
    assert not [name for name in names if (found := find_by_name("american", name)) is None or found.lost]
    assert open_match("international:rules=federation", 1).options["rules"] == "federation"


def test_a_game_is_played_with_both_seats_in_turn() -> None:
    one, other = (play(Pairing("binar:size=3,lines=single", 3, 0, number)) for number in (0, 1))
    assert one.points == 1.0 or other.points == 1.0
    assert all(second >= 0 for second in (*one.seconds, *other.seconds))
    assert len(one.seconds) <= (one.plies + 1) // 2


def test_as_many_games_are_played_as_are_asked_for() -> None:
    pool = SimpleNamespace(imap=map)
    for most in (10, 20, 60):
        assert len(list(played_of(pool, "binar:size=3,lines=single", 1, 0, most))) == most


def test_a_level_meets_a_beginner_at_both_seats() -> None:
    """Each plays every other ply after the opening, which neither of them plays."""
    text = "binar:size=3,lines=single"
    begun = open_match(text, 0)
    for number in (0, 1):
        game = play(Pairing(text, 6, BEGINNER, number))
        plies = game.plies - len(begun.plies)
        assert len(game.seconds) == (plies + 1 if begun.turn == number else plies) // 2
    (line,) = step("binar", 1, BEGINNER, games(1.0, 0.0), whole=2)
    assert line.startswith("binar 1 over a beginner: 50.0 % of 2 games")


def test_options_are_read_from_the_name() -> None:
    match = match_of("binar:size=5,lines=single", b"")
    assert (match.options["size"], match.options["lines"]) == (5, "single")
