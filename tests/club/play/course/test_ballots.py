"""Ballots: who may vote, when one closes, and what is to be seen of it."""

from dataclasses import replace
from typing import Any

import pytest

from club.members.people import Person
from club.play.course import votes as use_cases
from club.play.course.ballots import (
    MOST,
    SHORTEST,
    SPARE,
    BallotTerms,
    Teams,
    Voter,
    check_team_vote,
    check_voter,
    closing_time,
    votes_on_position,
)
from club.play.course.votes import Ballot
from club.play.match.matches import Table
from club.play.match.sides import BOTH
from club.refusals import Refusal, StaleBoard
from data.play import matches, votes
from data.play.challenges import ChallengeRow
from data.play.matches import EventKind, EventRow
from data.play.votes import BallotRow, TallyRow, VoteRow
from rules.catalogue import GAMES
from tests.club.people import ANN, BEN, CLEO, act, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room

HOUR = 3600.0
ZOE = Person(4, "Zoe")
HIDDEN = next(key for key, game in GAMES.items() if game.hidden)
OWN = BallotTerms("own", 12 * HOUR, 3)


async def team(room: Room, terms: BallotTerms = OWN, **given: Any) -> Table:
    return await start_match(room.club, vote=terms, **given)


async def load(room: Room, who: Person, match_id: int = 1) -> Ballot:
    return await room.club.play.votes.load_ballot(match_id, Voter(who.id, may_write=True))


async def vote(room: Room, who: Person, move: str, *, safe: bool = False) -> Ballot:
    return await room.club.play.votes.cast(await load(room, who), act(who), move, safe=safe)


async def stored(room: Room) -> BallotRow | None:
    return await room.club.store.read(lambda tx: votes.get_ballot(tx, 1))


async def due(room: Room) -> float | None:
    return await room.club.store.read(votes.next_due_time)


def cast_by(user_id: int, seat: int = 0, *, since: int = 0, safe: bool = False) -> VoteRow:
    return VoteRow(user_id, 1, seat, user_id, since, "a1", safe, user_id)


async def refusal(room: Room, voter: Voter, cast: tuple[VoteRow, ...] = (), **ballot: Any) -> str | None:
    """Return why a user may not vote for Ann's team against Ben, or `None`."""
    row = (await start_match(room.club)).row
    try:
        check_voter(row, BallotRow(row.id, 1.0, 2, **ballot), 0, voter, cast)
    except Refusal as error:
        return error.code
    return None


@pytest.mark.parametrize(
    ("voter", "cast", "role", "code"),
    [
        (Voter(CLEO.id, True), (), None, None),
        (Voter(CLEO.id, False), (), None, "vote.silent"),
        (Voter(ANN.id, False), (), 7, None),
        (Voter(BEN.id, True), (), None, "vote.opponent"),
        (Voter(CLEO.id, True, {6}), (), 7, "vote.role"),
        (Voter(CLEO.id, True, {6, 7}), (), 7, None),
        (Voter(CLEO.id, True), (cast_by(CLEO.id),), None, None),
        (Voter(CLEO.id, True), (cast_by(CLEO.id, 1),), None, "vote.other_team"),
        (Voter(CLEO.id, True), (cast_by(ZOE.id, 1),), None, None),
        (Voter(CLEO.id, True), tuple(cast_by(100 + each) for each in range(MOST - 1)), None, None),
        (Voter(CLEO.id, True), tuple(cast_by(100 + each) for each in range(MOST)), None, "vote.full"),
        (Voter(CLEO.id, True), tuple(cast_by(100 + each, 1) for each in range(MOST)), None, None),
        (Voter(ANN.id, True), tuple(cast_by(100 + each) for each in range(MOST)), None, None),
    ],
)
async def test_who_may_vote(
    room: Room, voter: Voter, cast: tuple[VoteRow, ...], role: int | None, code: str | None
) -> None:
    assert await refusal(room, voter, cast, role_id=role) == code


