"""The web server of the pages.

It has their start and stop, their routes, and the few pages of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

from aiohttp import web

from rules.catalogue import families
from web import html_pages
from web.api import Api, json_response, wants_json
from web.competitions import CompetitionPages
from web.documents import load_document
from web.guard import LONGEST, WRITING, Guard
from web.html_pages import FOR_EVER, reader_localizer, render_page
from web.lab import LabFiles
from web.lists import ListPages
from web.matches import MatchPages
from web.page_host import PageHost
from web.pictures import PictureCache
from web.puzzles import PuzzlePages
from web.strict import connection_factory
from words import Phrase, join_with_commas

LET_GO: Final = 0.5
"""Seconds that an answer under way has when the process ends."""
IDLE: Final = 10.0
"""Seconds for which an idle connection stays open.

An idle connection asks for nothing, or has not sent all of its headers.
"""
BACKLOG: Final = 128
"""Connections that wait until they are taken."""
LINE: Final = 4096
"""Bytes of the first line of a request, and of each header, that are read."""
SHARE: Final = 0.2
"""Seconds of the event loop that pages may take in each second.

The bot itself goes first.
"""
FRAME: Final = "frame_id"
"""What Discord adds to the start page's address in a window of its own."""
ROBOTS: Final = "User-agent: *\nDisallow: /api/\n"
"""Content of `robots.txt`.

Each page says by itself whether it may be indexed. Keeping a crawler from reading the page would
not help.
"""


class PagePart(Protocol):
    """Some pages, with their routes."""

    def routes(self) -> Iterable[web.RouteDef]:
        """Yield the routes with their handlers."""
        ...


class PageServer:
    """A web server with all pages of one process."""

    def __init__(self, host: PageHost, *, share: float | None = SHARE) -> None:
        """Create the pages.

        `share` is the number of seconds of the event loop that they may use in each second, `None` for all.
        """
        self._host = host
        self._share = share
        pictures = PictureCache()
        matches = MatchPages(host, pictures)
        competitions = CompetitionPages(host, pictures)
        puzzles = PuzzlePages(host, pictures)
        lists = ListPages(host)
        api = Api(host.base, matches, competitions, puzzles, lists)
        self._lab = LabFiles(host.folder / "lab")
        self._window: Callable[[], Awaitable[web.Response]] | None = None
        self._parts: tuple[PagePart, ...] = (matches, competitions, puzzles, lists, api, self._lab)
        if host.has_live_boards:
            from web.live.live_pages import LivePages  # without them nothing is loaded

            live = LivePages(host)
            self._parts = (*self._parts, live)
            self._window = live.answer_window if host.activity else None
        self.webhook_body = api.webhook_body

    def make_application(self) -> web.Application:
        """Return the web application that answers requests."""
        guard = Guard(self._host.now, self._refuse, self._host.count_request, self._share)
        made = web.Application(middlewares=[guard.middleware()], client_max_size=LONGEST)
        made.add_routes(self._routes())
        return made

    def _routes(self) -> Iterable[web.RouteDef]:
        yield web.get("/", self._start, name="start")
        yield web.get("/privacy", self._document, name="privacy")
        yield web.get("/terms", self._document, name="terms")
        yield web.get("/style.css", self._style, name="style")
        yield web.get("/icon.svg", self._icon, name="icon")
        yield web.get("/robots.txt", self._robots, name="robots")
        for part in self._parts:
            yield from part.routes()

    @asynccontextmanager
    async def serve(self, host: str, port: int) -> AsyncIterator[int]:
        """Serve at an address of this machine, and yield the port.

        `port` 0 means any free port. Raise `OSError` if the port is taken.
        """
        runner = web.AppRunner(
            self.make_application(),
            access_log=None,
            shutdown_timeout=LET_GO,
            keepalive_timeout=IDLE,
            lingering_time=0.0,
            max_line_size=LINE,
            max_field_size=LINE,
        )
        await runner.setup()
        connect = connection_factory(runner.server, partial(self._host.count_request, "refused"))
        try:
            listening = await asyncio.get_running_loop().create_server(connect, host, port, backlog=BACKLOG)
            try:
                yield listening.sockets[0].getsockname()[1]
            finally:
                listening.close()
        finally:
            await runner.cleanup()

    async def _start(self, request: web.Request) -> web.Response:
        if self._window and FRAME in request.query:
            return await self._window()
        say = reader_localizer(request)
        kinds = [
            (
                say(f"family.{family}"),
                join_with_commas([say.text(game.title) for game in games], say.language),
            )
            for family, games in families().items()
        ]
        title, invite = say("web.start.title"), self._host.invite_url()
        return await asyncio.to_thread(
            render_page,
            "start.html",
            say,
            self._host,
            title=title,
            kinds=kinds,
            invite=invite,
            lab=self._lab.is_built,
            indexed=True,
        )

    async def _document(self, request: web.Request) -> web.Response:
        say, name = reader_localizer(request), request.path.removeprefix("/")

        def render() -> web.Response:
            text = load_document(f"{name}.md", self._host.folder)
            return render_page("document.html", say, self._host, title=say(f"web.{name}"), text=text)

        return await asyncio.to_thread(render)

    async def _style(self, _: web.Request) -> web.Response:
        headers = {"Cache-Control": FOR_EVER}
        return web.Response(body=html_pages.STYLE, content_type="text/css", charset="utf-8", headers=headers)

    async def _icon(self, _: web.Request) -> web.Response:
        headers = {"Cache-Control": FOR_EVER}
        return web.Response(body=html_pages.ICON, content_type="image/svg+xml", headers=headers)

    async def _robots(self, _: web.Request) -> web.Response:
        return web.Response(text=ROBOTS)

    async def _refuse(self, request: web.Request, status: int, said: Phrase) -> web.StreamResponse:
        """Return a page of one sentence, or the sentence as JSON for a program."""
        say = reader_localizer(request)
        if request.match_info.route.name in WRITING:
            answer = {"ok": False, "error": say.text(said)}
            return web.json_response(answer, status=status, headers={"Cache-Control": "no-store"})
        if wants_json(request):
            refused = json_response({"error": say.text(said)}, status)
            refused.headers["Cache-Control"] = "no-store"
            return refused
        made = render_page(
            "said.html", say, self._host, status=status, title=say("web.refused"), text=say.text(said)
        )
        made.headers["Cache-Control"] = "no-store"
        return made
