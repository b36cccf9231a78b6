"""PostgreSQL in the simulation: a real server and the unmodified store.

The sessions are psycopg's own, but driven inline; while they wait for the server's answer, all
else waits with them, and virtual time stands still. So every statement of every process is sent in
an order that the seed decides, and the bot may die, or a session be lost, between any two of them.
"""

import asyncio
import os
import random
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch
from urllib.parse import urlsplit

import psycopg
from psycopg.rows import dict_row

from data.postgres.store import PostgresStore
from data.postgres.transaction import number_placeholders, own_sql
from tests import missing, postgres
from tests.simulation.database import Database
from tests.simulation.scenario import Options, draw_options
from tests.simulation.session import Session
from tests.simulation.world import World

if TYPE_CHECKING:
    from tests.simulation.bot import Bot

BEAT: Final = 2400.0
LEASE: Final = 5000.0
"""Seconds between two beats of a process, and until it counts as gone.

Hours pass here, and beats take real time.
"""
NOTIFIED: Final = re.compile("NOTIFY twotone, '([^']*)'")
NUMBERS: Final = count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Troubles:
    """Troubles of sessions in one simulation. Each rate is a share of statements.

    `between` are pauses in which others go on, and `lost` says that the connection breaks; at a commit
    both come more often. `late` is the share of lost connections of which the server learns later than
    the bot; `conflicts` that of statements which PostgreSQL undoes for another's sake; `unheard` that
    of hints which no session hears. `away` is how often the whole server is away.
    """

    between: float
    lost: float
    late: float
    conflicts: float
    unheard: float
    away: int


def draw_postgres_options(seed: int) -> Options:
    """Return the options of a seed, without weeks of silence.

    In those, the processes would beat for minutes.
    """
    return replace(draw_options(seed), quiet=0.0)


def troubles(seed: int) -> Troubles:
    """Return what befalls sessions in the simulation of a seed."""
    lots = random.Random(f"troubles {seed}")
    calm = lots.random() < 0.1

    def some(chance: float, *values: Any) -> Any:
        happens, value = lots.random() < chance, lots.choice(values)
        return value if happens and not calm else type(value)()

    return Troubles(
        between=some(0.8, 0.02, 0.1, 0.3),
        lost=some(0.6, 0.001, 0.005, 0.015),
        late=some(0.5, 0.2, 0.6),
        conflicts=some(0.5, 0.005, 0.03),
        unheard=some(0.3, 0.3, 1.0),
        away=some(0.3, 1, 2),
    )


class Looker:
    """A session of the checkers' own, on which statements read as on SQLite."""

    def __init__(self, url: str) -> None:
        self._session = psycopg.connect(
            url, autocommit=True, row_factory=dict_row, cursor_factory=psycopg.RawCursor
        )

    def execute(self, sql: str, values: Any = (), /) -> Any:
        return self._session.execute(own_sql(number_placeholders(sql)), list(values))

    def close(self) -> None:
        self._session.close()


