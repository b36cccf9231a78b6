"""Places of play: a server of the bot's, a user install, or in private.

Each says what that means for a match.
"""

from dataclasses import dataclass
from typing import Final

NOWHERE: Final = 0
"""Stands in for a server and a channel: only the player sees what is played there."""


class PlacedRow:
    """Anything with a place: a server, a channel there, and the column `abroad`.

    `abroad` marks a user install, where the bot is not a member of the place where people play. There
    it only answers presses, by their tokens: it posts, reminds and ends nothing by itself, and no
    settings of a server apply. `abroad` is then the language of what everyone sees; it is `None`
    everywhere else. A private match has no place: its player sees it in their own cards.
    """

    __slots__ = ()

    guild_id: int
    channel_id: int
    abroad: str | None

    @property
    def place_id(self) -> int:
        """Return the id of the channel where it is played."""
        return self.channel_id

    @property
    def user_install(self) -> bool:
        """Return whether the bot is no member there."""
        return self.abroad is not None

    @property
    def private(self) -> bool:
        """Return whether it has no place, so that nothing of it is posted."""
        return self.channel_id == NOWHERE

    @property
    def home(self) -> int | None:
        """Return the server whose settings count, `None` in a user install and in private."""
        return None if self.user_install or self.private else self.guild_id


class ThreadRow(PlacedRow):
    """What is played in a thread of a channel, or in the channel itself."""

    __slots__ = ()

    thread_id: int | None

    @property
    def place_id(self) -> int:
        """Return the id of the thread where it is played, or of the channel."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Place(PlacedRow):
    """A channel, whatever is played there."""

    guild_id: int
    channel_id: int
    abroad: str | None = None


PRIVATE: Final = Place(NOWHERE, NOWHERE)
"""The place of what is private."""
