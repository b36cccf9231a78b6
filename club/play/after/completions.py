"""Autocompletion of a move while a user types it.

A position may have thousands of legal moves, and every keystroke asks for completions.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Final

from club.last_used import LastUsed
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.matches import Table
from rules.game import AmbiguousMove, IllegalMove

KEPT_MOVES: Final = 20_000
"""Written moves kept in memory, over all positions; each takes about 200 bytes."""

WrittenMoves = tuple[tuple[str, str], ...]
"""Every legal move as written, each beside itself without spaces and capitals."""
Key = tuple[int, int]
"""A match and its version."""


class Completions:
    """The legal moves of the positions in which users are typing a move.

    For each match only the newest position is kept. Its moves are listed once, on another thread, so
    that no other user has to wait.
    """

    def __init__(self, crowded: CrowdedPositions) -> None:
        self._crowded = crowded
        self.kept = LastUsed[int, tuple[int, WrittenMoves]](KEPT_MOVES, cost=_cost)
        """By match: a version of it, and its moves then."""
        self._under_way: dict[Key, asyncio.Task[WrittenMoves]] = {}

    async def of(self, table: Table, typed: str, *, user_id: int, limit: int, length: int) -> list[str]:
        """Return up to `limit` moves that complete the text typed so far.

        Moves that begin with the text come first, then moves that contain it, then the moves that it means
        in another notation. Moves longer than `length` characters are left out. Raise `Refusal` if this
        user has had too many positions listed, and `IllegalMove` if there are too many moves to list.
        """
        wanted = _bare(typed)
        written = await self._load_moves(table, user_id)
        found = _pick_moves(written, wanted, limit, length)
        if not found and typed.strip():
            meant = await self._crowded.beside(user_id, table.match, partial(_resolve_typed, table, typed))
            found = [move for move in meant if len(move) <= length][:limit]
        return found

    async def _load_moves(self, table: Table, user_id: int) -> WrittenMoves:
        """Return the written legal moves of a match's position.

        They are listed if they are not kept. Callers that ask for the same position at the same time share
        one task.
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
            written = await self._crowded.beside(user_id, table.match, partial(_write, table))
        finally:
            del self._under_way[key]
        match_id, version = key
        known = self.kept.get(match_id)
        if known is None or known[0] <= version:
            self.kept.put(match_id, (version, written))
        return written


def _cost(kept: tuple[int, WrittenMoves]) -> int:
    """Return the written moves of a position, and one for the position itself."""
    return len(kept[1]) + 1


def _write(table: Table) -> WrittenMoves:
    return tuple((_bare(move), move) for move in table.match.moves())


def _pick_moves(written: WrittenMoves, wanted: str, limit: int, length: int) -> list[str]:
    """Return up to `limit` moves: those that begin with the wanted text come first.

    Moves that contain it further on follow. No move is returned twice.
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
    """Return the canonical notation of a move typed in another notation.

    An ambiguous move gives all its candidates, an illegal one gives none.
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
