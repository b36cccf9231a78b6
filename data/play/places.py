"""Places where matches are played, and what follows from the kind of place.

A place is a channel or thread of a server where the bot is a member, a user install (a place where
the bot is not a member and only answers interactions), or private.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from words import Localizer, localizer_for

NOWHERE: Final = 0
"""Stands in for a server and a channel: only the player sees what is played there."""
ON_SERVER: Final = "abroad IS NULL"
"""Condition: the bot is a member of the server of a row, or the row is private."""


class PlacedRow:
    """Base class for rows with a place: server, channel and `abroad`.

    The column `abroad` is set for a user install, where the bot is not a member; it is the language of
    messages that everyone sees there. A private match has no channel: its player sees it in messages of
    their own. Direct messages with the bot count as private too.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # rows have fields for them, which no one changes

        @property
        def guild_id(self) -> int:
            """The ID of the server."""
            ...

        @property
        def channel_id(self) -> int:
            """The ID of the channel."""
            ...

        @property
        def abroad(self) -> str | None:
            """The language of messages in a user install."""
            ...

    @property
    def place_id(self) -> int:
        """The ID of the channel where the match is played."""
        return self.channel_id

    @property
    def is_user_install(self) -> bool:
        """Whether the bot is not a member there and only answers interactions."""
        return self.abroad is not None

    @property
    def is_private(self) -> bool:
        """Whether only one person is there, so that nothing is posted."""
        return not self.is_user_install and NOWHERE in (self.guild_id, self.channel_id)

    @property
    def home_server_id(self) -> int | None:
        """The ID of the server whose settings apply, or `None` if there is none."""
        return None if self.is_user_install or self.is_private else self.guild_id

    @property
    def has_route(self) -> bool:
        """Whether the bot can reach the players without waiting for an interaction.

        It can on its servers and in private: there it posts, edits, reminds and links to messages. In a
        user install it does nothing but answer interactions.
        """
        return not self.is_user_install

    def is_reached_from(self, channel_id: int | None) -> bool:
        """Whether answers to an interaction in a channel are seen in this place."""
        return self.has_route or self.place_id == channel_id

    def choose_speaker(self, public: Localizer) -> Localizer:
        """Return the speaker (the language of texts) for everyone in this place.

        `public` is the speaker for the server.
        """
        return localizer_for(self.abroad) if self.abroad else public


class ThreadRow(PlacedRow):
    """Base class for rows with a place that may be a thread of a channel."""

    __slots__ = ()

    if TYPE_CHECKING:  # as above

        @property
        def thread_id(self) -> int | None:
            """The ID of the thread, if it is one."""
            ...

    @property
    def place_id(self) -> int:
        """The ID of the thread where the match is played, or else of the channel."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Place(PlacedRow):
    """A place by itself, independent of any match."""

    guild_id: int
    channel_id: int
    abroad: str | None = None


PRIVATE: Final = Place(NOWHERE, NOWHERE)
"""The place of what is private."""
