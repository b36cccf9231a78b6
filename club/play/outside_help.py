"""No help of the bot's own in a match between people, for those who play it.

One function is asked by all that helps with a position: a match against the computer that begins there, a challenge
from a record, hints, and the analysis of a match or a record. It refuses where that very position stood in a running
match of the person who asks, after the moves that everybody plays by heart.

Of positions the board is compared, and who is to move. Counters, hands and options would be ways round it, and among
checkers so would the kind: somebody who writes a record writes them too.
"""

import json
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from club.last_used import LastUsed
from club.members.limits import Presses
from club.play.lists import LISTED
from club.play.matches import Matches
from club.refusals import Refusal
from data import listing, votes
from data.errors import Unreadable
from data.listing import ListedRow
from data.transaction import Transaction
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.game import AnyGame, Options
from rules.match import Match

BY_HEART: Final = 8
"""Moves of both together before which nobody needs help."""
KEPT: Final = 500
"""Matches whose positions are kept, some 10 KB each."""
SECRET_BYTES: Final = 32
"""Of a secret that decides nothing: no shuffle is left in a position that is given."""
BOARD: Final = ("cells", "lines")
"""The parts of a position that are compared, whichever it has; the turn is by the name of the side, for both seats can
have either."""


class OutsideHelp:
    """Knows the positions of people's running matches; what it takes to find them counts as presses of who asks."""

    def __init__(self, matches: Matches, presses: Presses) -> None:
        self._matches = matches
        self._presses = presses
        self.stood = LastUsed[tuple[int, int], frozenset[str]](KEPT)

    async def check(self, user_id: int, game: AnyGame, positions: Iterable[Any]) -> None:
        """Raise `Refusal` if one of these positions stood in a match that this person plays against another one."""
        rows = [row for row in await self._between_people(user_id, game) if row.plies >= BY_HEART]
        if not rows:
            return
        wanted = await self._presses.beside(user_id, partial(_named, game, positions))
        for row in rows:
            if wanted & await self._in(row, user_id):
                raise Refusal("help.own")

    async def check_start(self, user_id: int, game: AnyGame, options: Options, start: str | None) -> None:
        """Raise `Refusal` if a match is to begin from such a position; `None` is the usual start."""
        if start is not None:
            match = Match(game, options, bytes(SECRET_BYTES))
            match.set(json.loads(start))
            await self.check(user_id, game, [match.position])

    async def plays(self, user_id: int, game: AnyGame) -> bool:
        """Return whether this person plays such a game against another one: nothing proven is said to them then.

        That would help from the first move on.
        """
        return bool(await self._between_people(user_id, game))

    async def _between_people(self, user_id: int, game: AnyGame) -> list[ListedRow]:
        """Return the matches of such a game that this person plays against another one."""
        rows = await self._matches.store.read(lambda tx: _unfinished(tx, user_id))
        return [row for row in rows if _kin(game, row.game) and row.computer is None]

    async def _in(self, row: ListedRow, user_id: int) -> frozenset[str]:
        """Return the positions of a match of a user."""
        key = row.id, row.version
        stood = self.stood.get(key)
        if stood is None:
            try:
                match = (await self._matches.get(row.id)).match
            except (Refusal, Unreadable):  # what nobody can play on needs no guarding
                return frozenset()
            positions = [ply.position for ply in match.plies[BY_HEART - 1 :]]
            stood = await self._presses.beside(user_id, partial(_named, match.game, positions))
            self.stood.put(key, stood)
        return stood


def _kin(game: AnyGame, key: str) -> bool:
    """Return whether what helps in one game helps in another: in the same, and in any kind of checkers."""
    return game.key == key or (isinstance(game, Checkers) and isinstance(GAMES.get(key), Checkers))


async def _unfinished(tx: Transaction, user_id: int) -> list[ListedRow]:
    """Return the matches of a user that are not over, and those in which they vote for a team."""
    return [
        *await listing.of_user(tx, user_id, limit=LISTED),
        *await listing.suspended_of(tx, user_id, limit=LISTED),
        *await listing.of_ids(tx, await votes.voted_in(tx, user_id, LISTED)),
    ]


def _named(game: AnyGame, positions: Iterable[Any]) -> frozenset[str]:
    """Return positions as texts that are equal where the same pieces stand and the same side is to move."""
    return frozenset(board_name(game, position) for position in positions)


def board_name(game: AnyGame, position: Any) -> str:
    """Return a text that is equal for positions where the same pieces stand and the same side is to move.

    It is made of what everybody sees: what a position remembers of those before it can be a hundred times as long.
    """
    board = [value for name, value in game.show(game.seen_by(position, None)).items() if name in BOARD]
    turn = game.turn(position)
    side = None if turn is None else str(game.sides_in(position)[turn])
    return json.dumps([board, side], sort_keys=True)
