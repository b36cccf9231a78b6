"""Votes of a team and their results.

A result comes once and only once, whatever happens while votes are counted.
"""

import asyncio
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from club.club import Club
from club.members.people import Person
from club.play.course import votes as use_cases
from club.play.course.ballots import MOST, BallotTerms, Voter, count_votes, decide_ballot
from club.play.course.votes import Ballot, Votes
from club.play.match.matches import Table
from club.refusals import Refusal, StaleBoard
from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.play import votes
from data.play.matches import EventKind
from data.play.votes import VoteRow
from data.privacy import forgetting
from tests.club.people import ANN, BEN, CLEO, act, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.sets import leave_to_ci

pytestmark = pytest.mark.both_databases

HOUR = 3600.0
ZOE = Person(4, "Zoe")
OWN = BallotTerms("own", 12 * HOUR, 3)


def voter(number: int) -> Person:
    return Person(1000 + number, f"Voter {number}")


async def team(club: Club, terms: BallotTerms = OWN, **given: Any) -> Table:
    return await start_match(club, vote=terms, **given)


async def vote(club: Club, table: Table, who: Person, move: str, *, safe: bool = False) -> Ballot:
    ballot = await club.play.votes.load_ballot(table.row.id, Voter(who.id, may_write=True))
    return await club.play.votes.cast(ballot, act(who), move, safe=safe)


async def test_who_may_vote_is_asked_with_each_vote(room: Room) -> None:
    table = await team(room.club, replace(OWN, role_id=77))
    held, without = (
        Voter(CLEO.id, may_write=True, role_ids={77}),
        Voter(CLEO.id, may_write=True, role_ids={76}),
    )
    ballot = await room.club.play.votes.load_ballot(table.row.id, held)
    for voter_, said in ((without, "<@&77>"), (replace(held, may_write=False), "may write")):
        with pytest.raises(Refusal, match=said):
            await room.club.play.votes.load_ballot(table.row.id, voter_)
        with pytest.raises(Refusal, match=said):
            await room.club.play.votes.cast(replace(ballot, voter=voter_), act(CLEO), "c3")
    captain = table.player(ballot.seat)
    assert captain.user_id is not None
    await room.club.play.votes.load_ballot(table.row.id, Voter(captain.user_id, may_write=False))
    assert (await room.club.play.votes.cast(ballot, act(CLEO), "c3")).has_voted


async def moves(club: Club, table: Table) -> list[str]:
    return [ply.text for ply in (await club.play.matches.load(table.row.id)).match.plies]


def row(number: int, move: str, *, safe: bool = False) -> VoteRow:
    return VoteRow(number, 1, 0, number, 0, move, safe, number)


def test_the_move_with_most_votes_wins_and_of_equals_the_one_that_had_its_votes_first() -> None:
    assert decide_ballot([]) is None
    cast = [row(1, "a"), row(2, "b"), row(3, "b"), row(4, "a"), row(5, "c", safe=True)]
    assert decide_ballot(cast) == ("b", 2, 4)
    assert [move for move, _ in count_votes(cast)] == ["b", "a"]
    assert decide_ballot([row(5, "c", safe=True)]) == ("c", 0, 0)
    assert decide_ballot([row(5, "c", safe=True), row(6, "a")]) == ("a", 1, 1)


@pytest.mark.parametrize("seed", leave_to_ci(range(30), after=6))
def test_the_winner_is_who_led_since_longest_as_an_account_of_each_vote_says(seed: int) -> None:
    chance = Random(seed)
    current: dict[int, VoteRow] = {}
    for number in range(1, 40):
        who, move = chance.randrange(12), chance.choice("abc")
        if who in current and current[who].move == move:
            continue
        current[who] = replace(row(number, move), user_id=who)
    cast = sorted(current.values(), key=lambda each: each.id)
    have = Counter(each.move for each in cast)
    lead = max(have.values())
    last = {move: max(each.id for each in cast if each.move == move) for move in have}
    winner = min((move for move in have if have[move] == lead), key=last.__getitem__)
    assert decide_ballot(cast) == (winner, lead, len(cast))


async def test_who_has_not_voted_gets_no_tally(room: Room) -> None:
    club = room.club
    table = await team(club)
    before = await club.play.votes.load_ballot(table.row.id, Voter(ZOE.id, may_write=True))
    seen = await vote(club, table, CLEO, "c3")
    assert list(seen.tally) == [("c3", 1)]
    assert await club.play.votes.load_ballot(table.row.id, Voter(ZOE.id, may_write=True)) == before
    assert (before.own, list(before.tally)) == (None, [])
    safe = await vote(club, table, ANN, "a1", safe=True)
    assert list(safe.tally) == []


