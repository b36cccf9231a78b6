"""Claims on outbox rows: which process posts them, and how they end."""

import hashlib
import math
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Self, TypeVar

from club.running.column import Chance, Now
from data.database import meta
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.database.waits import add_jitter
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
REFUSAL_WAITS: Final = (1.0, 5.0, 30.0, 120.0, 300.0)
"""Seconds until the next try of what was refused, by the refusals before."""
OUTAGE_WAITS: Final = (1.0, 5.0, *(15.0,) * 20, 25.0)
"""Seconds until the next try after a failure without a refusal, by earlier tries.

However long Discord was away, a board is posted soon after it is back.
"""

claimed_at: ContextVar[float] = ContextVar("claimed_at", default=math.inf)
"""When the row in hand was claimed."""


class ClaimLost(Exception):  # noqa: N818 - what happened, not what is wrong
    """Another process may have taken over the row that this one was posting.

    This happens if this process was suspended for too long.
    """


class Claims:
    """Settles outbox rows and gives them back, in the name of one process.

    Create one with `Claims.open`. `has_kept_claims` tells whether this process still holds the rows that it
    had claimed at a given time, so that no other process has taken them over.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Now,
        owner: str,
        salt: str,
        chance: Chance,
        has_kept_claims: Callable[[float], bool],
    ) -> None:
        self.store = store
        self.now = now
        self.owner = owner
        self._salt = salt
        self._chance = chance
        self.held_claims = has_kept_claims

    @classmethod
    async def open(
        cls, store: Store, *, now: Now, owner: str, chance: Chance, has_kept_claims: Callable[[float], bool]
    ) -> Self:
        """Open the claims of the process named `owner`.

        At the first start on a database, draw the salt that makes its nonces differ from those of any other
        database.
        """

        async def job(tx: Transaction) -> str:
            salt = await meta.get(tx, SALT_KEY)
            if salt is None:
                salt = f"{drawn:016x}"
                await meta.put(tx, SALT_KEY, salt)
            return salt

        drawn = chance(SALTS)
        return cls(
            store,
            now=now,
            owner=owner,
            salt=await store.write(job),
            chance=chance,
            has_kept_claims=has_kept_claims,
        )

    def check_held(self) -> None:
        """Raise `ClaimLost` if another process may have taken over the current row.

        Then no further request is sent to Discord for it.
        """
        if not self.held_claims(claimed_at.get()):
            raise ClaimLost

    def nonce(self, row: OutboxRow) -> str:
        """Return a row's nonce, by which Discord recognises a repeated post.

        It is the same at each try, and differs from those of any other database.
        """
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
        """Delete a row that is done with, and store the effects of its post.

        Run `job` in the same transaction and return its result. If the row no longer belongs to this
        process, `job` does not run: the row was deleted with its match, or another process has claimed it
        since, and looks for earlier posts before it posts. `late` runs instead and stores what was posted,
        no matter which process has the row, because a process that was suspended may post after others did.
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
        """Return a row to the outbox, to be tried again after `delay` seconds.

        Without a delay, the wait grows with each try. `unclear` says that Discord may have accepted the
        post; pass `False` only if no request was sent, because the library retries some requests by itself
        and reports only the last failure. `refused` counts this try towards the limit on refusals. A row
        that was queued again after it was claimed is due at once, unless Discord has set a rate limit.
        Return whether this process still owned the row.

        The age of the oldest due message counts from the next try if the row was refused or not sent, and
        otherwise from when it was first due.
        """
        waits, before = (REFUSAL_WAITS, row.refused) if refused else (OUTAGE_WAITS, row.attempts - 1)
        wait = waits[min(before, len(waits) - 1)] if delay is None else delay
        not_before = self.now() + add_jitter(wait, self._chance)
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


def log_facts(row: OutboxRow) -> dict[str, object]:
    """Return the log fields that identify a post, without its contents."""
    return {"kind": row.kind, "match": row.match_id, "challenge": row.challenge_id, "attempts": row.attempts}
