"""A Swiss round: no two players meet again, and equal points meet."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from time import process_time
from typing import Any

import pytest

from club.competitions.reckoning.results import PlayedResult
from club.competitions.reckoning.swiss import MOST, SwissEntrant, collect_histories, pair_round
from tests.pace import slowness

Round = tuple[list[tuple[int, int]], int | None]


def entrants(count: int) -> list[SwissEntrant[int]]:
    return [SwissEntrant(number, 0, 0) for number in range(count)]


def after(there: Sequence[SwissEntrant[int]], made: Round, chance: random.Random) -> list[SwissEntrant[int]]:
    """Entrants after a round that chance decides."""
    pairs, bye = made
    return after_results(there, [PlayedResult(*pair, chance.choice((*pair, None))) for pair in pairs], bye)


def after_results(
    there: Sequence[SwissEntrant[int]], results: Sequence[PlayedResult[int]], bye: int | None
) -> list[SwissEntrant[int]]:
    """Entrants after a round; the bye is worth two points."""
    found = {each.player: each for each in there}
    for result in results:
        one, other = found[result.first], found[result.second]
        found[result.first] = replace(
            one,
            points=one.points + result.points(result.first),
            first_moves=one.first_moves + 1,
            opponents_met=(*one.opponents_met, result.second),
        )
        found[result.second] = replace(
            other,
            points=other.points + result.points(result.second),
            opponents_met=(*other.opponents_met, result.first),
        )
    if bye is not None:
        found[bye] = replace(found[bye], points=found[bye].points + 2, had_bye=True)
    return list(found.values())


def with_histories(
    there: Sequence[SwissEntrant[int]], rounds: Sequence[tuple[list[PlayedResult[int]], int | None]]
) -> list[SwissEntrant[int]]:
    """Entrants with the sides and floats of these rounds."""
    told = collect_histories((results, [] if bye is None else [bye]) for results, bye in rounds)
    return [
        replace(each, sides=sides, floats=floats)
        for each in there
        for sides, floats in [told.get(each.player, ("", ""))]
    ]


def all_rounds(
    there: Sequence[SwissEntrant[int]],
) -> list[tuple[list[frozenset[int]], SwissEntrant[int] | None]]:
    """Return every allowed round by trying all: its pairs and who has the bye."""
    if not there:
        return [([], None)]
    one, rest = there[0], there[1:]
    found = []
    for at, other in enumerate(rest):
        if other.player not in one.opponents_met and one.player not in other.opponents_met:
            for pairs, bye in all_rounds([*rest[:at], *rest[at + 1 :]]):
                found.append(([frozenset((one.player, other.player)), *pairs], bye))
    if len(there) % 2 and not one.had_bye:
        found += [(pairs, one) for pairs, bye in all_rounds(rest)]
    return found


def is_sound(there: Sequence[SwissEntrant[int]], made: Round) -> None:
    """Assert that a round is valid.

    Everyone is in it once, no two players meet again, and no one has a second bye.
    """
    pairs, bye = made
    named = [player for each in pairs for player in each] + ([] if bye is None else [bye])
    assert sorted(named) == sorted(each.player for each in there)
    assert (bye is None) == (len(there) % 2 == 0)
    by_name = {each.player: each for each in there}
    assert bye is None or not by_name[bye].had_bye
    for first, second in pairs:
        assert second not in by_name[first].opponents_met
        assert first not in by_name[second].opponents_met
        assert by_name[first].first_moves <= by_name[second].first_moves


@pytest.mark.ci
@pytest.mark.parametrize("count", range(1, 9))
def test_there_is_a_round_as_long_as_one_is_left(count: int) -> None:
    """A round is found as long as one is left, up to the last.

    This is checked by trying all rounds. The pairs and the bye have the smallest gap in points.
    """
    for seed in range(25):
        chance = random.Random(seed)
        there = entrants(count)
        for _ in range(count + 1):
            made, every = pair_round(there), all_rounds(there)
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


@pytest.mark.ci
@pytest.mark.parametrize("count", range(2, 9))
def test_fewest_repeat_a_side_and_then_a_float_among_the_rounds_of_the_smallest_gaps(count: int) -> None:
    """This is checked by trying all rounds, and both ways round of each pair."""
    for seed in range(20):
        chance, there, rounds = (
            random.Random(seed),
            entrants(count),
            list[tuple[list[PlayedResult[int]], int | None]](),
        )
        while True:
            there = with_histories(there, rounds)
            made = pair_round(there)
            if made is None:
                break
            by_player = {each.player: each for each in there}

            def repeats(first: int, second: int, known: Any = by_player) -> int:
                played = [known[player].sides.replace("-", "") for player in (first, second)]
                return int(played[0].endswith("FF")) + int(played[1].endswith("SS"))

            def costs(pairs: Sequence[frozenset[int]], known: Any = by_player) -> tuple[int, int, int]:
                apart = sides = floats = 0
                for low, high in (sorted(pair, key=lambda player: known[player].points) for pair in pairs):
                    gap = known[high].points - known[low].points
                    apart += gap * gap
                    sides += min(repeats(low, high), repeats(high, low))
                    if gap:
                        floats += known[high].floats.endswith("D") + known[low].floats.endswith("U")
                return apart, sides, floats

            pairs, bye = made
            every = all_rounds(there)
            fewest = min((each.points for _, each in every if each), default=None)
            allowed = [found for found, each in every if each is None or each.points == fewest]
            assert costs([frozenset(pair) for pair in pairs]) == min(map(costs, allowed))
            assert sum(repeats(*pair) for pair in pairs) == costs([frozenset(pair) for pair in pairs])[1]
            results: list[PlayedResult[int]] = [
                PlayedResult(*pair, winner=chance.choice((*pair, None))) for pair in pairs
            ]
            rounds.append((results, bye))
            there = after_results(there, results, bye)


def test_a_history_has_a_letter_for_each_round() -> None:
    """Cy has the bye in round 1, which is worth two points; Dot comes in round 2."""
    rounds: list[tuple[list[PlayedResult[str]], list[str]]] = [
        ([PlayedResult("a", "b", "a")], ["c"]),
        ([PlayedResult("c", "a", None), PlayedResult("d", "b", "b")], []),
        ([PlayedResult("a", "d", "a")], ["b"]),
    ]
    assert collect_histories(rounds) == {
        "a": ("FSF", "--D"),
        "b": ("SS-", "---"),
        "c": ("-F-", "---"),
        "d": ("-FS", "--U"),
    }
    assert collect_histories([]) == collect_histories([([], ["a"])]) == {}


def test_who_has_twice_moved_first_moves_second_whatever_the_numbers_say() -> None:
    there = [SwissEntrant("a", 0, 2, sides="FF"), SwissEntrant("b", 0, 3, sides="FFSF")]
    assert pair_round(there) == ([("b", "a")], None)
    there = [SwissEntrant("a", 0, 1, sides="SF"), SwissEntrant("b", 0, 1, sides="FS")]
    assert pair_round(there) == ([("b", "a")], None), "as often: who was second last moves first"


def test_the_first_round_pairs_halves_and_takes_turns_to_move_first() -> None:
    assert pair_round(entrants(8)) == ([(0, 4), (5, 1), (2, 6), (7, 3)], None)
    assert pair_round(entrants(5)) == ([(0, 2), (3, 1)], 4)


def test_who_have_as_many_points_meet_and_move_first_if_they_have_done_so_less_often() -> None:
    there = [
        SwissEntrant("a", 0, 0, ["e"]),
        SwissEntrant("b", 2, 1, ["f"]),
        SwissEntrant("c", 0, 1, ["g"]),
        SwissEntrant("d", 2, 0, ["h"]),
        SwissEntrant("e", 2, 1, ["a"]),
        SwissEntrant("f", 0, 0, ["b"]),
        SwissEntrant("g", 2, 0, ["c"]),
        SwissEntrant("h", 0, 1, ["d"]),
    ]
    # Of b, d, e, g the half b, d would meet e, g; but b and e have both moved first, so it is b and d, e and g.
    assert pair_round(there) == ([("d", "b"), ("g", "e"), ("a", "c"), ("f", "h")], None)


def test_two_small_steps_of_points_are_better_than_a_large_one() -> None:
    """Two small steps in points are better than one large step.

    b and c have met, so not both pairs can be of equals: 4 meets 2 and 2 meets 0, rather than 4
    meeting 0.
    """
    there = [
        SwissEntrant("a", 4, 0),
        SwissEntrant("b", 2, 0, ["c"]),
        SwissEntrant("c", 2, 0),
        SwissEntrant("d", 0, 0),
    ]
    assert pair_round(there) == ([("a", "b"), ("d", "c")], None)


def test_points_count_before_first_moves_and_those_before_the_halves() -> None:
    there = [
        SwissEntrant("a", 2, 5),
        SwissEntrant("b", 2, 5),
        SwissEntrant("c", 1, 0),
        SwissEntrant("d", 1, 0),
    ]
    assert pair_round(there) == ([("a", "b"), ("d", "c")], None)
    there = [replace(each, points=0) for each in there]
    assert pair_round(there) == ([("c", "a"), ("d", "b")], None)
    there = [replace(each, first_moves=each.player in "ac") for each in there]
    assert pair_round(there) == ([("b", "a"), ("d", "c")], None)


def test_the_bye_goes_to_the_last_of_those_with_the_fewest_points_who_had_none() -> None:
    there = [
        SwissEntrant("a", 4, 0),
        SwissEntrant("b", 2, 0),
        SwissEntrant("c", 2, 0),
        SwissEntrant("d", 0, 0),
        SwissEntrant("e", 0, 0, had_bye=True),
    ]
    assert (pair_round(there) or ((), None))[1] == "d"
    assert (pair_round([*there[:3], replace(there[3], had_bye=True), there[4]]) or ((), None))[1] == "c"
    assert pair_round([replace(each, had_bye=True) for each in there]) is None


def test_met_counts_whoever_says_it_and_may_name_who_has_left() -> None:
    assert pair_round([SwissEntrant("a", 0, 0, ["b"]), SwissEntrant("b", 0, 0)]) is None
    assert pair_round([SwissEntrant("a", 0, 0), SwissEntrant("b", 0, 0, ["a"])]) is None
    assert pair_round([SwissEntrant("a", 0, 0, ["z"]), SwissEntrant("b", 0, 0, ["z"])]) == (
        [("a", "b")],
        None,
    )


def test_nobody_and_one_are_paired() -> None:
    assert pair_round([]) == ([], None)
    assert pair_round([SwissEntrant("a", 0, 0)]) == ([], "a")
    assert pair_round([SwissEntrant("a", 0, 0, had_bye=True)]) is None


@pytest.mark.ci
@pytest.mark.parametrize("count", [8, 17, 30])
def test_over_a_whole_evening_first_moves_stay_in_balance(count: int) -> None:
    rounds = {8: 5, 17: 7, 30: 8}[count]
    far = Counter[int]()
    for seed in range(10):
        chance, there = random.Random(seed), entrants(count)
        for _ in range(rounds):
            made = pair_round(there)
            assert made is not None
            is_sound(there, made)
            there = after(there, made, chance)
        far.update(abs(2 * each.first_moves - len(each.opponents_met)) for each in there)
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
            made = pair_round(there)
            if made is None:
                assert number >= 8
                break
            there = after(there, made, chance)


@pytest.mark.ci
def test_a_round_of_sixty_takes_no_second_and_of_the_most_not_half_a_minute() -> None:
    for count, seconds in ((60, 1), (MOST, 30)):
        chance, there = random.Random(1), entrants(count)
        for _ in range(2):
            began = process_time()
            made = pair_round(there)
            assert process_time() - began < seconds * slowness()
            assert made is not None
            there = after(there, made, chance)
