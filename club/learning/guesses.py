"""Guess the move: spectators of a match guess its next move.

A guess belongs to one position, identified by the event that led to it. When the move is stored,
the guesses at it are counted in the same transaction. If moves are taken back, or the match ends
without the move, they do not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from club.members.people import Act
from club.play.match.event_append import CHANGES
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches, Table
from club.puzzles.daily import load_month_number
from club.refusals import MatchSuspended, Refusal, StaleBoard
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
    """A position whose next move a user can guess.

    `since` is the version of the event that led to it, and `seat` is to move. `own_guess` is the user's
    guess at this move, and `previous_guess` their guess at an earlier move of the match.
    """

    table: Table
    seat: Seat
    since: int
    own_guess: str | None = None
    previous_guess: GuessRow | None = None


@dataclass(frozen=True, slots=True)
class GuessMonth:
    """The best guessers of a server this month, and a user's own score."""

    best_scores: Sequence[GuessMonthRow]
    own_score: GuessMonthRow | None


def may_guess(table: Table, seat: Seat | None) -> bool:
    """Whether spectators can guess the next move of a match.

    `seat` is the seat of the user, who must not be a player. The match must be on a server, in a game
    without hidden cards, with a person to move. Reasons that concern one user or position are not
    checked here; the user hears of them on trying.
    """
    return seat is None and table.turn is not None and _why_not(table) is None


class Guesses:
    """Stores users' guesses of the next move in a match, and loads their scores."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now

    async def load_position(self, match_id: int, user_id: int) -> GuessPosition:
        """Return the position whose move a user can guess.

        Raise `Refusal` if they cannot. The caller must check that they may see the match at all.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow], GuessRow | None, bool]:
            return (
                await matches.get(tx, match_id),
                await match_events.list_for_match(tx, match_id),
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
            raise MatchSuspended(row.id)
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
            return GuessPosition(table, table.turn, since, previous_guess=known)
        return GuessPosition(table, table.turn, since, own_guess=known.move)

    async def record_guess(self, position: GuessPosition, act: Act, move: str) -> GuessPosition:
        """Store a legal move in written form, replacing the user's earlier guess.

        It is a guess at the move in `position`. Raise `Stale` if the match has moved on, and `Refusal` if
        the user has started to vote on its moves.
        """
        match_id = position.table.row.id

        async def job(tx: Transaction) -> None:
            row = await matches.get(tx, match_id)
            if row is None or row.status is not MatchStatus.RUNNING:
                raise StaleBoard
            if await history.position_version(tx, match_id) != position.since:
                raise StaleBoard
            if await _votes(tx, match_id, act.user_id):
                raise Refusal("guess.voter")
            await guesses.put(tx, GuessRow(match_id, act.user_id, position.since, move))

        await self._matches.quarantine.guard(self._store.write(job))
        return GuessPosition(position.table, position.seat, position.since, own_guess=move)

    async def load_month(self, guild_id: int, user_id: int) -> GuessMonth:
        """Return this month's best guessers on a server, and a user's own score."""

        async def job(tx: Transaction) -> GuessMonth:
            month = await load_month_number(tx, guild_id, self._now())
            own = await guesses.find_score(tx, guild_id, month, user_id)
            return GuessMonth(await guesses.list_best(tx, guild_id, month, LISTED), own)

        return await self._store.read(job)


class GuessFollower(Follower):
    """Counts the guesses at a move when it is made.

    It deletes the guesses at moves that will not be made.
    """

    def __init__(self, *, now: Callable[[], float]) -> None:
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Count the guesses at the move that was made, or delete them."""
        row = changed.row
        if changed.kind is None or changed.match.game.hidden or row.is_private:
            return
        if changed.kind is EventKind.MOVE:
            await self._count(tx, row)
        elif changed.kind is EventKind.TAKEBACK:
            await guesses.drop_open(tx, row.id)
        if row.status is MatchStatus.OVER:
            await guesses.drop(tx, row.id)

    async def _count(self, tx: Transaction, row: MatchRow) -> None:
        """Count the guesses at the move just made.

        It is not always the latest move, because a conditional move may have answered it at once.
        """
        since = await guesses.find_open_event(tx, row.id)
        if since is None:
            return
        happened = await match_events.list_for_match(tx, row.id, after_version=since)
        made = next(each for each in happened if each.kind in CHANGES)
        if made.kind is not EventKind.MOVE:  # stored beside a guess: that move will not be made
            await guesses.drop_open(tx, row.id)
            return
        now = self._now()
        month = await load_month_number(tx, row.guild_id, now)
        await guesses.settle(
            tx, row.id, since=since, played=made.text, guild_id=row.guild_id, month=month, at=now
        )


def _why_not(table: Table) -> Refusal | None:
    """Return why no one can guess the next move; `None` if they can."""
    if table.game.hidden:
        return Refusal("guess.hidden", title=table.game.title)
    if table.row.home_server_id is None:
        return Refusal("guess.server")
    if table.turn == table.row.computer:
        return Refusal("guess.computer")
    return None


def _was_farther(happened: Sequence[EventRow]) -> bool:
    """Whether moves of a match were taken back that have not been replayed.

    In that case the next move may have been seen already.
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
    """Whether a user has voted on the moves of a match."""
    return any(each.user_id == user_id for each in await votes.list_for_match(tx, match_id))
