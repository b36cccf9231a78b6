"""Links to the host's lab, a web app in which to play on from a position.

They are made only if the host has a lab, and only on servers that want them.
"""

from typing import Final

from club.play.course.outside_help import OutsideHelpGuard
from club.play.match.matches import Table
from data.database.store import Store
from data.members import servers
from engines.puzzles.puzzle import Puzzle
from rules import links
from rules.game import AnyGame, Options

LONGEST: Final = 512
"""Characters of an address that a button leads to."""


class LabLinks:
    """Makes links to the lab; `base_url` is its address, `None` if there is none.

    The lab can show good moves, so nothing links to it from a running match, not even from its rules, nor
    from an unsolved puzzle. `outside_help` also blocks positions that would help a user in another running
    match of theirs.
    """

    def __init__(self, store: Store, base_url: str | None, outside_help: OutsideHelpGuard) -> None:
        self._store = store
        self._outside = outside_help
        self.base = base_url

    async def link_to_match(self, table: Table) -> str | None:
        """Return a link to the last position of a match that had a move to make.

        Return `None` if the match has no result or a player must not see the link.
        """
        if not (table.match.outcome and await self._is_wanted(table.row.guild_id)):
            return None
        last = table.match.copy_at(len(table.match.plies))
        while last.turn is None and last.plies:
            last.undo()
        for user_id in table.row.user_ids:
            if not await self._outside.may_link_to_engine(user_id, last):
                return None
        return self._url(links.write(last))

    async def link_to_puzzle(self, puzzle: Puzzle, guild_id: int | None, *, user_id: int) -> str | None:
        """Return a link to a puzzle's first position, for a user who has finished it.

        They must have solved it or seen its solution. Return `None` if there is no link for them.
        """
        begun = puzzle.match_after(0)
        if not await self._is_wanted(guild_id) or not await self._outside.may_link_to_engine(user_id, begun):
            return None
        return self._url(links.write(begun))

    async def link_to_game(self, game: AnyGame, options: Options | None, guild_id: int | None) -> str | None:
        """Return a link to the start of a game with these options, or `None`."""
        return self._url(links.write_start(game, options or {})) if await self._is_wanted(guild_id) else None

    async def _is_wanted(self, guild_id: int | None) -> bool:
        """Whether the host has a lab, and the server (if any) wants its links."""
        if self.base is None:
            return False
        return guild_id is None or (await self._store.read(lambda tx: servers.get(tx, guild_id))).lab

    def _url(self, said: str | None) -> str | None:
        url = f"{self.base}#{said}"
        return url if said and len(url) <= LONGEST else None
