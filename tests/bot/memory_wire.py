"""An in-memory Discord: messages, threads and direct messages.

It has faults on demand, and a time that tests move.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord

from bot.answers.tokens import TokenStore
from bot.delivery.claims import Claims
from bot.delivery.drain import LONGEST_WAIT, Delivery
from bot.delivery.wire import SentMessage
from club.club import Club
from club.members.people import Act, Person
from club.play.match.matches import Table
from club.running.processes import ProcessHost
from data.database.store import Store
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play.places import PlacedRow
from data.store_opening import open_store
from tests.club.people import ANN, BEN, GUILD, interactions, start_match
from tests.discord_in_memory import Server
from tests.discord_parts import LIMITED, TAKEN, Channel
from tests.fake_wire import Asked, FakeWire, refusal
from tests.fresh import fresh
from tests.pending_posts import for_match

NOW = 1_700_000_000.0
STUCK_AFTER = 60.0
"""Seconds by the clock after which a post fails the test as stuck.

Such a post neither ends nor is held. The limit also suits a busy machine.
"""


class MemoryWire(FakeWire):
    """Takes every request at once, unless `fault` or `hold` say otherwise.

    `fault(request, channel)` gives the exception to raise, or `None`; with `accepts`, Discord takes the request first.
    A request named in `held` waits until it is released. Who is `blind` sees no messages when they look for them; where
    it is `busy` they see only what came since the time they name, for others have written hundreds, below all cards.
    The text of a token that edits is the id of the message that was pressed on.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.server = Server(now)
        self.server.answered.add(0)
        self.asked: list[tuple[str, int]] = []
        self.asked_at: list[tuple[float, int]] = []
        """When which place was asked about."""
        self.words: dict[int, str] = {}
        """What the last card of a place said."""
        self.fault: Callable[[str, int], Exception | None] = lambda request, channel: None
        self.accepts = False
        self.blind = False
        self.busy = False
        self.makes_events = self.opened = True
        self.twice = False
        """Whether each event is made twice, as where the library sends it again."""
        self.held: dict[str, asyncio.Event] = {}
        self.under_way = self.most_under_way = 0
        self._waiting: Counter[str] = Counter()

    @property
    def messages(self) -> dict[int, SentMessage]:
        """What everybody sees, by number, the oldest first."""
        return {sent.message_id: sent for sent in self.server.seen()}

    @property
    def waiting(self) -> int:
        """How many requests wait for what is held."""
        return sum(self._waiting[request] for request, held in self.held.items() if not held.is_set())

    def hold(self, request: str) -> asyncio.Event:
        """From now on requests of this kind wait until the event is set."""
        self.held[request] = asyncio.Event()
        return self.held[request]

    def live(self, channel_id: int, action: str = "play") -> list[SentMessage]:
        """The messages of a channel that still have such a button, the oldest first."""
        return [
            sent
            for sent in self.messages.values()
            if sent.channel_id == channel_id and any(f":{action}:" in mark for mark in sent.marks)
        ]

    def may_make_events(self, guild_id: int) -> bool | None:
        return self.makes_events

    async def is_open(self, place: PlacedRow) -> bool:
        return self.opened

    async def ask(self, asked: Asked) -> Any:
        self.asked.append((asked.kind, asked.place))
        self.asked_at.append((self.now(), asked.place))
        self.words[asked.place] = asked.words or self.words.get(asked.place, "")
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            fault = self.fault(asked.kind, asked.place)
            if fault and not self.accepts:
                raise fault
            if held := self.held.get(asked.kind):
                self._waiting[asked.kind] += 1
                try:
                    await held.wait()
                finally:
                    self._waiting[asked.kind] -= 1
            taken = self._take(asked)
            if fault:
                raise fault
            return taken
        finally:
            self.under_way -= 1

    def _take(self, asked: Asked) -> Any:
        """Let the server carry it out, where every place is there that a test names.

        Every token is of an interaction that has just had its answer.
        """
        self.server.channels.setdefault(asked.place, Channel(asked.place))
        if asked.by is not None:
            asked = replace(asked, by="0")
            self.server.began[0] = self.now()
        for _ in range(1 + (self.twice and asked.kind == "event")):
            answer = self.server.take(asked)
        if answer.status == LIMITED and answer.wait is not None:
            raise discord.RateLimited(answer.wait)
        if answer.status != TAKEN:
            raise refusal(answer.status, int(answer.code))
        if asked.kind == "look":
            found = [] if self.blind else answer.result
            return [sent for sent in found if not self.busy or sent.posted_at >= asked.since]
        return False if self.busy and asked.kind == "near" else answer.result


