"""Places of play, which answer for themselves what follows from their kind.

They are channels and threads of the bot's servers, user installs, and private.
"""

from dataclasses import dataclass
from typing import Final

from words import Speaker, speaker

NOWHERE: Final = 0
"""Stands in for a server and a channel: only the player sees what is played there."""
ON_SERVER: Final = "abroad IS NULL"
"""Condition: the bot is a member of the server of a row, or the row is private."""


class PlacedRow:
    """Anything with a place: a server, a channel there, and the column `abroad`.

    `abroad` marks a user install, where the bot is not a member of the place where people play; it is the language of
    what everyone sees there. A private match has no place: its player sees it in their own cards. Messages with the bot
    alone are as private.
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
    def is_user_install(self) -> bool:
        """Return whether the bot is no member there and only answers presses."""
        return self.abroad is not None

    @property
    def private(self) -> bool:
        """Return whether only one person is there, so that nothing of it is posted."""
        return not self.is_user_install and NOWHERE in (self.guild_id, self.channel_id)

    @property
    def home(self) -> int | None:
        """Return the server whose settings and members count, `None` if none do."""
        return None if self.is_user_install or self.private else self.guild_id

    @property
    def has_route(self) -> bool:
        """Whether the bot reaches the players by itself: on its servers and in private.

        There it posts, edits and reminds, and links lead to its messages. In a user install it does
        nothing that no press has asked for.
        """
        return not self.is_user_install

    def is_reached_from(self, channel_id: int | None) -> bool:
        """Return whether what a press in a channel brings is seen there."""
        return self.has_route or self.place_id == channel_id

    def choose_speaker(self, public: Speaker) -> Speaker:
        """Return the speaker for everyone there; `public` is that of its server."""
        return speaker(self.abroad) if self.abroad else public


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
