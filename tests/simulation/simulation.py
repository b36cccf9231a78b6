"""One simulation from its seed.

Things break, and safety is checked; then all is healed and must converge.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.codes import NoAnswer
from bot.delivery.drain import LEASE, LONGEST_WAIT
from club.play.course.places import PlaceKeeper
from club.play.match.waiting import DAY
from data.database.errors import StoreError
from data.outbox.outbox import RESERVED_FOR
from tests.club.people import GUILD
from tests.discord_in_memory import Server
from tests.simulation.answers import Answers
from tests.simulation.bot import Bot
from tests.simulation.database import Database, Look
from tests.simulation.drawing import undrawn
from tests.simulation.ends import Ends
from tests.simulation.faults import Faults
from tests.simulation.invariants import Checkers
from tests.simulation.people import Act, People, carry_out
from tests.simulation.scenario import draw_options
from tests.simulation.sqlite import Sqlite
from tests.simulation.wire import SimulatedWire
from tests.simulation.world import BEGIN, Violation, World

AT_REST: Final = LONGEST_WAIT + 600
"""Seconds after which all has been sent once nothing goes wrong any more."""
SILENCES: Final = (8 * DAY, 15 * DAY)
"""Seconds in which no one does anything.

They are enough to claim after a nudge, or to nudge.
"""
LOOKS_AROUND: Final = (RESERVED_FOR + 1, LEASE + 1)
"""Seconds after which one of two processes has looked for the other's leftovers.

They count from the death of the other.
"""
STEPS_TO_REST: Final = 30_000
"""Steps of the bot's loop in which it must come to rest."""
BURST: Final = 1000
"""Steps of the bot's loop that never fit into one second.

A process that takes more wakes up for nothing.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a simulation.

    It is the promise that broke, if any, and all that happened, line by line.
    """

    seed: int
    violation: Violation | None
    trace: tuple[str, ...]
    counts: dict[str, int]


def simulate(seed: int, *, postgres: bool = False) -> Result:
    """Run the simulation of a seed to its end, or to the first violation.

    It runs on SQLite, unless `postgres`.
    """
    logging.disable(logging.CRITICAL)
    try:
        with undrawn(), _on_postgres(seed) if postgres else _on_sqlite(seed) as (world, database):
            simulation = Simulation(world, database)
            violation = None
            try:
                simulation.run()
            except Violation as found:
                violation = found
            finally:
                simulation.end()
    finally:
        logging.disable(logging.NOTSET)
    trace = tuple(f"{at:12.4f} {what}" for at, what in world.trace)
    return Result(seed, violation, trace, simulation.counts)


@contextmanager
def _on_sqlite(seed: int) -> Iterator[tuple[World, Database]]:
    with closing(Sqlite()) as database:
        yield World(draw_options(seed)), database


@contextmanager
def _on_postgres(seed: int) -> Iterator[tuple[World, Database]]:
    from tests.simulation.postgres import (  # its driver is loaded where it is needed
        Postgres,
        draw_postgres_options,
    )

    world = World(draw_postgres_options(seed))
    with closing(Postgres(world)) as database, database.instead():
        yield world, database


