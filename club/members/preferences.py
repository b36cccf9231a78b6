"""The settings of each user, and the language they last used on Discord."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from club.clocks.rest import Rest
from club.clocks.zones import day_number
from club.last_used import LruCache
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from rendering.themes import DEFAULT_THEME

REMEMBERED: Final = 10_000
"""Users whose language is kept in memory.

So a press of theirs needs no look at the store.
"""

PreferenceFollower = Callable[[Transaction, Preference, Preference], Awaitable[None]]
"""Stores the consequences of a change of a user's settings.

It is given the former settings and those that hold now.
"""


def board_theme(preference: Preference) -> str:
    """Return the colour theme of a user's boards."""
    return preference.theme or DEFAULT_THEME


async def load_today(tx: Transaction, user_id: int, now: float) -> int:
    """Return the day it is for a user, as a number of days since the epoch.

    The day follows the time zone that the user has set.
    """
    rest = Rest.parse((await preferences.get(tx, user_id)).rest)
    return day_number(now, rest.zone)


class Preferences:
    """The settings of all users.

    `wake` is called after each change by a user. `followers` store the consequences of a change, in the
    same transaction and in order.
    """

    def __init__(
        self, store: Store, *, wake: Callable[[], None], followers: Sequence[PreferenceFollower] = ()
    ) -> None:
        self._store = store
        self._wake = wake
        self._followers = followers
        self._seen = LruCache[int, tuple[str, str | None, str | None]](REMEMBERED)
        """By user: the language they were seen in, their chosen one, and their handle."""

    async def get(self, user_id: int) -> Preference:
        """Return a user's settings, or the defaults."""
        return await self._store.read(lambda tx: preferences.get(tx, user_id))

    async def load_theme(self, user_id: int) -> str:
        """Load the colour theme of a user's boards."""
        return board_theme(await self.get(user_id))

    async def is_quiet(self, user_id: int | None, now: float) -> bool:
        """Whether it is in a user's quiet hours; false if `user_id` is `None`."""
        return user_id is not None and Rest.parse((await self.get(user_id)).rest).is_quiet(now)

    async def change(self, user_id: int, **settings: Any) -> Preference:
        """Store some settings of a user, and return all of them.

        The settings are named by the fields of `Preference`.
        """

        async def job(tx: Transaction) -> Preference:
            known = await preferences.get(tx, user_id)
            changed = replace(known, **settings)
            await preferences.put(tx, changed)
            for follow in self._followers:
                await follow(tx, known, changed)
            return changed

        changed = await self._store.write(job)
        self._wake()
        self._seen.forget(user_id)
        return changed

    def clear_cache(self) -> None:
        """Discard everything in memory, because another process may have changed it."""
        self._seen.clear()

    def drop_from_cache(self, user_id: int) -> None:
        """Discard what is in memory about a user."""
        self._seen.forget(user_id)

    def language_for(self, user_id: int, language: str) -> str:
        """Return the language for a user, as far as it is known in memory.

        It is the one they have chosen, or else `language`, which Discord reports for them.
        """
        seen = self._seen.get(user_id)
        return seen[1] if seen and seen[1] else language

    async def note_user(self, user_id: int, language: str, handle: str | None = None) -> str:
        """Remember the language Discord reports for a user; return the one to use.

        The `handle` is for pictures, `None` if they can draw the user's name. Both are stored only if one
        has changed.
        """
        seen = self._seen.get(user_id)
        if seen and (seen[0], seen[2]) == (language, handle):
            return seen[1] or language

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, language=language, handle=handle))

        known = await self.get(user_id)
        if (known.language, known.handle) != (language, handle):
            await self._store.write(job)
        self._seen.put(user_id, (language, known.own_language, handle))
        return known.own_language or language
