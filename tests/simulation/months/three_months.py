"""Three months of matches with clocks, from a seed.

There are ten people in ten time zones, and a bot that dies and is away. Heartbeats that nothing
depends on are not played one by one: before anything happens, the last one is stored.
"""

import math
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any

from club.clocks.rest import Rest
from club.clocks.time_control import parse_control
from club.club import Club
from club.members.people import Act, Person
from club.play.course.silence import SilenceKeeper
from club.refusals import Refusal
from data.database.errors import StoreError
from rules.game import RulesError
from tests.club.people import make_challenge
from tests.simulation.months.life import Life
from tests.simulation.months.scenario import (
    ACKNOWLEDGED_EVERY,
    CONTROLS,
    DAY,
    HOUR,
    LASTS,
    NOTED_EVERY,
    ZONES,
    Options,
    Truth,
)
from tests.simulation.world import Violation


class Season:
    """The world: its people act, its bot lives and dies."""

    def __init__(self, options: Options, path: Path) -> None:
        self.options = options
        self.path = path
        self.now = 0.0
        self.truth = Truth()
        self.counts = {"lives": 0, "acts": 0, "refused": 0, "corrected": 0}
        self._lots = random.Random(f"world {options.seed}")
        self._jumped = 0.0
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._interactions = count(1000)
        self._life: Life | None = None
        self._linked: dict[int, float | None] = {0: None, 1: None}
        self._noted: dict[int, bool] = {0: False, 1: False}
        """Whether a heartbeat was stored since the shard is connected."""
        self._since: dict[int, float] = {0: 0.0, 1: 0.0}
        """Since when each shard is not connected."""
        self._lost: set[int] = set()
        """The shards from whose server the bot is gone."""
        self._known: dict[int, int] = {}
        self._planned: dict[tuple[int, int], float] = {}
        self._healed = False

    # Time

    def later(self, seconds: float, happen: Callable[[], None]) -> None:
        heappush(self._agenda, (self.now + seconds, next(self._numbers), happen))

    def run(self) -> None:
        """Let the months go by; then nothing goes wrong any more for a week."""
        self._schedule()
        self._until(LASTS)
        self._healed = True
        self._until(LASTS + 7 * DAY)
        if self._life:
            self.truth.posted += self._life.posted

    def end(self) -> None:
        if self._life:
            self._life.die()

    def _until(self, end: float) -> None:
        while True:
            mine = self._life.loop.due if self._life else None
            due = self._agenda[0][0] if self._agenda else math.inf
            if min(due, math.inf if mine is None else mine) > end:
                break
            if mine is not None and mine <= due:
                self._to(mine)
                self._step()
            else:
                self._to(due)
                heappop(self._agenda)[2]()
        self._to(end)

    def _to(self, time: float) -> None:
        if time > self.now:
            self.now = time
            self._store_heartbeats()

    def _step(self) -> None:
        life = self._life
        assert life is not None
        life.loop.step()
        for fault in life.loop.faults:
            raise Violation("answers", f"nobody caught {fault.get('exception') or fault.get('message')!r}")
        if life.dies_at is not None and life.loop.steps >= life.dies_at:
            self._kill(life)

    # The bot

    def _schedule(self) -> None:
        lots, options = self._lots, self.options
        self._begin_life()
        self.later(200.0, self._begin_matches)
        for _ in range(options.kills):
            self.later(lots.uniform(HOUR, LASTS), self._let_die)
        for number in range(options.outages + options.blips):
            lasts = lots.uniform(10, 130) if number < options.blips else lots.uniform(200, 30 * HOUR)
            self.later(lots.uniform(HOUR, LASTS), partial(self._cut, lots.randrange(2), lasts))
        for person in range(1, 2 * options.matches + 1) if options.rests else ():
            self.later(lots.uniform(0, 100), partial(self._settle, person))
            for _ in range(lots.choice((0, 1, 2))):
                self.later(lots.uniform(DAY, LASTS), partial(self._settle, person))
        for at, by in options.corrections:
            self.later(at, partial(self._correct, by))
        for _ in range(options.moved):
            self.later(lots.uniform(DAY, LASTS), self._lose_place)

    def _begin_life(self) -> None:
        self.counts["lives"] += 1
        lots = random.Random(f"life {self.options.seed} {self.counts['lives']}")
        life = self._life = Life(
            self.path,
            day=lambda: self.options.begin + self._jumped + self.now,
            since_start=lambda: self.now,
            lots=lots,
        )
        life.start(partial(self._note_commit, life))
        for shard in (0, 1):
            self.later(lots.uniform(1, 5), partial(self._link, life, shard))

    def _link(self, life: Life, shard: int) -> None:
        """Connect a shard.

        Its first heartbeat is acknowledged some time later, and noted some time after that.
        """
        if life is not self._life or self._linked[shard] is not None:
            return
        if life.club is None:
            self.later(1.0, partial(self._link, life, shard))
            return
        self._linked[shard] = self.now
        self._noted[shard] = False
        if self.now > self._since[shard]:
            self.truth.down[shard].append((self._since[shard], self.now))
        for match_id, (_, mine, _) in self.truth.begun.items():
            if mine == shard and self._lots.random() < 0.5:  # presses come before the first heartbeat
                soon = self._lots.choice((self._act, self._press))
                self.later(self._lots.uniform(1, 60), partial(soon, match_id))
        first = self._note_after(life, self.now + ACKNOWLEDGED_EVERY)
        self.later(first - self.now, partial(self._first_note, life, shard, self.now))

    def _first_note(self, life: Life, shard: int, linked: float) -> None:
        if life is not self._life or self._linked[shard] != linked or life.club is None:
            return
        clocks = life.club.play.clocks
        taken = {shard: life.ahead + self._last_acknowledged(life, linked), 1 - shard: None}

        async def note() -> None:
            await clocks.store_heartbeats(taken, 2)
            if self._linked[shard] == linked:
                self._noted[shard] = True

        life.task(note())

    def _note_after(self, life: Life, time: float) -> float:
        return life.began + math.ceil((time - life.began) / NOTED_EVERY) * NOTED_EVERY

    def _last_acknowledged(self, life: Life, linked: float) -> float:
        """Return when the last heartbeat noted by now was acknowledged."""
        noted = life.began + math.floor((self.now - life.began) / NOTED_EVERY) * NOTED_EVERY
        return linked + math.floor((noted - linked) / ACKNOWLEDGED_EVERY) * ACKNOWLEDGED_EVERY

    def _store_heartbeats(self) -> None:
        """Store the last heartbeats of all shards that have stayed connected."""
        life = self._life
        if life is None or life.club is None:
            return
        driver = next((each.driver for each in life._connections if each._committed), None)
        for shard, linked in self._linked.items():
            if driver is not None and linked is not None and self._noted[shard]:
                at = life.ahead + self._last_acknowledged(life, linked)
                driver.execute(
                    "UPDATE beat SET at = ? WHERE shard = ? AND at < ? AND at > ?",
                    [at, shard, at, at - 1e9],
                )

    def _cut(self, shard: int, lasts: float) -> None:
        """Disconnect a shard for some time."""
        if self._linked[shard] is None or self._healed:
            return
        self._linked[shard], self._since[shard] = None, self.now
        life = self._life
        if life is not None:
            self.later(lasts, partial(self._link, life, shard))

    def _let_die(self) -> None:
        """Let the process die soon, most often in the midst of something."""
        life = self._life
        if life is not None:
            life.dies_at = life.loop.steps + self._lots.randrange(60)
            for match_id in list(self.truth.begun):
                if self._lots.random() < 0.5:
                    self._act(match_id)
            self.later(HOUR, partial(self._kill, life))

    def _correct(self, by: float) -> None:
        """Have the process, if there is one, find that its time is wrong."""
        life = self._life
        if life is not None and life.club is not None and not self._healed:
            self.counts["corrected"] += 1
            life.task(life.correct(by))

    def _kill(self, life: Life) -> None:
        if life is not self._life:
            return
        self._life = None
        self.truth.posted += life.posted
        life.die()
        for shard, linked in self._linked.items():
            if linked is not None:
                self._linked[shard], self._since[shard] = None, self.now
        if self.options.jumps:
            self._jumped += self._lots.choice((0.0, -30 * DAY, -HOUR, 5 * HOUR, 400 * DAY))
        self.later(
            self._lots.choice((1.0, 20.0, 90.0, 400.0, 3 * HOUR, 20 * HOUR, 4 * DAY)), self._begin_life
        )

    def _note_commit(self, life: Life, connection: sqlite3.Connection) -> None:
        """Record when each event was stored."""
        for match_id, number in connection.execute("SELECT match_id, number FROM clock"):
            for each in range(self._known.get(match_id, 0) + 1, number + 1):
                self.truth.happened[match_id, each] = self.now
            self._known[match_id] = number

    # The people

    def _begin_matches(self) -> None:
        for number in range(1, self.options.matches + 1):
            self._begin(number)

    def _begin(self, number: int) -> None:
        people = (Person(2 * number - 1, "Ann"), Person(2 * number, "Ben"))
        text, shard = self._lots.choice(CONTROLS), number % 2

        async def work() -> None:
            club = self._club()
            row = await make_challenge(
                club,
                people=people,
                guild_id=shard << 22,
                channel_id=number,
                clock=text,
                interaction_id=next(self._interactions),
                options={"size": self._lots.choice((3, 4, 5))},
            )
            table = await club.play.challenges.accept(
                row.id, taker=people[1], interaction_id=next(self._interactions)
            )
            first, second = table.row.seats
            self.truth.begun[table.row.id] = (text, shard, (first.user_id, second.user_id))
            self._go_on(table.row.id)

        if self._is_connected(shard):
            self._task(work)
        else:
            self.later(HOUR, partial(self._begin, number))

    def _club(self) -> Club:
        assert self._life is not None and self._life.club is not None
        return self._life.club

    def _is_connected(self, shard: int) -> bool:
        """Whether the bot lives and the shard is connected."""
        return self._life is not None and self._life.club is not None and self._linked[shard] is not None

    def _task(self, work: Callable[[], Any]) -> None:
        async def try_work() -> None:
            """Do the work and count acts that are refused.

            Raise `Violation` if the store is closed.
            """
            self.counts["acts"] += 1
            try:
                await work()
            except (Refusal, RulesError):
                self.counts["refused"] += 1
            except StoreError as closed:
                raise Violation("answers", str(closed)) from closed

        assert self._life is not None
        self._life.task(try_work())

    def _go_on(self, match_id: int) -> None:
        self.later(self._lots.uniform(10, 20), partial(self._consider, match_id))

    def _consider(self, match_id: int) -> None:
        """Let time pass until a player wants to act in a match, again and again."""
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as connection:
            status, version = connection.execute(
                "SELECT status, version FROM match WHERE id = ?", [match_id]
            ).fetchone()
        if status == "over":
            return
        text, shard, _ = self.truth.begun[match_id]
        control = parse_control(text)
        assert control is not None
        if (match_id, version) not in self._planned:
            wait = (
                control.time
                * self._lots.choice((0.1, 0.4, 0.7, 0.8, 0.95, 1.0, 1.2, 20.0))
                * self._lots.uniform(0.9, 1.1)
            )
            self._planned[match_id, version] = self.now + wait
        if self.now >= self._planned[match_id, version] and self._is_connected(shard):
            self._act(match_id)
        elif self._is_connected(shard) and self._lots.random() < 0.3:
            self._press(match_id)
        wait = control.time * self._lots.uniform(0.05, 0.6)
        self.later(
            max(60.0, min(wait, max(self._planned[match_id, version] - self.now, 0.1 * wait))),
            partial(self._consider, match_id),
        )

    def _act(self, match_id: int) -> None:
        """Make a move of the player to move."""
        _, shard, people = self.truth.begun[match_id]

        async def work() -> None:
            club = self._club()
            table = await club.play.matches.load(match_id)
            if table.turn is not None:
                move = self._lots.choice(table.match.moves())
                await club.play.matches.make_move(
                    table, Act(people[table.turn], next(self._interactions)), move
                )

        if self._is_connected(shard):
            self._task(work)

    def _press(self, match_id: int) -> None:
        """Claim or give more time as the player who waits."""
        people = self.truth.begun[match_id][2]
        what = self._lots.choice(("claim", "adjourn", "give", "give"))

        async def work() -> None:
            club = self._club()
            table = await club.play.matches.load(match_id)
            if table.turn is None:
                return
            act = Act(people[1 - table.turn], next(self._interactions))
            silences: SilenceKeeper = club.play.silences
            if what == "give":
                await club.play.clocks.give_time(match_id, act)
            else:
                await silences.claim(match_id, act, win=what == "claim")

        if self._is_connected(self.truth.begun[match_id][1]):
            self._task(work)

    def _settle(self, person: int) -> None:
        """Set other quiet hours and days for a person, or send them on vacation."""
        if not self._is_connected(0):
            self.later(HOUR, partial(self._settle, person))
            return
        lots = self._lots
        before = self.truth.rests.get(person, [(0.0, Rest())])[-1][1]
        rest = Rest(
            zone=before.zone if before.days and lots.random() < 0.6 else lots.choice(ZONES),
            hours=lots.choice((None, (lots.randrange(20, 24) * 60 + 15, lots.randrange(5, 10) * 60))),
            days=tuple(sorted(lots.sample(range(7), lots.choice((0, 1, 2, 3))))),
            vacations=before.vacations,
            reminders=lots.random() < 0.9,
        )
        if lots.random() < 0.5:
            assert self._life is not None
            today, now = datetime.fromtimestamp(self._life.now(), UTC).date(), self._life.now()
            if lots.random() < 0.3:
                rest = rest.without_vacation(now)
            try:
                first = today + timedelta(days=lots.randrange(1, 9))
                rest = rest.with_vacation(first, lots.randrange(1, 8), now=now)
            except Refusal:
                pass

        async def work() -> None:
            await self._club().play.clocks.set_rest(person, lambda _: rest)
            self.truth.rests.setdefault(person, []).append((self.now, rest))

        self._task(work)

    def _lose_place(self) -> None:
        """The bot is taken off a server, and comes back."""
        shard = self._lots.randrange(2)
        if not self._is_connected(shard) or shard in self._lost:
            return
        self._lost.add(shard)

        async def lose_server() -> None:
            await self._club().play.places.suspend_server(shard << 22)
            self.later(self._lots.uniform(60, 3 * DAY), partial(self._find_place, shard, self.now))

        self._task(lose_server)

    def _find_place(self, shard: int, since: float) -> None:
        async def back() -> None:
            until = self.now
            await self._club().play.places.resume_server(shard << 22)
            self._lost.discard(shard)
            self.truth.placeless[shard].append((since, until))

        if self._is_connected(shard):
            self._task(back)
        else:
            self.later(HOUR, partial(self._find_place, shard, since))
