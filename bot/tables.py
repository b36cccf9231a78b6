"""The use-cases of a match in progress: the only writer of games. Knows no Discord.

Every change is one event and one transaction: the event, the match's new state, and what the outbox is to
tell. Who calls hands in the ids of the user and of the interaction; an interaction counts once.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.refusals import Refusal, Stale
from data import matches, outbox
from data.matches import EventRow, MatchRow, SeatRow
from data.store import Store, Transaction
from rules.catalogue import GAMES
from rules.game import AnyGame, Outcome, Seat, View
from rules.match import Match, read_record

RULES_VERSION: Final = 1
SUSPENDED: Final = "This match is suspended: the channel it was played in is gone."
UNKNOWN: Final = "This match is not known here any more."
KEPT_MATCHES: Final = 512
"""Replayed matches kept in memory; any other is replayed from its record when it is asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match with the people at it. `match` is shared: play on a copy."""

    row: MatchRow
    match: Match

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return self.match.game

    @property
    def running(self) -> bool:
        """Whether it can still be played on."""
        return self.row.status == "running"

    @property
    def over(self) -> bool:
        """Whether it has ended, so that nothing is hidden any more; a suspended match has not."""
        return self.row.status == "over"

    @property
    def turn(self) -> Seat | None:
        """Who moves; `None` if nobody can."""
        return self.match.turn if self.running else None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a user, `None` for everybody else."""
        return next((row.seat for row in self.row.seats if row.user_id == user_id), None)

    def player(self, seat: Seat) -> SeatRow:
        """Who sits there."""
        return self.row.seats[seat]

    def last_move_of(self, user_id: int) -> str:
        """The last move of a user at this table, as written; empty if he has made none."""
        seat = self.seat_of(user_id)
        return next((ply.text for ply in reversed(self.match.plies) if ply.seat == seat), "")

    def side(self, seat: Seat) -> str:
        """What that seat plays: a colour, a digit."""
        return self.match.sides[seat]

    def view(self, seat: Seat | None) -> View:
        """The position as that seat (`None`: everyone) may see it."""
        return self.match.game.revealed(self.match.position) if self.over else self.match.view(seat)


@dataclass(frozen=True, slots=True)
class Post:
    """Something the outbox is to tell: the board, a hand, an offer, the result."""

    kind: str
    seat: Seat | None = None
    payload: dict[str, Any] | None = None