class Postgres(Database):
    """A database of one simulation's own, a copy of an empty one."""

    steps = 4

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.troubles = troubles(world.options.seed)
        self.lots = world.lots("postgres")
        self.beset_now = False
        self.back_at = 0.0
        """When the server is there again."""
        self.sessions: list[Session] = []
        self.bot: Bot | None = None
        address, template = empty_template()
        self.address, self._name = address, f"{template}_{next(NUMBERS)}"
        with closing(psycopg.connect(address, autocommit=True)) as server:
            server.execute(own_sql(f"DROP DATABASE IF EXISTS {self._name}"))
            server.execute(own_sql(f"CREATE DATABASE {self._name} TEMPLATE {template}"))
        self.url = _database_url(address, self._name)
        self.looker = Looker(self.url)

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Within it, stores on PostgreSQL have the sessions of this simulation."""
        with (
            patch("data.postgres.connecting.PostgresConnection", self),
            patch("data.processes.LEASE", LEASE),
            patch("club.running.processes.BEAT", BEAT),
        ):
            yield

    # Troubles

    def beset(self) -> None:
        self.beset_now = True
        options = self.world.options
        for _ in range(self.troubles.away):
            self.world.later(self.lots.uniform(0, options.acts * options.pace), self._go_away)

    def heal(self) -> None:
        self.beset_now = False
        self.back_at = 0.0

    def befalls(self, bot: "Bot", share: float) -> bool:
        """Return whether something goes wrong now that does so in this share of all cases."""
        return self.beset_now and bot.serving and self.lots.random() < share

    def _go_away(self) -> None:
        """Restart the server, which takes a while."""
        if not self.beset_now or self.bot is None or not self.bot.serving:
            return
        takes = self.lots.choice((0.5, 3.0, 8.0, 15.0, 60.0))
        self.world.note(f"the server is away for {takes} s")
        self.back_at = self.world.now + takes
        for session in [each for each in self.sessions if not each.closed]:
            session.lose()

    # What stores ask for

    async def open(self, bot: "Bot") -> PostgresStore:
        self.bot = bot
        return await PostgresStore.open(self.url, now=bot.now, wait=bot.wait)

    async def connect(self, url: str, **options: Any) -> Session:
        """Begin a session of the process that asks, as psycopg's connections do."""
        bot = self.bot
        assert bot is not None  # the bot has opened a store
        await bot.pause()
        while self.world.now < self.back_at:
            if bot.serving:
                raise psycopg.OperationalError("the server is not there")
            await bot.wait(1.0)  # the host starts them again
        session = await Session.begin(self, bot, url, options)
        self.sessions.append(session)
        return session

    # What sessions tell

    def tell(self, bot: "Bot", statement: str) -> None:
        """Bring the hints of a commit to the sessions that listen, or lose them."""
        for payload in NOTIFIED.findall(statement):
            for session in self.sessions:
                if session.listens and not self.befalls(bot, self.troubles.unheard):
                    self.world.later(self.lots.uniform(0.0001, 0.01), partial(session.hear, payload))

    def settle(self) -> None:
        """Wait for every statement that waited for another's transaction.

        Each gets its answer, or waits for one more.
        """
        for session in self.sessions:
            session.settle()

    def blockers(self, process: int) -> set[int]:
        """Return the processes of the server for which one waits."""
        [row] = self.looker.execute("SELECT pg_blocking_pids(?) AS pids", [process]).fetchall()
        return set(row["pids"])

    # What the simulation asks for

    def drop(self, bot: "Bot", process: int | None = None) -> None:
        ended = [each for each in self.sessions if each.bot is bot and process in (None, each.process)]
        self.end(ended)

    def end(self, ended: "list[Session]") -> None:
        """Close sessions, and wait until the server has undone what they had begun."""
        pids = [pid for session in ended if (pid := session.hang_up())]
        self.sessions = [each for each in self.sessions if each not in ended]
        if not pids:
            return
        there = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY(?)"
        while self.looker.execute(there, [pids]).fetchall():
            pass
        self.settle()

    def look(self) -> AbstractContextManager[Looker]:
        return nullcontext(self.looker)

    def close(self) -> None:
        self.end(list(self.sessions))
        self.looker.close()
        with closing(psycopg.connect(self.address, autocommit=True)) as server, suppress(psycopg.Error):
            server.execute(own_sql(f"DROP DATABASE {self._name} WITH (FORCE)"))


@cache
def empty_template() -> tuple[str, str]:
    """Return the server's address and the name of an empty database there.

    It has the newest schema.
    """
    address, name = postgres.server(), f"twotone_evenings_{os.getpid()}"
    if address is None:
        missing.leave_out(missing.POSTGRESQL)
    with closing(psycopg.connect(address, autocommit=True)) as server:
        server.execute(own_sql(f"DROP DATABASE IF EXISTS {name}"))
        server.execute(own_sql(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"))
    asyncio.run(_migrate(_database_url(address, name)))
    return address, name


async def _migrate(url: str) -> None:
    """Bring a database to the newest schema."""
    await (await PostgresStore.open(url)).close()


def _database_url(address: str, name: str) -> str:
    """The URL of a server's database, by name."""
    return urlsplit(address)._replace(path=f"/{name}").geturl()
