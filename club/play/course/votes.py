"""Votes of a team's members and the moves they lead to.

Such a move is like any other, made once its ballot closes.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from club.clocks.time_control import HOUR
from club.members.people import Act
from club.play.course.ballots import (
    SHORTEST,
    BallotDecision,
    Voter,
    check_voter,
    closing_time,
    count_votes,
    decide,
    for_position,
)
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import move_posts, put_redraw
from club.refusals import Refusal, Stale
from data.database.errors import StoreError, Unreadable
from data.database.transaction import Transaction
from data.play import history, matches, votes
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus
from data.play.votes import BallotRow, TallyRow, VoteRow
from rules.game import Seat

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Ballots that are seen to at a time; the next ones follow at once."""
LEASE: Final = 60.0
"""Seconds after which a ballot is handled again if its process is gone."""
LOOK_AGAIN: Final = 6 * HOUR
"""Seconds until the same where its match cannot be read."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """The open ballot of a team as one person, the `voter`, may see it.

    `own` is their vote. `tally` holds the number of votes for each move, with the leading move first;
    it is empty for a person who has not voted.
    """

    table: Table
    seat: Seat
    row: BallotRow
    voter: Voter
    own: VoteRow | None
    tally: Sequence[tuple[str, int]] = ()

    @property
    def is_captain(self) -> bool:
        """Return whether the vote is the captain's."""
        return self.own is not None and self.own.user_id == self.table.player(self.seat).user_id

    @property
    def has_voted(self) -> bool:
        """Whether this person has voted, and not only left a safe move."""
        return self.own is not None and not self.own.safe


class VoteSummary(NamedTuple):
    """The votes as a board shows them.

    They are the open ballot, and the tally of the last one with its event.
    """

    ballot: BallotRow | None
    tally: TallyRow | None


