"""Ratings of a server.

Each rated match that ends stores its row and the resulting ratings in its own transaction.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from club.play.course.admin_log import AdminLog
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.own_matter import check_match
from club.play.match.sides import may_have_odds
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.standing.counted_matches import (
    FAMILIES,
    RatingUpdate,
    count_ratings,
    game_of,
    rating_changes,
    rating_row,
    standing_of,
)
from club.standing.newcomers import MOST as MOST_AGAINST
from club.standing.newcomers import is_beyond
from club.standing.rankings import OPPONENTS, RankedPlayer, is_provisional, line_of, rank_players
from club.standing.rating_arithmetic import DAY, Everybody, add
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences, servers
from data.members.servers import NO_RATINGS
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow, MatchStatus
from data.standing import club_cards, rated_rows, ratings
from data.standing.rated_rows import ABSENCE, MODERATOR, NEWCOMERS, RATED, RULES, RatedRow
from data.standing.ratings import RatingRow, Recount

log = logging.getLogger(__name__)

LEAST: Final = 6
"""Plies of a rated match: one that ends sooner was hardly played."""
FAR: Final = 300.0
"""Points between two players from which on a challenge suggests odds."""
ABSENT: Final = frozenset(("time", "forfeit"))
"""The reasons with which a match ends if a player has not moved for too long."""
EXCUSED_ONCE: Final = 180 * DAY
"""Seconds in which one absence of a player is excused.

So letting several lost matches run out together gains nothing.
"""
MOST: Final = 500
"""People of a server's table of one game."""
REPLAYED: Final = 20_000
"""Most rated matches of a server from which a profile is counted.

That takes a quarter of a second.
"""
AT_ONCE: Final = 500
"""Rows that are read in one go: they are made on the event loop."""


class MatchRatingChanges(NamedTuple):
    """What a match has changed of its players' ratings, by seat.

    It has only what all may see. It is nothing if the match was `beyond` the number of a week's matches
    against newcomers that count.
    """

    seats: tuple[RatingUpdate | None, RatingUpdate | None] = (None, None)
    beyond: bool = False


NO_CHANGES: Final = MatchRatingChanges()


