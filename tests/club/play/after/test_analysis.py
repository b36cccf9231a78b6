"""Reports on matches: what is refused, tried again, and made only once."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from club.members.quotas import Limits
from club.play.after import analysis
from club.play.after.analysis import MatchAnalyser, assess_in_thread
from club.play.after.imports import ImportedRecord
from club.refusals import Refusal
from club.running.effort import SearchFailure, SearchTimeout
from engines.worker_messages import StudyRequest
from rules.catalogue import GAMES
from tests.ample import AMPLE
from tests.club.brought import ample_importer, bring
from tests.club.refusing import refused_code
from tests.pace import PATIENCE
from tests.rules.playouts import random_match


async def record(seed: int = 3, *, limit: int = 500) -> ImportedRecord:
    """A match of Binar, which is over unless `limit` cuts it off."""
    match = random_match(GAMES["binar"], {"size": 3}, seed, limit=limit)
    return await bring(ample_importer(), match.save().encode(), 1)


def analyser(look: Any = None, *, most: int = 1, limits: Limits = AMPLE) -> MatchAnalyser:
    """An analyser for which time stands."""
    return MatchAnalyser(look or glance, most=most, limits=limits, now=lambda: 0.0)


async def glance(study: StudyRequest) -> Any:
    """Look at positions with a fraction of the usual effort."""
    return await assess_in_thread(replace(study, divisor=50 * study.divisor))


class Looking:
    """Looks that are late, or fail, so many times."""

    def __init__(self, fault: type[Exception], times: int) -> None:
        self.fault, self.left = fault, times
        self.parts: list[int] = []

    async def __call__(self, study: StudyRequest) -> Any:
        self.parts.append(study.divisor)
        if self.left:
            self.left -= 1
            raise self.fault
        return await glance(study)


@pytest.mark.parametrize(
    ("fault", "times", "parts"),
    [(SearchTimeout, 1, [1, 10]), (SearchFailure, 1, [1, 1]), (SearchFailure, 2, [1, 1, 10])],
)
async def test_a_look_that_is_late_or_fails_is_done_again_with_less(
    fault: type[Exception], times: int, parts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "AT_ONCE", 1000)
    looking = Looking(fault, times)
    await analyser(looking).make_report(await record())
    assert looking.parts[: len(parts)] == parts


async def test_what_fails_again_and_again_is_a_sentence_and_the_next_try_begins_anew() -> None:
    made = analyser(Looking(SearchFailure, 3))
    with pytest.raises(Refusal, match="could not be made just now"):
        await made.make_report(await record())
    assert await made.make_report(await record())


async def test_no_more_than_a_few_looks_are_under_way_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "AT_ONCE", 2)
    under_way, most, both = 0, 0, asyncio.Event()

    async def look(study: StudyRequest) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        assert len(study.queries) <= analysis.AT_ONCE
        if under_way == 2:
            both.set()
        async with asyncio.timeout(PATIENCE):
            await both.wait()
        under_way -= 1
        return await glance(study)

    await analyser(look, most=2).make_report(await record())
    assert most == 2


async def test_one_person_has_so_many_made_in_a_minute_and_kept_ones_cost_nothing() -> None:
    made = analyser(limits=replace(AMPLE, analyses_per_minute=2))
    first, second, third = [await record(seed) for seed in range(3)]
    for about in (first, second, first):
        await made.get_report(about, 1)
    with pytest.raises(Refusal, match="One person can have 2 analyses made within a minute"):
        await made.get_report(third, 1)
    await made.get_report(first, 1)
    await made.get_report(third, 2)


@pytest.mark.ci
async def test_where_many_wait_one_more_is_refused() -> None:
    held, looking = asyncio.Event(), asyncio.Event()

    async def look(study: StudyRequest) -> Any:
        looking.set()
        await held.wait()
        return await glance(study)

    made = analyser(look)
    waiting = [await record(seed) for seed in range(analysis.IN_LINE)]
    busy = [asyncio.create_task(made.get_report(each, 1)) for each in waiting]
    await asyncio.wait_for(looking.wait(), PATIENCE)
    with pytest.raises(Refusal, match="being analysed just now"):
        await made.get_report(await record(99), 2)
    held.set()
    await asyncio.gather(*busy)


async def test_what_goes_on_and_what_is_too_long_or_too_short_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, looking = await record(), Looking(SearchFailure, 0)
    monkeypatch.setattr(analysis, "LONGEST", len(whole.match.plies) - 1)
    goes_on, short = await record(limit=7), await record(limit=3)
    short.match.agree_draw()
    for subject, code in ((goes_on, "analyse.running"), (short, "analyse.short"), (whole, "analyse.long")):
        assert await refused_code(analyser(looking).get_report(subject, 1)) == code
    assert looking.parts == []
