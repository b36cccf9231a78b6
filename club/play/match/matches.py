"""The use cases of a match, through which all changes of matches are stored.

Every change is one event and one transaction, which stores the event, the match's new state, and the
posts for the outbox. Callers pass the ids of the user and of the Discord interaction; an interaction
counts once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import Any, TypeVar

from club.members.people import Act
from club.play.match import event_append
from club.play.match.access import SpectatorRefusal
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.followers import ChangedMatch, Follower, MatchBeginning
from club.play.match.open_offers import renew_offer_post
from club.play.match.posts import (
    Post,
    TokenReference,
    end_posts,
    move_posts,
    put_offer_lapse,
    put_post,
    put_posts,
    put_turn_message,
)
from club.play.match.quarantine import Quarantine
from club.play.match.replay_cache import ReplayCache, UnplayableMatch, check_clock_row, replay_row
from club.refusals import MatchSuspended, Refusal, StaleBoard
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.play import history, match_events, matches
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus, SeatRow
from data.play.places import Place
from engines.beginner_guide import has_guide
from rules.board import FACINGS, BoardView, Facing
from rules.game import AnyGame, Seat, View
from rules.match import Match
from words import Phrase, TwotoneError, Words, insert_player_names

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Table:
    """A loaded match: its database row with players, and the game being played.

    `match` is shared with other tasks, so moves must be tried on a copy.
    """

    row: MatchRow
    match: Match
    facing: Facing = "own"
    """Whose side of the board is at the bottom in the views of players."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def is_running(self) -> bool:
        """Whether the match can be played on now."""
        return self.row.status is MatchStatus.RUNNING

    @property
    def is_suspended(self) -> bool:
        """Whether the match waits for a place or is in quarantine.

        A match is put into quarantine if its record cannot be read. Nothing is posted about a suspended
        match.
        """
        return self.row.status is MatchStatus.SUSPENDED

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, so that nothing is hidden any more.

        A suspended match has not ended.
        """
        return self.row.status is MatchStatus.OVER

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or `None` if no player can move."""
        return self.match.turn if self.is_running else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, or `None` if they are no player of this match."""
        return next((row.seat for row in self.row.seats if row.user_id == user_id), None)

    def player(self, seat: Seat) -> SeatRow:
        """Return the player at a seat."""
        return self.row.seats[seat]

    def last_move_of(self, user_id: int) -> Words:
        """Return a user's last move in this match in words.

        The text is empty if they have made none.
        """
        seat = self.seat_of(user_id)
        return next((ply.said for ply in reversed(self.match.plies) if ply.seat == seat), "")

    def side(self, seat: Seat) -> Words:
        """Return the side that a seat plays, such as a colour or a digit."""
        return self.match.sides[seat]

    @property
    def is_guided(self) -> bool:
        """Whether the computer plays as the guide: it has no level then."""
        return self.row.computer is not None and self.row.level is None and has_guide(self.match)

    @property
    def reason(self) -> Phrase | None:
        """Why the match ended, or `None` if it has not.

        The reason comes from the game itself or from a moderator.
        """
        outcome = self.match.outcome
        if outcome:
            return Phrase(outcome.reason, **outcome.facts)
        return Phrase(self.row.reason) if self.row.reason else None

    def view(self, seat: Seat | None) -> View:
        """Return the position as a seat may see it; `None` stands for a spectator."""
        if self.is_over:
            view = self.match.game.reveal(self.match.position, seat).with_outcome(self.match.outcome)
        else:
            view = self.match.view(seat)
        return self._face_view(view)

    def preview(self, move: Any, seat: Seat) -> View:
        """Return the position after a move, as its mover may see it beforehand."""
        return self._face_view(self.game.preview(self.match.position, move, seat))

    def _face_view(self, view: View) -> View:
        """Turn the board of a view to the side that the viewer prefers."""
        return view.with_facing(self.facing) if isinstance(view, BoardView) else view

    def with_facing(self, preference: Preference) -> "Table":
        """Return the match with its boards turned the way a user prefers."""
        return replace(self, facing=next((way for way in FACINGS if way == preference.facing), "own"))


@dataclass(frozen=True, slots=True)
class MatchPress:
    """Everything needed to handle a button press in a match.

    `table` is the match, turned the way the user prefers. `preference` holds all preferences of the user.
    `is_repeated` says that this very press has been carried out before.
    """

    table: Table
    preference: Preference
    is_repeated: bool


@dataclass(frozen=True, slots=True)
class MatchChange:
    """One change of a match: the event to store, who caused it, and the posts.

    `seat` is `None` for a moderator. `act` is `None` if the computer or the passage of time caused the
    change, or if a user's data is being deleted. `reason` is a message code that ends the match without a
    result. `place` is the match's new place, if that changes. `interaction_id` is the Discord interaction
    whose token posts the consequences, if it is not that of `act`.
    """

    kind: EventKind
    seat: Seat | None
    act: Act | None
    posts: Sequence[Post]
    _: KW_ONLY
    text: str = ""
    reason: str | None = None
    place: Place | None = None
    interaction_id: int | None = None

    def to_event(self, row: MatchRow, at: float) -> EventRow:
        """Return the change as the next event of a match, for storing it."""
        user_id, interaction_id = (self.act.user_id, self.act.interaction_id) if self.act else (None, None)
        return EventRow(row.id, row.version + 1, self.seat, user_id, self.kind, self.text, interaction_id, at)


class Matches:
    """The use cases of matches: load them, make moves, and store other changes.

    `wake` is called whenever the outbox has new posts, and `expect` when something will be due, with the
    time if it is known. `find_token` refers to the token of an interaction, if this process has it.
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
        find_token: Callable[[int], TokenReference | None] = lambda interaction_id: None,
        followers: Sequence[Follower] = (),
    ) -> None:
        self.store = store
        self.now = now
        self.wake = wake
        self.expect = expect
        self.find_token = find_token
        self._crowded = crowded
        self.followers = followers
        self.replays = ReplayCache()
        self.quarantine = Quarantine(store, now=now, wake=wake)

    async def load(self, match_id: int) -> Table:
        """Return the match with this id.

        Raise `Refusal` if there is no such match, or if it is in quarantine because its record cannot be
        read.
        """
        return await self.load_table(await self.load_row(match_id))

    async def load_row(self, match_id: int) -> MatchRow:
        """Return the row of a match, even if the match is in quarantine.

        Raise `Refusal` if there is no such match.
        """
        row = await self._read_guarded(lambda tx: matches.get(tx, match_id))
        if row is None:
            raise Refusal("match.unknown")
        return row

    async def load_with_events(
        self, match_id: int, *, after_version: int = 0
    ) -> tuple[Table, list[EventRow]]:
        """Return a match and its events after a version, by default all.

        Raise `Refusal` if there is no such match, or if it is in quarantine.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow]]:
            return await matches.get(tx, match_id), await match_events.list_for_match(
                tx, match_id, after_version=after_version
            )

        row, happened = await self._read_guarded(job)
        return await self._load_existing(row), happened

    async def has_moved_since(self, table: Table, version: int) -> bool:
        """Whether the position of a match has changed since a version.

        An offer or the answer to it does not change the position.
        """
        if version == table.row.version:
            return False
        last = await self.store.read(lambda tx: history.position_version(tx, table.row.id))
        return not table.is_running or not last <= version <= table.row.version

    async def play(self, match_id: int, act: Act, move: Any, *, version: int | None = None) -> Table:
        """Make a move in the match with this id, and return the match after it.

        `move` is text or a move of the game's own type. Raise `Refusal` if the user may not move now,
        `Stale` if the position has changed since `version`, and the game's own `IllegalMove` or
        `AmbiguousMove`.
        """
        table, answered = await self.load_for_act(match_id, act)
        if answered:
            return table
        if version is not None and table.is_running and await self.has_moved_since(table, version):
            self.require_seat(table, act.user_id)
            raise StaleBoard
        return await self.make_move(table, act, move)

    async def play_in_loaded(self, table: Table, act: Act, text: str) -> Table:
        """Make a move in a match that has just been loaded; return the match.

        If the act was carried out before, return the current match. That is noticed only when the move is
        stored or turns out to be impossible, which saves a read.
        """
        try:
            return await self.make_move(table, act, text)
        except TwotoneError:
            current, answered = await self.load_for_act(table.row.id, act)
            if not answered:
                raise
            return current

    async def make_move(self, table: Table, act: Act, move: Any) -> Table:
        """Make a move in a loaded match, and return the match after it.

        The act must not have been carried out before.
        """
        seat = self.require_turn(table, act.user_id)
        match = table.match.copy()
        make = partial(match.play if isinstance(move, str) else match.make_move, move)
        # A text is compared with every legal move; only where there can be thousands does that take long.
        is_crowded = table.game.is_crowded(match.position)
        ply = await self._crowded.run_on_thread(act.user_id, table.match, make) if is_crowded else make()
        return await self.store_change(
            table, match, MatchChange(EventKind.MOVE, seat, act, move_posts(match), text=ply.text)
        )

    async def resign(self, match_id: int, act: Act) -> Table:
        """Resign a match for a user and return it."""
        table, answered = await self.load_for_act(match_id, act)
        if answered:
            return table
        seat = self.require_seat(table, act.user_id)
        match = table.match.copy()
        match.resign(seat)
        return await self.store_change(
            table, match, MatchChange(EventKind.RESIGN, seat, act, end_posts(match))
        )

    def require_seat(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat in a running match; raise `Refusal` for others.

        Also raise it if the match is not running.
        """
        seat = table.seat_of(user_id)
        if seat is None:
            raise SpectatorRefusal(table.row)
        if table.is_suspended:
            raise MatchSuspended(table.row.id)
        if not table.is_running:
            names = [player.name for player in table.row.seats]
            raise Refusal("match.over", reason=table.reason and insert_player_names(table.reason, names))
        return seat

    def require_turn(self, table: Table, user_id: int) -> Seat:
        """Return the user's seat if it is their turn.

        Raise `Refusal` otherwise, and if the user is the captain of a team, which moves by voting.
        """
        seat = self.require_seat(table, user_id)
        if table.turn != seat:
            waiting = table.player(1 - seat)
            raise Refusal("match.turn", name=waiting.name, side=table.side(1 - seat))
        if table.row.is_team_to_move:
            raise Refusal("vote.captain")
        return seat

    async def load_for_act(self, match_id: int, act: Act) -> tuple[Table, bool]:
        """Return a match, and whether this act has been carried out before."""
        row, event = await self.load_row_and_event(match_id, act)
        return await self._load_existing(row), event is not None

    async def load_for_press(self, match_id: int, act: Act) -> MatchPress:
        """Return everything needed to handle a user's button press in a match.

        Raise `Refusal` if there is no such match.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, Preference, EventRow | None]:
            found = await matches.get(tx, match_id), await preferences.get(tx, act.user_id)
            return *found, await match_events.find_by_interaction(tx, act.interaction_id)

        row, preference, event = await self._read_guarded(job)
        table = await self._load_existing(row)
        return MatchPress(table.with_facing(preference), preference, is_repeated=event is not None)

    async def load_row_and_event(
        self, match_id: int, act: Act | None
    ) -> tuple[MatchRow | None, EventRow | None]:
        """Return the row of a match, and the event that this act has caused.

        Either may be `None`.
        """

        async def job(tx: Transaction) -> tuple[MatchRow | None, EventRow | None]:
            return await matches.get(tx, match_id), await match_events.find_by_interaction(
                tx, act.interaction_id if act else None
            )

        return await self._read_guarded(job)

    async def _read_guarded(self, job: Job[T]) -> T:
        """Read one match; if it cannot be read, put it into quarantine."""
        return await self.quarantine.guard(self.store.read(job))

    async def store_change(
        self,
        table: Table,
        match: Match,
        change: MatchChange,
        extra_job: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> Table:
        """Store a change and everything that follows from it; return the match.

        `match` is the game after the change. If the opponent has prepared a conditional move that answers
        it, that move is stored too. `extra_job` stores other consequences in the same transaction. Raise
        `Stale` if another change came first.
        """
        act = change.act
        by = act.interaction_id if act and change.interaction_id is None else change.interaction_id
        lent = None if by is None else self.find_token(by)

        async def job(tx: Transaction) -> list[ChangedMatch]:
            now = self.now()
            event = change.to_event(table.row, now)
            row, event = await event_append.store_event(
                tx, table.row, match, event, act, reason=change.reason, place=change.place
            )
            row, after = await event_append.play_conditional_moves(tx, row, match, event, act)
            await put_posts(tx, row, change.posts if after is match else move_posts(after), now, lent)
            if row.offer_message_id is not None or change.kind in (EventKind.PLACE, EventKind.REOPEN):
                await renew_offer_post(tx, row, now)
            await put_offer_lapse(tx, row, now)
            if extra_job is not None:
                await extra_job(tx)
            return await self._store_follow_ups(tx, ChangedMatch(row, after, change.kind, by))

        try:
            changes = await self.quarantine.guard(self.store.write(job))
        except match_events.RepeatedEvent:
            return await self.load(table.row.id)
        except match_events.VersionConflict:
            raise StaleBoard from None
        row, after = changes[0].row, changes[0].match
        self.replays.put(row, after)
        self.wake()
        if row.due_at is not None and row.due_at != table.row.due_at:
            self.expect()
        self.notify_followers(changes)
        return Table(row, after)

    async def begin(self, tx: Transaction, beginning: MatchBeginning) -> list[ChangedMatch]:
        """Begin a new match in the transaction that has stored it.

        Return the changes to pass to `notify_followers` after the transaction.
        """
        if beginning.post is not None:
            await put_post(tx, beginning.row.id, 0, beginning.post, self.now(), beginning.token)
        return await self._store_follow_ups(
            tx, ChangedMatch(beginning.row, beginning.match, None, beginning.interaction_id)
        )

    async def _store_follow_ups(self, tx: Transaction, changed: ChangedMatch) -> list[ChangedMatch]:
        """Let the followers store what follows from a change.

        Return the change, and the changes by which other matches begin.
        """
        if changed.kind in (None, EventKind.MOVE):
            await put_turn_message(tx, changed.row, changed.match, self.now())
        changes = [changed]
        for follower in self.followers:
            begins = await follower.store(tx, changed)
            if begins is not None:
                changes += await self.begin(tx, begins)
        return changes

    def notify_followers(self, changes: Sequence[ChangedMatch]) -> None:
        """Schedule the clocks of changed matches, and notify the followers.

        Call this after the transaction that has stored the changes.
        """
        for changed in changes:
            clock = changed.row.clock
            if clock is not None and clock.next_at is not None:
                self.expect(clock.next_at)
            for follower in self.followers:
                follower.act_on_change(changed)

    async def load_table(self, row: MatchRow, replay_cache: ReplayCache | None = None) -> Table:
        """Return the match of a row, replayed from its record unless it is cached.

        `replay_cache` is used instead of the shared cache, for a reader who must not push other matches
        out of that. A match that cannot be replayed is put into quarantine, where nothing more is posted
        about it, and the reason is raised as a `Refusal`.
        """
        if row.set_aside:
            raise Refusal(row.set_aside)
        kept = self.replays if replay_cache is None else replay_cache
        match = kept.get(row)
        try:
            if row.clock is not None and row.status is not MatchStatus.OVER:
                check_clock_row(row.clock)
            if match is None:
                match = await asyncio.to_thread(replay_row, row)
                kept.put(row, match)
        except UnplayableMatch as fault:
            await self.quarantine.put(row.id, fault.code, fault)
            raise Refusal(fault.code) from fault
        return Table(row, match)

    async def _load_existing(self, row: MatchRow | None) -> Table:
        """Return the match of a row; raise `Refusal` if there is no row."""
        if row is None:
            raise Refusal("match.unknown")
        return await self.load_table(row)
