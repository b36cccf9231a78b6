"""Several processes of the club on one database."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from club.club import Club
from data.database.store import Store
from data.store_opening import open_store
from tests.club.room import club_on

MORNING = datetime(2026, 11, 22, 8, 59, tzinfo=UTC).timestamp()


@dataclass
class Clubs:
    """Processes of the bot on one database.

    Their common time stands until a test moves it.
    """

    place: Path | str
    time: float = MORNING
    opened: list[Store] = field(default_factory=list)

    async def open(self) -> Club:
        if isinstance(self.place, str) or not self.opened:  # on SQLite there is one process
            self.opened.append(await open_store(self.place, now=lambda: self.time))
        store = self.opened[-1]
        return club_on(store, lambda: self.time)