async def test_a_repeated_or_an_older_press_changes_nothing(room: Room) -> None:
    club = room.club
    table = await team(club)
    old, new = act(CLEO), act(CLEO)
    ballot = await club.play.votes.load_ballot(table.row.id, Voter(CLEO.id, may_write=True))
    await club.play.votes.cast(ballot, new, "c3")
    again = await club.play.votes.cast(ballot, old, "a1")
    assert again.own is not None and again.own.move == "c3"
    kept = again.own.id
    same = await club.play.votes.cast(ballot, act(CLEO), "c3")
    assert same.own is not None and same.own.id == kept  # its place among equals stays


async def test_a_team_is_bounded(room: Room) -> None:
    club = room.club
    table = await team(club, replace(OWN, quorum=MOST))
    for number in range(MOST):

        async def add(tx: Transaction, number: int = number) -> None:
            await votes.cast(
                tx, table.row.id, 0, 1000 + number, since=-1, move="c3", safe=False, interaction_id=number
            )

        await club.store.write(add)
    assert await refused_code(vote(club, table, CLEO, "c3")) == "vote.full"
    assert (await vote(club, table, voter(5), "c3")).has_voted
    assert (await vote(club, table, ANN, "c3")).has_voted  # its captain


async def test_only_the_captain_leaves_a_safe_move(room: Room) -> None:
    club = room.club
    table = await team(club)
    assert await refused_code(vote(club, table, CLEO, "c3", safe=True)) == "vote.safe"
    assert await club.store.read(lambda tx: votes.list_for_match(tx, table.row.id)) == []


async def test_a_ballot_closes_once_however_many_look(room: Room) -> None:
    club = room.club
    table = await team(club)
    for number in range(3):
        await vote(club, table, voter(number), "c3")
    others = [Votes(club.play.matches) for _ in range(4)]
    await asyncio.gather(*(each.close_due_ballots() for each in others))
    assert await moves(club, table) == ["c3"]
    tally = await club.store.read(lambda tx: votes.get_tally(tx, table.row.id, 1))
    assert tally is not None and (tally.votes, tally.voters) == (3, 3)


