"""How long seasons last, when they start, and when they sleep."""

import pytest

from club.competitions.kinds.league import LeagueKind
from club.competitions.lookup import Official
from club.competitions.seasons import EVENING, LENGTH, NOTICE
from club.refusals import Refusal
from data.competitions.competitions import StageStatus
from tests.club.competitions.league_ends import stop_clocks
from tests.club.leagues import DAN, FOUR, MO, create_league, newest
from tests.club.people import ANN, BEN, CLEO, GUILD
from tests.club.room import Room

DAY = 24 * 3600.0


async def test_with_fewer_than_four_it_sleeps_and_wakes_by_a_press(room: Room) -> None:
    league = await create_league(room.club)
    for person in (ANN, BEN, CLEO):
        await room.club.competitions.all.join(1, person)
    stage = await newest(room.club, league)
    room.time[0] = stage.starts_at
    assert await room.club.competitions.scheduler.take_due_steps() is None
    asleep = await newest(room.club, league)
    assert (asleep.asleep, asleep.status) == (True, StageStatus.OPEN)
    assert LeagueKind().event_times(asleep) == {}
    room.time[0] += 50 * DAY
    assert await room.club.competitions.scheduler.take_due_steps() is None
    awake = (await room.club.competitions.all.join(1, DAN)).stage
    assert not awake.asleep and NOTICE - 1 < (awake.starts_at - room.time[0]) / DAY < NOTICE + 1
    assert awake.closes_at == awake.starts_at + LENGTH * DAY
    assert await room.club.competitions.scheduler.take_due_steps() == awake.starts_at
    room.time[0] = awake.starts_at
    await room.club.competitions.scheduler.take_due_steps()
    assert (await newest(room.club, league)).status is StageStatus.RUNNING


async def test_who_joins_a_season_that_is_awake_does_not_put_it_off(room: Room) -> None:
    stage = await newest(room.club, await create_league(room.club))
    room.time[0] += 3 * DAY
    assert (await room.club.competitions.all.join(1, ANN)).stage.starts_at == stage.starts_at


@pytest.mark.parametrize(("length", "control"), [("evening", "10+5"), ("week", "3d+1d")])
async def test_a_season_that_starts_too_late_has_time_all_the_same(
    room: Room, length: str, control: str
) -> None:
    stage = await newest(room.club, await create_league(room.club, length=length, control=control))
    for person in FOUR:
        await room.club.competitions.all.join(1, person)
    room.time[0] = stage.closes_at + 1
    await room.club.competitions.scheduler.take_due_steps()
    running = (await room.club.competitions.all.load_stage_view(1)).stage
    assert running.status is StageStatus.RUNNING and running.closes_at >= room.time[0] + EVENING


async def test_an_organiser_starts_a_season_now_and_not_while_one_runs(room: Room) -> None:
    league, official = await create_league(room.club), Official(MO.id)
    for person in (ANN, BEN, CLEO):
        await room.club.competitions.all.join(1, person)
    with pytest.raises(Refusal, match="It needs 4 members to start"):
        await room.club.competitions.tournaments.start(1, official=official)
    await room.club.competitions.all.join(1, DAN)
    with pytest.raises(Refusal, match="Only whoever has made this"):
        await room.club.competitions.tournaments.start(1, official=Official(ANN.id))
    began = room.time[0]
    await room.club.competitions.tournaments.start(1, official=official)
    await room.club.competitions.scheduler.take_due_steps()
    stage = await newest(room.club, league)
    assert (stage.status, stage.starts_at) == (StageStatus.RUNNING, began)
    assert LENGTH - 1 < (stage.closes_at - began) / DAY < LENGTH + 1
    with pytest.raises(Refusal, match="This season has started"):
        await room.club.competitions.tournaments.start(1, official=official)
    room.time[0] = began + (LENGTH // 2 + 1) * DAY
    await room.club.competitions.scheduler.take_due_steps()
    for person in FOUR:
        await room.club.competitions.all.join(2, person)
    with pytest.raises(Refusal, match="The season before it runs still"):
        await room.club.competitions.tournaments.start(2, official=official)


@pytest.mark.parametrize(
    ("length", "control", "lasts", "opens", "apart"),
    [("week", "3d+1d", 7 * DAY, 3 * DAY, 8 * DAY), ("evening", "10+5", EVENING, EVENING, 7 * DAY)],
)
async def test_a_season_lasts_as_long_as_was_chosen_and_the_next_follows(
    room: Room, length: str, control: str, lasts: float, opens: float, apart: float
) -> None:
    league = await create_league(room.club, length=length, control=control)
    stage = await newest(room.club, league)
    assert stage.closes_at - stage.starts_at == lasts
    for person in FOUR:
        await room.club.competitions.all.join(1, person)
    room.time[0] = stage.starts_at
    await room.club.competitions.scheduler.take_due_steps()
    room.time[0] = stage.starts_at + opens - 1
    await room.club.competitions.scheduler.take_due_steps()
    running = await newest(room.club, league)
    assert (running.status, running.warned) == (StageStatus.RUNNING, False)
    room.time[0] += 2
    await stop_clocks(room)
    await room.club.competitions.scheduler.take_due_steps()
    following = await newest(room.club, league)
    assert (following.number, following.starts_at) == (1, stage.starts_at + apart)
    assert following.closes_at == following.starts_at + lasts


@pytest.mark.parametrize(
    ("length", "control", "said"),
    [("evening", "3d+1d", "A league of evenings"), ("week", "10+5", "A league needs a clock of hours")],
)
async def test_an_evening_alone_has_a_clock_to_sit_down_to(
    room: Room, length: str, control: str, said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        await create_league(room.club, length=length, control=control)


async def test_an_evening_that_its_server_left_goes_on_at_once_and_later_ones_at_their_hour(
    room: Room,
) -> None:
    league = await create_league(room.club, length="evening", control="10+5")
    stage = await newest(room.club, league)
    await room.club.play.places.suspend_server(GUILD)
    room.time[0] += 3 * DAY
    await room.club.play.places.resume_server(GUILD)
    later = await newest(room.club, league)
    assert (later.starts_at, later.closes_at) == (stage.starts_at + 3 * DAY, stage.closes_at + 3 * DAY)
    for person in FOUR:
        await room.club.competitions.all.join(1, person)
    room.time[0] = later.starts_at
    await room.club.competitions.scheduler.take_due_steps()
    await room.club.play.places.suspend_server(GUILD)
    room.time[0] += 600
    await room.club.play.places.resume_server(GUILD)
    assert (await newest(room.club, league)).closes_at == later.closes_at + 600
