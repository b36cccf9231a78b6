"""The weekly digest of a server: a post on the past week and what comes next.

The store ensures one digest a week: the transaction that puts it into the outbox also plans the
next one. Its content is loaded when it is posted. Matches, challenges, puzzles and competitions
appear only if all members who see the digest's channel may also see their place. It names no member
who hides their profile.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from club.clocks.zones import hour_start, load_zone
from club.members.servers import Servers
from club.play.after.analysis import MatchAnalyser
from club.play.match.match_lists import SEARCHED, ListedMatch
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from club.standing.club_card import ClubCards, PlaceFilter, ServerActivity
from club.standing.counted_matches import count_ratings
from club.standing.rankings import RankedPlayer, is_provisional, unranked_player
from club.standing.ratings import Ratings
from data.competitions import competitions
from data.competitions.competitions import LADDER, CompetitionRow, StageRow, StageStatus
from data.database.persons import NOBODY
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences, servers
from data.members.servers import NO_RATINGS, ServerRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import listing
from data.play.places import Place
from data.puzzles import mining
from data.standing import digests
from data.standing.digests import DailySolveCount
from data.standing.rated_rows import RatedRow
from engines.analysis import AnalysisReport, sees_only_ends
from rules.catalogue import GAMES

DAY: Final = 24 * 3600.0
WEEK: Final = 7 * DAY
APART: Final = 6 * DAY
"""Least seconds between two digests.

A server that chooses an earlier day waits for the one after.
"""
LATE: Final = 3 * DAY
"""Seconds after which a digest that could not be posted is left out."""
FARTHEST: Final = 15 * DAY
"""Seconds ahead that a digest may be planned.

Anything further ahead was planned by a clock that was wrong.
"""
AT_ONCE: Final = 50
"""Servers that are seen to at a time; the next ones follow at once."""
RISERS: Final = 3
SOLVERS: Final = 5
LOOKED_AT: Final = 4
"""The longest matches, of which the closest is the match of the week.

There are no more because a report on one takes some seconds.
"""
ASKED_OF: Final = 50
"""Matches, the longest first, whose players are asked for at most."""
EVEN: Final = 500
"""Thousandths."""


@dataclass(frozen=True, slots=True)
class Riser:
    """A ranked member, and the rating points they gained in a week."""

    player: RankedPlayer
    points: int


@dataclass(frozen=True, slots=True)
class UpcomingStage:
    """A stage of a competition that starts or closes next."""

    competition: CompetitionRow
    stage: StageRow


@dataclass(frozen=True, slots=True)
class Digest:
    """The content of a server's weekly digest.

    `closest_match` is the most evenly contested match whose players both agree to be named, and
    `activity` is what is going on as the digest is posted.
    """

    matches: Sequence[ListedMatch]
    risers: Sequence[Riser]
    solvers: Sequence[DailySolveCount]
    activity: ServerActivity
    upcoming_stages: Sequence[UpcomingStage]
    closest_match: Table | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened in the week.

        Upcoming stages and what is going on now are no news.
        """
        return not (self.matches or self.risers or self.solvers)


class DigestPlanFollower:
    """Plans a server's next digest when its settings change.

    `now` returns seconds since the epoch.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, user_id: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Plan the next digest anew if its channel, time or time zone changed."""
        del user_id
        if _when(before) != _when(after):
            at = None
            if after.digest_channel is not None:
                _, last = await digests.get_due_times(tx, after.guild_id)
                at = next_digest_time(after.digest_day, after.digest_hour, after.zone, self._now(), last)
            await digests.schedule(tx, after.guild_id, at)


