"""The host's lab: addresses where it opens a game or a position.

They are made only if the host has one, and on servers that want them.
"""

from typing import Final

from club.play.course.outside_help import OutsideHelp
from club.play.match.matches import Table
from data.database.store import Store
from data.members import servers
from engines.puzzles.puzzle import Puzzle
from rules import links
from rules.game import AnyGame, Options

LONGEST: Final = 512
"""Characters of an address that a button leads to."""


class LabLinks:
    """The ways into the lab; `base` is its address, `None` where there is none.

    It knows no matches, so nothing leads there from one that goes on, not even from its rules, nor from a puzzle that
    is not solved yet, nor with a position that `outside` keeps from those whom it would help in a match of theirs.
    """

    def __init__(self, store: Store, base: str | None, outside: OutsideHelp) -> None:
        self._store = store
        self._outside = outside
        self.base = base

    async def of_match(self, table: Table) -> str | None:
        """Return the address to play on from the last position with a move to make.

        The match must have a result. Both players see the link.
        """
        if not (table.match.outcome and await self._is_wanted(table.row.guild_id)):
            return None
        last = table.match.copy_at(len(table.match.plies))
        while last.turn is None and last.plies:
            last.undo()
        for user_id in table.row.user_ids:
            if not await self._outside.may_lead(user_id, last):
                return None
        return self._url(links.write(last))

    async def of_puzzle(self, puzzle: Puzzle, guild_id: int | None, *, user_id: int) -> str | None:
        """Return the address of a puzzle's start for a user who has finished it.

        They must have solved it or seen its solution.
        """
        begun = puzzle.after(0)
        if not await self._is_wanted(guild_id) or not await self._outside.may_lead(user_id, begun):
            return None
        return self._url(links.write(begun))

    async def of_game(self, game: AnyGame, options: Options | None, guild_id: int | None) -> str | None:
        """Return where a game begins, with these options."""
        return self._url(links.write_start(game, options or {})) if await self._is_wanted(guild_id) else None

    async def _is_wanted(self, guild_id: int | None) -> bool:
        """Whether the host has a lab, and the server, if there is one, wants its links."""
        if self.base is None:
            return False
        return guild_id is None or (await self._store.read(lambda tx: servers.get(tx, guild_id))).lab

    def _url(self, said: str | None) -> str | None:
        url = f"{self.base}#{said}"
        return url if said and len(url) <= LONGEST else None
