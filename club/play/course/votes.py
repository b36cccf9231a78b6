"""Votes of a team's members, and the moves that they lead to.

When a ballot closes, the winning move is made like any other move.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from club.clocks.time_control import HOUR
from club.members.bars import check_not_barred
from club.members.people import Act
from club.play.course.ballots import (
    SHORTEST,
    BallotDecision,
    Voter,
    check_voter,
    closing_time,
    count_votes,
    decide_ballot,
    votes_on_position,
)
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import move_posts, put_redraw
from club.refusals import Refusal, StaleBoard
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
    """The open ballot of a team, as the `voter` may see it.

    A ballot is the vote on the team's next move. `own` is the voter's own vote, if any. `tally` is the
    number of votes for each move, with the leading move first; it is empty until the voter has voted.
    """

    table: Table
    seat: Seat
    row: BallotRow
    voter: Voter
    own: VoteRow | None
    tally: Sequence[tuple[str, int]] = ()

    @property
    def is_captain(self) -> bool:
        """Whether this ballot's voter is the captain and has voted."""
        return self.own is not None and self.own.user_id == self.table.player(self.seat).user_id

    @property
    def has_voted(self) -> bool:
        """Whether the voter has voted, apart from leaving a safe move."""
        return self.own is not None and not self.own.safe


class VoteSummary(NamedTuple):
    """The votes that a board message shows.

    They are the open ballot, the tally of the last ballot that has closed, and how many members have
    voted in the open one.
    """

    ballot: BallotRow | None
    tally: TallyRow | None
    voted: int = 0


