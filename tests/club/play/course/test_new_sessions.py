"""A new session with Discord is compared with the stored state.

The effect is the same as if each missed event had come.
"""

import json
from typing import Any

import pytest

from club.club import Club
from club.members.people import Person
from club.play.course.places import ServerChannels
from data.database.errors import StoreError
from data.outbox.post_kinds import PostKind
from data.play import messages
from data.play.matches import MatchStatus
from data.play.whereabouts import ASKED_AT_MOST
from tests.club.people import CHANNEL, GUILD, start_match

SHARD = 1 << 22
"""The ids of servers of one shard differ by a multiple of it."""
RUNNING, SUSPENDED = MatchStatus.RUNNING, MatchStatus.SUSPENDED


async def statuses(club: Club) -> list[str]:
    rows = await club.store.read(lambda tx: tx.all("SELECT status FROM match ORDER BY id"))
    return [row["status"] for row in rows]


async def asked_for(club: Club) -> list[int]:
    """The places of which Discord is to be asked."""
    kind = PostKind.WHEREABOUTS
    rows = await club.store.read(lambda tx: tx.all("SELECT payload FROM outbox WHERE kind = ?", kind))
    return sorted(json.loads(row["payload"])["place"] for row in rows)


def there(*places: int, shut: tuple[int, ...] = ()) -> ServerChannels:
    return ServerChannels(GUILD, frozenset(places), lambda place: place not in shut)


async def test_only_servers_of_the_shard_that_its_session_does_not_name_are_left(club: Club) -> None:
    for number, guild in enumerate((SHARD, 2 * SHARD, 5 * SHARD)):
        await start_match(
            club, guild_id=guild, people=(Person(10 * number + 1, "A"), Person(10 * number + 2, "B"))
        )
    assert await club.play.places.suspend_unnamed_servers(1, 4, [SHARD]) == 1
    assert await statuses(club) == [RUNNING, RUNNING, SUSPENDED]
    assert await club.play.places.suspend_unnamed_servers(1, 4, [SHARD]) == 0
    assert await club.play.places.suspend_unnamed_servers(2, 4, []) == 1


async def test_a_server_that_a_session_names_goes_on_once_it_is_there_and_not_before(club: Club) -> None:
    await start_match(club)
    await club.play.places.suspend_server(GUILD)
    assert await club.play.places.suspend_unnamed_servers(0, 1, [GUILD]) == 0
    assert await statuses(club) == [SUSPENDED], "it may have an outage"
    assert await club.play.places.sync_server(there(CHANNEL)) == 1
    assert await statuses(club) == [RUNNING]


async def test_a_match_goes_on_only_where_the_bot_may_write(club: Club) -> None:
    await start_match(club)
    await club.play.places.suspend_server(GUILD)
    assert await club.play.places.sync_server(there(CHANNEL, shut=(CHANNEL,))) == 0
    assert await club.play.places.resume_writable_places(there(CHANNEL, shut=(CHANNEL,))) == 0
    assert await asked_for(club) == []
    assert await club.play.places.resume_writable_places(there(CHANNEL)) == 1


async def test_of_a_channel_that_is_not_named_discord_is_asked(club: Club) -> None:
    await start_match(club)
    await club.play.places.suspend_server(GUILD)
    assert await club.play.places.sync_server(there(CHANNEL + 1)) == 0
    assert await asked_for(club) == [CHANNEL]
    assert await club.play.places.resume_place(GUILD, CHANNEL) == 1
    assert await club.play.places.resume_place(GUILD, CHANNEL) == 0
    assert await statuses(club) == [RUNNING]


@pytest.mark.ci
async def test_of_no_more_threads_than_so_many_is_asked_in_one_session(club: Club) -> None:
    for number in range(1, ASKED_AT_MOST + 5):
        table = await start_match(club, people=(Person(2 * number + 100, "A"), Person(2 * number + 101, "B")))
        await club.store.write(lambda tx, match=table.row.id: messages.set_thread(tx, match, 9000 + match))
    await club.play.places.sync_server(there(CHANNEL, 9001))
    assert await asked_for(club) == list(range(9002, 9002 + ASKED_AT_MOST))


async def test_where_nothing_was_held_nothing_is_read_when_the_server_is_there(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.play.places.suspend_unnamed_servers(0, 1, [GUILD])
    reads: list[object] = []
    read = club.store.read

    async def note_read(job: Any) -> Any:
        """Note the job, then read as usual."""
        reads.append(job)
        return await read(job)

    monkeypatch.setattr(club.store, "read", note_read)
    await club.play.places.sync_server(there(CHANNEL))
    assert reads == []
    await club.play.places.sync_server(there(CHANNEL))
    assert reads, "a server that is told of once more was away"


async def test_a_session_that_cannot_be_stored_is_compared_later_in_its_turn(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club)
    monkeypatch.setattr(club.store, "write", full)
    assert await club.play.places.suspend_unnamed_servers(0, 1, []) == 0
    assert await club.play.places.sync_server(there(CHANNEL)) == 0
    assert len(club.play.places.late) == 2
    monkeypatch.undo()
    await club.play.places.store_late_changes()
    assert await statuses(club) == [RUNNING], "it was left, and taken back"


async def full(job: Any) -> Any:
    raise StoreError("store.full", path="", fault="")
