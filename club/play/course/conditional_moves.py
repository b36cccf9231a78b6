"""Conditional moves: moves that a player prepares while the opponent thinks.

Only that player sees them. They are stored as lines: a move of the opponent, the player's answer to it,
and so on. `club.play.match.event_append` plays the answers.
"""

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from time import thread_time
from typing import Final

from club.last_used import LruCache
from club.members.people import Act
from club.members.quotas import PressLimiter
from club.play.match.matches import Matches, Table
from club.refusals import Refusal, StaleBoard
from data.database.transaction import Transaction
from data.play import conditional_moves, history, matches
from data.play.conditional_moves import ConditionalLine, PreparedLines
from data.play.matches import MatchRow, MatchStatus
from rules.game import Seat
from rules.match import Match

PLIES: Final = 5
"""Maximum number of plies in a line.

Each line ends with an answer, so these are two moves of the opponent and two answers.
"""
LINES: Final = 10
"""Lines that a player can have in a match at a time."""

QUICK: Final = 0.01
"""Seconds of CPU that all answers of a line may take.

Among tens of captures an answer takes a millisecond, among thousands a hundred. Lines of both
players may answer one another, and together they must block the store for no more than 20 ms.
"""

KEPT: Final = 100
"""Texts that were refused and are kept in memory."""

ConditionalLines = tuple[ConditionalLine, ...]


@dataclass(frozen=True, slots=True)
class PreparedMoves:
    """A player's conditional moves in a match.

    `since` is the version of the match with the position from which the lines start.
    """

    table: Table
    seat: Seat
    since: int
    lines: ConditionalLines


def may_prepare_moves(table: Table, seat: Seat | None) -> bool:
    """Whether the player at a seat can prepare conditional moves now.

    The opponent must be a person and be to move, the game must not hide anything, and the player must not
    be a team.
    """
    among_people = table.row.computer is None and not table.game.hidden
    return seat is not None and among_people and table.turn == 1 - seat and not table.player(seat).team


def play_line(match: Match, moves: Sequence[str]) -> Match:
    """Return the match after a line of moves that starts with the opponent's.

    Call it off the event loop. Raise `Refusal` if the line cannot be prepared, and the game's own
    `IllegalMove` or `AmbiguousMove`. Answers that take too long to find among all legal moves are
    refused, because the database waits while an answer is played.
    """
    ahead = match.copy()
    other, spent = ahead.turn, 0.0
    for number, move in enumerate(moves):
        check_turn(ahead, other, number)
        with _pause_gc():
            began = thread_time()
            ahead.play(move)
            spent += thread_time() - began if number % 2 else 0.0
        if spent > QUICK:
            raise Refusal("advance.crowded")
    return ahead


