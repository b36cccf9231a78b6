"""Guesses at the next move.

Each counts once, with the move that is made there, and never for a player of the match.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from club.club import Club
from club.learning.guesses import GuessMonth, GuessPosition, may_guess
from club.members.people import Person
from club.play.course.ballots import BallotTerms, Voter
from club.play.course.computer import TWOTONE
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from club.refusals import Refusal, StaleBoard
from data.learning.guesses import GuessRow
from tests.club.people import ANN, BEN, CLEO, GUILD, act, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room

pytestmark = pytest.mark.both_databases

DAN, EVE = Person(4, "Dan"), Person(5, "Eve")


async def guess(club: Club, table: Table, who: Person, move: str) -> GuessPosition:
    return await club.learning.guesses.record_guess(
        await club.learning.guesses.load_position(table.row.id, who.id), act(who), move
    )


async def play(club: Club, table: Table, *moves: str) -> Table:
    """Make these moves one after the other, each by the player to move."""
    for move in moves:
        table = await club.play.matches.load(table.row.id)
        assert table.turn is not None
        table = await club.play.matches.play(table.row.id, act((ANN, BEN)[table.turn]), move)
    return table


async def month(club: Club, who: Person = CLEO) -> GuessMonth:
    return await club.learning.guesses.load_month(GUILD, who.id)


async def guess_counts(club: Club) -> dict[int, tuple[int, int]]:
    """Return the moves found and guesses made by member, in the table's order."""
    return {each.user_id: (each.found, each.made) for each in (await month(club)).best_scores}


async def rows(club: Club) -> list[Any]:
    return await club.store.read(lambda tx: tx.all("SELECT * FROM guess ORDER BY user_id"))


async def refusal_code(club: Club, table: Table, who: Person) -> str:
    """Return the code of the refusal that the member's guess meets."""
    with pytest.raises(Refusal) as refusal:
        await club.learning.guesses.load_position(table.row.id, who.id)
    return refusal.value.code


async def test_right_guesses_count_once_the_move_is_made_and_each_once(club: Club) -> None:
    table = await start_match(club)
    await guess(club, table, CLEO, "a1")
    await guess(club, table, DAN, "c3")
    after = await guess(club, table, CLEO, "c3")
    assert after.own_guess == "c3"
    assert await guess_counts(club) == {} and (await month(club)).own_score is None
    await play(club, table, "c3")
    assert await guess_counts(club) == {CLEO.id: (1, 1), DAN.id: (1, 1)}
    await play(club, table, "d4", "a1")
    assert await guess_counts(club) == {CLEO.id: (1, 1), DAN.id: (1, 1)}
    found = await club.learning.guesses.load_position(table.row.id, CLEO.id)
    assert found.own_guess is None and found.previous_guess == GuessRow(table.row.id, CLEO.id, 0, "c3", "c3")


async def test_a_wrong_guess_counts_as_one_that_was_made(club: Club) -> None:
    table = await start_match(club)
    for number, move in enumerate(("c3", "d4", "a1")):
        await guess(club, table, CLEO, ("c3", "d4", "e5")[number])
        if number < 2:
            await guess(club, table, DAN, ("c3", "d4")[number])
        await guess(club, table, EVE, "b2")
        await play(club, table, move)
    # Of equals who needed fewer guesses is first; who found none is in no table.
    assert list((await guess_counts(club)).items()) == [(DAN.id, (2, 2)), (CLEO.id, (2, 3))]
    own = (await month(club, EVE)).own_score
    assert own is not None and (own.found, own.made) == (0, 3)


async def test_a_guess_is_about_one_position_only(club: Club) -> None:
    table = await start_match(club)
    stale = await club.learning.guesses.load_position(table.row.id, CLEO.id)
    await play(club, table, "c3")
    with pytest.raises(StaleBoard):
        await club.learning.guesses.record_guess(stale, act(CLEO), "d4")
    assert await rows(club) == []
    await guess(club, table, CLEO, "d4")
    await club.play.offers.offer(table.row.id, act(BEN), OfferKind.DRAW)  # changes nothing about the position
    assert (await club.learning.guesses.load_position(table.row.id, CLEO.id)).own_guess == "d4"
    await play(club, table, "d4")
    assert await guess_counts(club) == {CLEO.id: (1, 1)}


