"""Lists of matches and challenges.

They are made from database rows, without replaying any match.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.rest import Rest
from club.play.match.access import Asker
from club.play.match.minimatches import find_game_number
from club.play.match.sides import MOVE, odds_of
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.play import challenges, listing
from data.play.challenges import ChallengeRow
from data.play.listing import HeadToHead, ListedRow
from data.play.matches import MatchRow, MatchStatus
from data.play.rematches import SeriesScore, get_score
from rules.catalogue import GAMES, title_of, title_with_aim
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
    """A match in a list, with what its row says about it.

    `vacation_end` is when the vacation of the player to move ends, `None` if they are not on vacation.
    """

    row: ListedRow
    vacation_end: float | None = None

    @property
    def title(self) -> Words:
        """The name of the game, with another aim; its key if it is unknown."""
        return listed_title(self.row)

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or `None` if no player can move."""
        return self.row.turn if self.row.status is MatchStatus.RUNNING else None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, or `None` if they do not play in the match."""
        return self.row.user_ids.index(user_id) if user_id in self.row.user_ids else None

    def waits_for(self, user_id: int) -> bool:
        """Whether it is a user's turn to move.

        A team votes, and its captain moves no more than others.
        """
        turn = self.turn
        return turn is not None and turn == self.seat_of(user_id) and not self.row.teams[turn]

    def side(self, seat: Seat) -> Words:
        """Return the side that a seat plays, such as a colour.

        Return the seat's number, from 1, if the start of the match cannot be read.
        """
        try:
            match = Match(GAMES[self.row.game], json.loads(self.row.options), self.row.secret)
        except Exception:  # what is damaged may break anything, and the others are still to be listed
            return str(seat + 1)
        return match.sides[seat]


def listed_title(row: MatchRow | ListedRow | ChallengeRow) -> Words:
    """Return what a match or challenge is called in lists: its game, and another aim."""
    try:
        return title_with_aim(row.game, json.loads(row.options))
    except (ValueError, AttributeError, TypeError):  # damaged options do not keep others from being listed
        return title_of(row.game)


async def load_vacations(tx: Transaction, rows: Sequence[ListedRow]) -> list[ListedMatch]:
    """Return matches with the vacations of the players to move."""
    asked = {row.id: row.user_ids[row.turn] for row in rows if row.turn is not None}
    rests = await preferences.list_rests(tx, asked.values())
    ends = {
        user_id: span[1]
        for user_id, rest in rests.items()
        if (span := Rest.parse(rest).current_or_next_vacation(tx.now)) and span[0] <= tx.now
    }
    return [ListedMatch(row, ends.get(asked.get(row.id, 0))) for row in rows]


class MatchLists:
    """Lists matches and challenges of users and servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_running(
        self, user_id: int, *, guild_id: int | None = None, limit: int = LISTED
    ) -> list[ListedMatch]:
        """Return a user's running matches, the most recently changed first.

        With `guild_id`, return only those on that server.
        """

        async def job(tx: Transaction) -> list[ListedMatch]:
            rows = await listing.list_for_user(tx, user_id, guild_id=guild_id, limit=limit)
            return await load_vacations(tx, rows)

        return await self._store.read(job)

    async def list_challenges_to(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges to a user, the oldest first."""
        return await self._store.read(lambda tx: challenges.list_open_for_opponent(tx, user_id, limit=LISTED))

    async def list_challenges_by(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges that a user made, the oldest first."""
        return await self._store.read(
            lambda tx: challenges.list_open_by_challenger(tx, user_id, limit=LISTED)
        )

    async def list_by_urgency(self, user_id: int, *, guild_id: int | None = None) -> list[ListedMatch]:
        """Return a user's running matches, those in which it is their turn first.

        Within each group they are sorted by time left, then by how long they have waited.
        """
        return _sort_by_urgency(await self.list_running(user_id, guild_id=guild_id), user_id)

    async def list_visible(self, asker: Asker, user_id: int) -> list[ListedMatch]:
        """Return a user's running matches that another user may see.

        These are matches in the place or on the server from which `asker` asks.
        """
        channel_id, guild_id = asker.channel_id, asker.guild_id
        found = await self.list_running(user_id, guild_id=guild_id) if guild_id is not None else []
        if channel_id is not None:
            here = await self._store.read(lambda tx: listing.list_for_place(tx, channel_id, user_id))
            running = [
                row for row in here if row.status is MatchStatus.RUNNING and row.home_server_id is None
            ]
            found += [ListedMatch(row) for row in running]
        return _sort_by_urgency([match for match in found if await asker.may_see(match.row)], user_id)

    async def find_next(self, user_id: int, *, excluded_id: int | None = None) -> ListedMatch | None:
        """Return the most urgent match that waits for this user, or `None`.

        The match with the id `excluded_id` is left out.
        """
        found = await self.list_waiting(user_id)
        return next((match for match in found if match.row.id != excluded_id), None)

    async def list_waiting(self, user_id: int) -> list[ListedMatch]:
        """Return the matches in which it is this user's turn, the most urgent first."""
        return [match for match in await self.list_by_urgency(user_id) if match.waits_for(user_id)]

    async def list_suspended(self, user_id: int) -> list[ListedMatch]:
        """Return a user's matches that wait for a place to go on in."""
        rows = await self._store.read(lambda tx: listing.list_suspended(tx, user_id, limit=LISTED))
        return [ListedMatch(row) for row in rows]

    async def list_finished(self, user_id: int, *, limit: int) -> list[ListedMatch]:
        """Return a user's finished matches, the newest first."""
        rows = await self._store.read(lambda tx: listing.list_finished(tx, user_id, limit=limit))
        return [ListedMatch(row) for row in rows]

    async def list_decided(self, user_id: int, guild_id: int, *, limit: int) -> list[ListedMatch]:
        """Return a user's matches that came to a result on a server, newest first."""
        rows = await self._store.read(
            lambda tx: listing.list_decided_for_user(tx, user_id, guild_id, limit=limit)
        )
        return [ListedMatch(row) for row in rows]

    async def load_head_to_head(
        self, user_id: int, other_id: int, guild_id: int
    ) -> tuple[HeadToHead, ListedRow] | None:
        """Return two users' results against each other on a server.

        Their last match comes with them. Return `None` if they have finished no match there.
        """

        async def job(tx: Transaction) -> tuple[HeadToHead, ListedRow] | None:
            found = await listing.get_head_to_head(tx, user_id, other_id, guild_id)
            if found is None:
                return None
            [last] = await listing.list_by_ids(tx, [found.last])
            return found, last

        return await self._store.read(job)

    async def load_series(self, match_id: int | None) -> SeriesScore | None:
        """Return the combined results of a match and the matches it is a rematch of.

        Return `None` if `match_id` is `None`.
        """
        if match_id is None:
            return None

        async def job(tx: Transaction) -> SeriesScore:
            known, asked = await get_score(tx, match_id), await challenges.find_by_match(tx, match_id)
            if asked is None:
                return known
            move_given = odds_of(asked.side) == MOVE
            return replace(known, game=await find_game_number(tx, asked), move_given=move_given)

        return await self._store.read(job)

    async def list_games(self, user_id: int) -> list[str]:
        """Return the keys of the games that a user has played, the newest first.

        Running matches count too.
        """

        async def job(tx: Transaction) -> list[ListedRow]:
            running = await listing.list_for_user(tx, user_id, limit=RECENT)
            return [*running, *await listing.list_finished(tx, user_id, limit=RECENT)]

        return list(dict.fromkeys(row.game for row in await self._store.read(job)))

    async def is_new_to(self, user_id: int, game: str) -> bool:
        """Whether a user has not yet played a game.

        Only their newest finished matches are searched, and very short ones do not count.
        """
        found = await self.list_finished(user_id, limit=RECENT)
        return not any(match.row.game == game and match.row.plies >= PLAYED for match in found)

    async def find_rematch_id(self, user_id: int, channel_id: int | None) -> int:
        """Return the id of the match that a user's `/rematch` is about.

        This is the match of this thread, else the user's last finished match. Raise `Refusal` if there is
        none.
        """
        here = (
            await self._store.read(lambda tx: listing.list_for_place(tx, channel_id, user_id))
            if channel_id
            else []
        )
        if here and here[0].thread_id is not None:
            return here[0].id
        found = await self.list_finished(user_id, limit=1)
        if not found:
            raise Refusal("rematch.none")
        return found[0].row.id

    async def list_on_server(self, guild_id: int, *, limit: int = SEARCHED) -> list[ListedMatch]:
        """Return a server's unfinished matches, the most recently changed first."""
        rows = await self._store.read(lambda tx: listing.list_for_server(tx, guild_id, limit=limit))
        return [ListedMatch(row) for row in rows]


def _sort_by_urgency(found: list[ListedMatch], user_id: int) -> list[ListedMatch]:
    """Sort matches by how urgently they wait for the user.

    The user's own turn comes first; within each group by time left, then by how long they have waited.
    """

    def urgency(match: ListedMatch) -> tuple[bool, float, float]:
        deadline = match.row.deadline_at
        left = math.inf if deadline is None else deadline
        return not match.waits_for(user_id), left, match.row.turn_at

    return sorted(found, key=urgency)