class Tables:
    """All matches. `wake` is called whenever the outbox has something new."""

    def __init__(self, store: Store, clock: Callable[[], float], wake: Callable[[], None]) -> None:
        self.store = store
        self.clock = clock
        self.wake = wake
        self._kept: OrderedDict[int, tuple[int, Match]] = OrderedDict()

    async def get(self, match_id: int) -> Table:
        """The table of a match; raises `Refusal` if there is none."""
        return self._found(await self.store.read(lambda tx: matches.get(tx, match_id)))

    async def with_events(self, match_id: int) -> tuple[Table, list[EventRow]]:
        """The table of a match and all that happened at it; raises `Refusal` if there is none."""

        async def job(tx: Transaction) -> tuple[MatchRow | None, list[EventRow]]:
            return await matches.get(tx, match_id), await matches.events(tx, match_id)

        row, events = await self.store.read(job)
        return self._found(row), events

    async def of_user(self, user_id: int, status: str | None = "running") -> list[Table]:
        """The tables at which a user sits, the one that moved last first."""
        rows = await self.store.read(lambda tx: matches.of_user(tx, user_id, status))
        return [self.table(row) for row in rows]

    async def of_guild(self, guild_id: int) -> list[Table]:
        """The matches of a server that are not over, the one that moved last first."""
        rows = await self.store.read(lambda tx: matches.of_guild(tx, guild_id))
        return [self.table(row) for row in rows]

    async def meant(
        self, user_id: int, guild_id: int | None, channel_id: int | None, match_id: int | None
    ) -> Table:
        """The match a command is about: the one named, the one of this thread, or the user's only one.

        Only its players can name a match of another server.
        """
        if match_id is not None:
            table = await self.get(match_id)
            if table.seat_of(user_id) is None and table.row.guild_id != guild_id:
                raise Refusal(UNKNOWN)
            return table
        here = await self.store.read(lambda tx: matches.in_channel(tx, channel_id)) if channel_id else []
        mine = [row for row in here if any(seat.user_id == user_id for seat in row.seats)]
        for rows in (mine, here):
            running = [row for row in rows if row.status == "running"]
            if len(running) == 1 or (rows and rows[0].thread_id is not None):
                return self.table(running[0] if running else rows[0])
        tables = await self.of_user(user_id)
        if len(tables) == 1:
            return tables[0]
        if tables:
            raise Refusal("You have several matches: say which one with the option “game”.")
        raise Refusal("You have no match here. Start one with /play.")

    async def here(self, channel_id: int | None, match_id: int | None) -> Table:
        """The match that a moderator means: the one named, or the only one played in this very place."""
        if match_id is not None:
            return await self.get(match_id)
        rows = await self.store.read(lambda tx: matches.in_channel(tx, channel_id)) if channel_id else []
        running = [row for row in rows if row.status == "running"] or rows[:1]
        if len(running) != 1:
            raise Refusal("Say which match with the option “game”, or use the command in its thread.")
        return self.table(running[0])

    def table(self, row: MatchRow) -> Table:
        """A row with its match, replayed from the record if it is not at hand."""
        kept = self._kept.get(row.id)
        match = kept[1] if kept and kept[0] == row.version else read_record(row.record, GAMES)
        self._keep(row, match)
        return Table(row, match)

    async def play(
        self, match_id: int, user_id: int, move: Any, interaction_id: int, version: int | None = None
    ) -> Table:
        """Make a move, given as text or as a move of the game's own type.

        Raises `Refusal` for the wrong person or time, `Stale` if `version` is not the match's any more, and the
        game's own `IllegalMove` or `AmbiguousMove`.
        """
        table, answered = await self._asked(match_id, interaction_id)
        if answered:
            return table
        if version is not None and version != table.row.version and table.running:
            self.seated(table, user_id)
            raise Stale
        seat = self.to_move(table, user_id)
        match = table.match.copy()
        ply = match.play(move) if isinstance(move, str) else match.make(move)
        posts = _ended(match) if match.outcome else [Post("board"), *hands(match)]
        return await self._append(table, match, "move", seat, user_id, ply.text, interaction_id, posts)

    async def resign(self, match_id: int, user_id: int, interaction_id: int) -> Table:
        """Give the match up."""
        table, answered = await self._asked(match_id, interaction_id)
        if answered:
            return table
        seat = self.seated(table, user_id)
        match = table.match.copy()
        match.resign(seat)
        return await self._append(table, match, "resign", seat, user_id, "", interaction_id, _ended(match))

    async def offer_draw(self, match_id: int, user_id: int, interaction_id: int) -> Table:
        """Offer a draw, or take the one that the opponent has offered."""
        table, answered = await self._asked(match_id, interaction_id)
        if answered:
            return table
        seat = self.seated(table, user_id)
        _, events = await self.with_events(match_id)
        if offered_by(events) == 1 - seat:
            return await self.answer_draw(match_id, user_id, interaction_id, accept=True)
        if offered_by(events) == seat:
            raise Refusal("Your draw offer still stands; it is your opponent's to answer.")
        if _declined_since_move(events, seat):
            raise Refusal("Your offer was declined. You can offer again after your next move.")
        posts = [Post("board", payload=_last_move(events)), Post("offer", 1 - seat)]
        match = table.match.copy()
        return await self._append(table, match, "draw_offer", seat, user_id, "", interaction_id, posts)

    async def answer_draw(self, match_id: int, user_id: int, interaction_id: int, *, accept: bool) -> Table:
        """Accept or decline the opponent's draw offer."""
        table, answered = await self._asked(match_id, interaction_id)
        if answered:
            return table
        seat = self.seated(table, user_id)
        _, events = await self.with_events(match_id)
        if offered_by(events) != 1 - seat:
            raise Refusal("There is no draw offer for you to answer.")
        match = table.match.copy()
        if accept:
            match.agree_draw()
            return await self._append(table, match, "draw", seat, user_id, "", interaction_id, _ended(match))
        posts = [Post("board", payload=_last_move(events))]
        return await self._append(table, match, "draw_decline", seat, user_id, "", interaction_id, posts)

    async def stop(self, match_id: int, user_id: int, interaction_id: int) -> Table:
        """End a match without a result, as a moderator may."""
        table, answered = await self._asked(match_id, interaction_id)
        if answered:
            return table
        if table.over:
            raise Refusal("That match is over already.")
        match = table.match.copy()
        return await self._append(
            table,
            match,
            "end",
            None,
            user_id,
            "",
            interaction_id,
            _ended(match),
            reason="ended by a moderator",
        )

    def seated(self, table: Table, user_id: int) -> Seat:
        """The user's seat at a running match; raises `Refusal` for everybody else."""
        seat = table.seat_of(user_id)
        if seat is None:
            first, second = table.row.seats
            raise Refusal(f"This match is between {first.name} and {second.name}; you are watching.")
        if table.row.status == "suspended":
            raise Refusal(SUSPENDED)
        if not table.running:
            raise Refusal(f"This match is over: {table.row.reason}.")
        return seat

    def to_move(self, table: Table, user_id: int) -> Seat:
        """The user's seat if it is his turn; raises `Refusal` otherwise."""
        seat = self.seated(table, user_id)
        if table.turn != seat:
            waiting = table.player(1 - seat)
            raise Refusal(f"It is not your turn: {waiting.name} ({table.side(1 - seat)}) is to move.")
        return seat

    async def _asked(self, match_id: int, interaction_id: int) -> tuple[Table, bool]:
        """The table, and whether this very interaction has been carried out before."""

        async def job(tx: Transaction) -> tuple[MatchRow | None, EventRow | None]:
            return await matches.get(tx, match_id), await matches.of_interaction(tx, interaction_id)

        row, event = await self.store.read(job)
        return self._found(row), event is not None

    async def _append(
        self,
        table: Table,
        match: Match,
        kind: str,
        seat: Seat | None,
        user_id: int,
        text: str,
        interaction_id: int,
        posts: Sequence[Post],
        reason: str | None = None,
    ) -> Table:
        """Store one event with all that follows from it; raises `Stale` if somebody was faster."""
        outcome: Outcome | None = match.outcome
        over = outcome is not None or reason is not None

        async def job(tx: Transaction) -> MatchRow | None:
            now = self.clock()
            event = await matches.append(
                tx,
                table.row.id,
                expected_version=table.row.version,
                kind=kind,
                seat=seat,
                user_id=user_id,
                text=text,
                interaction_id=interaction_id,
                at=now,
                status="over" if over else "running",
                turn=None if over else match.turn,
                record=match.save(),
                winner=outcome.winner if outcome else None,
                reason=outcome.text if outcome else reason,
            )
            for post in posts:
                await put_post(tx, table.row.id, event.version, post, now)
            return await matches.get(tx, table.row.id)

        try:
            row = await self.store.write(job)
        except matches.Repeated:
            return await self.get(table.row.id)
        except matches.Moved:
            raise Stale from None
        assert row is not None  # it has just been written
        self._keep(row, match)
        self.wake()
        return Table(row, match)

    def _found(self, row: MatchRow | None) -> Table:
        if row is None:
            raise Refusal(UNKNOWN)
        return self.table(row)

    def _keep(self, row: MatchRow, match: Match) -> None:
        self._kept[row.id] = (row.version, match)
        self._kept.move_to_end(row.id)
        if len(self._kept) > KEPT_MATCHES:
            self._kept.popitem(last=False)


