"""The open streams of live boards, and who wakes them when their match changes."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from club.club import Club
from club.running.alarm import Alarm
from data.pages.live_boards import LiveBoardRow
from web.guard import Refused
from web.live.live_states import Version
from web.page_host import PageHost
from words import Phrase

EACH: Final = 6
"""Streams that one person may have open."""
IN_ALL: Final = 2000
"""Streams that are open in one process."""
LOOK: Final = 0.5
"""Seconds after which changes made in other processes are looked for.

One statement finds those of all streams, and also the sessions that are closed.
"""


class LiveStream:
    """One open stream; `changed` is set when there is something to send."""

    __slots__ = ("changed", "is_closed", "session", "version")

    def __init__(self, session: LiveBoardRow, version: Version) -> None:
        self.session = session
        self.version = version
        self.changed = asyncio.Event()
        self.is_closed = False

    def note(self, version: Version | None) -> None:
        """Note how the match stands, or `None` if the session is closed."""
        if version is None:
            self.is_closed = True
            self.changed.set()
        elif version > self.version:
            self.version = version
            self.changed.set()


class LiveStreams:
    """All open streams of this process, within its limits."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self._open: dict[int, set[LiveStream]] = {}
        self._of_person = Counter[int]()
        self._alarm = Alarm("live boards", host.now, after_fault=LOOK)
        self._alarm.work = self._look_elsewhere

    def __len__(self) -> int:
        """Return how many streams are open."""
        return self._of_person.total()

    @contextmanager
    def add(self, club: Club, session: LiveBoardRow, version: Version) -> Iterator[LiveStream]:
        """Keep a stream for as long as the context lasts.

        Raise `Refused` if there are too many.
        """
        if len(self) >= IN_ALL:
            raise Refused(503, Phrase("web.busy"))
        if self._of_person[session.user_id] >= EACH:
            raise Refused(429, Phrase("live.many"))
        club.pages.live.follower.listeners.add(self._note)
        stream = LiveStream(session, version)
        self._of_person[session.user_id] += 1
        self._open.setdefault(session.match_id, set()).add(stream)
        self._alarm.ring()
        try:
            yield stream
        finally:
            self._open[session.match_id].discard(stream)
            if not self._open[session.match_id]:
                del self._open[session.match_id]
            self._of_person[session.user_id] -= 1
            self._of_person += Counter()  # forget those who have none

    def has_open(self, match_id: int, user_id: int) -> bool:
        """Whether a person has a match open on a page of this process."""
        return any(each.session.user_id == user_id for each in self._open.get(match_id, ()))

    def _note(self, match_id: int, version: Version) -> None:
        for stream in self._open.get(match_id, ()):
            stream.note(version)

    async def _look_elsewhere(self) -> float | None:
        """Look for changes made in other processes, for as long as there are streams."""
        club = self._host.club()
        if club is not None:
            versions = await club.pages.live.list_versions()
            for stream in [each for streams in self._open.values() for each in streams]:
                stream.note(versions.get(stream.session.token or ""))
        return self._host.now() + LOOK if self._open else None
