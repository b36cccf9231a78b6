"""Autocompletion of a move while a user types it.

A position may have thousands of legal moves, and Discord asks for completions at every keystroke.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Final

from club.last_used import LruCache
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.matches import Table
from rules.game import AmbiguousMove, IllegalMove

KEPT_MOVES: Final = 20_000
"""Written moves kept in memory, over all positions; each takes about 200 bytes."""

WrittenMoves = tuple[tuple[str, str], ...]
"""Every legal move as written, each beside itself without spaces and capitals."""
Key = tuple[int, int]
"""A match and its version."""


class MoveCompleter:
    """Completes moves that users are typing.

    Legal moves are cached, only for the newest position of each match. They are listed on another thread
    so that other users need not wait.
    """

    def __init__(self, crowded: CrowdedPositions) -> None:
        self._crowded = crowded
        self.kept = LruCache[int, tuple[int, WrittenMoves]](KEPT_MOVES, cost=_cost)
        """By match: a version of it, and its moves then."""
        self._under_way: dict[Key, asyncio.Task[WrittenMoves]] = {}

    async def complete(
        self, table: Table, text: str, *, user_id: int, limit: int, max_length: int
    ) -> list[str]:
        """Return up to `limit` moves that complete the typed text.

        Moves that begin with the text come first, then moves that contain it. If there are none, the text
        is parsed as a move in another notation. Moves longer than `max_length` characters are left out.
        Raise `Refusal` if the user has requested too many listings of positions with thousands of moves,
        and `IllegalMove` if the position has too many moves to list.
        """
        wanted = _bare(text)
        written = await self._load_moves(table, user_id)
        found = _pick_moves(written, wanted, limit, max_length)
        if not found and text.strip():
            meant = await self._crowded.run_on_thread(
                user_id, table.match, partial(_resolve_typed, table, text)
            )
            found = [move for move in meant if len(move) <= max_length][:limit]
        return found

    async def _load_moves(self, table: Table, user_id: int) -> WrittenMoves:
        """Return all legal moves of a match's current position in writing.

        They are listed unless they are cached. Simultaneous requests for the same position share one
        task.
        """
        key = match_id, version = table.row.id, table.row.version
        kept, written = self.kept.get(match_id) or (None, ())
        if kept == version:
            return written
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._list(key, table, user_id), name="list moves")
            self._under_way[key] = task
        return await asyncio.shield(task)

    async def _list(self, key: Key, table: Table, user_id: int) -> WrittenMoves:
        try:
            written = await self._crowded.run_on_thread(user_id, table.match, partial(_write, table))
        finally:
            del self._under_way[key]
        match_id, version = key
        known = self.kept.get(match_id)
        if known is None or known[0] <= version:
            self.kept.put(match_id, (version, written))
        return written


def _cost(kept: tuple[int, WrittenMoves]) -> int:
    """Return the cache cost of a position: its number of moves, plus one."""
    return len(kept[1]) + 1


def _write(table: Table) -> WrittenMoves:
    return tuple((_bare(move), move) for move in table.match.moves())


def _pick_moves(written: WrittenMoves, wanted: str, limit: int, length: int) -> list[str]:
    """Return up to `limit` moves that begin with or contain the wanted text.

    Moves that begin with it come first. No move is returned twice.
    """
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


def _resolve_typed(table: Table, typed: str) -> Iterable[str]:
    """Return the canonical notation of a move that was typed in another notation.

    An ambiguous move yields all its candidates, an illegal move none.
    """
    game, position = table.game, table.match.position
    try:
        return [game.write(position, game.read(position, typed))]
    except AmbiguousMove as refusal:
        return refusal.candidates
    except IllegalMove:
        return []


def _bare(text: str) -> str:
    return "".join(text.casefold().split())
