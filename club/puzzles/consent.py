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


class Consent:
    """Follows the settings of members and servers.

    Puzzles that are no longer allowed are deleted.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, by: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Delete the puzzles from a server's matches once the server allows none.

        It does not matter who has changed that.
        """
        del by
        if before.mined and not after.mined:
            await self.withdraw(tx, await mining.drop_server(tx, after.guild_id))

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Delete the puzzles from a person's matches once they allow none.

        Otherwise have posts name them, or no longer name them.
        """
        if before.mined == after.mined:
            return
        if after.mined is None:
            await self.drop_person(tx, after.user_id)
        else:
            await self._redraw(tx, await mining.found_with(tx, after.user_id))

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Delete the puzzles found in a person's matches."""
        await self.withdraw(tx, await mining.drop_person(tx, user_id))

    async def withdraw(self, tx: Transaction, rows: Sequence[MinedRow]) -> None:
        """Forget how hard these deleted puzzles were.

        Have the daily posts that show them drawn again.
        """
        for row in rows:
            await puzzle_rating.drop_strength(tx, row.key)
        await self._redraw(tx, rows)

    async def _redraw(self, tx: Transaction, rows: Sequence[MinedRow]) -> None:
        for row in rows:
            for post_id in await mining.posts_of(tx, row):
                await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": post_id})
