"""The weekly digest of a server: one post on the past week and the next events.

The store ensures one digest a week: the transaction that puts it into the outbox also plans the
next one. Its content is read as it is posted. Matches, challenges, puzzles and competitions are in
it only if all members who see its channel may see their place. It names no member who hides their
profile.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from club.clocks.zones import at_hour, zone_of
from club.members.servers import Servers
from club.play.after.analysis import Analyses
from club.play.match.match_lists import SEARCHED, ListedMatch
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from club.standing.club_card import SEATS, PlaceFilter
from club.standing.counted_matches import count_ratings
from club.standing.rankings import RankedPlayer, is_provisional, line_of
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
from data.play import challenges, listing
from data.play.challenges import ChallengeRow
from data.play.places import Place
from data.puzzles import mining
from data.standing import digests
from data.standing.digests import DailySolvings
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
    """A member with a place in a table, and the points they gained in a week."""

    line: RankedPlayer
    points: int


@dataclass(frozen=True, slots=True)
class UpcomingStage:
    """What is next in a competition: its stage starts or closes."""

    competition: CompetitionRow
    stage: StageRow


@dataclass(frozen=True, slots=True)
class Digest:
    """A server's week.

    `best` is the closest match whose players let it be shown with their names.
    """

    matches: Sequence[ListedMatch]
    risers: Sequence[Riser]
    solvers: Sequence[DailySolvings]
    seats: Sequence[ChallengeRow]
    coming: Sequence[UpcomingStage]
    best: Table | None

    @property
    def empty(self) -> bool:
        """Return whether nothing has happened: what is to come alone is no news."""
        return not (self.matches or self.risers or self.solvers)


class PlannedDigests:
    """Plans the next digest of a server by its settings.

    `now` gives seconds since the epoch.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def follow_server(
        self, tx: Transaction, by: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Plan it anew where its channel, its time or the server's time zone has changed."""
        del by
        if _when(before) != _when(after):
            at = None
            if after.digest_channel is not None:
                _, last = await digests.due_times(tx, after.guild_id)
                at = next_digest(after.digest_day, after.digest_hour, after.zone, self._now(), last)
            await digests.plan(tx, after.guild_id, at)


class Digests:
    """Has the digests posted.

    `wake` is called when the outbox has something new, `expect` when a plan changes.
    """

    def __init__(
        self,
        matches: Matches,
        servers: Servers,
        insight: Analyses,
        ratings: Ratings,
        *,
        expect: Callable[[], None],
    ) -> None:
        self._store: Store = matches.store
        self._matches = matches
        self._servers = servers
        self._analyses = insight
        self._ratings = ratings
        self._now = matches.now
        self._wake = matches.wake
        self._expect = expect

    async def change(self, guild_id: int, *, by: int, **settings: int | None) -> ServerRow:
        """Store some settings of a server's digest, by the names of `ServerRow`.

        Return all its settings. The person who chooses the channel is told if it accepts no digest.
        """
        if "digest_channel" in settings:
            settings["digest_by"] = None if settings["digest_channel"] is None else by
        changed = await self._servers.change(guild_id, by=by, **settings)
        self._expect()
        return changed

    async def load_plan(self, guild_id: int) -> tuple[ServerRow, float | None]:
        """Return a server's settings, and when its next digest comes; `None` for never."""

        async def job(tx: Transaction) -> tuple[ServerRow, float | None]:
            return await servers.get(tx, guild_id), (await digests.due_times(tx, guild_id))[0]

        return await self._store.read(job)

    async def due(self) -> float | None:
        """Put the digests that are due into the outbox.

        Return when the next one is due, `None` if none ever is.
        """

        async def look(tx: Transaction) -> float | None:
            return await digests.next_due(tx)

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for server in await digests.due(tx, now, now + FARTHEST, AT_ONCE):
                last = server.digest_last
                if server.digest_at <= now:
                    last = server.digest_at
                    await digests.record_digest(tx, server.guild_id, last)
                    named = f"w{server.guild_id:x}h{int(last) // 3600:x}"
                    due = {"guild": server.guild_id, "at": last}
                    await outbox.put(tx, PostKind.DIGEST, now, dedup=named, payload=due)
                at = next_digest(server.digest_day, server.digest_hour, server.zone, now, last)
                await digests.plan(tx, server.guild_id, at)
            return await digests.next_due(tx)

        at, now = await self._store.read(look), self._now()
        if at is None or now < at <= now + FARTHEST:
            return at
        at = await self._store.write(job)
        self._wake()
        return at

    def is_late(self, at: float) -> bool:
        """Return whether it is too late for the digest that was due at a time."""
        return self._now() - at >= LATE

    async def of(self, guild_id: int, at: float, shows: PlaceFilter) -> Digest | None:
        """Return a digest of the week before `at` on a server; `None` if it is empty.

        It covers only places that it `shows`.
        """
        since = at - WEEK

        async def job(tx: Transaction) -> tuple[Digest, list[int]]:
            found = await listing.decided_within(tx, guild_id, since, at, limit=SEARCHED)
            matches = [ListedMatch(row) for row in found if row.game in GAMES and shows(row)]
            seats = await challenges.open_to_anyone(tx, guild_id, self._now(), limit=SEATS)
            digest = Digest(
                matches,
                (),
                _solvers(await digests.solvers(tx, guild_id, since, at), guild_id, shows),
                [row for row in seats if row.game in GAMES and shows(row)],
                await _coming(tx, guild_id, shows),
                None,
            )
            return digest, await _find_named_matches(tx, matches)

        digest, named = await self._store.read(job)
        digest = replace(digest, risers=await self._risers(guild_id, since))
        return None if digest.empty else replace(digest, best=await self._closest(named))

    async def stop(self, tx: Transaction, guild_id: int, row_id: int) -> None:
        """Post no more digests in a channel that accepts none.

        Tell the person who chose it once. `row_id` is the row of the outbox.
        """
        server = await servers.get(tx, guild_id)
        await self._servers.put(tx, guild_id, by=None, digest_channel=None, digest_by=None)
        if server.digest_channel is not None and server.digest_by is not None:
            told = {"channel": server.digest_channel, "by": server.digest_by, "digest": True}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"du{row_id}", payload=told)

    async def _risers(self, guild_id: int, since: float) -> list[Riser]:
        """Return the members who have risen most since a time.

        There are none if the server keeps no ratings.
        """
        server = await self._store.read(lambda tx: servers.get(tx, guild_id))
        if server.ratings == NO_RATINGS:
            return []
        rows = await self._ratings.rows(guild_id)
        risen = await asyncio.to_thread(find_risers, guild_id, rows, since, self._now())
        found: list[Riser] = []
        for riser in risen:
            user_id = riser.line.user_id
            if len(found) < RISERS and (await self._is_profile_shown(user_id)):
                found.append(riser)
        return found

    async def _is_profile_shown(self, user_id: int) -> bool:
        """Whether a member shows their profile to others."""
        return (await self._store.read(lambda tx: preferences.get(tx, user_id))).profile_shown

    async def _closest(self, ids: Sequence[int]) -> Table | None:
        """Return the match whose chances were closest to even, of those with these ids.

        `None` if this cannot be told of any.
        """
        found: list[tuple[float, int, Table]] = []
        for match_id in ids:
            try:
                table = await self._matches.load(match_id)
                if not sees_only_ends(table.match):
                    found.append((lead(await self._analyses.make_report(table)), match_id, table))
            except Refusal:  # too short or too long for a report, or set aside
                continue
        return min(found)[2] if found else None


