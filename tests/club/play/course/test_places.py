"""Matches and challenges follow changes of their servers, channels and threads."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from club.club import Club
from club.refusals import Refusal
from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import messages
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from tests.club.people import BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.pending_posts import for_match

THREAD = 77


async def waiting(club: Club) -> list[OutboxRow]:
    return await club.store.read(lambda tx: for_match(tx, 1))


async def in_thread(club: Club, game: str = "binar") -> None:
    """The first match is played in a thread, and nothing waits to be posted."""
    await start_match(club, game)

    async def job(tx: Transaction) -> None:
        await messages.set_thread(tx, 1, THREAD)
        await outbox.drop_match(tx, 1)

    await club.store.write(job)


async def post_board(club: Club) -> None:
    """Post the board of the first match."""
    await club.store.write(
        lambda tx: messages.set_board_message(
            tx, 1, channel_id=THREAD, message_id=5, attachment_id=6, posted_at=0.0, version=0
        )
    )


async def status(club: Club) -> MatchStatus:
    return (await club.play.matches.load(1)).row.status


@pytest.mark.parametrize("gone", ["server", "channel"])
async def test_a_match_whose_server_or_channel_is_gone_is_suspended_and_nothing_more_is_posted(
    club: Club, gone: str
) -> None:
    await start_match(club)
    assert await waiting(club)
    if gone == "server":
        assert await club.play.places.suspend_server(GUILD + 1) == 0
        assert await club.play.places.suspend_server(GUILD) == 1
    else:
        assert await club.play.places.suspend_channel(CHANNEL + 1) == 0
        assert await club.play.places.suspend_channel(CHANNEL) == 1
    assert await status(club) is MatchStatus.SUSPENDED
    assert await waiting(club) == []


async def test_a_challenge_in_a_place_that_is_gone_is_closed(club: Club) -> None:
    row = await make_challenge(club)
    await club.play.places.suspend_channel(CHANNEL)
    assert (await club.play.challenges.get(row.id)).status is ChallengeStatus.EXPIRED
    with pytest.raises(Refusal):
        await club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))


async def test_a_match_whose_thread_is_deleted_is_shown_in_its_channel(club: Club) -> None:
    await in_thread(club)
    assert await club.play.places.leave_deleted_thread(THREAD + 1) == 0
    assert await club.play.places.leave_deleted_thread(THREAD) == 1
    table = await club.play.matches.load(1)
    assert (table.is_running, table.row.place_id) == (True, CHANNEL)
    assert [row.kind for row in await waiting(club)] == [PostKind.BOARD]


SHOWN = [("binar", [PostKind.BOARD]), ("one-zero-one", [PostKind.BOARD, PostKind.HAND, PostKind.HAND])]


@pytest.mark.parametrize(("game", "again"), SHOWN)
async def test_a_match_goes_on_where_the_bot_has_come_back(
    club: Club, game: str, again: list[PostKind]
) -> None:
    await in_thread(club, game)
    await post_board(club)
    await club.play.places.suspend_server(GUILD)
    assert await club.play.places.resume_server(GUILD) == 1
    assert await status(club) is MatchStatus.RUNNING
    assert [(row.kind, row.unclear) for row in await waiting(club)] == [(kind, True) for kind in again]
    assert await club.play.places.resume_server(GUILD) == 0


async def test_a_match_that_nobody_has_seen_yet_gets_its_thread_then(club: Club) -> None:
    await start_match(club)
    await club.play.places.suspend_server(GUILD)
    assert await waiting(club) == []
    await club.play.places.resume_server(GUILD)
    (row,) = await waiting(club)
    assert (row.kind, json.loads(row.payload), row.unclear) == (PostKind.PLACE, {"challenge": 1}, True)


async def test_a_match_that_is_over_stays_so_whatever_becomes_of_its_server(club: Club) -> None:
    await start_match(club)
    await club.play.moderation.end_match(1, act(CLEO))
    ending = await waiting(club)
    assert await club.play.places.suspend_server(GUILD) == 0
    assert await status(club) is MatchStatus.OVER
    assert await waiting(club) == ending  # the bot may be back soon, and nothing else would post it
    await club.play.places.suspend_channel(CHANNEL)
    assert await waiting(club) == []


@contextmanager
def cannot_store(club: Club, code: str = "store.full") -> Iterator[None]:
    """Within it, the disk has no room."""

    async def write(job: Any) -> Any:
        raise StoreError(code, path="", fault="")

    through = club.store.write
    club.store.write = write  # pyrefly: ignore[method-assign]  # only now is the disk full
    yield
    club.store.write = through  # pyrefly: ignore[method-assign]


async def test_what_discord_tells_while_the_disk_is_full_is_followed_in_its_order_when_there_is_room(
    club: Club,
) -> None:
    await in_thread(club)
    await post_board(club)
    places, expiry = club.play.places, club.expiry
    with cannot_store(club):
        assert await places.suspend_server(GUILD) == 0
        assert expiry.is_rung
        with pytest.raises(StoreError):
            await places.store_late_changes()
    assert await places.resume_server(GUILD) == 0  # what waits goes first
    assert await status(club) is MatchStatus.RUNNING
    await places.store_late_changes()
    assert await status(club) is MatchStatus.RUNNING
    assert [(row.kind, row.unclear) for row in await waiting(club)] == [(PostKind.BOARD, True)]
    assert await places.leave_deleted_thread(THREAD) == 1


@pytest.mark.ci
@pytest.mark.parametrize(
    "what", ["suspend_server", "suspend_channel", "leave_deleted_thread", "resume_server"]
)
async def test_whatever_discord_tells_is_stored_late_rather_than_never(club: Club, what: str) -> None:
    await in_thread(club)
    if what == "resume_server":
        await club.play.places.suspend_server(GUILD)
    before = (await club.play.matches.load(1)).row
    places_of = {"suspend_channel": CHANNEL, "leave_deleted_thread": THREAD}
    with cannot_store(club):
        await getattr(club.play.places, what)(places_of.get(what, GUILD))
    assert (await club.play.matches.load(1)).row == before
    await club.run_due_work()
    assert (await club.play.matches.load(1)).row != before
    assert not club.play.places.late


async def test_what_damage_keeps_from_being_stored_is_not_tried_again(club: Club) -> None:
    await in_thread(club)
    with cannot_store(club, "store.corrupt"), pytest.raises(StoreError):
        await club.play.places.suspend_server(GUILD)
    assert not club.play.places.late
    with cannot_store(club):
        await club.play.places.suspend_server(GUILD)
    with cannot_store(club, "store.corrupt"), pytest.raises(StoreError):
        await club.play.places.store_late_changes()
    assert not club.play.places.late
