"""Made-up accounts give little.

Of an established member's matches against newcomers, only a fixed number count in a week.
"""

import random
import statistics

import pytest

from club.members.people import Act, Person
from club.refusals import Refusal
from club.standing.counted_matches import counted_rows
from club.standing.newcomers import MOST, is_newcomer
from club.standing.rating_arithmetic import DAY
from club.standing.ratings import load_rated_rows
from data.database.transaction import Transaction
from data.standing import ratings
from data.standing.rated_rows import NEWCOMERS
from tests.club.people import ANN, BEN, CLEO, GUILD
from tests.club.room import Room
from tests.club.standing.rated_circle import (
    DAN,
    PEOPLE,
    counted_anew,
    load_ratings,
    play_and_resign,
    recounted_in_place,
    store_rated,
)
from tests.sets import leave_to_ci
from workshop.bench.abuse import honest_matches, new_accounts, points, void_excess

REGULARS = PEOPLE[:4]
NEW = [Person(100 + number, f"New {number}") for number in range(MOST + 2)]
pytestmark = pytest.mark.both_databases


async def regulars(room: Room) -> None:
    """The first four have played so much that their ratings are known."""
    chance = random.Random(7)

    async def job(tx: Transaction) -> None:
        for match_id in range(1000, 1060):
            first, second = chance.sample(REGULARS, 2)
            await store_rated(tx, match_id, (first, second), at=room.time[0], winner=match_id % 2)
        await ratings.request_recount(tx, GUILD)

    await room.club.store.write(job)
    await recounted_in_place(room.club)
    room.time[0] += 8 * DAY
    found = await load_ratings(room.club)
    assert not any(is_newcomer(found[each.id, "binar"], room.time[0]) for each in REGULARS)


async def codes(room: Room) -> list[str | None]:
    """Why the matches that were played here do not count, in their order."""
    return [row.void for row in await load_rated_rows(room.club.store, GUILD) if row.match_id < 1000]


@pytest.mark.ci
@pytest.mark.parametrize("loses", leave_to_ci([False, True], after=1))
async def test_of_a_week_s_matches_against_newcomers_so_many_count_whoever_wins(
    room: Room, loses: bool
) -> None:
    await regulars(room)
    for new in NEW:
        await play_and_resign(
            room.club, (new, BEN), new
        )  # they have met another member, so that it counts with Ann
    await recounted_in_place(room.club)
    own = []
    for number, new in enumerate(NEW):
        pair = (ANN, new) if number % 2 else (new, ANN)
        await play_and_resign(room.club, pair, ANN if loses else new)
        await recounted_in_place(room.club)
        own.append((await load_ratings(room.club))[ANN.id, "binar"].points)
        assert await load_ratings(room.club) == await counted_anew(room.club)
    assert await codes(room) == [*[None] * MOST, NEWCOMERS, NEWCOMERS] * 2
    assert len({*own[MOST - 1 :]}) == 1 < len({*own})
    room.time[0] += 7 * DAY + 1
    await play_and_resign(room.club, (ANN, NEW[0]), NEW[0])
    assert (await codes(room))[-1] is None


@pytest.mark.ci
async def test_it_is_each_game_s_own_and_matches_against_those_who_are_known_count_all_the_same(
    room: Room,
) -> None:
    await regulars(room)
    await play_and_resign(room.club, (ANN, NEW[-1]), ANN, game="russian")
    for new in NEW[:MOST]:
        await play_and_resign(room.club, (ANN, new), new)
    for known in (BEN, CLEO, DAN):
        await play_and_resign(room.club, (ANN, known), known)
    assert await codes(room) == [None] * 7


@pytest.mark.ci
async def test_between_newcomers_all_counts_so_that_a_new_club_comes_to_its_ratings(room: Room) -> None:
    for first in REGULARS:
        for second in REGULARS:
            if first.id != second.id:
                await play_and_resign(room.club, (first, second), second)
                await recounted_in_place(room.club)
    assert await codes(room) == [None] * 12
    assert {row.matches for row in (await load_ratings(room.club)).values()} == {6}


async def test_no_moderator_lets_such_a_match_count(room: Room) -> None:
    await regulars(room)
    for new in NEW[: MOST + 1]:
        last = await play_and_resign(room.club, (ANN, new), new)
    changes = await room.club.standing.ratings.load_changes(last.row)
    assert changes.is_over_newcomer_limit and changes.seats == (None, None)
    with pytest.raises(Refusal, match="against newcomers") as refused:
        await room.club.standing.ratings.count_again(last.row.id, Act(9, 900), reason="they asked")
    assert refused.value.code == "rated.void.newcomers"


def test_what_ended_before_the_rule_counts_as_it_did() -> None:
    """Matches that ended before the rule count as they did.

    The rows alone say what counts: a recount no longer asks who was new then.
    """
    rows = new_accounts(honest_matches(1), random.Random(1))
    assert len(counted_rows(rows)) == len(rows)


@pytest.mark.ci
def test_two_accomplices_with_ten_made_up_accounts_lift_nobody_far() -> None:
    lifted, bound = [], []
    for seed in range(3):
        before = honest_matches(seed)[:1000]
        rows = new_accounts(before, random.Random(seed), weeks=1)
        lifted.append(points(rows) - points(before))
        bound.append(points(void_excess(rows)) - points(before))
    assert statistics.mean(bound) < 60 < 100 < statistics.mean(lifted)
