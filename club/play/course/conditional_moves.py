"""Conditional moves: moves that a player prepares while the opponent thinks.

Only that player sees them. They are lines of moves, the opponent's first, each followed by the
player's answer. `appending` plays them.
"""

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from time import thread_time
from typing import Final

from club.last_used import LastUsed
from club.members.people import Act
from club.members.quotas import Presses
from club.play.match.matches import Matches, Table
from club.refusals import Refusal, Stale
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

    `since` is the event that led to the position from which they start.
    """

    table: Table
    seat: Seat
    since: int
    lines: ConditionalLines


def may_prepare(table: Table, seat: Seat | None) -> bool:
    """Whether a player can prepare conditional moves.

    The opponent must be a person and be to move, and the game must hide nothing.
    """
    among_people = table.row.computer is None and not table.game.hidden
    return seat is not None and among_people and table.turn == 1 - seat and not table.player(seat).team


def play_line(match: Match, moves: Sequence[str]) -> Match:
    """Return a match after a line of possible moves, the opponent's first.

    Call it off the event loop. Raise `Refusal` if the moves cannot be prepared, and the game's own
    `IllegalMove` or `AmbiguousMove`. An answer must be found quickly among all legal moves, because the
    store waits while it is played later.
    """
    ahead = match.copy()
    other, spent = ahead.turn, 0.0
    for number, move in enumerate(moves):
        expect_turn(ahead, other, number)
        with _pause_gc():
            began = thread_time()
            ahead.play(move)
            spent += thread_time() - began if number % 2 else 0.0
        if spent > QUICK:
            raise Refusal("advance.crowded")
    return ahead


@contextmanager
def _pause_gc() -> Iterator[None]:
    """Pause garbage collection.

    A collection during a move would take longer than any answer may.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def expect_turn(ahead: Match, other: Seat | None, number: int) -> None:
    """Raise `Refusal` if the wrong side is to move after `number` plies of a line.

    The turn must alternate between `other` and the player who prepares the line.
    """
    if ahead.turn is None or other is None:
        raise Refusal("advance.over")
    if ahead.turn != (other if number % 2 == 0 else 1 - other):
        raise Refusal("advance.skipped")


def can_go_on(ahead: Match, other: Seat, number: int) -> bool:
    """Whether a line of `number` plies can be extended by a move and an answer.

    `ahead` is the match after the line.
    """
    try:
        expect_turn(ahead, other, number)
    except Refusal:
        return False
    return number + 2 <= PLIES


def with_line(lines: ConditionalLines, line: ConditionalLine) -> ConditionalLines:
    """Return the lines with another one added.

    It replaces any line that answers the same move differently, and absorbs the lines that it extends.
    If it is part of another line already, nothing changes.
    """
    if any(known[: len(line)] == line for known in lines):
        return lines
    return (*(known for known in lines if _is_alternative(known, line)), line)


def _is_alternative(known: ConditionalLine, line: ConditionalLine) -> bool:
    """Whether two lines diverge at a move of the opponent's.

    These are the first move, the third, and so on.
    """
    parted = next(
        (at for at, (one, other) in enumerate(zip(known, line, strict=False)) if one != other), None
    )
    return parted is not None and parted % 2 == 0


def mark(texts: Iterable[str]) -> str:
    """Return what tells these texts from any others, in a few characters."""
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


def digest(lines: ConditionalLines) -> str:
    """Return what tells these lines from any others, in a few characters."""
    return mark(map(json.dumps, lines))


class ConditionalMoves:
    """Prepares moves, shows them to the player who has, and takes them away."""

    def __init__(self, matches: Matches, presses: Presses) -> None:
        self.matches = matches
        self._presses = presses
        self.refused = LastUsed[tuple[int, str], str](KEPT)
        """Refused input, by user and digest.

        It is forgotten on a restart.
        """

    async def get(self, match_id: int, user_id: int) -> PreparedMoves:
        """Return a user's conditional moves in a match.

        Raise `Refusal` if they cannot prepare any.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, int, list[PreparedLines]]:
            row = await matches.get(tx, match_id)
            return row, await history.last_move(tx, match_id), await conditional_moves.of_match(tx, match_id)

        row, since, known = await self.matches.quarantine.guard(self.matches.store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        table = await self.matches.load_table(row)
        seat = self._preparing_seat(table, user_id)
        return PreparedMoves(table, seat, since, _lines_of(known, seat, since))

    async def add(self, ahead: PreparedMoves, act: Act, moves: Sequence[str]) -> PreparedMoves:
        """Add a line to the lines that were read.

        Raise `Refusal` if the line is not allowed, `Stale` once the match has moved on.
        """
        line = await self._presses.beside(act.user_id, lambda: _canonical_line(ahead, moves))
        return await self._change(ahead, act, lambda lines: with_line(lines, line))

    async def remove(self, ahead: PreparedMoves, act: Act, line: ConditionalLine) -> PreparedMoves:
        """Take a line away from what was read; raise `Stale` once the match has moved on."""
        return await self._change(ahead, act, lambda lines: tuple(known for known in lines if known != line))

    async def rewrite(
        self, ahead: PreparedMoves, act: Act, written: Sequence[Sequence[str]], *, shown: str = ""
    ) -> PreparedMoves:
        """Replace all lines by others, or change nothing.

        `shown` is the digest of the lines that the writer saw, by default of those that were read. Raise
        `Refusal` if the stored lines are different by now, because the user has not seen the lines that
        would be lost, and for a line that is not allowed. Raise `Stale` once the match has moved on.
        """
        shown = shown or digest(ahead.lines)
        if len(written) > LINES:  # before any is read: a form has room for hundreds, and each may take long
            raise Refusal("advance.many", count=LINES)

        def read_lines() -> ConditionalLines:
            """Read the written lines into one set of lines."""
            lines: ConditionalLines = ()
            for moves in written:
                lines = with_line(lines, _canonical_line(ahead, moves))
            return lines

        lines = await self._presses.beside(act.user_id, read_lines)

        def change(known: ConditionalLines) -> ConditionalLines:
            if known != lines and digest(known) != shown:  # the same form once more finds its own lines
                raise Refusal("advance.changed")
            return lines

        return await self._change(ahead, act, change)

    async def _change(
        self, ahead: PreparedMoves, act: Act, change: Callable[[ConditionalLines], ConditionalLines]
    ) -> PreparedMoves:
        """Store what becomes of the lines in the position that they were read for."""
        match_id, seat = ahead.table.row.id, ahead.seat

        async def job(tx: Transaction) -> ConditionalLines:
            row = await matches.get(tx, match_id)
            if row is None or row.status is not MatchStatus.RUNNING:
                raise Stale
            if await history.last_move(tx, match_id) != ahead.since:
                raise Stale
            lines = change(_lines_of(await conditional_moves.of_match(tx, match_id), seat, ahead.since))
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
        if not may_prepare(table, seat):
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
    """Return the lines of a seat that begin in the position that an event has led to."""
    return next((each.lines for each in known if (each.seat, each.since) == (seat, since)), ())
