"""A move counts once, whatever Discord or a finger repeats.

Stored data stays as it was.
"""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from data.database.errors import StoreError, Unreadable
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.play import match_events, matches, messages
from data.play.match_events import MatchState, RepeatedEvent, VersionConflict
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus, SeatRow
from data.play.places import Place
from data.sqlite.backup import backup
from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from tests.data.samples import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    START,
    THREAD,
    event,
    first_broken,
    move,
    new_match,
    whole_versions,
)


async def test_a_new_match_reads_back_as_it_was_made(store: Store) -> None:
    match = await store.write(new_match)
    assert match == MatchRow(
        id=1, game="binar", options='{"size": 3}', secret=bytes(range(32)), rules_version=1, status=MatchStatus.RUNNING,
        version=0, turn=0, guild_id=GUILD, channel_id=CHANNEL, thread_id=None, record="", board_channel_id=None,
        board_message_id=None, board_posted_at=None, board_version=None, winner=None, reason=None,
        created_at=START, updated_at=START, plies=0, set_aside=None, board_attachment_id=None, offer_channel_id=None,
        offer_message_id=None, offer_version=None, turn_at=START, nudged_at=None, absent_at=None, due_at=None,
        start=None, abroad=None, rated=None,
        seats=(SeatRow(1, 0, ADA, "Ada"), SeatRow(1, 1, BOB, "Bob")),
    )  # fmt: skip
    assert await store.read(lambda tx: matches.get(tx, 1)) == match
    assert await store.read(lambda tx: matches.get(tx, 2)) is None


async def test_a_seat_says_whether_its_user_wants_their_name_in_pictures_as_they_have_set_it_by_now(
    store: Store,
) -> None:
    match = await store.write(new_match)
    for wanted in (False, True):
        await store.write(partial(preferences.put, preference=Preference(BOB, pictured=wanted)))
        found = await store.read(lambda tx: matches.get(tx, match.id))
        assert found and [seat.pictured for seat in found.seats] == [True, wanted]


async def test_a_seat_has_the_handle_of_a_user_whose_name_pictures_cannot_draw(store: Store) -> None:
    match = await store.write(new_match)
    await store.write(partial(preferences.put, preference=Preference(BOB, handle="bob")))
    found = await store.read(lambda tx: matches.get(tx, match.id))
    assert found and [seat.handle for seat in found.seats] == [None, "bob"]
    assert await store.read(lambda tx: preferences.list_handles(tx, [ADA, BOB])) == {BOB: "bob"}


async def test_an_event_brings_the_match_to_its_next_version_and_state(store: Store) -> None:
    match = await store.write(new_match)
    job = move(match.id, 0, interaction_id=7, record="after", at=START + 5)
    event = await store.write(job)
    assert (event.version, event.seat, event.user_id, event.text) == (1, 0, ADA, "a1 0")
    assert await store.read(lambda tx: match_events.list_for_match(tx, match.id)) == [event]
    assert await store.read(lambda tx: matches.get(tx, match.id)) == replace(
        match, version=1, turn=1, plies=1, record="after", updated_at=START + 5, turn_at=START + 5
    )


async def test_whoever_is_to_move_in_another_place_has_all_their_time_again(store: Store) -> None:
    """No one waits for a player who did not see the match."""
    await store.write(new_match)
    there = await store.write(partial(move_elsewhere, at=START + 5))
    assert (there.guild_id, there.channel_id, there.turn_at) == (GUILD + 1, CHANNEL + 1, START + 5)


async def move_elsewhere(tx: Transaction, at: float) -> MatchRow:
    """Let the first match go on in another place."""
    there = MatchState(status=MatchStatus.RUNNING, turn=0, record="", place=Place(GUILD + 1, CHANNEL + 1))
    await match_events.append(tx, event(1, 1, EventKind.PLACE, seat=None, at=at), there)
    row = await matches.get(tx, 1)
    assert row is not None
    return row


async def test_of_fifty_who_move_at_the_same_version_one_does(store: Store) -> None:
    match = await store.write(new_match)
    outcomes = await asyncio.gather(
        *(store.write(move(match.id, 0, interaction_id=click)) for click in range(50)), return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, VersionConflict)]
    assert [outcome.current_version for outcome in refused] == [1] * 49
    assert len(await store.read(lambda tx: match_events.list_for_match(tx, match.id))) == 1


