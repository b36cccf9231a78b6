"""Lists of matches and challenges, made from their rows.

No match is replayed to be listed.
"""

import json
import math
from dataclasses import dataclass, replace
from typing import Final

from club.play.match.access import Asker
from club.play.match.minimatches import game_of
from club.play.match.sides import MOVE, odds_of
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.play import challenges, listing
from data.play.challenges import ChallengeRow
from data.play.listing import HeadToHead, ListedRow
from data.play.matches import MatchStatus
from data.play.rematches import Series, series
from rules.catalogue import GAMES, title_of
from rules.game import Seat
from rules.match import Match
from words import Words

LISTED: Final = 200
"""Matches that a list takes in, those that changed last."""
PLAYED: Final = 8
"""Moves of both sides from which on a match counts as played.

A match called off earlier teaches the players nothing.
"""
RECENT: Final = 50
"""Number of a user's last finished matches to search for one of a game.

They are also searched for the games that the user plays.
"""
SEARCHED: Final = 1000
"""Matches of a server among which a name is searched.

That many can be running there.
"""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list, with what its row says about it."""

    row: ListedRow

    @property
    def title(self) -> Words:
        """Return the name of the game; its key if this Twotone does not know it."""
        return title_of(self.row.game)

    @property
    def turn(self) -> Seat | None:
        """Return the seat to move, `None` if no player can move."""
        return self.row.turn if self.row.status is MatchStatus.RUNNING else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, `None` for everybody else."""
        return self.row.user_ids.index(user_id) if user_id in self.row.user_ids else None

    def side(self, seat: Seat) -> Words:
        """Return the side that a seat plays, from how the match started.

        Return the seat's number if that cannot be read.
        """
        try:
            match = Match(GAMES[self.row.game], json.loads(self.row.options), self.row.secret)
        except Exception:  # what is damaged may break anything, and the others are still to be listed
            return str(seat + 1)
        return match.sides[seat]