class Votes:
    """Takes team members' votes, and closes ballots that are due."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._store = matches.store
        self._now = matches.now

    async def load_ballot(self, match_id: int, voter: Voter) -> Ballot:
        """Return the open ballot of a match as a voter may see it.

        Raise `Refusal` if the user may not vote, or if no ballot is open.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, BallotRow | None, list[VoteRow]]:
            return (
                await matches.get(tx, match_id),
                await votes.get_ballot(tx, match_id),
                await votes.list_for_match(tx, match_id),
            )

        row, known, cast = await self.matches.quarantine.guard(self._store.read(job))
        if row is None:
            raise Refusal("match.unknown")
        table = await self.matches.load_table(row)
        if table.is_over:
            raise Refusal("vote.over")
        if known is None or table.turn is None or not row.is_team_to_move:
            raise Refusal("vote.closed")
        check_voter(row, known, table.turn, voter, cast)
        return _fill_in(Ballot(table, table.turn, known, voter, None), cast)

    async def cast(self, ballot: Ballot, act: Act, move: str, *, safe: bool = False) -> Ballot:
        """Store a vote for a legal move, replacing the voter's earlier vote.

        `move` is in the game's notation. With `safe`, which only a captain may use, the move counts only
        if no member votes. Return the ballot after the vote. Raise `Refusal` if the user may not vote,
        and `Stale` if the ballot has closed.
        """
        match_id, user_id = ballot.table.row.id, act.user_id

        async def job(tx: Transaction) -> tuple[BallotRow, list[VoteRow]]:
            row, known = await matches.get(tx, match_id), await votes.get_ballot(tx, match_id)
            if row is None or known is None or row.status is not MatchStatus.RUNNING:
                raise StaleBoard
            if known.since != ballot.row.since or await history.position_version(tx, match_id) != known.since:
                raise StaleBoard
            await check_not_barred(tx, user_id, row.home_server_id)
            before = await votes.list_for_match(tx, match_id)
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
            after = await votes.list_for_match(tx, match_id)
            return await self._reschedule_ballot(
                tx, row, known, votes_on_position(after, ballot.seat, known.since)
            ), after

        known, cast = await self.matches.quarantine.guard(self._store.write(job))
        self.matches.expect()
        self.matches.wake()
        return _fill_in(replace(ballot, row=known), cast)

    async def _reschedule_ballot(
        self, tx: Transaction, row: MatchRow, known: BallotRow, cast: Sequence[VoteRow]
    ) -> BallotRow:
        """Store when a ballot closes after a vote, and return it.

        It closes now if enough members have voted. If it was waiting for a first vote, it closes after
        its usual time.
        """
        now = self._now()
        if _is_full(known, cast):
            await votes.update_ballot(tx, known, due_at=now)
            return known
        if known.closes_at is None:
            known = replace(known, closes_at=closing_time(row, known.span, now))
        await put_redraw(tx, row, now)  # it says how many have voted
        # Always written: of a vote and the end of its ballot at the same moment, the later one sees the other.
        await votes.update_ballot(tx, known, due_at=known.closes_at)
        return known

    async def load_for_board(self, table: Table, events: Sequence[EventRow]) -> VoteSummary | None:
        """Return the votes to show on the board of a match, or `None` without a team."""
        row = table.row
        if not any(seat.team for seat in row.seats):
            return None
        last = _last_by_team(row, events)

        async def job(tx: Transaction) -> VoteSummary:
            known = await votes.get_ballot(tx, row.id)
            counted = None if last is None else await votes.get_tally(tx, row.id, last.version)
            if known is None or row.turn is None or not row.is_team_to_move:
                return VoteSummary(None, counted)
            cast = votes_on_position(await votes.list_for_match(tx, row.id), row.turn, known.since)
            return VoteSummary(known, counted, _count_votes_cast(cast))

        return await self._store.read(job)

    async def close_due_ballots(self) -> float | None:
        """Close or extend all ballots that are due.

        Return when the next one is due, or `None` if none is open.
        """
        taken = await self._store.write(lambda tx: votes.claim(tx, self._now(), AT_ONCE, lease=LEASE))
        for match_id in taken:
            try:
                await self._see_to(match_id)
            except (Refusal, Unreadable):
                later = self._now() + LOOK_AGAIN
                await self._store.write(partial(votes.set_due, match_id=match_id, at=later))
            except Exception as fault:  # it is looked at again, and others go on meanwhile
                if isinstance(fault, StoreError) and not fault.is_damage:
                    raise
                log.exception("ballot not seen to", extra={"match": match_id})
        if taken:
            self.matches.wake()
        return await self._store.read(votes.next_due_time)

    async def _see_to(self, match_id: int) -> None:
        """Close a ballot that is due, extend it, or leave it open.

        If a vote or a move is stored meanwhile, the ballot is checked again.
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
            known = await votes.get_ballot(tx, match_id)
            cast = await votes.list_for_match(tx, match_id)
            # Another vote may have come since the count.
            if known is None or decide_ballot(votes_on_position(cast, seat, known.since)) != found:
                raise StaleBoard
            await votes.add_tally(tx, match_id, TallyRow(table.row.version + 1, found.votes, found.voters))

        change = MatchChange(EventKind.MOVE, seat, None, move_posts(match), text=ply.text)
        try:
            await self.matches.store_change(table, match, change, count)
        except StaleBoard:
            await self._store.write(lambda tx: votes.set_due(tx, match_id, self._now()))

    async def _close(self, tx: Transaction, match_id: int) -> BallotDecision | None:
        """Return the outcome of a match's ballot if it is to close now.

        Otherwise store when it is to close, and return `None`.
        """
        row, known, now = (
            await matches.get_existing(tx, match_id),
            await votes.get_ballot(tx, match_id),
            self._now(),
        )
        if known is None:
            return None
        if row.status is MatchStatus.SUSPENDED:
            at = now + known.span
            await votes.update_ballot(tx, replace(known, closes_at=at), due_at=at)
            return None
        if row.turn is None or not row.is_team_to_move:
            await votes.update_ballot(tx, replace(known, closes_at=None), due_at=None)
            return None
        cast = votes_on_position(await votes.list_for_match(tx, row.id), row.turn, known.since)
        if not _is_full(known, cast) and (known.closes_at is None or now < known.closes_at):
            await votes.update_ballot(tx, known, due_at=known.closes_at)
            return None
        found = decide_ballot(cast)
        if found is None:
            await self._put_off(tx, row, known, now)
        return found

    async def _put_off(self, tx: Transaction, row: MatchRow, known: BallotRow, now: float) -> None:
        """Extend a ballot without votes once; after that it waits for a vote."""
        at: float | None = closing_time(row, known.span, now)
        if known.empty or (row.deadline_at is not None and (at or 0.0) <= now + SHORTEST):
            at = None
        await votes.update_ballot(tx, replace(known, closes_at=at, empty=known.empty + 1), due_at=at)
        await put_redraw(tx, row, now)


def _is_full(known: BallotRow, cast: Sequence[VoteRow]) -> bool:
    return _count_votes_cast(cast) >= known.quorum


def _count_votes_cast(cast: Sequence[VoteRow]) -> int:
    """Count the votes, without the captain's safe move."""
    return sum(not each.safe for each in cast)


def _fill_in(ballot: Ballot, cast: Sequence[VoteRow]) -> Ballot:
    """Add the voter's own vote to a ballot, and the tally if they have voted."""
    here = votes_on_position(cast, ballot.seat, ballot.row.since)
    own = next((each for each in here if each.user_id == ballot.voter.user_id), None)
    seen = replace(ballot, own=own, tally=())
    if not seen.has_voted:
        return seen
    return replace(seen, tally=[(move, len(wanted)) for move, wanted in count_votes(here)])


def _last_by_team(row: MatchRow, happened: Sequence[EventRow]) -> EventRow | None:
    """Return the last event that is a team's move, or `None`.

    It must be the last move of the match or the last but one, with no take-back after it.
    """
    changes = [each for each in happened if each.kind in (EventKind.MOVE, EventKind.TAKEBACK)][-2:]
    for each in reversed(changes):
        if each.kind is not EventKind.MOVE or each.seat is None:
            return None
        if row.seats[each.seat].team:
            return each
    return None
