"""A member's puzzle history: their own tries alone, newest first.

It also says which puzzles they may try again.
"""

import pytest

from club.puzzles.puzzle_history import AGAIN, LATEST, load_history
from data.database.transaction import Transaction
from engines.puzzles.puzzle import load_shipped_puzzles
from tests.club.room import Room

pytestmark = pytest.mark.both_databases

ANN, BEN = 5, 6


@pytest.mark.ci
async def test_tries_are_listed_and_missed_ones_until_they_are_made_up_for(room: Room) -> None:
    club, puzzles = room.club, load_shipped_puzzles("russian")
    for number, puzzle in enumerate(puzzles):
        room.time[0] += 60.0
        if number % 2:
            await club.puzzles.solving.record_miss(puzzle, user_id=ANN)
        else:
            await club.puzzles.solving.record_result(puzzle, user_id=ANN, solved=True)
    history = await load_history(club.store, ANN, None)
    assert (history.try_counts.count, history.try_counts.won) == (len(puzzles), (len(puzzles) + 1) // 2)
    assert [past.puzzle for past in history.latest_tries] == list(puzzles[: -LATEST - 1 : -1])
    missed = [puzzle for number, puzzle in enumerate(puzzles) if number % 2][::-1]
    assert [past.puzzle for past in history.missed_tries] == missed[:AGAIN]
    await club.puzzles.solving.record_result(missed[0], user_id=ANN, solved=True)
    history = await load_history(club.store, ANN, None)
    assert [past.puzzle for past in history.missed_tries] == missed[1 : AGAIN + 1]
    assert [(row.game, row.tries) for row in history.ratings] == [("russian", len(puzzles))]


async def test_nobody_sees_another_ones_tries(room: Room) -> None:
    await room.club.puzzles.solving.record_miss(load_shipped_puzzles("russian")[0], user_id=BEN)
    history = await load_history(room.club.store, ANN, None)
    assert (history.try_counts.count, history.ratings, history.latest_tries, history.missed_tries) == (
        0,
        [],
        [],
        [],
    )


async def test_a_puzzle_that_is_gone_is_left_out(room: Room) -> None:
    await room.club.store.write(
        lambda tx: tx.run(
            "INSERT INTO puzzle_try (user_id, key, game, won, at) VALUES (?, ?, ?, 0, 1)",
            ANN,
            "0123456789",
            "russian",
        )
    )
    history = await load_history(room.club.store, ANN, 70)
    assert (history.try_counts.count, history.latest_tries, history.missed_tries) == (1, [], [])


async def test_tries_at_puzzles_that_are_gone_take_no_place_of_others(room: Room) -> None:
    puzzle = load_shipped_puzzles("russian")[0]
    await room.club.puzzles.solving.record_miss(puzzle, user_id=ANN)

    async def add_lost_tries(tx: Transaction) -> None:
        """Add tries at puzzles that are gone."""
        for number in range(AGAIN):
            sql = "INSERT INTO puzzle_try (user_id, key, game, won, at) VALUES (?, ?, 'russian', 0, 9e9)"
            await tx.run(sql, ANN, f"{number:010}")

    await room.club.store.write(add_lost_tries)
    history = await load_history(room.club.store, ANN, None)
    assert (
        [past.puzzle for past in history.latest_tries]
        == [past.puzzle for past in history.missed_tries]
        == [puzzle]
    )
