"""What a position is worth before anybody looks ahead."""

from collections.abc import Callable

import pytest

from engines.checkers.evaluate import (
    HUNT,
    TEMPO,
    EvaluatorPair,
    WorthCache,
    evaluators,
    king_worth,
    untrained_evaluators,
)
from rules.catalogue import GAMES
from rules.checkers.moves import BLACK, WHITE, generator
from rules.checkers.rulesets import RULESETS, Ruleset, ruleset
from tests.engines.checkers.boards_turned import swap_sides
from tests.rules.checkers.diagram import place
from tests.rules.checkers.matches import EVERY_SETUP
from tests.rules.playouts import play_out


def worth(
    key: str, white: str, black: str, judges: Callable[[Ruleset], EvaluatorPair] = untrained_evaluators
) -> int:
    """The worth to White, who is to move, by hand if nothing else is said."""
    row = ruleset(key)
    board = place(generator(row), white, black)
    return judges(row)[WHITE](board.white, board.black, board.kings)


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP, ids=str)
def test_both_colours_and_both_sides_judge_alike(key: str, options: dict[str, str]) -> None:
    for where, _ in play_out(GAMES[key], options, 2, limit=80):
        board, row = where.board, where.generator.ruleset
        other = swap_sides(where.generator, board)
        white, black = evaluators(row)
        seen_by_white = white(board.white, board.black, board.kings)
        assert seen_by_white == black(other.black, other.white, other.kings)
        if row.aim == "crown":
            continue  # whoever is to move may crown at once
        assert seen_by_white - TEMPO == -(black(board.black, board.white, board.kings) - TEMPO)


def test_more_pieces_kings_men_farther_on_and_a_guarded_home_are_worth_more() -> None:
    assert worth("russian", "a1 c1", "b8") > 80
    assert worth("russian", "Kd4 c1", "b8 d8") > 150
    assert worth("russian", "c5 c1", "b8 d8") > worth("russian", "c3 c1", "b8 d8")
    assert worth("russian", "c1 c3", "e7 f8") > worth("russian", "b2 c3", "e7 f8") - 5
    assert worth("russian", "Kd4", "Kh8") > worth("russian", "Ka1", "Kh8")


def test_a_lead_weighs_more_the_fewer_there_are() -> None:
    assert worth("american", "c3 e3 g3 a1 c1", "b8 d8 f8 a7") < worth("american", "c3 e3", "b8")


@pytest.mark.parametrize("judges", [untrained_evaluators, evaluators])
def test_a_king_among_flying_kings_alone_is_worth_little(judges: Callable[[Ruleset], EvaluatorPair]) -> None:
    def counts(key: str, white: str) -> int:
        return worth(key, white, "Kh8", judges)

    assert counts("russian", "Kd4 Ke5 Kc3") < counts("russian", "Kd4 Ke5 a1")
    assert counts("american", "Kd4 Ke5 Kc3") > counts("american", "Kd4 Ke5 a1")


def test_kings_that_fly_are_worth_more() -> None:
    flying = {row.flying: king_worth(row) for row in RULESETS.values()}
    assert flying[True] > flying[False] > 100
    assert evaluators(ruleset("gothic", kings="flying"))[BLACK] is not evaluators(ruleset("gothic"))[BLACK]


@pytest.mark.parametrize("key", ["russian", "turkish"])
def test_a_full_table_of_worths_is_emptied_and_changes_nothing(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [where.board for where, _ in play_out(GAMES[key], {}, 3, limit=60)]
    white, _ = evaluators(ruleset(key))
    worths = [white(board.white, board.black, board.kings) for board in boards]
    monkeypatch.setattr("engines.checkers.evaluate.MOST_KEPT", 3)
    small, _ = evaluators.__wrapped__(ruleset(key))
    assert [small(board.white, board.black, board.kings) for board in boards] == worths
    kept = WorthCache(lambda pieces: pieces + 1)
    assert [kept[pieces] for pieces in (1, 2, 3, 4, 1)] == [2, 3, 4, 5, 2]
    assert list(kept) == [4, 1]


@pytest.mark.parametrize("judges", [untrained_evaluators, evaluators])
@pytest.mark.parametrize(
    ("key", "near", "far", "hunted"),
    [
        ("american", "Kd6 Ke5", "Ka1 Kc1", "Kh8"),
        ("gothic", "Kf6 Kf5", "Kb1 Kb2", "Kh8"),
        ("malaysian", "Kh8 Ki9", "Ka1 Kc1", "Kl12"),
    ],
)
def test_short_kings_that_are_ahead_come_near_and_the_others_keep_away(
    key: str, near: str, far: str, hunted: str, judges: Callable[[Ruleset], EvaluatorPair]
) -> None:
    by_far = worth(key, near, hunted, judges) - worth(key, far, hunted, judges)
    assert by_far > 2 * HUNT
    away, close = worth(key, hunted, far, judges), worth(key, hunted, near, judges)
    assert away - close == by_far


@pytest.mark.parametrize("judges", [untrained_evaluators, evaluators])
@pytest.mark.parametrize(
    ("near", "far", "hunted", "more"),
    [
        # e5 and d4 are as central as each other, three and four squares from h8, three and four from h6 too.
        ("Ke5 a1", "Kd4 a1", "Kh8", 20),
        ("Ke5 a1", "Kd4 a1", "Kh6", 20),
        # The mean of those that hunt, each from the nearest.
        ("Ke5 Ka1", "Kd4 Ka1", "Kh8", 10),
        ("Ka1 Kd8 e1", "Kh8 Kd8 e1", "Kb4 Kh4", 10),
    ],
)
def test_each_square_nearer_counts_by_the_mean_of_the_kings_that_hunt(
    near: str, far: str, hunted: str, more: int, judges: Callable[[Ruleset], EvaluatorPair]
) -> None:
    gained = worth("american", near, hunted, judges) - worth("american", far, hunted, judges)
    assert gained == more
    assert worth("american", hunted, far, judges) - worth("american", hunted, near, judges) == more


def test_who_hunts_from_the_middle_distance_gains_nothing_and_half_a_king_is_no_lead() -> None:
    # A man that is ahead, half of it again for the few pieces, the home row, the centre, the move.
    assert worth("american", "Ke5 a1", "Kh8") == 100 + 50 + 7 + 6 + TEMPO
    assert worth("american", "Ke5 Ka1", "Kh8 a7") == worth("american", "Kd4 Ka1", "Kh8 a7")


def test_nobody_hunts_where_kings_fly() -> None:
    assert worth("russian", "Ke5 c1 e1", "Kh8") == worth("russian", "Kd4 c1 e1", "Kh8")


def test_to_catch_the_last_king_is_worth_more_than_to_stand_beside_it() -> None:
    assert worth("malaysian", "Ki9 Kj10", "") > worth("malaysian", "Ki9 Kj10", "Kl12") + 100
