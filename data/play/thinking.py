"""The computer as a player, and the matches in which it is to move.

Each such match is a job of `data.outbox.leases`. A move, or anything else that ends the computer's
turn, deletes the job in the same transaction. The version of the match ensures that a move counts
only once.
"""

from data.database.transaction import Signal, Transaction


async def seat_computer(
    tx: Transaction, match_id: int, seat: int, *, level: int | None, seed: int | None
) -> None:
    """Seat the computer at a match, with its strength and its random seed.

    Without a level it plays as the guide.
    """
    await tx.run(
        "UPDATE seat SET level = ?, seed = ? WHERE match_id = ? AND seat = ?", level, seed, match_id, seat
    )


async def set_chance(tx: Transaction, match_id: int, seat: int, chance: int | None) -> None:
    """Store the computer's estimate of its chance to win, in thousandths.

    `None` means that there is no estimate.
    """
    await tx.run("UPDATE seat SET chance = ? WHERE match_id = ? AND seat = ?", chance, match_id, seat)


async def put(tx: Transaction, match_id: int, *, not_before: float, interaction_id: int | None) -> None:
    """Schedule a move of the computer in a match, from `not_before` on.

    Any earlier job for the match is reset, including its attempts and its claim.
    """
    sql = (
        "INSERT INTO thinking (match_id, not_before, interaction_id) VALUES (?, ?, ?)"
        " ON CONFLICT (match_id) DO UPDATE SET not_before = excluded.not_before,"
        " interaction_id = excluded.interaction_id, attempts = 0, owner = NULL, leased_until = NULL"
    )
    await tx.run(sql, match_id, not_before, interaction_id)
    tx.signal(Signal.DUE)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete the job of a match because it is not the computer's turn."""
    await tx.run("DELETE FROM thinking WHERE match_id = ?", match_id)
