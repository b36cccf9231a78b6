"""Matches that go on in another channel: by their players, and by moderators."""

from typing import Any

import pytest

from club.play.match.access import SpectatorRefusal
from data.outbox.post_kinds import PostKind
from data.play.matches import EventKind, MatchStatus
from data.play.places import PRIVATE, Place
from rules.catalogue import GAMES
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions
from tests.club.refusing import refused_code
from tests.club.room import Room

ELSEWHERE = CHANNEL + 1
HERE = Place(GUILD, ELSEWHERE)


def resume(room: Room, who: Any = ANN, match_id: int = 1) -> Any:
    return room.club.play.mover.resume(match_id, act(who), guild_id=GUILD, channel_id=ELSEWHERE)


def move(room: Room, channel_id: int = ELSEWHERE) -> Any:
    return room.club.play.mover.move(1, act(CLEO), channel_id=channel_id)


async def suspend(room: Room) -> None:
    await room.club.play.places.suspend_match(1)
    assert (await room.row()).status is MatchStatus.SUSPENDED


async def test_a_match_without_a_place_goes_on_where_a_player_wants_it(room: Room) -> None:
    await room.begin()
    assert await refused_code(resume(room)) == "resume.running"
    await suspend(room)
    with pytest.raises(SpectatorRefusal):
        await resume(room, CLEO)
    await room.quiet()
    after = await resume(room, BEN)
    assert (after.is_running, after.row.channel_id, after.row.guild_id) == (True, ELSEWHERE, GUILD)
    _, events = await room.club.play.matches.load_with_events(1)
    assert [(each.kind, each.seat, each.text) for each in events] == [
        (EventKind.PLACE, 1, f"{GUILD}/{CHANNEL}")
    ]
    assert len(await room.rows(PostKind.BOARD)) == 1
    assert await room.rows(PostKind.MOVED) == [], "nobody is there to be told"


async def test_what_is_over_does_not_go_on(room: Room) -> None:
    await room.begin()
    await room.club.play.matches.resign(1, act(ANN))
    assert await refused_code(resume(room)) == "match.over"
    assert await refused_code(move(room)) == "match.over.already"


async def test_a_moderator_moves_a_match_and_its_old_place_is_told(room: Room) -> None:
    await room.begin()
    assert await refused_code(move(room, CHANNEL)) == "move.there"
    await room.quiet()
    after = await move(room)
    assert after.row.channel_id == ELSEWHERE
    [told] = await room.rows(PostKind.MOVED)
    assert told.payload == f'{{"channel": {CHANNEL}, "to": {ELSEWHERE}, "by": {CLEO.id}}}'
    assert await room.club.store.read(lambda tx: tx.all("SELECT user_id FROM admin_log")) == [
        {"user_id": CLEO.id}
    ]


async def test_a_match_that_waits_is_moved_into_the_channel_that_it_had(room: Room) -> None:
    await room.begin()
    await suspend(room)
    await room.quiet()
    assert (await move(room, CHANNEL)).is_running
    assert await room.rows(PostKind.MOVED) == []


async def test_a_private_match_is_made_public_by_its_player(room: Room) -> None:
    table, _ = await room.club.play.private.begin_or_resume(
        GAMES["russian"], ANN, interaction_id=next(interactions)
    )
    publish = room.club.play.mover.publish
    with pytest.raises(SpectatorRefusal):
        await publish(table.row.id, act(CLEO), place=HERE)
    await room.quiet()
    after = await publish(table.row.id, act(ANN), place=HERE)
    assert (after.row.is_private, after.row.channel_id, after.row.guild_id) == (False, ELSEWHERE, GUILD)
    assert await room.rows(PostKind.MOVED) == []
    assert await refused_code(publish(table.row.id, act(ANN), place=HERE)) == "open.already"


async def test_a_private_match_that_ended_without_a_result_has_nothing_to_show(room: Room) -> None:
    table, _ = await room.club.play.private.begin_or_resume(
        GAMES["russian"], ANN, interaction_id=next(interactions)
    )
    await room.club.play.beginnings.cancel(table.row.id, act(ANN), channel_id=None)
    publishing = room.club.play.mover.publish(table.row.id, act(ANN), place=HERE)
    assert await refused_code(publishing) == "open.empty"
    assert (await room.row(table.row.id)).guild_id == PRIVATE.guild_id


async def test_a_private_match_that_is_decided_can_be_shown(room: Room) -> None:
    table, _ = await room.club.play.private.begin_or_resume(
        GAMES["russian"], ANN, interaction_id=next(interactions)
    )
    await room.club.play.matches.resign(table.row.id, act(ANN))
    after = await room.club.play.mover.publish(table.row.id, act(ANN), place=HERE)
    assert (after.is_over, after.row.is_private) == (True, False)
