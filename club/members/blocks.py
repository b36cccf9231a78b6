"""Whom members keep away from themselves, without their being told.

What a blocked person is refused reads as it does for everyone: a challenge is not taken, a seat is taken, a
profile is not shown. What others see does not depend on blocks at all.
"""

from collections.abc import Callable, Collection
from typing import Final

from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import blocks

BLOCKED_AT_MOST: Final = 25
"""People whom one member can block: as many as a menu of Discord can have chosen."""


class Blocks:
    """The blocks that all members have made."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def list_blocked(self, user_id: int) -> list[int]:
        """Return the ids of the people whom a member has blocked, latest first."""
        return await self._store.read(lambda tx: blocks.list_for_user(tx, user_id))

    async def is_blocked(self, user_id: int, *, by: int) -> bool:
        """Whether the member `by` has blocked a user."""
        return await self._store.read(lambda tx: blocks.is_blocked(tx, user_id, by=by))

    async def are_kept_apart(self, user_id: int, other_id: int) -> bool:
        """Whether one of two users has blocked the other."""

        async def job(tx: Transaction) -> bool:
            return await blocks.is_blocked(tx, user_id, by=other_id) or await blocks.is_blocked(
                tx, other_id, by=user_id
            )

        return await self._store.read(job)

    async def block(self, user_id: int, blocked_id: int) -> list[int]:
        """Store that a member blocks one more person; return all whom they block.

        Raise `Refusal` for the member themselves, and if they block too many.
        """
        return await self._change(user_id, lambda known: {*known, blocked_id})

    async def unblock(self, user_id: int, blocked_id: int) -> list[int]:
        """Store that a member no longer blocks a person; return all whom they block."""
        return await self._change(user_id, lambda known: {*known} - {blocked_id})

    async def set_blocked(self, user_id: int, blocked_ids: Collection[int]) -> list[int]:
        """Store that a member blocks these people and no others; return them.

        Raise `Refusal` if the member is among them.
        """
        return await self._change(user_id, lambda known: {*blocked_ids})

    async def _change(self, user_id: int, choose: Callable[[list[int]], set[int]]) -> list[int]:
        async def job(tx: Transaction) -> list[int]:
            known = await blocks.list_for_user(tx, user_id)
            chosen = choose(known)
            if user_id in chosen:
                raise Refusal("block.self")
            if len(chosen) > BLOCKED_AT_MOST:
                raise Refusal("block.many", limit=BLOCKED_AT_MOST)
            await blocks.put(tx, user_id, chosen - {*known}, at=self._now())
            await blocks.remove(tx, user_id, {*known} - chosen)
            return await blocks.list_for_user(tx, user_id)

        return await self._store.write(job)
