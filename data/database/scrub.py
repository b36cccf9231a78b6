"""A slow check of the whole database while the bot is running.

It proceeds in small slices so that no job ever waits for it; each slice is one short read on a
connection of its own. Every match is compared with its seals (the hashes of its events). A match
that is not over is also replayed; only the command `check` replays finished matches.
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
    """The findings of one slice of the check, one sentence for each fault.

    `last` is the highest match ID seen, or `None` if no match was left.
    """

    last: int | None
    broken: list[Phrase]


async def record_round(tx: Transaction, places: int, at: float) -> None:
    """Store how many damaged places a complete check found, and when it ended.

    This replaces the result of the previous check.
    """
    await meta.put(tx, FOUND, str(places))
    await meta.put(tx, ROUND_AT, str(at))


async def last_round_at(tx: Transaction) -> float:
    """Return when the last complete check ended, or 0 if there was none."""
    return float(await meta.get(tx, ROUND_AT) or 0)
