"""A slow look at the whole database while the bot runs: little at a time, so that nobody ever waits for it.

Each look is one short read through a connection of its own. A match is compared with its seals, and
replayed beside them unless it is over; those that are over are replayed by `check` alone.
"""

from dataclasses import dataclass
from typing import Final

from data.database import meta
from data.database.transaction import Transaction
from words import Said

AT_ONCE: Final = 20
"""Matches that are looked at in one read."""
FOUND: Final = "damage"
"""Under this key the store keeps in how many places the last round found damage."""
ROUND_AT: Final = "round"
"""Under this key the store keeps when the last round ended, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What one look has found: `last` is the highest id seen, `None` behind the end; a sentence for each fault."""

    last: int | None
    broken: list[Said]


async def ended(tx: Transaction, places: int, at: float) -> None:
    """Keep in how many places a round has found damage, in place of what the last one found."""
    await meta.put(tx, FOUND, str(places))
    await meta.put(tx, ROUND_AT, str(at))


async def last_at(tx: Transaction) -> float:
    """Return when the last round ended, 0 if none has."""
    return float(await meta.get(tx, ROUND_AT) or 0)
