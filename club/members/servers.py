"""The settings of each server, made by its moderators.

The settings that every card needs are kept in memory.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from club.clocks.time_control import HOUR, TimeControl, clock_phrase, duration_phrase, parse_control
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
    """The settings of all servers.

    `wake` is called whenever the outbox has new rows. `followers` store the consequences of a change, in
    the same transaction and in order.
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
        self.alarm = Alarm("servers", now)

    async def open(self) -> None:
        """Load the settings that are kept in memory."""
        await self._load()

    def ring(self) -> None:
        """Reload the settings, because another process may have changed them."""
        self.alarm.start(self._load)

    async def stop(self) -> None:
        """Stop reloading the settings."""
        await self.alarm.stop()

    async def _load(self) -> None:
        """Load the settings that are kept in memory."""
        known = await self._store.read(servers.list_customised)
        if not self._store.is_exclusive:
            self._locales = await self._store.read(servers.get_locales)
        self._languages.clear()
        self._without_computer.clear()
        for server in known:
            self._keep(server)

    async def get(self, guild_id: int) -> ServerRow:
        """Return a server's settings, or the defaults."""
        return await self._store.read(lambda tx: servers.get(tx, guild_id))

    def language_of(self, guild_id: int) -> str | None:
        """Return the language that a server has set, or `None`."""
        return self._languages.get(guild_id)

    def locale_of(self, guild_id: int) -> str | None:
        """Return the language that a server has set at Discord.

        Return `None` if this is the only process; Discord then reports it directly.
        """
        return self._locales.get(guild_id)

    async def note_locale(self, guild_id: int, locale: str) -> None:
        """Remember the language that a server has set at Discord.

        It is stored for processes that Discord does not report it to.
        """
        if not self._store.is_exclusive and self._locales.get(guild_id) != locale:
            await self._store.write(lambda tx: servers.set_locale(tx, guild_id, locale))
            self._locales[guild_id] = locale

    async def change(self, guild_id: int, *, moderator_id: int, **settings: Any) -> ServerRow:
        """Store some settings of a server, and return all of them.

        The settings are named by the fields of `ServerRow`. `moderator_id` is who changes them. Raise
        `Refusal` for clock settings that contradict each other.
        """

        async def job(tx: Transaction) -> ServerRow:
            changed = await self.put_settings(tx, guild_id, moderator_id=moderator_id, **settings)
            _check_clocks(changed)
            return changed

        changed = await self._store.write(job)
        self._keep(changed)
        self._wake()
        return changed

    async def put_settings(
        self, tx: Transaction, guild_id: int, *, moderator_id: int | None, **settings: Any
    ) -> ServerRow:
        """Store some settings within a transaction that stores more.

        `moderator_id` is `None` if the bot itself changes them. This is neither for clock settings nor for
        settings that are kept in memory.
        """
        known = await servers.get(tx, guild_id)
        changed = replace(known, **settings)
        await servers.put(tx, changed)
        for follow in self._followers:
            await follow(tx, moderator_id, known, changed)
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
        """Raise `Refusal` unless one of these channels is a game channel.

        The refusal names the server's game channels. A server that has chosen none allows every channel,
        and without a server all are allowed. `places` are a channel and, for a thread, its parent channel.
        """
        channels = () if guild_id is None else (await self.get(guild_id)).channels
        if channels and not set(channels).intersection(places):
            named = ", ".join(f"<#{channel}>" for channel in channels)
            raise Refusal("challenge.elsewhere", channels=named)

    def has_computer(self, guild_id: int | None) -> bool:
        """Whether a server lets its members play against the computer.

        `None` stands for a place without a server; playing is allowed there.
        """
        return guild_id not in self._without_computer

    def check_computer(self, guild_id: int | None, code: str = "computer.off") -> None:
        """Raise `Refusal` with this code if a server has the computer off."""
        if not self.has_computer(guild_id):
            raise Refusal(code)

    async def clock_for(self, guild_id: int | None, clock: str | None) -> TimeControl | None:
        """Return the time control of a challenge, `clock` being its stored form.

        If `clock` is `None`, the server's default counts. If the bot is not a member of the server, there
        is neither a default nor a limit; but live clocks are refused, because Discord does not tell the bot
        there when a board was posted. Raise `Refusal` for that, or if the clock is outside the server's
        limits.
        """
        if guild_id is None:
            control = parse_control(clock or "")
            if control is not None and control.is_live:
                raise Refusal("clock.sitdown.member")
            return control
        server = await self.get(guild_id)
        control = parse_control(clock if clock is not None else server.clock or "")
        _check_clock(server, control)
        return control

    async def allows_clock(self, guild_id: int | None) -> Callable[[str], bool]:
        """Return a check of whether a clock in its stored form is allowed on a server.

        It is so by the server's limits; without a server, all but live clocks are.
        """
        server = None if guild_id is None else await self.get(guild_id)

        def allows(clock: str) -> bool:
            control = parse_control(clock)
            if server is None:
                return control is None or not control.is_live
            try:
                _check_clock(server, control)
            except Refusal:
                return False
            return True

        return allows

    async def queue_greeting(self, guild_id: int, channel_id: int) -> bool:
        """Queue the bot's introduction to a server.

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
    """Raise `Refusal` if a server does not allow this time control.

    For a bank, the bank's size counts. If a server limits how long a clock may be, playing without a clock
    is refused too.
    """
    least, most = server.clock_least, server.clock_most
    if most is not None and (control is None or control.time > most):
        raise Refusal("clock.server.most", most=duration_phrase(most))
    if least is not None and control is not None and control.time < least:
        raise Refusal("clock.server.least", least=duration_phrase(least))


def _check_clocks(server: ServerRow) -> None:
    """Raise `Refusal` if a server's clock settings contradict each other."""
    least, most = server.clock_least, server.clock_most
    if least is not None and most is not None and least > most:
        raise Refusal("settings.clock.limits", least=duration_phrase(least), most=duration_phrase(most))
    if server.clock is not None:
        try:
            _check_clock(server, parse_control(server.clock))
        except Refusal:
            raise Refusal("settings.clock.default", clock=clock_phrase(parse_control(server.clock))) from None
