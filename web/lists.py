"""Pages that list others: a server's latest public pages, and a user's profile.

The list of a server is also an Atom feed.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeVar

from aiohttp import web

from club.club import Club
from club.pages.lists import ListedPage, MatchListItem, ProfilePage, ServerPage
from club.play.match.match_lists import listed_title
from rules.catalogue import title_of
from web.guard import Refused, running_club
from web.html_pages import reader_localizer, render_feed, render_page, server_title
from web.page_host import PageHost
from web.preview import Preview
from words import Localizer, Phrase, date_phrase

SERVER: Final = "/s/{address:[A-Za-z0-9_-]{22}}"
List = TypeVar("List", ServerPage, ProfilePage)
SHOWN: Final = 10
"""Ratings that the preview of a profile has, the best first."""
PROFILE: Final = "/u/{address:[A-Za-z0-9_-]{22}}"


@dataclass(frozen=True, slots=True)
class ListItem:
    """A page in a list: its address, title, result or state, and when it was made.

    `over_at` is when a competition ended, if it has.
    """

    url: str
    title: str
    summary: str
    made_at: datetime
    over_at: datetime | None = None

    @property
    def day(self) -> Phrase:
        """The date on which the page was made."""
        return date_phrase(self.made_at.date())

    @property
    def moment(self) -> str:
        """The time at which the page was made, in the format of RFC 3339."""
        return f"{self.made_at:%Y-%m-%dT%H:%M:%SZ}"

    @property
    def latest_moment(self) -> str:
        """The time at which what the page shows was over, in the format of RFC 3339."""
        return f"{self.over_at or self.made_at:%Y-%m-%dT%H:%M:%SZ}"


class ListPages:
    """Handlers of requests for lists."""

    def __init__(self, host: PageHost) -> None:
        self._host = host

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(SERVER, self._server, name="server")
        yield web.get(SERVER + "/feed.atom", self._feed, name="feed")
        yield web.get(PROFILE, self._profile, name="profile")

    async def find_server(self, request: web.Request) -> tuple[ServerPage, list[ListItem], Localizer]:
        """Return a server's page, its list of pages, and a localizer for the reader.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        address = request.match_info["address"]
        found = await club.pages.lists.load_server_page(address, self._host.is_open)
        return self._prepare(request, club, found)

    async def find_profile(self, request: web.Request) -> tuple[ProfilePage, list[ListItem], Localizer]:
        """Return the requested profile, its list of pages, and the reader's localizer.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        address = request.match_info["address"]
        found = await club.pages.lists.load_profile_page(address, self._host.is_open)
        return self._prepare(request, club, found)

    def _prepare(
        self, request: web.Request, club: Club, found: List | None
    ) -> tuple[List, list[ListItem], Localizer]:
        """Return a found list, its items in words, and a localizer for the reader.

        Raise `Refused` if there is no list, or if this process gets no events of its server.
        """
        if found is None or not self._host.hears_server(found.guild_id):  # another process may hear of it
            raise Refused(404, Phrase("web.no_page"))
        say = reader_localizer(request, club.members.servers.language_of(found.guild_id))
        return found, [self._item(each, say) for each in found.items], say

    def profile_name(self, profile_page: ProfilePage, say: Localizer) -> str:
        """Return the displayed name of a profile's person."""
        return say.text(self._host.clean_name(profile_page.name or ""))

    def _item(self, listed: ListedPage, say: Localizer) -> ListItem:
        at, found = datetime.fromtimestamp(listed.made_at, UTC), listed.page
        if isinstance(found, MatchListItem):
            first, second = (self._host.clean_name(each) for each in found.names)
            game = listed_title(found.row)
            title = say("web.match.title", title=game, name=first, opponent=second)
            winner = found.row.winner
            ended = say("web.drawn") if winner is None else say("web.won", name=(first, second)[winner])
            return ListItem(f"{self._host.base}/m/{found.address}", title, ended, at)
        row = found.competition
        state = say(f"web.stage.{found.stage.status}") if found.stage else ""
        said = f"{say.text(title_of(row.game))} · {state}"
        over_at = None if listed.over_at is None else datetime.fromtimestamp(listed.over_at, UTC)
        name, url = say.text(self._host.clean_name(row.name)), f"{self._host.base}/c/{found.address}"
        return ListItem(url, name, said, at, over_at)

    async def _server(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_server(request)
        here, title = f"/s/{found.address}", server_title(self._host, found.guild_id, say)
        made = partial(render_page, "server.html", say, self._host, title=title, items=items, here=here)
        return await asyncio.to_thread(made, indexed=found.listed)

    async def _feed(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_server(request)
        newest = max((item.latest_moment for item in items), default="1970-01-01T00:00:00Z")
        url = f"{self._host.base}/s/{found.address}"
        title = server_title(self._host, found.guild_id, say)
        return await asyncio.to_thread(render_feed, say, url=url, title=title, items=items, newest=newest)

    async def _profile(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_profile(request)
        lines = found.profile.lines if found.profile else ()
        provisional = found.profile.provisional_games if found.profile else frozenset[str]()
        ratings = [
            (say.text(title_of(line.game)), *map(round, line.rating), line.matches, line.game in provisional)
            for line in lines
        ]
        name, known_as = self.profile_name(found, say), self._host.escape_name(found.name or "")
        lines_of = [f"{game}: **{points} ± {deviation}**" for game, points, deviation, *_ in ratings[:SHOWN]]
        text = "\n".join([f"### {say('web.profile.title', name=known_as)}", *lines_of])
        return await asyncio.to_thread(
            render_page,
            "profile.html",
            say,
            self._host,
            title=say("web.profile.title", name=name),
            ratings=ratings,
            items=items,
            preview=Preview(text, None, "", ()).render(),
            here=f"/u/{found.address}",
        )
