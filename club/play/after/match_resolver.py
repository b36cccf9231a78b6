"""Finding the match that a command is about if it names no match id.

It is the match played in this place (a thread or channel), or the player's only match.
"""

from club.play.match.access import Asker
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import listing, matches
from data.play.listing import ListedRow
from data.play.matches import MatchRow, MatchStatus


class MatchResolver:
    """Finds the match that a command or a button is about."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def resolve(self, asker: Asker, match_id: int | None, *, as_player: bool = False) -> Table:
        """Return the match that a command is about.

        It is the match with the given id, else the match of this thread or channel, else the user's only
        match. If only a player can do what is asked (`as_player`), the user's own match comes before a
        match of others in a channel without threads, unless a team plays that, to which the user may
        belong. Raise `Refusal` if there is no such match, or if several are possible.
        """
        if match_id is not None:
            return await self.load_named(asker, match_id)

        async def job(tx: Transaction) -> tuple[int, MatchRow | None]:
            found = await _candidates(tx, asker.user_id, asker.channel_id, as_player=as_player)
            return len(found), await matches.get(tx, found[0].id) if len(found) == 1 else None

        count, row = await self._store.read(job)
        if row is None:
            raise Refusal("match.several" if count else "match.none")
        return await self._matches.load_table(row)

    async def is_beside_others(self, asker: Asker, table: Table) -> bool:
        """Whether the user only watches the match of this place: `table` is elsewhere."""
        if table.row.place_id == asker.channel_id:
            return False
        found = await self._store.read(
            lambda tx: _candidates(tx, asker.user_id, asker.channel_id, as_player=False)
        )
        return [each.id for each in found] != [table.row.id]

    async def load_named(self, asker: Asker, match_id: int) -> Table:
        """Return the match that a command or a button names by its id.

        Raise `Refusal` if there is no such match, or if this user may not see it.
        """
        row = await self._matches.load_row(match_id)
        if not await asker.may_see(row):
            raise Refusal("match.unknown")
        return await self._matches.load_table(row)

    async def resolve_for_moderator(self, *, channel_id: int | None, match_id: int | None) -> MatchRow:
        """Return the row of the match that a moderator means.

        It is the match with the given id, else the only match in this very channel or thread. Raise
        `Refusal` if there is no such match, or if several are possible.
        """
        if match_id is None:
            found = await self._store.read(lambda tx: _only(tx, channel_id)) if channel_id else []
            if len(found) != 1:
                raise Refusal("match.which")
            match_id = found[0].id
        return await self._matches.load_row(match_id)


async def _candidates(
    tx: Transaction, user_id: int, channel_id: int | None, *, as_player: bool
) -> list[ListedRow]:
    """Return the matches that a user's command in this place may be about.

    There is exactly one if the command is clear; otherwise there are none or two.
    """
    watched: list[ListedRow] = []
    if channel_id is not None:
        for user in (user_id, None):
            rows = await listing.list_for_place(tx, channel_id, user)
            running = [row for row in rows if row.status is MatchStatus.RUNNING]
            if len(running) == 1 or (rows and rows[0].thread_id is not None):
                is_fixed = user is not None or rows[0].thread_id is not None or any(rows[0].teams)
                if is_fixed or not as_player:
                    return rows[:1]
                watched = rows[:1]
    own = await listing.list_for_user(tx, user_id, limit=2)
    return own or watched or await listing.list_suspended(tx, user_id, limit=2)


async def _only(tx: Transaction, channel_id: int) -> list[ListedRow]:
    """Return the running matches of a place, else its newest match."""
    rows = await listing.list_for_place(tx, channel_id)
    running = [row for row in rows if row.status is MatchStatus.RUNNING]
    return running or rows[:1] or await listing.find_newest_in_channel(tx, channel_id)