class Digests:
    """Has the digests posted, and loads their content.

    `expect` is called when a plan changes.
    """

    def __init__(
        self,
        matches: Matches,
        servers: Servers,
        analyses: MatchAnalyser,
        ratings: Ratings,
        cards: ClubCards,
        *,
        expect: Callable[[], None],
    ) -> None:
        self._store: Store = matches.store
        self._matches = matches
        self._servers = servers
        self._analyses = analyses
        self._ratings = ratings
        self._cards = cards
        self._now = matches.now
        self._wake = matches.wake
        self._expect = expect

    async def change_settings(self, guild_id: int, *, moderator_id: int, **settings: int | None) -> ServerRow:
        """Store some settings of a server's digest.

        They are named like the fields of `ServerRow`. `moderator_id` is the user who changes them; if they
        choose a channel, they are notified if it turns out to refuse the digest. Return all settings of the
        server.
        """
        if "digest_channel" in settings:
            settings["digest_by"] = None if settings["digest_channel"] is None else moderator_id
        changed = await self._servers.change(guild_id, moderator_id=moderator_id, **settings)
        self._expect()
        return changed

    async def load_plan(self, guild_id: int) -> tuple[ServerRow, float | None]:
        """Return a server's settings, and the time of its next digest.

        The time is `None` if no digest is planned.
        """

        async def job(tx: Transaction) -> tuple[ServerRow, float | None]:
            return await servers.get(tx, guild_id), (await digests.get_due_times(tx, guild_id))[0]

        return await self._store.read(job)

    async def queue_due_digests(self) -> float | None:
        """Put all digests that are due into the outbox.

        Return when the next one is due, `None` if none is planned.
        """

        async def look(tx: Transaction) -> float | None:
            return await digests.next_due_time(tx)

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for server in await digests.list_due(tx, now, now + FARTHEST, AT_ONCE):
                last = server.digest_last
                if server.digest_at <= now:
                    last = server.digest_at
                    await digests.record_digest(tx, server.guild_id, last)
                    named = f"w{server.guild_id:x}h{int(last) // 3600:x}"
                    due = {"guild": server.guild_id, "at": last}
                    await outbox.put(tx, PostKind.DIGEST, now, dedup=named, payload=due)
                at = next_digest_time(server.digest_day, server.digest_hour, server.zone, now, last)
                await digests.schedule(tx, server.guild_id, at)
            return await digests.next_due_time(tx)

        at, now = await self._store.read(look), self._now()
        if at is None or now < at <= now + FARTHEST:
            return at
        at = await self._store.write(job)
        self._wake()
        return at

    def is_late(self, at: float) -> bool:
        """Whether it is too late to post the digest that was due at a time."""
        return self._now() - at >= LATE

    async def load_digest(
        self, guild_id: int, week_end: float, is_visible: PlaceFilter, *, has_winners: bool = False
    ) -> Digest | None:
        """Return the digest for the week before `week_end`.

        It covers only items whose place `is_visible`. Return `None` if it is empty, unless the week
        `has_winners` of competitions.
        """
        since = week_end - WEEK
        activity = await self._cards.load_activity(guild_id, is_visible)

        async def job(tx: Transaction) -> tuple[Digest, list[int]]:
            found = await listing.list_decided_between(tx, guild_id, since, week_end, limit=SEARCHED)
            matches = [ListedMatch(row) for row in found if row.game in GAMES and is_visible(row)]
            digest = Digest(
                matches,
                (),
                _solvers(
                    await digests.list_solve_counts(tx, guild_id, since, week_end), guild_id, is_visible
                ),
                activity,
                await _coming(tx, guild_id, is_visible),
                None,
            )
            return digest, await _find_named_matches(tx, matches)

        digest, named = await self._store.read(job)
        digest = replace(digest, risers=await self._risers(guild_id, since))
        return (
            None
            if digest.is_empty and not has_winners
            else replace(digest, closest_match=await self._closest(named))
        )

    async def stop_posting(self, tx: Transaction, guild_id: int, row_id: int) -> None:
        """Post no more digests in a channel that refuses them.

        The user who chose the channel is notified once. `row_id` is the id of the outbox row. This is part
        of the caller's transaction.
        """
        server = await servers.get(tx, guild_id)
        await self._servers.put_settings(tx, guild_id, moderator_id=None, digest_channel=None, digest_by=None)
        if server.digest_channel is not None and server.digest_by is not None:
            told = {"channel": server.digest_channel, "by": server.digest_by, "digest": True}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"du{row_id}", payload=told)

    async def _risers(self, guild_id: int, since: float) -> list[Riser]:
        """Return the members who gained most rating points since a time.

        There are none if the server keeps no ratings.
        """
        server = await self._store.read(lambda tx: servers.get(tx, guild_id))
        if server.ratings == NO_RATINGS:
            return []
        rows = await self._ratings.load_rows(guild_id)
        risen = await asyncio.to_thread(find_risers, guild_id, rows, since, self._now())
        found: list[Riser] = []
        for riser in risen:
            user_id = riser.player.user_id
            if len(found) < RISERS and (await self._is_profile_shown(user_id)):
                found.append(riser)
        return found

    async def _is_profile_shown(self, user_id: int) -> bool:
        """Whether a member shows their profile to others."""
        return (await self._store.read(lambda tx: preferences.get(tx, user_id))).profile_shown

    async def _closest(self, ids: Sequence[int]) -> Table | None:
        """Return the most evenly contested of these matches.

        Return `None` if none of them can be analysed.
        """
        found: list[tuple[float, int, Table]] = []
        for match_id in ids:
            try:
                table = await self._matches.load(match_id)
                if not sees_only_ends(table.match):
                    found.append((mean_lead(await self._analyses.make_report(table)), match_id, table))
            except Refusal:  # too short or too long for a report, or set aside
                continue
        return min(found)[2] if found else None


