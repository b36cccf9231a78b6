"""A Swiss round: no two players meet again, and equal points meet."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from time import process_time

import pytest

from club.competitions.reckoning.swiss import MOST, Entrant, pair

Round = tuple[list[tuple[int, int]], int | None]


def entrants(count: int) -> list[Entrant[int]]:
    return [Entrant(number, 0, 0) for number in range(count)]


def after(there: Sequence[Entrant[int]], made: Round, chance: random.Random) -> list[Entrant[int]]:
    """Entrants after a round that chance decides; the bye is worth two points."""
    pairs, bye = made
    found = {each.player: each for each in there}
    for first, second in pairs:
        got = chance.choice((0, 1, 2))
        one, other = found[first], found[second]
        found[first] = replace(one, points=one.points + got, firsts=one.firsts + 1, met=(*one.met, second))
        found[second] = replace(other, points=other.points + 2 - got, met=(*other.met, first))
    if bye is not None:
        found[bye] = replace(found[bye], points=found[bye].points + 2, bye=True)
    return list(found.values())


def all_rounds(there: Sequence[Entrant[int]]) -> list[tuple[list[frozenset[int]], Entrant[int] | None]]:
    """Return every allowed round by trying all: its pairs and who has the bye."""
    if not there:
        return [([], None)]
    one, rest = there[0], there[1:]
    found = []
    for at, other in enumerate(rest):
        if other.player not in one.met and one.player not in other.met:
            for pairs, bye in all_rounds([*rest[:at], *rest[at + 1 :]]):
                found.append(([frozenset((one.player, other.player)), *pairs], bye))
    if len(there) % 2 and not one.bye:
        found += [(pairs, one) for pairs, bye in all_rounds(rest)]
    return found


def is_sound(there: Sequence[Entrant[int]], made: Round) -> None:
    """Assert that a round is valid.

    Everyone is in it once, no two players meet again, and no one has a second bye.
    """
    pairs, bye = made
    named = [player for each in pairs for player in each] + ([] if bye is None else [bye])
    assert sorted(named) == sorted(each.player for each in there)
    assert (bye is None) == (len(there) % 2 == 0)
    by_name = {each.player: each for each in there}
    assert bye is None or not by_name[bye].bye
    for first, second in pairs:
        assert second not in by_name[first].met
        assert first not in by_name[second].met
        assert by_name[first].firsts <= by_name[second].firsts


@pytest.mark.parametrize("count", range(1, 9))
def test_there_is_a_round_as_long_as_one_is_left(count: int) -> None:
    """A round is found as long as one is left, up to the last.

    This is checked by trying all rounds. The pairs and the bye have the smallest gap in points.
    """
    for seed in range(25):
        chance = random.Random(seed)
        there = entrants(count)
        for _ in range(count + 1):
            made, every = pair(there), all_rounds(there)
            assert (made is None) == (not every)
            if made is None:
                break
            is_sound(there, made)
            points = {each.player: each.points for each in there}

            def apart(pairs: Sequence[frozenset[int]], points: dict[int, int] = points) -> int:
                return sum((points[min(each)] - points[max(each)]) ** 2 for each in pairs)

            pairs, bye = made
            low = None if bye is None else min(each.points for _, each in every if each)
            assert low is None or (bye is not None and points[bye] == low)
            allowed = [found for found, each in every if each is None or each.points == low]
            assert apart([frozenset(each) for each in pairs]) == min(map(apart, allowed))
            there = after(there, made, chance)


def test_the_first_round_pairs_halves_and_takes_turns_to_move_first() -> None:
    assert pair(entrants(8)) == ([(0, 4), (5, 1), (2, 6), (7, 3)], None)
    assert pair(entrants(5)) == ([(0, 2), (3, 1)], 4)


def test_who_have_as_many_points_meet_and_move_first_if_they_have_done_so_less_often() -> None:
    there = [
        Entrant("a", 0, 0, ["e"]),
        Entrant("b", 2, 1, ["f"]),
        Entrant("c", 0, 1, ["g"]),
        Entrant("d", 2, 0, ["h"]),
        Entrant("e", 2, 1, ["a"]),
        Entrant("f", 0, 0, ["b"]),
        Entrant("g", 2, 0, ["c"]),
        Entrant("h", 0, 1, ["d"]),
    ]
    # Of b, d, e, g the half b, d would meet e, g; but b and e have both moved first, so it is b and d, e and g.
    assert pair(there) == ([("d", "b"), ("g", "e"), ("a", "c"), ("f", "h")], None)


def test_two_small_steps_of_points_are_better_than_a_large_one() -> None:
    """Two small steps in points are better than one large step.

    b and c have met, so not both pairs can be of equals: 4 meets 2 and 2 meets 0, rather than 4
    meeting 0.
    """
    there = [Entrant("a", 4, 0), Entrant("b", 2, 0, ["c"]), Entrant("c", 2, 0), Entrant("d", 0, 0)]
    assert pair(there) == ([("a", "b"), ("d", "c")], None)


def test_points_count_before_first_moves_and_those_before_the_halves() -> None:
    there = [Entrant("a", 2, 5), Entrant("b", 2, 5), Entrant("c", 1, 0), Entrant("d", 1, 0)]
    assert pair(there) == ([("a", "b"), ("d", "c")], None)
    there = [replace(each, points=0) for each in there]
    assert pair(there) == ([("c", "a"), ("d", "b")], None)
    there = [replace(each, firsts=each.player in "ac") for each in there]
    assert pair(there) == ([("b", "a"), ("d", "c")], None)


def test_the_bye_goes_to_the_last_of_those_with_the_fewest_points_who_had_none() -> None:
    there = [
        Entrant("a", 4, 0),
        Entrant("b", 2, 0),
        Entrant("c", 2, 0),
        Entrant("d", 0, 0),
        Entrant("e", 0, 0, bye=True),
    ]
    assert (pair(there) or ((), None))[1] == "d"
    assert (pair([*there[:3], replace(there[3], bye=True), there[4]]) or ((), None))[1] == "c"
    assert pair([replace(each, bye=True) for each in there]) is None


def test_met_counts_whoever_says_it_and_may_name_who_has_left() -> None:
    assert pair([Entrant("a", 0, 0, ["b"]), Entrant("b", 0, 0)]) is None
    assert pair([Entrant("a", 0, 0), Entrant("b", 0, 0, ["a"])]) is None
    assert pair([Entrant("a", 0, 0, ["z"]), Entrant("b", 0, 0, ["z"])]) == ([("a", "b")], None)


def test_nobody_and_one_are_paired() -> None:
    assert pair([]) == ([], None)
    assert pair([Entrant("a", 0, 0)]) == ([], "a")
    assert pair([Entrant("a", 0, 0, bye=True)]) is None


@pytest.mark.parametrize("count", [8, 17, 30])
def test_over_a_whole_evening_first_moves_stay_in_balance(count: int) -> None:
    rounds = {8: 5, 17: 7, 30: 8}[count]
    far = Counter[int]()
    for seed in range(10):
        chance, there = random.Random(seed), entrants(count)
        for _ in range(rounds):
            made = pair(there)
            assert made is not None
            is_sound(there, made)
            there = after(there, made, chance)
        far.update(abs(2 * each.firsts - len(each.met)) for each in there)
    assert max(far) <= 3
    assert far[3] <= far.total() / 50
    assert far[0] + far[1] >= far.total() * 0.8


def test_all_can_meet_all() -> None:
    """Rounds go on while one is left.

    With twelve entrants, at most eleven can be played; at least eight must be.
    """
    for seed in range(5):
        chance, there = random.Random(seed), entrants(12)
        for number in itertools.count():
            made = pair(there)
            if made is None:
                assert number >= 8
                break
            there = after(there, made, chance)


def test_a_round_of_sixty_takes_no_second_and_of_the_most_not_half_a_minute() -> None:
    for count, seconds in ((60, 1), (MOST, 30)):
        chance, there = random.Random(1), entrants(count)
        for _ in range(2):
            began = process_time()
            made = pair(there)
            assert process_time() - began < seconds
            assert made is not None
            there = after(there, made, chance)
