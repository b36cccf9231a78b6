"""Pages that list others: a server's page with its feed, and public profiles.

A profile is outside of Discord only if its person wants it to be. A listed item is checked as its
own page is, so that a list never has an item whose page is missing. But only its stored row is
read, so that no match is replayed for a list.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from club.pages.pages import ADDRESS, OpennessCheck, Pages, load_stage
from club.refusals import Refusal
from club.standing.ratings import Profile, Ratings
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


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match as a list shows it, from its row alone.

    In `names`, a player who is not to be named is called by their side.
    """

    address: str
    row: ListedRow
    names: tuple[Words, Words]


@dataclass(frozen=True, slots=True)
class CompetitionHead:
    """What a list says of a competition, and of its newest stage that has begun."""

    address: str
    competition: CompetitionRow
    stage: StageRow | None


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page on a list, made at a time."""

    at: float
    page: MatchHead | CompetitionHead


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The matches and competitions that a server made public last, newest first.

    `listed` says that search engines may find it.
    """

    address: str
    guild_id: int
    items: Sequence[ListedPage]
    listed: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A member's standing on a server, and the newest pages of their matches.

    The standing is `None` if the server keeps no ratings. `name` is the member's last known name,
    `None` if there is none.
    """

    address: str
    guild_id: int
    name: str | None
    profile: Profile | None
    items: Sequence[ListedPage]


class PageLists:
    """All pages that list others."""

    def __init__(self, single: Pages, ratings: Ratings) -> None:
        self._single = single
        self._store = single.store
        self._ratings = ratings

    async def of_server(self, guild_id: int) -> str | None:
        """Return the address of a server's page, `None` where it has none."""
        if self._single.base is None:
            return None
        found = await self._store.read(lambda tx: pages.of_server(tx, guild_id))
        return None if found is None else f"{self._single.base}/s/{found.address}"

    async def make_server(self, guild_id: int) -> None:
        """Make a server's page, if it wants pages and has none."""
        page = PageRow(self._single.draw_address(), guild_id, self._single.now())

        async def job(tx: Transaction) -> None:
            if await pages.may_have_pages(tx, guild_id):
                await pages.put(tx, page)

        await self._store.write(job)

    async def server_at(self, address: str, is_open: OpennessCheck) -> ServerPage | None:
        """Return the server's page of an address, `None` where there is none."""
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> tuple[PageRow, bool, Sequence[ListedPage]] | None:
            found = await pages.at(tx, address)
            if found is None or found[0].match_id is not None or found[0].competition_id is not None:
                return None
            rows = await pages.newest(tx, found[0].guild_id, NEWEST)
            return *found, await _heads(tx, rows)

        read = await self._store.read(job)
        if read is None:
            return None
        found, listed, items = read
        return ServerPage(found.address, found.guild_id, await _open(items, is_open), listed)

    async def of_profile(self, user_id: int, guild_id: int) -> str | None:
        """Return the address of a member's profile page on a server.

        `None` if there is none.
        """
        if self._single.base is None:
            return None
        found = await self._store.read(lambda tx: profile_pages.get(tx, user_id, guild_id))
        return None if found is None else self._url(found)

    async def can_make_profiles(self, guild_id: int) -> bool:
        """Whether the profiles of a server can have pages."""
        return self._single.base is not None and await self._store.read(
            lambda tx: pages.may_have_pages(tx, guild_id)
        )

    async def make_profile(self, user_id: int, guild_id: int) -> str:
        """Make the page of a member's own profile, unless it exists; return its address.

        Raise `Refusal` if there are no pages, and for a member who hides their profile.
        """
        page = ProfilePageRow(user_id, guild_id, self._single.draw_address(), self._single.now())

        async def job(tx: Transaction) -> ProfilePageRow | None:
            if self._single.base is None or not await pages.may_have_pages(tx, guild_id):
                raise Refusal("profile.page.none")
            if not (await preferences.get(tx, user_id)).profile_shown:
                raise Refusal("profile.page.own")
            await profile_pages.put(tx, page)
            return await profile_pages.get(tx, user_id, guild_id)

        made = await self._store.write(job)
        return self._url(made or page)

    async def remove_profile(self, user_id: int, guild_id: int) -> None:
        """Remove the page of a member's profile; a new page gets another address."""
        await self._store.write(lambda tx: profile_pages.remove(tx, user_id, guild_id))

    async def profile_at(self, address: str, is_open: OpennessCheck) -> ProfilePage | None:
        """Return the profile of an address.

        `None` if there is none, or if it is no longer shown to anyone.
        """
        if not ADDRESS.fullmatch(address):
            return None

        async def job(tx: Transaction) -> tuple[ProfilePageRow, Sequence[ListedPage]] | None:
            found = await profile_pages.at(tx, address)
            if found is None or not (await preferences.get(tx, found.user_id)).profile_shown:
                return None
            rows = await pages.newest_of(tx, found.guild_id, found.user_id, NEWEST)
            return found, await _heads(tx, rows)

        read = await self._store.read(job)
        if read is None:
            return None
        found, heads = read
        try:
            profile = await self._ratings.profile(found.guild_id, found.user_id, by=found.user_id)
        except Refusal:  # the server keeps no ratings
            profile = None
        items = await _open(heads, is_open)
        return ProfilePage(
            found.address, found.guild_id, _name(found.user_id, profile, items), profile, items
        )

    def _url(self, page: ProfilePageRow) -> str:
        return f"{self._single.base}/u/{page.address}"


async def _heads(tx: Transaction, rows: Sequence[PageRow]) -> list[ListedPage]:
    """Return what a list says of pages, as far as they show something."""
    ids = [row.match_id for row in rows if row.match_id is not None]
    played = {row.id: row for row in await listing.of_ids(tx, ids)}
    people = [each for row in played.values() for each in row.user_ids]
    hiding = await preferences.hiding(tx, people) - {COMPUTER}
    found = []
    for row in rows:
        page: MatchHead | CompetitionHead | None = None
        if row.competition_id is not None:
            competition = await competitions.get(tx, row.competition_id)
            page = CompetitionHead(row.address, competition, (await load_stage(tx, competition))[0])
        elif (match := played.get(row.match_id or 0)) is not None:
            page = _match_head(row.address, match, hiding)
        if page is not None:
            found.append(ListedPage(row.made_at, page))
    return found


def _match_head(address: str, row: ListedRow, hiding: Collection[int]) -> MatchHead | None:
    """Return a match as a list shows it; `None` if no page shows it.

    Players who are `hiding` are not to be named.
    """
    if (
        row.status is not MatchStatus.OVER
        or NOBODY in row.user_ids
        or row.home is None
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
    return MatchHead(address, row, (first, second))


async def _open(items: Sequence[ListedPage], is_open: OpennessCheck) -> list[ListedPage]:
    """Return those of a list whose place every member may see."""
    found = []
    for item in items:
        of = item.page
        place = (
            of.row if isinstance(of, MatchHead) else Place(of.competition.guild_id, of.competition.channel_id)
        )
        if await is_open(place):
            found.append(item)
    return found


def _name(user_id: int, profile: Profile | None, items: Sequence[ListedPage]) -> str | None:
    """Return a member's last known name.

    It comes from a rated match, or else from a match that has a page.
    """
    if profile is not None and profile.lines:
        return profile.lines[0].name
    for each in items:
        if isinstance(each.page, MatchHead) and user_id in each.page.row.user_ids:
            return str(each.page.row.names[each.page.row.user_ids.index(user_id)])
    return None
