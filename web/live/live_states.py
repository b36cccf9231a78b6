"""How a match stands, as JSON for a live board.

Each view of a version is made once.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from club.clocks.clock import Clock
from club.last_used import LruCache
from club.pages.live_boards import LiveView
from club.running.column import Now
from rendering import page_values
from rules.game import Seat, View
from rules.match import Match
from web.page_host import PageHost
from words import Localizer, localizer_for

KEPT: Final = 8 << 20
"""Bytes of states that are kept."""

Version = tuple[int, int]
"""The version of a match, and the number of its clock's last event."""


@dataclass(frozen=True, slots=True)
class StateKey:
    """What the state on a live board follows from, beside the clock of this moment."""

    match_id: int
    version: Version
    seat: Seat | None
    language: str
    facing: str
    names: tuple[str, str]
    """The players' names, which change without an event if a player is forgotten."""
    waits: tuple[bool, bool] = (False, False)
    """Whether the player may nudge the other, and claim the match.

    In time both change by themselves.
    """

    @classmethod
    def of(cls, view: LiveView, language: str) -> "StateKey":
        """Return the key of a loaded view."""
        row, clock = view.table.row, view.table.row.clock
        version = row.version, clock.number if clock else 0
        first, second = (str(player.name) for player in row.seats)
        waits = view.may_nudge, view.may_claim
        return cls(row.id, version, view.seat, language, view.table.facing, (first, second), waits)


@dataclass(frozen=True, slots=True)
class LiveState:
    """A state as JSON without its end, and the clocks that belong there.

    It is encoded once for all who see the same.
    """

    key: StateKey
    start: bytes
    clock: Clock | None

    def waits_for(self, seat: Seat | None) -> bool:
        """Whether a live clock waits for this seat to have the board."""
        return self.clock is not None and self.clock.waits and self.clock.turn == seat

    def encode(self, now: float, **more: object) -> bytes:
        """Return the state as JSON, with the clocks at `now` and other values."""
        rest = _dense({"clocks": _clock_values(self.clock, now), **more})
        return b"%b,%b" % (self.start, rest[1:])

    def encode_event(self, now: float) -> bytes:
        """Return the state as an event of a stream."""
        return b"id: %d\ndata: %b\n\n" % (self.key.version[0], self.encode(now, ok=True))


class LiveStates:
    """Makes states, and keeps those of whole boards for all who see the same."""

    def __init__(self, host: PageHost) -> None:
        self._clean = host.clean_name
        self._now: Now = host.now
        self._kept = LruCache[StateKey, LiveState](KEPT, cost=lambda state: len(state.start))
        self._locks: dict[StateKey, asyncio.Lock] = {}

    async def load(self, key: StateKey, load_view: Callable[[], Awaitable[LiveView]]) -> LiveState:
        """Return the state under a key, or a newer one.

        If it is not kept, `load_view` loads the match.
        """
        if (kept := self._kept.get(key)) is not None:
            return kept
        async with self._locks.setdefault(key, asyncio.Lock()):
            try:
                if (kept := self._kept.get(key)) is not None:  # made meanwhile for another reader
                    return kept
                return await self.make(await load_view(), key.language)
            finally:
                self._locks.pop(key, None)

    async def make(
        self,
        view: LiveView,
        language: str,
        path: Sequence[str] = (),
        *,
        look: int | None = None,
        question: Sequence[tuple[str, str]] = (),
    ) -> LiveState:
        """Return the state of a loaded view after the choices of a path.

        `look` is the number of moves after which an earlier position is shown instead. A
        `question` takes the place of the view's offers.
        """
        key = StateKey.of(view, language)
        is_plain = not (path or question) and look is None
        if is_plain and (kept := self._kept.get(key)) is not None:
            return kept
        values = await asyncio.to_thread(self._values, view, localizer_for(language), path, look, question)
        clock_row = view.table.row.clock
        made = LiveState(
            key, _dense(values)[:-1], Clock.parse(clock_row.state) if clock_row is not None else None
        )
        if is_plain:
            self._kept.put(key, made)
        return made

    def _values(
        self,
        view: LiveView,
        say: Localizer,
        path: Sequence[str],
        look: int | None,
        question: Sequence[tuple[str, str]],
    ) -> dict[str, Any]:
        """Return all but the clocks; this draws, so call it on a thread."""
        table, seat = view.table, view.seat

        def view_of(match: Match) -> View:
            return replace(table, match=match).view(seat)

        seen = view_of(table.match)
        return {
            **(
                page_values.board(table.match, seat, path, say, asks=view.is_asked, view=seen)
                if look is None
                else page_values.look_back(table.match, seat, look, say, view_of)
            ),
            "game": table.game.key,
            "title": say.text(table.game.title),
            "version": table.row.version,
            "seat": seat,
            "looks": True,
            "players": [say.text(self._clean(player.name)) for player in table.row.seats],
            "sides": [say.text(side) for side in seen.players],
            "turn": table.turn,
            "over": table.is_over,
            "said": say.text(table.reason) if table.reason and table.match.outcome is None else None,
            "offers": [{"label": say(code), "offer": offer} for code, offer in question or view.offers],
        }


def _clock_values(clock: Clock | None, now: float) -> list[dict[str, Any]]:
    if clock is None:
        return []
    return [
        {
            "seat": seat,
            "seconds": round(clock.seconds_left(seat, now), 1),
            "running": clock.turn == seat and clock.is_running,
        }
        for seat in (0, 1)
    ]


def _dense(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
