"""Updates of a server's card, on both databases.

Every change counts, and the last look overlooks none.
"""

import asyncio

import pytest

from club.play.match.posts import put_challenge_post
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.standing import club_cards
from data.standing.club_cards import ClubCardRow
from tests.club.people import ANN, GUILD, make_challenge
from tests.club.room import Room


async def waiting(room: Room) -> list[int]:
    """The servers whose cards are to be looked at."""
    rows = await room.club.store.read(
        lambda tx: tx.all("SELECT id FROM outbox WHERE kind = ?", PostKind.CLUB)
    )
    return [row["id"] for row in rows]


async def card_of(room: Room) -> ClubCardRow:
    """The card of the server, which has one."""
    _, card = await room.club.standing.cards.load_card(GUILD)
    assert card is not None
    return card


async def forget_row(tx: Transaction) -> None:
    await tx.run("DELETE FROM outbox WHERE kind = ?", PostKind.CLUB)


async def test_a_server_without_a_card_costs_nothing(room: Room) -> None:
    await room.begin()
    await room.move()
    assert await waiting(room) == []


@pytest.mark.both_databases
async def test_changes_of_several_matches_at_once_are_one_look_and_all_are_counted(room: Room) -> None:
    for _ in range(6):
        await room.begin()
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    before = await card_of(room)
    await asyncio.gather(*(room.move(match_id) for match_id in range(1, 7)))
    assert (await card_of(room)).changes >= before.changes + 6
    assert len(await waiting(room)) == 1


@pytest.mark.both_databases
async def test_what_happens_while_a_card_is_looked_at_is_not_overlooked(room: Room) -> None:
    await room.begin()
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    looked = await card_of(room)
    assert await room.club.store.write(lambda tx: club_cards.is_unchanged(tx, looked))
    await room.move()
    assert not await room.club.store.write(lambda tx: club_cards.is_unchanged(tx, looked))


@pytest.mark.parametrize("kind", [PostKind.CARD, PostKind.CHALLENGE, PostKind.WITHDRAWN])
async def test_whatever_is_posted_about_a_challenge_has_the_card_looked_at(
    room: Room, kind: PostKind
) -> None:
    row = await make_challenge(room.club)
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    await room.club.store.write(forget_row)
    before = await card_of(room)
    await room.club.store.write(lambda tx: put_challenge_post(tx, row.id, kind, room.club.now(), dedup="x"))
    assert (await card_of(room)).changes == before.changes + 1
    assert len(await waiting(room)) == 1


async def test_a_match_that_leaves_its_channel_or_loses_it_has_the_card_looked_at(room: Room) -> None:
    row = await room.begin()
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    for change in (
        room.club.play.places.suspend_channel(row.channel_id),
        room.club.play.places.resume_server(GUILD),
    ):
        await room.club.store.write(forget_row)
        await change
        assert len(await waiting(room)) == 1


@pytest.mark.both_databases
async def test_what_is_stored_of_a_card_keeps_the_changes_that_came_meanwhile(room: Room) -> None:
    await room.begin()
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    looked = await card_of(room)
    await room.move()
    await room.club.store.write(lambda tx: club_cards.put(tx, looked))
    assert (await card_of(room)).changes > looked.changes


async def test_a_challenge_whose_card_is_there_has_the_card_looked_at(room: Room) -> None:
    await room.club.standing.cards.choose_channel(GUILD, 77, moderator_id=ANN.id)
    made = await make_challenge(room.club, people=(ANN, None))
    await room.club.store.write(forget_row)
    await room.club.play.challenges.confirm_card(made.id, 555)
    assert len(await waiting(room)) == 1
