"""Whom the moderators of a server keep from playing there."""

from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import bars
from words import Phrase, Words, discord_timestamp


def bar_time(until: float | None) -> Phrase:
    """Return until when a bar holds, in words."""
    return Phrase("bar.always") if until is None else Phrase("bar.until", time=discord_timestamp(until))


async def check_not_barred(tx: Transaction, user_id: int, *guild_ids: int | None) -> None:
    """Raise `Refusal` if a member is barred on one of these servers.

    It says until when, and the moderator's reason.
    """
    for guild_id in dict.fromkeys(guild_ids):
        bar = None if guild_id is None else await bars.get(tx, guild_id, user_id)
        if bar is not None:
            raise Refusal("bar.you", time=bar_time(bar.until), text=bar.why)


async def check_other_not_barred(
    tx: Transaction, guild_id: int | None, user_id: int, name: Words, code: str
) -> None:
    """Raise `Refusal` with this code if another member is barred on a server."""
    if guild_id is not None and await bars.get(tx, guild_id, user_id) is not None:
        raise Refusal(code, name=name)


class Bars:
    """The bars of all servers, for what is asked outside of other transactions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, guild_id: int | None, user_id: int) -> None:
        """Raise `Refusal` if a member is barred on a server; `None` stands for no server."""
        await self._store.read(lambda tx: check_not_barred(tx, user_id, guild_id))

    async def check_other(self, guild_id: int | None, user_id: int, name: Words, code: str) -> None:
        """Raise `Refusal` with this code if another member is barred on a server."""
        await self._store.read(lambda tx: check_other_not_barred(tx, guild_id, user_id, name, code))
