"""A competition whose channel is gone stands still and says so.

It goes on in the channel it is moved to.
"""

import json
from typing import Any

from club.competitions.lookup import Official
from club.play.course.places import ServerChannels
from data.competitions.competitions import StageStatus
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.club.leagues import FOUR, MO, create_league, newest, start_season
from tests.club.people import ANN, CHANNEL, GUILD
from tests.club.refusing import refused_code
from tests.club.room import Room

DAY = 86400.0
NEW = CHANNEL + 1000
BY = Official(MO.id)


async def words(room: Room) -> list[dict[str, Any]]:
    """What is to be told to single persons."""
    rows = await room.club.store.read(
        lambda tx: tx.all("SELECT payload FROM outbox WHERE kind = ? ORDER BY id", PostKind.UNPOSTED)
    )
    return [json.loads(row["payload"]) for row in rows]


async def is_paused(room: Room) -> bool:
    """Whether the competition is paused."""
    return (await room.club.competitions.all.load_stage_view(1)).competition.paused_at is not None


async def places(room: Room) -> set[tuple[str, int]]:
    """How the matches are, and where."""
    rows = await room.club.store.read(lambda tx: tx.all("SELECT status, channel_id FROM match"))
    return {(row["status"], row["channel_id"]) for row in rows}


def server_with(*channels: int) -> ServerChannels:
    """The server as a new session names it, with only these channels."""
    return ServerChannels(GUILD, frozenset(channels), lambda _: True)


async def test_a_league_whose_channel_is_deleted_stands_still_and_tells_all_who_are_in_it(room: Room) -> None:
    stage = await start_season(room.club)
    await room.club.play.places.suspend_channel(CHANNEL)
    assert await places(room) == {(MatchStatus.SUSPENDED, CHANNEL)}
    assert await is_paused(room)
    assert [each["by"] for each in await words(room)] == sorted([*(person.id for person in FOUR), MO.id])
    room.time[0] = stage.closes_at + 5 * DAY
    assert await room.club.competitions.scheduler.take_due_steps() is None
    await room.club.play.places.suspend_channel(CHANNEL)
    assert len(await words(room)) == len(FOUR) + 1, "nobody is told twice"


async def test_a_server_that_is_there_again_gives_no_channel_back_that_was_deleted(room: Room) -> None:
    await start_season(room.club)
    await room.club.play.places.suspend_channel(CHANNEL)
    await room.club.play.places.suspend_server(GUILD)
    await room.club.play.places.sync_server(server_with(NEW))
    assert await is_paused(room)
    assert (await room.club.competitions.all.load_stage_view(1)).competition.adrift


async def test_taken_to_another_channel_it_goes_on_there_with_its_matches(room: Room) -> None:
    stage = await start_season(room.club)
    await room.club.play.places.suspend_channel(CHANNEL)
    room.time[0] += 5 * DAY
    await room.club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
    await room.club.competitions.places.move(1, (GUILD, NEW), official=BY)
    assert not await is_paused(room)
    await room.club.competitions.scheduler.take_due_steps()
    assert await places(room) == {(MatchStatus.RUNNING, NEW)}
    moved = await room.club.competitions.all.load_stage_view(1)
    assert moved.competition.channel_id == NEW
    assert moved.stage.status is StageStatus.RUNNING
    assert moved.stage.closes_at - stage.closes_at >= 5 * DAY
    kinds = await room.club.store.read(lambda tx: tx.all("SELECT kind FROM outbox"))
    assert {row["kind"] for row in kinds} >= {PostKind.SEASON, PostKind.SECTION, PostKind.PLACE}
    # Its cards are there from now on: none of the old channel is edited.
    assert moved.stage.message_id is None
    assert await room.club.competitions.places.load_stranded(1) is None


async def test_only_who_organises_it_or_manages_its_server_takes_it_elsewhere(room: Room) -> None:
    await start_season(room.club)
    move = room.club.competitions.places.move
    for by, code in ((Official(ANN.id), "league.organiser"), (BY, None), (BY, "league.there")):
        if code is None:
            await move(1, (GUILD, NEW), official=by)
            continue
        assert await refused_code(move(1, (GUILD, NEW), official=by)) == code
    assert (
        await refused_code(
            move(1, (GUILD + 1, CHANNEL), official=Official(ANN.id, managed_guild_id=GUILD + 1))
        )
        == "league.gone"
    )
    await move(1, (GUILD, CHANNEL), official=Official(ANN.id, managed_guild_id=GUILD))
    assert await places(room) == {(MatchStatus.RUNNING, CHANNEL)}, "what is played elsewhere stays there"


async def test_what_can_be_taken_elsewhere_begins_with_what_has_lost_its_channel(room: Room) -> None:
    first, second = await create_league(room.club), await create_league(room.club)
    await room.club.store.write(lambda tx: tx.run("UPDATE competition SET channel_id = ? WHERE id = 2", NEW))
    await room.club.play.places.suspend_channel(NEW)
    movable = room.club.competitions.places.list_movable
    assert [row.id for row in await movable(GUILD, BY)] == [second.id, first.id]
    assert await movable(GUILD, Official(ANN.id)) == []
    await room.club.competitions.all.stop((await newest(room.club, second)).id, official=BY)
    assert [row.id for row in await movable(GUILD, BY)] == [first.id]


async def test_a_league_that_stood_still_goes_on_only_where_its_channel_is_there(room: Room) -> None:
    await start_season(room.club)
    await room.club.play.places.suspend_server(GUILD)
    await room.club.play.places.sync_server(server_with(NEW))
    assert await is_paused(room), "Discord has still to say whether its channel is there"
    asked = await room.club.store.read(
        lambda tx: tx.all("SELECT payload FROM outbox WHERE kind = ?", PostKind.WHEREABOUTS)
    )
    assert [json.loads(row["payload"]) for row in asked] == [{"guild": GUILD, "place": CHANNEL}]
    await room.club.play.places.resume_place(GUILD, CHANNEL)
    assert not await is_paused(room)
    assert await places(room) == {(MatchStatus.RUNNING, CHANNEL)}
