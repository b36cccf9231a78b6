"""Web pages of finished matches and of competitions.

They exist only if the server wants them and all its members can see the channel. An address has 128 random
bits, so only people who were given it can find it. A page is gone when its server no longer wants pages,
when its match is deleted, or when the data of one of its players is deleted.
"""

import base64
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import load_crosstable
from club.last_used import LruCache
from club.pages.hooks import NewsQueue
from club.play.match.matches import Matches, Table
from club.play.match.replay_cache import ReplayCache
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow
from data.database.errors import Unreadable
from data.database.persons import COMPUTER, NOBODY
from data.database.transaction import Transaction
from data.members import preferences
from data.pages import pages
from data.pages.pages import PageRow
from data.play import matches
from data.play.matches import MatchRow, SeatRow
from data.play.places import Place, PlacedRow
from engines.puzzles.puzzle import Puzzle
from words import Words

BITS: Final = 128
KEPT_PLIES: Final = 4000
"""Plies of the matches on pages that are kept in memory.

They are kept apart from the matches being played.
"""
KEPT_LINES: Final = 4000
"""Lines and pairings of the tables that are kept."""
ADDRESS: Final = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")
"""How an address is written: base64url of so many bits, without padding."""

OpennessCheck = Callable[[PlacedRow], Awaitable[bool]]
"""Returns whether every member of its server may see a place."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The contents of a match's page.

    `names` has the player's name by seat, `None` for a player who must not be named. `listed` says whether
    search engines may index it. `server` is the address of the server's own page, `None` unless they may
    index that, and `competition` the page of the competition that the match was played in, with its name;
    `None` if there is none.
    """

    address: str
    table: Table
    names: tuple[Words | None, Words | None]
    listed: bool
    server: str | None
    competition: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class CompetitionPage:
    """The contents of a competition's page: the tables of one stage.

    `sheets` has a table for each section of the stage. It is the newest stage that has begun, unless
    another was requested. `is_named` says for each entrant's id whether they may be named. `links` has the
    addresses of the matches that have pages, by match id. `listed` says whether search engines may index
    it, and `server` is the address of the server's own page, `None` unless they may index that.
    """

    address: str
    competition: CompetitionRow
    stage: StageRow | None
    sheets: Sequence[Crosstable]
    is_named: Mapping[int, bool]
    links: Mapping[int, str]
    listed: bool
    server: str | None


class _StoredMatchPage(NamedTuple):
    """The stored part of a match's page.

    `shown` says for each player whether they may be named.
    """

    page: PageRow
    listed: bool
    row: MatchRow
    shown: Sequence[bool]
    server: str | None
    competition: tuple[PageRow, CompetitionRow] | None


