"""Web pages that list others: server pages with feeds, public profiles.

A profile is public only if its member wants it to be. Each item is listed only if its own page is visible.
For that, only its stored row is read, so that no match is replayed for a list.
"""

import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.pages.pages import ADDRESS, OpennessCheck, Pages, load_stage
from club.refusals import Refusal
from club.standing.ratings import RatingProfile, Ratings
from data.competitions import competitions
from data.competitions.competitions import CompetitionRow, StageRow
from data.database.persons import COMPUTER, NOBODY
from data.database.transaction import Transaction
from data.members import preferences
from data.pages import pages, profile_pages
from data.pages.pages import PageRow
from data.pages.profile_pages import ProfilePageRow
from data.play import listing
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from data.play.places import Place
from rules.catalogue import GAMES
from rules.match import Match
from words import Words

NEWEST: Final = 20
"""Pages that a list has."""
ROUNDS: Final = 5
"""How often so many are looked at, where some may not be seen now."""

RowLister = Callable[..., Awaitable[Sequence[PageRow]]]
"""Lists the newest rows, in a transaction, after so many to `skip`."""


@dataclass(frozen=True, slots=True)
class MatchListItem:
    """A match in a list, built from its stored row alone.

    In `names`, a player who must not be named is called by their side.
    """

    address: str
    row: ListedRow
    names: tuple[Words, Words]


@dataclass(frozen=True, slots=True)
class CompetitionListItem:
    """A competition in a list, with its newest stage that has begun."""

    address: str
    competition: CompetitionRow
    stage: StageRow | None


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in a list, with the time at which it was made.

    `over_at` is when a competition ended, `None` for others and as far as it is not known.
    """

    made_at: float
    page: MatchListItem | CompetitionListItem
    over_at: float | None = None


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The page of a server: its newest public matches and competitions.

    The newest comes first. `listed` says whether search engines may index it.
    """

    address: str
    guild_id: int
    items: Sequence[ListedPage]
    listed: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """The page of a member on a server: their ratings, and newest pages.

    `items` are the newest pages of their matches. `profile` is `None` if the server keeps no ratings.
    `name` is the member's last known name, `None` if there is none.
    """

    address: str
    guild_id: int
    name: str | None
    profile: RatingProfile | None
    items: Sequence[ListedPage]


