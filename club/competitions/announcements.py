"""Discord's scheduled events of competitions.

They announce season starts and closes, and tournament starts. They follow the stages. The
differences are worked out anew each time and corrected one request at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from club.competitions.kinds.all_kinds import kind_of
from data.competitions import competitions, stage_events
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.stage_events import StageEventRow, StageMoment
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind

AHEAD: Final = 60.0
"""Seconds an event must lie ahead: Discord takes none that begins in the past."""
LENGTH: Final = 3600.0
"""Seconds that an event lasts: it tells of a moment."""


class EventAction(Enum):
    """What to ask Discord for."""

    MAKE = auto()
    MOVE = auto()
    CANCEL = auto()


@dataclass(frozen=True, slots=True)
class EventRequest:
    """One request to make: an event to create, to move to `at`, or to cancel.

    `event_id` is the event to move or cancel.
    """

    do: EventAction
    what: StageMoment
    at: float
    event_id: int


@dataclass(frozen=True, slots=True)
class StageAnnouncement:
    """A stage and the next request to make of Discord, `None` if there is none.

    `taken` are all events of its server.
    """

    competition: CompetitionRow
    stage: StageRow
    due: EventRequest | None
    taken: frozenset[int]


def next_due(
    row: CompetitionRow, stage: StageRow, known: Sequence[StageEventRow], now: float, *, shown: bool = True
) -> EventRequest | None:
    """Return the next request to make of Discord.

    If the events are not to be `shown`, only cancellations are returned. An event whose time has come
    is left alone because it ends by itself; so is one that a member has deleted.
    """
    if row.paused_at is not None:
        return None
    times = kind_of(row).event_times(stage) if shown else {}
    told = {what: float(int(at)) for what, at in times.items()}  # Discord keeps no more of a moment
    events = {event.what: event for event in known}
    for what in StageMoment:
        at, event = told.get(what), events.get(what)
        if event is None:
            if at is not None and at > now + AHEAD:
                return EventRequest(EventAction.MAKE, what, at, 0)
        elif event.event_id is None or event.at <= now + AHEAD:
            continue
        elif at is None:
            return EventRequest(EventAction.CANCEL, what, event.at, event.event_id)
        elif at != event.at and at > now + AHEAD:
            return EventRequest(EventAction.MOVE, what, at, event.event_id)
    return None


class Announcements:
    """The events of all competitions."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def next(self, stage_id: int, *, shown: bool = True) -> StageAnnouncement | None:
        """Return a stage with its next request, or `None` if the stage is gone.

        It is `shown` if every member of its server may know of it.
        """

        async def job(tx: Transaction) -> StageAnnouncement | None:
            stage = await competitions.stage(tx, stage_id)
            if stage is None:
                return None
            row = await competitions.get(tx, stage.competition_id)
            known = await stage_events.of_stage(tx, stage_id)
            due = next_due(row, stage, known, self._now(), shown=shown)
            return StageAnnouncement(
                row, stage, due, frozenset(await stage_events.of_server(tx, row.guild_id))
            )

        return await self._store.read(job)

    async def follow(self, tx: Transaction, stage_id: int) -> None:
        """Queue the next request to Discord, if there is one; part of a transaction."""
        stage = await competitions.stage(tx, stage_id)
        if stage is None:
            return
        row = await competitions.get(tx, stage.competition_id)
        if next_due(row, stage, await stage_events.of_stage(tx, stage_id), self._now()) is not None:
            await outbox.put(tx, PostKind.EVENT, self._now(), payload={"stage": stage_id})

    async def record_done(
        self, tx: Transaction, stage_id: int, due: EventRequest, event_id: int | None
    ) -> None:
        """Record what Discord has done; part of a transaction.

        `event_id` is `None` if a member has deleted the event.
        """
        if due.do is EventAction.CANCEL:
            await stage_events.drop(tx, stage_id, due.what)
        else:
            await stage_events.put(tx, StageEventRow(stage_id, due.what, due.at, event_id))
        await self.follow(tx, stage_id)
