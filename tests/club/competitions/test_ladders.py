"""A ladder's life in the club.

Members join, challenge, win, do not answer, are silent and leave; then the ladder is ended.
"""

import pytest

from club.clocks.time_control import parse_control
from club.competitions.kinds.ladder import LadderKind
from club.competitions.lookup import Official
from club.competitions.reckoning.ladder import AGAIN, ANSWER, SILENCE
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, ladders, pairings
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, TableChange
from rules.catalogue import GAMES
from tests.club.ladders import Climb, ladder
from tests.club.leagues import MO
from tests.club.people import ANN, GUILD, act
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, take_steps_at_once

FIVE = PEOPLE[:5]
HOUR, DAY = 3600.0, 24 * 3600.0


def member_names(*numbers: int) -> list[str]:
    """Return the names of the members with these numbers."""
    return [f"Member {number}" for number in numbers]


@pytest.mark.ci
@pytest.mark.both_databases
@pytest.mark.parametrize("result", [PairingResult.FIRST, PairingResult.SECOND])
async def test_a_challenge_that_stands_still_can_be_ruled_on(room: Room, result: PairingResult) -> None:
    climb = await Climb.start(room, FIVE[:2])
    pairing = await climb.challenge(FIVE[1], FIVE[0])
    with pytest.raises(Refusal, match="not ended"):
        await room.club.competitions.all.rule_on(pairing.id, result, official=Official(MO.id), why="fair")
    assert not (await climb.sheet()).rulable_pairings
    await room.club.play.places.suspend_match(pairing.match_id or 0)
    assert [each.id for each in (await climb.sheet()).rulable_pairings] == [pairing.id]
    await room.club.competitions.all.rule_on(pairing.id, result, official=Official(MO.id), why="fair")
    assert await climb.names() == (
        member_names(0, 1) if result is PairingResult.FIRST else member_names(1, 0)
    )
    await room.club.competitions.all.rule_on(pairing.id, None, official=Official(MO.id), why="fair")
    assert (
        await climb.names() == member_names(0, 1)
        and (await climb.pairing(pairing)).result is PairingResult.NONE
    )
    await climb.wait(AGAIN)
    assert (await climb.challenge(FIVE[1], FIVE[0])).id != pairing.id  # no one waits for that match any more
    await room.club.play.places.resume_server(GUILD)
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.row(pairing.match_id or 0)).reason == "ended.ruled"  # no one plays on for nothing


