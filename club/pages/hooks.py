"""The host's webhook hears of each match that gets a page, and of what competitions come to that have one.

It is told soon after, tried again for some hours, then left.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.competitions.kinds import kind_of
from club.play.match.matches import Matches
from club.running.alarm import Alarm
from club.running.jobs import DONE, Jobs, claim_one
from data.competitions import competitions
from data.competitions.competitions import CompetitionRow, StageRow
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.pages import hooks, pages
from data.pages.hooks import Happened
from data.pages.pages import PageRow

LEASE: Final = 60.0
"""Seconds that a try has: more than its request takes at most."""
FIRST_WAIT: Final = 30.0
"""Seconds until the second try; each wait after that is twice as long as the one before."""
LONGEST_WAIT: Final = 3600.0
GIVEN_UP: Final = 2 * 24 * 3600.0
"""Seconds after which a page is left that no process can tell of."""
PAGE_MADE: Final = 10.0
"""Seconds until what a competition came to is told first: its page is made as its table is posted."""
TRIES: Final = 12
"""Tries, within about six hours, after which nobody there is told any more."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened to what the page of an `address` shows: to its match, or to a stage, there to a round or section.

    By `id` it is known again where it is told twice. The page is that of a server.
    """

    id: str
    guild_id: int
    address: str
    what: Happened
    stage_id: int | None = None
    number: int = 0


Tell = Callable[[News], Awaitable[bool | None]]
"""Tells what happened; returns whether that is settled: it was taken, or no page shows it any more.

`None` where another process hears of its server.
"""


class Hooks:
    """Has news told by `tell`, under the name `owner`; without it, what waits is left to other processes.

    Nothing is put among what waits but where the host has a webhook: it is `wanted`.
    """

    def __init__(self, matches: Matches, tell: Tell | None, *, owner: str, wanted: bool) -> None:
        self._store = matches.store
        self._now = matches.now
        self._tell = tell
        self._wanted = wanted
        self._owner = owner
        self.jobs = [
            Jobs(
                table,
                matches.store,
                Alarm(table, matches.now),
                owner=owner,
                claim=partial(self._claim, table),
                attempt=partial(self._attempt, table),
                after_fault=FIRST_WAIT,
            )
            for table in FOUND
        ]

    async def put(self, tx: Transaction, match_id: int) -> None:
        """Have the page of a match told, where the host has a webhook."""
        if self._wanted:
            await hooks.put(tx, match_id, self._now())

    async def put_stage(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, what: Happened, number: int = 0
    ) -> None:
        """Have it told what happened to a stage, where its server wants pages and it is of a kind that has one."""
        if self._wanted and kind_of(row).tabled and await pages.allowed(tx, row.guild_id):
            await hooks.put_stage(tx, stage.id, what, number, self._now() + PAGE_MADE)

    async def open(self) -> None:
        """Begin with all that waits."""
        if self._tell is not None:
            for jobs in self.jobs:
                await jobs.open()

    async def stop(self) -> None:
        """Tell no more, and give back what is under way."""
        for jobs in self.jobs:
            await jobs.stop()

    def ring(self) -> None:
        """Look whether something waits."""
        if self._tell is not None:
            for jobs in self.jobs:
                jobs.ring()

    async def _claim(self, table: str, tx: Transaction, room: int) -> tuple[list[LeaseRow], float | None]:
        return await claim_one(tx, table, self._now(), owner=self._owner, lease=LEASE)

    async def _attempt(self, table: str, job: LeaseRow) -> float | None:
        """Tell what happened; what nothing shows any more is left, as is what was tried often enough."""
        found = await self._store.read(lambda tx: FOUND[table](tx, job.key))
        if found is not None and self._tell is not None and job.attempts <= TRIES:
            made_at, news = found
            told = False if news is None else await self._tell(news)
            if told is None and self._now() - made_at < GIVEN_UP:  # another process's, and no try
                await self._store.write(lambda tx: leases.uncount(tx, table, job.key, self._owner))
                return FIRST_WAIT
            if told is False and job.attempts < TRIES:
                return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (job.attempts - 1))
        await self._store.write(lambda tx: leases.done(tx, table, job.key, self._owner))
        return DONE


async def _of_match(tx: Transaction, match_id: int) -> tuple[float, News | None] | None:
    """Return since when a match is to be told and what of it, `None` where it has no page any more."""
    page = await pages.of_match(tx, match_id)
    return None if page is None else (page.made_at, _news(page, Happened.MATCH_OVER, page.made_at))


async def _of_stage(tx: Transaction, hook_id: int) -> tuple[float, News | None] | None:
    """Return since when something is to be told of a stage and what, `None` for what where it has no page yet."""
    row = await hooks.of_stage(tx, hook_id)
    stage = None if row is None else await competitions.stage(tx, row.stage_id)
    if row is None or stage is None:
        return None
    # The page of a competition is made a little later.
    page = await pages.of_competition(tx, stage.competition_id)
    if page is None:
        return row.made_at, None
    return row.made_at, _news(page, row.what, row.made_at, row.stage_id, row.number)


FOUND: Final = {"hook": _of_match, "stage_hook": _of_stage}
"""What finds what a job is about, by the table of the job."""


def _news(page: PageRow, what: Happened, at: float, stage_id: int | None = None, number: int = 0) -> News:
    """Return what is told; its id is made of all that tells it from others, since a restored database counts anew."""
    said = (page.address, what, *(() if stage_id is None else (stage_id, number)), round(at * 1000))
    return News(".".join(map(str, said)), page.guild_id, page.address, what, stage_id, number)
