"""The column of members: the settings of people and servers, and their limits."""

from collections.abc import Callable, Sequence

from club.members.bars import Bars
from club.members.blocks import Blocks
from club.members.preferences import PreferenceFollower, Preferences
from club.members.quotas import Limits, PressLimiter
from club.members.servers import ServerFollower, Servers
from club.running.column import ClubContext, Column
from words import languages


class MembersColumn(Column):
    """The settings of people and servers, and the limits of what they may do.

    `follow_settings` is called after each change by a user. `server_followers` and `person_followers` store
    the consequences of a change, in its transaction.
    """

    def __init__(
        self,
        context: ClubContext,
        limits: Limits,
        *,
        follow_settings: Callable[[], None],
        server_followers: Sequence[ServerFollower],
        person_followers: Sequence[PreferenceFollower],
    ) -> None:
        self.limits = limits
        self.bars = Bars(context.store)
        self.blocks = Blocks(context.store, context.now)
        self.presses = PressLimiter(limits, context.now)
        self.languages = languages()
        """Those that members and servers can choose."""
        self.servers = Servers(
            context.store, now=context.now, wake=context.delivery.ring, followers=server_followers
        )
        self.preferences = Preferences(context.store, wake=follow_settings, followers=person_followers)

    async def open(self) -> None:
        """Load the settings of servers that are kept in memory."""
        await self.servers.open()

    async def close(self) -> None:
        """Stop reloading the settings of servers."""
        await self.servers.stop()

    def ring(self) -> None:
        """Reload the settings of servers, because another process may have changed them."""
        self.servers.ring()
