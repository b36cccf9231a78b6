"""When competitions pause and resume with their server and their channel."""

from typing import Any

import pytest

from club.competitions.lookup import Official
from data.competitions.competitions import StageStatus
from tests.club.competitions.team_matches import create_team_match
from tests.club.leagues import MO, create_league
from tests.club.people import ANN, CHANNEL, GUILD
from tests.club.refusing import refused_code
from tests.club.room import Room

BY = Official(MO.id)
NEW = CHANNEL + 1000


async def suspend(room: Room) -> None:
    await room.club.store.write(lambda tx: room.club.competitions.places.suspend_server(tx, GUILD))


async def resume(room: Room, places: Any = None) -> None:
    await room.club.store.write(lambda tx: room.club.competitions.places.resume_server(tx, GUILD, places))


async def paused_at(room: Room) -> float | None:
    return (await room.club.competitions.all.load_stage_view(1)).competition.paused_at


async def test_a_pause_counts_from_its_beginning(room: Room) -> None:
    await create_league(room.club)
    began = room.time[0]
    for _ in range(2):
        await suspend(room)
        assert await paused_at(room) == began
        room.time[0] += 100


async def test_a_match_against_another_server_is_called_off_and_not_paused(room: Room) -> None:
    await create_team_match(room, other=False)
    await suspend(room)
    assert await paused_at(room) is None
    assert (await room.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.OVER


@pytest.mark.parametrize(
    ("places", "goes_on"), [(None, True), ({CHANNEL}, True), ({NEW}, False), ((), False)]
)
async def test_it_resumes_where_its_channel_is_there(room: Room, places: Any, goes_on: bool) -> None:
    await create_league(room.club)
    await suspend(room)
    await resume(room, places)
    assert (await paused_at(room) is None) == goes_on


async def test_a_channel_that_was_deleted_does_not_come_back(room: Room) -> None:
    await create_league(room.club)
    await room.club.play.places.suspend_channel(CHANNEL)
    await resume(room, {CHANNEL})
    assert await paused_at(room) is not None
    view = await room.club.competitions.all.load_stage_view(1)
    assert await room.club.competitions.places.load_stranded(view.competition.id) is not None


async def test_a_competition_is_moved_to_another_channel_or_back_into_one_it_lost(room: Room) -> None:
    await create_league(room.club)
    move = room.club.competitions.places.move
    assert await refused_code(move(1, (GUILD, CHANNEL), official=BY)) == "league.there"
    assert await refused_code(move(1, (GUILD, NEW), official=Official(ANN.id))) == "league.organiser"
    assert await refused_code(move(9, (GUILD, NEW), official=BY)) == "league.gone"
    assert await refused_code(move(1, (GUILD + 1, NEW), official=BY)) == "league.gone"
    await room.club.store.write(lambda tx: tx.run("UPDATE stage SET message_id = 70"))
    await room.quiet()
    await move(1, (GUILD, NEW), official=BY)
    view = await room.club.competitions.all.load_stage_view(1)
    assert (view.competition.channel_id, view.stage.message_id) == (NEW, None)
    assert len(await room.rows("season")) == 1
    await room.club.play.places.suspend_channel(NEW)
    await move(1, (GUILD, NEW), official=BY)
    assert await paused_at(room) is None
    assert await room.club.competitions.places.load_stranded(1) is None
