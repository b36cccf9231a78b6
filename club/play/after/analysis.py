"""Analysis reports on finished matches and on records.

Reports are made in the background, one at a time, and kept.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from club.last_used import LastUsed
from club.members.quotas import FairQueue, Limits
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from club.refusals import Refusal
from club.running.effort import LESS, search_ever_less
from engines.analysis import PLIES, AnalysisReport, AnalysisSteps, analyse
from engines.now import asked_now, chance_now
from engines.player import Assessment
from engines.review import PositionQuery
from engines.worker_messages import Study, answer_study
from rules.game import Options
from rules.match import Match

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

StudyLook = Callable[[Study], Awaitable[Sequence[Assessment]]]
"""Looks at positions in another process; raises `Late` or `Broken`."""
Key = tuple[int, int] | str
"""What a report is about: a match at a version, or the name of a record."""


async def look_in_thread(study: Study) -> Sequence[Assessment]:
    """Look in this process, where no others are started."""
    return await asyncio.to_thread(answer_study, study)


class Analyses:
    """Makes reports; `look` looks at up to `most` studies at a time."""

    def __init__(self, look: StudyLook, *, most: int, limits: Limits, now: Callable[[], float]) -> None:
        self._look = look
        self.line = FairQueue(
            busy="analyse.busy",
            too_many="limit.analyses",
            per_minute=limits.analyses_per_minute,
            waiting=IN_LINE,
            now=now,
        )
        self._room = asyncio.Semaphore(most)
        self._kept = LastUsed[Key, AnalysisReport](KEPT)

    def at_hand(self, about: Table | ImportedRecord) -> AnalysisReport | None:
        """Return the report on a match or a record if it is kept.

        Raise `Refusal` if there can be no report.
        """
        self.check(about)
        return self._kept.get(_key(about))

    async def of(self, about: Table | ImportedRecord, user_id: int) -> AnalysisReport:
        """Return the report on a match or a record for a user.

        A kept report is free. A user may have only so many new reports made in a minute. Raise `Refusal` if
        there can be no report.
        """
        if kept := self.at_hand(about):
            return kept
        self.line.admit(user_id)
        return await self.make_report(about)

    async def make_report(self, about: Table | ImportedRecord) -> AnalysisReport:
        """Return the report on a match or a record, without counting it for any user.

        Make it only if it is not kept. Raise `Refusal` if there can be no report.
        """
        self.check(about)
        async with self.line.turn():
            if kept := self.at_hand(about):  # made before, or just now for another caller
                return kept
            report = await self._analyse(about.match)
        self._kept.put(_key(about), report)
        return report

    async def chance(self, match: Match) -> int:
        """Return seat 0's chance in a match that is not over, in thousandths, draws half.

        Raises `Refusal` where no look succeeds.
        """
        asked = await asyncio.to_thread(asked_now, match)
        [found] = _require_found(await self._assess_batch((asked,), match.options))
        return chance_now(match, found)

    def check(self, about: Table | ImportedRecord) -> None:
        """Raise `Refusal` for a match or a record that can have no report.

        It must be over, and neither too short nor too long.
        """
        if not (about.over if isinstance(about, Table) else about.match.outcome):
            raise Refusal("analyse.running")
        moves = len(about.match.plies)
        if moves < PLIES:
            raise Refusal("analyse.short", limit=PLIES)
        if moves > LONGEST:
            raise Refusal("analyse.long", limit=LONGEST)

    async def _analyse(self, match: Match) -> AnalysisReport:
        """Run the analysis of a match to its end and return the report."""
        work = analyse(match)
        step = await asyncio.to_thread(_resume, work, None)
        while not isinstance(step, AnalysisReport):
            found = await self._assess(step, match.options)
            step = await asyncio.to_thread(_resume, work, found)
        return step

    async def _assess(self, asked: Sequence[PositionQuery], options: Options) -> list[Assessment]:
        """Return the assessments of positions, searched in small batches in each process."""
        parts = [tuple(asked[i : i + AT_ONCE]) for i in range(0, len(asked), AT_ONCE)]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._assess_batch(part, options)) for part in parts]
        return [found for task in tasks for found in _require_found(task.result())]

    async def _assess_batch(
        self, asked: tuple[PositionQuery, ...], options: Options
    ) -> Sequence[Assessment] | None:
        """Return the assessments of a batch of positions.

        If a search is late or fails again, search with less effort; return `None` if that fails as well.
        """

        async def look(part: int) -> Sequence[Assessment]:
            """Look with a part of the effort, once there is room."""
            async with self._room:
                return await self._look(Study(asked, options, part))

        return await search_ever_less(look, least=LESS, game=asked[0].what.game.key)


def _require_found(found: Sequence[Assessment] | None) -> Sequence[Assessment]:
    """Return the assessments; raise `Refusal` if the search has failed."""
    if found is None:
        raise Refusal("analyse.failed")
    return found


def _resume(work: AnalysisSteps, found: list[Assessment] | None) -> Sequence[PositionQuery] | AnalysisReport:
    """Resume an analysis; return the positions that it asks for next, or its report."""
    try:
        return next(work) if found is None else work.send(found)
    except StopIteration as done:
        report: AnalysisReport = done.value
        return report


def _key(about: Table | ImportedRecord) -> Key:
    return about.key if isinstance(about, ImportedRecord) else (about.row.id, about.row.version)