class Votes:
    """Takes votes, and closes ballots that are due."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._store = matches.store
        self._now = matches.now

    async def get(self, match_id: int, voter: Voter) -> Ballot:
        """Return the open ballot of a match.

        Raise `Refusal` for those who cannot vote, or if none is open.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, BallotRow | None, list[VoteRow]]:
            return (
                await matches.get(tx, match_id),
                await votes.ballot(tx, match_id),
                await votes.of_match(tx, match_id),
            )

        row, known, cast = await self.matches.quarantine.guard(self._store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        table = await self.matches.load_table(row)
        if table.over:
            raise Refusal("vote.over")
        if known is None or table.turn is None or not row.team_to_move:
            raise Refusal("vote.closed")
        check_voter(row, known, table.turn, voter, cast)
        return _fill_in(Ballot(table, table.turn, known, voter, None), cast)

    async def cast(self, ballot: Ballot, act: Act, move: str, *, safe: bool = False) -> Ballot:
        """Store a vote for a legal move, in place of the voter's earlier vote.

        `move` is in written form. A captain's vote may be only a `safe` move. Return the ballot. Raise
        `Refusal` for a user who cannot vote, `Stale` once the ballot is closed.
        """
        match_id, user_id = ballot.table.row.id, act.user_id

        async def job(tx: Transaction) -> tuple[BallotRow, list[VoteRow]]:
            row, known = await matches.get(tx, match_id), await votes.ballot(tx, match_id)
            if row is None or known is None or row.status is not MatchStatus.RUNNING:
                raise Stale
            if known.since != ballot.row.since or await history.last_move(tx, match_id) != known.since:
                raise Stale
            before = await votes.of_match(tx, match_id)
            own = check_voter(row, known, ballot.seat, ballot.voter, before)
            if safe and user_id != row.seats[ballot.seat].user_id:
                raise Refusal("vote.safe")
            # An older press that comes again changes nothing.
            if own is not None and (own.interaction_id or 0) >= act.interaction_id:
                return known, before
            if own is None or (own.since, own.move, own.safe) != (known.since, move, safe):
                await votes.cast(
                    tx,
                    match_id,
                    ballot.seat,
                    user_id,
                    since=known.since,
                    move=move,
                    safe=safe,
                    interaction_id=act.interaction_id,
                )
            after = await votes.of_match(tx, match_id)
            return await self._follow_vote(
                tx, row, known, for_position(after, ballot.seat, known.since)
            ), after

        known, cast = await self.matches.quarantine.guard(self._store.write(job))
        self.matches.expect()
        self.matches.wake()
        return _fill_in(replace(ballot, row=known), cast)

    async def _follow_vote(
        self, tx: Transaction, row: MatchRow, known: BallotRow, cast: Sequence[VoteRow]
    ) -> BallotRow:
        """Store when a ballot closes after a vote.

        It closes now if enough members have voted, and in its usual time if no member had voted yet.
        """
        now = self._now()
        if _is_full(known, cast):
            await votes.put(tx, known, due_at=now)
            return known
        if known.closes_at is None:
            known = replace(known, closes_at=closing_time(row, known.span, now))
            await put_redraw(tx, row, now)
        # Always written: of a vote and the end of its ballot at the same moment, the later one sees the other.
        await votes.put(tx, known, due_at=known.closes_at)
        return known

    async def load_for_board(self, table: Table, happened: Sequence[EventRow]) -> VoteSummary | None:
        """Return the votes that the board of a match shows, `None` if no team plays."""
        row = table.row
        if not any(seat.team for seat in row.seats):
            return None
        last = _last_by_team(row, happened)

        async def job(tx: Transaction) -> VoteSummary:
            known = await votes.ballot(tx, row.id)
            counted = None if last is None else await votes.tally(tx, row.id, last.version)
            return VoteSummary(known if row.team_to_move else None, counted)

        return await self._store.read(job)

    async def due(self) -> float | None:
        """Handle all ballots that are due.

        Return when the next one is due, `None` if none is open.
        """
        taken = await self._store.write(lambda tx: votes.claim(tx, self._now(), AT_ONCE, lease=LEASE))
        for match_id in taken:
            try:
                await self._see_to(match_id)
            except (Refusal, Unreadable):
                later = self._now() + LOOK_AGAIN
                await self._store.write(partial(votes.look_at, match_id=match_id, at=later))
            except Exception as fault:  # it is looked at again, and others go on meanwhile
                if isinstance(fault, StoreError) and not fault.damage:
                    raise
                log.exception("ballot not seen to", extra={"match": match_id})
        if taken:
            self.matches.wake()
        return await self._store.read(votes.next_due)

    async def _see_to(self, match_id: int) -> None:
        """Close a ballot, put it off, or leave it open.

        A vote or a move that comes meanwhile has it checked again.
        """
        table = await self.matches.load(match_id)
        found = await self.matches.quarantine.guard(self._store.write(lambda tx: self._close(tx, match_id)))
        if found is None:
            return
        seat, match = table.turn, table.match.copy()
        assert seat is not None  # a ballot was open
        # A text is compared with every legal move: where there can be thousands that takes long.
        ply = await asyncio.to_thread(match.play, found.move)

        async def count(tx: Transaction) -> None:
            known = await votes.ballot(tx, match_id)
            cast = await votes.of_match(tx, match_id)
            # Another vote may have come since the count.
            if known is None or decide(for_position(cast, seat, known.since)) != found:
                raise Stale
            await votes.count(tx, match_id, TallyRow(table.row.version + 1, found.votes, found.voters))

        change = MatchChange(EventKind.MOVE, seat, None, move_posts(match), text=ply.text)
        try:
            await self.matches.append(table, match, change, count)
        except Stale:
            await self._store.write(lambda tx: votes.look_at(tx, match_id, self._now()))

    async def _close(self, tx: Transaction, match_id: int) -> BallotDecision | None:
        """Return the outcome of a match's ballot if it is to close now.

        Otherwise store when it is to close.
        """
        row, known, now = await matches.existing(tx, match_id), await votes.ballot(tx, match_id), self._now()
        if known is None:
            return None
        if row.status is MatchStatus.SUSPENDED:
            at = now + known.span
            await votes.put(tx, replace(known, closes_at=at), due_at=at)
            return None
        if row.turn is None or not row.team_to_move:
            await votes.put(tx, replace(known, closes_at=None), due_at=None)
            return None
        cast = for_position(await votes.of_match(tx, row.id), row.turn, known.since)
        if not _is_full(known, cast) and (known.closes_at is None or now < known.closes_at):
            await votes.put(tx, known, due_at=known.closes_at)
            return None
        found = decide(cast)
        if found is None:
            await self._put_off(tx, row, known, now)
        return found

    async def _put_off(self, tx: Transaction, row: MatchRow, known: BallotRow, now: float) -> None:
        """Let a ballot without votes close later, once; then it waits for a vote."""
        at: float | None = closing_time(row, known.span, now)
        if known.empty or (row.deadline_at is not None and (at or 0.0) <= now + SHORTEST):
            at = None
        await votes.put(tx, replace(known, closes_at=at, empty=known.empty + 1), due_at=at)
        await put_redraw(tx, row, now)


def _is_full(known: BallotRow, cast: Sequence[VoteRow]) -> bool:
    return sum(not each.safe for each in cast) >= known.quorum


def _fill_in(ballot: Ballot, cast: Sequence[VoteRow]) -> Ballot:
    """Return a ballot with its voter's own vote, and the tally if they have voted."""
    here = for_position(cast, ballot.seat, ballot.row.since)
    own = next((each for each in here if each.user_id == ballot.voter.user_id), None)
    seen = replace(ballot, own=own, tally=())
    if not seen.has_voted:
        return seen
    return replace(seen, tally=[(move, len(wanted)) for move, wanted in count_votes(here)])


def _last_by_team(row: MatchRow, happened: Sequence[EventRow]) -> EventRow | None:
    """Return a team's last move, if nothing but an answer has followed it."""
    changes = [each for each in happened if each.kind in (EventKind.MOVE, EventKind.TAKEBACK)][-2:]
    for each in reversed(changes):
        if each.kind is not EventKind.MOVE or each.seat is None:
            return None
        if row.seats[each.seat].team:
            return each
    return None
