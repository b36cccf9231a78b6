"""A slow check of the whole database while the bot runs.

It goes little by little, so that no one ever waits for it. Each look is one short read through a
connection of its own. A match is compared with its seals and replayed beside them, unless it is
over; only `check` replays matches that are over.
"""

from dataclasses import dataclass
from typing import Final

from data.database import meta
from data.database.transaction import Transaction
from words import Phrase

AT_ONCE: Final = 20
"""Matches that are looked at in one read."""
FOUND: Final = "damage"
"""Under this key the store keeps in how many places the last round found damage."""
ROUND_AT: Final = "round"
"""Key of the time when the last round ended, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class ScrubSlice:
    """Findings of one look at the database: a sentence for each fault.

    `last` is the highest ID seen, or `None` past the end.
    """

    last: int | None
    broken: list[Phrase]


async def record_round(tx: Transaction, places: int, at: float) -> None:
    """Store the number of places in which a round has found damage.

    It replaces the result of the previous round.
    """
    await meta.put(tx, FOUND, str(places))
    await meta.put(tx, ROUND_AT, str(at))


async def last_at(tx: Transaction) -> float:
    """Return when the last round ended, 0 if none has."""
    return float(await meta.get(tx, ROUND_AT) or 0)
