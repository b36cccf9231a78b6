"""A small source of live boards: real states of one match, answered over HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from rendering import page_values
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.game import RulesError, Seat
from rules.match import Match
from web.live.page_files import live_files, live_page
from words import localizer_for

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

CLOSED = {"ok": False, "error": "This board is closed. Press **Open the board**."}


class BoardSource:
    """One match; a seat's number, or `watch`, is both key and session.

    `is_down` refuses every request as a proxy does whose host is gone, and `is_held` sends no event, as a
    proxy does that keeps answers until they are complete. If it `drops_answer`, the next one does not come,
    and if it `cuts_answer`, only its beginning does. If it `is_closed`, so is every session. With `clock`,
    each side has so many seconds.
    """

    def __init__(self, key: str, language: str = "en", clock: float | None = None) -> None:
        self.say = localizer_for(language)
        self.clock = clock
        self.offers: list[str] = []
        self.seen: list[int] = []
        self.acts: list[str] = []
        self.asked = 0
        self.is_down = self.is_held = False
        self.drops_answer = self.cuts_answer = self.is_closed = False
        self.lay(key)

    def lay(self, key: str) -> None:
        """Begin a match of another game."""
        self.match = Match(GAMES[key], {}, bytes(32))
        self.version = 1
        self.changed = asyncio.Event()

    def state(self, seat: Seat | None, path: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the state that a seat gets."""
        match = self.match
        asks = seat is not None and match.turn == seat
        clocks = [
            {"seat": each, "seconds": self.clock, "running": each == match.turn}
            for each in (0, 1)
            if self.clock is not None
        ]
        offered = (
            [{"label": "Resign", "offer": "resign"}] if seat is not None and match.turn is not None else []
        )
        return {
            "ok": True,
            "title": self.say.text(match.game.title),
            "words": page_values.page_words(self.say),
            "version": self.version,
            "seat": seat,
            "players": ["Ann", "Ben of the very long and winding name"],
            "sides": [self.say.text(side) for side in match.view(None).players],
            "clocks": clocks,
            "offers": offered,
            "looks": True,
            **page_values.board(match, seat, path, self.say, asks=asks),
        }

    def play(self, move: str) -> None:
        """Make a move and tell all pages."""
        self.match.play(move)
        self.tell()

    def tell(self) -> None:
        """Tell all pages of a change."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()

    def carry_out(self, seat: Seat | None, request: dict[str, Any]) -> dict[str, Any]:
        """Carry out a request."""
        match, verb = self.match, request["do"]
        if verb == "seen":
            self.seen.append(request["version"])
            return {"ok": True}
        if verb == "look":
            return self.state(seat) | page_values.look_back(match, seat, request["number"], self.say)
        if verb == "show" or request.get("act") in self.acts:
            return self.state(seat)
        if verb == "offer":
            self.offers.append(request["offer"])
            return self.state(seat)
        if verb == "play":
            self.match.play(request["move"])
        else:
            node = reach_choice(match.game, match.position, request["path"])
            assert node is not None
            if node.move is None or (node.choices and not request.get("ends")):
                return self.state(seat, node.path)
            match.make_move(node.move)
        self.acts.append(request["act"])
        self.tell()
        return self.state(seat)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/live", self._page),
            web.get("/live/{folder}/{name}", self._file),
            web.post("/live/open", self._open),
            web.post("/live/ask", self._ask),
            web.get("/live/events", self._events),
        ]

    def _check(self) -> None:
        if self.is_down:
            raise web.HTTPBadGateway
        if self.is_closed:
            raise web.HTTPUnauthorized(text=json.dumps(CLOSED), content_type="application/json")

    async def _page(self, _: web.Request) -> web.Response:
        policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
        headers = {"Content-Security-Policy": policy}
        return web.Response(text=live_page(), content_type="text/html", headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        name = f"{request.match_info['folder']}/{request.match_info['name']}"
        return web.Response(body=live_files()[name], content_type=KINDS[name.rpartition(".")[2]])

    async def _open(self, request: web.Request) -> web.Response:
        self._check()
        key = (await request.json())["key"]
        if key not in ("0", "1", "watch"):
            return web.json_response(CLOSED)
        return web.json_response({**self.state(_seat(key)), "session": key})

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        self._check()
        self.asked += 1
        body = await request.read()
        assert len(body) <= 1024
        seat = _seat(request.headers["Authorization"].removeprefix("Bearer "))
        try:
            answer = self.carry_out(seat, json.loads(body))
        except RulesError as refusal:
            answer = {"ok": False, "error": str(refusal)}
        if self.drops_answer:
            self.drops_answer = False
            raise web.HTTPBadGateway
        if self.cuts_answer:
            self.cuts_answer = False
            return await _cut_off(request)
        return web.json_response(answer)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        self._check()
        seat = _seat(request.headers["Authorization"].removeprefix("Bearer "))
        last, answer = int(request.headers["Last-Event-ID"]), web.StreamResponse()
        answer.content_type = "text/event-stream"
        await answer.prepare(request)
        while not (self.is_down or self.is_closed) and request.transport is not None:
            changed = self.changed
            if not self.is_held:
                data = json.dumps(self.state(seat)) if self.version > last else None
                await answer.write(f"id: {self.version}\ndata: {data}\n\n".encode() if data else b":\n\n")
                last = self.version
            try:
                await asyncio.wait_for(changed.wait(), 1)
            except TimeoutError:
                continue
        return answer


async def _cut_off(request: web.Request) -> web.StreamResponse:
    """Answer with the first bytes of JSON, and close the connection."""
    answer = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "1000"})
    await answer.prepare(request)
    await answer.write(b'{"ok": true')
    assert request.transport is not None
    request.transport.abort()
    return answer


def _seat(session: str) -> Seat | None:
    return None if session == "watch" else int(session)


@asynccontextmanager
async def serve_boards(source: BoardSource) -> AsyncIterator[str]:
    """Serve a source, and yield the address of the page."""
    app = web.Application()
    app.add_routes(source.routes())
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        yield f"http://127.0.0.1:{port}/live"
    finally:
        source.is_down = True
        source.tell()
        await runner.cleanup()
