"""What the library refuses before any page is asked: it would send the request back, and log each as an error."""

from collections.abc import Callable
from typing import Any

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestHandler

from web.guard import HEADERS
from words import ENGLISH, speaker


class Connection(RequestHandler):
    """A connection that answers what is no request with one sentence, and logs nothing of it."""

    __slots__ = ("counted",)

    counted: Callable[[int], object]

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

    def connect() -> Connection:
        made = Connection(server, loop=server._loop, **server._kwargs)
        made.counted = counted
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
