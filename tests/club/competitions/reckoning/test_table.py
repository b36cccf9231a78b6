"""The table: points, ties, who has left, and lines in order."""

import itertools
import random
from collections.abc import Sequence

import pytest

from club.competitions.reckoning.results import SCORINGS, PlayedResult
from club.competitions.reckoning.table import StandingsRow, build_table
from tests.club.competitions.reckoning.written_results import results


def lines(rows: Sequence[StandingsRow[str]]) -> list[tuple[object, ...]]:
    """Player, rank, points, Sonneborn-Berger, wins of each line."""
    return [(row.player, row.rank, row.points, row.sonneborn_berger, row.wins) for row in rows]


def test_a_table_worked_out_by_hand() -> None:
    rows = build_table("abcd", results("a>b a=c d>a b>c b>d c>d"))
    assert rows == [
        #   player, rank, points, played, wins, draws, losses, sonneborn_berger, solkoff
        StandingsRow("b", 1, 4, 3, 2, 0, 1, 2 * 3 + 2 * 2, 3 + 3 + 2),
        StandingsRow("a", 2, 3, 3, 1, 1, 1, 2 * 4 + 1 * 3, 4 + 3 + 2),
        StandingsRow("c", 3, 3, 3, 1, 1, 1, 1 * 3 + 2 * 2, 3 + 4 + 2),
        StandingsRow("d", 4, 2, 3, 1, 0, 2, 2 * 3, 3 + 4 + 3),
    ]


def test_equal_points_are_decided_by_sonneborn_and_berger_before_wins() -> None:
    """b's four draws are worth eight, a's two wins nothing."""
    rows = build_table("abcdefgh", results("a>c a>d b=e b=f b=g b=h c=e d=f g>h"))
    assert lines(rows)[:2] == [("b", 1, 4, 2 + 2 + 3 + 1, 0), ("a", 2, 4, 4, 2)]


def test_what_is_equal_then_is_decided_by_wins() -> None:
    """Players who are still equal are ranked by wins.

    b has four draws against players with one point each. a has two wins over players with one point
    each, which come to as much.
    """
    rows = build_table("bacdefgh", results("a>c a>d b=e b=f b=g b=h c=d"))
    assert lines(rows)[:2] == [("a", 1, 4, 2 + 2, 2), ("b", 2, 4, 1 + 1 + 1 + 1, 0)]


def test_equals_in_all_share_the_rank_in_the_order_of_the_players() -> None:
    rows = build_table("dacb", results("a=b c=d"))
    assert [(row.player, row.rank) for row in rows] == [("d", 1), ("a", 1), ("c", 1), ("b", 1)]
    rows = build_table("dacb", results("a>b c>d"))
    assert [(row.player, row.rank) for row in rows] == [("a", 1), ("c", 1), ("d", 3), ("b", 3)]


def test_no_match_counts_for_anybody_with_who_left_before_half_of_theirs() -> None:
    """Of five players each has four matches, so half of them are two."""
    rows = build_table("abcde", results("e>a a>b c=d"), withdrawn="e")
    assert lines(rows) == [
        ("a", 1, 2, 0, 1),
        ("c", 2, 1, 1, 0),
        ("d", 2, 1, 1, 0),
        ("b", 4, 0, 0, 0),
        ("e", 5, 0, 0, 0),
    ]
    assert [row.played for row in rows] == [1, 1, 1, 1, 0]
    assert [row.losses for row in rows] == [0, 0, 0, 1, 0]


def test_who_left_after_half_of_theirs_keeps_all_and_stands_where_that_puts_them() -> None:
    rows = build_table("abcde", results("e>a e>b a>b c=d"), withdrawn="e")
    assert lines(rows)[0] == ("e", 1, 4, 4, 2)
    # Of four players each has three matches: one is less than half of three, two are more.
    assert build_table("abcd", results("d>a"), withdrawn="d")[3].points == 0
    assert build_table("abcd", results("d>a d>b"), withdrawn="d")[0].player == "d"


def test_who_left_early_stands_below_who_has_nothing() -> None:
    rows = build_table("edcba", results("e>d c>b"), withdrawn="ec")
    assert [(row.player, row.rank) for row in rows] == [("d", 1), ("b", 1), ("a", 1), ("e", 4), ("c", 4)]


