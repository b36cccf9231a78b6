"""Discord's events of a competition follow its stage, a minute ahead at least."""

from dataclasses import replace

import pytest

from club.competitions.announcements import AHEAD, EventAction, EventRequest, next_request
from data.competitions.competitions import StageStatus
from data.competitions.stage_events import StageEventRow, StageMoment
from tests.club.leagues import create_league
from tests.club.room import Room

NOW = 1_000_000.0
SOON, LATER, CLOSE = NOW + AHEAD, NOW + AHEAD + 1, NOW + 9_000_000
START_KNOWN = StageEventRow(1, StageMoment.START, LATER, 7)
CLOSE_KNOWN = StageEventRow(1, StageMoment.CLOSE, CLOSE, 8)
CANCEL = EventRequest(EventAction.CANCEL, StageMoment.START, LATER, 7)


@pytest.mark.parametrize(
    ("starts_at", "known", "given", "asked"),
    [
        (LATER, [CLOSE_KNOWN], {}, EventRequest(EventAction.MAKE, StageMoment.START, LATER, 0)),
        (LATER + 0.5, [CLOSE_KNOWN], {}, EventRequest(EventAction.MAKE, StageMoment.START, LATER, 0)),
        (SOON, [CLOSE_KNOWN], {}, None),
        (LATER, [START_KNOWN], {}, EventRequest(EventAction.MAKE, StageMoment.CLOSE, CLOSE, 0)),
        (LATER, [START_KNOWN, CLOSE_KNOWN], {}, None),
        (
            LATER + 1,
            [START_KNOWN, CLOSE_KNOWN],
            {},
            EventRequest(EventAction.MOVE, StageMoment.START, LATER + 1, 7),
        ),
        (SOON, [START_KNOWN, CLOSE_KNOWN], {}, None),
        (LATER + 1, [replace(START_KNOWN, at=SOON), CLOSE_KNOWN], {}, None),
        (LATER + 1, [replace(START_KNOWN, event_id=None), CLOSE_KNOWN], {}, None),
        (LATER, [START_KNOWN], {"visible": False}, CANCEL),
        (LATER, [replace(START_KNOWN, at=SOON)], {"visible": False}, None),
    ],
)
async def test_the_next_request_brings_discord_s_events_nearer_to_the_stage(
    room: Room,
    starts_at: float,
    known: list[StageEventRow],
    given: dict[str, bool],
    asked: EventRequest | None,
) -> None:
    await create_league(room.club)
    view = await room.club.competitions.all.load_stage_view(1)
    stage = replace(view.stage, starts_at=starts_at, closes_at=CLOSE)
    assert next_request(view.competition, stage, known, NOW, **given) == asked
    paused = replace(view.competition, paused_at=NOW)
    assert next_request(paused, stage, known, NOW, **given) is None


async def test_a_stage_that_has_begun_has_no_start_to_announce(room: Room) -> None:
    await create_league(room.club)
    view = await room.club.competitions.all.load_stage_view(1)
    stage = replace(view.stage, status=StageStatus.RUNNING, starts_at=LATER, closes_at=CLOSE)
    assert next_request(view.competition, stage, [CLOSE_KNOWN], NOW) is None
    assert next_request(view.competition, stage, [START_KNOWN, CLOSE_KNOWN], NOW) == CANCEL