@contextmanager
def _pause_gc() -> Iterator[None]:
    """Pause garbage collection, which would distort the timing of a move."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def check_turn(match: Match, opponent: Seat | None, ply_count: int) -> None:
    """Raise `Refusal` if the wrong side is to move within a line.

    The turn must alternate between `opponent` and the player who prepares the line. `match` is the match
    after `ply_count` plies of the line.
    """
    if match.turn is None or opponent is None:
        raise Refusal("advance.over")
    if match.turn != (opponent if ply_count % 2 == 0 else 1 - opponent):
        raise Refusal("advance.skipped")


def can_extend_line(match: Match, opponent: Seat, ply_count: int) -> bool:
    """Whether a line can be extended by another move and answer.

    `match` is the match after the line, which has `ply_count` plies.
    """
    try:
        check_turn(match, opponent, ply_count)
    except Refusal:
        return False
    return ply_count + 2 <= PLIES


def add_line(lines: ConditionalLines, line: ConditionalLine) -> ConditionalLines:
    """Return the lines with another line added.

    The new line replaces lines that answer the same move differently or that it extends. Nothing changes
    if it is the beginning of another line.
    """
    if any(known[: len(line)] == line for known in lines):
        return lines
    return (*(known for known in lines if _is_alternative(known, line)), line)


def _is_alternative(known: ConditionalLine, line: ConditionalLine) -> bool:
    """Whether two lines first differ at a move of the opponent.

    The opponent's moves are the first, the third, and so on.
    """
    parted = next(
        (at for at, (one, other) in enumerate(zip(known, line, strict=False)) if one != other), None
    )
    return parted is not None and parted % 2 == 0


def digest_texts(texts: Iterable[str]) -> str:
    """Return a short hash that identifies these texts."""
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


def digest_lines(lines: ConditionalLines) -> str:
    """Return a short hash that identifies these lines."""
    return digest_texts(map(json.dumps, lines))


class ConditionalMoves:
    """Loads, adds and removes players' conditional moves."""

    def __init__(self, matches: Matches, presses: PressLimiter) -> None:
        self.matches = matches
        self._presses = presses
        self.refused = LruCache[tuple[int, str], str](KEPT)
        """Refused input, by user and digest.

        It is forgotten on a restart.
        """

    async def get(self, match_id: int, user_id: int) -> PreparedMoves:
        """Return a user's conditional moves in a match.

        Raise `Refusal` if they cannot prepare any.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, int, list[PreparedLines]]:
            row = await matches.get(tx, match_id)
            return (
                row,
                await history.position_version(tx, match_id),
                await conditional_moves.list_for_match(tx, match_id),
            )

        row, since, known = await self.matches.quarantine.guard(self.matches.store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        table = await self.matches.load_table(row)
        seat = self._preparing_seat(table, user_id)
        return PreparedMoves(table, seat, since, _lines_of(known, seat, since))

    async def add_line(self, prepared_moves: PreparedMoves, act: Act, moves: Sequence[str]) -> PreparedMoves:
        """Add a line to a player's conditional moves, and return all of them.

        Raise `Refusal` if the line is not allowed, and `Stale` if the position has changed since they
        were loaded.
        """
        line = await self._presses.run_on_thread(act.user_id, lambda: _canonical_line(prepared_moves, moves))
        return await self._change(prepared_moves, act, lambda lines: add_line(lines, line))

    async def remove_line(
        self, prepared_moves: PreparedMoves, act: Act, line: ConditionalLine
    ) -> PreparedMoves:
        """Remove a line from a player's conditional moves, and return the others.

        Raise `Stale` if the position has changed since they were loaded.
        """
        return await self._change(
            prepared_moves, act, lambda lines: tuple(known for known in lines if known != line)
        )

    async def replace_lines(
        self,
        prepared_moves: PreparedMoves,
        act: Act,
        new_lines: Sequence[Sequence[str]],
        *,
        seen_digest: str = "",
    ) -> PreparedMoves:
        """Replace all conditional moves of a player, or leave all unchanged.

        `seen_digest` is the digest of the lines that the user saw while writing; by default these are the
        lines of `prepared_moves`. Raise `Refusal` if a line is not allowed, or if the stored lines differ
        from those, because the user would lose lines that they have not seen. Raise `Stale` if the
        position has changed.
        """
        seen_digest = seen_digest or digest_lines(prepared_moves.lines)
        if len(new_lines) > LINES:  # before any is read: a form has room for hundreds, and each may take long
            raise Refusal("advance.many", count=LINES)

        def read_lines() -> ConditionalLines:
            """Parse the new lines and merge them."""
            lines: ConditionalLines = ()
            for moves in new_lines:
                lines = add_line(lines, _canonical_line(prepared_moves, moves))
            return lines

        lines = await self._presses.run_on_thread(act.user_id, read_lines)

        def change(known: ConditionalLines) -> ConditionalLines:
            if (
                known != lines and digest_lines(known) != seen_digest
            ):  # the same form once more finds its own lines
                raise Refusal("advance.changed")
            return lines

        return await self._change(prepared_moves, act, change)

    async def _change(
        self, ahead: PreparedMoves, act: Act, change: Callable[[ConditionalLines], ConditionalLines]
    ) -> PreparedMoves:
        """Store the changed lines if the position is the one they were loaded for."""
        match_id, seat = ahead.table.row.id, ahead.seat

        async def job(tx: Transaction) -> ConditionalLines:
            row = await matches.get(tx, match_id)
            if row is None or row.status is not MatchStatus.RUNNING:
                raise StaleBoard
            if await history.position_version(tx, match_id) != ahead.since:
                raise StaleBoard
            lines = change(_lines_of(await conditional_moves.list_for_match(tx, match_id), seat, ahead.since))
            if len(lines) > LINES:
                raise Refusal("advance.many", count=LINES)
            await conditional_moves.put(tx, match_id, PreparedLines(seat, act.user_id, ahead.since, lines))
            return lines

        lines = await self.matches.quarantine.guard(self.matches.store.write(job))
        return replace(ahead, lines=lines)

    def _preparing_seat(self, table: Table, user_id: int) -> Seat:
        """Return the seat of a user who can prepare moves.

        Raise `Refusal` for everyone else.
        """
        seat = self.matches.require_seat(table, user_id)
        if table.row.computer is not None:
            raise Refusal("advance.computer")
        if table.game.hidden:
            raise Refusal("advance.hidden", title=table.game.title)
        if table.player(seat).team:
            raise Refusal("vote.captain")
        if not may_prepare_moves(table, seat):
            raise Refusal("advance.turn")
        return seat


def _canonical_line(ahead: PreparedMoves, moves: Sequence[str]) -> ConditionalLine:
    """Return a line as it is stored, with each move in its canonical notation."""
    if len(moves) > PLIES:
        raise Refusal("advance.long", count=PLIES)
    if not moves or len(moves) % 2:
        raise Refusal("advance.unanswered")
    before = len(ahead.table.match.plies)
    return tuple(ply.text for ply in play_line(ahead.table.match, moves).plies[before:])


def _lines_of(known: Sequence[PreparedLines], seat: Seat, since: int) -> ConditionalLines:
    """Return a seat's lines that start from the position at version `since`."""
    return next((each.lines for each in known if (each.seat, each.since) == (seat, since)), ())
