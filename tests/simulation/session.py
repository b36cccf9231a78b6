"""A session on a real PostgreSQL that is driven inline.

Virtual time stands still until the server has answered.
"""

from __future__ import annotations

import select
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, Final, Self

import psycopg
import psycopg.conninfo
from psycopg import errors, pq, waiting

from data.postgres.attempt import CHANNEL
from data.postgres.transaction import PostgresConnection, own_sql
from tests.simulation.loop import PROCESS

if TYPE_CHECKING:
    import asyncio

    from tests.simulation.bot import Bot
    from tests.simulation.postgres import Postgres

A_MOMENT: Final = 0.002
"""Real seconds after which the server is asked whether a statement waits.

It may wait for another's transaction; asking earlier is not worth it.
"""
LONGEST_PAUSE: Final = 0.25
"""Virtual seconds between two looks whether it still waits."""
AT_COMMIT: Final = 10
"""Factor by which a lost connection is likelier at a commit.

The comparison is with any other statement.
"""
RAISING: Final = "DO $$ BEGIN RAISE EXCEPTION 'sown' USING ERRCODE = '{}'; END $$"
CONFLICT: Final = "40001"
DISK_FULL: Final = "53100"
OF_JOBS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE")
LATE: Final = (0.02, 0.3, 3.0)
"""Seconds after which the server learns that a connection was lost."""
IDLE: Final = pq.TransactionStatus.IDLE
READY: Final = {
    waiting.Wait.R: select.POLLIN,
    waiting.Wait.W: select.POLLOUT,
    waiting.Wait.RW: select.POLLIN | select.POLLOUT,
}