class Simulation:
    """The bot, its people, and the world that both live in."""

    def __init__(self, world: World, database: Database) -> None:
        options = world.options
        self.world = world
        self.database = database
        database.committed = self._note_commit
        self.server = Server(lambda: world.now, began_at=BEGIN, hidden=options.hidden, note=world.note)
        self.faults = Faults(world, self.server)
        self.checkers = Checkers(world, self.server)
        self.people = People(world, self.server, self.checkers)
        self.ends = Ends(world, self.server, self.checkers, database)
        self.counts = {"acts": 0, "lives": 0, "steps": 0, "requests": 0, "matches": 0, "over": 0}
        self._lots = world.lots("simulation")
        self._absences = world.lots("absences")
        self._linked = True
        """Whether the bot has a session with Discord, while it is there."""
        self._kills, self._stops, self._falls = options.kills, options.stops, options.fallen
        self._acts = options.acts
        self._burst_began = -1.0
        self._bot: Bot | None = None
        self.server.listeners.append(self._place_changed)
        self._begin_life()

    def run(self) -> None:
        """Let things break, then heal them and see everything converge."""
        options = self.world.options
        self.faults.schedule(options.acts * options.pace)
        for _ in range(options.cuts):
            self.world.later(self._absences.uniform(0, options.acts * options.pace), self._cut_off)
        self.database.beset()
        self.world.later(1.0, self._next_act)
        self._go_on(lambda: self._acts <= 0)
        self.faults.heal()
        self.database.heal()
        self.checkers.soon.note_healing(self._bot)
        self._kills = self._stops = self._falls = 0
        if self._bot:
            self._bot.dies_at = self._bot.last_commit = None
        self._come_to_rest()
        self.ends.given_back()
        unaware = options.vanished or options.closed or options.left or options.missed
        if (
            not unaware
        ):  # Discord tells a bot that is away of no message, and a player of no match that stands still
            self.ends.check_shown()
        for _ in range(2):  # one of both players is to move, and what the first meets may change it
            for act in self.people.nudges():
                self.world.later(self._lots.uniform(0, 60), partial(self._deliver, act))
        self._come_to_rest()
        for act in self.people.resumes():
            self.world.later(self._lots.uniform(0, 60), partial(self._deliver, act))
        if unaware:
            self._come_to_rest()
        self.ends.check_stored()
        self.ends.going_on()
        self.ends.check_shown()

    def end(self) -> None:
        """Let go of everything."""
        self.counts["requests"] = self.checkers.requests
        self.counts["matches"] = len(self.checkers.matches)
        self.counts["over"] = sum(seen.status == "over" for seen in self.checkers.matches.values())
        if self._bot:
            self.counts["steps"] += self._bot.loop.steps
            self._bot.die()

    # Time

    def _come_to_rest(self) -> None:
        """Let time pass until all must have been sent."""
        until = self.world.now + AT_REST
        before = self._steps()
        reached: list[None] = []
        self.world.later(AT_REST, lambda: reached.append(None))
        self.world.later(1.0, self._look_around)

        def rests() -> bool:
            if self._steps() - before > self.database.steps * STEPS_TO_REST:
                raise Violation("converges", f"{self._steps() - before} steps, and no rest")
            return bool(reached) and self._bot is not None and self._bot.serving and self.world.now >= until

        self._go_on(rests)

    def _look_around(self) -> None:
        """Let each of two processes look for the other's leftovers, now and then."""
        if self._bot and self._bot.serving and len(self._bot.clubs) > 1:
            for process in self._bot.processes:
                self._bot.task(self._bot.poll(process), process, "look around")

    def _steps(self) -> int:
        return self.counts["steps"] + (self._bot.loop.steps if self._bot else 0)

    def _go_on(self, enough: Any) -> None:
        """Let the next thing happen, in the world or in the bot, until it is enough."""
        while not enough():
            bot, due = self._bot, self.world.due
            mine = bot.loop.due if bot else None
            if mine is not None and (due is None or mine < due):
                self.world.now = max(self.world.now, mine)
                self._step()
            elif due is not None:
                self.world.happen()
            else:
                raise Violation("converges", "nothing will ever happen again")
            self.checkers.soon.check(self._bot)
            self.checkers.check()

    def _step(self) -> None:
        bot = self._bot
        assert bot is not None  # only a bot that lives has something to do
        if bot.loop.step() and bot.loop.steps % (self.database.steps * BURST) == 0:
            if self.world.now < self._burst_began + 1:
                raise Violation("spins", f"{self.database.steps * BURST} steps in less than a second")
            self._burst_began = self.world.now
        for fault in bot.loop.faults:
            raise Violation("answers", f"nobody caught {fault.get('exception') or fault.get('message')!r}")
        if bot.falls_at and bot.loop.steps >= bot.falls_at[0]:
            self.world.note(f"process {bot.falls_at[1]} of bot {bot.life} dies alone")
            bot.fall(bot.falls_at[1])
            bot.falls_at = None
            for wait in LOOKS_AROUND:
                self.world.later(wait, self._look_around)
            self.world.later(LOOKS_AROUND[-1], self._link)  # what it followed is the other's from now on
        if bot.dies_at is not None and bot.loop.steps >= bot.dies_at:
            self._kill(bot)

    # The bot's lives

    def _begin_life(self) -> None:
        self.counts["lives"] += 1
        bot = self._bot = Bot(self.world, self.database, self.counts["lives"])
        if self._kills > 0:
            self._kills -= 1
            if self._lots.random() < 0.5:
                bot.dies_at = int(self.database.steps * 10 ** self._lots.uniform(1.3, 3.3))
            else:
                bot.last_commit = int(10 ** self._lots.uniform(0.5, 2.2))
        elif self._stops > 0:
            self._stops -= 1
            self.world.later(self._lots.uniform(1, 100), partial(self._stop, bot))
        self.world.note(f"bot {bot.life} starts")
        wire = SimulatedWire(bot, self.server, self.faults, self.checkers)
        self._linked = True
        bot.start(wire, self._begin_session)

    async def _begin_session(self, places: PlaceKeeper) -> None:
        """Compare what is stored with what Discord names at the beginning of a session."""
        await places.suspend_unnamed_servers(0, 1, [] if self.server.left else [GUILD])
        if not self.server.left:
            await places.sync_server(self.server.session_places())
            if (
                not self.server.left and not places.late
            ):  # else it is stored later, or it was left again meanwhile
                self.ends.back()
        await places.retry_all_posts()

    def _cut_off(self) -> None:
        """Let the bot lose the gateway, until it has a new session."""
        if self._bot is None or not self._bot.serving or self.world.healed:
            return
        self._linked = False
        lasts = self._absences.choice((2.0, 60.0, 900.0))
        self.world.note(f"bot {self._bot.life} is cut off")
        self.faults.miss(lasts, self._absences)
        self.world.later(lasts, self._link)

    def _link(self) -> None:
        """Let the bot have a new session."""
        self._linked = True
        if self._bot is not None and self._bot.serving:
            self.world.note(f"bot {self._bot.life} has a new session")
            self._bot.begin_session()

    def _note_commit(self, bot: Bot, look: Look) -> None:
        """Check what has just been stored.

        The bot may then die before anyone learns of it.
        """
        self.checkers.check_commit(bot, look)
        self._let_fall(bot, look)
        if bot.last_commit is not None:
            bot.last_commit -= 1
            if bot.last_commit == 0:
                bot.dies_at = bot.loop.steps + self._lots.randrange(12)

    def _let_fall(self, bot: Bot, look: Look) -> None:
        """Perhaps end one of two processes alone.

        It is one that holds a token that a row waits for.
        """
        if self._falls <= 0 or len(bot.processes) < 2 or bot.falls_at or self._lots.random() < 0.8:
            return
        held = {delivery.claims.owner: number for number, delivery in enumerate(bot.deliveries)}
        for row in look.execute("SELECT reserved_for FROM outbox WHERE owner IS NULL AND reserved_for > ''"):
            self._falls -= 1
            bot.falls_at = bot.loop.steps + self._lots.randrange(4), held[row["reserved_for"]]
            return

    def _kill(self, bot: Bot) -> None:
        self.world.note(f"bot {bot.life} dies after {bot.loop.steps} steps")
        bot.die()
        self._end_life(bot)

    def _stop(self, bot: Bot) -> None:
        if bot is not self._bot or not bot.serving:
            return
        self.world.note(f"bot {bot.life} is stopped")

        def finish_stop(task: asyncio.Task[None]) -> None:
            if bot.died is None and not task.cancelled():
                task.result()
                # The loop is in the middle of a step: it is buried after it.
                self.world.later(0.0, lambda: self._kill(bot) if bot.died is None else None)

        bot.stop().add_done_callback(finish_stop)

    def _end_life(self, bot: Bot) -> None:
        """Check the store after a bot's death and schedule the next life."""
        self.counts["steps"] += bot.loop.steps
        self._bot = None
        self.checkers.check()
        self.ends.check_stored()
        # No process starts faster; what the last one sent has arrived by then, or never does.
        wait = self._lots.choice((1.0, 1.0, 3.0, 30.0, 400.0, 2000.0))
        self.world.away += wait
        self.faults.miss(wait, self._absences)
        self.world.later(wait, self._begin_life)

    # The people

    def _next_act(self) -> None:
        self._acts -= 1
        if self._acts > 0:
            wait = self._lots.expovariate(1 / self.world.options.pace)
            if self.world.options.quiet and self._lots.random() < self.world.options.quiet:
                wait += self._lots.choice(SILENCES)
            self.world.later(wait, self._next_act)
        for act in self.people.acts():
            self.world.later(self._lots.uniform(0, 0.02), partial(self._deliver, act))

    def _deliver(self, act: Act, *, again: bool = False) -> None:
        """Bring an interaction to the bot, perhaps twice.

        While the bot is away people wait, or the interaction is lost.
        """
        bot = self._bot
        if self.server.left:
            self.world.note(f"lost: {act}")
            return
        if bot is None or not bot.serving or not self._linked:
            if self._lots.random() < 0.5 or self.world.healed:
                self.world.later(self._lots.uniform(1, 20), partial(self._deliver, act))
            else:
                self.world.note(f"lost: {act}")
            return
        if not again and self._lots.random() < self.world.options.repeated and not self.world.healed:
            wait = self._lots.choice((0.0, 0.01, 1.0, 30.0))
            self.world.later(wait, partial(self._deliver, act, again=True))
        self.counts["acts"] += 1
        self.server.began.setdefault(act.number, self.world.now)
        process = self._lots.choice(bot.processes)
        bot.task(self._answer(bot, process, act), process, f"answer {act}")

    def _place_changed(self, what: str, place: int) -> None:
        """Tell the bot what became of a place; Discord tells it only while it is there."""
        bot = self._bot
        if bot is None or not bot.serving or not self._linked:
            return
        process = self._lots.choice(bot.processes)
        bot.task(self._follow_place(bot.clubs[process].play.places, what, place), process, f"{what} {place}")

    async def _follow_place(self, places: PlaceKeeper, what: str, place: int) -> None:
        """React as the client does when Discord reports a change of a place."""
        change = {
            "thread": places.leave_deleted_thread,
            "channel": places.suspend_channel,
            "server": places.suspend_server,
            "back": lambda _: places.sync_server(self.server.session_places()),
            "open": places.retry_channel_posts,
        }
        try:
            concerned = await change[what](place)
            if what == "open":
                concerned += await places.resume_writable_places(self.server.session_places())
        except (
            StoreError
        ) as full:  # the library logs it; what became of the place shows with the next post there
            self.world.note(f"{what} {place}: {full.sentence.code}")
            return
        self.world.note(f"{what} {place}: {concerned} matches")
        if what == "back" and not self.server.left and not places.late:
            self.ends.back()

    async def _answer(self, bot: Bot, process: int, act: Act) -> None:
        """Carry out an act on a process of the bot and answer it."""
        answers = Answers(
            bot, self.server, self.faults, bot.deliveries[process].in_place.tokens, act.number, act.place
        )
        try:
            said = await answers.attend(carry_out(act, bot.clubs[process], self.checkers, answers))
        except NoAnswer:
            said = "done, but its answer is lost"
        except Exception as fault:
            self.checkers.report("answers", f"{act}: {type(fault).__name__}: {fault}")
            raise
        self.world.note(f"{act}: {said}")
