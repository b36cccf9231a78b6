"""Discord's REST API v10 over HTTP.

It adds authorisation, rate limits, simulated faults and error answers to each of `routes`.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from aiohttp import web

from playground.api.calls import ApiResponse, Call, RouteHandler
from playground.api.limits import RateLimits, rate_limit_error, route_class
from playground.api.routes import ROUTES
from playground.world.bodies import read_body
from playground.world.errors import DiscordError
from playground.world.faults import RequestFault
from playground.world.traffic import RouteClass
from playground.world.uploads import Upload
from playground.world.world import World

if TYPE_CHECKING:
    from playground.checks.openapi import OpenAPI

PREFIX = "/api/v10"
TOKEN_PREFIX = "playground"
REMEMBERED = 10_000  # requests that are kept, for tests and for `--check`
# These paths contain a token, and need no other.
UNAUTHORISED = ("/interactions/", "/webhooks/")


class AnsweredRequest(NamedTuple):
    """An answered request: time (seconds since 1970), "POST /path", class and status."""

    at: float
    request: str
    kind: RouteClass
    status: int


class RestApi:
    """The API of one world.

    `openapi`, if given, checks every accepted request and its answer. `requests` ("POST /channels/…"),
    `refused` (those with their error) and `answered` are kept for tests and for `--check`.
    """

    def __init__(self, world: World, openapi: OpenAPI | None = None) -> None:
        self.world = world
        self.openapi = openapi
        self.requests: deque[str] = deque(maxlen=REMEMBERED)
        self.refused: deque[str] = deque(maxlen=REMEMBERED)
        self.answered: deque[AnsweredRequest] = deque(maxlen=REMEMBERED)
        self._limits = RateLimits(world.state.now)

    def routes(self) -> list[web.RouteDef]:
        """Return all routes, for aiohttp's router.

        A catch-all route refuses every other path in Discord's form.
        """
        known = [
            web.route(method, PREFIX + path, self._serve(path, handler)) for method, path, handler in ROUTES
        ]
        return [*known, web.route("*", PREFIX + "/{rest:.*}", self._unknown)]

    def _serve(
        self, template: str, handler: RouteHandler
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            path = request.path.removeprefix(PREFIX)
            name = f"{request.method} {path}"
            kind = route_class(request.method, template)
            at = self.world.state.now()
            self.requests.append(name)
            self.world.traffic.note(kind)
            headers: dict[str, str] = {}
            try:
                _authorise(request, path)
                trouble = self.world.faults.take_fault(name)
                if trouble is not None and trouble.delay:
                    await asyncio.sleep(trouble.delay)
                if trouble is not None and not trouble.after_accepting:
                    _fail(trouble)
                enforced = self.world.faults.rate_limits
                headers = self._limits.take(request.method, template, path, enforced=enforced)
                body, uploads = await read_body(request)
                status, reply = await self._answer(request, path, handler, body, uploads)
                if trouble is not None:
                    _fail(trouble)
            except DiscordError as error:
                self.refused.append(
                    f"{name}: {error} {json.dumps(error.errors) if error.errors else ''}".rstrip()
                )
                status, reply, headers = error.status, error.body(), {**headers, **_error_headers(error)}
            self.answered.append(AnsweredRequest(at, name, kind, status))
            return _response(status, reply, headers)

        return serve

    async def _answer(
        self, request: web.Request, path: str, handler: RouteHandler, body: Any, uploads: list[Upload]
    ) -> ApiResponse:
        if self.openapi is None:
            return await handler(Call(self.world, request.match_info, request.query, body, uploads))
        sent = json.loads(json.dumps(body))
        status, reply = await handler(Call(self.world, request.match_info, request.query, body, uploads))
        # Only requests that were taken are checked: tests send wrong ones on purpose.
        self.openapi.check_request(request.method, path, sent)
        self.openapi.check_answer(request.method, path, status, reply)
        return status, reply

    async def _unknown(self, request: web.Request) -> web.Response:
        self.requests.append(f"{request.method} {request.path.removeprefix(PREFIX)}")
        self.world.traffic.note(RouteClass.OTHER)
        return _response(404, {"message": "404: Not Found", "code": 0}, {})


def _authorise(request: web.Request, path: str) -> None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if not path.startswith(UNAUTHORISED) and (scheme != "Bot" or not token.startswith(TOKEN_PREFIX)):
        raise DiscordError(0)


def _fail(trouble: RequestFault) -> None:
    if trouble.status == 429:
        raise rate_limit_error(trouble.retry_after)
    if trouble.status is not None:
        raise DiscordError(0, status=trouble.status, message=f"{trouble.status}: Server Error")


def _error_headers(error: DiscordError) -> dict[str, str]:
    # Without `Via` discord.py takes a 429 as a ban of its address, and raises at once.
    """Return the headers of an error."""
    return {**error.headers, **({"Via": "1.1 playground"} if error.status == 429 else {})}


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # discord.py reads JSON only with exactly this content type, without a charset.
    data = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(status=status, body=data, headers={**headers, "Content-Type": "application/json"})
