"""Completing a move while somebody types it: thousands of legal moves, a keystroke at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from club.play.matches import Table
from rules.game import AmbiguousMove, IllegalMove

KEPT_MOVES: Final = 20_000
"""Written moves kept in memory, of all positions together; each takes about 200 bytes."""

Written = tuple[tuple[str, str], ...]
"""Every legal move as written, each beside itself without spaces and capitals."""
Key = tuple[int, int]
"""A match and its version."""


class Completions:
    """The legal moves of the positions in which somebody is typing, of each match those of its newest position.

    They are listed on another thread, once for each position, so that nobody else waits for it.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, Written]] = OrderedDict()
        """By match: a version of it, and its moves then."""
        self._under_way: dict[Key, asyncio.Task[Written]] = {}
        self.moves = 0
        """Written moves kept in memory, with one for each position."""

    async def of(self, table: Table, typed: str, *, limit: int, length: int) -> list[str]:
        """Return up to `limit` moves that begin with what is typed, then such as hold it, then what it means.

        What has more than `length` characters is left out.
        """
        wanted = _bare(typed)
        written = await self._written(table)
        found = _first(written, wanted, limit, length)
        if not found and typed.strip():
            meant = await asyncio.to_thread(_meant, table, typed)
            found = [move for move in meant if len(move) <= length][:limit]
        return found

    async def _written(self, table: Table) -> Written:
        key = match_id, version = table.row.id, table.row.version
        kept, written = self._kept.get(match_id, (None, ()))
        if kept == version:
            self._kept.move_to_end(match_id)
            return written
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._list(key, table), name="list moves")
            self._under_way[key] = task
        return await asyncio.shield(task)

    async def _list(self, key: Key, table: Table) -> Written:
        try:
            written = await asyncio.to_thread(_write, table)
        finally:
            del self._under_way[key]
        self._keep(*key, written)
        return written

    def _keep(self, match_id: int, version: int, written: Written) -> None:
        """Keep the moves of a position, unless a newer one is known; forget those that nobody asks for any more."""
        former, outdated = self._kept.get(match_id, (version, None))
        if former > version:
            return
        if outdated is not None:
            self.moves -= len(outdated) + 1
            del self._kept[match_id]
        self._kept[match_id] = version, written
        self.moves += len(written) + 1
        while self.moves > KEPT_MOVES and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self.moves -= len(oldest) + 1


def _write(table: Table) -> Written:
    return tuple((_bare(move), move) for move in table.match.moves())


def _first(written: Written, wanted: str, limit: int, length: int) -> list[str]:
    """Return the moves that begin with what is wanted, then those that hold it further on, none twice."""
    begin: list[str] = []
    hold: list[str] = []
    for bare, move in written:
        if len(move) > length:
            continue
        if bare.startswith(wanted):
            begin.append(move)
            if len(begin) == limit:
                return begin
        elif len(hold) < limit and wanted in bare:
            hold.append(move)
    return [*begin, *hold][:limit]


def _meant(table: Table, typed: str) -> Iterable[str]:
    """Return a move written in another way than the canonical one, completed to that."""
    game, position = table.game, table.match.position
    try:
        return [game.write(position, game.read(position, typed))]
    except AmbiguousMove as refusal:
        return refusal.candidates
    except IllegalMove:
        return []


def _bare(text: str) -> str:
    return "".join(text.casefold().split())
