"""Connections before any page is asked: so many at a time, and one sentence for what is no request.

The library would take all that come, send what it cannot read back, and log each as an error.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestHandler

from web.guard import HEADERS
from words import ENGLISH, speaker

CONNECTIONS: Final = 100
"""Connections that are open at a time."""
SILENT: Final = 2.0
"""Seconds after which one that has brought no whole request, or does not read its answer, makes room for another."""


class Connection(RequestHandler):
    """A connection that answers what is no request with one sentence, and logs nothing of it.

    `others` are all that are open; where they are many, one that has said nothing for long goes, else this one.
    """

    __slots__ = ("counted", "others", "served")

    counted: Callable[[int], object]
    others: "set[Connection]"
    served: bool

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve, where there is room."""
        if len(self.others) >= CONNECTIONS and not self._make_room():
            assert isinstance(transport, asyncio.Transport)
            transport.abort()
            return
        self.others.add(self)
        self.served = True
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Leave room for others."""
        self.others.discard(self)
        if self.served:
            super().connection_lost(exc)

    def _make_room(self) -> bool:
        """Close what has been silent for longest; return whether there was anything."""
        idle = [each for each in self.others if each._current_request is None]
        longest = min(idle, key=lambda each: each._next_keepalive_close_time, default=None)
        if longest is None or longest.transport is None:
            return False
        since = longest._next_keepalive_close_time - longest.keepalive_timeout
        if asyncio.get_running_loop().time() - since < SILENT:
            return False
        longest.transport.abort()
        self.others.discard(longest)
        return True

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Return the answer to what cannot be read; what goes wrong by our mistake is as before."""
        if status >= 500 or request.writer.output_size > 0:
            return super().handle_error(request, status, exc, message)
        self.counted(status)
        answer = web.Response(status=400, text=speaker(ENGLISH)("web.bad"), headers=HEADERS)
        answer.headers["Cache-Control"] = "no-store"
        answer.force_close()
        return answer


def strict(server: Any, counted: Callable[[int], object]) -> Callable[[], Connection]:
    """Return what makes the connections of a server; `counted` is told the status of what is refused here."""
    server.request_handler = _expecting_nothing(server.request_handler)

    others = set[Connection]()

    def connect() -> Connection:
        made = Connection(server, loop=server._loop, **server._kwargs)
        made.counted = counted
        made.others, made.served = others, False
        return made

    return connect


def _expecting_nothing(handle: Handler) -> Handler:
    """Return what handles requests as if none had an `Expect`: the library answers those before anybody is asked."""

    async def handled(request: web.Request) -> web.StreamResponse:
        if hdrs.EXPECT in request.headers:
            headers = request.headers.copy()
            headers.popall(hdrs.EXPECT)
            request = request.clone(headers=headers)
        return await handle(request)

    return handled