class PageLists:
    """All pages that list others."""

    def __init__(self, single_pages: Pages, ratings: Ratings) -> None:
        self._single = single_pages
        self._store = single_pages.store
        self._ratings = ratings

    async def find_server_url(self, guild_id: int) -> str | None:
        """Return the URL of a server's page, or `None` if it has none."""
        if self._single.base is None:
            return None
        found = await self._store.read(lambda tx: pages.find_by_server(tx, guild_id))
        return None if found is None else f"{self._single.base}/s/{found.address}"

    async def make_server_page(self, guild_id: int) -> None:
        """Make a server's page, if it wants pages and has none yet."""
        page = PageRow(self._single.random_address(), guild_id, self._single.now())

        async def job(tx: Transaction) -> None:
            if await pages.may_have_pages(tx, guild_id):
                await pages.put(tx, page)

        await self._store.write(job)

    async def load_server_page(self, address: str, is_open: OpennessCheck) -> ServerPage | None:
        """Load the server page at an address, or return `None` if there is none."""
        if not ADDRESS.fullmatch(address):
            return None

        read = await self._store.read(lambda tx: pages.find_by_address(tx, address))
        if read is None or read[0].match_id is not None or read[0].competition_id is not None:
            return None
        found, listed = read
        list_rows = partial(pages.list_newest, guild_id=found.guild_id, limit=NEWEST)
        return ServerPage(found.address, found.guild_id, await self._load_items(list_rows, is_open), listed)

    async def find_profile_url(self, user_id: int, guild_id: int) -> str | None:
        """Return the URL of a member's profile page on a server, or `None`."""
        if self._single.base is None:
            return None
        found = await self._store.read(lambda tx: profile_pages.get(tx, user_id, guild_id))
        return None if found is None else self._url(found)

    async def can_have_profile_pages(self, guild_id: int) -> bool:
        """Whether members of a server can have profile pages."""
        return self._single.base is not None and await self._store.read(
            lambda tx: pages.may_have_pages(tx, guild_id)
        )

    async def make_profile_page(self, user_id: int, guild_id: int) -> str:
        """Make a member's profile page unless it exists; return its URL.

        Raise `Refusal` if the server has no pages, or if the member hides their profile.
        """
        page = ProfilePageRow(user_id, guild_id, self._single.random_address(), self._single.now())

        async def job(tx: Transaction) -> ProfilePageRow | None:
            if self._single.base is None or not await pages.may_have_pages(tx, guild_id):
                raise Refusal("profile.page.none")
            if not (await preferences.get(tx, user_id)).profile_shown:
                raise Refusal("profile.page.own")
            await profile_pages.put(tx, page)
            return await profile_pages.get(tx, user_id, guild_id)

        made = await self._store.write(job)
        return self._url(made or page)

    async def remove_profile_page(self, user_id: int, guild_id: int) -> None:
        """Remove a member's profile page; a new one would get another address."""
        await self._store.write(lambda tx: profile_pages.remove(tx, user_id, guild_id))

    async def load_profile_page(self, address: str, is_open: OpennessCheck) -> ProfilePage | None:
        """Load the profile page at an address.

        Return `None` if there is none, or if its member now hides their profile.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> ProfilePageRow | None:
            found = await profile_pages.find_by_address(tx, address)
            if found is None or not (await preferences.get(tx, found.user_id)).profile_shown:
                return None
            return found

        found = await self._store.read(job)
        if found is None:
            return None
        list_rows = partial(
            pages.list_newest_for_user, guild_id=found.guild_id, user_id=found.user_id, limit=NEWEST
        )
        try:
            profile = await self._ratings.load_profile(found.guild_id, found.user_id, viewer_id=found.user_id)
        except Refusal:  # the server keeps no ratings
            profile = None
        items = await self._load_items(list_rows, is_open)
        return ProfilePage(
            found.address, found.guild_id, _name(found.user_id, profile, items), profile, items
        )

    async def _load_items(self, list_rows: RowLister, is_open: OpennessCheck) -> list[ListedPage]:
        """Load the newest items that may be seen now.

        Others leave their room to older ones.
        """
        items: list[ListedPage] = []

        async def read_heads(tx: Transaction, skip: int) -> tuple[int, Sequence[ListedPage]]:
            rows = await list_rows(tx, skip=skip)
            return len(rows), await _list_items(tx, rows)  # at once, while what the rows name is there

        for number in range(ROUNDS):
            count, heads = await self._store.read(partial(read_heads, skip=number * NEWEST))
            items += await _open_items(heads, is_open)
            if count < NEWEST or len(items) >= NEWEST:
                break
        return items[:NEWEST]

    def _url(self, page: ProfilePageRow) -> str:
        return f"{self._single.base}/u/{page.address}"


async def _list_items(tx: Transaction, rows: Sequence[PageRow]) -> list[ListedPage]:
    """Return list items for pages, without those that have nothing to show."""
    ids = [row.match_id for row in rows if row.match_id is not None]
    played = {row.id: row for row in await listing.list_by_ids(tx, ids)}
    people = [each for row in played.values() for each in row.user_ids]
    hiding = await preferences.hidden_users(tx, people) - {COMPUTER}
    found = []
    for row in rows:
        page: MatchListItem | CompetitionListItem | None = None
        over_at = None
        if row.competition_id is not None:
            competition = await competitions.get(tx, row.competition_id)
            stage, _ = await load_stage(tx, competition)
            page = CompetitionListItem(row.address, competition, stage)
            over_at = None if stage is None else await competitions.find_end(tx, stage.id)
        elif (match := played.get(row.match_id or 0)) is not None:
            page = _match_item(row.address, match, hiding)
        if page is not None:
            found.append(ListedPage(row.made_at, page, over_at))
    return found


def _match_item(address: str, row: ListedRow, hiding: Collection[int]) -> MatchListItem | None:
    """Return a match as a list item, or `None` if no page may show it.

    Players whose ids are in `hiding` must not be named.
    """
    if (
        row.status is not MatchStatus.OVER
        or NOBODY in row.user_ids
        or row.home_server_id is None
        or row.set_aside
        or row.game not in GAMES
    ):
        return None
    first, second = row.names
    one, other = (each in hiding for each in row.user_ids)
    if one or other:
        try:
            sides = Match(GAMES[row.game], json.loads(row.options), row.secret).view(None).players
        except MemoryError:
            raise
        except Exception:  # changed bytes may break any assumption: the others are listed without it
            return None
        first, second = sides[0] if one else first, sides[1] if other else second
    return MatchListItem(address, row, (first, second))


async def _open_items(items: Sequence[ListedPage], is_open: OpennessCheck) -> list[ListedPage]:
    """Return the items whose channel every member of the server can see."""
    found = []
    for item in items:
        of = item.page
        place = (
            of.row
            if isinstance(of, MatchListItem)
            else Place(of.competition.guild_id, of.competition.channel_id)
        )
        if await is_open(place):
            found.append(item)
    return found


def _name(user_id: int, profile: RatingProfile | None, items: Sequence[ListedPage]) -> str | None:
    """Return a member's last known name, or `None`.

    It comes from a rated match, or else from a match that has a page.
    """
    if profile is not None and profile.lines:
        return profile.lines[0].name
    for each in items:
        if isinstance(each.page, MatchListItem) and user_id in each.page.row.user_ids:
            return str(each.page.row.names[each.page.row.user_ids.index(user_id)])
    return None
