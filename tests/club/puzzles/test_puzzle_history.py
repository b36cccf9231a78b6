"""A member's puzzle history: their own tries alone, newest first.

It also says which puzzles they may try again.
"""

import pytest

from club.puzzles.puzzle_history import AGAIN, LATEST, history_of
from data.database.transaction import Transaction
from engines.puzzles.puzzle import load_shipped
from tests.club.room import Room

pytestmark = pytest.mark.both_databases

ANN, BEN = 5, 6


async def test_tries_are_listed_and_missed_ones_until_they_are_made_up_for(room: Room) -> None:
    club, puzzles = room.club, load_shipped("russian")
    for number, puzzle in enumerate(puzzles):
        room.time[0] += 60.0
        if number % 2:
            await club.puzzles.record_miss(puzzle, user_id=ANN)
        else:
            await club.puzzles.record_result(puzzle, user_id=ANN, solved=True)
    history = await history_of(club.store, ANN, None)
    assert (history.tried.count, history.tried.won) == (len(puzzles), (len(puzzles) + 1) // 2)
    assert [past.puzzle for past in history.latest] == list(puzzles[: -LATEST - 1 : -1])
    missed = [puzzle for number, puzzle in enumerate(puzzles) if number % 2][::-1]
    assert [past.puzzle for past in history.missed] == missed[:AGAIN]
    await club.puzzles.record_result(missed[0], user_id=ANN, solved=True)
    history = await history_of(club.store, ANN, None)
    assert [past.puzzle for past in history.missed] == missed[1 : AGAIN + 1]
    assert [(row.game, row.tries) for row in history.ratings] == [("russian", len(puzzles))]


async def test_nobody_sees_another_ones_tries(room: Room) -> None:
    await room.club.puzzles.record_miss(load_shipped("russian")[0], user_id=BEN)
    history = await history_of(room.club.store, ANN, None)
    assert (history.tried.count, history.ratings, history.latest, history.missed) == (0, [], [], [])


async def test_a_puzzle_that_is_gone_is_left_out(room: Room) -> None:
    await room.club.store.write(
        lambda tx: tx.run(
            "INSERT INTO puzzle_try (user_id, key, game, won, at) VALUES (?, ?, ?, 0, 1)",
            ANN,
            "0123456789",
            "russian",
        )
    )
    history = await history_of(room.club.store, ANN, 70)
    assert (history.tried.count, history.latest, history.missed) == (1, [], [])


async def test_tries_at_puzzles_that_are_gone_take_no_place_of_others(room: Room) -> None:
    puzzle = load_shipped("russian")[0]
    await room.club.puzzles.record_miss(puzzle, user_id=ANN)

    async def add_lost_tries(tx: Transaction) -> None:
        """Add tries at puzzles that are gone."""
        for number in range(AGAIN):
            sql = "INSERT INTO puzzle_try (user_id, key, game, won, at) VALUES (?, ?, 'russian', 0, 9e9)"
            await tx.run(sql, ANN, f"{number:010}")

    await room.club.store.write(add_lost_tries)
    history = await history_of(room.club.store, ANN, None)
    assert [past.puzzle for past in history.latest] == [past.puzzle for past in history.missed] == [puzzle]
