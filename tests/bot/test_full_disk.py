"""Posts that Discord took while the disk was full are recorded later.

This holds however often Discord failed before that.
"""

import logging
from typing import Any

import pytest

from bot.delivery.drain import OUR_TRIES
from data.database.errors import StoreError
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.fake_wire import refusal

HOUR = 3600.0
PASSING = ("store.full", "store.held", "store.io", "store.read_only", "store.busy")
DAMAGE = ("store.corrupt", "store.no_database", "match.unreadable")


class Disk:
    """A disk without room the first `full` times that a post's end is to be stored."""

    def __init__(self, post: Post, *, full: int) -> None:
        self.full = full
        self._settle = post.delivery.claims.settle
        post.delivery.claims.settle = self.settle  # pyrefly: ignore[method-assign]  # only then is the disk full

    async def settle(self, row: OutboxRow, job: Any = None, *, late: Any = None) -> Any:
        if self.full:
            self.full -= 1
            raise StoreError("store.full", path="", fault="")
        return await self._settle(row, job, late=late)


async def fail(post: Post, kind: PostKind) -> None:
    """Let Discord fail more often than any mistake of ours is tried again."""
    post.wire.fault = lambda request, _: refusal(500)
    while True:
        rows = await post.store.read(lambda tx: tx.all("SELECT attempts FROM outbox WHERE kind = ?", kind))
        if any(row["attempts"] > OUR_TRIES for row in rows):
            break
        await post.run(60)
    post.wire.fault = lambda request, _: None


async def test_one_board_stays_live(post: Post) -> None:
    table = await post.match()
    disk = Disk(post, full=2)
    await post.move(1)
    await post.run()
    assert disk.full == 1
    await post.move(1)
    await post.run(HOUR)
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {"v1:1:play:2"}


async def test_a_board_that_discord_long_failed_to_take_is_recorded(post: Post) -> None:
    place = (await post.match()).row.place_id
    await post.move(1)
    await fail(post, PostKind.BOARD)
    disk = Disk(post, full=1)
    await post.run(HOUR)
    assert disk.full == 0
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    assert (await post.club.play.matches.load(1)).row.board_version == 1
    assert await post.waiting(1) == []


def one_and_the_others(code: str, passes: bool, at: int) -> Any:
    """A fault of the store; the deep run has all but the first of a class."""
    fault = StoreError(code, path="", fault="")
    return pytest.param(fault, passes, marks=pytest.mark.deep if at else ())


@pytest.mark.ci
@pytest.mark.parametrize(
    ("fault", "passes"),
    [
        *(one_and_the_others(code, True, at) for at, code in enumerate(PASSING)),
        *(one_and_the_others(code, False, at) for at, code in enumerate(DAMAGE)),
        (KeyError("ours"), False),
    ],
    ids=[*PASSING, *DAMAGE, "a mistake"],
)
async def test_what_the_disk_may_take_later_is_tried_on_and_what_is_damaged_is_given_up(
    post: Post, caplog: pytest.LogCaptureFixture, fault: Exception, passes: bool
) -> None:
    await post.match()
    board = post.delivery.kinds[PostKind.BOARD]

    async def refuse(row: OutboxRow) -> None:
        raise fault.with_traceback(None)

    post.delivery.kinds[PostKind.BOARD] = refuse
    with caplog.at_level(logging.ERROR):
        await post.move(1)
        await post.run(2 * HOUR)
    told = [record.message for record in caplog.records]
    assert told.count("post given up") == (0 if passes else 1)
    assert told.count("post failed") >= OUR_TRIES if passes else told.count("post failed") == OUR_TRIES - 1
    post.delivery.kinds[PostKind.BOARD] = board
    await post.run(HOUR)
    assert (await post.club.play.matches.load(1)).row.board_version == (1 if passes else 0)
