"""The use-cases of a match: the only writer of matches.

Every change is one event and one transaction: the event, the match's new state, and the posts for the outbox. The
caller gives the ids of the user and of the interaction; an interaction counts once.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from club.posts import Post, ended, moved, put_lapse, put_post
from club.refusals import Refusal, Stale
from data import matches
from data.matches import EventKind, EventRow, MatchRow, MatchStatus, SeatRow
from data.store import Store, Transaction
from rules.catalogue import GAMES
from rules.game import AnyGame, Seat, View
from rules.match import Match, read_record
from words import Said, Words

RULES_VERSION: Final = 1
KEPT_MATCHES: Final = 512
"""Replayed matches kept in memory; any other is replayed from its record when somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match with the people at it. `match` is shared: play on a copy."""

    row: MatchRow
    match: Match

    @property
    def game(self) -> AnyGame:
        """Return the game that is played."""
        return self.match.game

    @property
    def running(self) -> bool:
        """Return whether the match can still be played on."""
        return self.row.status is MatchStatus.RUNNING

    @property
    def over(self) -> bool:
        """Return whether the match has ended, so that nothing is hidden any more; a suspended match has not."""
        return self.row.status is MatchStatus.OVER

    @property
    def turn(self) -> Seat | None:
        """Return who moves; `None` if nobody can."""
        return self.match.turn if self.running else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, `None` for everybody else."""
        return next((row.seat for row in self.row.seats if row.user_id == user_id), None)

    def player(self, seat: Seat) -> SeatRow:
        """Return who sits there."""
        return self.row.seats[seat]

    def last_move_of(self, user_id: int) -> str:
        """Return the last move of a user in this match, as written; empty if they have made none."""
        seat = self.seat_of(user_id)
        return next((ply.text for ply in reversed(self.match.plies) if ply.seat == seat), "")

    def side(self, seat: Seat) -> Words:
        """Return what that seat plays: a colour, a digit."""
        return self.match.sides[seat]

    @property
    def reason(self) -> Said | None:
        """Return why the match ended, `None` while it has not: from the game itself, or from a moderator."""
        outcome = self.match.outcome
        if outcome:
            return Said(outcome.reason, **outcome.facts)
        return Said(self.row.reason) if self.row.reason else None

    def view(self, seat: Seat | None) -> View:
        """Return the position as that seat (`None`: everyone) may see it."""
        return self.match.game.revealed(self.match.position) if self.over else self.match.view(seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of a match: the event that is stored, who caused it, and what is posted for it.

    `seat` is `None` for a moderator. `reason`, a code of the catalogue, ends the match without a result.
    """

    kind: EventKind
    seat: Seat | None
    user_id: int
    interaction_id: int
    posts: Sequence[Post]
    text: str = ""
    reason: str | None = None


class Matches:
    """All matches. `wake` is called whenever the outbox has something new."""

    def __init__(self, store: Store, *, now: Callable[[], float], wake: Callable[[], None]) -> None:
        self.store = store
        self.now = now
        self.wake = wake
        self._kept: OrderedDict[int, tuple[int, Match]] = OrderedDict()

    async def get(self, match_id: int) -> Table:
        """Return the match with this id; raise `Refusal` if there is none."""
        return self._found(await self.store.read(lambda tx: matches.get(tx, match_id)))

    async def with_events(self, match_id: int) -> tuple[Table, list[EventRow]]:
        """Return a match and all that happened in it; raise `Refusal` if there is none."""

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow]]:
            return await matches.get(tx, match_id), await matches.events(tx, match_id)

        row, events = await self.store.read(job)
        return self._found(row), events

    async def of_user(self, user_id: int, status: MatchStatus | None = MatchStatus.RUNNING) -> list[Table]:
        """Return the matches of a user, the one that moved last first."""
        rows = await self.store.read(lambda tx: matches.of_user(tx, user_id, status))
        return [self.table(row) for row in rows]

    async def of_guild(self, guild_id: int) -> list[Table]:
        """Return the matches of a server that are not over, the one that moved last first."""
        rows = await self.store.read(lambda tx: matches.of_guild(tx, guild_id))
        return [self.table(row) for row in rows]

    async def resolve(
        self, *, user_id: int, guild_id: int | None, channel_id: int | None, match_id: int | None
    ) -> Table:
        """Return the match that a command is about: the one named, the one of this thread, or the user's only one.

        Only its players can name a match of another server. Raises `Refusal` if none or several may be meant.
        """
        if match_id is not None:
            table = await self.get(match_id)
            if table.seat_of(user_id) is None and table.row.guild_id != guild_id:
                raise Refusal("match.unknown")
            return table
        here = await self.store.read(lambda tx: matches.in_channel(tx, channel_id)) if channel_id else []
        mine = [row for row in here if any(seat.user_id == user_id for seat in row.seats)]
        for rows in (mine, here):
            running = [row for row in rows if row.status is MatchStatus.RUNNING]
            if len(running) == 1 or (rows and rows[0].thread_id is not None):
                return self.table(running[0] if running else rows[0])
        tables = await self.of_user(user_id)
        if len(tables) == 1:
            return tables[0]
        if tables:
            raise Refusal("match.several")
        raise Refusal("match.none")

    async def here(self, *, channel_id: int | None, match_id: int | None) -> Table:
        """Return the match that a moderator means: the one named, or the only one played in this very place."""
        if match_id is not None:
            return await self.get(match_id)
        rows = await self.store.read(lambda tx: matches.in_channel(tx, channel_id)) if channel_id else []
        running = [row for row in rows if row.status is MatchStatus.RUNNING] or rows[:1]
        if len(running) != 1:
            raise Refusal("match.which")
        return self.table(running[0])

    def table(self, row: MatchRow) -> Table:
        """Return a row with its match, replayed from the record if it is not at hand."""
        kept = self._kept.get(row.id)
        match = kept[1] if kept and kept[0] == row.version else read_record(row.record, GAMES)
        self._keep(row, match)
        return Table(row, match)

    async def moved_since(self, table: Table, version: int) -> bool:
        """Return whether the position has changed since a version; an offer or its answer changes only words."""
        if version == table.row.version:
            return False
        last = await self.store.read(lambda tx: matches.last_move(tx, table.row.id))
        return not table.running or not last <= version <= table.row.version

    async def play(
        self, match_id: int, *, user_id: int, move: Any, interaction_id: int, version: int | None = None
    ) -> Table:
        """Make a move, given as text or as a move of the game's own type, and return the match after it.

        Raises `Refusal` for the wrong person or time, `Stale` if `version` is not the match's any more, and the
        game's own `IllegalMove` or `AmbiguousMove`.
        """
        table, answered = await self.asked(match_id, interaction_id)
        if answered:
            return table
        if version is not None and table.running and await self.moved_since(table, version):
            self.seated(table, user_id)
            raise Stale
        seat = self.to_move(table, user_id)
        match = table.match.copy()
        ply = match.play(move) if isinstance(move, str) else match.make(move)
        return await self.append(
            table,
            match,
            Change(
                kind=EventKind.MOVE,
                seat=seat,
                user_id=user_id,
                interaction_id=interaction_id,
                posts=moved(match),
                text=ply.text,
            ),
        )

    async def resign(self, match_id: int, *, user_id: int, interaction_id: int) -> Table:
        """Give the match up for a user and return it."""
        table, answered = await self.asked(match_id, interaction_id)
        if answered:
            return table
        seat = self.seated(table, user_id)
        match = table.match.copy()
        match.resign(seat)
        return await self.append(
            table,
            match,
            Change(
                kind=EventKind.RESIGN,
                seat=seat,
                user_id=user_id,
                interaction_id=interaction_id,
                posts=ended(match),
            ),
        )

    async def stop(self, match_id: int, *, user_id: int, interaction_id: int) -> Table:
        """End a match without a result, as a moderator may."""
        table, answered = await self.asked(match_id, interaction_id)
        if answered:
            return table
        if table.over:
            raise Refusal("match.over.already")
        match = table.match.copy()
        return await self.append(
            table,
            match,
            Change(
                kind=EventKind.END,
                seat=None,
                user_id=user_id,
                interaction_id=interaction_id,
                posts=ended(match),
                reason="ended.moderator",
            ),
        )

    def seated(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat in a running match; raise `Refusal` for everybody else."""
        seat = table.seat_of(user_id)
        if seat is None:
            first, second = table.row.seats
            raise Refusal("match.watching", name=first.name, opponent=second.name)
        if table.row.status is MatchStatus.SUSPENDED:
            raise Refusal("match.suspended")
        if not table.running:
            raise Refusal("match.over", reason=table.reason)
        return seat

    def to_move(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat if it is their turn; raise `Refusal` otherwise."""
        seat = self.seated(table, user_id)
        if table.turn != seat:
            waiting = table.player(1 - seat)
            raise Refusal("match.turn", name=waiting.name, side=table.side(1 - seat))
        return seat

    async def asked(self, match_id: int, interaction_id: int) -> tuple[Table, bool]:
        """Return a match, and whether this very interaction has been carried out before."""

        async def job(tx: Transaction) -> tuple[MatchRow | None, EventRow | None]:
            return await matches.get(tx, match_id), await matches.of_interaction(tx, interaction_id)

        row, event = await self.store.read(job)
        return self._found(row), event is not None

    async def append(self, table: Table, match: Match, change: Change) -> Table:
        """Store one change with all that follows from it; `match` is how the match stands after it.

        Returns the match as stored. Raises `Stale` if somebody was faster.
        """
        outcome = match.outcome
        over = outcome is not None or change.reason is not None

        async def job(tx: Transaction) -> MatchRow:
            now = self.now()
            event = await matches.append(
                tx,
                table.row.id,
                expected_version=table.row.version,
                kind=change.kind,
                seat=change.seat,
                user_id=change.user_id,
                text=change.text,
                interaction_id=change.interaction_id,
                at=now,
                status=MatchStatus.OVER if over else MatchStatus.RUNNING,
                turn=None if over else match.turn,
                record=match.save(),
                winner=outcome.winner if outcome else None,
                reason=outcome.reason if outcome else change.reason,
            )
            for post in change.posts:
                await put_post(tx, table.row.id, event.version, post, now)
            row = await matches.get(tx, table.row.id)
            assert row is not None  # it has just been written
            await put_lapse(tx, row, now)
            return row

        try:
            row = await self.store.write(job)
        except matches.Repeated:
            return await self.get(table.row.id)
        except matches.Moved:
            raise Stale from None
        self._keep(row, match)
        self.wake()
        return Table(row, match)

    def _found(self, row: MatchRow | None) -> Table:
        if row is None:
            raise Refusal("match.unknown")
        return self.table(row)

    def _keep(self, row: MatchRow, match: Match) -> None:
        self._kept[row.id] = (row.version, match)
        self._kept.move_to_end(row.id)
        if len(self._kept) > KEPT_MATCHES:
            self._kept.popitem(last=False)
