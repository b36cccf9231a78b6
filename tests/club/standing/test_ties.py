"""A match counts only if neither player is the other's only tie to the others."""

import random
from itertools import combinations

import pytest

from club.standing.ties import counted_pairs


def pairs(*given: str) -> set[frozenset[int]]:
    """The pairs that count of some, each written as two letters."""
    return counted_pairs((ord(two[0]), ord(two[1])) for two in given)


def pairs_of(*given: str) -> set[frozenset[int]]:
    """Return the pairs of people named by two letters each."""
    return {frozenset(map(ord, pair)) for pair in given}


def test_two_who_play_nobody_else_count_for_nothing() -> None:
    assert pairs("ab") == pairs("ab", "cd") == set()


def test_three_who_have_all_met_count() -> None:
    assert pairs("ab", "bc") == set()
    assert pairs("ab", "bc", "ca") == pairs_of("ab", "bc", "ca")


def test_accounts_that_play_only_their_maker_count_for_nothing() -> None:
    club = ("ab", "bc", "ca", "bd", "cd")
    assert pairs(*club, "ax", "ay", "az") == pairs_of(*club)


def test_nor_do_they_where_they_play_each_other_too() -> None:
    club = ("ab", "bc", "ca", "bd", "cd", "ae", "be")
    assert pairs(*club, "ax", "ay", "az", "xy", "yz", "zx") == pairs_of(*club, "xy", "yz", "zx")


def test_a_second_tie_lets_all_of_them_count() -> None:
    club = ("ab", "bc", "ca", "bd", "cd", "ae", "be")
    assert pairs(*club, "ax", "ay", "xy", "yc") == pairs_of(*club, "ax", "ay", "xy", "yc")


def test_groups_that_never_meet_are_none_of_each_others_business() -> None:
    assert pairs("ab", "bc", "ca", "uv", "vw", "wu", "ux", "vx") == pairs_of(
        "ab", "bc", "ca", "uv", "vw", "wu", "ux", "vx"
    )


def by_taking_away(met: list[tuple[int, int]]) -> set[frozenset[int]]:
    """The pairs that count, by the words of the rule, part by part."""

    def parts(without: int, start: int) -> list[set[int]]:
        left = reach(start, None) - {without}
        found = []
        while left:
            found.append(reach(next(iter(left)), without))
            left -= found[-1]
        return found

    def reach(start: int, without: int | None) -> set[int]:
        found, left = set(), {start}
        while left:
            found |= left
            left = (
                {two[1 - two.index(each)] for each in left for two in met if each in two} - found - {without}
            )
        return found

    def belongs(player: int, other: int) -> bool:
        found = parts(player, player)
        return len(next(part for part in found if other in part)) == max(map(len, found))

    others = {
        each: {b for two in met for b in two if each in two and b != each} for two in met for each in two
    }
    return {
        frozenset(two)
        for two in met
        if all(len(others[each]) > 1 for each in two) and belongs(*two) and belongs(*two[::-1])
    }


@pytest.mark.ci
def test_the_search_finds_what_taking_people_away_one_by_one_does() -> None:
    chance = random.Random(3)
    for _ in range(400):
        people = chance.randrange(2, 12)
        every = list(combinations(range(people), 2))
        met = chance.sample(every, min(len(every), chance.randrange(1, 2 * people)))
        assert counted_pairs(met) == by_taking_away(met), met
