"""The ratings of servers.

When a rated match ends, its row and the resulting ratings are stored in the same transaction.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from club.members.people import Act
from club.play.course.admin_log import AdminLog
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.match_lists import ListedMatch
from club.play.match.own_matter import check_uninvolved_in_match
from club.play.match.posts import Post, put_post, put_redraw
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
from club.standing.newcomers import is_match_over_newcomer_limit
from club.standing.rankings import (
    RankedPlayer,
    is_provisional,
    list_players,
    load_ranked_and_everyone,
    unranked_player,
    waiting_player,
)
from club.standing.rating_arithmetic import DAY, Everybody, add_game
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import blocks, preferences, servers
from data.members.servers import NO_RATINGS
from data.outbox.post_kinds import PostKind
from data.play import listing, matches
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.listing import ListedRow
from data.play.matches import MatchRow, MatchStatus
from data.standing import club_cards, rated_rows, ratings
from data.standing.rated_rows import ABSENCE, MODERATOR, NEWCOMERS, RATED, RULES, RatedRow
from data.standing.ratings import RatingRow, Recount
from rules.catalogue import rating_key
from rules.match import Match

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
    """How a match changed its players' ratings, by seat.

    It has only what everyone may see. There are no changes if the match was over the weekly limit on
    matches against newcomers (`is_over_newcomer_limit`), if it waits to count until both players have met
    others (`is_waiting`), or if a moderator lets it count for nothing (`void_reason`).
    """

    seats: tuple[RatingUpdate | None, RatingUpdate | None] = (None, None)
    is_over_newcomer_limit: bool = False
    is_waiting: bool = False
    void_reason: str | None = None


NO_CHANGES: Final = MatchRatingChanges()


def may_count(match: Match) -> bool:
    """Whether a finished match has a result after enough moves to count for ratings."""
    return match.outcome is not None and len(match.plies) >= LEAST


@dataclass(frozen=True, slots=True)
class RatingProfile:
    """A member's ratings on a server, the best first.

    `provisional_games` are the games in which the rating is still too uncertain. `waiting_count` is how
    many rated matches do not count yet.
    """

    lines: Sequence[RankedPlayer]
    provisional_games: frozenset[str]
    waiting_count: int


@dataclass(frozen=True, slots=True)
class GameStandings:
    """The table of a game on a server.

    `games` are all games that have a table there. Players with a rank come first in `lines`, then those
    whose rating is provisional. `own_line` is the viewer's own line, if they have one.
    `handles` are for pictures that cannot draw a player's name, by user.
    """

    game: str
    games: Sequence[str]
    lines: Sequence[RankedPlayer]
    own_line: RankedPlayer | None
    handles: Mapping[int, str]


class RatingFollower(Follower):
    """Stores each rated match that ends, and updates both ratings.

    Then it rings the `alarm`.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store a rated match that has ended.

        Do nothing if it ended after very few moves, or if its server no longer wants ratings.
        """
        row, outcome = changed.row, changed.match.outcome
        if (
            row.rated != RATED
            or outcome is None
            or not changed.has_new_result
            or not may_count(changed.match)
        ):
            return
        if (await servers.get(tx, row.guild_id)).ratings == NO_RATINGS:
            return
        first, second = row.seats
        absent, loser = outcome.reason in ABSENT, first if outcome.winner == 1 else second
        excused = absent and await rated_rows.is_excused(
            tx, row.guild_id, loser.user_id, match_id=row.id, not_since=self._now() - EXCUSED_ONCE
        )
        number, at = await rated_rows.claim_number(tx, row.guild_id, self._now())
        pair = first.user_id, second.user_id
        game = rating_key(row.game, changed.match.options)
        void = ABSENCE if excused else None
        if void is None and await is_match_over_newcomer_limit(tx, row.guild_id, game, pair, at):
            void = NEWCOMERS
        entry = RatedRow(
            guild_id=row.guild_id,
            number=number,
            match_id=row.id,
            game=game,
            first_id=first.user_id,
            first_name=str(first.name),
            second_id=second.user_id,
            second_name=str(second.name),
            winner=outcome.winner,
            at=at,
            edge=await rated_rows.get_edge(tx, game),
            on_time=absent,
            void=void,
        )
        if void is None:
            await _rate(tx, entry)
        await rated_rows.add(tx, entry)

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm, because a match that waited may count now."""
        if changed.has_new_result and changed.row.rated == RATED:
            self._alarm.ring()


