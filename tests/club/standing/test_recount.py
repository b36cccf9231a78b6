"""The host has all ratings counted anew, and the first mover's advantage measured."""

import random

import pytest

from club.standing.advantage import PRIOR, collect_samples, estimate_advantage
from club.standing.counted_matches import counted_rows
from club.standing.glicko import Rating, expected_score
from club.standing.recount import recount_all
from data.standing import rated_rows
from data.standing.rated_rows import RatedRow
from tests.club.people import GUILD
from tests.club.room import Room
from tests.club.standing.rated_circle import (
    CIRCLE,
    load_ratings,
    play_and_resign,
    play_circle,
    recounted_in_place,
)
from words import Phrase


def row(
    number: int, first: int, second: int, winner: int | None, *, edge: float = 0.0, void: str | None = None
) -> RatedRow:
    return RatedRow(
        GUILD, number, number, "binar", first, "", second, "", winner, 3600.0 * number, edge, void=void
    )


def test_the_rows_that_count_are_those_of_people_who_have_met_two_others() -> None:
    rows = [
        row(1, 1, 2, 0),
        row(2, 2, 3, 0),
        row(3, 3, 1, 0),
        row(4, 4, 1, 0),
        row(5, 1, 2, 0, void=rated_rows.MODERATOR),
    ]
    assert [each.number for each in counted_rows(rows)] == [1, 2, 3]
    assert [each.number for each in counted_rows(rows[:2])] == []
    assert [each.number for each in counted_rows([*rows, row(6, 4, 2, 0)])] == [1, 2, 3, 4, 6]


def make_rows(points: float, matches: int, seed: int) -> list[RatedRow]:
    """Make rated matches of twenty people of equal strength.

    The first mover has an advantage of `points`.
    """
    chance = random.Random(seed)
    certain = Rating(1500, 0)
    wins = expected_score(certain, certain, points)
    pairs = (chance.sample(range(1, 21), 2) for _ in range(matches))
    return [
        row(number, first, second, int(chance.random() >= wins))
        for number, (first, second) in enumerate(pairs, 1)
    ]


@pytest.mark.ci
@pytest.mark.parametrize("points", [-40, 0, 60])
def test_an_advantage_is_found_from_many_matches(points: int) -> None:
    found = estimate_advantage(collect_samples(make_rows(points, 6000, 3))["binar"])
    assert abs(found - points) < 12


def test_an_advantage_is_drawn_towards_nothing_while_matches_are_few() -> None:
    known = collect_samples(
        [row(number, 1 + number % 3, 1 + (number + 1) % 3, 0) for number in range(1, 10)]
    )["binar"]
    assert len(known) == 9
    found = [estimate_advantage(known[:count]) for count in (0, 3, 9)]
    assert found[0] == 0 < found[1] < found[2] < PRIOR * 2


async def test_a_recount_says_that_nothing_was_wrong_and_puts_right_what_was(room: Room) -> None:
    await play_circle(room.club)
    await recounted_in_place(room.club)
    before = await load_ratings(room.club)
    assert await recount_all(room.club.store, refit=False, now=room.time[0]) == [
        Phrase("recount.done", count=3, all=1, number=0)
    ]
    await room.club.store.write(lambda tx: tx.run("UPDATE rating SET points = points + 1 WHERE user_id = 1"))
    lines = await recount_all(room.club.store, refit=False, now=room.time[0])
    assert [line.facts["number"] for line in lines] == [1]
    assert await load_ratings(room.club) == before


async def test_what_is_measured_counts_in_matches_that_end_later(room: Room) -> None:
    await play_circle(room.club)
    lines = await recount_all(room.club.store, refit=True, now=room.time[0])
    assert lines[1].code == "recount.edge"
    assert lines[1].facts["all"] == 3
    points = await room.club.store.read(lambda tx: rated_rows.get_edge(tx, "binar"))
    assert 0 < points == pytest.approx(lines[1].facts["count"], abs=0.5)
    before = await load_ratings(room.club)
    assert await recount_all(room.club.store, refit=False, now=room.time[0]) == [
        Phrase("recount.done", count=3, all=1, number=0)
    ]
    assert await load_ratings(room.club) == before
    last = await play_and_resign(room.club, CIRCLE[0], CIRCLE[0][1])
    entry = await room.club.store.read(lambda tx: rated_rows.find_by_match(tx, last.row.id))
    assert entry is not None
    assert entry.edge == points