class Session(PostgresConnection):
    """A connection of one process."""

    bot: Bot
    process: int | None
    listens = False
    _database: Postgres
    _lost = False
    _writes = False
    _heard: list[str]
    _ear: asyncio.Future[None] | None = None
    _waits = False
    """Whether a statement of it waits for another's transaction."""

    @classmethod
    async def begin(cls, database: Postgres, bot: Bot, url: str, options: dict[str, Any]) -> Self:
        """Return a session of the bot's with the server at `url`.

        `options` are those of psycopg.
        """
        given = dict(options)
        autocommit, row_factory, cursor_factory = (
            given.pop(name) for name in ("autocommit", "row_factory", "cursor_factory")
        )
        prepare_threshold = given.pop("prepare_threshold", 5)
        conninfo = psycopg.conninfo.make_conninfo(url, **given)
        session: Self = waiting.wait_conn(cls._connect_gen(conninfo), 1.0)
        session.row_factory = row_factory
        session.cursor_factory = cursor_factory
        session.prepare_threshold = prepare_threshold
        session.bot, session.process, session._database = bot, PROCESS.get(), database
        session._heard = []
        await session.set_autocommit(autocommit)
        return session

    @property
    def closed(self) -> bool:
        """Whether the session is of no more use to the bot."""
        return self._lost or super().closed

    @property
    def open_transaction(self) -> bool:
        """Whether it has begun a transaction, as far as the server knows."""
        return not super().closed and self.info.transaction_status is not IDLE

    # What the store asks for

    async def execute(self, query: Any, params: Any = None, **given: Any) -> psycopg.AsyncCursor[Any]:
        """Execute a statement, which may be the last of this session, or of the bot."""
        database, troubles, text = self._database, self._database.troubles, str(query)
        begins, commits = text.startswith("BEGIN"), text.endswith("COMMIT")
        if begins:
            self._writes = "READ ONLY" not in text
        if begins or database.befalls(self.bot, troubles.between * (3 if commits else 1)):
            await self.bot.pause()
        self._must_be_open()
        lost = ""
        if database.befalls(self.bot, min(troubles.lost * (AT_COMMIT if commits else 1), 0.3)):
            lost = database.lots.choice(("before", "after"))
            database.world.note(f"connection lost {lost} {text[-40:]}")
        if lost == "before":
            self._lose_before(text if commits else "")
        if sown := self._sow_fault(text):
            query, params = sown, None
        cursor = await super().execute(query, params, **given)
        if commits and self._writes:
            self.note_commit(text)
        self.listens = self.listens or text.startswith("LISTEN")
        if lost == "after":
            self.lose()
            self._must_be_open()
        if commits:
            await self.bot.pause()
        return cursor

    def _lose_before(self, commit: str) -> None:
        """Lose the connection on the way to the server.

        The server may learn of it later, and still get the commit.
        """
        database, late = self._database, 0.0
        if database.befalls(self.bot, database.troubles.late):
            late = database.lots.choice(LATE)
        self.lose(late, commit if late and database.lots.random() < 0.5 else "")
        self._must_be_open()

    def _sow_fault(self, text: str) -> str:
        """Return a statement that PostgreSQL is to run in place of a job's.

        Return an empty string if all goes well.
        """
        if not (self._writes and self.open_transaction and text.startswith(OF_JOBS)):
            return ""
        if self._database.befalls(self.bot, self._database.troubles.conflicts):
            self._database.world.note(f"{CONFLICT}: another was in the way")
            return RAISING.format(CONFLICT)
        return RAISING.format(DISK_FULL) if self._database.beset_now and self.bot.disk_is_full() else ""

    def _must_be_open(self) -> None:
        if self.closed:
            raise psycopg.OperationalError("the connection is lost")

    def note_commit(self, text: str) -> None:
        """Check what is stored now, and tell others of it."""
        self._database.settle()
        self._database.committed(self.bot, self._database.looker)
        self._database.tell(self.bot, text)

    async def notifies(self, **_: Any) -> AsyncGenerator[psycopg.Notify]:
        """Yield what this session hears, in virtual time."""
        while True:
            while self._heard:
                yield psycopg.Notify(CHANNEL, self._heard.pop(0), 0)
            self._must_be_open()
            self._ear = self.bot.loop.create_future()
            await self._ear

    def hear(self, payload: str) -> None:
        """Hear a hint, if anybody still does."""
        self._heard.append(payload)
        self._wake()

    def _wake(self) -> None:
        if self._ear is not None and not self._ear.done():
            self._ear.set_result(None)

    # How it is driven

    async def wait(self, gen: Any, *_: Any, **__: Any) -> Any:
        """Drive psycopg's requests of the server to their end.

        While the session waits for another's transaction, others go on.
        """
        self._must_be_open()
        if not any(each.open_transaction for each in self._database.sessions if each is not self):
            return waiting.wait(gen, self.pgconn.socket, 1.0)
        try:
            wanted = next(gen)
            pause = A_MOMENT
            while True:
                if ready := self._poll(wanted, A_MOMENT):
                    wanted = gen.send(ready)
                elif self._is_blocked():
                    if self._in_a_ring():
                        return self._give_way(gen, wanted)
                    self._waits = True
                    await self.bot.wait(pause)
                    self._waits = False
                    self._must_be_open()
                    pause = min(2 * pause, LONGEST_PAUSE)
        except StopIteration as end:
            return end.value

    def _poll(self, wanted: Any, seconds: float) -> Any:
        """Return what the socket is ready for within so many real seconds, or `None`."""
        poll = select.poll()
        poll.register(self.pgconn.socket, READY[wanted])
        happened = poll.poll(1000 * seconds)
        if not happened:
            return None
        seen = happened[0][1]
        ready = (1 if seen & ~select.POLLOUT else 0) | (2 if seen & select.POLLOUT else 0)
        return waiting.Ready(ready)

    def _is_blocked(self) -> bool:
        return bool(self._database.blockers(self.info.backend_pid))

    def _in_a_ring(self) -> bool:
        """Return whether it waits, by way of others that wait, for itself."""
        own = self.info.backend_pid
        known, new = set[int](), self._database.blockers(own)
        while new:
            known |= new
            new = {pid for blocker in new for pid in self._database.blockers(blocker)} - known
        return own in known

    def _give_way(self, gen: Any, wanted: Any) -> Any:
        """End the statement as PostgreSQL ends one of two that wait for each other.

        This is sooner than PostgreSQL does it by itself.
        """
        self._database.world.note("40P01: two waited for each other")
        self.pgconn.get_cancel().cancel()
        try:
            while True:
                if ready := self._poll(wanted, 1.0):
                    wanted = gen.send(ready)
        except StopIteration as end:
            return end.value
        except errors.QueryCanceled as cancelled:
            raise errors.DeadlockDetected("deadlock detected") from cancelled

    def settle(self) -> None:
        """Wait until a statement that waited has its answer, or waits still."""
        while (
            self._waits
            and not super().closed
            and not self._poll(waiting.Wait.R, 0.0)
            and not self._is_blocked()
        ):
            pass

    # How it ends

    async def close(self) -> None:
        """Close the connection in order."""
        self._database.end([self])

    def lose(self, late: float = 0.0, arrives: str = "") -> None:
        """Break the connection.

        The server learns of it `late` seconds later, when a commit under way may still arrive.
        """
        self._lost = True
        self.listens = False
        self._wake()
        if not late:
            self._database.end([self])
            return

        def reach() -> None:
            if arrives and not super(Session, self).closed:
                waiting.wait(
                    psycopg.AsyncRawCursor(self)._execute_gen(own_sql(arrives)), self.pgconn.socket, 1.0
                )
                self.note_commit(arrives)
            self._database.end([self])

        self._database.world.later(late, reach)

    def hang_up(self) -> int:
        """Close the connection and return the id of the server's process that served it.

        Return 0 if none does any more.
        """
        self._lost = True
        if super().closed:
            return 0
        pid = self.info.backend_pid
        self.pgconn.finish()
        return pid