@pytest.mark.parametrize("expected", [0, 2])
async def test_a_version_passed_or_never_reached_is_refused_with_the_present_one(
    store: Store, expected: int
) -> None:
    await store.write(new_match)
    await store.write(move(1, 0))
    with pytest.raises(VersionConflict) as told:
        await store.write(move(1, expected))
    assert told.value.current_version == 1
    assert len(await store.read(lambda tx: match_events.list_for_match(tx, 1))) == 1


async def test_a_move_made_while_its_match_was_suspended_does_not_let_it_run_again(store: Store) -> None:
    await store.write(new_match)
    await store.write(lambda tx: matches.set_status(tx, 1, MatchStatus.SUSPENDED, at=START))
    for status in (MatchStatus.RUNNING, MatchStatus.OVER):
        with pytest.raises(VersionConflict):
            await store.write(move(1, 0, status=status))
    match = await store.read(lambda tx: matches.get(tx, 1))
    assert match
    assert (match.status, match.version) == (MatchStatus.SUSPENDED, 0)


@pytest.mark.ci
@pytest.mark.parametrize("at_once", [True, False])
async def test_an_interaction_delivered_thirty_times_is_one_event(store: Store, at_once: bool) -> None:
    match = await store.write(new_match)
    outcomes: list[EventRow | BaseException] = []
    # Each delivery expects whatever version it finds: the interaction alone must hold it back.
    if at_once:
        jobs = [store.write(move(match.id, version, interaction_id=7)) for version in range(30)]
        outcomes += await asyncio.gather(*jobs, return_exceptions=True)
    else:
        for version in range(30):
            outcomes += await asyncio.gather(
                store.write(move(match.id, min(version, 1), interaction_id=7)), return_exceptions=True
            )
    (event,) = await store.read(lambda tx: match_events.list_for_match(tx, match.id))
    assert outcomes[0] == event
    repeated = [outcome for outcome in outcomes if isinstance(outcome, RepeatedEvent)]
    assert [outcome.event for outcome in repeated] == [event] * 29


async def test_an_interaction_of_one_match_cannot_move_in_another(store: Store) -> None:
    await store.write(new_match)
    other = await store.write(new_match)
    await store.write(move(1, 0, interaction_id=7))
    with pytest.raises(RepeatedEvent):
        await store.write(move(other.id, 0, interaction_id=7))
    assert await store.read(lambda tx: matches.get(tx, other.id)) == other


async def test_no_event_without_a_match(store: Store) -> None:
    with pytest.raises(LookupError):
        await store.write(move(99, 0))


async def test_the_event_of_an_interaction_is_found(store: Store) -> None:
    await store.write(new_match)
    event = await store.write(move(1, 0, interaction_id=7))
    await store.write(move(1, 1))
    found = [
        await store.read(partial(match_events.find_by_interaction, interaction_id=click))
        for click in (7, 8, None)
    ]
    assert found == [event, None, None]


async def test_where_cards_are_is_remembered(store: Store) -> None:
    match = await store.write(new_match)
    assert match.place_id == CHANNEL

    async def remember(tx: Transaction) -> MatchRow | None:
        await messages.set_thread(tx, 1, THREAD)
        await messages.set_board_message(
            tx, 1, channel_id=THREAD, message_id=8, attachment_id=80, posted_at=START, version=0
        )
        await messages.set_offer_message(tx, 1, channel_id=THREAD, message_id=11, version=0)
        await messages.set_dm_message(tx, 1, 1, channel_id=9, message_id=10, posted_at=START, version=0)
        return await matches.get(tx, 1)

    there = replace(
        match,
        thread_id=THREAD,
        board_channel_id=THREAD,
        board_message_id=8,
        board_posted_at=START,
        board_version=0,
        board_attachment_id=80,
        offer_channel_id=THREAD,
        offer_message_id=11,
        offer_version=0,
        seats=(match.seats[0], SeatRow(1, 1, BOB, "Bob", 9, 10, START, 0)),
    )
    assert there.place_id == THREAD
    assert await store.write(remember) == there


async def test_an_older_card_never_takes_the_place_of_a_newer_one(store: Store) -> None:
    await store.write(new_match)

    async def show(tx: Transaction, version: int, place: int) -> bool:
        hand = await messages.set_dm_message(
            tx, 1, 0, channel_id=9, message_id=100 + version, posted_at=START, version=version
        )
        board = await messages.set_board_message(
            tx,
            1,
            channel_id=place,
            message_id=100 + version,
            attachment_id=None,
            posted_at=START,
            version=version,
        )
        assert board or not hand or place == THREAD
        return board

    assert await store.write(lambda tx: show(tx, 2, THREAD))
    assert not await store.write(lambda tx: show(tx, 1, THREAD))
    assert not await store.write(lambda tx: show(tx, 1, CHANNEL))
    after = await store.read(lambda tx: matches.get(tx, 1))
    assert after is not None
    assert (after.board_version, after.board_message_id, after.seats[0].dm_message_id) == (2, 102, 102)
    # The same version may move to another place, for its thread may shut.
    assert await store.write(lambda tx: show(tx, 2, CHANNEL))