@dataclass(frozen=True, slots=True)
class Profile:
    """A member's standing on a server, best rating first.

    In `provisional` games too little is known yet. `waiting` is how many rated matches do not count
    yet.
    """

    lines: Sequence[RankedPlayer]
    provisional: frozenset[str]
    waiting: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of a game.

    `games` are all games with a table there. `mine` is the reader's own line, if they have one.
    """

    game: str
    games: Sequence[str]
    lines: Sequence[RankedPlayer]
    mine: RankedPlayer | None


class RatingFollower(Follower):
    """Stores a row of each rated match that has ended, and changes both ratings.

    Then `alarm` rings.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store the row of a match.

        Do not store it if the match was hardly played, or if its server no longer wants ratings.
        """
        row, outcome = changed.row, changed.match.outcome
        if row.rated != RATED or outcome is None or not changed.has_new_result or row.plies < LEAST:
            return
        if (await servers.get(tx, row.guild_id)).ratings == NO_RATINGS:
            return
        first, second = row.seats
        absent, loser = outcome.reason in ABSENT, first if outcome.winner == 1 else second
        excused = absent and await rated_rows.is_excused(
            tx, row.guild_id, loser.user_id, match_id=row.id, not_since=self._now() - EXCUSED_ONCE
        )
        number, at = await rated_rows.next_number(tx, row.guild_id, self._now())
        pair = first.user_id, second.user_id
        void = ABSENCE if excused else None
        if void is None and await is_beyond(tx, row.guild_id, row.game, pair, at):
            void = NEWCOMERS
        entry = RatedRow(
            guild_id=row.guild_id,
            number=number,
            match_id=row.id,
            game=row.game,
            first_id=first.user_id,
            first_name=str(first.name),
            second_id=second.user_id,
            second_name=str(second.name),
            winner=outcome.winner,
            at=at,
            edge=await rated_rows.edge(tx, row.game),
            on_time=absent,
            void=void,
        )
        if void is None:
            await _rate(tx, entry)
        await rated_rows.add(tx, entry)

    def after(self, changed: ChangedMatch) -> None:
        """Ring: a match that waited may count now."""
        if changed.has_new_result and changed.row.rated == RATED:
            self._alarm.ring()


async def _rate(tx: Transaction, entry: RatedRow) -> None:
    """Change the ratings of both players by a match whose row is still to be stored.

    Where the two have never met, it may change whose matches count: then all is counted anew, in the order of play.
    """
    guild_id, game, pair = entry.guild_id, entry.game, entry.user_ids
    if not await rated_rows.have_met(tx, guild_id, pair):
        await ratings.want_recount(tx, guild_id)
        return
    if await ratings.is_waiting(tx, guild_id, pair) or not await ratings.is_current(tx, guild_id):
        return
    known = [await ratings.of_person(tx, guild_id, user_id) for user_id in pair]
    standings: Everybody = {
        (row.user_id, row.game): standing_of(row) for rows in known for row in rows.values()
    }
    add(standings, game_of(entry), FAMILIES)
    fresh = not await rated_rows.have_met(tx, guild_id, pair, game)
    for user_id, name, rows in zip(pair, (entry.first_name, entry.second_name), known, strict=True):
        opponents = (rows[game].opponents if game in rows else 0) + fresh
        await ratings.put(tx, rating_row(guild_id, game, user_id, name, standings[user_id, game], opponents))


class Ratings:
    """Voids rated matches, and counts the ratings of servers anew on request.

    The displayed ratings change all at once when a count is done.
    """

    def __init__(self, store: Store, alarm: Alarm, admin_log: AdminLog, *, now: Callable[[], float]) -> None:
        self._store = store
        self._admin_log = admin_log
        self._alarm = alarm
        self._now = now

    async def open(self) -> None:
        """Begin with what was left undone."""
        self._alarm.start(self._work)

    async def stop(self) -> None:
        """Count no more."""
        await self._alarm.stop()

    def ring(self) -> None:
        """Look whether another process has asked for it."""
        self._alarm.ring()

    async def void(self, match_id: int, *, by: int, why: str) -> RatedRow:
        """Void a rated match that has ended, on a moderator's word; return its row.

        The moderator says why. Raise `Refusal` if it is their own match, was not rated, or does not count
        already.
        """
        return await self._change(match_id, MODERATOR, by=by, why=why)

    async def count_again(self, match_id: int, *, by: int, why: str) -> RatedRow:
        """Make a match that a moderator voided count again; return its row.

        A moderator says so and why. Raise `Refusal` if it is their own match, was not rated, or counts, or
        if its loser had not come back since another absence.
        """
        return await self._change(match_id, None, by=by, why=why)

    async def _change(self, match_id: int, void: str | None, *, by: int, why: str) -> RatedRow:
        async def job(tx: Transaction) -> RatedRow:
            row = await rated_rows.of_match(tx, match_id)
            if row is None:
                raise Refusal("rated.not", match=match_id)
            await check_match(tx, match_id, by)
            if (row.void is None) is (void is None):
                raise Refusal("rated.void.not" if row.void is None else "rated.void.already", match=match_id)
            if row.void in RULES:
                raise Refusal(f"rated.void.{row.void}", match=match_id, limit=MOST_AGAINST)
            await rated_rows.set_void(tx, match_id, void, by=by, why=why, at=self._now())
            await ratings.want_recount(tx, row.guild_id)
            await self._admin_log.note_rating_change(
                tx, by=by, guild_id=row.guild_id, match_id=match_id, void=void is not None
            )
            changed = await rated_rows.of_match(tx, match_id)
            assert changed is not None  # it is there
            return changed

        changed = await self._store.write(job)
        self._alarm.ring()
        return changed

    async def profile(self, guild_id: int, user_id: int, *, by: int) -> Profile | None:
        """Return a member's standing on a server, for the reader `by`.

        `None` if the member hides it from others. Raise `Refusal` if the server keeps no ratings.
        """

        async def job(tx: Transaction) -> tuple[dict[str, RatingRow], int] | None:
            await _must_rate(tx, guild_id)
            if by != user_id and not (await preferences.get(tx, user_id)).profile_shown:
                return None
            rows = await ratings.of_person(tx, guild_id, user_id)
            return rows, await ratings.waiting_of(tx, guild_id, user_id)

        read, now = await self._store.read(job), self._now()
        if read is None:
            return None
        rows, waiting = read
        lines = sorted((line_of(row, now) for row in rows.values()), key=lambda line: -line.rating.points)
        provisional = frozenset(game for game, row in rows.items() if is_provisional(row, now))
        return Profile(lines, provisional, waiting)

    async def rows(self, guild_id: int) -> list[RatedRow]:
        """Return all rated matches of a server, in order.

        Return none if there are too many to be counted at once.
        """
        last = await self._store.read(lambda tx: rated_rows.last_number(tx, guild_id))
        return await rows_of(self._store, guild_id) if last <= REPLAYED else []

    async def changes(self, match: MatchRow) -> MatchRatingChanges:
        """Return the changes of a match to its players' ratings, as all may see them.

        There are none if it does not count, or not yet, or if its server keeps no ratings. None are shown
        of players who hide their profile, or were forgotten.
        """
        if match.rated != RATED or match.status is not MatchStatus.OVER:
            return NO_CHANGES

        async def job(tx: Transaction) -> tuple[RatedRow, bool, bool] | None:
            row = await rated_rows.of_match(tx, match.id)
            if row is None or (await servers.get(tx, match.guild_id)).ratings == NO_RATINGS:
                return None
            first, second = [
                user_id != NOBODY and (await preferences.get(tx, user_id)).profile_shown
                for user_id in match.user_ids
            ]
            return row, first, second

        known = await self._store.read(job)
        if known is None:
            return NO_CHANGES
        row, *shown = known
        if row.void == NEWCOMERS:
            return MatchRatingChanges(beyond=True)
        rows = await self.rows(match.guild_id)
        both = await asyncio.to_thread(rating_changes, rows, match.id)
        if both is None:
            return NO_CHANGES
        first, second = (change if seen else None for change, seen in zip(both, shown, strict=True))
        return MatchRatingChanges((first, second))

    async def far_ahead(self, challenge: ChallengeRow) -> int | None:
        """Return the much higher rated player of an open challenge.

        With odds given by that player it would be an even match. `None` if there is no such player, if it
        may not be seen by all, or if no odds can be given.
        """
        pair = challenge.challenger_id, challenge.opponent_id
        if challenge.status is not ChallengeStatus.OPEN or not may_have_odds(challenge):
            return None

        async def job(tx: Transaction) -> list[RatingRow]:
            if (await servers.get(tx, challenge.guild_id)).ratings == NO_RATINGS:
                return []
            known = []
            for user_id in filter(None, pair):
                row = (await ratings.of_person(tx, challenge.guild_id, user_id)).get(challenge.game)
                if row and (await preferences.get(tx, user_id)).profile_shown:
                    known.append(row)
            return known

        rows, now = await self._store.read(job), self._now()
        if len(rows) < 2 or any(is_provisional(row, now) for row in rows):
            return None
        high, low = sorted(rows, key=lambda row: -row.points)
        return high.user_id if high.points - low.points >= FAR else None

    async def standings(self, guild_id: int, game: str | None, *, user_id: int) -> Standings | None:
        """Return the table of a game on a server.

        By default it is the game that most people there are rated in. `user_id` is the reader: others who
        hide their profile are left out of it, and count in no rank. `None` if no one is rated in any game.
        Raise `Refusal` if the server keeps no ratings.
        """

        async def job(tx: Transaction) -> tuple[list[str], list[RatingRow], dict[str, RatingRow]]:
            await _must_rate(tx, guild_id)
            games = await ratings.games(tx, guild_id)
            shown = game or (games[0] if games else "")
            rows = await ratings.of_game(tx, guild_id, shown, by=user_id, opponents=OPPONENTS, limit=MOST)
            return games, rows, await ratings.of_person(tx, guild_id, user_id)

        games, rows, own = await self._store.read(job)
        if not games:
            return None
        shown, now = game or games[0], self._now()
        lines = rank_players(rows, now)
        mine = next((line for line in lines if line.user_id == user_id), None)
        if mine is None and shown in own:
            mine = line_of(own[shown], now)
        return Standings(shown, games, lines, mine)

    async def _work(self) -> float | None:
        """Count the ratings of one server; return when there may be another."""
        wanted = await self._store.read(ratings.next_recount)
        if wanted is None:
            return None
        await recount(self._store, wanted)
        return self._now()


async def _must_rate(tx: Transaction, guild_id: int) -> None:
    """Raise a `Refusal` where a server keeps no ratings."""
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        raise Refusal("standings.none")


async def recount(store: Store, wanted: Recount) -> bool:
    """Count the ratings of a server anew and put them in place at once.

    Return false if they were outdated by then.
    """
    rows = await rows_of(store, wanted.guild_id)
    counted = await asyncio.to_thread(count_ratings, wanted.guild_id, rows)

    async def job(tx: Transaction) -> bool:
        swapped = await ratings.swap(tx, wanted, counted)
        await club_cards.redraw(tx, wanted.guild_id, tx.now)
        return swapped

    swapped = await store.write(job)
    log.info("ratings counted", extra={"matches": len(rows)})
    return swapped


async def rows_of(store: Store, guild_id: int) -> list[RatedRow]:
    """Return all rated matches of a server, in their order."""
    rows: list[RatedRow] = []

    async def more(tx: Transaction) -> list[RatedRow]:
        after = rows[-1].number if rows else 0
        return await rated_rows.of_server(tx, guild_id, after=after, limit=AT_ONCE)

    while some := await store.read(more):
        rows += some
    return rows