def hands(match: Match) -> list[Post]:
    """Both hands, where there are any: whose turn it is stands on them too."""
    return [Post("hand", seat) for seat in (0, 1)] if match.game.hidden else []


async def put_post(tx: Transaction, match_id: int, version: int, post: Post, now: float) -> None:
    """Put a post into the outbox; its name is also the nonce that keeps Discord from taking it twice."""
    payload = post.payload if post.payload is not None else {"since": version}
    seat = "" if post.seat is None else f"s{post.seat}"
    await outbox.put(
        tx,
        dedup=f"{post.kind[0]}{match_id}{seat}v{version}",
        kind=post.kind,
        version=version,
        payload=json.dumps(payload),
        at=now,
        match_id=match_id,
        seat=post.seat,
    )


def offered_by(events: Sequence[EventRow]) -> Seat | None:
    """Whose draw offer stands: it does until the other answers or moves."""
    for event in reversed(events):
        if event.kind == "draw_offer":
            answered = any(later.seat != event.seat for later in events if later.version > event.version)
            return None if answered else event.seat
    return None


def _declined_since_move(events: Sequence[EventRow], seat: Seat) -> bool:
    """Whether that seat's last offer was declined and it has not moved since it made it."""
    for event in reversed(events):
        if event.seat == seat:
            return event.kind == "draw_offer"
    return False


def _last_move(events: Sequence[EventRow]) -> dict[str, Any]:
    """The payload of a board that only changes its buttons: what it must show anew came with the last move."""
    return {"since": max((event.version for event in events if event.kind == "move"), default=0)}


def _ended(match: Match) -> list[Post]:
    return [Post("board"), *hands(match), Post("result")]
