"""People who use conditional moves while their bot dies, with an account of it.

They prepare moves, play, offer, take back and run out of time. The account knows nothing of
events or versions. It keeps whole pasts of a match, move by move, and the pasts in which a player
has prepared an answer.
"""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from club.club import Club
from club.members.people import Act, Person
from club.members.quotas import Limits
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from club.refusals import Refusal, StaleBoard
from data.database.store import Store
from data.database.transaction import Job, Row, Transaction
from data.play import conditional_moves
from data.play.matches import EventKind
from tests.club.people import ANN, BEN, interactions, start_match
from tests.club.room import club_on
from words import TwotoneError

GAMES: Final = ("american", "russian", "frisian", "binar", "yin-yang", "incorrect-checkers")
PEOPLE: Final = (ANN, BEN)
STATEMENTS: Final = 30
"""More statements than any of these acts has.

So some die after the last one: the act counts, but no one has heard of it.
"""
DIES: Final = 0.12
LONGEST: Final = 60
"""Moves after which a match is given up: the next one begins."""
FREE: Final = Limits(running_per_person=10**6, presses_at_once=10**9, challenges_per_minute=10**6)


class Killed(Exception):  # noqa: N818 - what has happened
    """The process is gone, in the middle of its work."""


class Counting(Transaction):
    """A transaction whose process dies before one of its statements."""

    def __init__(self, whole: Transaction, left: int) -> None:
        super().__init__(whole.now)
        self.signals = whole.signals
        self._whole, self._left = whole, left

    def _one_more(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Killed

    async def run(self, sql: str, *args: object) -> int:
        self._one_more()
        return await self._whole.run(sql, *args)

    async def all(self, sql: str, *args: object) -> list[Row]:
        self._one_more()
        return await self._whole.all(sql, *args)


class Mortal:
    """A store whose next write dies before one of its statements.

    It may also die after the last one, before any caller hears of it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.dies_at: int | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, job: Job[Any]) -> Any:
        dies_at, self.dies_at = self.dies_at, None
        if dies_at is None:
            return await self.store.write(job)
        await self.store.write(lambda tx: job(Counting(tx, dies_at)))
        raise Killed


@dataclass
class Account:
    """The expected state: a match's moves so far and the prepared answers.

    An answer belongs to a seat and to the past in which it is to be played.
    """

    moves: list[str] = field(default_factory=list)
    answers: dict[tuple[int, tuple[str, ...]], str] = field(default_factory=dict)
    offered: int | None = None
    """Whose offer is open."""
    over: bool = False

    def prepares(self, seat: int, lines: tuple[tuple[str, ...], ...]) -> None:
        """A seat has these lines and no others."""
        self.answers = {known: answer for known, answer in self.answers.items() if known[0] != seat}
        for line in lines:
            for at in range(1, len(line), 2):
                self.answers[seat, (*self.moves, *line[:at])] = line[at]

    def make_move(self, seat: int, move: str) -> str | None:
        """Make a seat's move and return the conditional answer, if one counts at once."""
        waits = self.offered != seat
        self.moves.append(move)
        self.offered = seat if self.offered == seat else None
        answer = self.answers.get((1 - seat, tuple(self.moves))) if waits else None
        if answer is None:
            self.answers = {}
        else:
            self.moves.append(answer)
        past = tuple(self.moves)
        self.answers = {
            known: each
            for known, each in self.answers.items()
            if known[1][: len(past)] == past and len(known[1]) > len(past)
        }
        return answer


class Fuzz:
    """One evening of Ann and Ben on a store.

    `fired` counts the conditional moves that were played.
    """

    def __init__(self, store: Store, time: list[float], seed: int) -> None:
        self.store, self.time = Mortal(store), time
        self.chance = random.Random(seed)
        self.fired = self.deaths = self.taken_back = self.claimed = 0
        self.table: Table | None = None
        self.account = Account()
        self.club = self._reborn()

    def _reborn(self) -> Club:
        """A new process takes over."""
        store: Any = self.store
        return club_on(store, lambda: self.time[0], limits=FREE)

    async def play(self, moves: int) -> None:
        """Go on until so many moves in advance have counted."""
        while self.fired < moves:
            if self.account.over or self.table is None or len(self.account.moves) > LONGEST:
                clock = self.chance.choice(("", "1d", "2d+12h"))
                self.table = await start_match(self.club, self.chance.choice(GAMES), clock=clock)
                self.account = Account()
            kinds = [self.move] * 8 + [self.prepare] * 8 + [self.delete, self.late, self.offer, self.wait]
            if self.chance.random() < 0.15:
                kinds.append(self.take_back)
            await self.chance.choice(kinds)()
            await self.compare()

    async def carried_out(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something that the process may die of.

        Then the same press asks the next process again.
        """
        if self.chance.random() < DIES:
            self.store.dies_at = self.chance.randrange(STATEMENTS)
        try:
            await work()
        except Killed:
            self.deaths += 1
            self.club = self._reborn()
            await work()
        finally:
            self.store.dies_at = None

    def act(self, who: Person) -> Act:
        return Act(who.id, next(interactions))

    @property
    def mover(self) -> int:
        assert self.table is not None
        turn = self.table.turn
        assert turn is not None
        return turn

    async def move(self) -> None:
        """Let the player to move play, mostly the move that the other has prepared for."""
        assert self.table is not None
        seat, match_id = self.mover, self.table.row.id
        past = len(self.account.moves)
        expected = sorted({known[1][past] for known in self.account.answers if known[0] != seat})
        move = self.chance.choice(self.table.match.moves())
        if expected and self.chance.random() < 0.8:
            move = self.chance.choice(expected)
        act = self.act(PEOPLE[seat])
        await self.carried_out(lambda: self.club.play.matches.play(match_id, act, move))
        self.fired += self.account.make_move(seat, move) is not None
        assert (await self.club.play.matches.play(match_id, act, move)).row.version == await self._version()

    async def prepare(self) -> None:
        """Who waits adds a line, or writes all of them anew."""
        assert self.table is not None
        seat, match_id = 1 - self.mover, self.table.row.id
        ahead = await self.club.play.conditional_moves.get(match_id, PEOPLE[seat].id)
        lines = [line for line in (self._line() for _ in range(self.chance.randrange(1, 7))) if line]
        act = self.act(PEOPLE[seat])
        if lines and self.chance.random() < 0.5:
            work = lambda: self.club.play.conditional_moves.add_line(ahead, act, lines[0])  # noqa: E731 - the press, to be repeated
        else:
            work = lambda: self.club.play.conditional_moves.replace_lines(ahead, act, lines)  # noqa: E731 - as above
        try:
            await self.carried_out(work)
        except TwotoneError as refused:
            assert refused.code in ("advance.skipped", "advance.over", "advance.many"), refused.code
            return
        after = await self.club.play.conditional_moves.get(match_id, PEOPLE[seat].id)
        self.account.prepares(seat, after.lines)

    def _line(self) -> list[str]:
        """A line that begins as the match may go on."""
        assert self.table is not None
        match, line = self.table.match.copy(), list[str]()
        for _ in range(self.chance.choice((2, 2, 4))):
            if match.turn is None:
                break
            line.append(match.play(self.chance.choice(match.moves())).text)
        return line[: len(line) // 2 * 2]

    async def delete(self) -> None:
        """Who waits deletes a line."""
        assert self.table is not None
        seat = 1 - self.mover
        ahead = await self.club.play.conditional_moves.get(self.table.row.id, PEOPLE[seat].id)
        if ahead.lines:
            act, line = self.act(PEOPLE[seat]), self.chance.choice(ahead.lines)
            await self.carried_out(lambda: self.club.play.conditional_moves.remove_line(ahead, act, line))
            self.account.prepares(seat, tuple(each for each in ahead.lines if each != line))

    async def late(self) -> None:
        """Assert that lines read before the position changed cannot be stored after it."""
        assert self.table is not None
        seat, line = 1 - self.mover, self._line()
        ahead = await self.club.play.conditional_moves.get(self.table.row.id, PEOPLE[seat].id)
        await self.move()
        if line:
            try:
                await self.club.play.conditional_moves.add_line(ahead, self.act(PEOPLE[seat]), line)
            except (StaleBoard, Refusal):
                return
            raise AssertionError("it was stored for another position")

    async def offer(self) -> None:
        """Let a player offer a draw, which may stay open or be declined."""
        assert self.table is not None
        if self.account.offered is not None:
            return
        seat, match_id = self.chance.randrange(2), self.table.row.id
        acts = [self.act(PEOPLE[seat]), self.act(PEOPLE[1 - seat])]
        try:
            await self.carried_out(lambda: self.club.play.offers.offer(match_id, acts[0], OfferKind.DRAW))
        except Refusal:
            return
        self.account.offered = seat
        if self.chance.random() < 0.7:
            await self.carried_out(lambda: self.club.play.offers.decline(match_id, acts[1], OfferKind.DRAW))
            self.account.offered = None

    async def take_back(self) -> None:
        """Let a player take their last move back, with all that followed."""
        assert self.table is not None
        seat, match_id = self.chance.randrange(2), self.table.row.id
        acts = [self.act(PEOPLE[seat]), self.act(PEOPLE[1 - seat])]
        try:
            await self.carried_out(lambda: self.club.play.offers.offer(match_id, acts[0], OfferKind.TAKEBACK))
        except Refusal:
            return
        await self.carried_out(lambda: self.club.play.offers.accept(match_id, acts[1], OfferKind.TAKEBACK))
        own = max(at for at, ply in enumerate(self.table.match.plies) if ply.seat == seat)
        self.account = Account(self.account.moves[:own])
        self.taken_back += 1

    async def wait(self) -> None:
        """Time goes by; where it was up, the player who waits may claim."""
        assert self.table is not None
        self.time[0] += self.chance.choice((60.0, 3600.0, 30 * 3600.0, 80 * 3600.0))
        row = (await self.club.play.matches.load(self.table.row.id)).row
        if row.deadline_at is not None and row.deadline_at <= self.time[0] and self.chance.random() < 0.3:
            act = self.act(PEOPLE[1 - self.mover])
            await self.carried_out(lambda: self.club.play.silences.claim(row.id, act, win=True))
            self.account.over = True
            self.account.answers = {}
            self.claimed += 1

    async def _version(self) -> int:
        assert self.table is not None
        return (await self.club.play.matches.load_row(self.table.row.id)).version

    async def compare(self) -> None:
        """Assert that the stored state is the expected one.

        It is the moves, which of them were conditional, and the lines that still wait.
        """
        assert self.table is not None
        match_id = self.table.row.id
        table, happened = await self.club.play.matches.load_with_events(match_id)
        moves = [event for event in happened if event.kind is EventKind.MOVE]
        assert [ply.text for ply in table.match.plies] == self.account.moves
        for event in moves:
            if event.advance:
                assert event.seat is not None  # it is a move
                before = moves[moves.index(event) - 1]
                assert (before.version, before.at, before.seat) == (
                    event.version - 1,
                    event.at,
                    1 - event.seat,
                )
                assert (event.user_id, event.interaction_id) == (PEOPLE[event.seat].id, None)
        self.account.over |= not table.is_running
        if self.account.over:
            self.account.answers = {}
        known = await self.store.read(lambda tx: conditional_moves.list_for_match(tx, match_id))
        kept: dict[tuple[int, tuple[str, ...]], str] = {}
        for each in known:
            for line in each.lines:
                for at in range(1, len(line), 2):
                    kept[each.seat, (*self.account.moves, *line[:at])] = line[at]
        assert kept == self.account.answers
        self.table = table


async def total(store: Store) -> int:
    """Return how many moves in advance have counted in all matches."""
    rows = await store.read(lambda tx: tx.all("SELECT COUNT(*) AS count FROM event WHERE advance = 1"))
    return int(rows[0]["count"])
