"""The host's webhook, which is notified of each match that gets a web page.

It is also notified of events in competitions that have a page. A notification is sent soon after the event,
retried for some hours, and then dropped.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.competitions.kinds.all_kinds import kind_of
from club.play.match.matches import Matches
from club.running.alarm import Alarm
from club.running.jobs import JobRunner, RetryLater, Settlement, settle_nothing
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
UNSENDABLE_AFTER: Final = 2 * 24 * 3600.0
"""Seconds after which a page is left that no process can tell of."""
PAGE_MADE: Final = 10.0
"""Seconds until the first try for an event of a competition.

Its page is made as its table is posted.
"""
TRIES: Final = 12
"""Tries, within about six hours, after which the webhook is told no more."""


@dataclass(frozen=True, slots=True)
class News:
    """An event of a match or a competition's stage, shown on a web page.

    `address` is that of the page. `id` is the same if the news is sent twice. `guild_id` is the server of
    the page. `number` is that of the round or section concerned, if any.
    """

    id: str
    guild_id: int
    address: str
    kind: NewsKind
    stage_id: int | None = None
    number: int = 0


NewsSender = Callable[[News], Awaitable[bool | None]]
"""Tells the news; returns whether it is settled.

It is settled if it was taken, or if no page shows it any more. `None` if another process is
responsible for its server.
"""
NewsFinder = Callable[[Transaction, int], Awaitable[tuple[float, News | None] | None]]
"""Finds what a job is about: since when it is to be told, and the news."""


class NewsQueue:
    """Queues news for the host's webhook, and sends it.

    `send_news` sends it; without this function, waiting news is left to other processes. `owner` is this
    process's name. News is queued only if the host `has_webhook`.
    """

    def __init__(
        self, matches: Matches, send_news: NewsSender | None, *, owner: str, has_webhook: bool
    ) -> None:
        self._store = matches.store
        self._now = matches.now
        self.tell = send_news
        self.is_wanted = has_webhook
        self.jobs = [
            JobRunner(
                table,
                matches.store,
                Alarm(table, matches.now),
                owner=owner,
                attempt=partial(self._tell_news, find),
                lease=LEASE,
                max_attempts=TRIES,
                retry_after=FIRST_WAIT,
            )
            for table, find in (("hook", _match_news), ("stage_hook", _stage_news))
        ]

    async def queue_match(self, tx: Transaction, match_id: int) -> None:
        """Queue the news that a match has a page, if the host has a webhook."""
        if self.is_wanted:
            await hooks.put(tx, match_id, self._now())

    async def queue_stage_event(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, kind: NewsKind, number: int = 0
    ) -> None:
        """Queue the news of an event in a competition's stage.

        Do so only if the host has a webhook, the server wants pages, and this kind of competition has them.
        """
        if self.is_wanted and kind_of(row).has_page and await pages.may_have_pages(tx, row.guild_id):
            await hooks.put_stage(tx, stage.id, kind, number, self._now() + PAGE_MADE)

    async def open(self) -> None:
        """Start to send all waiting news."""
        if self.tell is not None:
            for jobs in self.jobs:
                await jobs.open()

    async def stop(self) -> None:
        """Stop sending news, and give unfinished jobs back."""
        for jobs in self.jobs:
            await jobs.stop()

    def ring(self) -> None:
        """Look for waiting news."""
        if self.tell is not None:
            for jobs in self.jobs:
                jobs.ring()

    async def _tell_news(self, find: NewsFinder, job: LeaseRow) -> Settlement:
        """Send the news of a job, unless no page shows it any more."""
        found = await self._store.read(lambda tx: find(tx, job.key))
        if found is not None and self.tell is not None:
            made_at, news = found
            told = False if news is None else await self.tell(news)
            if told is None and self._now() - made_at < UNSENDABLE_AFTER:
                raise RetryLater(FIRST_WAIT, counted=False)
            if told is False:
                raise RetryLater(min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (job.attempts - 1)))
        return settle_nothing


async def _match_news(tx: Transaction, match_id: int) -> tuple[float, News | None] | None:
    """Return when the page of a match was made, and the news about it.

    Return `None` if the match no longer has a page.
    """
    page = await pages.find_by_match(tx, match_id)
    return None if page is None else (page.made_at, _make_news(page, NewsKind.MATCH_OVER, page.made_at))


async def _stage_news(tx: Transaction, hook_id: int) -> tuple[float, News | None] | None:
    """Return when an event of a stage happened, and the news about it.

    The news is `None` if there is no page yet.
    """
    row = await hooks.find_stage_hook(tx, hook_id)
    stage = None if row is None else await competitions.get_stage(tx, row.stage_id)
    if row is None or stage is None:
        return None
    # The page of a competition is made a little later.
    page = await pages.find_by_competition(tx, stage.competition_id)
    if page is None:
        return row.made_at, None
    return row.made_at, _make_news(page, row.what, row.made_at, row.stage_id, row.number)


def _make_news(
    page: PageRow, kind: NewsKind, at: float, stage_id: int | None = None, number: int = 0
) -> News:
    """Build the news to send.

    Its id contains everything that distinguishes it, because a restored database repeats its row ids.
    """
    said = (page.address, kind, *(() if stage_id is None else (stage_id, number)), round(at * 1000))
    return News(".".join(map(str, said)), page.guild_id, page.address, kind, stage_id, number)