class Post:
    """A process of the bot's delivery beside a club.

    Its time stands still until a test moves it.
    """

    def __init__(self, path: Path, *, at: float = NOW) -> None:
        self.path = path
        self.time = at
        self.wire = MemoryWire(self.now)
        self.claims = 0
        self.rung = False
        self.store: Store
        self.club: Club
        self.tokens: TokenStore
        self.delivery: Delivery

    def now(self) -> float:
        return self.time

    async def start(self, *, chance: int = 1) -> None:
        """Begin as the bot does, with what the last process left."""
        self.store = await open_store(fresh(self.path), now=self.now)
        lots = random.Random(chance)
        self.tokens = TokenStore(self.now)
        self.club = Club(
            self.store,
            now=self.now,
            chance=lots.randrange,
            secret=lambda: bytes(32),
            host=ProcessHost(keep_token=self.tokens.keep_for_posts),
        )
        self.club.delivery.ring = self._ring  # pyrefly: ignore[method-assign]  # tests work when they want
        claims = await Claims.open(
            self.store,
            now=self.now,
            owner=self.club.processes.name,
            chance=lots.randrange,
            has_kept_claims=self.club.processes.has_kept_claims,
        )
        self.delivery = Delivery(self.wire, claims, self.club, self.tokens)
        await self.club.processes.open(LONGEST_WAIT)

    async def kill(self) -> None:
        """End without settling anything: what is under way is forgotten."""
        for task in self.delivery.flying.values():
            task.cancel()
        await asyncio.gather(*self.delivery.flying.values(), return_exceptions=True)
        await self.store.close()

    async def restart(self, *, chance: int = 2) -> None:
        """Kill the process and begin another, for which Discord is well again."""
        await self.kill()
        self.wire.fault = lambda request, channel: None
        await self.start(chance=chance)

    async def run(self, seconds: float = 0.0) -> None:
        """Let time pass, and all happen that is due until then."""
        until = self.time + seconds
        while True:
            due = await self._work()
            if due is None or due > until:
                self.time = until
                return
            self.time = max(self.time, due)

    async def _work(self) -> float | None:
        """Work until nothing more happens at this moment; return when there is more to do."""
        while True:
            self.claims += 1
            self.rung = False
            due = await self.delivery.work()
            await self._quiet()
            if not self.rung and (due is None or due > self.time):
                return due

    def _ring(self, due: float | None = None) -> None:
        self.rung = True

    async def _quiet(self) -> None:
        """Wait until every post under way has ended or is held."""
        async with asyncio.timeout(STUCK_AFTER):
            while len(flying := list(self.delivery.flying.values())) > self.wire.waiting:
                await asyncio.wait(flying, timeout=0.002, return_when=asyncio.FIRST_COMPLETED)

    async def match(self, game: str = "binar", *, strangers: int = 0, clock: str = "") -> Table:
        """Begin a match of Ann and Ben in a thread, with its board shown.

        With `strangers`, it is a match of other people elsewhere.
        """
        people = (Person(strangers, "X"), Person(strangers + 1, "Y")) if strangers else (ANN, BEN)
        table = await start_match(self.club, game, people=people, guild_id=GUILD + strangers, clock=clock)
        card = await self.confirm_card(table)
        await self.run()
        del self.wire.server.messages[card]  # its thread stays, and tests count what is posted
        return await self.club.play.matches.load(table.row.id)

    async def confirm_card(self, table: Table) -> int:
        """Show and note the card of a match's challenge; return its number."""
        card = 900 + table.row.id
        self.wire.server.put(table.row.channel_id, frozenset(), number=card)
        await self.club.play.challenges.confirm_card(table.row.id, card)
        return card

    async def move(self, match_id: int, move: str | None = None, *, at: int | None = None) -> Table:
        """Make a legal move as the player to move.

        If `at` is given, it is by a command that was given in that channel.
        """
        table = await self.club.play.matches.load(match_id)
        assert table.turn is not None
        interaction = next(interactions)
        if at is not None:
            self.tokens.add(interaction, self.tokens.make_token(1, "", at))
        after = await self.club.play.matches.play(
            match_id, Act(table.player(table.turn).user_id, interaction), move or table.match.moves()[0]
        )
        self.tokens.note_answer(interaction, answered=True)
        return after

    async def shown_version(self) -> int | None:
        """Return the version of the first match that its place has been shown."""
        return (await self.club.play.matches.load(1)).row.board_version

    def begin_press(self, at: int) -> int:
        """Begin an interaction in a channel, and return its id."""
        interaction = next(interactions)
        self.tokens.add(interaction, self.tokens.make_token(1, "", at))
        return interaction

    async def press(self, match_id: int) -> None:
        """Press Play on the board as the player to move."""
        row = (await self.club.play.matches.load(match_id)).row
        assert row.board_message_id is not None
        token = self.tokens.make_token(1, str(row.board_message_id), row.place_id)
        self.tokens.add_edit_token(row.board_message_id, token)

    async def waiting(self, match_id: int) -> list[OutboxRow]:
        """What is still to be sent about a match, its archiving apart."""
        rows = await self.store.read(lambda tx: for_match(tx, match_id))
        return [row for row in rows if row.kind is not PostKind.ARCHIVE]

    async def waiting_of(self, kind: PostKind) -> int:
        """How many posts of a kind are still to be sent."""
        rows = await self.store.read(lambda tx: tx.all("SELECT id FROM outbox WHERE kind = ?", kind))
        return len(rows)


@asynccontextmanager
async def posting(path: Path) -> AsyncIterator[Post]:
    """A post office of memory on a fresh database."""
    post = Post(path)
    await post.start()
    try:
        yield post
    finally:
        for held in post.wire.held.values():
            held.set()
        await post.kill()