class Pages:
    """Makes and loads the pages of matches and competitions.

    `secret` draws 32 random bytes. `base_url` is where the pages are, `None` if the host wants none.
    `hooks` queues the news of each match that gets a page.
    """

    def __init__(
        self, matches: Matches, secret: Callable[[], bytes], base_url: str | None, hooks: NewsQueue
    ) -> None:
        self._matches = matches
        self.store = matches.store
        self.now = matches.now
        self._secret = secret
        self._hooks = hooks
        self.replays = ReplayCache(KEPT_PLIES)
        self._sheets = LruCache[int, tuple[object, Crosstable]](KEPT_LINES, cost=_lines)
        self.base = base_url

    async def make_match_page(self, table: Table, is_open: OpennessCheck) -> str | None:
        """Make the page of a match if it may have one; return its URL or `None`.

        It is called when the end of the match is shown. `is_open` tells whether every member can see a
        channel.
        """
        row = table.row
        if self.base is None or row.home_server_id is None or not _may_have_page(table):
            return None
        if not await self.store.read(lambda tx: pages.may_have_pages(tx, row.guild_id)) or not await is_open(
            row
        ):
            return None
        page = PageRow(self.random_address(), row.guild_id, self.now(), match_id=row.id)
        own = PageRow(self.random_address(), row.guild_id, self.now())

        async def job(tx: Transaction) -> PageRow | None:
            if not await pages.may_have_pages(tx, row.guild_id) or _has_forgotten_player(
                await matches.get_existing(tx, row.id)
            ):
                return None
            if await pages.put(tx, page):
                await self._hooks.queue_match(tx, row.id)
            await pages.put(tx, own)
            return await pages.find_by_match(tx, row.id)

        made = await self.store.write(job)
        self._hooks.ring()
        return self._url(made)

    async def make_competition_page(self, row: CompetitionRow, is_open: OpennessCheck) -> str | None:
        """Make a competition's page if it may have one; return its URL or `None`.

        `is_open` tells whether every member can see a channel.
        """
        has_page = self.base is not None and kind_of(row).has_page
        if not has_page or not await is_open(Place(row.guild_id, row.channel_id)):
            return None
        page = PageRow(self.random_address(), row.guild_id, self.now(), competition_id=row.id)
        own = PageRow(self.random_address(), row.guild_id, self.now())
        if (known := await self.store.read(lambda tx: pages.find_by_competition(tx, row.id))) is not None:
            return self._url(known)

        async def job(tx: Transaction) -> PageRow | None:
            if not await pages.may_have_pages(tx, row.guild_id):
                return None
            await pages.put(tx, page)
            await pages.put(tx, own)
            return await pages.find_by_competition(tx, row.id)

        if not await self.store.read(lambda tx: pages.may_have_pages(tx, row.guild_id)):
            return None
        return self._url(await self.store.write(job))

    async def load_competition_page(
        self, address: str, is_open: OpennessCheck, stage_id: int | None = None
    ) -> CompetitionPage | None:
        """Load the competition page at an address, for one of its stages.

        Return `None` if there is none that may be seen.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> CompetitionPage | None:
            found = await pages.find_by_address(tx, address)
            if found is None or found[0].competition_id is None:
                return None
            competition = await competitions.get(tx, found[0].competition_id)
            stage, sections = await load_stage(tx, competition, stage_id)
            sheets = [
                await self._sheet(tx, competition, stage, section)
                for section in sections
                if stage is not None
            ]
            people = [line.entrant for sheet in sheets for line in sheet.lines]
            hiding = await preferences.hidden_users(tx, [each.user_id for each in people])
            told = {each.id: each.user_id not in hiding for each in people}
            played = [each.match_id for sheet in sheets for each in sheet.pairings if each.match_id]
            links = await pages.find_addresses(tx, played)
            server = await _find_server_page(tx, competition.guild_id) if found[1] else None
            return CompetitionPage(
                found[0].address, competition, stage, sheets, told, links, found[1], server
            )

        found = await self.store.read(job)
        if found is None:
            return None
        place = Place(found.competition.guild_id, found.competition.channel_id)
        return found if await is_open(place) else None

    def puzzle_url(self, puzzle: Puzzle) -> str | None:
        """Return the URL of the page of a puzzle that comes with the program.

        Return `None` if there are no pages.
        """
        return None if self.base is None else f"{self.base}/p/{puzzle.key}"

    async def find_match_url(self, table: Table) -> str | None:
        """Return the URL of a match's page, or `None` if it has none."""
        if self.base is None or not table.is_over:
            return None
        return self._url(await self.store.read(lambda tx: pages.find_by_match(tx, table.row.id)))

    async def load_match_page(self, address: str, is_open: OpennessCheck) -> MatchPage | None:
        """Load the match page at an address.

        Return `None` if there is none, or if `is_open` says that not everyone on the server may see the
        match's place any more.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> _StoredMatchPage | None:
            found = await pages.find_by_address(tx, address)
            if found is None or found[0].match_id is None:
                return None
            row = await matches.get(tx, found[0].match_id)
            if row is None:
                return None
            hiding = await preferences.hidden_users(tx, row.user_ids)
            page = await pages.find_by_competition_of_match(tx, row.id)
            return _StoredMatchPage(
                *found,
                row,
                [each not in hiding for each in row.user_ids],
                await _find_server_page(tx, found[0].guild_id) if found[1] else None,
                None if page is None else (page, await competitions.get(tx, page.competition_id or 0)),
            )

        try:
            found = await self.store.read(job)
            if found is None:
                return None
            row = found.row
            if row.home_server_id is None or not await is_open(row):
                return None
            table = await self._matches.load_table(row, self.replays)
            competition = None
            if found.competition is not None:
                page, played = found.competition
                if await is_open(Place(played.guild_id, played.channel_id)):
                    competition = page.address, played.name
        except (Refusal, Unreadable):
            return None
        if not _may_have_page(table):
            return None
        first, second = (
            _name(seat, is_named=told) for seat, told in zip(row.seats, found.shown, strict=True)
        )
        return MatchPage(found.page.address, table, (first, second), found.listed, found.server, competition)

    async def _sheet(
        self, tx: Transaction, competition: CompetitionRow, stage: StageRow, section: SectionRow
    ) -> Crosstable:
        """Return a section's table, computed anew only if the section has changed."""
        people, meetings = (
            await entrants.list_for_section(tx, section.id),
            await pairings.list_for_section(tx, section.id),
        )
        version = (competition, stage, section, people, meetings)
        known = self._sheets.get(section.id)
        if known is not None and known[0] == version:
            return known[1]
        sheet = await load_crosstable(tx, section)
        self._sheets.put(section.id, (version, sheet))
        return sheet

    def random_address(self) -> str:
        """Return a new random page address."""
        return base64.urlsafe_b64encode(self._secret()[: BITS // 8]).decode().rstrip("=")

    def _url(self, page: PageRow | None) -> str | None:
        if page is None:
            return None
        return f"{self.base}/{'c' if page.match_id is None else 'm'}/{page.address}"


async def _find_server_page(tx: Transaction, guild_id: int) -> str | None:
    """Return the address of a server's own page, or `None` if it has none."""
    page = await pages.find_by_server(tx, guild_id)
    return None if page is None else page.address


async def load_stage(
    tx: Transaction, row: CompetitionRow, stage_id: int | None = None
) -> tuple[StageRow | None, Sequence[SectionRow]]:
    """Load a stage of a competition with its sections.

    It is the stage with this id, or else the newest that has begun.
    """
    stages = await competitions.list_latest_stages(tx, row.id)
    if stage_id is not None:
        asked = await competitions.get_stage(tx, stage_id)
        stages = [asked] if asked is not None and asked.competition_id == row.id else []
    for stage in stages:
        if sections := await competitions.list_sections(tx, stage.id):
            return stage, sections
    return (stages[0] if stages else None), ()


def _lines(kept: tuple[object, Crosstable]) -> int:
    return len(kept[1].lines) + len(kept[1].pairings) + 1


def _may_have_page(table: Table) -> bool:
    """Whether a page can show a match.

    The match must be decided, and the data of its players must not have been deleted.
    """
    return table.is_over and table.match.outcome is not None and not _has_forgotten_player(table.row)


def _has_forgotten_player(row: MatchRow) -> bool:
    """Whether the data of a player of this match was deleted."""
    return NOBODY in row.user_ids


def _name(seat: SeatRow, *, is_named: bool) -> Words | None:
    """Return a player's name for a page, or `None` if they must not be named."""
    return seat.name if is_named or seat.user_id == COMPUTER else None