async def test_the_first_player_may_not_vote_for_the_second_one_s_team(room: Room) -> None:
    row = (await start_match(room.club)).row
    with pytest.raises(Refusal) as refused:
        check_voter(row, BallotRow(row.id, 1.0, 2), 1, Voter(ANN.id, True), [])
    assert refused.value.code == "vote.opponent"
    assert check_voter(row, BallotRow(row.id, 1.0, 2), 1, Voter(CLEO.id, True), []) is None


async def test_who_plays_both_sides_may_vote_as_captain(room: Room) -> None:
    row = (await start_match(room.club)).row
    both = replace(row, seats=(replace(row.seats[0], user_id=ANN.id), replace(row.seats[1], user_id=ANN.id)))
    own = cast_by(ANN.id)
    assert check_voter(both, BallotRow(1, 1.0, 2), 0, Voter(ANN.id, True), [cast_by(7), own]) is own


def test_votes_on_a_position_are_those_of_the_team_since_then() -> None:
    here = cast_by(1, 0, since=4)
    others = [cast_by(2, 1, since=4), cast_by(3, 0, since=3), cast_by(4, 0, since=5)]
    assert votes_on_position([*others, here], 0, 4) == [here]


@pytest.mark.parametrize(
    ("deadline", "closes"),
    [
        (None, 7200.0),
        (7200.0 + SPARE, 7200.0),
        (7200.0 + SPARE - 1, 7199.0),
        (SPARE + SHORTEST, SHORTEST),
        (SPARE + SHORTEST + 1, SHORTEST + 1),
        (SPARE, SHORTEST),
    ],
)
async def test_a_ballot_closes_in_time_for_the_clock(
    room: Room, deadline: float | None, closes: float
) -> None:
    row = (await start_match(room.club, clock="1d")).row
    assert row.clock is not None
    timed = replace(row, clock=replace(row.clock, deadline_at=None if deadline is None else 1000 + deadline))
    assert closing_time(timed, 7200.0, 1000.0) == 1000 + closes


@pytest.mark.parametrize(
    ("teams", "seats", "swapped"), [("own", [1], "other"), ("other", [0], "own"), ("both", [0, 1], "both")]
)
def test_terms_are_seen_from_the_challenger(teams: Teams, seats: list[int], swapped: Teams) -> None:
    terms = BallotTerms(teams, 60.0, 2, 7)
    assert terms.team_seats(1) == seats
    assert terms.for_rematch(swapped=False) == terms
    assert terms.for_rematch(swapped=True) == replace(terms, teams=swapped)
    assert BallotTerms.parse(terms.text) == terms
    assert BallotTerms.parse("own,60,2") == BallotTerms("own", 60.0, 2)


async def challenge(room: Room, **given: Any) -> ChallengeRow:
    return replace(await make_challenge(room.club, vote=OWN), **given)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"side": BOTH}, "vote.both"),
        ({"clock": "5+3"}, "vote.clock"),
        ({"abroad": "u"}, "challenge.server"),
        ({"game": HIDDEN}, "vote.hidden"),
        ({"clock": "1d"}, None),
        ({"clock": None}, None),
        ({"vote": None, "side": BOTH}, None),
    ],
)
async def test_a_team_votes_where_it_can(room: Room, given: dict[str, Any], code: str | None) -> None:
    asked = await challenge(room, **given)
    try:
        check_team_vote(asked)
    except Refusal as error:
        assert error.code == code
    else:
        assert code is None


