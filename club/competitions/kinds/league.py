"""A league: seasons by date, in sections between which people go up and down.

Seasons open, start and close; entrants who do not begin are named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from club.clocks.time_control import DAY
from club.competitions.absences import absences, name_absent
from club.competitions.competition_step import CompetitionStep, judge_left, left_behind
from club.competitions.kinds.kind import CompetitionKind, rated_points
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.redraws import put_season, put_section, redraw_sections
from club.competitions.seasons import (
    BREAK,
    HALF,
    LEAST,
    LENGTH,
    MOST,
    NOTICE,
    REMINDED,
    WARNED,
    Calendar,
    assign_sections,
    games_of,
)
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.stage_events import StageMoment
from data.database.transaction import Transaction
from data.members import servers
from data.pages.hooks import NewsKind


class LeagueKind(CompetitionKind):
    """A league: the members of a section play one another."""

    key = "league"
    least, most = LEAST, MOST
    has_page = True
    has_reach = True
    started = "league.started"

    def games(self, stage: StageRow) -> int:
        """Return in how many games two of a section meet: in two they swap sides."""
        return games_of(stage)

    def part(self, stage: StageRow, section: SectionRow) -> str:
        """Return the numbers of a season and a section."""
        return f", {stage.number + 1}, {section.number + 1}"

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return the close of a season, too."""
        closes = {StageMoment.CLOSE: stage.closes_at} if stage.status is not StageStatus.OVER else {}
        return super().event_times(stage) | closes

    def resume(
        self, row: CompetitionRow, stage: StageRow, zone: str | None, *, since: float, now: float
    ) -> StageRow:
        """Return a season later by whole days."""
        return Calendar(row.hour, zone).postpone(stage, -int(-(now - since) // DAY), since=since)

    async def game_before(self, tx: Transaction, pairing_id: int) -> int | None:
        """Return the first game of two who meet in several."""
        return await pairings.game_before(tx, pairing_id)

    async def step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do what is due, and return when something is next."""
        now = step.now()
        calendar = Calendar(row.hour, (await servers.get(tx, row.guild_id)).zone)
        for stage in await competitions.stages_of(tx, row.id):
            if stage.status is StageStatus.RUNNING:
                await self._run(tx, row, stage, step)
        newest, *older = await competitions.stages_of(tx, row.id)
        busy = any(stage.status is StageStatus.RUNNING for stage in older)
        if newest.status is StageStatus.OPEN:
            start = newest.starts_at <= now and not busy
            step.again |= await self._await_start(tx, row, newest, calendar, step, start=start)
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
        return None if step.ends or step.again else await self._next(tx, row, calendar, step)

    async def _next(
        self, tx: Transaction, row: CompetitionRow, calendar: Calendar, step: CompetitionStep
    ) -> float | None:
        """Return when a competition has something to do next."""
        now = step.now()
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
        self,
        tx: Transaction,
        row: CompetitionRow,
        stage: StageRow,
        calendar: Calendar,
        step: CompetitionStep,
        *,
        start: bool,
    ) -> bool:
        """Start a season open for sign-up, put it off, or announce that it starts soon.

        Return whether it starts.
        """
        now = step.now()
        members = await entrants.of_stage(tx, stage.id)
        if start and len(members) < LEAST:
            later = calendar.after(max(stage.starts_at, now - NOTICE * DAY), NOTICE)
            stage = replace(
                stage,
                starts_at=later,
                closes_at=calendar.after(later, LENGTH),
                put_off=stage.put_off + 1,
                reminded=False,
                message_id=None if members else stage.message_id,
            )
        elif start:
            await self._seat(tx, row, stage, members, now)
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
            await step.follower.put_stage(tx, row, stage, NewsKind.STARTED)
            await self._tell_sections(tx, row, stage, step, NewsKind.SECTION_STARTED)
        return stage.status is StageStatus.RUNNING

    async def _seat(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, members: Sequence[EntrantRow], now: float
    ) -> None:
        """Give everybody their section, and say who meets whom."""
        by_user = {entrant.user_id: entrant for entrant in members}
        before = next(
            (each for each in await competitions.stages_of(tx, row.id) if each.id != stage.id), None
        )
        rated = await rated_points(tx, row, members)
        points = {entrant.user_id: rated[entrant.id] for entrant in members}
        former = await self._final_tables(tx, before) if before else []
        first_last = await pairings.met_last(tx, row.id)
        for number, users in enumerate(assign_sections(list(by_user), former, points)):
            section = await competitions.add_section(tx, stage.id, number)
            here = [by_user[user_id] for user_id in users]
            for seed, entrant in enumerate(here):
                await entrants.seat(tx, entrant.id, section.id, seed)
            await self._pair(tx, section.id, here, first_last, games_of(stage))
            await put_section(tx, section.id, now)

    async def _final_tables(self, tx: Transaction, stage: StageRow) -> list[list[int]]:
        """Return the users of each section of a stage in table order, the highest first."""
        found = []
        for section in await competitions.sections_of(tx, stage.id):
            people = await entrants.of_section(tx, section.id)
            lines = self.lines(people, await pairings.pairings(tx, section.id), stage)
            found.append([line.entrant.user_id for line in lines])
        return found

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
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> None:
        """See to a season that runs: its matches begin, until it closes."""
        now = step.now()
        if await pairings.sweep(tx, stage.id):
            await redraw_sections(tx, stage.id, now)
        if now >= stage.closes_at:
            await self._close(tx, row, stage, step)
            return
        step.free = await left_behind(tx, stage)
        await step.start_matches(tx, row, step)
        if not stage.warned and now >= stage.closes_at - WARNED:
            await competitions.set_stage(tx, replace(stage, warned=True))
            await redraw_sections(tx, stage.id, step.now(), anew=True)
        await name_absent(tx, row, stage, now)

    async def _close(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> None:
        """End a season, as soon as every match of it is judged."""
        if await judge_left(tx, stage, step, step.now()):
            return
        await competitions.set_stage(tx, replace(stage, status=StageStatus.OVER))
        await redraw_sections(tx, stage.id, step.now(), anew=True)
        await self._tell_sections(tx, row, stage, step, NewsKind.SECTION_OVER)
        await step.follower.put_stage(tx, row, stage, NewsKind.OVER)

    async def _tell_sections(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Have it told what happened to each section of a season."""
        for section in await competitions.sections_of(tx, stage.id):
            await step.follower.put_stage(tx, row, stage, what, section.number)
