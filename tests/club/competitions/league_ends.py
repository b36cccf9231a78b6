"""Leagues whose clocks stop, up to their close."""

from data.competitions import pairings
from data.competitions.pairings import PairingResult
from tests.club.room import Room


async def to_close(room: Room, *, after: float = 1.0) -> None:
    """It is the close of the first season, or some seconds later."""
    stage = (await room.club.competitions.all.load_stage_view(1)).stage
    room.time[0] = stage.closes_at + after
    await room.club.competitions.scheduler.take_due_steps()


async def counts(room: Room, match_id: int) -> tuple[PairingResult | None, bool]:
    """What the pairing of a match counts, and whether it was judged."""
    pairing = await room.club.store.read(lambda tx: pairings.find_by_match(tx, match_id))
    assert pairing is not None
    return pairing.effective_result, pairing.judged


async def stop_clocks(room: Room) -> None:
    """No clock of any match goes."""
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET turn_at = 0"))
    await room.club.store.write(lambda tx: tx.run("DELETE FROM clock"))
