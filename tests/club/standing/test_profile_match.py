"""The match that a member shows on their profile."""

from typing import Any

import pytest

from club.play.match.access import SpectatorRefusal
from data.members.servers import NO_RATINGS
from tests.club.people import ANN, BEN, CLEO, GUILD, act
from tests.club.refusing import refused_code
from tests.club.room import Room


async def over(room: Room, **given: Any) -> None:
    row = await room.begin(**given)
    await room.move(row.id)
    await room.club.play.matches.resign(row.id, act(ANN))


async def show(room: Room, user_id: int = ANN.id, match_id: int = 1) -> None:
    table = await room.club.play.matches.load(match_id)
    await room.club.standing.shown_matches.show_on_profile(table, user_id)


async def shown(room: Room, user_id: int = ANN.id, guild_id: int = GUILD) -> int | None:
    table = await room.club.standing.shown_matches.load_shown_match(user_id, guild_id)
    return None if table is None else table.row.id


async def test_the_newest_choice_is_shown_until_it_is_removed(room: Room) -> None:
    assert await shown(room) is None
    for _ in range(2):
        await over(room)
    await show(room)
    await show(room, match_id=2)
    assert (await shown(room), await shown(room, BEN.id), await shown(room, guild_id=GUILD + 1)) == (
        2,
        None,
        None,
    )
    await room.club.standing.shown_matches.remove(BEN.id, GUILD)
    assert await shown(room) == 2
    await room.club.standing.shown_matches.remove(ANN.id, GUILD)
    assert await shown(room) is None


async def test_what_is_not_decided_or_not_ones_own_is_not_shown(room: Room) -> None:
    await room.begin()
    assert await refused_code(show(room)) == "shown.not"
    await room.club.play.moderation.end_match(1, act(CLEO))
    assert await refused_code(show(room)) == "shown.not"
    await over(room)
    with pytest.raises(SpectatorRefusal):
        await show(room, CLEO.id, 2)
    await over(room, abroad="en")
    assert await refused_code(show(room, match_id=3)) == "shown.not"


async def test_a_server_without_ratings_has_no_profiles(room: Room) -> None:
    await over(room)
    await room.club.members.servers.change(GUILD, moderator_id=CLEO.id, ratings=NO_RATINGS)
    assert await refused_code(show(room)) == "standings.none"


async def test_a_match_that_cannot_be_read_is_not_shown(room: Room) -> None:
    await over(room)
    await show(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET set_aside = 'move'"))
    assert await shown(room) is None
