"""What Discord's servers do for an application's own window (its Activity).

The page of the window comes through Discord's proxy, here below `/activity/`. The window gets a code for
the member who opened it; the bot's server exchanges it for a token, and reads whose it is.
"""

from __future__ import annotations

import json
import secrets
from typing import Final
from urllib.parse import urlencode

from aiohttp import ClientError, ClientSession, web

from playground.api.rest_api import PREFIX
from playground.world.state import BOT_ID
from playground.world.world import World

PROXY: Final = "/activity/"
PASSED_ON: Final = ("Authorization", "Content-Type", "Last-Event-ID", "Accept-Language")
PASSED_BACK: Final = ("Content-Type", "Cache-Control", "ETag", "Last-Modified")
FRAMED: Final = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'"
"""The page's own policy but for the frame: Discord puts its own hosts there."""


class Windows:
    """The windows of one world. The bot serves their page at `World.pages`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._codes: dict[str, str] = {}
        self._tokens: dict[str, str] = {}

    def routes(self) -> list[web.RouteDef]:
        """Return the routes: of the proxy, and of Discord's OAuth2."""
        return [
            web.post(PREFIX + "/oauth2/token", self._exchange),
            web.get(PREFIX + "/oauth2/@me", self._tell_whose),
            web.post("/activity-code", self._give_code),
            web.route("*", PROXY + "{path:.*}", self._pass_on),
        ]

    async def _give_code(self, request: web.Request) -> web.Response:
        """Give the window of a member a code, as Discord does once they have agreed."""
        member = request.query.get("member", "")
        if member not in self._world.state.members:
            raise web.HTTPNotFound
        code = secrets.token_hex(15)
        self._codes[code] = member
        return web.json_response({"code": code})

    async def _exchange(self, request: web.Request) -> web.Response:
        """Exchange a code, once, for a token."""
        form = await request.post()
        member = self._codes.pop(str(form.get("code")), None)
        is_ours = form.get("client_id") == BOT_ID and form.get("client_secret") == self._world.client_secret
        if member is None or not is_ours or form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_hex(15)
        self._tokens[token] = member
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _tell_whose(self, request: web.Request) -> web.Response:
        """Tell whose token a request has, and of which application."""
        member_id = self._tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        person = self._world.state.members.get(member_id or "")
        if person is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        whose = {"application": {"id": BOT_ID}, "scopes": ["identify"], "user": person.user()}
        return web.json_response(whose)

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        """Pass a window's request on to the bot's pages, and the answer back as it comes."""
        query = f"?{urlencode(request.query)}" if request.query else ""
        address = f"{self._world.pages}/{request.match_info['path']}{query}"
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        try:
            async with (
                ClientSession() as session,
                session.request(
                    request.method, address, headers=headers, data=await request.read() or None
                ) as answer,
            ):
                back = {name: answer.headers[name] for name in PASSED_BACK if name in answer.headers}
                response = web.StreamResponse(
                    status=answer.status, headers={**back, "Content-Security-Policy": FRAMED}
                )
                await response.prepare(request)
                async for part in answer.content.iter_any():
                    await response.write(part)
                return response
        except ClientError as fault:
            raise web.HTTPBadGateway(text=json.dumps(str(fault))) from fault
