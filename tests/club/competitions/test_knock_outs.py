"""Knock-outs and round robins.

They cover who meets whom, what a draw does, who goes on, and when it is over.
"""

import pytest

from club.competitions.kinds.tournament import ROUND
from club.competitions.lookup import Official
from club.competitions.reckoning.bracket import GAMES, bracket_seeds, build_bracket
from club.competitions.table_files import to_trf
from club.refusals import Refusal
from data.competitions import competitions
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult
from tests.club.leagues import MO
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_better_two_seeds_are_the_later_they_can_meet(size: int) -> None:
    order = bracket_seeds(size)
    assert sorted(order) == list(range(size))
    while len(order) > 1:
        pairs = list(zip(order[::2], order[1::2], strict=True))
        assert all(one + other == len(order) - 1 for one, other in pairs)
        order = [min(pair) for pair in pairs]


def test_the_best_seeds_have_the_first_round_free_where_places_are_empty() -> None:
    first, second, last = build_bracket([10, 11, 12, 13, 14], [])
    assert sorted(tie.winner or 0 for tie in first if tie.is_bye) == [10, 11, 12]
    assert [{tie.upper, tie.lower} for tie in first if not tie.is_bye] == [{13, 14}]
    assert len(second) == 2 and len(last) == 1


async def test_a_knock_out_of_six_is_played_to_its_final(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:6], "knockout", clock="1d")
    assert (await evening.stage()).rounds == 3
    assert len(await evening.pairings()) == 2
    await evening.play()
    assert (await evening.stage()).round == 1
    second = await evening.pairings()
    seeds = {each.id: each.seed for each in (await evening.entrants()).values()}
    assert {seed for pair in second for seed in (seeds[pair.first_id], seeds[pair.second_id])} == {0, 1, 2, 3}
    await evening.play()
    await room.club.store.write(lambda tx: competitions.set_section_message(tx, 1, 70))
    await evening.play()
    assert (await evening.stage()).status is StageStatus.OVER
    assert (await evening.sheet()).section.former_id == 70, "its card is posted anew"
    [[final]] = (await evening.sheet()).bracket_rounds[2:]
    assert final.winner is not None and seeds[final.winner] == 0


async def test_a_drawn_tie_is_played_again_with_sides_swapped_until_the_better_seed_goes_on(
    room: Room,
) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "knockout", clock="1d")
    firsts = []
    for number in range(GAMES):
        met = await evening.pairings()
        assert len(met) == number + 1
        firsts.append(met[-1].first_id)
        assert met[-1].turned == (number > 0) and (await evening.stage()).round == 0
        assert (await evening.stage()).closes_at == room.time[0] + ROUND
        await evening.draw(met[-1])
    assert firsts[0] == firsts[2] != firsts[1]
    assert (await evening.stage()).round == 1
    seeds = {each.id: each.seed for each in (await evening.entrants()).values()}
    assert {seeds[pair.second_id] for pair in await evening.pairings()} | {
        seeds[pair.first_id] for pair in await evening.pairings()
    } == {0, 1}


async def test_a_round_does_not_wait_for_the_replay_of_what_the_organiser_has_let_count_as_won(
    room: Room,
) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "knockout", clock="1d")
    drawn, other = await evening.pairings()
    await evening.draw(drawn)
    replay = (await evening.pairings())[-1]
    assert replay.match_id is not None
    await evening.club.competitions.all.rule_on(
        drawn.id, PairingResult.FIRST, official=Official(MO.id), why="a false claim"
    )
    await evening.club.competitions.scheduler.take_due_steps()
    assert (await evening.club.play.matches.load(replay.match_id)).is_over
    await evening.lose(other, other.first_id)
    [final] = await evening.pairings()
    assert {final.first_id, final.second_id} == {drawn.first_id, other.second_id}


async def test_nor_for_the_replay_of_a_ruling_that_was_cleared_again(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "knockout", clock="1d")
    won, _ = await evening.pairings()
    await evening.lose(won, won.second_id)
    met = []
    for result in (PairingResult.DRAW, None):
        await evening.club.competitions.all.rule_on(
            won.id, result, official=Official(MO.id), why="looked at again"
        )
        await evening.club.competitions.scheduler.take_due_steps()
        met.append([pairing.id for pairing in await evening.pairings()])
    with_replay, cleared = met
    assert (len(with_replay), cleared) == (3, with_replay[:2])


async def test_whose_opponent_withdraws_goes_on_and_a_round_of_no_matches_is_passed_over(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "knockout", clock="1d")
    first, second = await evening.pairings()
    users = {each.id: each.user_id for each in (await evening.entrants()).values()}
    await evening.lose(first, first.first_id)
    await evening.club.competitions.all.withdraw(1, users[first.second_id])
    await evening.lose(second, second.first_id)
    assert (await evening.stage()).status is StageStatus.OVER
    assert (await evening.sheet()).bracket_rounds[1][0].winner == second.second_id


async def test_who_is_out_takes_nothing_from_the_winner_by_leaving(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "knockout", clock="1d")
    [lost, _] = await evening.pairings()
    await evening.lose(lost, lost.first_id)
    await evening.club.competitions.all.withdraw(1, (await evening.entrants())[lost.first_id].user_id)
    sheet = await evening.sheet()
    assert [line.entrant.id for line in sheet.lines if line.row.wins] == [lost.second_id]
    assert "--" not in to_trf(sheet)


async def test_what_is_ruled_in_a_round_that_is_over_is_refused_until_the_next_one_is_taken_back(
    room: Room,
) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "knockout", clock="1d")
    first, _ = await evening.pairings()
    await evening.play()
    [final] = await evening.pairings()
    with pytest.raises(Refusal, match="Take that round back first"):
        await evening.club.competitions.all.rule_on(
            first.id, PairingResult.SECOND, official=Official(MO.id), why="fair"
        )
    await evening.club.competitions.tournaments.take_back_round(1, official=Official(MO.id))
    await evening.club.competitions.scheduler.take_due_steps()
    [again] = await evening.pairings()
    assert again.id != final.id and {again.first_id, again.second_id} == {final.first_id, final.second_id}
    await evening.club.competitions.tournaments.take_back_round(1, official=Official(MO.id))
    assert (await evening.stage()).round == 1


async def test_in_a_round_robin_everybody_meets_everybody_and_the_last_match_ends_it(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:5], "robin", clock="1d")
    sheet = await evening.sheet()
    assert len(sheet.pairings) == 10 and all(pairing.match_id is not None for pairing in sheet.pairings)
    assert [line.best for line in sheet.lines] == [1] * 5
    for pairing in sheet.pairings:
        assert (await evening.stage()).status is StageStatus.RUNNING
        await evening.lose(pairing, max(pairing.first_id, pairing.second_id))
    assert (await evening.stage()).status is StageStatus.OVER
    assert [line.row.points for line in (await evening.sheet()).lines] == [8, 6, 4, 2, 0]


async def test_with_a_clock_to_sit_down_to_each_plays_one_match_at_a_time(room: Room) -> None:
    await room.begin(people=(PEOPLE[0], PEOPLE[1]))  # of no competition: it keeps no one from playing
    evening = await Evening.start(room, PEOPLE[:4], "robin")
    for _ in range(3):
        begun = [
            each
            for each in (await evening.sheet()).pairings
            if each.match_id and each.effective_result is None
        ]
        assert len(begun) == 2
        for pairing in begun:
            await evening.lose(pairing, pairing.first_id)
    assert (await evening.stage()).status is StageStatus.OVER