class Lists:
    """What is going on, for those who ask."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_user(
        self, user_id: int, *, guild_id: int | None = None, limit: int = LISTED
    ) -> list[ListedMatch]:
        """Return a user's running matches, latest change first.

        With `guild_id`, only those of that server.
        """
        rows = await self._store.read(lambda tx: listing.of_user(tx, user_id, guild_id=guild_id, limit=limit))
        return [ListedMatch(row) for row in rows]

    async def challenges_to(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges to a user, the oldest first."""
        return await self._store.read(lambda tx: challenges.open_for(tx, user_id, limit=LISTED))

    async def challenges_by(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges that a user made, the oldest first."""
        return await self._store.read(lambda tx: challenges.open_by(tx, user_id, limit=LISTED))

    async def by_urgency(self, user_id: int, *, guild_id: int | None = None) -> list[ListedMatch]:
        """Return a user's running matches, those that wait for them first.

        Within each group they are sorted by time left, then by age.
        """
        return _sort_by_urgency(await self.of_user(user_id, guild_id=guild_id), user_id)

    async def visible_to(self, asker: Asker, user_id: int) -> list[ListedMatch]:
        """Return a user's running matches that another person may see where they ask.

        These are matches in that place or on that server.
        """
        channel_id, guild_id = asker.channel_id, asker.guild_id
        found = await self.of_user(user_id, guild_id=guild_id) if guild_id is not None else []
        if channel_id is not None:
            here = await self._store.read(lambda tx: listing.in_place(tx, channel_id, user_id))
            running = [row for row in here if row.status is MatchStatus.RUNNING and row.home is None]
            found += [ListedMatch(row) for row in running]
        return _sort_by_urgency([match for match in found if await asker.may_see(match.row)], user_id)

    async def next_for(self, user_id: int, *, but: int | None = None) -> ListedMatch | None:
        """Return the match that has waited longest for this user, `None` if none does.

        The match `but` is left out.
        """
        found = await self.waiting_for(user_id)
        return next((match for match in found if match.row.id != but), None)

    async def waiting_for(self, user_id: int) -> list[ListedMatch]:
        """Return the matches in which it is this user's turn, the most urgent first."""
        return [match for match in await self.by_urgency(user_id) if match.turn == match.seat_of(user_id)]

    async def suspended_of(self, user_id: int) -> list[ListedMatch]:
        """Return a user's matches that wait for a place to go on in."""
        rows = await self._store.read(lambda tx: listing.suspended_of(tx, user_id, limit=LISTED))
        return [ListedMatch(row) for row in rows]

    async def finished_of(self, user_id: int, *, limit: int) -> list[ListedMatch]:
        """Return a user's matches that are over, the newest first."""
        rows = await self._store.read(lambda tx: listing.finished_of(tx, user_id, limit=limit))
        return [ListedMatch(row) for row in rows]

    async def between(
        self, user_id: int, other_id: int, guild_id: int
    ) -> tuple[HeadToHead, ListedRow] | None:
        """Return the results of two users' matches on a server, with the last match.

        Return `None` if none has ended.
        """

        async def job(tx: Transaction) -> tuple[HeadToHead, ListedRow] | None:
            found = await listing.head_to_head(tx, user_id, other_id, guild_id)
            if found is None:
                return None
            [last] = await listing.of_ids(tx, [found.last])
            return found, last

        return await self._store.read(job)

    async def series(self, match_id: int | None) -> Series | None:
        """Return the results of a match and of those that it is a rematch of.

        Return `None` for no match.
        """
        if match_id is None:
            return None

        async def job(tx: Transaction) -> Series:
            known, asked = await series(tx, match_id), await challenges.of_match(tx, match_id)
            if asked is None:
                return known
            move_given = odds_of(asked.side) == MOVE
            return replace(known, game=await game_of(tx, asked), move_given=move_given)

        return await self._store.read(job)

    async def games_of(self, user_id: int) -> list[str]:
        """Return the keys of the games that a user plays and has played, newest first."""

        async def job(tx: Transaction) -> list[ListedRow]:
            running = await listing.of_user(tx, user_id, limit=RECENT)
            return [*running, *await listing.finished_of(tx, user_id, limit=RECENT)]

        return list(dict.fromkeys(row.game for row in await self._store.read(job)))

    async def is_new_to(self, user_id: int, game: str) -> bool:
        """Whether a user has not really played a game in their newest finished matches."""
        found = await self.finished_of(user_id, limit=RECENT)
        return not any(match.row.game == game and match.row.plies >= PLAYED for match in found)

    async def last_finished(self, user_id: int, channel_id: int | None) -> int:
        """Return the id of this thread's match, else of the user's last finished match.

        Raise `Refusal` if there is none.
        """
        here = (
            await self._store.read(lambda tx: listing.in_place(tx, channel_id, user_id)) if channel_id else []
        )
        if here and here[0].thread_id is not None:
            return here[0].id
        found = await self.finished_of(user_id, limit=1)
        if not found:
            raise Refusal("rematch.none")
        return found[0].row.id

    async def of_guild(self, guild_id: int, *, limit: int = SEARCHED) -> list[ListedMatch]:
        """Return a server's unfinished matches, latest change first."""
        rows = await self._store.read(lambda tx: listing.of_guild(tx, guild_id, limit=limit))
        return [ListedMatch(row) for row in rows]


def _sort_by_urgency(found: list[ListedMatch], user_id: int) -> list[ListedMatch]:
    """Return matches in the order in which their player looks at them.

    The user's own turn comes first; within each group by time left, then by age.
    """

    def urgency(match: ListedMatch) -> tuple[bool, float, float]:
        deadline = match.row.deadline_at
        left = math.inf if deadline is None else deadline
        return match.turn != match.seat_of(user_id), left, match.row.turn_at

    return sorted(found, key=urgency)
