"""The match that a member has chosen to show on their profile on a server."""

from club.play.match.access import Watching
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.members import servers
from data.members.servers import NO_RATINGS
from data.standing import profile_match


class ShownMatches:
    """Keeps which match each member shows; it is gone with the match, or with them."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def show(self, table: Table, user_id: int) -> None:
        """Show a match on a player's profile on its server, replacing the former one.

        Raise `Refusal` for anyone else, for a match without a result, and if there are no profiles.
        """
        row = table.row
        if table.seat_of(user_id) is None:
            raise Watching(row)
        if not table.over or table.match.outcome is None or row.home is None:
            raise Refusal("shown.not")

        async def job(tx: Transaction) -> None:
            if (await servers.get(tx, row.guild_id)).ratings == NO_RATINGS:
                raise Refusal("standings.none")
            await profile_match.put(tx, user_id, row.guild_id, row.id)

        await self._store.write(job)

    async def remove(self, user_id: int, guild_id: int) -> None:
        """Show no match on a member's profile on a server any more."""
        await self._store.write(lambda tx: profile_match.remove(tx, user_id, guild_id))

    async def of(self, user_id: int, guild_id: int) -> Table | None:
        """Return the match that a member shows on a server.

        `None` if they show none, or it cannot be read.
        """
        match_id = await self._store.read(lambda tx: profile_match.get(tx, user_id, guild_id))
        if match_id is None:
            return None
        try:
            return await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