async def test_what_was_taken_back_counts_for_nothing_and_is_not_guessed_again(club: Club) -> None:
    table = await play(club, await start_match(club), "c3")
    await guess(club, table, CLEO, "d4")
    await take_back(club, table, ANN)
    assert await rows(club) == []
    assert await refusal_code(club, table, CLEO) == "guess.seen"
    await play(club, table, "a1")
    assert await guess_counts(club) == {}
    await guess(club, table, CLEO, "d4")  # as far as before, and no one has seen what comes
    await play(club, table, "d4")
    assert await guess_counts(club) == {CLEO.id: (1, 1)}


async def test_as_long_as_less_is_played_than_was_seen_nothing_is_guessed(club: Club) -> None:
    table = await play(club, await start_match(club), "c3", "d4")
    await take_back(club, table, ANN)  # both moves
    assert await refusal_code(club, table, CLEO) == "guess.seen"
    await play(club, table, "a1")
    assert await refusal_code(club, table, CLEO) == "guess.seen"
    await play(club, table, "b2")
    assert (await guess(club, table, CLEO, "d4")).own_guess == "d4"


async def test_no_guess_is_stored_for_a_match_that_has_ended_or_waits_meanwhile(club: Club) -> None:
    table = await start_match(club)
    position = await club.learning.guesses.load_position(table.row.id, CLEO.id)
    await club.play.places.suspend_match(table.row.id)
    with pytest.raises(StaleBoard):
        await club.learning.guesses.record_guess(position, act(CLEO), "c3")
    await club.play.mover.resume(table.row.id, act(ANN), guild_id=GUILD, channel_id=5)
    await club.play.matches.resign(table.row.id, act(ANN))
    with pytest.raises(StaleBoard):
        await club.learning.guesses.record_guess(position, act(CLEO), "c3")
    assert await rows(club) == []


async def take_back(club: Club, table: Table, who: Person) -> None:
    await club.play.offers.offer(table.row.id, act(who), OfferKind.TAKEBACK)
    other = BEN if who is ANN else ANN
    await club.play.offers.accept(table.row.id, act(other), OfferKind.TAKEBACK)