@pytest.mark.parametrize("fails_at", range(3))
async def test_whoever_dies_while_closing_leaves_it_to_be_closed(
    room: Room, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    club = room.club
    table = await team(club)
    for number in range(3):
        await vote(club, table, voter(number), "c3")
    write, count = club.store.write, 0

    async def dying(job: object) -> object:
        nonlocal count
        count += 1
        if count > fails_at:
            raise asyncio.CancelledError
        return await write(job)  # pyrefly: ignore[bad-argument-type]

    monkeypatch.setattr(club.store, "write", dying)
    with pytest.raises(asyncio.CancelledError):
        await club.play.votes.close_due_ballots()
    monkeypatch.undo()
    assert await moves(club, table) == []
    room.time[0] += use_cases.LEASE + 1
    await Votes(club.play.matches).close_due_ballots()
    assert await moves(club, table) == ["c3"]
    stored = await club.store.read(lambda tx: tx.all("SELECT version FROM tally"))
    assert stored == [{"version": 1}]


async def test_a_vote_that_comes_while_the_ballot_is_closed_counts_or_is_told_so(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = room.club
    table = await team(club, replace(OWN, quorum=9))
    for number, move in enumerate(("c3", "c3", "a1", "a1")):
        await vote(club, table, voter(number), move)
    room.time[0] += 13 * HOUR
    append, late = (
        club.play.matches.store_change,
        await club.play.votes.load_ballot(table.row.id, Voter(CLEO.id, may_write=True)),
    )
    between = [lambda: club.play.votes.cast(late, act(CLEO), "a1")]

    async def slow(*args: object, **options: object) -> Table:
        while between:
            await between.pop()()
        return await append(*args, **options)  # pyrefly: ignore[bad-argument-type]

    monkeypatch.setattr(club.play.matches, "store_change", slow)
    await club.play.votes.close_due_ballots()
    await club.play.votes.close_due_ballots()
    assert await moves(club, table) == ["a1"]  # three of five, not the two that had it first
    tally = await club.store.read(lambda tx: votes.get_tally(tx, table.row.id, 1))
    assert tally is not None and (tally.votes, tally.voters) == (3, 5)
    with pytest.raises(StaleBoard):
        await club.play.votes.cast(late, act(ZOE), "c3")


async def test_votes_of_another_position_are_not_counted(room: Room) -> None:
    club = room.club
    table = await team(club, replace(OWN, quorum=2))
    old = await club.play.votes.load_ballot(table.row.id, Voter(CLEO.id, may_write=True))
    for number in range(2):
        await vote(club, table, voter(number), "c3")
    await club.play.votes.close_due_ballots()
    await club.play.matches.play(table.row.id, act(BEN), "d4")
    again = await club.play.votes.load_ballot(table.row.id, Voter(voter(0).id, may_write=True))
    assert again.own is None and again.row.since == 2
    with pytest.raises(StaleBoard):
        await club.play.votes.cast(old, act(CLEO), "a1")
    room.time[0] += 13 * HOUR
    await club.play.votes.close_due_ballots()
    assert await moves(club, table) == ["c3", "d4"]


async def test_the_move_is_the_team_s_and_of_nobody_s_press(room: Room) -> None:
    club = room.club
    table = await team(club, replace(OWN, quorum=2))
    for number in range(2):
        await vote(club, table, voter(number), "c3")
    await club.play.votes.close_due_ballots()
    found, events = await club.play.matches.load_with_events(table.row.id)
    assert found.row.rated is None
    assert [(each.kind, each.seat, each.user_id, each.interaction_id) for each in events] == [
        (EventKind.MOVE, 0, None, None)
    ]
    assert str(found.row.seats[0].name) == "Ann's team"


async def test_a_match_without_a_place_waits_with_its_ballot(room: Room) -> None:
    club = room.club
    table = await team(club)
    await vote(club, table, CLEO, "c3")
    await club.store.write(lambda tx: tx.run("UPDATE match SET status = 'suspended'"))
    room.time[0] += 13 * HOUR
    await club.play.votes.close_due_ballots()
    await club.store.write(lambda tx: tx.run("UPDATE match SET status = 'running'"))
    await club.play.votes.close_due_ballots()
    assert await moves(club, table) == []
    room.time[0] += 13 * HOUR
    await club.play.votes.close_due_ballots()
    assert await moves(club, table) == ["c3"]


@pytest.mark.ci
async def test_a_captain_who_is_forgotten_resigns_for_the_team_and_a_voter_only_loses_their_vote(
    room: Room,
) -> None:
    club = room.club
    table = await team(club)
    await vote(club, table, CLEO, "c3")
    await club.privacy.deletion.begin_deletion(CLEO.id)
    await club.privacy.deletion.work()
    assert await club.store.read(lambda tx: votes.list_for_match(tx, table.row.id)) == []
    assert (await club.play.matches.load(table.row.id)).is_running
    await club.privacy.deletion.begin_deletion(ANN.id)
    await club.privacy.deletion.work()
    after = await club.play.matches.load(table.row.id)
    assert after.is_over and after.row.winner == 1
    assert str(after.row.seats[0].name) == "Former player's team"
    assert await club.store.read(forgetting.list_pending) == []


@pytest.mark.ci
async def test_who_votes_for_a_team_gets_no_help_in_its_positions(room: Room) -> None:
    club = room.club
    table = await team(club, replace(OWN, quorum=1), game="russian")
    chance = Random(1)
    for _ in range(9):
        now = await club.play.matches.load(table.row.id)
        move, seat = chance.choice(now.match.moves()), now.turn
        assert seat is not None
        if now.player(seat).team:
            await vote(club, now, ZOE, move)
            await club.play.votes.close_due_ballots()
        else:
            await club.play.matches.play(now.row.id, act(Person(now.player(seat).user_id, "x")), move)
    now = await club.play.matches.load(table.row.id)
    assert len(now.match.plies) == 9
    for who in (ZOE, ANN):
        assert await refused_code(club.play.outside_help.check_match(who.id, now.match)) == "help.own"
    await club.play.outside_help.check_match(voter(1).id, now.match)


@pytest.mark.parametrize(("code", "stops"), [("store.full", True), ("store.corrupt", False), (None, False)])
async def test_a_ballot_that_cannot_be_stored_now_is_tried_again_and_a_damaged_one_keeps_no_other_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch, code: str | None, stops: bool
) -> None:
    table = await team(room.club)
    await vote(room.club, table, CLEO, "c3")
    room.time[0] += 13 * HOUR

    async def fail(self: Votes, match_id: int) -> None:
        raise ZeroDivisionError if code is None else StoreError(code, path="x")

    monkeypatch.setattr(Votes, "_see_to", fail)
    if stops:
        with pytest.raises(StoreError):
            await room.club.play.votes.close_due_ballots()
    else:
        assert await room.club.play.votes.close_due_ballots() is not None
