"""A Swiss evening in the club.

Members check in; rounds are paired, judged and taken back; some members come late or leave.
"""

from collections import Counter

import pytest

from club.clocks.time_control import TimeControl, parse_control
from club.competitions.kinds.all_kinds import KINDS
from club.competitions.kinds.swiss import SwissKind
from club.competitions.kinds.tournament import TournamentKind
from club.competitions.lookup import Official
from club.members.people import Person
from club.refusals import Refusal
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, TableChange
from tests.club.leagues import MO
from tests.club.people import act
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, SOON, Evening, take_steps_at_once, tournament

LATE = Person(777, "Late")


@pytest.mark.ci
async def test_an_evening_of_17_with_a_late_entry_byes_and_a_round_taken_back(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:17])
    stage = await evening.stage()
    assert (stage.status, stage.round, stage.rounds) == (StageStatus.RUNNING, 0, 6)
    assert await evening.pairings() == []
    await evening.here()
    assert len(await evening.pairings()) == 8
    [free] = [each for each in (await evening.entrants()).values() if each.bye == 0]
    assert free.seed == 16  # the last of equals
    await evening.play()
    assert (await evening.stage()).round == 1

    await evening.club.competitions.all.join(1, LATE)  # while people are called: in this round already
    evening.people.append(LATE)
    await evening.here(*evening.people[:17])
    second = await evening.pairings()
    assert len(second) == 9
    [late] = [each for each in (await evening.entrants()).values() if each.user_id == LATE.id]
    assert (late.seed, late.here) == (17, 1)
    await evening.play()

    await evening.club.competitions.all.withdraw(1, PEOPLE[0].id)
    evening.people.remove(PEOPLE[0])
    await evening.here()
    third = await evening.pairings()
    assert len(third) == 8
    await evening.lose(third[0], third[0].first_id)
    before = await evening.club.competitions.all.load_crosstable(1)
    with pytest.raises(Refusal, match="Only whoever"):
        await evening.club.competitions.tournaments.take_back_round(1, official=Official(PEOPLE[1].id))
    sheet = await evening.club.competitions.tournaments.take_back_round(1, official=Official(MO.id))
    assert (
        sum(line.row.points for line in sheet.lines) == sum(line.row.points for line in before.lines) - 2 - 2
    )
    assert [(jump.what, jump.user_id, jump.round) for jump in sheet.latest_changes][-1] == (
        TableChange.TAKEN_BACK,
        MO.id,
        2,
    )
    assert await evening.pairings() == []
    await evening.club.competitions.scheduler.take_due_steps()
    for pairing in third[1:]:
        assert (await room.row(pairing.match_id or 0)).reason == "ended.taken_back"

    for number in range(2, 6):
        assert (await evening.stage()).round == number
        await evening.here()
        await evening.play()
    assert (await evening.stage()).status is StageStatus.OVER
    sheet = await evening.sheet()
    met = Counter(frozenset((each.first_id, each.second_id)) for each in sheet.pairings)
    assert set(met.values()) == {1}
    byes = [line.entrant.bye for line in sheet.lines if line.entrant.bye is not None]
    assert len(byes) == len(set(byes)) == 5  # of six rounds all but the second have an odd number
    assert sum(line.row.points for line in sheet.lines) == 2 * len(sheet.pairings) + 2 * len(byes)
    assert await evening.due() is None


async def test_who_does_not_say_that_they_are_there_is_not_paired_and_may_come_back(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:6])
    await evening.here(*PEOPLE[:4])
    assert await evening.pairings() == []
    await evening.wait(SwissKind.call_time - 1)
    assert await evening.pairings() == []
    await evening.wait(1)
    users = {each.id: each.user_id for each in (await evening.entrants()).values()}
    playing = {users[each] for pair in await evening.pairings() for each in (pair.first_id, pair.second_id)}
    assert playing == {person.id for person in PEOPLE[:4]}
    assert await evening.club.competitions.tournaments.check_in(1, PEOPLE[5].id) == 2
    await evening.play()
    await evening.here(*PEOPLE[:5])
    assert len(await evening.pairings()) == 3


