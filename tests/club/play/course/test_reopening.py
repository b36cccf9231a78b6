"""Moderators undo an end of theirs, and the match is as it was.

That goes for clocks, votes and the table too.
"""

import json
from functools import partial

import pytest

from club.members.people import Person
from club.play.course.ballots import BallotTerms, Voter
from club.refusals import Refusal
from data.competitions import pairings
from data.competitions.pairings import PairingResult
from data.members import admin_log
from data.play import replay_check
from data.play.matches import MatchStatus
from tests.club.competitions.team_matches import start_with_reserves
from tests.club.ladders import Climb
from tests.club.leagues import start_season
from tests.club.people import ANN, BEN, CLEO, GUILD, act, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening

pytestmark = pytest.mark.both_databases

HOUR, DAY = 3600.0, 24 * 3600.0
MO = Person(99, "Mo")


async def end(room: Room, match_id: int = 1) -> None:
    await room.club.play.moderation.end_match(match_id, act(MO), why="It hung")


async def reopen(room: Room, match_id: int = 1, by: Person = MO) -> None:
    await room.club.play.moderation.reopen_match(match_id, act(by), why="It did not")


async def faults(room: Room) -> list[object]:
    """What the check of the database finds broken."""
    found = await room.club.store.read(partial(replay_check.list_sealed_after, after_id=0, limit=99))
    return [
        fault
        for match, events in found
        if (fault := replay_check.find_fault(match, events, with_replay=True))
    ]


@pytest.mark.ci
@pytest.mark.parametrize("clock", ["1d", "3d+1d", "5+5"])
async def test_a_match_goes_on_with_the_time_that_was_left(room: Room, clock: str) -> None:
    await room.begin(clock)
    await room.move()
    room.time[0] += 60.0
    before, left = (
        await room.row(),
        [(await room.clock()).seconds_left(seat, room.time[0]) for seat in (0, 1)],
    )
    await end(room)
    assert (await room.clock()).turn is None
    room.time[0] += 5 * DAY
    await room.quiet()
    await reopen(room)
    after, stands = await room.row(), await room.clock()
    assert (after.status, after.turn, after.reason) == (MatchStatus.RUNNING, before.turn, None)
    assert after.record == before.record and stands.turn == before.turn
    assert [stands.seconds_left(seat, room.time[0]) for seat in (0, 1)] == pytest.approx(left)
    assert len(await room.rows("board")) == 1
    [told] = await room.rows("notice")
    assert json.loads(told.payload) == {"reopened": "It did not"}
    await room.move()
    await room.club.play.matches.resign(1, act(ANN))
    assert (await room.row()).winner == 1
    assert await faults(room) == []


async def test_only_what_a_moderator_has_ended_goes_on_and_not_by_its_players(room: Room) -> None:
    table = await start_match(room.club)
    assert await refused_code(reopen(room)) == "end.undo.not"
    await end(room)
    assert await refused_code(reopen(room, by=ANN)) == "matter.own"
    [listed] = await room.club.play.moderation.list_ended(GUILD)
    assert listed.row.id == table.row.id
    await reopen(room)
    assert await refused_code(reopen(room)) == "end.undo.not"
    assert await room.club.play.moderation.list_ended(GUILD) == []
    log = await room.club.store.read(partial(admin_log.list_newest, guild_id=GUILD, skip=0, limit=9))
    assert [(row.what, json.loads(row.became or "")) for row in log] == [
        ("reopen", "It did not"),
        ("end", "It hung"),
    ]
    await room.club.play.matches.resign(1, act(BEN))
    assert await refused_code(reopen(room)) == "end.undo.not"


async def test_a_press_that_comes_twice_undoes_one_end(room: Room) -> None:
    await start_match(room.club)
    await end(room)
    pressed = act(MO)
    for _ in range(2):
        await room.club.play.moderation.reopen_match(1, pressed, why="so")
    assert (await room.row()).version == 2