TAMPERED = {
    "a changed move": ("UPDATE event SET text = 'a1 1' WHERE version = 3", 3),
    "a changed time": ("UPDATE event SET at = at + 1 WHERE version = 2", 2),
    "another kind": ("UPDATE event SET kind = 'resign' WHERE version = 2", 2),
    "another seat": ("UPDATE event SET seat = 1 WHERE version = 3", 3),
    "another game": ("UPDATE match SET game = 'binary'", 1),
    "other rules": ("UPDATE match SET rules_version = 2", 1),
    "another beginning": ("UPDATE match SET created_at = created_at + 1", 1),
    "a missing event": ("DELETE FROM event WHERE version = 4", 4),
    "the last event missing": ("DELETE FROM event WHERE version = 5", 5),
    "an event too many": ("UPDATE match SET version = 4", 5),
    "another seed": ("UPDATE match SET secret = (SELECT hash FROM event WHERE version = 1)", 1),
    "other options": ("UPDATE match SET options = '{}'", 1),
}


@pytest.mark.ci
@pytest.mark.parametrize(("statement", "version"), TAMPERED.values(), ids=TAMPERED.keys())
async def test_the_chain_of_hashes_tells_where_the_past_was_changed(
    store: Store, statement: str, version: int
) -> None:
    await store.write(new_match)
    for expected in range(5):
        await store.write(move(1, expected, at=START + expected))
    assert await store.read(lambda tx: first_broken(tx, 1)) is None
    await store.write(lambda tx: tx.run(statement))
    assert await store.read(lambda tx: first_broken(tx, 1)) == version


async def test_a_deleted_person_leaves_every_seal_whole(store: Store) -> None:
    await store.write(new_match)
    for expected in range(5):
        await store.write(move(1, expected, interaction_id=70 + expected))

    async def delete(tx: Transaction) -> None:
        await tx.run("UPDATE event SET user_id = NULL, interaction_id = NULL WHERE user_id = ?", ADA)
        await tx.run("UPDATE seat SET user_id = 0, name = '' WHERE user_id = ?", ADA)

    await store.write(delete)
    assert await store.read(lambda tx: first_broken(tx, 1)) is None


async def test_a_byte_flipped_on_the_disk_is_noticed_though_sqlite_finds_nothing(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_match)
    for expected in range(5):
        await store.write(move(1, expected, text=f"unmistakable {expected}"))
    await store.close()
    assert await whole_versions(path) == {1: 5}
    replace_bytes(path, b"unmistakable 2", b"unmistakable 3")
    backup(path, path.with_name("copy.db"))  # the other matches are saved all the same
    with pytest.raises(StoreError, match=r"match 1 is changed at event 3"):
        check(path)


async def test_a_match_whose_last_event_is_lost_is_not_played_on(store: Store) -> None:
    await store.write(new_match)
    await store.write(move(1, 0))
    await store.write(lambda tx: tx.run("DELETE FROM event"))
    with pytest.raises(Unreadable, match="its record cannot be read"):
        await store.write(move(1, 1))
    assert await store.read(lambda tx: match_events.list_for_match(tx, 1)) == []


async def test_an_event_given_a_whole_number_of_seconds_keeps_its_seal(store: Store) -> None:
    await store.write(new_match)
    event = await store.write(move(1, 0, at=5))
    assert await store.read(lambda tx: match_events.list_for_match(tx, 1)) == [event]
    assert await store.read(lambda tx: first_broken(tx, 1)) is None


def replace_bytes(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


@pytest.mark.parametrize(
    "changed", [{"version": "1"}, {"created_at": None}, {"seat0_user_id": "x"}, {"seat1_name": b"Ada"}]
)
async def test_a_match_with_another_kind_of_value_in_a_row_is_unreadable(
    store: Store, changed: dict[str, Any]
) -> None:
    made = await store.write(new_match)

    async def load_damaged(tx: Transaction) -> MatchRow | None:
        """Load the match with some of its row's values changed."""

        async def row(*asked: Any) -> Any:
            return {**(await tx.one(*asked) or {}), **changed}

        return await matches.get(cast(Transaction, SimpleNamespace(one=row)), made.id)

    with pytest.raises(Unreadable):
        await store.read(load_damaged)