def lead(report: AnalysisReport) -> float:
    """Return a match's mean distance from even, in thousandths, without its end.

    >>> lead(AnalysisReport((500, 700, 400, 1000), (None, None), (None, None), ()))
    100.0
    """
    chances = report.chances[:-1]
    return sum(abs(chance - EVEN) for chance in chances) / len(chances)


def find_risers(guild_id: int, rows: Sequence[RatedRow], since: float, now: float) -> list[Riser]:
    """Return the members who have gained points since a time, best gain first.

    They have a place in a table now, were rated in that game by then, and have not been forgotten.
    """
    before = {
        (row.user_id, row.game): row.points
        for row in count_ratings(guild_id, [row for row in rows if row.at < since]).ratings
    }
    risers = [
        Riser(line_of(row, now), round(row.points) - round(before[row.user_id, row.game]))
        for row in count_ratings(guild_id, rows).ratings
        if row.user_id > NOBODY and (row.user_id, row.game) in before and not is_provisional(row, now)
    ]
    risen = [riser for riser in risers if riser.points > 0]
    return sorted(risen, key=lambda riser: (-riser.points, riser.line.user_id, riser.line.game))


def next_digest(day: int, hour: int, zone: str | None, now: float, last: float | None) -> float:
    """Return the next time it is that hour on that day of the week (0 is Monday).

    It is not too soon after the last digest.

    >>> next_digest(0, 18, None, 0.0, None) / DAY, next_digest(0, 18, None, 4.75 * DAY, 4.75 * DAY) / DAY
    (4.75, 11.75)
    """
    soonest = now if last is None or last > now else max(now, last + APART)
    date = datetime.fromtimestamp(soonest, zone_of(zone)).date()
    date += timedelta(days=(day - date.weekday()) % 7)
    at = at_hour(date, hour, zone)
    return at if at > soonest else at_hour(date + timedelta(days=7), hour, zone)


def _when(server: ServerRow) -> tuple[object, ...]:
    """Return what decides when a server's digest comes."""
    return server.digest_channel is None, server.digest_day, server.digest_hour, server.zone


def _solvers(rows: Sequence[DailySolvings], guild_id: int, shows: PlaceFilter) -> list[DailySolvings]:
    """Return the members who solved most puzzles in channels that are shown.

    A server may have changed its channel.
    """
    counts: dict[int, int] = {}
    for row in rows:
        if shows(Place(guild_id, row.channel_id)):
            counts[row.user_id] = counts.get(row.user_id, 0) + row.count
    best = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:SOLVERS]
    return [DailySolvings(NOBODY, user_id, count) for user_id, count in best]


async def _find_named_matches(tx: Transaction, matches: Sequence[ListedMatch]) -> list[int]:
    """Return the ids of the longest matches that may be shown with names.

    Both players have agreed to puzzles from their matches with their names.
    """
    ids: list[int] = []
    longest = sorted(matches, key=lambda each: (-each.row.plies, each.row.id))[:ASKED_OF]
    for match in longest:
        if len(ids) < LOOKED_AT and await mining.player_names(tx, match.row.id):
            ids.append(match.row.id)
    return ids


async def _coming(tx: Transaction, guild_id: int, shows: PlaceFilter) -> list[UpcomingStage]:
    """Return the stages of a server's competitions that start or close next."""
    found: list[UpcomingStage] = []
    for competition in await competitions.of_server(tx, guild_id):
        ahead = competition.kind != LADDER and competition.paused_at is None
        if ahead and shows(Place(guild_id, competition.channel_id)):
            stages = await competitions.stages_of(tx, competition.id)
            found += [
                UpcomingStage(competition, stage) for stage in stages if stage.status is not StageStatus.OVER
            ]
    return sorted(found, key=lambda each: (_moment(each.stage), each.stage.id))


def _moment(stage: StageRow) -> float:
    return stage.starts_at if stage.status is StageStatus.OPEN else stage.closes_at
