"""The computer as a player: who it is, and that it is its turn."""

from typing import Final

from club.members.people import Person
from data import thinking
from data.matches import MatchRow
from data.persons import COMPUTER
from data.transaction import Transaction
from words import tell

TWOTONE: Final = Person(COMPUTER, tell("computer.name", {}), bot=True)
"""The computer, as an opponent of people."""
PAUSE: Final = 1.2
"""Seconds until the computer begins to think: people see their own move before its answer."""


async def put_thought(tx: Transaction, row: MatchRow, at: float, interaction_id: int | None) -> None:
    """Have the computer think from `at` on, where it is its turn; `row` is how the match stands now.

    `interaction_id` is what led there, whose token may post its move.
    """
    if row.computer is None:
        return
    if row.turn == row.computer:
        await thinking.put(tx, row.id, not_before=at, interaction_id=interaction_id)
    else:
        await thinking.drop(tx, row.id)
