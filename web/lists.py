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
from club.pages.lists import ListedPage, MatchHead, ProfilePage, ServerPage
from rules.catalogue import title_of
from web.guard import Refused, running_club
from web.html_pages import feed, page, speaker_for
from web.page_host import PageHost
from web.preview import Preview
from words import Phrase, Speaker

SERVER: Final = "/s/{address:[A-Za-z0-9_-]{22}}"
List = TypeVar("List", ServerPage, ProfilePage)
SHOWN: Final = 10
"""Ratings that the preview of a profile has, the best first."""
PROFILE: Final = "/u/{address:[A-Za-z0-9_-]{22}}"


@dataclass(frozen=True, slots=True)
class ListItem:
    """A page in a list: its title, its result or state, and the time it was made."""

    url: str
    title: str
    said: str
    at: datetime

    @property
    def day(self) -> str:
        """Date of the item."""
        return f"{self.at:%Y-%m-%d}"

    @property
    def moment(self) -> str:
        """Time of the item in the format of RFC 3339."""
        return f"{self.at:%Y-%m-%dT%H:%M:%SZ}"


class ListPages:
    """Handlers of requests for lists."""

    def __init__(self, host: PageHost) -> None:
        self._host = host

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(SERVER, self._server, name="server")
        yield web.get(SERVER + "/feed.atom", self._feed, name="feed")
        yield web.get(PROFILE, self._profile, name="profile")

    async def find_server(self, request: web.Request) -> tuple[ServerPage, list[ListItem], Speaker]:
        """Return a server's public pages, and the reader's speaker.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        address = request.match_info["address"]
        found = await club.page_lists.server_at(address, self._host.is_open)
        return self._prepare(request, club, found)

    async def find_profile(self, request: web.Request) -> tuple[ProfilePage, list[ListItem], Speaker]:
        """Return the profile that a request is about, and the reader's speaker.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        address = request.match_info["address"]
        found = await club.page_lists.profile_at(address, self._host.is_open)
        return self._prepare(request, club, found)

    def _prepare(
        self, request: web.Request, club: Club, found: List | None
    ) -> tuple[List, list[ListItem], Speaker]:
        """Return a found list with its items in words, and the reader's speaker.

        Raise `Refused` if there is no list, or if this process does not hear of its server.
        """
        if found is None or not self._host.hears(found.guild_id):  # another process may hear of it
            raise Refused(404, Phrase("web.no_page"))
        say = speaker_for(request, club.servers.language_of(found.guild_id))
        return found, [self._item(each, say) for each in found.items], say

    def name(self, found: ProfilePage, say: Speaker) -> str:
        """Return the displayed name of a profile's person."""
        return say.text(self._host.bare(found.name or ""))

    def _item(self, listed: ListedPage, say: Speaker) -> ListItem:
        at, found = datetime.fromtimestamp(listed.at, UTC), listed.page
        if isinstance(found, MatchHead):
            first, second = (self._host.bare(each) for each in found.names)
            title = say("web.match.title", title=title_of(found.row.game), name=first, opponent=second)
            winner = found.row.winner
            ended = say("web.drawn") if winner is None else say("web.won", name=(first, second)[winner])
            return ListItem(f"{self._host.base}/m/{found.address}", title, ended, at)
        row = found.competition
        state = say(f"web.stage.{found.stage.status}") if found.stage else ""
        said = f"{say.text(title_of(row.game))} · {state}"
        return ListItem(f"{self._host.base}/c/{found.address}", say.text(self._host.bare(row.name)), said, at)

    async def _server(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_server(request)
        here, title = f"/s/{found.address}", say("web.server.title")
        made = partial(page, "server.html", say, self._host.base, title=title, items=items, here=here)
        return await asyncio.to_thread(made, indexed=found.listed)

    async def _feed(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_server(request)
        newest = max((item.moment for item in items), default="1970-01-01T00:00:00Z")
        url = f"{self._host.base}/s/{found.address}"
        title = say("web.server.title")
        return await asyncio.to_thread(feed, say, url=url, title=title, items=items, newest=newest)

    async def _profile(self, request: web.Request) -> web.Response:
        found, items, say = await self.find_profile(request)
        lines = found.profile.lines if found.profile else ()
        provisional = found.profile.provisional if found.profile else frozenset[str]()
        ratings = [
            (say.text(title_of(line.game)), *map(round, line.rating), line.matches, line.game in provisional)
            for line in lines
        ]
        name, known_as = self.name(found, say), self._host.plain(found.name or "")
        lines_of = [f"{game}: **{points} ± {deviation}**" for game, points, deviation, *_ in ratings[:SHOWN]]
        text = "\n".join([f"### {say('web.profile.title', name=known_as)}", *lines_of])
        return await asyncio.to_thread(
            page,
            "profile.html",
            say,
            self._host.base,
            title=say("web.profile.title", name=name),
            ratings=ratings,
            items=items,
            preview=Preview(text, None, "", ()).render(),
            here=f"/u/{found.address}",
        )
