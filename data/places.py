"""Where something is played, and what that means: on a server of the bot's, or by a user install."""

from dataclasses import dataclass


class Placed:
    """What has a place: a server, a channel there, and `abroad`, the column of a user install.

    By a user install the bot is no member where people play. It only answers presses, by their tokens: nothing is
    posted, reminded or ended there by itself, and no settings of a server hold. `abroad` is then the language of what
    everyone sees, `None` everywhere else.
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
    def home(self) -> int | None:
        """Return the server whose settings count, `None` in a user install."""
        return None if self.user_install else self.guild_id


class InThread(Placed):
    """What is played in a thread of a channel, or in the channel itself."""

    __slots__ = ()

    thread_id: int | None

    @property
    def place_id(self) -> int:
        """Return the id of the thread where it is played, or of the channel."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Place(Placed):
    """A channel, whatever is played there."""

    guild_id: int
    channel_id: int
    abroad: str | None = None
