"""The use-cases of a match: the only writer of matches.

Every change is one event and one transaction: the event, the match's new state, and the posts for the outbox. The
caller gives the ids of the user and of the interaction; an interaction counts once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import Any, TypeVar

from club.members.people import Act
from club.play.match import event_append
from club.play.match.access import Watching
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.followers import ChangedMatch, Follower, MatchBeginning
from club.play.match.posts import (
    LentToken,
    Post,
    end_posts,
    move_posts,
    put_lapse,
    put_post,
    put_posts,
    put_turn,
)
from club.play.match.quarantine import Quarantine
from club.play.match.replay_cache import Replays, Unplayable, must_be_sound, replay_row
from club.refusals import Refusal, Stale, Suspended
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.play import history, match_events, matches
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus, SeatRow
from data.play.places import Place
from rules.board import FACINGS, BoardView, Facing
from rules.game import AnyGame, Seat, View
from rules.match import Match
from words import Phrase, TwotoneError, Words, by_name

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Table:
    """A match with the people at it. `match` is shared: play on a copy."""

    row: MatchRow
    match: Match
    facing: Facing = "own"
    """Whose side of the board is at the bottom in the views of players."""

    @property
    def game(self) -> AnyGame:
        """Return the game that is played."""
        return self.match.game

    @property
    def running(self) -> bool:
        """Return whether the match can still be played on."""
        return self.row.status is MatchStatus.RUNNING

    @property
    def is_suspended(self) -> bool:
        """Whether the match waits for a place or is in quarantine.

        Nothing is posted about it then.
        """
        return self.row.status is MatchStatus.SUSPENDED

    @property
    def over(self) -> bool:
        """Whether the match has ended, so that nothing is hidden any more.

        A suspended match has not ended.
        """
        return self.row.status is MatchStatus.OVER

    @property
    def turn(self) -> Seat | None:
        """Return the seat to move, `None` if no player can move."""
        return self.match.turn if self.running else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, `None` for everybody else."""
        return next((row.seat for row in self.row.seats if row.user_id == user_id), None)

    def player(self, seat: Seat) -> SeatRow:
        """Return who sits there."""
        return self.row.seats[seat]

    def last_move_of(self, user_id: int) -> Words:
        """Return a user's last move in this match in words; empty if they have made none."""
        seat = self.seat_of(user_id)
        return next((ply.said for ply in reversed(self.match.plies) if ply.seat == seat), "")

    def side(self, seat: Seat) -> Words:
        """Return what that seat plays: a colour, a digit."""
        return self.match.sides[seat]

    @property
    def reason(self) -> Phrase | None:
        """Why the match ended, `None` while it has not.

        The reason comes from the game itself, or from a moderator.
        """
        outcome = self.match.outcome
        if outcome:
            return Phrase(outcome.reason, **outcome.facts)
        return Phrase(self.row.reason) if self.row.reason else None

    def view(self, seat: Seat | None) -> View:
        """Return the position as that seat (`None`: everyone) may see it."""
        if self.over:
            view = self.match.game.reveal(self.match.position, seat).with_outcome(self.match.outcome)
        else:
            view = self.match.view(seat)
        return self._face_view(view)

    def preview(self, move: Any, seat: Seat) -> View:
        """Return the position after a move as the mover may see it before it counts."""
        return self._face_view(self.game.preview(self.match.position, move, seat))

    def _face_view(self, view: View) -> View:
        """Return a view turned as the viewer wants its board."""
        return view.with_facing(self.facing) if isinstance(view, BoardView) else view

    def with_facing(self, preference: Preference) -> "Table":
        """Return the match with its boards turned to a user's preference."""
        return replace(self, facing=next((way for way in FACINGS if way == preference.facing), "own"))


@dataclass(frozen=True, slots=True)
class MatchPress:
    """Everything a press in a match needs.

    The match, turned as the user prefers, and the user's other preferences. `answered` says that this
    very press has been carried out before.
    """

    table: Table
    preference: Preference
    answered: bool


@dataclass(frozen=True, slots=True)
class MatchChange:
    """One change of a match: the stored event, who caused it, and its posts.

    `seat` is `None` for a moderator. `act` is `None` for the computer, for anything that is due by
    itself, and for a person who is being forgotten. `reason`, a code of the catalogue, ends the match
    without a result. `place` is the match's new place, if that changes. `by` is the interaction whose
    token posts the consequences, if it caused them from elsewhere.
    """

    kind: EventKind
    seat: Seat | None
    act: Act | None
    posts: Sequence[Post]
    _: KW_ONLY
    text: str = ""
    reason: str | None = None
    place: Place | None = None
    by: int | None = None

    def event(self, row: MatchRow, at: float) -> EventRow:
        """Return the event that is stored for it, as the next one of a match."""
        user_id, interaction_id = (self.act.user_id, self.act.interaction_id) if self.act else (None, None)
        return EventRow(row.id, row.version + 1, self.seat, user_id, self.kind, self.text, interaction_id, at)


