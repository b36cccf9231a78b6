"""Claimed rows share the sender's slots.

No place keeps others waiting, and neither do rows that no one waits for.
"""

import pytest

from data.database.store import Store
from data.database.transaction import Row, Transaction
from data.outbox import outbox, row_claims
from data.outbox.lanes import A_LANE, UNAWAITED
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import messages
from tests.data.samples import START, new_match

OWNER = "this process"
AT_ONCE = 32
LOOKS = [
    PostKind.STRIP,
    PostKind.LAPSE,
    PostKind.NOTICE,
    PostKind.RESULT,
    PostKind.MOVED,
    PostKind.TURN,
]


@pytest.fixture
async def desk(store: Store) -> Store:
    """A store with three matches in one channel."""
    for _ in range(3):
        await store.write(new_match)
    return store


async def put(desk: Store, kind: PostKind, match_id: int | None = None, *, seat: int | None = None) -> None:
    name = f"{kind}{match_id}{seat}{await waiting(desk)}"
    await desk.write(
        lambda tx: outbox.put(tx, kind, START, dedup=name, match_id=match_id, seat=seat, wait=0.0)
    )


async def waiting(desk: Store) -> int:
    return len(await desk.read(lambda tx: tx.all("SELECT id FROM outbox")))


class Sender:
    """Claims what it may and sends it for as long as a test likes."""

    def __init__(self, desk: Store) -> None:
        self.desk = desk
        self.flying: list[OutboxRow] = []

    async def claim(self, limit: int = 100) -> list[PostKind]:
        ids = [row.id for row in self.flying]
        rows = await self.desk.write(
            lambda tx: row_claims.claim(tx, START, limit, owner=OWNER, lease=60.0, in_flight=ids)
        )
        self.flying += rows
        return [row.kind for row in rows]

    async def due(self) -> float | None:
        ids = [row.id for row in self.flying]
        return await self.desk.read(lambda tx: row_claims.next_due_time(tx, START, OWNER, ids))

    async def finish_first(self) -> None:
        """Finish sending the first row in flight."""
        row = self.flying.pop(0)
        assert await self.desk.write(lambda tx: row_claims.delete_sent(tx, row.id, OWNER))


async def test_a_place_has_few_slots_and_keeps_its_order(desk: Store) -> None:
    for kind in LOOKS:
        await put(desk, kind, 1)
    sender = Sender(desk)
    assert await sender.claim(limit=3) == LOOKS[:3]
    assert await sender.due() == START
    assert await sender.claim() == LOOKS[3:A_LANE]
    assert await sender.due() is None
    assert await sender.claim() == []
    await sender.finish_first()
    assert await sender.due() == START
    assert await sender.claim() == LOOKS[A_LANE : A_LANE + 1]


async def test_what_a_player_waits_for_passes_what_else_goes_to_its_place(desk: Store) -> None:
    for kind in LOOKS:
        await put(desk, kind, 1)
    await put(desk, PostKind.BOARD, 1)
    sender = Sender(desk)
    assert await sender.claim() == [*LOOKS[:A_LANE], PostKind.BOARD]


async def test_boards_of_one_channel_share_its_slots_and_hands_wait_for_none_of_them(desk: Store) -> None:
    for match_id in (1, 2, 3):
        await put(desk, PostKind.OFFER, match_id)
        await put(desk, PostKind.BOARD, match_id)
    for seat in (0, 1):
        await put(desk, PostKind.HAND, 1, seat=seat)
    sender = Sender(desk)
    claimed = await sender.claim()
    assert (len(claimed), claimed.count(PostKind.HAND)) == (A_LANE + 2, 2)
    assert await sender.due() is None


async def test_a_thread_has_slots_of_its_own(desk: Store) -> None:
    await desk.write(lambda tx: messages.set_thread(tx, 3, 300))
    for match_id in (1, 2, 3):
        await put(desk, PostKind.OFFER, match_id)
        await put(desk, PostKind.BOARD, match_id)
    assert len(await Sender(desk).claim()) == A_LANE + 2


@pytest.mark.ci
async def test_what_nobody_waits_for_leaves_slots_for_what_somebody_does(desk: Store) -> None:
    for _ in range(5 * AT_ONCE):
        await put(desk, PostKind.GREETING)
    await put(desk, PostKind.BOARD, 1)
    sender = Sender(desk)
    assert await sender.claim(limit=5) == [PostKind.GREETING] * 5
    assert await sender.claim(limit=AT_ONCE - 5) == [PostKind.GREETING] * (UNAWAITED - 5)
    assert await sender.due() == START
    assert await sender.claim(limit=AT_ONCE - UNAWAITED) == [PostKind.BOARD]
    assert await sender.due() is None
    await sender.finish_first()
    assert await sender.claim() == [PostKind.GREETING]


async def test_what_has_waited_longest_comes_first_whoever_waits(desk: Store) -> None:
    await put(desk, PostKind.GREETING)
    for match_id in (1, 2, 3):
        await put(desk, PostKind.BOARD, match_id)
    assert await Sender(desk).claim(limit=2) == [PostKind.GREETING, PostKind.BOARD]


async def test_however_many_posts_fly_few_statements_are_prepared(
    desk: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: set[str] = set()

    async def ask(tx: Transaction) -> None:
        through = tx.all

        async def note_statement(sql: str, *given: object) -> list[Row]:
            """Note the statement, then run it as usual."""
            prepared.add(sql)
            return await through(sql, *given)

        monkeypatch.setattr(tx, "all", note_statement)
        for flying in (range(1, count + 1) for count in range(AT_ONCE)):
            await row_claims.claim(tx, START, 1, owner=OWNER, lease=60, in_flight=flying)
            await row_claims.next_due_time(tx, START, OWNER, flying)

    await desk.write(ask)
    assert len(prepared) == 2 * len({1, 2, 4, 8, 16, 32})
