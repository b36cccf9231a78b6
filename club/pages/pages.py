"""Pages of finished matches and of competitions.

They exist if the server wants them and all members may see the place. An address has 128 random
bits, so it cannot be found by anyone who was not given it. A page is gone when its server wants
none any more, when its match is removed, and when one of its players is forgotten.
"""

import base64
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import crosstable_of
from club.last_used import LastUsed
from club.pages.hooks import Hooks
from club.play.match.matches import Matches, Table
from club.play.match.replay_cache import Replays
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
    """A match as a page shows it.

    `names` has the player's name by seat, `None` for a player who is not to be named. `listed` says
    that search engines may find it.
    """

    address: str
    table: Table
    names: tuple[Words | None, Words | None]
    listed: bool


@dataclass(frozen=True, slots=True)
class CompetitionPage:
    """A competition as a page shows it: one stage with the sheets of its sections.

    It is the newest stage that has begun, unless another was asked for. `told` says of each entrant, by
    id, whether they are to be named. `links` has the addresses of the matches that have pages, by id.
    """

    address: str
    competition: CompetitionRow
    stage: StageRow | None
    sheets: Sequence[Crosstable]
    told: Mapping[int, bool]
    links: Mapping[int, str]
    listed: bool


class Pages:
    """All pages.

    `secret` draws 32 random bytes. `base` is where the pages are, `None` if the host wants none.
    `hooks` are told of each match that gets one.
    """

    def __init__(self, matches: Matches, secret: Callable[[], bytes], base: str | None, hooks: Hooks) -> None:
        self._matches = matches
        self.store = matches.store
        self.now = matches.now
        self._secret = secret
        self._hooks = hooks
        self._replays = Replays(KEPT_PLIES)
        self._sheets = LastUsed[int, tuple[object, Crosstable]](KEPT_LINES, cost=_lines)
        self.base = base

    async def make(self, table: Table, is_open: OpennessCheck) -> str | None:
        """Return the address of a match's page, made if it may have one; `None` if not.

        It is called when the end of the match is shown. `is_open` says whether every member may see its
        place.
        """
        row = table.row
        if self.base is None or row.home is None or not _may_have(table):
            return None
        if not await self.store.read(lambda tx: pages.may_have_pages(tx, row.guild_id)) or not await is_open(
            row
        ):
            return None
        page = PageRow(self.draw_address(), row.guild_id, self.now(), match_id=row.id)
        own = PageRow(self.draw_address(), row.guild_id, self.now())

        async def job(tx: Transaction) -> PageRow | None:
            if not await pages.may_have_pages(tx, row.guild_id) or _has_forgotten_player(
                await matches.existing(tx, row.id)
            ):
                return None
            if await pages.put(tx, page):
                await self._hooks.put(tx, row.id)
            await pages.put(tx, own)
            return await pages.of_match(tx, row.id)

        made = await self.store.write(job)
        self._hooks.ring()
        return self._url(made)

    async def make_competition(self, row: CompetitionRow, is_open: OpennessCheck) -> str | None:
        """Return the address of a competition's page, made if it may have one.

        `None` if it may not.
        """
        has_page = self.base is not None and kind_of(row).has_page
        if not has_page or not await is_open(Place(row.guild_id, row.channel_id)):
            return None
        page = PageRow(self.draw_address(), row.guild_id, self.now(), competition_id=row.id)
        own = PageRow(self.draw_address(), row.guild_id, self.now())
        if (known := await self.store.read(lambda tx: pages.of_competition(tx, row.id))) is not None:
            return self._url(known)

        async def job(tx: Transaction) -> PageRow | None:
            if not await pages.may_have_pages(tx, row.guild_id):
                return None
            await pages.put(tx, page)
            await pages.put(tx, own)
            return await pages.of_competition(tx, row.id)

        if not await self.store.read(lambda tx: pages.may_have_pages(tx, row.guild_id)):
            return None
        return self._url(await self.store.write(job))

    async def competition_at(
        self, address: str, is_open: OpennessCheck, stage_id: int | None = None
    ) -> CompetitionPage | None:
        """Return the competition of an address, in one of its stages.

        `None` if there is none that may be seen.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> CompetitionPage | None:
            found = await pages.at(tx, address)
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
            hiding = await preferences.hiding(tx, [each.user_id for each in people])
            told = {each.id: each.user_id not in hiding for each in people}
            played = [each.match_id for sheet in sheets for each in sheet.pairings if each.match_id]
            links = await pages.of_matches(tx, played)
            return CompetitionPage(found[0].address, competition, stage, sheets, told, links, found[1])

        found = await self.store.read(job)
        if found is None:
            return None
        place = Place(found.competition.guild_id, found.competition.channel_id)
        return found if await is_open(place) else None

    def of_puzzle(self, puzzle: Puzzle) -> str | None:
        """Return the address of the page of a puzzle that comes with the program.

        `None` if there are no pages.
        """
        return None if self.base is None else f"{self.base}/p/{puzzle.key}"

    async def find_address(self, table: Table) -> str | None:
        """Return the address of a match's page; `None` if it has none."""
        if self.base is None or not table.over:
            return None
        return self._url(await self.store.read(lambda tx: pages.of_match(tx, table.row.id)))

    async def match_at(self, address: str, is_open: OpennessCheck) -> MatchPage | None:
        """Return the match of an address.

        `None` if there is none, or if it may no longer be seen.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> tuple[str, bool, MatchRow, list[bool]] | None:
            found = await pages.at(tx, address)
            if found is None or found[0].match_id is None:
                return None
            row = await matches.get(tx, found[0].match_id)
            if row is None:
                return None
            hiding = await preferences.hiding(tx, row.user_ids)
            return found[0].address, found[1], row, [each not in hiding for each in row.user_ids]

        try:
            found = await self.store.read(job)
            if found is None:
                return None
            known, listed, row, shown = found
            if row.home is None or not await is_open(row):
                return None
            table = await self._matches.load_table(row, self._replays)
        except (Refusal, Unreadable):
            return None
        if not _may_have(table):
            return None
        first, second = (_name(seat, told=told) for seat, told in zip(row.seats, shown, strict=True))
        return MatchPage(known, table, (first, second), listed)

    async def _sheet(
        self, tx: Transaction, competition: CompetitionRow, stage: StageRow, section: SectionRow
    ) -> Crosstable:
        """Return a section's sheet, computed anew only if the section has changed since."""
        people, meetings = await entrants.of_section(tx, section.id), await pairings.pairings(tx, section.id)
        version = (competition, stage, section, people, meetings)
        known = self._sheets.get(section.id)
        if known is not None and known[0] == version:
            return known[1]
        sheet = await crosstable_of(tx, section)
        self._sheets.put(section.id, (version, sheet))
        return sheet

    def draw_address(self) -> str:
        """Return a new random address."""
        return base64.urlsafe_b64encode(self._secret()[: BITS // 8]).decode().rstrip("=")

    def _url(self, page: PageRow | None) -> str | None:
        if page is None:
            return None
        return f"{self.base}/{'c' if page.match_id is None else 'm'}/{page.address}"


async def load_stage(
    tx: Transaction, row: CompetitionRow, stage_id: int | None = None
) -> tuple[StageRow | None, Sequence[SectionRow]]:
    """Return a stage of a competition with its sections.

    It is the stage with this id, or else the newest that has begun.
    """
    stages = await competitions.stages_of(tx, row.id)
    if stage_id is not None:
        asked = await competitions.stage(tx, stage_id)
        stages = [asked] if asked is not None and asked.competition_id == row.id else []
    for stage in stages:
        if sections := await competitions.sections_of(tx, stage.id):
            return stage, sections
    return (stages[0] if stages else None), ()


def _lines(kept: tuple[object, Crosstable]) -> int:
    return len(kept[1].lines) + len(kept[1].pairings) + 1


def _may_have(table: Table) -> bool:
    """Whether a page can show a match.

    The match must be decided, and none of its players forgotten.
    """
    return table.over and table.match.outcome is not None and not _has_forgotten_player(table.row)


def _has_forgotten_player(row: MatchRow) -> bool:
    """Whether a player of this match was forgotten."""
    return NOBODY in row.user_ids


def _name(seat: SeatRow, *, told: bool) -> Words | None:
    """Return a player's name for a page.

    A player who hides their profile is not named.
    """
    return seat.name if told or seat.user_id == COMPUTER else None
