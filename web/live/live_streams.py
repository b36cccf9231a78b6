"""The open streams of live boards, and who wakes them when their match changes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from club.club import Club
from club.running.alarm import Alarm
from data.pages.live_boards import LiveBoardRow
from web.guard import Refused
from web.live.live_states import Version
from web.page_host import PageHost
from words import Phrase, TwotoneError

EACH: Final = 6
"""Streams that one person may have open."""
IN_ALL: Final = 2000
"""Streams that are open in one process."""
LOOK: Final = 0.5
"""Seconds after which changes made in other processes are looked for.

One statement finds those of all streams, and also the sessions that are closed.
"""
WOKEN: Final = 20
"""Spectators' streams that are woken at a time.

Between them the loop does other work: a thousand at once would have the bot stand still.
"""
NOTED: Final = 10.0
"""Seconds after which it is noted again whose pages are open."""


class LiveStream:
    """One open stream; `changed` is set when there is something to send."""

    __slots__ = ("changed", "is_closed", "is_player", "session", "version")

    def __init__(self, session: LiveBoardRow, version: Version, *, is_player: bool) -> None:
        self.session = session
        self.is_player = is_player
        self.version = version
        self.changed = asyncio.Event()
        self.is_closed = False

    def note(self, version: Version | None) -> None:
        """Note how the match stands, or `None` if the session is closed."""
        if version is None:
            self.close()
        elif version > self.version:
            self.version = version
            self.changed.set()

    def close(self) -> None:
        """Let the stream end: its session is closed, or its connection is lost."""
        self.is_closed = True
        self.changed.set()


class LiveStreams:
    """All open streams of this process, within its limits."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self._open: dict[int, set[LiveStream]] = {}
        self._of_person = Counter[int]()
        self._noted_at = 0.0
        self._alarm = Alarm("live", host.now, after_fault=LOOK)
        self._alarm.work = self._look_elsewhere

    def __len__(self) -> int:
        """Return how many streams are open."""
        return self._of_person.total()

    @asynccontextmanager
    async def add(
        self, club: Club, session: LiveBoardRow, version: Version, *, is_player: bool
    ) -> AsyncIterator[LiveStream]:
        """Keep a stream for as long as the context lasts.

        Raise `Refused` if there are too many.
        """
        if len(self) >= IN_ALL:
            raise Refused(503, Phrase("web.busy"))
        if self._of_person[session.user_id] >= EACH:
            raise Refused(429, Phrase("live.many"))
        club.pages.live.follower.listeners.add(self._note)
        stream = LiveStream(session, version, is_player=is_player)
        self._of_person[session.user_id] += 1
        self._open.setdefault(session.match_id, set()).add(stream)
        self._alarm.ring()
        try:
            if is_player:
                await club.pages.live.note_looking([session.token or ""])
            yield stream
        finally:
            self._open[session.match_id].discard(stream)
            if not self._open[session.match_id]:
                del self._open[session.match_id]
            self._of_person[session.user_id] -= 1
            self._of_person += Counter()  # forget those who have none
            if is_player and session.token not in self._player_tokens():
                with suppress(TwotoneError):  # the bot may have ended
                    await club.pages.live.note_looking([session.token or ""], is_open=False)

    def _all(self) -> list[LiveStream]:
        return [each for streams in self._open.values() for each in streams]

    def _player_tokens(self) -> set[str]:
        return {each.session.token or "" for each in self._all() if each.is_player}

    def _note(self, match_id: int, version: Version) -> None:
        """Note a change in this process: players hear of it at once."""
        streams = self._open.get(match_id, ())
        for stream in streams:
            if stream.is_player:
                stream.note(version)
        self._wake([(stream, version) for stream in streams if not stream.is_player])

    def _wake(self, due: Sequence[tuple[LiveStream, Version | None]]) -> None:
        for stream, version in due[:WOKEN]:
            stream.note(version)
        if rest := due[WOKEN:]:
            asyncio.get_running_loop().call_soon(self._wake, rest)

    async def _look_elsewhere(self) -> float | None:
        """Look for changes made in other processes, for as long as there are streams."""
        if not self._open:  # the last one has ended meanwhile, perhaps with the bot
            return None
        club = self._host.club()
        if club is None:  # the bot ends or restarts: the pages come again
            for stream in self._all():
                stream.note(None)
        else:
            versions = await club.pages.live.list_versions()
            stands = [(stream, versions.get(stream.session.token or "")) for stream in self._all()]
            self._wake([each for each in stands if each[1] is None or each[1] > each[0].version])
            if self._host.now() >= self._noted_at + NOTED and self._open:
                self._noted_at = self._host.now()
                await club.pages.live.note_looking(sorted(self._player_tokens()))
        return self._host.now() + LOOK