async def test_there_is_no_ballot_without_a_match_a_team_or_its_turn(room: Room) -> None:
    assert await refused_code(load(room, CLEO, 99)) == "match.unknown"
    await team(room, replace(OWN, quorum=2))
    assert (await load(room, CLEO)).seat == 0
    plain = (await start_match(room.club)).row
    assert await refused_code(load(room, CLEO, plain.id)) == "vote.closed"
    await vote(room, CLEO, "c3")
    await vote(room, ZOE, "c3")
    await room.club.play.votes.close_due_ballots()
    assert await refused_code(load(room, CLEO)) == "vote.closed"  # the other side is to move
    ballot = await stored(room)
    assert ballot is not None and (ballot.since, ballot.closes_at) == (1, None)
    await room.club.play.matches.resign(1, act(BEN))
    assert await refused_code(load(room, CLEO)) == "vote.over"


async def test_no_vote_counts_in_a_match_that_is_over_or_waits(room: Room) -> None:
    await team(room)
    ballot = await load(room, CLEO)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET status = 'suspended'"))
    with pytest.raises(StaleBoard):
        await room.club.play.votes.cast(ballot, act(CLEO), "c3")
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET status = 'running'"))
    later = replace(ballot, row=replace(ballot.row, since=ballot.row.since + 1))
    with pytest.raises(StaleBoard):
        await room.club.play.votes.cast(later, act(CLEO), "c3")
    await room.club.play.matches.resign(1, act(BEN))
    with pytest.raises(StaleBoard):
        await room.club.play.votes.cast(ballot, act(CLEO), "c3")


async def test_the_last_vote_of_the_quorum_closes_the_ballot_at_once(room: Room) -> None:
    await team(room, replace(OWN, quorum=2))
    opened = room.time[0]
    room.time[0] += 100
    await room.quiet()
    first = await vote(room, CLEO, "c3")
    assert (first.row.closes_at, await due(room)) == (opened + 12 * HOUR, opened + 12 * HOUR)
    assert len(await room.rows("board")) == 1
    safe = await vote(room, ANN, "a1", safe=True)
    assert await due(room) == opened + 12 * HOUR  # counts for no quorum
    assert (safe.is_captain, safe.has_voted) == (True, False)
    await vote(room, ZOE, "c3")
    assert await due(room) == room.time[0]


async def test_a_ballot_that_nobody_votes_in_is_extended_once_and_then_waits(room: Room) -> None:
    await team(room)
    await room.quiet()
    room.time[0] += 12 * HOUR - 1
    assert await room.club.play.votes.close_due_ballots() == room.time[0] + 1
    room.time[0] += 1
    again = room.time[0] + 12 * HOUR
    assert await room.club.play.votes.close_due_ballots() == again
    ballot = await stored(room)
    assert ballot is not None and (ballot.closes_at, ballot.empty) == (again, 1)
    assert len(await room.rows("board")) == 1
    room.time[0] = again
    assert await room.club.play.votes.close_due_ballots() is None
    ballot = await stored(room)
    assert ballot is not None and (ballot.closes_at, ballot.empty) == (None, 2)
    room.time[0] += 5
    assert (await vote(room, CLEO, "c3")).row.closes_at == room.time[0] + 12 * HOUR


@pytest.mark.parametrize(("left", "extended"), [(SPARE + SHORTEST, False), (SPARE + SHORTEST + 1, True)])
async def test_it_is_not_extended_where_the_clock_leaves_no_time(
    room: Room, left: float, extended: bool
) -> None:
    await team(room, clock="1d")
    await room.club.store.write(lambda tx: tx.run("UPDATE clock SET deadline_at = ?", room.time[0] + left))
    await room.club.store.write(
        lambda tx: tx.run("UPDATE ballot SET due_at = ?, closes_at = ?", room.time[0], room.time[0])
    )
    closes = await room.club.play.votes.close_due_ballots()
    assert closes == (room.time[0] + SHORTEST + 1 if extended else None)


