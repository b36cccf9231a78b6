"""The match that a member has chosen to show on their profile on a server."""

from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.members import servers
from data.members.servers import NO_RATINGS
from data.standing import profile_match


class ShownMatches:
    """Stores which match each member shows on their profile.

    The choice is deleted together with the match or the member.
    """

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def show_on_profile(self, table: Table, user_id: int) -> None:
        """Show a match on a player's profile, replacing any earlier one.

        Raise `Refusal` if the user did not play it, if it has no result, or if its server has no profiles.
        """
        row = table.row
        if table.seat_of(user_id) is None:
            raise SpectatorRefusal(row)
        if not table.is_over or table.match.outcome is None or row.home_server_id is None:
            raise Refusal("shown.not")

        async def job(tx: Transaction) -> None:
            if (await servers.get(tx, row.guild_id)).ratings == NO_RATINGS:
                raise Refusal("standings.none")
            await profile_match.put(tx, user_id, row.guild_id, row.id)

        await self._store.write(job)

    async def remove(self, user_id: int, guild_id: int) -> None:
        """Stop showing a match on a member's profile on a server."""
        await self._store.write(lambda tx: profile_match.remove(tx, user_id, guild_id))

    async def load_shown_match(self, user_id: int, guild_id: int) -> Table | None:
        """Return the match that a member shows on a server.

        Return `None` if they show none, or if it cannot be read.
        """
        match_id = await self._store.read(lambda tx: profile_match.get(tx, user_id, guild_id))
        if match_id is None:
            return None
        try:
            return await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