async def test_what_a_barred_member_played_stays_ended(room: Room) -> None:
    await start_match(room.club)
    await room.club.competitions.barring.bar(GUILD, BEN, act(MO), why="loud", until=None)
    assert await refused_code(reopen(room)) == "end.undo.late"
    await room.club.competitions.barring.let_back(GUILD, BEN, act(MO), why="sorry")
    await reopen(room)
    assert (await room.row()).status is MatchStatus.RUNNING


async def test_a_team_votes_on_under_the_same_terms(room: Room) -> None:
    await start_match(room.club, vote=BallotTerms("own", 12 * HOUR, 3, 77))
    await end(room)
    await reopen(room)
    ballot = await room.club.play.votes.load_ballot(1, Voter(CLEO.id, may_write=True, role_ids={77}))
    assert (await room.club.play.votes.cast(ballot, act(CLEO), "c3")).has_voted
    with pytest.raises(Refusal, match="<@&77>"):
        await room.club.play.votes.load_ballot(1, Voter(ANN.id + 50, may_write=True, role_ids={76}))


async def test_a_league_waits_for_the_match_again_and_counts_how_it_ends(room: Room) -> None:
    await start_season(room.club)
    pairing = await room.club.store.read(lambda tx: pairings.find_by_match(tx, 1))
    assert pairing is not None
    await end(room)
    await room.club.competitions.scheduler.take_due_steps()
    ended = await room.club.store.read(lambda tx: pairings.find_by_match(tx, 1))
    assert ended is not None and ended.result is PairingResult.NONE
    await reopen(room)
    assert await room.club.store.read(lambda tx: pairings.find_by_match(tx, 1)) == pairing
    await room.club.competitions.scheduler.take_due_steps()
    row = await room.row()
    await room.club.play.matches.resign(1, act(Person(row.user_ids[0], "")))
    counted = await room.club.store.read(lambda tx: pairings.find_by_match(tx, 1))
    assert counted is not None and counted.result is PairingResult.SECOND


async def test_a_round_that_another_follows_keeps_its_end(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "swiss")
    await evening.here()
    first, second = await evening.pairings()
    match_id = first.match_id or 0
    await end(room, match_id)
    await reopen(room, match_id)
    await end(room, match_id)
    row = await room.row(second.match_id or 0)
    await room.club.play.matches.resign(row.id, act(Person(row.user_ids[0], "")))
    await room.club.competitions.scheduler.take_due_steps()
    await evening.here()
    assert (await evening.stage()).round == 1
    assert await refused_code(reopen(room, match_id)) == "end.undo.late"
    assert (await room.row(match_id)).status is MatchStatus.OVER


async def test_a_round_that_is_over_keeps_its_ends_while_people_are_called_to_the_next(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "swiss")
    await evening.here()
    first, second = await evening.pairings()
    await evening.lose(second, second.first_id)
    await end(room, first.match_id or 0)
    await room.club.competitions.scheduler.take_due_steps()
    assert (await evening.stage()).round == 1
    assert await refused_code(reopen(room, first.match_id or 0)) == "end.undo.late"


async def test_a_board_goes_on_whatever_board_it_is(room: Room) -> None:
    await start_with_reserves(room)
    other = Person(98, "Moe")  # Mo leads both teams
    for match_id in (1, 2, 3):
        await room.club.play.moderation.end_match(match_id, act(other), why="It hung")
        await room.club.competitions.scheduler.take_due_steps()
        await reopen(room, match_id, other)
        assert (await room.row(match_id)).status is MatchStatus.RUNNING


async def test_a_ladder_s_challenge_goes_on_until_something_else_was_played(room: Room) -> None:
    climb = await Climb.start(room, PEOPLE[:5])
    one = await climb.challenge(PEOPLE[1], PEOPLE[0])
    other = await climb.challenge(PEOPLE[3], PEOPLE[2])
    await end(room, one.match_id or 0)
    await reopen(room, one.match_id or 0)
    assert (await climb.pairing(one)).result is None
    await end(room, one.match_id or 0)
    row = await room.row(other.match_id or 0)
    await room.club.play.matches.resign(row.id, act(Person(row.user_ids[0], "")))
    assert await refused_code(reopen(room, one.match_id or 0)) == "end.undo.late"
