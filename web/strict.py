"""Limits on connections before any page is requested.

The number of open connections is limited, and an invalid request is answered with one sentence. By
default, aiohttp would accept every connection, echo what it cannot parse, and log each as an error.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestHandler

from web.guard import HEADERS
from words import ENGLISH, localizer_for

CONNECTIONS: Final = 100
"""Connections that are open at a time."""
SILENT: Final = 2.0
"""Seconds of silence after which a connection makes room for another.

A silent connection has not sent a whole request, or does not read its answer.
"""


class StrictConnection(RequestHandler):
    """A connection that answers an invalid request with one sentence, unlogged.

    `open_connections` are all open connections. If there are too many, the one that has been silent longest
    is closed to make room, or this one if none has been silent long enough. `count_refusal` gets the status
    of each request that is refused here.
    """

    __slots__ = ("count_refusal", "is_served", "open_connections", "when_lost")

    count_refusal: Callable[[int], object]
    open_connections: "set[StrictConnection]"
    is_served: bool
    when_lost: Callable[[], object]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve if there is room, else abort the connection."""
        if len(self.open_connections) >= CONNECTIONS and not self._make_room():
            assert isinstance(transport, asyncio.Transport)
            transport.abort()
            return
        self.open_connections.add(self)
        self.is_served = True
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget the connection, which makes room for others."""
        self.open_connections.discard(self)
        if self.is_served:
            self.when_lost()
            super().connection_lost(exc)

    def leave_budget(self, when_lost: Callable[[], object]) -> None:
        """Make room for another connection, because this one is counted elsewhere.

        `when_lost` is called once it is lost. The library tells a handler of that only when it writes.
        """
        self.open_connections.discard(self)
        self.when_lost = when_lost

    def _make_room(self) -> bool:
        """Close the connection silent for longest, and return whether there was one."""
        idle = [each for each in self.open_connections if each._current_request is None]
        longest = min(idle, key=lambda each: each._next_keepalive_close_time, default=None)
        if longest is None or longest.transport is None:
            return False
        since = longest._next_keepalive_close_time - longest.keepalive_timeout
        if asyncio.get_running_loop().time() - since < SILENT:
            return False
        longest.transport.abort()
        self.open_connections.discard(longest)
        return True

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Return the answer to a request that cannot be parsed.

        Errors of the server itself are handled by aiohttp as usual.
        """
        if status >= 500 or request.writer.output_size > 0:
            return super().handle_error(request, status, exc, message)
        self.count_refusal(status)
        answer = web.Response(status=400, text=localizer_for(ENGLISH)("web.bad"), headers=HEADERS)
        answer.headers["Cache-Control"] = "no-store"
        answer.force_close()
        return answer


def connection_factory(server: Any, count_refusal: Callable[[int], object]) -> Callable[[], StrictConnection]:
    """Return a factory for the connections of a server.

    `count_refusal` gets the status of each request that is refused here.
    """
    server.request_handler = _ignore_expect(server.request_handler)

    others = set[StrictConnection]()

    def connect() -> StrictConnection:
        made = StrictConnection(server, loop=server._loop, **server._kwargs)
        made.count_refusal = count_refusal
        made.open_connections, made.is_served, made.when_lost = others, False, _do_nothing
        return made

    return connect


def _do_nothing() -> None:
    """Ignore the loss of a connection that only its budget counts."""


def _ignore_expect(handle: Handler) -> Handler:
    """Return a handler that handles requests as if they had no `Expect` header.

    The library answers those before any handler is called.
    """

    async def handle_request(request: web.Request) -> web.StreamResponse:
        if hdrs.EXPECT in request.headers:
            headers = request.headers.copy()
            headers.popall(hdrs.EXPECT)
            request = request.clone(headers=headers)
        return await handle(request)

    return handle_request
