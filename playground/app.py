"""The playground as one aiohttp application: REST, gateway, attachments and page."""

from __future__ import annotations

from email.utils import formatdate
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.api.gateway import Gateway
from playground.api.rest_api import RestApi
from playground.api.windows import Windows
from playground.page.page import add_page
from playground.world.world import World

if TYPE_CHECKING:
    from playground.checks.openapi import OpenAPI

HOST = "127.0.0.1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
REST = web.AppKey("rest", RestApi)
GATEWAY = web.AppKey("gateway", Gateway)
# Ten files just above the limit still arrive, so that they are refused in Discord's form.
MOST_BYTES = 128 * 1024 * 1024


def make_app(world: World, openapi: OpenAPI | None = None) -> web.Application:
    """Return the application of a world.

    With `openapi`, every request and answer is checked against the document.
    """
    app = web.Application(client_max_size=MOST_BYTES, middlewares=[_refuse_strangers])
    app.add_routes(Windows(world).routes())
    app[REST] = RestApi(world, openapi)
    app[GATEWAY] = Gateway(world)
    app.add_routes(app[REST].routes())
    app.add_routes(app[GATEWAY].routes())
    app.router.add_get("/attachments/{channel_id}/{file_id}/{filename}", _attachment(world))
    add_page(app, world)

    async def date(_: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(world.state.now(), usegmt=True)

    app.on_response_prepare.append(date)

    async def close(app: web.Application) -> None:
        await app[GATEWAY].close()

    app.on_shutdown.append(close)
    return app


async def serve(world: World, app: web.Application, port: int = 0) -> web.AppRunner:
    """Serve an application on loopback and set the world's address.

    `port` 0 takes any free port. Raises OSError if the port cannot be used. Call `cleanup()` on the
    result to stop serving.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, HOST, port)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    bound = runner.addresses[0][1]
    world.state.address = f"http://{HOST}:{bound}"
    return runner


@web.middleware
async def _refuse_strangers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a request whose host name is not this machine's own.

    Another name that leads to this machine may belong to a foreign page, which could read all answers
    through it.
    """
    try:
        name = urlsplit(f"//{request.host}").hostname
    except ValueError:
        name = None
    if name not in LOOPBACK:
        raise web.HTTPForbidden(text="The playground is for programs on this machine.")
    return await handler(request)


def _attachment(world: World) -> Handler:
    async def attachment(request: web.Request) -> web.Response:
        stored = world.state.find_file(request.match_info["file_id"])
        # As at Discord, an address works only with its secret part, so that no one can guess one.
        if stored is None or request.query.get("hm") != stored.key:
            return web.Response(status=404, text="This content is no longer available.")
        headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=stored.data, content_type=stored.content_type, headers=headers)

    return attachment