@pytest.mark.parametrize("away", [SwissKind.call_time, 3600.0])
async def test_who_could_not_check_in_because_the_bot_was_away_is_called_once_more(
    room: Room, away: float
) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await room.club.play.clocks.store_heartbeats({0: room.time[0]}, 1)
    await evening.wait(away)
    stage = await evening.stage()
    assert (stage.status, stage.round) == (StageStatus.RUNNING, 0)
    assert stage.closes_at == room.time[0] + SwissKind.call_time
    await evening.here()
    assert len(await evening.pairings()) == 2


async def test_a_round_that_takes_too_long_is_judged_and_the_next_one_is_called(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    first, second = await evening.pairings()
    await room.move(first.match_id or 0)
    control = (await room.row(first.match_id or 0)).control
    assert control == "10m+5s"
    await evening.wait(2 * (600 + 60 * 5) - 1)
    assert (await evening.stage()).round == 0
    await evening.wait(1)
    stage, sheet = await evening.stage(), await evening.sheet()
    assert (stage.round, stage.called_at) == (1, room.time[0])
    results = {each.id: (each.effective_result, each.judged) for each in sheet.pairings}
    assert results == {first.id: (PairingResult.FIRST, True), second.id: (PairingResult.NONE, True)}


async def test_a_round_that_closed_while_the_bot_was_away_goes_on_for_as_long_as_was_left(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    left = (await evening.stage()).closes_at - room.time[0]
    beat = room.club.play.clocks.store_heartbeats
    await beat({0: room.time[0]}, 1)
    await evening.wait(3600.0)
    assert (await evening.stage()).closes_at == room.time[0] + left
    assert [each.effective_result for each in await evening.pairings()] == [None, None]
    room.time[0] += left - 1
    await beat({0: room.time[0]}, 1)
    await evening.wait(1)
    assert (await evening.stage()).round == 1


async def test_a_match_that_gave_nothing_may_be_paired_again_and_counts_for_nobody(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], rounds=3)
    await evening.here()
    await evening.wait(3600)
    assert [line.row.points for line in (await evening.sheet()).lines] == [0] * 4
    for _ in range(2):
        await evening.here()
        await evening.play()
    assert (await evening.stage()).status is StageStatus.OVER


async def test_with_nobody_left_to_meet_the_evening_is_over(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], rounds=3)
    for _ in range(2):
        await evening.here(*PEOPLE[:4])
        await evening.play()
    await evening.here(PEOPLE[0])
    await evening.wait(SwissKind.call_time)
    assert (await evening.stage()).status is StageStatus.OVER


async def test_with_too_few_it_is_called_off_and_the_organiser_may_start_it_earlier(room: Room) -> None:
    await tournament(room.club)
    for person in PEOPLE[:2]:
        await room.club.competitions.all.join(1, person)
    with pytest.raises(Refusal, match="needs 3 members"):
        await room.club.competitions.tournaments.start(1, official=Official(MO.id))
    room.time[0] += SOON
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.OVER
    await tournament(room.club)
    for person in PEOPLE[:4]:
        await room.club.competitions.all.join(2, person)
    with pytest.raises(Refusal, match="Only whoever"):
        await room.club.competitions.tournaments.start(2, official=Official(PEOPLE[0].id))
    await room.club.competitions.tournaments.start(2, official=Official(MO.id))
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_stage_view(2)).stage.status is StageStatus.RUNNING
    with pytest.raises(Refusal, match="started already"):
        await room.club.competitions.tournaments.start(2, official=Official(MO.id))
    with pytest.raises(Refusal, match="started already"):
        await room.club.competitions.all.leave(2, PEOPLE[0].id)


async def test_nobody_is_late_for_the_last_round_and_who_has_withdrawn_can_come_back(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], rounds=2)
    await evening.here()
    await evening.club.competitions.all.withdraw(1, PEOPLE[0].id)
    with pytest.raises(Refusal, match="have withdrawn"):
        await evening.club.competitions.tournaments.check_in(1, PEOPLE[0].id)
    with pytest.raises(Refusal, match="not in this tournament"):
        await evening.club.competitions.tournaments.check_in(1, LATE.id)
    await evening.club.competitions.all.join(1, PEOPLE[0])
    await evening.play()
    assert [each.withdrawn for each in (await evening.entrants()).values()] == [False] * 4
    await evening.here(*PEOPLE[1:4])  # the fourth is in by coming back
    assert len(await evening.pairings()) == 2
    with pytest.raises(Refusal, match="No other round"):
        await evening.club.competitions.all.join(1, LATE)