async def test_a_move_in_advance_that_answers_at_once_was_guessed_by_nobody(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    await club.play.conditional_moves.add_line(ahead, act(BEN), ["c3", "d4"])
    await guess(club, table, CLEO, "c3")
    await guess(club, table, DAN, "d4")
    table = await play(club, table, "c3")
    assert len(table.match.plies) == 2
    assert await guess_counts(club) == {CLEO.id: (1, 1)}
    assert {row["user_id"]: row["played"] for row in await rows(club)} == {CLEO.id: "c3", DAN.id: "c3"}


async def test_the_end_without_a_move_counts_for_nothing(club: Club) -> None:
    table = await start_match(club)
    await guess(club, table, CLEO, "c3")
    await club.play.matches.resign(table.row.id, act(ANN))
    assert await rows(club) == [] and await guess_counts(club) == {}
    assert await refusal_code(club, table, CLEO) == "guess.over"


@pytest.mark.ci
async def test_the_last_move_of_a_match_counts_too(club: Club) -> None:
    table = await start_match(club)
    made = 0
    while not table.is_over:
        move = table.match.moves()[0]
        await guess(club, table, CLEO, move)
        table = await play(club, table, move)
        made += 1
    assert (await guess_counts(club))[CLEO.id] == (made, made)
    assert await rows(club) == []


async def test_who_plays_or_votes_guesses_nothing(club: Club) -> None:
    table = await start_match(club)
    for who in (ANN, BEN):
        assert await refusal_code(club, table, who) == "guess.player"
    voted = await start_match(club, vote=BallotTerms("own", 3600.0, 2))
    await guess(club, voted, CLEO, "c3")
    early = await club.learning.guesses.load_position(voted.row.id, CLEO.id)
    await club.play.votes.cast(
        await club.play.votes.load_ballot(voted.row.id, Voter(CLEO.id, may_write=True)), act(CLEO), "c3"
    )
    assert await refusal_code(club, voted, CLEO) == "guess.voter"
    assert await refused_code(club.learning.guesses.record_guess(early, act(CLEO), "c3")) == "guess.voter"
    await guess(club, voted, DAN, "c3")
    await club.play.votes.cast(
        await club.play.votes.load_ballot(voted.row.id, Voter(EVE.id, may_write=True)), act(EVE), "c3"
    )
    await club.play.votes.close_due_ballots()
    assert len((await club.play.matches.load(voted.row.id)).match.plies) == 1
    assert await guess_counts(club) == {DAN.id: (1, 1)}  # not Cleo, who had guessed before their vote


async def test_where_cards_are_hidden_or_nobody_else_is_there_nothing_is_guessed(club: Club) -> None:
    hidden = await start_match(club, "one-zero-one")
    assert await refusal_code(club, hidden, CLEO) == "guess.hidden"
    elsewhere = await start_match(club, abroad="en")
    assert await refusal_code(club, elsewhere, CLEO) == "guess.server"
    for table in (hidden, elsewhere):
        assert not may_guess(table, None)
    shown = await start_match(club)
    assert may_guess(shown, None) and not may_guess(shown, 0)


async def test_the_computer_s_moves_are_not_guessed_but_those_against_it_are(club: Club) -> None:
    row = await make_challenge(club, people=(ANN, TWOTONE), side="Odd")
    table = await club.play.challenges.play_computer(row.id, act(ANN), level=1)
    assert table.turn == table.row.computer
    assert await refusal_code(club, table, CLEO) == "guess.computer" and not may_guess(table, None)
    row = await make_challenge(club, people=(ANN, TWOTONE), side="Even")
    table = await club.play.challenges.play_computer(row.id, act(ANN), level=1)
    await guess(club, table, CLEO, "c3")
    await play(club, table, "c3")
    assert await guess_counts(club) == {CLEO.id: (1, 1)}


@pytest.mark.ci
async def test_two_matches_of_the_same_people_count_at_the_same_time(club: Club) -> None:
    tables = [await start_match(club) for _ in range(6)]
    people = [Person(100 + number, f"Watcher {number}") for number in range(8)]
    for table in tables:
        for who in people if table.row.id % 2 else reversed(people):
            await guess(club, table, who, "c3")
    await asyncio.gather(*(play(club, table, "c3") for table in tables))
    table_of_month = await club.learning.guesses.load_month(GUILD, people[0].id)
    assert {(each.found, each.made) for each in table_of_month.best_scores} == {(6, 6)}


async def test_a_month_is_the_server_s_own_and_old_ones_go(room: Room) -> None:
    club = room.club
    room.time[0] = datetime(2026, 11, 30, 23, 30, tzinfo=UTC).timestamp()
    await club.members.servers.change(GUILD, moderator_id=ANN.id, zone="Europe/Berlin")
    table = await start_match(club)
    await guess(club, table, CLEO, "c3")
    await play(club, table, "c3")
    kept = await club.store.read(lambda tx: tx.all("SELECT month FROM guess_month"))
    assert [row["month"] for row in kept] == [2026 * 12 + 11]  # it is December there
    assert (await month(club)).own_score is not None
    room.time[0] = datetime(2028, 1, 2, tzinfo=UTC).timestamp()
    assert await month(club) == GuessMonth([], None)
    await guess(club, table, DAN, "d4")
    await play(club, table, "d4")
    kept = await club.store.read(lambda tx: tx.all("SELECT user_id FROM guess_month"))
    assert [row["user_id"] for row in kept] == [DAN.id]


async def test_who_hides_their_profile_is_in_no_table_but_their_own(club: Club) -> None:
    table = await start_match(club)
    await guess(club, table, CLEO, "c3")
    await guess(club, table, DAN, "c3")
    await play(club, table, "c3")
    await club.members.preferences.change(CLEO.id, profile_shown=False)
    assert list(await guess_counts(club)) == [DAN.id]
    own = (await month(club, CLEO)).own_score
    assert own is not None and own.found == 1
