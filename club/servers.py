"""What moderators have set for their server; the languages are kept in memory, for every card asks for one."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final

from club.posts import put_greeting
from club.refusals import Refusal
from data import servers
from data.servers import ServerRow
from data.store import Store, Transaction

CHANNELS_AT_MOST: Final = 10
"""Game channels of a server."""
LIMITS_OFFERED: Final = (1, 2, 3, 5, 10, 20)
"""How many matches or challenges a server can allow each member at a time."""


class Servers:
    """The settings of every server. `wake` is called whenever the outbox has something new."""

    def __init__(self, store: Store, *, now: Callable[[], float], wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake
        self._languages: dict[int, str] = {}

    async def open(self) -> None:
        """Read the languages that servers have set."""
        self._languages = dict(await self._store.read(servers.languages))

    async def get(self, guild_id: int) -> ServerRow:
        """Return what a server has set, or the defaults."""
        return await self._store.read(lambda tx: servers.get(tx, guild_id))

    def language_of(self, guild_id: int) -> str | None:
        """Return the language that a server has set, `None` where it has set none."""
        return self._languages.get(guild_id)

    async def change(self, guild_id: int, **settings: Any) -> ServerRow:
        """Store some settings of a server, by the names of `ServerRow`, and return them all."""

        async def job(tx: Transaction) -> ServerRow:
            changed = replace(await servers.get(tx, guild_id), **settings)
            await servers.put(tx, changed)
            return changed

        changed = await self._store.write(job)
        if changed.language is None:
            self._languages.pop(guild_id, None)
        else:
            self._languages[guild_id] = changed.language
        return changed

    async def check_place(self, guild_id: int, places: Collection[int | None]) -> None:
        """Raise a `Refusal` that names the game channels, where the server has some and none of the places is one.

        `places` are a channel and, of a thread, the channel that it belongs to.
        """
        channels = (await self.get(guild_id)).channels
        if channels and not set(channels).intersection(places):
            named = ", ".join(f"<#{channel}>" for channel in channels)
            raise Refusal("challenge.elsewhere", channels=named)

    async def greet(self, guild_id: int, channel_id: int) -> bool:
        """Put into the outbox that the bot introduces itself to a server; return whether it had not done so before."""

        async def job(tx: Transaction) -> bool:
            known = await servers.get(tx, guild_id)
            if known.greeted_at is not None:
                return False
            await servers.put(tx, replace(known, greeted_at=self._now()))
            await put_greeting(tx, guild_id, channel_id, self._now())
            return True

        fresh = await self._store.write(job)
        self._wake()
        return fresh
