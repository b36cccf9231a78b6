"""What moderators end and undo, even where a match cannot be read."""

from typing import Any

import pytest

from club.members.people import Act, Person
from club.play.course.moderation import ENDED, TRIES
from club.play.match.matches import Table
from club.refusals import StaleBoard
from data.members import admin_log
from data.outbox.post_kinds import PostKind
from data.play.matches import EventKind, MatchStatus
from tests.club.people import ANN, BEN, CLEO, GUILD, act
from tests.club.refusing import refused_code
from tests.club.room import Room


def end(room: Room, who: Person = CLEO, pressed: Act | None = None, match_id: int = 1, why: str = "") -> Any:
    return room.club.play.moderation.end_match(match_id, pressed or act(who), why=why)


async def set_aside(room: Room) -> None:
    """Let the record of match 1 be unreadable, and be found so."""
    await room.club.store.write(
        lambda tx: tx.run("UPDATE match SET set_aside = 'move', status = 'suspended'")
    )


async def kinds(room: Room, match_id: int = 1) -> list[str]:
    rows = await room.club.store.read(
        lambda tx: tx.all("SELECT kind FROM event WHERE match_id = ? ORDER BY version", match_id)
    )
    return [row["kind"] for row in rows]


async def ended_ids(room: Room) -> list[int]:
    return await room.club.store.read(lambda tx: admin_log.list_ended_ids(tx, GUILD, ENDED))


async def test_a_match_is_ended_once_by_who_has_no_part_in_it(room: Room) -> None:
    await room.begin()
    assert await refused_code(end(room, ANN)) == "matter.own"
    pressed = act(CLEO)
    await end(room, pressed=pressed, why="noise")
    row = await room.row()
    assert (row.status, row.reason, row.winner) == (MatchStatus.OVER, ENDED, None)
    await end(room, pressed=pressed)
    assert await kinds(room) == [EventKind.END]
    assert await refused_code(end(room)) == "match.over.already"
    assert await refused_code(end(room, match_id=9)) == "match.unknown"
    assert await ended_ids(room) == [1]


async def test_what_cannot_be_read_is_ended_all_the_same(room: Room) -> None:
    await room.begin()
    await set_aside(room)
    assert await refused_code(end(room, BEN)) == "matter.own"
    pressed = act(CLEO)
    await room.quiet()
    await end(room, pressed=pressed)
    await end(room, pressed=pressed)
    assert await kinds(room) == [EventKind.END]
    stored = await room.club.store.read(lambda tx: tx.all("SELECT status, reason, turn FROM match"))
    assert stored == [{"status": "over", "reason": ENDED, "turn": None}]
    assert await room.rows(PostKind.BOARD) == []
    assert await ended_ids(room) == [1]


async def test_an_end_is_undone_and_the_match_goes_on(room: Room) -> None:
    await room.begin()
    reopen = room.club.play.moderation.reopen_match
    assert await refused_code(reopen(1, act(CLEO), why="x")) == "end.undo.not"
    await end(room)
    assert await refused_code(reopen(1, act(BEN), why="x")) == "matter.own"
    await room.quiet()
    pressed = act(CLEO)
    await reopen(1, pressed, why="a mistake")
    await reopen(1, pressed, why="a mistake")
    row = await room.row()
    assert (row.status, row.reason) == (MatchStatus.RUNNING, None)
    assert await kinds(room) == [EventKind.END, EventKind.REOPEN]
    [notice] = await room.rows(PostKind.NOTICE)
    assert (notice.payload, notice.version) == ('{"reopened": "a mistake"}', 2)
    logged = await room.club.store.read(lambda tx: tx.all("SELECT user_id FROM admin_log"))
    assert logged == [{"user_id": CLEO.id}] * 2
    assert len(await room.rows(PostKind.BOARD)) == 1


async def test_what_its_players_have_ended_is_not_undone(room: Room) -> None:
    await room.begin()
    await room.club.play.matches.resign(1, act(ANN))
    assert await refused_code(room.club.play.moderation.reopen_match(1, act(CLEO), why="x")) == "end.undo.not"


@pytest.mark.parametrize(
    "gone",
    [
        "UPDATE seat SET user_id = 0 WHERE seat = 1",
        "INSERT INTO bar (guild_id, user_id, at, why) VALUES (10, 2, 0, '')",
    ],
)
async def test_a_match_does_not_go_on_without_one_of_its_players(room: Room, gone: str) -> None:
    await room.begin()
    await end(room)
    await room.club.store.write(lambda tx: tx.run(gone))
    assert (
        await refused_code(room.club.play.moderation.reopen_match(1, act(CLEO), why="x")) == "end.undo.late"
    )


async def test_ended_matches_are_listed_newest_first(room: Room) -> None:
    for number in (1, 2, 3):
        await room.begin()
        if number != 2:
            await end(room, match_id=number)
    found = await room.club.play.moderation.list_ended(GUILD)
    assert [each.row.id for each in found] == [3, 1]
    assert await room.club.play.moderation.list_ended(GUILD + 1) == []


async def test_the_match_of_who_is_barred_ends_without_anybody_s_act(room: Room) -> None:
    await room.begin()
    for _ in range(2):
        await room.club.play.moderation.end_barred_match(1)
    assert await kinds(room) == [EventKind.END]
    assert (await room.row()).reason == ENDED
    await room.club.play.moderation.end_barred_match(9)


async def test_it_ends_even_if_it_cannot_be_read(room: Room) -> None:
    await room.begin()
    await set_aside(room)
    await room.club.play.moderation.end_barred_match(1)
    assert await kinds(room) == [EventKind.END]


@pytest.mark.parametrize(("moves", "ends"), [(TRIES - 1, True), (TRIES, False)])
async def test_it_is_tried_again_while_its_players_move(
    room: Room, monkeypatch: pytest.MonkeyPatch, moves: int, ends: bool
) -> None:
    await room.begin()
    storing, left = room.club.play.matches.store_change, [moves]

    async def late(*args: Any, **given: Any) -> Table:
        if left[0]:
            left[0] -= 1
            raise StaleBoard
        return await storing(*args, **given)

    monkeypatch.setattr(room.club.play.matches, "store_change", late)
    await room.club.play.moderation.end_barred_match(1)
    assert ((await room.row()).status is MatchStatus.OVER) == ends
