"""A club in which time goes on as the test says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from club.clocks.clock import Clock, replay_clock
from club.club import Club
from club.members.people import Person
from club.play.match.matches import Table
from data.database.columns import column_list
from data.database.store import Store
from data.outbox.outbox import OutboxRow
from data.play.clocks import ClockEvent, ClockEventKind, ClockRow
from data.play.matches import MatchRow
from tests.club.people import act, make_first_moves, start_match

START = 1_700_000_000.0


def club_on(
    store: Store,
    now: Callable[[], float] = lambda: START,
    *,
    number: int = 0,
    secret: bytes = bytes(32),
    **given: Any,
) -> Club:
    """A club whose secrets are alike and whose lots fall on one number.

    `given` are other parts of the club.
    """
    return Club(store, now=now, chance=lambda below: number % below, secret=lambda: secret, **given)


@dataclass
class Room:
    """The club, and what its clock shows."""

    club: Club
    time: list[float]

    async def begin(self, clock: str = "1d", **given: Any) -> MatchRow:
        """A match of Ann, who moves first, and Ben."""
        return (await start_match(self.club, clock=clock, **given)).row

    async def row(self, match_id: int = 1) -> MatchRow:
        return (await self.club.play.matches.load(match_id)).row

    async def clock(self, match_id: int = 1) -> Clock:
        """How the clocks stand, as stored; a replay of their events gives the same."""
        row = (await self.row(match_id)).clock
        assert row is not None
        clock = Clock.parse(row.state)
        assert replay_clock(await self.events(match_id)) == clock
        assert row.deadline_at == clock.deadline
        return clock

    async def clock_row(self, match_id: int = 1) -> ClockRow:
        """Return the clock's row as stored."""
        row = (await self.row(match_id)).clock
        assert row is not None
        return row

    async def events(self, match_id: int = 1) -> list[ClockEvent]:
        rows = await self.club.store.read(
            lambda tx: tx.all("SELECT * FROM clock_event WHERE match_id = ? ORDER BY number", match_id)
        )
        return [ClockEvent(**row | {"kind": ClockEventKind(row["kind"])}) for row in rows]

    async def ticks(self, match_id: int = 1) -> list[str]:
        return [str(event.kind) for event in await self.events(match_id)]

    async def move(self, match_id: int = 1) -> None:
        """Let the player to move make the first legal move."""
        table = await self.club.play.matches.load(match_id)
        await make_first_moves(self.club, table)

    async def due(self) -> float | None:
        """Let the keeper do what is due; when something is next."""
        return await self.club.play.clocks.handle_due_clocks()

    async def claim(self, who: Person, match_id: int = 1, *, win: bool = True) -> Table:
        return await self.club.play.silences.claim(match_id, act(who), win=win)

    async def give(self, who: Person, match_id: int = 1) -> Table:
        return await self.club.play.clocks.give_time(match_id, act(who))

    async def rows(self, kind: str) -> list[OutboxRow]:
        """What waits to be posted, of one kind."""
        asked = f"SELECT {column_list(OutboxRow)} FROM outbox WHERE kind = ? ORDER BY id"
        rows = await self.club.store.read(lambda tx: tx.all(asked, kind))
        return [OutboxRow(**row) for row in rows]

    async def recipients(self, kind: str, match_id: int = 1) -> list[int | None]:
        """Return the seats to which posts of a kind wait to be sent."""
        return [row.seat for row in await self.rows(kind) if row.match_id == match_id]

    async def quiet(self) -> None:
        """All that waits is posted."""
        await self.club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
