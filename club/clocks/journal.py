"""The clocks of a match as they are stored: each event and what follows from it, in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import Clock, clock_after, resting
from club.clocks.control import Control
from club.clocks.rest import Rest
from data import clocks, matches
from data.clocks import ClockEvent, ClockRow, Tick
from data.matches import EventKind, EventRow, MatchRow
from data.transaction import Transaction
from rules.game import Seat

TURNS: Final = {EventKind.MOVE: Tick.MOVE, EventKind.TAKEBACK: Tick.TAKEBACK}
"""The events of a match that give the turn away."""


class Journal:
    """The clocks of one match within a transaction: note what happens, then `store`."""

    def __init__(self, tx: Transaction, row: ClockRow, *, version: int) -> None:
        self.row = row
        self.clock = Clock.read(row.state)
        self._tx = tx
        self._version = version
        self._number = row.number

    async def note(self, tick: Tick, *, at: float, seat: Seat | None = None, text: str = "") -> None:
        """Store an event, and let the clocks follow it."""
        self._number += 1
        await clocks.add(
            self._tx, ClockEvent(self.row.match_id, self._number, self._version, tick, seat, text, at)
        )
        self.clock = clock_after(self.clock, tick, at=at, seat=seat, text=text)

    async def store(self) -> ClockRow:
        """Store how the clocks stand, and when there is something to do next; return that."""
        row = standing(self.row, self.clock, self._number)
        await clocks.change(self._tx, row, number=self.row.number)
        return row


async def begin(
    tx: Transaction, match_id: int, control: Control, turn: Seat | None, rests: Sequence[Rest], at: float
) -> None:
    """Let the clocks of a new match go, with what both players have set for themselves."""
    happened: list[tuple[Tick, Seat | None, str]] = [(Tick.START, turn, control.text)]
    for seat, rest in enumerate(rests):
        if rest.days or rest.vacations:
            happened.append((Tick.REST, seat, resting(rest, since=at)))
    clock: Clock | None = None
    whose: Seat | None
    for number, (tick, whose, text) in enumerate(happened, 1):
        await clocks.add(tx, ClockEvent(match_id, number, 0, tick, whose, text, at))
        clock = clock_after(clock, tick, at=at, seat=whose, text=text)
    assert clock is not None  # it has begun
    row = ClockRow(match_id, control.text, "", 0, None, None, 0)
    await clocks.create(tx, standing(row, clock, len(happened)))


async def follow(tx: Transaction, row: MatchRow, event: EventRow) -> None:
    """Let the clocks follow an event of their match, which stands in `row` as it is after that."""
    if row.clock is None:
        return
    journal = Journal(tx, row.clock, version=row.version)
    if event.kind in TURNS:
        await journal.note(TURNS[event.kind], at=event.at, seat=row.turn)
    elif row.turn is None:
        await journal.note(Tick.END, at=event.at)
    elif not journal.clock.going:
        await journal.note(Tick.GO, at=event.at)
    else:
        return
    await journal.store()


async def halt(tx: Transaction, match_id: int, now: float, *, going: bool) -> None:
    """Let the clocks of a match stand while it has no place, or go on."""
    row = await matches.get(tx, match_id)
    if row is None or row.clock is None:
        return
    journal = Journal(tx, row.clock, version=row.version)
    if journal.clock.turn is not None and journal.clock.going != going:
        await journal.note(Tick.GO if going else Tick.STOP, at=now)
        await journal.store()


def standing(row: ClockRow, clock: Clock, number: int) -> ClockRow:
    """Return how clocks are stored that stand so after event `number`."""
    deadline = clock.deadline
    nexts = (clock.remind_at, clock.adjourn_at, deadline if clock.zero_at is None else None)
    return replace(
        row,
        state=clock.text,
        number=number,
        deadline_at=deadline,
        next_at=min((at for at in nexts if at is not None), default=None),
    )
