"""Claims on outbox rows, as delivery stores them: their owners and their ends."""

import hashlib
import math
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Self, TypeVar

from club.club import Chance, Now
from data.database import meta
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.database.waits import spread
from data.outbox import outbox, row_claims
from data.outbox.outbox import OutboxRow
from data.outbox.refused_posts import LIMITED

T = TypeVar("T")

SALT_KEY: Final = "nonces"
"""Under this key the database keeps what makes its nonces its own."""
NONCE_LIMIT: Final = 25
"""Characters of a nonce (Discord)."""
SALTS: Final = 1 << 64
"""The salt is drawn below this number."""
PATIENCE: Final = (1.0, 5.0, 30.0, 120.0, 300.0)
"""Seconds until the next try of what was refused, by the refusals before."""
OUTAGE: Final = (1.0, 5.0, *(15.0,) * 20, 25.0)
"""Seconds until the next try after a failure without a refusal, by earlier tries.

However long Discord was away, a board is posted soon after it is back.
"""

claimed_at: ContextVar[float] = ContextVar("claimed_at", default=math.inf)
"""When the row in hand was claimed."""


class TakenOver(Exception):  # noqa: N818 - what happened, not what is wrong
    """This process stood still, and another may have taken over the row in hand."""


class Claims:
    """Settles rows and gives them back, in the name of one process.

    Make one with `Claims.open`. `held` says whether no other process has taken over the rows that this
    one had in hand at a given time.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Now,
        owner: str,
        salt: str,
        chance: Chance,
        held: Callable[[float], bool],
    ) -> None:
        self.store = store
        self.now = now
        self.owner = owner
        self._salt = salt
        self._chance = chance
        self._held = held

    @classmethod
    async def open(
        cls, store: Store, *, now: Now, owner: str, chance: Chance, held: Callable[[float], bool]
    ) -> Self:
        """Open the claims of the process named `owner`.

        The first time, draw the salt that makes this database's nonces its own.
        """

        async def job(tx: Transaction) -> str:
            salt = await meta.get(tx, SALT_KEY)
            if salt is None:
                salt = f"{drawn:016x}"
                await meta.put(tx, SALT_KEY, salt)
            return salt

        drawn = chance(SALTS)
        return cls(store, now=now, owner=owner, salt=await store.write(job), chance=chance, held=held)

    def must_hold(self) -> None:
        """Raise `TakenOver` if another process may have the row in hand by now.

        Nothing more is then asked of Discord for it.
        """
        if not self._held(claimed_at.get()):
            raise TakenOver

    def nonce(self, row: OutboxRow) -> str:
        """Return a row's nonce: the same at each try, and unlike any other database's."""
        return hashlib.sha256(f"{self._salt}:{row.dedup}".encode()).hexdigest()[:NONCE_LIMIT]

    async def is_superseded(self, row: OutboxRow) -> bool:
        """Whether a newer row about the same thing waits behind this one."""
        return await self.store.read(lambda tx: outbox.has_newer(tx, row))

    async def settle(
        self,
        row: OutboxRow,
        job: Job[T] | None = None,
        *,
        late: Job[T] | None = None,
    ) -> T | None:
        """Delete a row that needs no more tries, and store the effects of its post.

        Run `job` and return its result. If the row no longer belongs to this process, `job` stores nothing:
        either the row was dropped with its match, or another process has claimed it since, and finds
        earlier posts before it posts. `late` then stores what was posted, no matter which process has the
        row: a process that stood still may post after others did.
        """

        async def work(tx: Transaction) -> T | None:
            then = job if await row_claims.delete_sent(tx, row.id, self.owner) else late
            return None if then is None else await then(tx)

        return await self.store.write(work)

    async def give_back(
        self,
        row: OutboxRow,
        error: str,
        *,
        delay: float | None = None,
        unclear: bool = True,
        refused: bool = False,
    ) -> bool:
        """Give a row back, to be tried again after `delay` seconds, or longer each time.

        `unclear` says that Discord may have taken it. That is so unless nothing was asked, because the
        library retries some requests by itself and reports only how the last of them ended. `refused`
        counts this try towards the limit on refusals. If something has happened in its place since it was
        claimed, the row is due at once, unless Discord has named a limit. A row that was refused, or for
        which nothing was asked, is late only after its next try; any other has been due all the while,
        because its server cannot mend it. Return whether the row still belonged to this process.
        """
        waits, before = (PATIENCE, row.refused) if refused else (OUTAGE, row.attempts - 1)
        wait = waits[min(before, len(waits) - 1)] if delay is None else delay
        not_before = self.now() + spread(wait, self._chance)
        return await self.store.write(
            lambda tx: row_claims.retry(
                tx,
                row.id,
                self.owner,
                error,
                not_before,
                was_due=math.inf if error == LIMITED else row.not_before,
                unclear=unclear,
                refused=refused,
                later=refused or not unclear,
            )
        )


def about(row: OutboxRow) -> dict[str, object]:
    """Return what the log says of a post: which it is, never what is in it."""
    return {"kind": row.kind, "match": row.match_id, "challenge": row.challenge_id, "attempts": row.attempts}
