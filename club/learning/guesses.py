"""Guess the move: spectators of a match each guess its next move.

Right guesses count once the move is on the board. A guess is about one position, which is named by
the event that led to it. It counts when that position's move is stored, in the same transaction. If
moves are taken back, or the match ends in another way, it does not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from club.members.people import Act
from club.play.match.event_append import CHANGES
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches, Table
from club.puzzles.daily import month_of
from club.refusals import Refusal, Stale, Suspended
from data.database.transaction import Transaction
from data.learning import guesses
from data.learning.guesses import GuessMonthRow, GuessRow
from data.play import history, match_events, matches, votes
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus
from rules.game import Seat

LISTED: Final = 10
"""Of how many the table of the month tells."""


@dataclass(frozen=True, slots=True)
class GuessPosition:
    """A position whose move a user guesses.

    `since` is the event that led to it, and `seat` is to move there. `own` is the user's guess at it,
    and `last` is their guess before, at an earlier move of the match.
    """

    table: Table
    seat: Seat
    since: int
    own: str | None = None
    last: GuessRow | None = None


@dataclass(frozen=True, slots=True)
class Month:
    """The best guessers of a server this month, and a user's own score."""

    best: Sequence[GuessMonthRow]
    own: GuessMonthRow | None


def may_guess(table: Table, seat: Seat | None) -> bool:
    """Whether spectators can guess the next move of a match.

    It must be a person's move in the open. Reasons that concern single people or single positions are
    told to the person who tries.
    """
    return seat is None and table.turn is not None and _why_not(table) is None


class Guesses:
    """Takes guesses, and tells what they have come to."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now

    async def get(self, match_id: int, user_id: int) -> GuessPosition:
        """Return the position whose move a user can guess; raise `Refusal` if they cannot.

        The caller must know whether they may see the match at all.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow], GuessRow | None, bool]:
            return (
                await matches.get(tx, match_id),
                await match_events.of_match(tx, match_id),
                await guesses.get(tx, match_id, user_id),
                await _votes(tx, match_id, user_id),
            )

        row, happened, known, voter = await self._matches.quarantine.guard(self._store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        table = await self._matches.load_table(row)
        if table.seat_of(user_id) is not None:
            raise Refusal("guess.player")
        if table.is_suspended:
            raise Suspended(row.id)
        if table.turn is None:
            raise Refusal("guess.over")
        if why := _why_not(table):
            raise why
        if voter:
            raise Refusal("guess.voter")
        if _was_farther(happened):
            raise Refusal("guess.seen")
        since = max((each.version for each in happened if each.kind in CHANGES), default=0)
        if known is None or known.since != since:
            return GuessPosition(table, table.turn, since, last=known)
        return GuessPosition(table, table.turn, since, own=known.move)

    async def guess(self, guessing: GuessPosition, act: Act, move: str) -> GuessPosition:
        """Store a legal move, as written, as a user's guess, replacing another.

        The guess is at the position that was read before. Raise `Stale` once the match has moved on, and
        `Refusal` for a user who has begun to vote on its moves.
        """
        match_id = guessing.table.row.id

        async def job(tx: Transaction) -> None:
            row = await matches.get(tx, match_id)
            if row is None or row.status is not MatchStatus.RUNNING:
                raise Stale
            if await history.last_move(tx, match_id) != guessing.since:
                raise Stale
            if await _votes(tx, match_id, act.user_id):
                raise Refusal("guess.voter")
            await guesses.put(tx, GuessRow(match_id, act.user_id, guessing.since, move))

        await self._matches.quarantine.guard(self._store.write(job))
        return GuessPosition(guessing.table, guessing.seat, guessing.since, own=move)

    async def month(self, guild_id: int, user_id: int) -> Month:
        """Return what was guessed on a server this month, and by a user."""

        async def job(tx: Transaction) -> Month:
            month = await month_of(tx, guild_id, self._now())
            own = await guesses.best_of(tx, guild_id, month, user_id)
            return Month(await guesses.best(tx, guild_id, month, LISTED), own)

        return await self._store.read(job)


class GuessFollower(Follower):
    """Counts the guesses at a move as it is made.

    Drops the guesses whose move will not be made.
    """

    def __init__(self, *, now: Callable[[], float]) -> None:
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Count them, or drop them."""
        row = changed.row
        if changed.kind is None or changed.match.game.hidden or row.private:
            return
        if changed.kind is EventKind.MOVE:
            await self._count(tx, row)
        elif changed.kind is EventKind.TAKEBACK:
            await guesses.drop_open(tx, row.id)
        if row.status is MatchStatus.OVER:
            await guesses.drop(tx, row.id)

    async def _count(self, tx: Transaction, row: MatchRow) -> None:
        """Count the guesses at the move just made.

        A conditional move may have answered it at once.
        """
        since = await guesses.open_since(tx, row.id)
        if since is None:
            return
        happened = await match_events.of_match(tx, row.id, after=since)
        made = next(each for each in happened if each.kind in CHANGES)
        if made.kind is not EventKind.MOVE:  # stored beside a guess: that move will not be made
            await guesses.drop_open(tx, row.id)
            return
        now = self._now()
        month = await month_of(tx, row.guild_id, now)
        await guesses.settle(
            tx, row.id, since=since, played=made.text, guild_id=row.guild_id, month=month, at=now
        )


def _why_not(table: Table) -> Refusal | None:
    """Return why no one can guess the next move of a running match.

    `None` if people can.
    """
    if table.game.hidden:
        return Refusal("guess.hidden", title=table.game.title)
    if table.row.home is None:
        return Refusal("guess.server")
    if table.turn == table.row.computer:
        return Refusal("guess.computer")
    return None


def _was_farther(happened: Sequence[EventRow]) -> bool:
    """Whether a match has been further than it is now, before moves were taken back.

    In that case the next move has been seen.
    """
    plies = most = 0
    for each in happened:
        if each.kind is EventKind.MOVE:
            plies += 1
        elif each.kind is EventKind.TAKEBACK:
            plies -= int(each.text)
        most = max(most, plies)
    return plies < most


async def _votes(tx: Transaction, match_id: int, user_id: int) -> bool:
    """Whether a user votes on the moves of a match."""
    return any(each.user_id == user_id for each in await votes.of_match(tx, match_id))