@pytest.mark.both_databases
async def test_who_wins_takes_the_place_and_those_between_slide_one_down(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    assert await climb.names() == member_names(0, 1, 2, 3, 4)
    pairing = await climb.challenge(FIVE[4], FIVE[1])
    assert (pairing.first_place, pairing.second_place, pairing.turned) == (2, 5, False)
    assert pairing.first_id == (await climb.entrant(FIVE[1])).id  # the challenged player begins
    assert pairing.match_id is not None
    await climb.win(pairing, FIVE[4])
    assert await climb.names() == member_names(0, 4, 1, 2, 3)
    await climb.win(await climb.challenge(FIVE[3], FIVE[1]), FIVE[1])
    assert await climb.names() == member_names(0, 4, 1, 2, 3)
    sheet = await climb.sheet()
    assert [(each.what, each.pairing_id) for each in sheet.latest_changes[-2:]] == [
        (TableChange.PLAYED, 1),
        (TableChange.PLAYED, 2),
    ]
    assert [(line.row.wins, line.row.played) for line in sheet.lines] == [
        (0, 0),
        (1, 1),
        (1, 2),
        (0, 0),
        (0, 1),
    ]


async def test_reach_one_challenge_at_a_time_and_no_second_one_within_a_week(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    with pytest.raises(Refusal, match="up to 3 places"):
        await climb.challenge(FIVE[4], FIVE[0])
    with pytest.raises(Refusal, match="up to 3 places"):
        await climb.challenge(FIVE[2], FIVE[3])
    with pytest.raises(Refusal, match="at the top"):
        await climb.challenge(FIVE[0], FIVE[1])
    with pytest.raises(Refusal, match="do not stand"):
        await climb.club.competitions.ladders.challenge(1, 1, ANN.id)
    first = await climb.challenge(FIVE[4], FIVE[3])
    with pytest.raises(Refusal, match="open challenge already"):
        await climb.challenge(FIVE[4], FIVE[2])
    await climb.challenge(FIVE[3], FIVE[2])  # to be challenged leaves one's own challenge free
    await climb.win(first, FIVE[3])
    reached = await climb.club.competitions.ladders.list_targets(1, FIVE[4].id)
    assert [(each.place, each.open_from) for each in reached] == [
        (2, None),
        (3, None),
        (4, room.time[0] + AGAIN),
    ]
    with pytest.raises(Refusal, match="a short time ago"):
        await climb.challenge(FIVE[4], FIVE[3])
    room.time[0] += AGAIN
    again = await climb.challenge(FIVE[4], FIVE[3])
    assert again.turned and again.first_id == (await climb.entrant(FIVE[4])).id  # Member 3 began last time
    assert again.challenged_seat == 1


@pytest.mark.both_databases
async def test_whoever_does_not_answer_in_three_days_loses_the_place(room: Room) -> None:
    climb = await Climb.start(room, FIVE, clock="14d")
    pairing = await climb.challenge(FIVE[4], FIVE[3])
    due = await climb.club.store.read(competitions.next_due_time)
    assert due == room.time[0] + ANSWER
    await climb.wait(ANSWER - 1)
    assert (await climb.pairing(pairing)).result is None
    await climb.wait(1)
    assert (await climb.pairing(pairing)).result is PairingResult.SECOND
    assert (await room.row(1)).reason == "ended.unanswered"
    assert await climb.names() == member_names(0, 1, 2, 4, 3)


async def test_nobody_is_late_to_answer_because_the_bot_was_away(room: Room) -> None:
    climb = await Climb.start(room, FIVE, clock="14d")
    pairing = await climb.challenge(FIVE[4], FIVE[3])
    await room.club.play.clocks.store_heartbeats({0: room.time[0]}, 1)
    await climb.wait(ANSWER)
    assert (await climb.pairing(pairing)).result is None
    await climb.wait(ANSWER + 1)
    assert (await climb.pairing(pairing)).result is None, "it is still away"


async def test_who_has_moved_in_time_plays_on_by_the_clock(room: Room) -> None:
    climb = await Climb.start(room, FIVE, clock="14d")
    pairing = await climb.challenge(FIVE[4], FIVE[3])
    await climb.wait(ANSWER - 1)
    await room.move(1)
    await climb.wait(10 * DAY)
    assert (await climb.pairing(pairing)).result is None


async def test_the_time_to_answer_begins_with_ones_turn_and_stands_as_the_clock_does(room: Room) -> None:
    climb = await Climb.start(room, FIVE, clock="14d")
    await climb.win(await climb.challenge(FIVE[4], FIVE[3]), FIVE[3])
    room.time[0] += AGAIN
    pairing = await climb.challenge(FIVE[4], FIVE[3])  # now the challenger begins
    await climb.wait(ANSWER + 1)
    assert (await climb.pairing(pairing)).result is None
    await room.move(2)
    await climb.wait(DAY)
    await climb.club.play.places.suspend_server(GUILD)
    room.time[0] += 20 * DAY
    await climb.club.play.places.resume_server(GUILD)
    await climb.club.competitions.scheduler.take_due_steps()
    assert (await climb.pairing(pairing)).result is None
    await climb.wait(2 * DAY - 1)
    assert (await climb.pairing(pairing)).result is None
    await climb.wait(7 * HOUR)
    assert (await climb.pairing(pairing)).result is PairingResult.FIRST
    assert await climb.names() == member_names(0, 1, 2, 4, 3)


@pytest.mark.both_databases
async def test_after_a_month_of_silence_one_slides_once_also_with_several_processes(room: Room) -> None:
    climb = await Climb.start(room, FIVE[:3])
    room.time[0] += SILENCE / 2
    await climb.win(await climb.challenge(FIVE[2], FIVE[1]), FIVE[1])
    assert await climb.club.store.read(competitions.next_due_time) == room.time[0] + SILENCE / 2
    room.time[0] += SILENCE / 2
    await take_steps_at_once(room)
    assert await climb.names() == member_names(1, 0, 2)
    facts = await climb.club.store.read(lambda tx: ladders.list_facts(tx, 1))
    assert [each.what for each in facts].count(TableChange.SLID) == 1


async def test_nobody_slides_while_they_play_nor_for_a_month_after_their_server_was_away(room: Room) -> None:
    climb = await Climb.start(room, FIVE[:3], clock="14d")
    room.time[0] += SILENCE - HOUR
    await climb.challenge(FIVE[1], FIVE[0])
    await room.move(1)
    await climb.wait(HOUR)
    assert await climb.names() == member_names(0, 1, 2)
    await climb.club.play.places.suspend_server(GUILD)
    room.time[0] += 2 * SILENCE
    await climb.club.competitions.scheduler.take_due_steps()
    await climb.club.play.places.resume_server(GUILD)
    await climb.wait(SILENCE - 1)
    facts = await climb.club.store.read(lambda tx: ladders.list_facts(tx, 1))
    # The foot was silent before, and could slide nowhere.
    assert [each.what for each in facts if each.what not in (TableChange.LATE, TableChange.PLAYED)] == [
        TableChange.SILENT
    ]


async def test_who_leaves_makes_room_and_begins_at_the_foot_again(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    pairing = await climb.challenge(FIVE[4], FIVE[1])
    await climb.club.competitions.all.withdraw(1, FIVE[1].id)
    assert await climb.names() == member_names(0, 2, 3, 4)
    await climb.win(pairing, FIVE[4])  # a member who has left has no place to lose
    assert await climb.names() == member_names(0, 2, 3, 4)
    with pytest.raises(Refusal, match="You have left this ladder today"):
        await climb.club.competitions.all.join(1, FIVE[1])
    await climb.wait(24 * 3600.0)
    await climb.club.competitions.all.join(1, FIVE[1])
    await climb.club.competitions.all.join(1, FIVE[1])
    assert await climb.names() == member_names(0, 2, 3, 4, 1)


async def test_whoever_is_forgotten_stands_there_no_more(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    await climb.win(await climb.challenge(FIVE[4], FIVE[1]), FIVE[4])
    await climb.challenge(FIVE[2], FIVE[1])
    await climb.club.privacy.deletion.begin_deletion(FIVE[1].id)
    assert await climb.club.privacy.deletion.work() is None
    await climb.club.competitions.scheduler.take_due_steps()
    assert await climb.names() == member_names(0, 4, 2, 3)
    gone = [line.entrant for line in (await climb.sheet()).lines if not line.row.rank]
    assert [each.user_id for each in gone] == [0]


@pytest.mark.both_databases
async def test_what_the_organiser_rules_moves_the_places_and_is_undone_the_same_way(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    pairing = await climb.challenge(FIVE[4], FIVE[2])
    with pytest.raises(Refusal, match="not ended yet"):
        await climb.club.competitions.all.rule_on(
            pairing.id, PairingResult.FIRST, official=Official(MO.id), why="fair"
        )
    await climb.win(pairing, FIVE[4])
    await climb.win(await climb.challenge(FIVE[3], FIVE[4]), FIVE[3])
    assert await climb.names() == member_names(0, 1, 3, 4, 2)
    await climb.club.competitions.all.rule_on(
        pairing.id, PairingResult.DRAW, official=Official(MO.id), why="fair"
    )
    assert await climb.names() == member_names(0, 1, 2, 3, 4)
    assert (await climb.sheet()).latest_changes[-1].what is TableChange.RULED
    await climb.club.competitions.all.rule_on(pairing.id, None, official=Official(MO.id), why="fair")
    assert await climb.names() == member_names(0, 1, 3, 4, 2)


async def test_one_that_is_ended_lets_be_played_what_runs(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    pairing = await climb.challenge(FIVE[4], FIVE[2])
    await climb.club.competitions.all.stop(1, official=Official(MO.id))
    await climb.club.competitions.scheduler.take_due_steps()
    for trying in (climb.challenge(FIVE[3], FIVE[2]), climb.club.competitions.all.join(1, ANN)):
        with pytest.raises(Refusal, match="is ended"):
            await trying
    assert (await climb.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.RUNNING
    await climb.win(pairing, FIVE[4])
    assert await climb.names() == member_names(0, 1, 4, 2, 3)
    assert (await climb.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.OVER
    assert await climb.club.store.read(competitions.next_due_time) is None


async def test_a_ladder_that_is_full_takes_nobody_until_somebody_leaves(room: Room) -> None:
    most = LadderKind.most
    people = [Person(1000 + number, f"Member {number}") for number in range(most)]
    climb = await Climb.start(room, people)
    with pytest.raises(Refusal, match=f"All the {most} places"):
        await climb.club.competitions.all.join(1, ANN)
    await climb.club.competitions.all.withdraw(1, people[0].id)
    await climb.club.competitions.all.join(1, ANN)
    assert (await climb.names())[-1] == ANN.name


async def test_a_press_that_comes_twice_makes_one_ladder(room: Room) -> None:
    first = await ladder(room.club)
    made, control = act(MO), parse_control("1d")
    assert control is not None
    again = [
        await room.club.competitions.ladders.create(
            name="Twice", game=GAMES["binar"], options={}, control=control, organiser=made, place=(GUILD, 5)
        )
        for _ in range(2)
    ]
    assert again[0].id == again[1].id != first.id
    sections = await room.club.store.read(lambda tx: competitions.list_sections(tx, 2))
    assert len(sections) == 1


async def test_a_match_that_is_lost_without_a_word_counts_nothing_and_keeps_nobody_waiting(
    room: Room,
) -> None:
    climb = await Climb.start(room, FIVE)
    pairing = await climb.challenge(FIVE[4], FIVE[2])
    await climb.club.store.write(
        lambda tx: tx.run("UPDATE match SET status = 'over' WHERE id = ?", pairing.match_id)
    )
    await climb.club.store.write(lambda tx: competitions.bring_forward(tx, 1, room.time[0]))
    await climb.club.competitions.scheduler.take_due_steps()
    assert (await climb.pairing(pairing)).result is PairingResult.NONE
    assert await climb.names() == member_names(0, 1, 2, 3, 4)
    await climb.challenge(FIVE[4], FIVE[2])


async def test_vacations_count_in_full_for_a_ladder_waits_for_no_season(room: Room) -> None:
    climb = await Climb.start(room, FIVE)
    pairing = await climb.challenge(FIVE[4], FIVE[2])
    assert await climb.club.store.read(lambda tx: pairings.get_season(tx, pairing.match_id or 0)) is None
