"""Clocks as they are stored: who owes what, in which order.

They also say how much of it was given back.
"""

from functools import partial

import pytest

from data.database import presence
from data.database.store import Store
from data.database.transaction import Transaction
from data.play import clocks
from data.play.clocks import ClockEvent, ClockEventKind, ClockRow
from data.play.matches import MatchStatus
from tests.data.samples import ADA, BOB, move, new_match


async def clock(store: Store, *, next_at: float | None = 100.0, away_id: int = 0) -> int:
    """A new match whose clocks stand so; returns its id."""

    async def job(tx: Transaction) -> int:
        row = await new_match(tx)
        await clocks.create(tx, ClockRow(row.id, "1d", "{}", 1, None, next_at, away_id))
        return row.id

    return await store.write(job)


async def test_who_was_given_back_least_is_owed_first_and_clocks_that_stand_are_owed_nothing(
    store: Store,
) -> None:
    later, standing, first, second, settled = [
        await clock(store, away_id=away_id, next_at=next_at)
        for away_id, next_at in ((1, 100.0), (0, None), (0, 100.0), (0, 50.0), (2, 100.0))
    ]
    assert await store.read(lambda tx: clocks.list_owed_time(tx, 2, 9)) == [first, second, later]
    assert await store.read(lambda tx: clocks.list_owed_time(tx, 2, 2)) == [first, second]
    assert await store.read(lambda tx: clocks.list_owed_time(tx, 3, 9)) == [first, second, later, settled]
    assert standing


async def test_a_user_has_the_clocks_of_matches_that_go_on(store: Store) -> None:
    going_on, over = await clock(store), await clock(store)
    await store.write(new_match)  # without a clock
    await store.write(move(over, 0, status=MatchStatus.OVER))
    assert await store.read(lambda tx: clocks.list_for_user(tx, ADA)) == [(going_on, 0)]
    assert await store.read(lambda tx: clocks.list_for_user(tx, BOB)) == [(going_on, 1)]


async def test_clocks_that_are_changed_are_let_go_of_and_only_from_the_event_that_was_seen(
    store: Store,
) -> None:
    number = await clock(store)
    await store.write(lambda tx: clocks.claim(tx, 200.0, 9, owner="one", lease=60.0))
    assert await store.write(lambda tx: clocks.claim(tx, 200.0, 9, owner="two", lease=60.0)) == []
    changed = ClockRow(number, "1d", "{}", 2, None, 150.0, 0)
    for seen in (0, 2):
        with pytest.raises(RuntimeError, match=f"not at event {seen}"):
            await store.write(partial(clocks.update, row=changed, expected_number=seen))
    await store.write(lambda tx: clocks.update(tx, changed, expected_number=1))
    assert await store.write(lambda tx: clocks.claim(tx, 200.0, 9, owner="two", lease=60.0)) == [number]


@pytest.mark.parametrize(
    ("since", "given"),
    [
        (0.0, 10.0 + 5.0 + 4.0 + 20.0),
        (30.0, 10.0 + 5.0 + 4.0 + 20.0),  # noted at this very moment
        (31.0, 5.0 + 4.0 + 20.0),  # the turn began before it: what was counted then is not counted again
        (50.0, 4.0 + 20.0),
        (91.0, 0.0),
    ],
)
async def test_of_each_absence_counts_what_fell_into_the_turn_once(
    store: Store, since: float, given: float
) -> None:
    number = await clock(store)
    told = (
        (ClockEventKind.START, "1d", 10.0),
        (ClockEventKind.AWAY, "15 25", 30.0),
        (ClockEventKind.AWAY, "20 30", 40.0),  # another shard's, the half of it told before
        (ClockEventKind.AWAY, "16 18", 45.0),  # all of it told before
        (ClockEventKind.AWAY, "24 28", 46.0),  # this too
        (ClockEventKind.AWAY, "46 50", 50.0),
        (ClockEventKind.MOVE, "", 50.0),
        (ClockEventKind.AWAY, "40 70", 90.0),  # begun before the turn
    )

    async def note(tx: Transaction) -> None:
        for count, (kind, text, at) in enumerate(told, start=1):
            await clocks.add_event(tx, ClockEvent(number, count, 0, kind, 0, text, at))

    await store.write(note)
    assert await store.read(lambda tx: clocks.seconds_given_back(tx, number, since=since)) == given


async def test_what_came_after_an_absence_is_read_in_order_and_beats_by_shard(store: Store) -> None:
    async def job(tx: Transaction) -> None:
        await presence.reset_beats(tx, 3, 10.0)
        await presence.reset_beats(tx, 2, 20.0)
        await presence.set_beat(tx, presence.Beat(0, 4, 30.0))
        for shard in (1, 0, 1):
            await presence.add_absence(tx, presence.Beat(shard, 2, 40.0), 50.0)

    await store.write(job)
    assert await store.read(presence.list_beats) == [presence.Beat(0, 4, 30.0), presence.Beat(1, 2, 20.0)]
    found = await store.read(lambda tx: presence.list_absences(tx, 1))
    assert [(absence.id, absence.shard) for absence in found] == [(2, 0), (3, 1)]
    assert await store.read(presence.last_absence_id) == 3


@pytest.mark.parametrize(("guild_id", "shard"), [(1 << 22, 1), (2 << 22, 0), ((1 << 22) - 1, 0), (0, 0)])
def test_a_server_is_of_the_shard_that_its_id_says_without_the_lowest_22_bits(
    guild_id: int, shard: int
) -> None:
    absence = presence.Absence(1, 1, 2, 0.0, 1.0)
    assert presence.shard_of_server(guild_id, 2) == shard
    assert absence.affects(guild_id) == (shard == 1)