def test_a_match_of_two_who_left_counts_as_played_for_each_of_them() -> None:
    """d has two of four and keeps one of them, e has one."""
    rows = build_table("abcde", results("d>e d>a a=b"), withdrawn="de")
    assert [(row.player, row.points) for row in rows] == [("d", 2), ("a", 1), ("b", 1), ("c", 0), ("e", 0)]


def test_two_may_meet_several_times() -> None:
    rows = build_table("ab", results("a>b b>a a=b a>b"))
    assert rows == [StandingsRow("a", 1, 5, 4, 2, 1, 1, 15, 12), StandingsRow("b", 2, 3, 4, 1, 1, 2, 15, 20)]


def test_nobody_and_one_have_a_table() -> None:
    assert build_table([], []) == []
    assert lines(build_table("a", [])) == [("a", 1, 0, 0, 0)]
    assert lines(build_table("a", [], withdrawn="a")) == [("a", 1, 0, 0, 0)]


def test_all_points_of_a_table_are_two_a_match() -> None:
    chance = random.Random(4)
    for count in range(2, 9):
        players = range(count)
        every = [
            PlayedResult(one, other, chance.choice((one, other, None)))
            for one, other in itertools.combinations(players, 2)
        ]
        rows = build_table(players, every)
        assert sum(row.points for row in rows) == 2 * len(every)
        assert all(row.played == count - 1 == row.wins + row.draws + row.losses for row in rows)
        assert all(row.points == 2 * row.wins + row.draws for row in rows)
        # Everybody's opponents are all others.
        assert {row.points + row.solkoff for row in rows} == {2 * len(every)}
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)


def test_in_a_swiss_the_opponents_points_break_ties_first_and_a_bye_gives_points_alone() -> None:
    met = results("a>d s>a s>d s>e b>e f>b e=f")
    order = {
        solkoff: [row.player for row in build_table("abdefs", met, solkoff=solkoff)]
        for solkoff in (True, False)
    }
    assert order[True].index("a") < order[True].index("b")
    assert order[False].index("b") < order[False].index("a")
    free = {row.player: row for row in build_table("ab", [], byes=["b"])}
    assert (free["b"].points, free["b"].played, free["b"].wins, free["b"].rank) == (2, 0, 0, 1)
    assert free["a"].points == 0


def test_the_delft_system_gives_four_points_and_three_for_a_plus_draw() -> None:
    played = [PlayedResult("a", "b", "a"), PlayedResult("a", "c", None, "c"), PlayedResult("b", "c", None)]
    rows = build_table("abc", played, byes="b", scoring=SCORINGS["delft"])
    assert [(row.player, row.points, row.wins, row.draws, row.losses, row.plus_draws) for row in rows] == [
        ("b", 6, 0, 1, 1, 0),
        ("a", 5, 1, 1, 0, 0),
        ("c", 5, 0, 2, 0, 1),
    ]
    assert [row.sonneborn_berger for row in rows] == [2 * 5, 4 * 6 + 1 * 5, 3 * 5 + 2 * 6]
    assert [row.points for row in build_table("abc", played, byes="b")] == [3, 3, 2]


def test_plus_draws_break_ties_where_they_count_and_only_there() -> None:
    played = [PlayedResult("a", "b", None, "b"), PlayedResult("c", "a", "a"), PlayedResult("b", "c", "b")]
    ranks = {
        name: {row.player: row.rank for row in build_table("abc", played, scoring=scoring)}
        for name, scoring in SCORINGS.items()
    }
    assert ranks["usual"] == ranks["halves"] == {"a": 1, "b": 1, "c": 3}
    assert ranks["plus"] == ranks["delft"] == {"b": 1, "a": 2, "c": 3}


@pytest.mark.parametrize("scoring", SCORINGS)
def test_all_points_of_a_match_add_up_to_those_of_a_win(scoring: str) -> None:
    worth = SCORINGS[scoring]
    for winner, ahead in (("a", None), ("b", None), (None, None), (None, "a"), (None, "b")):
        result = PlayedResult("a", "b", winner, ahead)
        assert result.points("a", worth) + result.points("b", worth) == worth.win