class Matches:
    """All matches.

    `wake` is called whenever the outbox has something new, `expect` when something will be due, with
    the time if it is known. `lend` gives the token of an interaction, if this process holds it.
    `followers` are notified of every change, in their order.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[..., None],
        crowded: CrowdedPositions,
        lend: Callable[[int], LentToken | None] = lambda interaction_id: None,
        followers: Sequence[Follower] = (),
    ) -> None:
        self.store = store
        self.now = now
        self.wake = wake
        self.expect = expect
        self.lend = lend
        self._crowded = crowded
        self._followers = followers
        self._replays = Replays()
        self.quarantine = Quarantine(store, now=now, wake=wake)

    async def load(self, match_id: int) -> Table:
        """Return the match with this id.

        Raise `Refusal` if there is none, or if it is in quarantine.
        """
        return await self.load_table(await self.load_row(match_id))

    async def load_row(self, match_id: int) -> MatchRow:
        """Return the row of a match, which may be in quarantine.

        Raise `Refusal` if there is none.
        """
        row = await self._read_guarded(lambda tx: matches.get(tx, match_id))
        if row is None:
            raise Refusal("match.unknown")
        return row

    async def load_with_events(self, match_id: int, *, after: int = 0) -> tuple[Table, list[EventRow]]:
        """Return a match and its events `after` a version.

        Raise `Refusal` if there is none.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow]]:
            return await matches.get(tx, match_id), await match_events.of_match(tx, match_id, after=after)

        row, happened = await self._read_guarded(job)
        return await self._load_existing(row), happened

    async def has_moved_since(self, table: Table, version: int) -> bool:
        """Whether the position has changed since a version.

        An offer or its answer changes only words.
        """
        if version == table.row.version:
            return False
        last = await self.store.read(lambda tx: history.last_move(tx, table.row.id))
        return not table.running or not last <= version <= table.row.version

    async def play(self, match_id: int, act: Act, move: Any, *, version: int | None = None) -> Table:
        """Make a move and return the match after it.

        The move is text or a move of the game's own type. Raise `Refusal` for the wrong person or time,
        `Stale` if `version` is not the match's any more, and the game's own `IllegalMove` or
        `AmbiguousMove`.
        """
        table, answered = await self.load_for_act(match_id, act)
        if answered:
            return table
        if version is not None and table.running and await self.has_moved_since(table, version):
            self.require_seat(table, act.user_id)
            raise Stale
        return await self.move(table, act, move)

    async def play_on(self, table: Table, act: Act, text: str) -> Table:
        """Make a move in a match just read.

        Whether the act has been carried out before shows when it is stored, or else is looked up.
        """
        try:
            return await self.move(table, act, text)
        except TwotoneError:
            current, answered = await self.load_for_act(table.row.id, act)
            if not answered:
                raise
            return current

    async def move(self, table: Table, act: Act, move: Any) -> Table:
        """Make a move in a match that has been read for this interaction.

        The interaction must not have been carried out yet.
        """
        seat = self.require_turn(table, act.user_id)
        match = table.match.copy()
        make = partial(match.play if isinstance(move, str) else match.make_move, move)
        # A text is compared with every legal move; only where there can be thousands does that take long.
        is_crowded = table.game.is_crowded(match.position)
        ply = await self._crowded.beside(act.user_id, table.match, make) if is_crowded else make()
        return await self.append(
            table, match, MatchChange(EventKind.MOVE, seat, act, move_posts(match), text=ply.text)
        )

    async def resign(self, match_id: int, act: Act) -> Table:
        """Give the match up for a user and return it."""
        table, answered = await self.load_for_act(match_id, act)
        if answered:
            return table
        seat = self.require_seat(table, act.user_id)
        match = table.match.copy()
        match.resign(seat)
        return await self.append(table, match, MatchChange(EventKind.RESIGN, seat, act, end_posts(match)))

    def require_seat(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat in a running match; raise `Refusal` for everyone else."""
        seat = table.seat_of(user_id)
        if seat is None:
            raise Watching(table.row)
        if table.is_suspended:
            raise Suspended(table.row.id)
        if not table.running:
            names = [player.name for player in table.row.seats]
            raise Refusal("match.over", reason=table.reason and by_name(table.reason, names))
        return seat

    def require_turn(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat if it is their turn.

        Raise `Refusal` otherwise, and if their team votes.
        """
        seat = self.require_seat(table, user_id)
        if table.turn != seat:
            waiting = table.player(1 - seat)
            raise Refusal("match.turn", name=waiting.name, side=table.side(1 - seat))
        if table.row.team_to_move:
            raise Refusal("vote.captain")
        return seat

    async def load_for_act(self, match_id: int, act: Act) -> tuple[Table, bool]:
        """Return a match, and whether this very act has been carried out before."""
        row, event = await self.load_row_and_event(match_id, act)
        return await self._load_existing(row), event is not None

    async def load_for_press(self, match_id: int, act: Act) -> MatchPress:
        """Return everything that a user's press in a match needs.

        Raise `Refusal` if there is no such match.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, Preference, EventRow | None]:
            found = await matches.get(tx, match_id), await preferences.get(tx, act.user_id)
            return *found, await match_events.of_interaction(tx, act.interaction_id)

        row, preference, event = await self._read_guarded(job)
        table = await self._load_existing(row)
        return MatchPress(table.with_facing(preference), preference, answered=event is not None)

    async def load_row_and_event(
        self, match_id: int, act: Act | None
    ) -> tuple[MatchRow | None, EventRow | None]:
        """Return the row of a match, and the event that this very act has caused.

        Either may be missing.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, EventRow | None]:
            return await matches.get(tx, match_id), await match_events.of_interaction(
                tx, act.interaction_id if act else None
            )

        return await self._read_guarded(job)

    async def _read_guarded(self, job: Job[T]) -> T:
        """Read one match; a match that cannot be read goes into quarantine."""
        return await self.quarantine.guard(self.store.read(job))

    async def append(
        self,
        table: Table,
        match: Match,
        change: MatchChange,
        also: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> Table:
        """Store one change with everything that follows; return the match as stored.

        `match` is the game after the change. If the opponent has a conditional move that answers it, that
        is stored with it. `also` stores other consequences in the same transaction. Raise `Stale` if
        another change came first.
        """
        act = change.act
        by = act.interaction_id if act and change.by is None else change.by
        lent = None if by is None else self.lend(by)

        async def job(tx: Transaction) -> list[ChangedMatch]:
            now = self.now()
            event = change.event(table.row, now)
            row, event = await event_append.store(
                tx, table.row, match, event, act, reason=change.reason, place=change.place
            )
            row, after = await event_append.answer(tx, row, match, event, act)
            await put_posts(tx, row, change.posts if after is match else move_posts(after), now, lent)
            await put_lapse(tx, row, now)
            if also is not None:
                await also(tx)
            return await self._follow(tx, ChangedMatch(row, after, change.kind, by))

        try:
            changes = await self.quarantine.guard(self.store.write(job))
        except match_events.RepeatedEvent:
            return await self.load(table.row.id)
        except match_events.VersionConflict:
            raise Stale from None
        row, after = changes[0].row, changes[0].match
        self._replays.keep(row, after)
        self.wake()
        if row.due_at is not None and row.due_at != table.row.due_at:
            self.expect()
        self.tell_followers(changes)
        return Table(row, after)

    async def begin(self, tx: Transaction, begins: MatchBeginning) -> list[ChangedMatch]:
        """Start a match in the transaction that has stored it.

        Return the changes to pass to `tell_followers` after the transaction.
        """
        if begins.post is not None:
            await put_post(tx, begins.row.id, 0, begins.post, self.now(), begins.lent)
        return await self._follow(tx, ChangedMatch(begins.row, begins.match, None, begins.interaction_id))

    async def _follow(self, tx: Transaction, changed: ChangedMatch) -> list[ChangedMatch]:
        """Let the followers store what follows from a change.

        Return the change, and the changes of matches that it has started.
        """
        if changed.kind in (None, EventKind.MOVE):
            await put_turn(tx, changed.row, changed.match, self.now())
        changes = [changed]
        for follower in self._followers:
            begins = await follower.store(tx, changed)
            if begins is not None:
                changes += await self.begin(tx, begins)
        return changes

    def tell_followers(self, changes: Sequence[ChangedMatch]) -> None:
        """Do what follows from stored changes: run the clocks and notify the followers."""
        for changed in changes:
            clock = changed.row.clock
            if clock is not None and clock.next_at is not None:
                self.expect(clock.next_at)
            for follower in self._followers:
                follower.after(changed)

    async def load_table(self, row: MatchRow, replays: Replays | None = None) -> Table:
        """Return a row with its match, replayed from the record if it is not at hand.

        `replays` is a separate cache, for a reader who must not push others' matches out. A match that
        cannot be replayed goes into quarantine: nothing more is posted for it, and the reason is raised as
        a `Refusal`. All others go on.
        """
        if row.set_aside:
            raise Refusal(row.set_aside)
        kept = self._replays if replays is None else replays
        match = kept.at_hand(row)
        try:
            if row.clock is not None and row.status is not MatchStatus.OVER:
                must_be_sound(row.clock)
            if match is None:
                match = await asyncio.to_thread(replay_row, row)
                kept.keep(row, match)
        except Unplayable as fault:
            await self.quarantine.put(row.id, fault.code, fault)
            raise Refusal(fault.code) from fault
        return Table(row, match)

    async def _load_existing(self, row: MatchRow | None) -> Table:
        """Return a row with its match; raise `Refusal` if there is no row."""
        if row is None:
            raise Refusal("match.unknown")
        return await self.load_table(row)
