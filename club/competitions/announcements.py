"""Discord's scheduled events for competitions.

They announce when the seasons of leagues start and close, and when tournaments start. Whenever a
stage (a season or a tournament) changes, its events are compared with what they should be, and
differences are corrected one request at a time.
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
    """An action to request of Discord for a scheduled event."""

    MAKE = auto()
    MOVE = auto()
    CANCEL = auto()


@dataclass(frozen=True, slots=True)
class EventRequest:
    """A request to Discord: create an event, move it to `at`, or cancel it.

    `at` is in seconds since the epoch. `event_id` is the event to move or cancel.
    """

    action: EventAction
    moment: StageMoment
    at: float
    event_id: int


@dataclass(frozen=True, slots=True)
class StageAnnouncement:
    """A stage of a competition with its next request to Discord.

    `request` is `None` if nothing has to be changed. `server_event_ids` are the ids of all events that
    the bot has created on the server.
    """

    competition: CompetitionRow
    stage: StageRow
    request: EventRequest | None
    server_event_ids: frozenset[int]


def next_request(
    row: CompetitionRow,
    stage: StageRow,
    stored_events: Sequence[StageEventRow],
    now: float,
    *,
    visible: bool = True,
) -> EventRequest | None:
    """Return the next request to make to Discord, or `None` if there is none.

    If the events should not be `visible`, only cancellations are returned. An event that is about to
    start is left alone because it ends by itself, and so is one that a member has deleted.
    """
    if row.paused_at is not None:
        return None
    times = kind_of(row).event_times(stage) if visible else {}
    told = {what: float(int(at)) for what, at in times.items()}  # Discord keeps no more of a moment
    events = {event.what: event for event in stored_events}
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
    """The scheduled events of all competitions."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def load_next(self, stage_id: int, *, visible: bool = True) -> StageAnnouncement | None:
        """Return a stage with its next request, or `None` if the stage is gone.

        Its events should be `visible` if every member of its server may know about the stage.
        """

        async def job(tx: Transaction) -> StageAnnouncement | None:
            stage = await competitions.get_stage(tx, stage_id)
            if stage is None:
                return None
            row = await competitions.get(tx, stage.competition_id)
            known = await stage_events.list_for_stage(tx, stage_id)
            due = next_request(row, stage, known, self._now(), visible=visible)
            return StageAnnouncement(
                row, stage, due, frozenset(await stage_events.list_event_ids(tx, row.guild_id))
            )

        return await self._store.read(job)

    async def queue_next(self, tx: Transaction, stage_id: int) -> None:
        """Queue the next request to Discord for a stage, if there is one.

        This is part of the caller's transaction.
        """
        stage = await competitions.get_stage(tx, stage_id)
        if stage is None:
            return
        row = await competitions.get(tx, stage.competition_id)
        if next_request(row, stage, await stage_events.list_for_stage(tx, stage_id), self._now()) is not None:
            await outbox.put(tx, PostKind.EVENT, self._now(), payload={"stage": stage_id})

    async def record_done(
        self, tx: Transaction, stage_id: int, request: EventRequest, event_id: int | None
    ) -> None:
        """Record what Discord has done, and queue the next request, if any.

        `event_id` is `None` if a member has deleted the event. This is part of the caller's transaction.
        """
        if request.action is EventAction.CANCEL:
            await stage_events.drop(tx, stage_id, request.moment)
        else:
            await stage_events.put(tx, StageEventRow(stage_id, request.moment, request.at, event_id))
        await self.queue_next(tx, stage_id)
