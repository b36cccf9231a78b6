"""What a user has set for themselves."""

from data import preferences
from data.preferences import Preference
from data.store import Store
from rendering.themes import DEFAULT


class Preferences:
    """The settings of every user."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, user_id: int) -> Preference:
        """Return what a user has set, or the defaults."""
        return await self._store.read(lambda tx: preferences.get(tx, user_id))

    async def theme_of(self, user_id: int) -> str:
        """Return the theme in which a user sees boards."""
        return (await self.get(user_id)).theme or DEFAULT

    async def confirms(self, user_id: int) -> bool:
        """Return whether a user wants to be asked before a move counts."""
        return (await self.get(user_id)).confirm