async def test_a_correction_moves_the_table_and_the_next_round_goes_by_it(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    first, second = await evening.pairings()
    await evening.lose(first, first.first_id)
    await evening.lose(second, second.first_id)
    await evening.club.competitions.all.rule_on(
        first.id, PairingResult.FIRST, official=Official(MO.id), why="fair"
    )
    await evening.here()
    met = {frozenset((each.first_id, each.second_id)) for each in await evening.pairings()}
    assert frozenset((first.first_id, second.second_id)) in met


async def test_a_server_that_is_gone_in_the_evening_finds_its_round_as_long_as_it_was(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    closes_at = (await evening.stage()).closes_at
    await evening.club.play.places.suspend_server(1)
    await evening.club.play.places.suspend_server((await evening.sheet()).competition.guild_id)
    room.time[0] += 500
    await evening.club.play.places.resume_server((await evening.sheet()).competition.guild_id)
    assert (await evening.stage()).closes_at == closes_at + 500


async def test_who_ends_it_lets_the_round_that_runs_be_played(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    await evening.club.competitions.all.stop(1, official=Official(MO.id))
    assert (await evening.stage()).status is StageStatus.RUNNING
    with pytest.raises(Refusal, match="No other round"):
        await evening.here(PEOPLE[0])
    await evening.play()
    assert (await evening.stage()).status is StageStatus.OVER


async def test_an_evening_needs_a_clock_to_sit_down_to(room: Room) -> None:
    for clock in ("1d", "61m+5s"):
        with pytest.raises(Refusal, match="clock to sit down to"):
            await tournament(room.club, clock=clock)


def test_a_swiss_has_a_round_more_than_a_knock_out_and_nobody_meets_twice() -> None:
    swiss = SwissKind()
    assert [swiss.default_rounds(entrants) for entrants in (2, 3, 4, 5, 8, 9, 16, 17, 64)] == [
        1,
        2,
        3,
        4,
        4,
        5,
        5,
        6,
        7,
    ]
    assert swiss.round_duration(TimeControl(30 * 60, 10), 9) == 2 * (30 * 60 + 600)


async def test_several_processes_pair_a_round_and_begin_its_matches_once(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:6])
    for person in PEOPLE[:6]:
        await room.club.competitions.tournaments.check_in(1, person.id)
    await take_steps_at_once(room)
    assert len(await evening.pairings()) == 3
    rows = await room.club.store.read(lambda tx: tx.all("SELECT id FROM match"))
    assert len(rows) == 3


async def test_who_had_the_bye_is_paired_as_one_who_has_won(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:7])
    await evening.here()
    await evening.play()
    points = {line.entrant.id: line.row.points for line in (await evening.sheet()).lines}
    await evening.here()
    for pairing in await evening.pairings():
        assert points[pairing.first_id] == points[pairing.second_id]


@pytest.mark.parametrize(("kind", "matches"), [("swiss", 1), ("robin", 3)])
def test_a_live_round_has_time_for_the_whole_banks_of_both(kind: str, matches: int) -> None:
    meant, control = KINDS[kind], parse_control("10+5")
    assert isinstance(meant, TournamentKind) and control is not None
    assert meant.round_duration(control, 4) == matches * 2 * (600 + 60 * 5)


async def test_a_match_that_cannot_be_read_keeps_no_round_once_it_is_ended(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4])
    await evening.here()
    unread, other = await evening.pairings()
    await evening.lose(other, other.first_id)
    await room.club.play.matches.quarantine.put(unread.match_id or 0, "match.unreadable", Exception())
    await room.club.competitions.scheduler.take_due_steps()
    assert (await evening.stage()).round == 0
    await room.club.play.moderation.end_match(unread.match_id or 0, act(MO))
    await room.club.competitions.scheduler.take_due_steps()
    assert (await evening.stage()).round == 1
