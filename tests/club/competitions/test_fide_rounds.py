"""Swiss rounds by FIDE's rules, where the host has installed them."""

import random
from typing import Any

import pytest

from club.competitions.reckoning import fide
from club.competitions.reckoning.fide import FideEntrant, FideRound, find_fide_pairs, pair_fide_round
from club.competitions.reckoning.results import PlayedResult, points_by_player
from club.competitions.reckoning.swiss import collect_histories
from club.refusals import Refusal
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening, tournament

NOT_THERE = "a_package_that_nobody_has"


@pytest.mark.ci
@pytest.mark.parametrize(("count", "rounds"), [(6, 3), (9, 5), (16, 5)])
def test_tournaments_are_paired_to_their_end(count: int, rounds: int) -> None:
    """No one meets twice, has a second bye, or has one side three times running.

    In the last round, leaders may have one side a third time (C.04.3, C3).
    """
    for seed in range(3):
        chance = random.Random(seed)
        played: list[Any] = []
        byes: dict[int, int] = {}
        for number in range(rounds):
            results = [result for made, _ in played for result in made]
            points, told = points_by_player(range(count), results), collect_histories(played)
            entrants = tuple(
                FideEntrant(
                    each,
                    each + 1,
                    points[each] + 2 * (each in byes),
                    *told.get(each, ("", "")),
                    byes.get(each),
                )
                for each in range(count)
            )
            met = frozenset((min(each[:2]), max(each[:2])) for each in results)
            made = find_fide_pairs(FideRound(entrants, met, number + 1, rounds))
            assert made is not None and (made.bye is None) == (count % 2 == 0)
            if made.bye is not None:
                byes[made.bye] = number
            played.append(
                (
                    [PlayedResult(*pair, chance.choice((*pair, None))) for pair in made.pairs],
                    [] if made.bye is None else [made.bye],
                )
            )
        assert len(byes) == rounds * (count % 2)
        for sides, _ in collect_histories(played).values():
            assert not {"FFF", "SSS"} & {sides[at : at + 3] for at in range(rounds - 3)}


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    entrants = tuple(FideEntrant(10 * number, number, 0, "", "", None) for number in range(1, 8))
    made = find_fide_pairs(FideRound(entrants, frozenset(), 1, 3))
    assert made == ([(10, 40), (50, 20), (30, 60)], 70)


def test_who_had_a_bye_has_floated_down_and_does_not_so_again() -> None:
    """Of three with a point the last floats down, unless they had a bye."""
    met = frozenset({(1, 4), (2, 5)})
    for bye, floats in ((None, True), (0, False)):
        entrants = (
            FideEntrant(1, 1, 2, "F", "-", None),
            FideEntrant(2, 2, 2, "S", "-", None),
            FideEntrant(3, 3, 2, "-", "-", bye),
            FideEntrant(4, 4, 0, "S", "-", None),
            FideEntrant(5, 5, 0, "F", "-", None),
        )
        made = find_fide_pairs(FideRound(entrants, met, 2, 4))
        assert made is not None
        [pair] = [each for each in made.pairs if 3 in each]
        assert bool({4, 5} & {*pair}) == floats, (bye, made)


def test_where_the_rules_allow_no_round_none_is_found() -> None:
    entrants = tuple(FideEntrant(number, number, 2, "FS", "--", 0) for number in (1, 2, 3))
    assert find_fide_pairs(FideRound(entrants, frozenset({(1, 2), (1, 3), (2, 3)}), 3, 4)) is None


def test_where_so_many_have_met_that_two_would_be_left_over_none_is_found() -> None:
    entrants = tuple(FideEntrant(number, number, 0, "FSF", "---", None) for number in range(1, 7))
    met = frozenset((one, other) for one in (1, 2, 3) for other in (4, 5, 6))
    assert find_fide_pairs(FideRound(entrants, met, 4, 5)) is None


def test_a_process_of_its_own_finds_the_same_and_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = tuple(FideEntrant(number, number, 0, "", "", None) for number in range(1, 6))
    wanted = FideRound(entrants, frozenset(), 1, 3)
    made = pair_fide_round(wanted)
    assert made is not None and made == find_fide_pairs(wanted)
    monkeypatch.setattr(fide, "WITHIN", 0.01)
    assert pair_fide_round(wanted) is None


async def test_an_evening_by_their_rules_is_paired_between_its_steps(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:7], rounds=3, system="fide")
    met = set()
    for number in range(3):
        await evening.here()
        pairs = await evening.pairings()
        seeds = {each.id: each.seed for each in (await evening.entrants()).values()}
        if not number:
            assert [(seeds[each.first_id], seeds[each.second_id]) for each in pairs] == [
                (0, 3),
                (4, 1),
                (2, 5),
            ]
        assert len(pairs) == 3 and all(each.match_id is not None for each in pairs)
        met |= {frozenset((each.first_id, each.second_id)) for each in pairs}
        await evening.play()
    assert len(met) == 9
    assert sorted(
        line.entrant.bye for line in (await evening.sheet()).lines if line.entrant.bye is not None
    ) == [0, 1, 2]


async def test_without_the_extra_none_is_made_and_what_runs_goes_on_by_our_rules(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await Evening.start(room, PEOPLE[:5], rounds=2, system="fide")
    monkeypatch.setattr(fide, "PACKAGE", NOT_THERE)
    with pytest.raises(Refusal, match="not installed here"):
        await tournament(room.club, system="fide")
    assert (await evening.stage()).system == "fide"
    await evening.here()
    assert len(await evening.pairings()) == 2
    assert (await evening.stage()).system == "club", "and its card says so"


async def test_only_the_rounds_of_a_swiss_are_paired_by_them(room: Room) -> None:
    with pytest.raises(Refusal, match="Only the rounds of a Swiss evening"):
        await tournament(room.club, "knockout", system="fide")
