from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from club.members.quotas import LIMITS
from tests.club.conftest import SECRET
from tests.club.room import Room, club_on


@pytest.fixture
async def learners(request: pytest.FixtureRequest, room: Room) -> AsyncIterator[Room]:
    """A club that looks through matches, as many a day as a test says."""
    if a_day := getattr(request, "param", None):
        store, time, limits = room.club.store, room.time, replace(LIMITS, learning_per_person=a_day)
        club = club_on(store, lambda: time[0], secret=SECRET, limits=limits)
        room = Room(club, time)
    await room.club.processes.open(3600.0)
    await room.club.learning.maker.jobs.open()
    yield room
    await room.club.learning.maker.jobs.stop()
