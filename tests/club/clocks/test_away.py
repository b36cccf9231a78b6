"""No player loses on time because the bot was away.

A gap in a shard's heartbeats is given back, once, to everyone.
"""

import asyncio

import pytest

from club.clocks.time_control import DAY, HOUR
from club.play.course import clock_keeper as keeper
from club.play.match.clock_journal import set_clocks_running, start_live_clock
from club.refusals import Refusal
from data.database import presence
from data.play.matches import MatchRow, MatchStatus
from tests.club.people import ANN, BEN
from tests.club.room import START, Room
from tests.pace import PATIENCE

ANOTHER = 1 << 22
"""A server of the second of two shards; the people's own is of the first."""


async def beat(room: Room, at: float | None = None, *, shards: int = 1, **others: float) -> None:
    """Let Discord acknowledge a heartbeat of the first shard, now or at a given time.

    Other shards are given by number.
    """
    taken: dict[int, float | None] = {0: room.time[0] if at is None else at}
    taken |= {int(name[1:]): value for name, value in others.items()}
    await room.club.play.clocks.store_heartbeats(taken, shards)


async def begin_online(room: Room, clock: str = "1d") -> MatchRow:
    """Begin a match while the bot is online."""
    await beat(room)
    return await room.begin(clock)


async def spend_online(room: Room, seconds: float) -> None:
    """Let time go on while the bot is online."""
    room.time[0] += seconds
    await room.club.store.write(lambda tx: presence.reset_beats(tx, 1, room.time[0]))


async def test_while_all_heartbeats_come_nothing_is_given_back(room: Room) -> None:
    await begin_online(room, "1h")
    for _ in range(15):
        room.time[0] += 120
        await beat(room)
    await room.due()
    assert await room.ticks() == ["start"]


async def test_an_absence_is_given_back_once(room: Room) -> None:
    await begin_online(room)
    await spend_online(room, HOUR)
    room.time[0] += 5 * HOUR
    await room.quiet()
    await beat(room)
    for _ in range(3):
        await room.due()
        await beat(room)
    assert (await room.clock()).deadline == START + DAY + 5 * HOUR
    assert await room.ticks() == ["start", "away"]
    assert len(await room.rows("board")) == 1


