"""Automatic steps of competitions.

Seasons open, start and close; matches begin; entrants who do not begin are named. Each step is one
transaction of one competition, which it claims: it happens once, however many processes look and
whenever they die. Slow work, the judging of matches, comes between two steps, under a lease.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from club.clocks.time_control import read_control
from club.competitions.absences import absences, name_absent
from club.competitions.competition_step import CompetitionStep, StageFollower, judge_left, left_behind
from club.competitions.crosstable import final_tables
from club.competitions.judge import MatchJudge
from club.competitions.kinds import exhibitor_bank, kind_of
from club.competitions.ladder_runner import LadderRunner
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.redraws import pairing_post, put_season, put_section, redraw_section, redraw_sections
from club.competitions.seasons import (
    AT_ONCE,
    BREAK,
    HALF,
    LEAGUE,
    LEAST,
    LENGTH,
    NOTICE,
    REMINDED,
    WARNED,
    Calendar,
    assign_sections,
    games_of,
)
from club.competitions.tournament_runner import UNRATED, TournamentRunner
from club.members.quotas import Limits
from club.play.after.analysis import Analyses
from club.play.match.followers import MatchBeginning
from club.play.match.match_starts import new_match, seat_players
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post
from club.play.match.rated_rule import of_match as rated_match
from club.refusals import Refusal, Stale
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import LADDER, CompetitionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.members import servers
from data.outbox.post_kinds import PostKind
from data.pages.hooks import NewsKind
from data.play import matches, whereabouts
from data.play.matches import EventKind
from data.play.places import Place
from data.standing import ratings
from data.standing.rated_rows import RATED
from rules.catalogue import GAMES
from rules.match import Match

BEGUN_AT_ONCE: Final = 10
"""Matches that begin in one transaction: others write in between."""
LEASE: Final = 300.0
"""Seconds after which matches are judged once more, if judging did not finish."""
HELD: Final = 5.0
"""Seconds until the next look at what is left, if another process has it in hand."""


class CompetitionScheduler:
    """Takes the steps of competitions that are due.

    `secret` draws the bytes that decide a match's shuffles. The `follower` hears what starts and what
    is over.
    """

    def __init__(
        self,
        matches: Matches,
        insight: Analyses,
        follower: StageFollower,
        *,
        limits: Limits,
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._follower = follower
        self._judging = MatchJudge(matches, insight)
        self._store = matches.store
        self._now = matches.now
        self._limits = limits
        self._secret = secret
        self._tournaments = TournamentRunner(matches.now, follower)
        self._ladders = LadderRunner(matches.now)

    async def due(self) -> float | None:
        """Do all that is due; return when something is next, `None` if nothing ever is."""
        while True:
            at = await self._store.read(competitions.next_due)
            if at is None or at > self._now():
                return at
            step = await self._step()
            if step is None:  # another process sees to it
                return self._now() + HELD
            await self._finish(step)

    async def _step(self) -> CompetitionStep | None:
        secrets = [self._secret() for _ in range(BEGUN_AT_ONCE)]

        async def job(tx: Transaction) -> CompetitionStep | None:
            row = await competitions.claim(tx, self._now())
            return None if row is None else await self._take_step(tx, row, secrets)

        return await self._store.write(job)

    async def _finish(self, step: CompetitionStep) -> None:
        """Do what a step has left to do."""
        self._matches.wake()
        self._follower.ring()
        self._matches.tell_followers(step.begun)
        for pairing_id, match_id in step.adrift:
            await self._bring(pairing_id, match_id, step.place)
        for match_id in step.void:
            await self._judging.take_back(match_id)
        for match_id, result in step.settled:
            await self._judging.settle(match_id, result)
        for meeting in step.free:
            await self._judging.free(meeting.pairing_id, meeting.match_id or 0)
        for meeting, seat in step.unanswered:
            await self._judging.forfeit_unanswered(meeting.pairing_id, meeting.match_id or 0, seat)
        for meeting in step.judge:
            await self._judging.end(meeting.pairing_id, meeting.match_id or 0, late=step.late)
        if step.ends:
            await self._store.write(lambda tx: competitions.hurry(tx, step.competition_id, self._now()))

    async def _bring(self, pairing_id: int, match_id: int, place: Place) -> None:
        """Move a match that has lost its place to where its competition is.

        It goes on in a thread of its own, as at first.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return
        if table.is_suspended:
            post = Post(PostKind.PLACE, payload={"pairing": pairing_id, "since": table.row.version})
            text = f"{table.row.guild_id}/{table.row.place_id}"
            change = MatchChange(EventKind.PLACE, None, None, [post], text=text, place=place)
            with suppress(Stale):  # another process was faster: it is checked once more
                await self._matches.append(table, table.match.copy(), change)

    async def _take_step(
        self, tx: Transaction, row: CompetitionRow, secrets: Sequence[bytes]
    ) -> CompetitionStep:
        """Do one step of a competition, and plan its next one."""
        now = self._now()
        step = CompetitionStep(
            row.id,
            Place(row.guild_id, row.channel_id),
            settled=await pairings.settled_matches(tx, row.id),
            adrift=await whereabouts.stranded_matches(tx, row.id, BEGUN_AT_ONCE),
        )
        if row.kind != LEAGUE:
            steps = self._ladders if row.kind == LADDER else self._tournaments
            following = await steps.step(tx, row, step)
            await self._begin(tx, row, step, secrets)
            step.again |= row.kind == LADDER and bool(step.begun)  # now a member has a challenge to answer
            at = now + LEASE if step.ends else now if step.again else following
            await competitions.plan(tx, row.id, at)
            return step
        calendar = Calendar(row.hour, (await servers.get(tx, row.guild_id)).zone)
        for stage in await competitions.stages_of(tx, row.id):
            if stage.status is StageStatus.RUNNING:
                await self._run(tx, row, stage, step, secrets)
        newest, *older = await competitions.stages_of(tx, row.id)
        busy = any(stage.status is StageStatus.RUNNING for stage in older)
        if newest.status is StageStatus.OPEN:
            start = newest.starts_at <= now and not busy
            step.again |= await self._await_start(tx, row, newest, calendar, start=start)
        elif not row.stopped and now >= calendar.after(newest.starts_at, HALF):
            starts_at = calendar.after(max(newest.closes_at, now), BREAK)
            opened = await competitions.add_stage(
                tx,
                row.id,
                newest.number + 1,
                starts_at=starts_at,
                closes_at=calendar.after(starts_at, LENGTH),
                rounds=newest.rounds,
            )
            await put_season(tx, opened.id, now)
        await competitions.plan(tx, row.id, await self._next(tx, row, calendar, step))
        return step

    async def _next(
        self, tx: Transaction, row: CompetitionRow, calendar: Calendar, step: CompetitionStep
    ) -> float | None:
        """Return when a competition has something to do next."""
        now = self._now()
        if step.ends:
            return now + LEASE
        if step.again:
            return now
        times: list[float] = []
        stages = await competitions.stages_of(tx, row.id)
        for stage in stages:
            if stage.status is StageStatus.RUNNING:
                times.append(stage.closes_at)
                times += [] if stage.warned else [stage.closes_at - WARNED]
                times += await absences(tx, row, stage, now)
            elif stage.status is StageStatus.OPEN:
                times.append(stage.starts_at)
                times += [] if stage.reminded else [stage.starts_at - REMINDED]
        if stages[0].status is not StageStatus.OPEN and not row.stopped:
            times.append(calendar.after(stages[0].starts_at, HALF))
        return min(times, default=None)

    async def _await_start(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, calendar: Calendar, *, start: bool
    ) -> bool:
        """Start a season open for sign-up, put it off, or announce that it starts soon.

        Return whether it starts.
        """
        now = self._now()
        members = await entrants.of_stage(tx, stage.id)
        if start and len(members) < LEAST:
            later = calendar.after(max(stage.starts_at, now - NOTICE * 24 * 3600.0), NOTICE)
            stage = replace(
                stage,
                starts_at=later,
                closes_at=calendar.after(later, LENGTH),
                put_off=stage.put_off + 1,
                reminded=False,
                message_id=None if members else stage.message_id,
            )
        elif start:
            await self._seat(tx, row, stage, members)
            stage = replace(
                stage, status=StageStatus.RUNNING, closes_at=max(stage.closes_at, calendar.after(now, 1))
            )
        elif not stage.reminded and stage.starts_at - REMINDED <= now < stage.starts_at:
            stage = replace(stage, reminded=True, message_id=None)
        else:
            return False
        await competitions.set_stage(tx, stage)
        await put_season(tx, stage.id, now)
        if stage.status is StageStatus.RUNNING:
            await self._follower.put_stage(tx, row, stage, NewsKind.STARTED)
            await self._tell_sections(tx, row, stage, NewsKind.SECTION_STARTED)
        return stage.status is StageStatus.RUNNING

    async def _seat(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, members: Sequence[EntrantRow]
    ) -> None:
        """Give everybody their section, and say who meets whom."""
        by_user = {entrant.user_id: entrant for entrant in members}
        before = next(
            (each for each in await competitions.stages_of(tx, row.id) if each.id != stage.id), None
        )
        points = {}
        for user_id in by_user:
            known = (await ratings.of_person(tx, row.guild_id, user_id)).get(row.game)
            points[user_id] = known.points if known else UNRATED
        former = await final_tables(tx, before) if before else []
        first_last = await pairings.met_last(tx, row.id)
        for number, users in enumerate(assign_sections(list(by_user), former, points)):
            section = await competitions.add_section(tx, stage.id, number)
            here = [by_user[user_id] for user_id in users]
            for seed, entrant in enumerate(here):
                await entrants.seat(tx, entrant.id, section.id, seed)
            await self._pair(tx, section.id, here, first_last, games_of(stage))
            await put_section(tx, section.id, self._now())

    async def _pair(
        self,
        tx: Transaction,
        section_id: int,
        here: Sequence[EntrantRow],
        first_last: Mapping[frozenset[int], int],
        games: int,
    ) -> None:
        """Pair every entrant of a section with every other.

        The one who moved first when two met last (`first_last`) does not do so now. In every other one of
        the `games` games the sides are swapped.
        """
        for number, pairs in enumerate(round_robin(len(here))):
            for one, other in pairs:
                pair = here[one], here[other]
                last = first_last.get(frozenset(entrant.user_id for entrant in pair))
                first, second = reversed(pair) if last == pair[0].user_id else pair
                for game in range(games):
                    meet = (second.id, first.id) if game % 2 else (first.id, second.id)
                    await pairings.add(tx, section_id, number, meet, turned=last is not None or game > 0)

    async def _run(
        self,
        tx: Transaction,
        row: CompetitionRow,
        stage: StageRow,
        step: CompetitionStep,
        secrets: Sequence[bytes],
    ) -> None:
        """See to a season that runs: its matches begin, until it closes."""
        now = self._now()
        if await pairings.sweep(tx, stage.id):
            await redraw_sections(tx, stage.id, now)
        if now >= stage.closes_at:
            await self._close(tx, row, stage, step)
            return
        step.free = await left_behind(tx, stage)
        await self._begin(tx, row, step, secrets)
        if not stage.warned and now >= stage.closes_at - WARNED:
            await competitions.set_stage(tx, replace(stage, warned=True))
            await redraw_sections(tx, stage.id, self._now(), anew=True)
        await name_absent(tx, row, stage, now)

    async def _close(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> None:
        """End a season, as soon as every match of it is judged."""
        if await judge_left(tx, stage, step, self._now()):
            return
        await competitions.set_stage(tx, replace(stage, status=StageStatus.OVER))
        await redraw_sections(tx, stage.id, self._now(), anew=True)
        await self._tell_sections(tx, row, stage, NewsKind.SECTION_OVER)
        await self._follower.put_stage(tx, row, stage, NewsKind.OVER)

    async def _tell_sections(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, what: NewsKind
    ) -> None:
        """Have it told what happened to each section of a season."""
        for section in await competitions.sections_of(tx, stage.id):
            await self._follower.put_stage(tx, row, stage, what, section.number)

    async def _begin(
        self, tx: Transaction, row: CompetitionRow, step: CompetitionStep, secrets: Sequence[bytes]
    ) -> None:
        """Begin the matches that are to begin, as far as both players have few enough.

        With a sit-down clock they play one at a time, whatever else they have; of a simul all boards begin together.
        """
        counts: dict[int, int] = {}
        control, together = read_control(row.control), kind_of(row).has_exhibitor
        at_once, of = (1, row.id) if control is not None and control.is_live else (AT_ONCE, None)
        for meeting in await pairings.waiting(tx, row.id):
            for user_id in meeting.user_ids:
                if user_id not in counts:
                    counts[user_id] = await pairings.running_of(tx, user_id, competition_id=of)
            if not together and max(counts[user_id] for user_id in meeting.user_ids) >= at_once:
                continue
            if len(step.begun) == len(secrets):
                step.again = True
                return
            await self._begin_one(tx, row, meeting, step, secrets[len(step.begun)])
            for user_id in meeting.user_ids:
                counts[user_id] += 1

    async def _begin_one(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, step: CompetitionStep, secret: bytes
    ) -> None:
        now = self._now()
        match = Match(GAMES[row.game], await _options(tx, row, meeting), secret)
        people = await pairings.people(tx, meeting.pairing_id)
        rated, guests = None, await teams.seats_of_guests(tx, meeting.pairing_id)
        if not guests and (await servers.get(tx, row.guild_id)).ratings == RATED:
            rated = await rated_match(tx, row.guild_id, meeting.user_ids, now=now, limits=self._limits)
        new = new_match(match, Place(row.guild_id, row.channel_id), rated=rated)
        season = None if row.kind == LADDER else meeting.season
        control, more = read_control(row.control), await self._more(tx, row, meeting)
        made = await seat_players(tx, new, people, control, now, season=season, guests=guests, more=more)
        await pairings.begin(tx, meeting.pairing_id, made.id)
        await redraw_section(tx, meeting.section_id, now)
        step.begun += await self._matches.begin(
            tx, MatchBeginning(made, match, pairing_post(meeting.pairing_id))
        )

    async def _more(self, tx: Transaction, row: CompetitionRow, meeting: Meeting) -> tuple[float, float]:
        """Return the extra clock time of both players, by seat.

        A simul's exhibitor has some.
        """
        kind = kind_of(row)
        if not kind.has_exhibitor:
            return 0.0, 0.0
        boards = len(await pairings.pairings(tx, meeting.section_id))
        bank = exhibitor_bank(kind, read_control(row.control), boards)
        first, second = (bank if user_id == row.organiser_id else 0.0 for user_id in meeting.user_ids)
        return first, second


async def _options(tx: Transaction, row: CompetitionRow, meeting: Meeting) -> dict[str, object]:
    """Return the options of a match that begins.

    They are those of the game before it, if two entrants meet in several games. Chance decisions made
    there, such as an opening, stay the same; cards are dealt anew.
    """
    options: dict[str, object] = json.loads(row.options)
    before = await pairings.game_before(tx, meeting.pairing_id) if row.kind == LEAGUE else None
    try:
        first = None if before is None else await matches.get(tx, before)
    except Unreadable:  # damage to that game must not keep all others waiting
        first = None
    if first is None:
        return options
    settled = Match(GAMES[row.game], options, first.secret).settled_options
    return {name: settled[name] for name in options}
