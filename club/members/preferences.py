"""What a user has set for themselves, and the language they were last seen in."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from club.clocks.rest import Rest
from club.last_used import LastUsed
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from rendering.themes import DEFAULT

REMEMBERED: Final = 10_000
"""Users whose language is kept in memory.

So a press of theirs needs no look at the store.
"""

PreferenceFollower = Callable[[Transaction, Preference, Preference], Awaitable[None]]
"""Stores the consequences of a change of a user's settings.

It is given the former settings and those that hold now.
"""


def theme_of(preference: Preference) -> str:
    """Return the theme in which a user sees boards."""
    return preference.theme or DEFAULT


class Preferences:
    """The settings of every user.

    `wake` is called after each change that a user makes. `followers` store the consequences of a
    change, in its transaction and in their order.
    """

    def __init__(
        self, store: Store, *, wake: Callable[[], None], followers: Sequence[PreferenceFollower] = ()
    ) -> None:
        self._store = store
        self._wake = wake
        self._followers = followers
        self._seen = LastUsed[int, tuple[str, str | None]](REMEMBERED)
        """By user: the language they were seen in, and the one they have chosen."""

    async def get(self, user_id: int) -> Preference:
        """Return what a user has set, or the defaults."""
        return await self._store.read(lambda tx: preferences.get(tx, user_id))

    async def theme(self, user_id: int) -> str:
        """Return the theme in which a user sees boards."""
        return theme_of(await self.get(user_id))

    async def quiet(self, user_id: int | None, now: float) -> bool:
        """Whether it is in a user's quiet hours; `None` means no user."""
        return user_id is not None and Rest.parse((await self.get(user_id)).rest).quiet(now)

    async def change(self, user_id: int, **settings: Any) -> Preference:
        """Store some settings of a user, by the names of `Preference`; return them all."""

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

    def look_again(self) -> None:
        """Discard what is in memory: another process may have stored something else."""
        self._seen.clear()

    def forget(self, user_id: int) -> None:
        """Keep nothing of a user in memory."""
        self._seen.forget(user_id)

    def language_for(self, user_id: int, language: str) -> str:
        """Return the language to speak with a user, as far as memory knows it.

        `language` is the one that the user is seen in.
        """
        seen = self._seen.get(user_id)
        return seen[1] if seen and seen[1] else language

    async def saw(self, user_id: int, language: str) -> str:
        """Remember a user's language; return the one to speak with them.

        It is stored only if it has changed.
        """
        seen = self._seen.get(user_id)
        if seen and seen[0] == language:
            return seen[1] or language

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, language=language))

        known = await self.get(user_id)
        if known.language != language:
            await self._store.write(job)
        self._seen.put(user_id, (language, known.own_language))
        return known.own_language or language