@pytest.mark.ci
@pytest.mark.parametrize(("owed", "looks"), [(1, 0), (2, 1), (3, 1), (4, 2)])
async def test_whoever_is_not_seen_to_in_one_look_is_seen_to_in_the_next_at_once(
    room: Room, owed: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that finds as many as it can take is followed by another one.

    It is followed even if nothing may be left to find.
    """
    monkeypatch.setattr(keeper, "AT_ONCE", 2)
    await beat(room)
    for _ in range(owed):
        await room.begin()
    room.time[0] += 5 * HOUR
    await beat(room)
    for _ in range(looks):
        assert await room.due() == room.time[0]
    assert await room.due() == START + 18 * HOUR + 5 * HOUR
    assert [await room.ticks(1 + number) for number in range(owed)] == [["start", "away"]] * owed


async def test_it_is_given_back_also_when_the_process_died(room: Room) -> None:
    await begin_online(room)
    room.time[0] += DAY + HOUR
    await room.club.play.clocks.open()
    assert await room.due() == room.time[0] + 600
    assert await room.ticks() == ["start"]
    with pytest.raises(Refusal) as refused:  # Discord's heartbeat comes later than the first press
        await room.claim(BEN)
    assert refused.value.sentence.code == "silence.claim_later"
    await beat(room, START)  # what the last process knew
    assert await room.due() == room.time[0] + 600
    await beat(room)
    await room.due()
    assert (await room.clock()).deadline == START + 2 * DAY + HOUR


async def test_a_bot_that_is_away_at_the_end_ends_and_reminds_nothing(room: Room) -> None:
    await begin_online(room)
    room.time[0] = START + 40 * DAY
    await room.due()
    await beat(room)
    await room.due()
    assert await room.recipients("reminder") == []
    assert (await room.row()).status is MatchStatus.RUNNING
    assert (await room.clock()).deadline == START + 41 * DAY


async def test_a_press_ends_an_absence_too(room: Room) -> None:
    await begin_online(room)
    room.time[0] += 3 * HOUR
    await room.move()
    assert await room.ticks() == ["start", "away", "move"]
    assert (await room.clock()).deadline == START + 3 * HOUR + DAY
    room.time[0] += 60
    await beat(room)
    await room.due()
    assert await room.ticks() == ["start", "away", "move"]


async def test_a_bank_loses_nothing_by_an_absence(room: Room) -> None:
    await begin_online(room, "7d+1h")
    await spend_online(room, HOUR)
    room.time[0] += 3 * HOUR
    await room.move()
    assert (await room.clock()).seconds_left(0, room.time[0]) == 7 * DAY


async def test_another_shard_s_absence_is_no_matter(room: Room) -> None:
    await beat(room, shards=2, s1=START)
    await room.begin()
    await room.begin(guild_id=ANOTHER)
    for _ in range(10):
        room.time[0] += 60
        await beat(room, shards=2, s1=START)
    await beat(room, shards=2, s1=room.time[0])
    await room.due()
    assert await room.ticks(1) == ["start"]
    assert await room.ticks(2) == ["start", "away"]
    assert (await room.clock(2)).deadline == START + DAY + 600
    assert await room.due() == START + 18 * HOUR


async def test_other_shards_than_last_time_know_how_long_the_bot_was_away(room: Room) -> None:
    await beat(room, shards=2, s1=START)
    await room.begin(guild_id=ANOTHER)
    room.time[0] += 100
    await beat(room, shards=2, s1=START)  # the second shard has been heard of last when the match began
    room.time[0] += HOUR
    await beat(room, shards=4, s1=room.time[0], s2=room.time[0])
    await room.due()
    assert (await room.clock()).deadline == START + DAY + HOUR + 100
    room.time[0] += HOUR
    with pytest.raises(Refusal):
        await room.claim(BEN)


async def test_a_clock_that_was_set_back_between_two_processes_changes_no_time_left(room: Room) -> None:
    await begin_online(room)
    await spend_online(room, HOUR)
    room.time[0] -= 100 * DAY
    await room.club.play.clocks.open()
    await room.due()
    room.time[0] += 90  # the process runs, and Discord does not answer yet
    await beat(room)
    await room.due()
    assert (await room.clock()).deadline == room.time[0] + 23 * HOUR
    assert await room.due() == room.time[0] + 17 * HOUR


async def test_a_clock_that_was_set_forward_between_two_processes_takes_nobody_s_time(room: Room) -> None:
    await begin_online(room)
    room.time[0] += 3650 * DAY
    await room.club.play.clocks.open()
    await beat(room)
    await room.due()
    assert (await room.clock()).deadline == room.time[0] + DAY


async def test_the_week_for_a_claim_goes_on_after_an_absence(room: Room) -> None:
    await begin_online(room)
    await spend_online(room, DAY)
    await room.due()
    assert await room.ticks() == ["start", "zero"]
    room.time[0] += 10 * DAY
    await beat(room)
    await room.due()
    assert (await room.row()).status is MatchStatus.RUNNING
    await spend_online(room, 6 * DAY)
    await room.due()
    assert (await room.row()).status is MatchStatus.RUNNING
    await spend_online(room, DAY)
    await room.due()
    assert (await room.row()).status is MatchStatus.OVER


async def test_a_match_that_has_no_place_is_given_nothing_back(room: Room) -> None:
    await begin_online(room)
    await room.club.play.places.suspend_server(10)
    room.time[0] += DAY
    await beat(room)
    await room.due()
    await room.club.play.places.resume_server(10)
    assert await room.ticks() == ["start", "stop", "go"]
    assert (await room.clock()).deadline == START + 2 * DAY
    assert (await room.club.play.matches.load(1)).player(0).user_id == ANN.id


async def correct(room: Room, by: float) -> None:
    """All go by a time from now on that differs from the one before."""
    former = room.time[0]

    def switch() -> None:
        room.time[0] = former + by

    await room.club.correct_time(lambda: former, lambda: former + by, switch)


@pytest.mark.ci
@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR, 20.0, -20.0, 40 * DAY, -40 * DAY])
@pytest.mark.parametrize("control", ["1d", "7d+1h"])
async def test_no_time_left_changes_where_the_time_itself_is_put_right(
    room: Room, by: float, control: str
) -> None:
    await begin_online(room, control)
    await spend_online(room, HOUR)
    left = (await room.clock()).seconds_left(0, room.time[0])
    await room.quiet()
    await correct(room, by)
    assert room.time[0] == START + HOUR + by
    for _ in range(3):
        await room.due()
        await beat(room)
    assert await room.ticks() == ["start", "set"]
    assert (await room.clock()).seconds_left(0, room.time[0]) == left
    assert (await room.clock()).deadline == room.time[0] + left
    assert await room.rows("reminder") == []
    assert len(await room.rows("board")) == 1, "it shows another deadline"
    assert await room.club.play.clocks.load_seconds_given_back(await room.row(), []) == 0.0, (
        "the bot was never away"
    )
    room.time[0] += HOUR  # and later absences are noticed as ever
    await beat(room)
    await room.due()
    assert await room.ticks() == ["start", "set", "away"]
    assert (await room.clock()).seconds_left(0, room.time[0]) == left


@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR])
async def test_a_press_that_comes_before_the_keeper_loses_nothing_either(room: Room, by: float) -> None:
    await begin_online(room, "7d+1h")
    await spend_online(room, HOUR)
    await correct(room, by)
    with pytest.raises(Refusal):
        await room.claim(BEN)
    await room.move()
    assert await room.ticks() == ["start", "set", "move"]
    assert (await room.clock()).seconds_left(0, room.time[0]) == 7 * DAY


@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR])
async def test_what_was_to_be_claimed_is_so_after_the_time_was_put_right(room: Room, by: float) -> None:
    await begin_online(room, "1h")
    await spend_online(room, HOUR)
    await room.due()
    await spend_online(room, DAY)
    await correct(room, by)
    await room.due()
    clock = await room.clock()
    assert clock.zero_at == room.time[0] - DAY
    assert clock.adjourn_at == room.time[0] + 6 * DAY
    await room.claim(BEN)


@pytest.mark.ci
@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR])
@pytest.mark.parametrize("gone", [60.0, 5 * HOUR])
async def test_an_absence_in_which_the_time_is_put_right_is_given_back_as_a_whole(
    room: Room, by: float, gone: float
) -> None:
    await begin_online(room)
    await spend_online(room, HOUR)
    left = (await room.clock()).seconds_left(0, room.time[0])
    room.time[0] += gone
    await correct(room, by)
    await room.due()
    room.time[0] += HOUR
    await beat(room)
    await room.due()
    assert (await room.clock()).seconds_left(0, room.time[0]) == left
    assert await room.ticks() == ["start", "set", "away"]


@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR])
async def test_a_clock_that_stands_is_put_right_too(room: Room, by: float) -> None:
    row = await begin_online(room, "1h")
    await spend_online(room, 2 * HOUR)
    await room.due()
    zero_at = (await room.clock()).zero_at
    assert zero_at is not None
    await room.club.store.write(lambda tx: set_clocks_running(tx, row.id, room.time[0], running=False))
    await spend_online(room, DAY)
    await correct(room, by)
    await spend_online(room, DAY)
    await room.club.store.write(lambda tx: set_clocks_running(tx, row.id, room.time[0], running=True))
    assert (await room.clock()).zero_at == zero_at + 2 * DAY + by


@pytest.mark.parametrize("by", [2 * HOUR, -2 * HOUR])
async def test_a_clock_to_sit_down_to_goes_by_discord_s_time_and_is_not_put_right(
    room: Room, by: float
) -> None:
    row = await begin_online(room, "5+5")
    await room.club.store.write(lambda tx: start_live_clock(tx, row, 0, at=room.time[0] + by))
    before = await room.clock()
    assert before.is_running
    await correct(room, by)
    await room.due()
    assert await room.clock() == before


async def test_nothing_waits_for_a_time_that_was_wrong(room: Room) -> None:
    looked = asyncio.Event()

    async def deliver() -> float | None:
        if room.time[0] < START:
            looked.set()
        return room.time[0] + 3 * DAY

    await room.club.open(deliver, longest_wait=2 * HOUR)
    try:
        await room.begin()
        await correct(room, -2 * HOUR)
        waiting = await room.club.store.read(lambda tx: tx.all("SELECT not_before FROM outbox"))
        assert {row["not_before"] for row in waiting} == {START - 2 * HOUR}
        async with asyncio.timeout(PATIENCE):
            await looked.wait()
    finally:
        await room.club.close()