async def _rate(tx: Transaction, entry: RatedRow) -> None:
    """Update the ratings of both players of a match that is not stored yet.

    If the two have never met before, other matches may begin to count as well, so all ratings of the
    server are queued to be computed again in order.
    """
    guild_id, game, pair = entry.guild_id, entry.game, entry.user_ids
    if not await rated_rows.have_met(tx, guild_id, pair):
        await ratings.request_recount(tx, guild_id)
        return
    if await ratings.is_pair_waiting(tx, guild_id, pair) or not await ratings.is_current(tx, guild_id):
        return
    known = [await ratings.get_for_user(tx, guild_id, user_id) for user_id in pair]
    standings: Everybody = {
        (row.user_id, row.game): standing_of(row) for rows in known for row in rows.values()
    }
    add_game(standings, game_of(entry), FAMILIES)
    fresh = not await rated_rows.have_met(tx, guild_id, pair, game)
    for user_id, name, rows in zip(pair, (entry.first_name, entry.second_name), known, strict=True):
        opponents = (rows[game].opponents if game in rows else 0) + fresh
        await ratings.put(tx, rating_row(guild_id, game, user_id, name, standings[user_id, game], opponents))


class Ratings:
    """Voids rated matches, and computes the ratings of servers again.

    The displayed ratings are all replaced at once when a computation is finished. `wake` has the outbox
    posted.
    """

    def __init__(
        self,
        store: Store,
        alarm: Alarm,
        admin_log: AdminLog,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
    ) -> None:
        self._store = store
        self._admin_log = admin_log
        self._alarm = alarm
        self._now = now
        self._wake = wake

    async def open(self) -> None:
        """Start to compute ratings, beginning with what was left unfinished."""
        self._alarm.start(self._work)

    async def stop(self) -> None:
        """Stop computing ratings."""
        await self._alarm.stop()

    def ring(self) -> None:
        """Check whether another process has requested a computation."""
        self._alarm.ring()

    async def void(self, match_id: int, act: Act, *, reason: str) -> RatedRow:
        """Void a rated match on a moderator's request, and return its row.

        Raise `Refusal` if the moderator played in it, or if it was not rated or does not count already.
        """
        return await self._change(match_id, MODERATOR, act, why=reason)

    async def count_again(self, match_id: int, act: Act, *, reason: str) -> RatedRow:
        """Make a voided match count again, and return its row.

        Raise `Refusal` if the moderator played in it, if it was not rated or counts already, or if it was
        voided by a rule and not by a moderator.
        """
        return await self._change(match_id, None, act, why=reason)

    async def _change(self, match_id: int, void: str | None, act: Act, *, why: str) -> RatedRow:
        """Change whether a match counts; its card and both players are told."""
        by, act_id = act.user_id, act.interaction_id

        async def job(tx: Transaction) -> RatedRow:
            row = await rated_rows.find_by_match(tx, match_id)
            if row is None:
                raise Refusal("rated.not", match=match_id)
            await check_uninvolved_in_match(tx, match_id, by)
            if (row.void is None) is (void is None):
                raise Refusal("rated.void.not" if row.void is None else "rated.void.already", match=match_id)
            if row.void in RULES:
                raise Refusal(f"rated.void.{row.void}", match=match_id, limit=MOST_AGAINST)
            await rated_rows.set_void(tx, match_id, void, by=by, why=why, at=self._now())
            await ratings.request_recount(tx, row.guild_id)
            await self._admin_log.log_rating_change(
                tx, user_id=by, guild_id=row.guild_id, match_id=match_id, void=void is not None
            )
            changed, match = await rated_rows.find_by_match(tx, match_id), await matches.get(tx, match_id)
            assert changed is not None  # it is there
            if match is not None:
                now = self._now()
                await put_redraw(tx, match, now)
                told = {"void": void is not None, "why": why}
                dedup = f"n{match_id}r{act_id}"
                await put_post(
                    tx, match_id, match.version, Post(PostKind.NOTICE, None, told), now, dedup=dedup
                )
            return changed

        changed = await self._store.write(job)
        self._alarm.ring()
        self._wake()
        return changed

    async def list_matches(self, guild_id: int, *, void: bool, limit: int) -> list[ListedMatch]:
        """Return a server's newest rated matches that count, or voided ones."""

        async def job(tx: Transaction) -> list[ListedRow]:
            return await listing.list_by_ids(
                tx, await rated_rows.list_newest_ids(tx, guild_id, MODERATOR if void else None, limit)
            )

        found = {row.id: ListedMatch(row) for row in await self._store.read(job)}
        return [found[match_id] for match_id in sorted(found, reverse=True)]

    async def load_profile(self, guild_id: int, user_id: int, *, viewer_id: int) -> RatingProfile | None:
        """Return a member's ratings on a server, as a viewer may see them.

        Return `None` if the member hides them from others, or from this viewer. Raise `Refusal` if the
        server keeps no ratings.
        """

        async def job(tx: Transaction) -> tuple[dict[str, RatingRow], int] | None:
            await _must_rate(tx, guild_id)
            if not await blocks.may_see_profile(tx, viewer_id, user_id):
                return None
            rows = await ratings.get_for_user(tx, guild_id, user_id)
            return rows, await ratings.count_waiting(tx, guild_id, user_id)

        read, now = await self._store.read(job), self._now()
        if read is None:
            return None
        rows, waiting = read
        lines = sorted(
            (unranked_player(row, now) for row in rows.values()), key=lambda line: -line.rating.points
        )
        provisional = frozenset(game for game, row in rows.items() if is_provisional(row, now))
        return RatingProfile(lines, provisional, waiting)

    async def load_rows(self, guild_id: int) -> list[RatedRow]:
        """Return all rated matches of a server, in order.

        Return an empty list if there are too many to compute ratings from at once.
        """
        last = await self._store.read(lambda tx: rated_rows.get_last_number(tx, guild_id))
        return await load_rated_rows(self._store, guild_id) if last <= REPLAYED else []

    async def load_changes(self, match: MatchRow) -> MatchRatingChanges:
        """Return how a match changed its players' ratings, for everyone to see.

        There are no changes if the match does not count, or not yet, or if its server keeps no ratings.
        Changes are left out for players who hide their profile or whose data was deleted.
        """
        if match.rated != RATED or match.status is not MatchStatus.OVER:
            return NO_CHANGES

        async def job(tx: Transaction) -> tuple[RatedRow, bool, bool] | None:
            row = await rated_rows.find_by_match(tx, match.id)
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
            return MatchRatingChanges(is_over_newcomer_limit=True)
        if row.void == MODERATOR:
            return MatchRatingChanges(void_reason=row.void_why or "–")
        rows = await self.load_rows(match.guild_id)
        both = await asyncio.to_thread(rating_changes, rows, match.id)
        if both is None:
            return MatchRatingChanges(is_waiting=bool(rows) and row.void is None)
        first, second = (change if seen else None for change, seen in zip(both, shown, strict=True))
        return MatchRatingChanges((first, second))

    async def find_much_stronger_player(self, challenge: ChallengeRow) -> int | None:
        """Return the id of the much stronger player of an open challenge.

        The match would be more even if that player gave odds. Return `None` if there is no such player, if
        a profile is hidden, or if odds are not possible.
        """
        pair = challenge.challenger_id, challenge.opponent_id
        game = rating_key(challenge.game, json.loads(challenge.options))
        if challenge.status is not ChallengeStatus.OPEN or not may_have_odds(challenge):
            return None

        async def job(tx: Transaction) -> list[RatingRow]:
            if (await servers.get(tx, challenge.guild_id)).ratings == NO_RATINGS:
                return []
            known = []
            for user_id in filter(None, pair):
                row = (await ratings.get_for_user(tx, challenge.guild_id, user_id)).get(game)
                if row and (await preferences.get(tx, user_id)).profile_shown:
                    known.append(row)
            return known

        rows, now = await self._store.read(job), self._now()
        if len(rows) < 2 or any(is_provisional(row, now) for row in rows):
            return None
        high, low = sorted(rows, key=lambda row: -row.points)
        return high.user_id if high.points - low.points >= FAR else None

    async def load_standings(
        self, guild_id: int, game: str | None, *, viewer_id: int
    ) -> GameStandings | None:
        """Return the table of a game on a server, as a viewer may see it.

        By default it is the game in which most members are rated. Other members who hide their profile are
        left out and do not count for ranks. Return `None` if no one has played a rated match. Raise
        `Refusal` if the server keeps no ratings.
        """

        async def job(
            tx: Transaction,
        ) -> tuple[list[str], Sequence[RatingRow], Sequence[RatingRow], list[RankedPlayer], dict[int, str]]:
            await _must_rate(tx, guild_id)
            waiting = [
                waiting_player(*each)
                for each in await ratings.list_waiting(tx, guild_id, viewer_id=viewer_id, limit=MOST)
            ]
            games = list(
                dict.fromkeys([*await ratings.list_games(tx, guild_id), *(line.game for line in waiting)])
            )
            shown = game or (games[0] if games else "")
            ranked, everyone = await load_ranked_and_everyone(
                tx, guild_id, shown, viewer_id=viewer_id, limit=MOST
            )
            named = [viewer_id, *(row.user_id for row in everyone), *(line.user_id for line in waiting)]
            handles = await preferences.list_handles(tx, named)
            return games, ranked, everyone, [line for line in waiting if line.game == shown], handles

        games, ranked, everyone, waiting, handles = await self._store.read(job)
        if not games:
            return None
        now = self._now()
        lines = list_players(ranked, everyone, now) + waiting
        mine = next((line for line in lines if line.user_id == viewer_id), None)
        return GameStandings(game or games[0], games, lines, mine, handles)

    async def _work(self) -> float | None:
        """Compute the ratings of one server; return when to check for another."""
        wanted = await self._store.read(ratings.find_pending_recount)
        if wanted is None:
            return None
        await recount_ratings(self._store, wanted)
        return self._now()


async def _must_rate(tx: Transaction, guild_id: int) -> None:
    """Raise `Refusal` if a server keeps no ratings."""
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        raise Refusal("standings.none")


async def recount_ratings(store: Store, request: Recount) -> bool:
    """Compute the ratings of a server again, and replace them all at once.

    Return `False` if they were outdated by then and not stored.
    """
    rows = await load_rated_rows(store, request.guild_id)
    counted = await asyncio.to_thread(count_ratings, request.guild_id, rows)

    async def job(tx: Transaction) -> bool:
        swapped = await ratings.replace_all(tx, request, counted)
        await club_cards.request_update(tx, request.guild_id, tx.now)
        return swapped

    swapped = await store.write(job)
    log.info("ratings counted", extra={"matches": len(rows)})
    return swapped


async def load_rated_rows(store: Store, guild_id: int) -> list[RatedRow]:
    """Return all rated matches of a server, in order."""
    rows: list[RatedRow] = []

    async def more(tx: Transaction) -> list[RatedRow]:
        after = rows[-1].number if rows else 0
        return await rated_rows.list_for_server(tx, guild_id, after_number=after, limit=AT_ONCE)

    while some := await store.read(more):
        rows += some
    return rows
