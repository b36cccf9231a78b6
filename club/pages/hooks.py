"""The host's webhook: it is told of each match that gets a page.

It is also told of each event in a competition that has one. That happens soon after, is tried again
for some hours, and is then dropped.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.competitions.kinds.all_kinds import kind_of
from club.play.match.matches import Matches
from club.running.alarm import Alarm
from club.running.jobs import Again, Jobs, Settlement, settle_nothing
from data.competitions import competitions
from data.competitions.competitions import CompetitionRow, StageRow
from data.database.transaction import Transaction
from data.outbox.leases import LeaseRow
from data.pages import hooks, pages
from data.pages.hooks import NewsKind
from data.pages.pages import PageRow

LEASE: Final = 60.0
"""Seconds that a try has: more than its request takes at most."""
FIRST_WAIT: Final = 30.0
"""Seconds until the second try.

Each later wait is twice as long as the one before.
"""
LONGEST_WAIT: Final = 3600.0
GIVEN_UP: Final = 2 * 24 * 3600.0
"""Seconds after which a page is left that no process can tell of."""
PAGE_MADE: Final = 10.0
"""Seconds until the first try for an event of a competition.

Its page is made as its table is posted.
"""
TRIES: Final = 12
"""Tries, within about six hours, after which the webhook is told no more."""


@dataclass(frozen=True, slots=True)
class News:
    """An event of a match or a stage that the page of an `address` shows.

    In a stage it may be of a round or a section. The `id` identifies it if it is told twice. The page
    belongs to a server.
    """

    id: str
    guild_id: int
    address: str
    what: NewsKind
    stage_id: int | None = None
    number: int = 0


NewsTeller = Callable[[News], Awaitable[bool | None]]
"""Tells the news; returns whether it is settled.

It is settled if it was taken, or if no page shows it any more. `None` if another process is
responsible for its server.
"""
NewsFinder = Callable[[Transaction, int], Awaitable[tuple[float, News | None] | None]]
"""Finds what a job is about: since when it is to be told, and the news."""


class Hooks:
    """Has news told by `tell`, under the name `owner`.

    Without `tell`, waiting news is left to other processes. News is queued only if it is `wanted`, that
    is, if the host has a webhook.
    """

    def __init__(self, matches: Matches, tell: NewsTeller | None, *, owner: str, wanted: bool) -> None:
        self._store = matches.store
        self._now = matches.now
        self._tell = tell
        self._wanted = wanted
        self.jobs = [
            Jobs(
                table,
                matches.store,
                Alarm(table, matches.now),
                owner=owner,
                attempt=partial(self._tell_news, find),
                lease=LEASE,
                tries=TRIES,
                again_after=FIRST_WAIT,
            )
            for table, find in (("hook", _of_match), ("stage_hook", _of_stage))
        ]

    async def put(self, tx: Transaction, match_id: int) -> None:
        """Have the page of a match told, where the host has a webhook."""
        if self._wanted:
            await hooks.put(tx, match_id, self._now())

    async def put_stage(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, what: NewsKind, number: int = 0
    ) -> None:
        """Queue an event of a stage to be told.

        Do so only if its server wants pages and it is of a kind that has one.
        """
        if self._wanted and kind_of(row).has_page and await pages.may_have_pages(tx, row.guild_id):
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

    async def _tell_news(self, find: NewsFinder, job: LeaseRow) -> Settlement:
        """Tell the news of a job, unless no page shows it any more."""
        found = await self._store.read(lambda tx: find(tx, job.key))
        if found is not None and self._tell is not None:
            made_at, news = found
            told = False if news is None else await self._tell(news)
            if told is None and self._now() - made_at < GIVEN_UP:
                raise Again(FIRST_WAIT, counted=False)
            if told is False:
                raise Again(min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (job.attempts - 1)))
        return settle_nothing


async def _of_match(tx: Transaction, match_id: int) -> tuple[float, News | None] | None:
    """Return since when a match is to be told, and the news.

    `None` if it no longer has a page.
    """
    page = await pages.of_match(tx, match_id)
    return None if page is None else (page.made_at, _news(page, NewsKind.MATCH_OVER, page.made_at))


async def _of_stage(tx: Transaction, hook_id: int) -> tuple[float, News | None] | None:
    """Return since when an event of a stage is to be told, and the news.

    The news is `None` if there is no page yet.
    """
    row = await hooks.of_stage(tx, hook_id)
    stage = None if row is None else await competitions.stage(tx, row.stage_id)
    if row is None or stage is None:
        return None
    # The page of a competition is made a little later.
    page = await pages.of_competition(tx, stage.competition_id)
    if page is None:
        return row.made_at, None
    return row.made_at, _news(page, row.what, row.made_at, row.stage_id, row.number)


def _news(page: PageRow, what: NewsKind, at: float, stage_id: int | None = None, number: int = 0) -> News:
    """Return the news to tell.

    Its id is made of everything that tells it from others, because a restored database counts anew.
    """
    said = (page.address, what, *(() if stage_id is None else (stage_id, number)), round(at * 1000))
    return News(".".join(map(str, said)), page.guild_id, page.address, what, stage_id, number)
