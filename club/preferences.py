"""What a user has set for themselves, and the language they were last seen in."""

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from data import preferences
from data.preferences import Preference
from data.store import Store, Transaction
from rendering.themes import DEFAULT

REMEMBERED: Final = 10_000
"""Users whose language is kept in memory, so that a press of theirs costs no look at the store."""


class Preferences:
    """The settings of every user."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: OrderedDict[int, str] = OrderedDict()

    async def get(self, user_id: int) -> Preference:
        """Return what a user has set, or the defaults."""
        return await self._store.read(lambda tx: preferences.get(tx, user_id))

    async def theme_of(self, user_id: int) -> str:
        """Return the theme in which a user sees boards."""
        return (await self.get(user_id)).theme or DEFAULT

    async def confirms(self, user_id: int) -> bool:
        """Return whether a user wants to be asked before a move counts."""
        return (await self.get(user_id)).confirm

    async def saw(self, user_id: int, language: str) -> None:
        """Remember the language of a user; store it only where it has changed."""
        if self._seen.get(user_id) == language:
            return

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, language=language))

        if (await self.get(user_id)).language != language:
            await self._store.write(job)
        self._seen[user_id] = language
        self._seen.move_to_end(user_id)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
