"""The settings of each server, made by its moderators.

The settings that every card needs are kept in memory.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from club.clocks.time_control import HOUR, TimeControl, clock_words, read_control, span
from club.refusals import Refusal
from club.running.alarm import Alarm
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import servers
from data.members.servers import ServerRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind

CHANNELS_AT_MOST: Final = 10
"""Game channels of a server."""
LIMITS_OFFERED: Final = (1, 2, 3, 5, 10, 20)
"""How many matches or challenges a server can allow each member at a time."""
CLOCKS_OFFERED: Final = tuple(hours * HOUR for hours in (1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 240, 336))
"""Seconds that a server can want a clock to give at least, and at most."""

ServerFollower = Callable[[Transaction, int | None, ServerRow, ServerRow], Awaitable[None]]
"""Stores the consequences of a change of a server's settings.

It is given the moderator who made it (`None`: the bot by itself), the former settings, and those
that hold now.
"""


class Servers:
    """The settings of every server.

    `wake` is called whenever the outbox has something new. `followers` store the consequences of a
    change, in its transaction and in their order.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        followers: Sequence[ServerFollower] = (),
    ) -> None:
        self._store = store
        self._now = now
        self._wake = wake
        self._followers = followers
        self._languages: dict[int, str] = {}
        self._without_computer: set[int] = set()
        self._locales: dict[int, str] = {}
        self._alarm = Alarm("servers", now)

    async def open(self) -> None:
        """Read what cards ask for."""
        await self._load()

    def ring(self) -> None:
        """Read it again: another process may have changed it."""
        self._alarm.start(self._load)

    async def stop(self) -> None:
        """Read nothing more."""
        await self._alarm.stop()

    async def _load(self) -> None:
        """Load the settings that are kept in memory."""
        known = await self._store.read(servers.unusual)
        if not self._store.alone:
            self._locales = await self._store.read(servers.locales)
        self._languages.clear()
        self._without_computer.clear()
        for server in known:
            self._keep(server)

    async def get(self, guild_id: int) -> ServerRow:
        """Return what a server has set, or the defaults."""
        return await self._store.read(lambda tx: servers.get(tx, guild_id))

    def language_of(self, guild_id: int) -> str | None:
        """Return the language that a server has set, `None` where it has set none."""
        return self._languages.get(guild_id)

    def locale_of(self, guild_id: int) -> str | None:
        """Return the language that a server has at Discord.

        `None` if this is the only process, which hears of all servers.
        """
        return self._locales.get(guild_id)

    async def saw(self, guild_id: int, locale: str) -> None:
        """Remember the language that a server has at Discord.

        It is for processes that Discord does not tell it to.
        """
        if not self._store.alone and self._locales.get(guild_id) != locale:
            await self._store.write(lambda tx: servers.saw(tx, guild_id, locale))
            self._locales[guild_id] = locale

    async def change(self, guild_id: int, *, by: int, **settings: Any) -> ServerRow:
        """Store some settings of a server, by the names of `ServerRow`; return them all.

        `by` is the moderator who changes them. Raise `Refusal` for clocks that contradict each other.
        """

        async def job(tx: Transaction) -> ServerRow:
            changed = await self.put(tx, guild_id, by=by, **settings)
            _check_clocks(changed)
            return changed

        changed = await self._store.write(job)
        self._keep(changed)
        self._wake()
        return changed

    async def put(self, tx: Transaction, guild_id: int, *, by: int | None, **settings: Any) -> ServerRow:
        """Store some settings within a transaction that stores more.

        `by` is `None` for the bot by itself. Not for clocks, and not for settings that are kept in memory.
        """
        known = await servers.get(tx, guild_id)
        changed = replace(known, **settings)
        await servers.put(tx, changed)
        for follow in self._followers:
            await follow(tx, by, known, changed)
        return changed

    def _keep(self, server: ServerRow) -> None:
        if server.language is None:
            self._languages.pop(server.guild_id, None)
        else:
            self._languages[server.guild_id] = server.language
        if server.computers:
            self._without_computer.discard(server.guild_id)
        else:
            self._without_computer.add(server.guild_id)

    async def check_place(self, guild_id: int | None, places: Collection[int | None]) -> None:
        """Raise a `Refusal` that names the game channels if none of the places is one.

        A server without game channels allows every place, and so do places without a server. `places` are a channel
        and, for a thread, the channel that it belongs to.
        """
        channels = () if guild_id is None else (await self.get(guild_id)).channels
        if channels and not set(channels).intersection(places):
            named = ", ".join(f"<#{channel}>" for channel in channels)
            raise Refusal("challenge.elsewhere", channels=named)

    def has_computer(self, guild_id: int | None) -> bool:
        """Whether a server lets its members play the computer.

        `None` is a place without a server that could switch it off.
        """
        return guild_id not in self._without_computer

    def check_computer(self, guild_id: int | None, code: str = "computer.off") -> None:
        """Raise a `Refusal` with this code where a server has switched the computer off."""
        if not self.has_computer(guild_id):
            raise Refusal(code)

    async def clock_for(self, guild_id: int | None, named: str | None) -> TimeControl | None:
        """Return the clock of a challenge that names one in its stored form.

        With `None` the server's own counts. Without a server that the bot is a member of there is no own
        clock, and there are no limits; but there the bot is not told when a board has arrived, which a live
        clock needs. Raise a `Refusal` that says so, or one that names the server's limits if the clock is
        not within them.
        """
        if guild_id is None:
            control = read_control(named or "")
            if control is not None and control.is_live:
                raise Refusal("clock.sitdown.member")
            return control
        server = await self.get(guild_id)
        control = read_control(named if named is not None else server.clock or "")
        _check_clock(server, control)
        return control

    async def greet(self, guild_id: int, channel_id: int) -> bool:
        """Put an introduction of the bot to a server into the outbox.

        Return whether it had not been introduced before.
        """

        async def job(tx: Transaction) -> bool:
            known = await servers.get(tx, guild_id)
            if known.greeted_at is not None:
                return False
            await servers.put(tx, replace(known, greeted_at=self._now()))
            payload = {"guild": guild_id, "channel": channel_id}
            await outbox.put(tx, PostKind.GREETING, self._now(), payload=payload)
            return True

        fresh = await self._store.write(job)
        self._wake()
        return fresh


def _check_clock(server: ServerRow, control: TimeControl | None) -> None:
    """Raise a `Refusal` if a server does not want a clock like this one.

    Of a bank, the bank counts. If a server limits how long a clock may be, no clock at all is longer.
    """
    least, most = server.clock_least, server.clock_most
    if most is not None and (control is None or control.time > most):
        raise Refusal("clock.server.most", most=span(most))
    if least is not None and control is not None and control.time < least:
        raise Refusal("clock.server.least", least=span(least))


def _check_clocks(server: ServerRow) -> None:
    """Raise a `Refusal` where the clocks that a server sets contradict each other."""
    least, most = server.clock_least, server.clock_most
    if least is not None and most is not None and least > most:
        raise Refusal("settings.clock.limits", least=span(least), most=span(most))
    if server.clock is not None:
        try:
            _check_clock(server, read_control(server.clock))
        except Refusal:
            raise Refusal("settings.clock.default", clock=clock_words(read_control(server.clock))) from None