def mean_lead(report: AnalysisReport) -> float:
    """Return how far a match was from even on average, in thousandths.

    The last position is left out, because the result is known there.

    >>> mean_lead(AnalysisReport((500, 700, 400, 1000), (None, None), (None, None), ()))
    100.0
    """
    chances = report.chances[:-1]
    return sum(abs(chance - EVEN) for chance in chances) / len(chances)


def find_risers(guild_id: int, rows: Sequence[RatedRow], since: float, now: float) -> list[Riser]:
    """Return the members who gained rating points since a time, best first.

    They have a rank now, were rated in the same game before that time, and their data has not been
    deleted.
    """
    before = {
        (row.user_id, row.game): row.points
        for row in count_ratings(guild_id, [row for row in rows if row.at < since]).ratings
    }
    risers = [
        Riser(unranked_player(row, now), round(row.points) - round(before[row.user_id, row.game]))
        for row in count_ratings(guild_id, rows).ratings
        if row.user_id > NOBODY and (row.user_id, row.game) in before and not is_provisional(row, now)
    ]
    risen = [riser for riser in risers if riser.points > 0]
    return sorted(risen, key=lambda riser: (-riser.points, riser.player.user_id, riser.player.game))


def next_digest_time(day: int, hour: int, zone: str | None, now: float, last: float | None) -> float:
    """Return the next time that it is an hour on a day of the week.

    Monday is 0. The time is at least `APART` after the last digest.

    >>> first = next_digest_time(0, 18, None, 0.0, None)
    >>> first / DAY, next_digest_time(0, 18, None, first, first) / DAY
    (4.75, 11.75)
    """
    soonest = now if last is None or last > now else max(now, last + APART)
    date = datetime.fromtimestamp(soonest, load_zone(zone)).date()
    date += timedelta(days=(day - date.weekday()) % 7)
    at = hour_start(date, hour, zone)
    return at if at > soonest else hour_start(date + timedelta(days=7), hour, zone)


def _when(server: ServerRow) -> tuple[object, ...]:
    """Return the settings that determine when a server's digest is due."""
    return server.digest_channel is None, server.digest_day, server.digest_hour, server.zone


def _solvers(rows: Sequence[DailySolveCount], guild_id: int, shows: PlaceFilter) -> list[DailySolveCount]:
    """Return the members who solved most daily puzzles in visible channels.

    The server may have changed its puzzle channel during the week.
    """
    counts: dict[int, int] = {}
    for row in rows:
        if shows(Place(guild_id, row.channel_id)):
            counts[row.user_id] = counts.get(row.user_id, 0) + row.count
    best = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:SOLVERS]
    return [DailySolveCount(NOBODY, user_id, count) for user_id, count in best]


async def _find_named_matches(tx: Transaction, matches: Sequence[ListedMatch]) -> list[int]:
    """Return the ids of the longest matches that may be shown with names.

    Both players have agreed to puzzles from their matches that name them.
    """
    ids: list[int] = []
    longest = sorted(matches, key=lambda each: (-each.row.plies, each.row.id))[:ASKED_OF]
    for match in longest:
        if len(ids) < LOOKED_AT and await mining.list_player_names(tx, match.row.id):
            ids.append(match.row.id)
    return ids


async def _coming(tx: Transaction, guild_id: int, shows: PlaceFilter) -> list[UpcomingStage]:
    """Return the stages of a server's competitions that start or close next."""
    found: list[UpcomingStage] = []
    for competition in await competitions.list_for_server(tx, guild_id):
        ahead = competition.kind != LADDER and competition.paused_at is None
        if ahead and shows(Place(guild_id, competition.channel_id)):
            stages = await competitions.list_latest_stages(tx, competition.id)
            found += [
                UpcomingStage(competition, stage)
                for stage in stages
                if stage.status is not StageStatus.OVER and not stage.asleep
            ]
    return sorted(found, key=lambda each: (_moment(each.stage), each.stage.id))


def _moment(stage: StageRow) -> float:
    return stage.starts_at if stage.status is StageStatus.OPEN else stage.closes_at
