"""Consent to make puzzles from matches.

The server and both players must allow it, for as long as the puzzle exists.
"""

from collections.abc import Callable, Sequence
from typing import Final

from data.database.transaction import Transaction
from data.members.preferences import Preference
from data.members.servers import ServerRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.puzzles import mining, puzzle_rating
from data.puzzles.mining import MinedRow

CHOICES: Final = (None, mining.NAMELESS, mining.NAMED)
"""The choices of a member.

No match of theirs is examined, or it is, without or with their name.
"""


class MiningConsent:
    """Follows the settings of members and servers.

    It deletes puzzles that are no longer allowed.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, user_id: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Delete the puzzles from a server's matches if it no longer allows any."""
        del user_id
        if before.mined and not after.mined:
            await self.forget_puzzles(tx, await mining.drop_server(tx, after.guild_id))

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Delete the puzzles from the matches of a user who no longer allows any.

        If they only change whether they are named, update the posts that show the puzzles.
        """
        if before.mined == after.mined:
            return
        if after.mined is None:
            await self.drop_person(tx, after.user_id)
        else:
            await self._redraw(tx, await mining.list_for_player(tx, after.user_id))

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Delete the puzzles found in a user's matches."""
        await self.forget_puzzles(tx, await mining.drop_person(tx, user_id))

    async def forget_puzzles(self, tx: Transaction, rows: Sequence[MinedRow]) -> None:
        """Forget the ratings of deleted puzzles, and update posts that show them."""
        for row in rows:
            await puzzle_rating.drop_strength(tx, row.key)
        await self._redraw(tx, rows)

    async def _redraw(self, tx: Transaction, rows: Sequence[MinedRow]) -> None:
        for row in rows:
            for post_id in await mining.list_posts(tx, row):
                await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": post_id})
