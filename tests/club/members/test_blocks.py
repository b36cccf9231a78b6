"""Who is blocked reaches their blocker no more, and is told nothing of it."""

import json
from collections.abc import Awaitable
from functools import partial

import pytest

from club.learning.openings import TreeOwner, TreeReader
from club.members.blocks import BLOCKED_AT_MOST
from club.members.people import Person
from club.play.match.waiting import CLAIM_AFTER, NUDGE_AFTER
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind
from data.standing import ratings
from data.standing.ratings import RatingRow
from tests.club.people import ANN, BEN, CLEO, GUILD, act, interactions, make_challenge
from tests.club.room import Room


async def refusal_of(asked: Awaitable[object]) -> tuple[str, dict[str, object]]:
    """The code of a refusal, and what it says besides."""
    with pytest.raises(Refusal) as refused:
        await asked
    return refused.value.code, dict(refused.value.facts)


async def see_channel(_: int) -> bool:
    return True


async def test_a_challenge_is_refused_as_if_too_many_waited(room: Room) -> None:
    await room.club.members.blocks.block(ANN.id, BEN.id)
    refused = await refusal_of(make_challenge(room.club, people=(BEN, ANN)))
    for number in range(room.club.members.limits.received_per_person):
        await make_challenge(room.club, people=(Person(100 + number, "X"), ANN))
    assert refused == await refusal_of(make_challenge(room.club, people=(CLEO, ANN)))


async def test_whoever_blocks_may_still_challenge_and_others_are_free(room: Room) -> None:
    await room.club.members.blocks.block(ANN.id, BEN.id)
    await make_challenge(room.club, people=(ANN, BEN))
    await make_challenge(room.club, people=(BEN, CLEO))
    await make_challenge(room.club, people=(CLEO, ANN))


async def test_a_seat_is_taken_as_any_other(room: Room) -> None:
    await room.club.members.blocks.block(ANN.id, BEN.id)
    row = await make_challenge(room.club, people=(ANN, None))

    async def take(who: Person) -> object:
        return await room.club.play.challenges.accept(row.id, taker=who, interaction_id=next(interactions))

    refused = await refusal_of(take(BEN))
    await take(CLEO)
    assert refused == await refusal_of(take(BEN))
    theirs = await make_challenge(room.club, people=(BEN, None))
    await room.club.play.challenges.accept(theirs.id, taker=ANN, interaction_id=next(interactions))


async def nudge_blocked(room: Room, blocker: Person, blocked: Person) -> dict[str, object]:
    """Let Ann nudge Ben once one has blocked the other; return what is posted."""
    await room.begin("")
    await room.move()
    await room.club.members.blocks.block(blocker.id, blocked.id)
    room.time[0] += NUDGE_AFTER
    await room.quiet()
    table = await room.club.play.silences.nudge(1, act(ANN))
    [board] = await room.rows(PostKind.BOARD)
    payload: dict[str, object] = json.loads(board.payload)
    assert payload.pop("since") == table.row.version
    return payload


async def test_a_running_match_goes_on_and_a_nudge_pings_nobody_but_counts(room: Room) -> None:
    assert await nudge_blocked(room, BEN, ANN) == {"pings": False}
    room.time[0] += CLAIM_AFTER
    assert (await room.claim(ANN)).row.winner == 0


async def test_a_nudge_of_who_has_blocked_the_other_pings(room: Room) -> None:
    assert await nudge_blocked(room, ANN, BEN) == {}


async def test_there_is_no_rematch(room: Room) -> None:
    await room.begin("")
    await room.club.play.matches.resign(1, act(BEN))
    await room.club.members.blocks.block(ANN.id, BEN.id)

    async def ask(who: Person) -> object:
        return await room.club.play.beginnings.request_rematch(
            1, person=who, interaction_id=next(interactions)
        )

    refused = await refusal_of(ask(BEN))
    assert refused == ("limit.open.other", {"name": "Ann"})
    await ask(ANN)
    assert await ask(BEN), "whom she asks herself may accept"


async def test_profile_ratings_and_openings_read_as_hidden_to_them_alone(room: Room) -> None:
    for who in (ANN, BEN, CLEO):
        row = RatingRow(GUILD, "binar", who.id, who.name, 1500.0, 50.0, room.time[0], matches=9, opponents=9)
        await room.club.store.write(partial(ratings.put, row=row))
    await room.club.members.blocks.block(ANN.id, BEN.id)
    ann = TreeOwner(ANN.id)
    for viewer, sees in ((BEN, False), (CLEO, True), (ANN, True)):
        found = await room.club.standing.ratings.load_profile(GUILD, ANN.id, viewer_id=viewer.id)
        assert (found is not None) is sees
        table = await room.club.standing.ratings.load_standings(GUILD, "binar", viewer_id=viewer.id)
        assert table is not None
        assert (ANN.id in {line.user_id for line in table.lines}) is sees
        asking = room.club.learning.openings.load_start(ann, TreeReader(viewer.id, GUILD, see_channel), None)
        if sees:
            await asking
        else:
            assert (await refusal_of(asking))[0] == "openings.own"
    assert await room.club.standing.ratings.load_profile(GUILD, BEN.id, viewer_id=ANN.id) is not None


async def test_a_list_is_kept_as_chosen_and_each_block_from_when_it_was_made(room: Room) -> None:
    blocks = room.club.members.blocks
    assert await blocks.set_blocked(ANN.id, [BEN.id]) == [BEN.id]
    room.time[0] += 1
    assert await blocks.block(ANN.id, CLEO.id) == [CLEO.id, BEN.id]
    assert await blocks.set_blocked(ANN.id, [BEN.id, 9]) == [9, BEN.id]
    assert await blocks.unblock(ANN.id, BEN.id) == [9]
    assert await blocks.list_blocked(ANN.id) == [9]
    assert await blocks.list_blocked(BEN.id) == []
    assert await blocks.is_blocked(9, by=ANN.id)
    assert await blocks.are_kept_apart(9, ANN.id) and await blocks.are_kept_apart(ANN.id, 9)
    assert not await blocks.is_blocked(ANN.id, by=9)


async def test_nobody_blocks_themselves_or_more_than_a_menu_shows(room: Room) -> None:
    blocks = room.club.members.blocks
    assert (await refusal_of(blocks.block(ANN.id, ANN.id)))[0] == "block.self"
    many = range(100, 100 + BLOCKED_AT_MOST)
    assert len(await blocks.set_blocked(ANN.id, many)) == BLOCKED_AT_MOST
    assert await refusal_of(blocks.block(ANN.id, BEN.id)) == ("block.many", {"limit": BLOCKED_AT_MOST})


async def test_only_whoever_blocks_finds_it_in_their_file_and_either_takes_it_away(room: Room) -> None:
    async def blocks_in_file(who: Person) -> list[dict[str, object]]:
        [data] = await room.club.privacy.export.export_files(who.id)
        rows: list[dict[str, object]] = json.loads(data)["tables"]["block"]
        return rows

    for forgotten in (ANN, BEN):
        await room.club.members.blocks.block(ANN.id, BEN.id)
        assert await blocks_in_file(BEN) == []
        [row] = await blocks_in_file(ANN)
        assert row["user_id"] == ANN.id and "blocked_id" not in row
        await room.club.privacy.deletion.begin_deletion(forgotten.id)
        await room.club.privacy.deletion.work()
        assert await room.club.members.blocks.list_blocked(ANN.id) == []
