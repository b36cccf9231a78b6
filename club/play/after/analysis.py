"""Analysis reports on finished matches and on uploaded game records.

Reports are made in the background, one at a time, and then cached.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from club.last_used import LruCache
from club.members.quotas import FairQueue, Limits
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from club.refusals import Refusal
from club.running.effort import EFFORT_DIVISOR, search_with_less_effort
from engines.analysis import MIN_PLIES, AnalysisReport, AnalysisSteps, analyse, is_judged
from engines.now import current_chance, current_position_query
from engines.player import Assessment
from engines.review import PositionQuery
from engines.worker_messages import StudyRequest, answer_study_request
from rendering.people.analysis import MatchCourse, TurningMove
from rules.game import Options
from rules.match import Match, move_numbers

LONGEST: Final = 400
"""Maximum number of moves of a match to analyse, counting both sides.

A report on that many moves takes a quarter of a minute.
"""
AT_ONCE: Final = 6
"""Positions that a process analyses before it may do something else.

The batch is small so that a move of the computer never has to wait long.
"""
IN_LINE: Final = 10
"""Reports that are made or wait to be."""
KEPT: Final = 200
"""Reports that are kept, some 10 KB each."""

StudyLook = Callable[[StudyRequest], Awaitable[Sequence[Assessment]]]
"""Looks at positions in another process; raises `Late` or `Broken`."""
Key = tuple[int, int] | str
"""What a report is about: a match at a version, or the name of a record."""


def match_course(match: Match, report: AnalysisReport) -> MatchCourse:
    """Return what the picture of an analysis shows of a match."""
    turns = tuple(
        TurningMove(
            point.ply,
            point.seat,
            point.played_line.moves[0],
            point.better_line.moves[0],
            (point.chance_before, point.chance_after),
        )
        for point in report.turning_points
    )
    return MatchCourse(report.chances, report.accuracy, turns, tuple(move_numbers(match.plies)))


async def assess_in_thread(study: StudyRequest) -> Sequence[Assessment]:
    """Assess the positions of a study on a thread of this process.

    This is used where no worker processes are started.
    """
    return await asyncio.to_thread(answer_study_request, study)


class MatchAnalyser:
    """Makes and caches analysis reports.

    `assess` assesses the positions of one study in a worker process; at most `most` studies are assessed
    at a time. `now` gives the time in seconds since the epoch.
    """

    def __init__(self, assess: StudyLook, *, most: int, limits: Limits, now: Callable[[], float]) -> None:
        self._look = assess
        self.line = FairQueue(
            busy_code="analyse.busy",
            too_many_code="limit.analyses",
            per_minute=limits.analyses_per_minute,
            max_waiting=IN_LINE,
            now=now,
        )
        self._room = asyncio.Semaphore(most)
        self._kept = LruCache[Key, AnalysisReport](KEPT)

    def get_cached_report(self, subject: Table | ImportedRecord) -> AnalysisReport | None:
        """Return the report on a match or a record if it is cached, else `None`.

        Raise `Refusal` if the match or record cannot be analysed at all.
        """
        self.check_analysable(subject)
        return self._kept.get(_key(subject))

    async def get_report(self, subject: Table | ImportedRecord, user_id: int) -> AnalysisReport:
        """Return the report on a match or a record that a user asks for.

        A cached report is free. The number of new reports that a user may request per minute is limited.
        Raise `Refusal` if the user is over that limit, or if there can be no report.
        """
        if kept := self.get_cached_report(subject):
            return kept
        self.line.admit(user_id)
        return await self.make_report(subject)

    async def make_report(self, subject: Table | ImportedRecord) -> AnalysisReport:
        """Return the report on a match or a record, without charging a user for it.

        A cached report is reused. Raise `Refusal` if there can be no report.
        """
        self.check_analysable(subject)
        async with self.line.wait_turn():
            if kept := self.get_cached_report(subject):  # made before, or just now for another caller
                return kept
            report = await self._analyse(subject.match)
        self._kept.put(_key(subject), report)
        return report

    async def estimate_chance(self, match: Match) -> int:
        """Return seat 0's chance of winning an unfinished match, in thousandths.

        A draw counts as half a win. Raise `Refusal` if the position cannot be assessed.
        """
        _check_judged(match)
        asked = await asyncio.to_thread(current_position_query, match)
        [found] = _require_found(await self._assess_batch((asked,), match.options))
        return current_chance(match, found)

    def check_analysable(self, subject: Table | ImportedRecord) -> None:
        """Raise `Refusal` if a match or a record cannot have an analysis report.

        It must be over, have the usual aim, and be neither too short nor too long (more than `LONGEST`
        moves).
        """
        _check_judged(subject.match)  # first: what is never analysed is not put off until it is over
        if not (subject.is_over if isinstance(subject, Table) else subject.match.outcome):
            raise Refusal("analyse.running")
        moves = len(subject.match.plies)
        if moves < MIN_PLIES:
            raise Refusal("analyse.short", limit=MIN_PLIES)
        if moves > LONGEST:
            raise Refusal("analyse.long", limit=LONGEST)

    async def _analyse(self, match: Match) -> AnalysisReport:
        """Analyse a match completely and return the report."""
        work = analyse(match)
        step = await asyncio.to_thread(_resume, work, None)
        while not isinstance(step, AnalysisReport):
            found = await self._assess(step, match.options)
            step = await asyncio.to_thread(_resume, work, found)
        return step

    async def _assess(self, queries: Sequence[PositionQuery], options: Options) -> list[Assessment]:
        """Assess positions in small batches, several batches at a time."""
        parts = [tuple(queries[i : i + AT_ONCE]) for i in range(0, len(queries), AT_ONCE)]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._assess_batch(part, options)) for part in parts]
        return [found for task in tasks for found in _require_found(task.result())]

    async def _assess_batch(
        self, queries: tuple[PositionQuery, ...], options: Options
    ) -> Sequence[Assessment] | None:
        """Return the assessments of a batch of positions.

        A search that is late or keeps failing is repeated with less effort. Return `None` if that fails
        as well.
        """

        async def assess(part: int) -> Sequence[Assessment]:
            """Assess the batch with 1/`part` of the effort, once a worker is free."""
            async with self._room:
                return await self._look(StudyRequest(queries, options, part))

        return await search_with_less_effort(
            assess, max_divisor=EFFORT_DIVISOR, game=queries[0].observation.game.key
        )


def _check_judged(match: Match) -> None:
    """Raise `Refusal` if no move of such a match is judged."""
    if not is_judged(match.options):
        raise Refusal("analyse.aim")


def _require_found(found: Sequence[Assessment] | None) -> Sequence[Assessment]:
    """Return the assessments; raise `Refusal` if they are `None`."""
    if found is None:
        raise Refusal("analyse.failed")
    return found


def _resume(work: AnalysisSteps, found: list[Assessment] | None) -> Sequence[PositionQuery] | AnalysisReport:
    """Resume an analysis with the assessments that it has asked for.

    Return the positions that it asks for next, or its report.
    """
    try:
        return next(work) if found is None else work.send(found)
    except StopIteration as done:
        report: AnalysisReport = done.value
        return report


def _key(about: Table | ImportedRecord) -> Key:
    return about.key if isinstance(about, ImportedRecord) else (about.row.id, about.row.version)
