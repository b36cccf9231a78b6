"""A league: seasons by date, with sections and promotion between them.

Seasons open for sign-up, start and close. Entrants who do not begin to play are marked as absent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from club.clocks.time_control import DAY
from club.competitions.absences import load_absence_deadlines, mark_absent_entrants
from club.competitions.competition_step import CompetitionStep, load_meetings_to_restart, plan_judging
from club.competitions.kinds.kind import CompetitionKind, load_rating_points
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.redraws import queue_season_cards, queue_section_cards, redraw_sections
from club.competitions.seasons import (
    LEAST,
    MOST,
    NOTICE,
    Calendar,
    assign_sections,
    games_per_pairing,
)
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.stage_events import StageMoment
from data.database.transaction import Transaction
from data.members import servers
from data.pages.hooks import NewsKind


class LeagueKind(CompetitionKind):
    """A league: all entrants of a section play each other."""

    key = "league"
    least, most = LEAST, MOST
    has_page = True
    has_reach = True
    started = "league.started"

    def games_per_pairing(self, stage: StageRow) -> int:
        """Return how many games two entrants of a section play.

        In two games, each of them moves first once.
        """
        return games_per_pairing(stage)

    def section_suffix(self, stage: StageRow, section: SectionRow) -> str:
        """Return the numbers of the season and the section."""
        return f", {stage.number + 1}, {section.number + 1}"

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return the start of a season, and also its close; none while it sleeps."""
        if stage.asleep:
            return {}
        closes = {StageMoment.CLOSE: stage.closes_at} if stage.status is not StageStatus.OVER else {}
        return super().event_times(stage) | closes

    def resumed_stage(
        self, row: CompetitionRow, stage: StageRow, zone: str | None, *, since: float, now: float
    ) -> StageRow:
        """Return the season as it resumes after a pause, later by whole days.

        An evening that has begun goes on at once.
        """
        calendar = Calendar(row.hour, zone, row.days)
        if calendar.is_evening and stage.status is StageStatus.RUNNING:
            return super().resumed_stage(row, stage, zone, since=since, now=now)
        moved = calendar.postpone(stage, -int(-(now - since) // DAY), since=since)
        return (
            replace(moved, closes_at=calendar.close_after(moved.starts_at)) if calendar.is_evening else moved
        )

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Sign a member up for a season; one that sleeps wakes, and starts in a week.

        Raise `Refusal` if that is not possible.
        """
        await super().enter(tx, stage, who, now)
        if stage.asleep:
            calendar = await _calendar(tx, await competitions.get(tx, stage.competition_id))
            await self._set_start(tx, stage, calendar, calendar.moment_after(now, NOTICE))
            await queue_season_cards(tx, stage.id, now)
            await competitions.bring_forward(tx, stage.competition_id, now)

    async def start_now(self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> None:
        """Let a season start now; raise `Refusal` while the one before it runs."""
        if any(
            each.status is StageStatus.RUNNING for each in await competitions.list_latest_stages(tx, row.id)
        ):
            raise Refusal("league.busy")
        await self._set_start(tx, stage, await _calendar(tx, row), now)

    async def _set_start(
        self, tx: Transaction, stage: StageRow, calendar: Calendar, starts_at: float
    ) -> None:
        closes_at = calendar.close_after(starts_at)
        await competitions.update_stage(
            tx, replace(stage, starts_at=starts_at, closes_at=closes_at, asleep=False)
        )

    async def load_previous_game(self, tx: Transaction, pairing_id: int) -> int | None:
        """Return the id of the first game of two entrants who play several."""
        return await pairings.find_previous_game(tx, pairing_id)

    async def take_step(self, tx: Transaction, row: CompetitionRow, step: CompetitionStep) -> float | None:
        """Do everything that is due, and return the time of the next step."""
        now = step.now()
        calendar = await _calendar(tx, row)
        for stage in await competitions.list_latest_stages(tx, row.id):
            if stage.status is StageStatus.RUNNING:
                await self._run(tx, row, stage, calendar, step)
        newest, *older = await competitions.list_latest_stages(tx, row.id)
        busy = any(stage.status is StageStatus.RUNNING for stage in older)
        if newest.status is StageStatus.OPEN:
            if newest.starts_at <= now and not busy and not newest.asleep:
                step.has_more |= await self._start(tx, row, newest, calendar, step)
        elif not row.stopped and now >= calendar.sign_up_from(newest):
            starts_at = calendar.start_after(newest, now)
            opened = await competitions.add_stage(
                tx,
                row.id,
                newest.number + 1,
                starts_at=starts_at,
                closes_at=calendar.close_after(starts_at),
                rounds=newest.rounds,
                scoring=newest.scoring,
            )
            for each in (opened, newest):  # the former card goes
                await queue_season_cards(tx, each.id, now)
        return None if step.has_slow_work or step.has_more else await self._next(tx, row, calendar, step)

    async def _next(
        self, tx: Transaction, row: CompetitionRow, calendar: Calendar, step: CompetitionStep
    ) -> float | None:
        """Return the time at which a league next has something to do."""
        now = step.now()
        times: list[float] = []
        stages = await competitions.list_latest_stages(tx, row.id)
        for stage in stages:
            if stage.status is StageStatus.RUNNING:
                times.append(stage.closes_at)
                times += [] if stage.warned else [calendar.warned_from(stage)]
                times += await load_absence_deadlines(tx, row, stage, now)
            elif stage.status is StageStatus.OPEN and not stage.asleep:
                times.append(stage.starts_at)
        if stages[0].status is not StageStatus.OPEN and not row.stopped:
            times.append(calendar.sign_up_from(stages[0]))
        return min(times, default=None)

    async def _start(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, calendar: Calendar, step: CompetitionStep
    ) -> bool:
        """Start a season, or let it sleep if it has too few entrants.

        Return whether it starts.
        """
        now, members = step.now(), await entrants.list_for_stage(tx, stage.id)
        if len(members) < LEAST:
            stage = replace(stage, asleep=True)
        else:
            await self._seat(tx, row, stage, members, now)
            closes_at = calendar.latest_close(stage, now)
            stage = replace(stage, status=StageStatus.RUNNING, closes_at=closes_at)
        await competitions.update_stage(tx, stage)
        await queue_season_cards(tx, stage.id, now)
        if stage.status is StageStatus.RUNNING:
            await step.follower.queue_stage_event(tx, row, stage, NewsKind.STARTED)
            await self._tell_sections(tx, row, stage, step, NewsKind.SECTION_STARTED)
        return stage.status is StageStatus.RUNNING

    async def _seat(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, members: Sequence[EntrantRow], now: float
    ) -> None:
        """Assign all entrants to sections, and pair them."""
        by_user = {entrant.user_id: entrant for entrant in members}
        before = next(
            (each for each in await competitions.list_latest_stages(tx, row.id) if each.id != stage.id), None
        )
        rated = await load_rating_points(tx, row, members)
        points = {entrant.user_id: rated[entrant.id] for entrant in members}
        former = await self._final_tables(tx, before) if before else []
        first_last = await pairings.last_first_movers(tx, row.id)
        for number, users in enumerate(assign_sections(list(by_user), former, points)):
            section = await competitions.add_section(tx, stage.id, number)
            here = [by_user[user_id] for user_id in users]
            for seed, entrant in enumerate(here):
                await entrants.assign_section(tx, entrant.id, section.id, seed)
            await self._pair(tx, section.id, here, first_last, games_per_pairing(stage))
            await queue_section_cards(tx, section.id, now)

    async def _final_tables(self, tx: Transaction, stage: StageRow) -> list[list[int]]:
        """Return the user ids of each section of a season, in table order.

        The highest section comes first.
        """
        found = []
        for section in await competitions.list_sections(tx, stage.id):
            people = await entrants.list_for_section(tx, section.id)
            lines = self.table_lines(people, await pairings.list_for_section(tx, section.id), stage)
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

        `first_last` has the user who moved first when two users last met; now the other one moves first. In
        every second one of the `games` games the sides are swapped.
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
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, calendar: Calendar, step: CompetitionStep
    ) -> None:
        """Run a season: begin matches until it closes, and mark absent entrants."""
        now = step.now()
        if await pairings.close_vanished(tx, stage.id):
            await redraw_sections(tx, stage.id, now)
        if now >= stage.closes_at:
            await self._close(tx, row, stage, step)
            return
        step.meetings_to_restart = await load_meetings_to_restart(tx, stage)
        await step.start_matches(tx, row, step)
        if not stage.warned and now >= calendar.warned_from(stage):
            await competitions.update_stage(tx, replace(stage, warned=True))
            await redraw_sections(tx, stage.id, step.now(), repost=True)
        await mark_absent_entrants(tx, row, stage, now)

    async def _close(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep
    ) -> None:
        """End a season once all of its matches have been judged."""
        if await plan_judging(tx, stage, step, step.now()):
            return
        await competitions.update_stage(tx, replace(stage, status=StageStatus.OVER))
        await redraw_sections(tx, stage.id, step.now())
        await self._tell_sections(tx, row, stage, step, NewsKind.SECTION_OVER)
        await step.follower.queue_stage_event(tx, row, stage, NewsKind.OVER)

    async def _tell_sections(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, step: CompetitionStep, what: NewsKind
    ) -> None:
        """Queue news about each section of a season."""
        for section in await competitions.list_sections(tx, stage.id):
            await step.follower.queue_stage_event(tx, row, stage, what, section.number)


async def _calendar(tx: Transaction, row: CompetitionRow) -> Calendar:
    """Return the calendar of a league."""
    return Calendar(row.hour, (await servers.get(tx, row.guild_id)).zone, row.days)