async def test_an_early_look_leaves_a_ballot_open_and_out_of_turn_it_is_put_to_rest(room: Room) -> None:
    await team(room)
    closes = room.time[0] + 12 * HOUR
    await room.club.store.write(lambda tx: votes.set_due(tx, 1, room.time[0]))
    assert await room.club.play.votes.close_due_ballots() == closes
    await room.club.store.write(lambda tx: tx.run("UPDATE seat SET team = 0"))
    await room.club.store.write(lambda tx: votes.set_due(tx, 1, room.time[0]))
    assert await room.club.play.votes.close_due_ballots() is None
    ballot = await stored(room)
    assert ballot is not None and ballot.closes_at is None


async def test_a_ballot_of_a_match_without_a_place_is_put_off_by_its_time(room: Room) -> None:
    await team(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET status = 'suspended'"))
    room.time[0] += 13 * HOUR
    assert await room.club.play.votes.close_due_ballots() == room.time[0] + 12 * HOUR
    ballot = await stored(room)
    assert ballot is not None and ballot.closes_at == room.time[0] + 12 * HOUR


async def test_a_ballot_whose_match_cannot_be_read_is_looked_at_later(room: Room) -> None:
    await team(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET set_aside = 'move'"))
    room.time[0] += 13 * HOUR
    assert await room.club.play.votes.close_due_ballots() == room.time[0] + use_cases.LOOK_AGAIN


async def test_one_ballot_that_fails_keeps_no_other_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await team(room)
    await team(room, replace(OWN, span=24 * HOUR), people=(CLEO, ZOE))
    room.time[0] += 25 * HOUR
    loading = room.club.play.matches.load

    async def failing(match_id: int) -> Table:
        if match_id == 1:
            raise ZeroDivisionError
        return await loading(match_id)

    monkeypatch.setattr(room.club.play.matches, "load", failing)
    assert await room.club.play.votes.close_due_ballots() == room.time[0] + use_cases.LEASE
    second = await room.club.store.read(lambda tx: votes.get_ballot(tx, 2))
    assert second is not None and (second.empty, second.closes_at) == (1, room.time[0] + 24 * HOUR)


def event(version: int, seat: int | None, kind: EventKind = EventKind.MOVE) -> EventRow:
    return EventRow(1, version, seat, None, kind, "a1", None, 0.0)


A, B = event(1, 0), event(2, 1)
BACK, OFFER = event(3, 0, EventKind.TAKEBACK), event(3, 0, EventKind.DRAW_OFFER)


@pytest.mark.parametrize(
    ("events", "version"),
    [
        ([], None),
        ([A], 1),
        ([A, B], 1),
        ([A, B, OFFER], 1),
        ([A, B, event(3, 0)], 3),
        ([A, B, event(3, 1)], None),
        ([A, BACK], None),
        ([BACK, B], None),
        ([BACK, A], 1),
        ([event(1, None)], None),
    ],
)
async def test_a_board_shows_the_count_of_the_team_s_last_move(
    room: Room, events: list[EventRow], version: int | None
) -> None:
    table = await team(room)
    for number in (1, 2, 3):
        await room.club.store.write(lambda tx, number=number: votes.add_tally(tx, 1, TallyRow(number, 2, 3)))
    seen = await room.club.play.votes.load_for_board(table, events)
    assert seen is not None and seen.ballot is not None and seen.voted == 0
    assert (None if seen.tally is None else seen.tally.version) == version


async def test_a_board_shows_how_many_have_voted_and_no_ballot_out_of_turn(room: Room) -> None:
    table = await team(room)
    await vote(room, CLEO, "c3")
    await vote(room, ZOE, "a1")
    await vote(room, ANN, "a1", safe=True)
    seen = await room.club.play.votes.load_for_board(table, [])
    assert seen is not None and seen.voted == 2
    waits = replace(table, row=replace(table.row, turn=1))
    assert await room.club.play.votes.load_for_board(waits, []) == (None, None, 0)
    plain = await start_match(room.club)
    assert await room.club.play.votes.load_for_board(plain, []) is None
    assert await room.club.store.read(lambda tx: matches.get(tx, plain.row.id)) is not None
