"""The playground's web page: its files, and a websocket for each open member view.

`GET /?member=ada` is the page as that member (a username or an id; without one it leads to the
first member), `GET /?side=ada,ben` shows two members side by side. `GET /ws?member=ada` is the
view's websocket, with JSON in text frames.

From the playground:

| frame | when |
|---|---|
| `{"type": "sight", "sight": …}` | once, first: `World.member_view` |
| `{"type": "event", "event": …}` | for every event of `World.watch` |
| `{"type": "answer", "id": n, "ok": true, "value": …}` | act `n` was done |
| `{"type": "answer", "id": n, "ok": false, "error": "…"}` | act `n` was refused, with a sentence |

From the page: `{"id": n, "act": "…", …}`; the acts are the keys of `ACTS`, and each one's handler
shows what it carries. `POST /attach?member=ada&channel=…` holds a file ready for a command, as
multipart with `files[0]`, and answers like an act: the value's `id` stands for the file in the
command's options.

Acts run concurrently, as a member's fingers do. Only pages of this same origin may connect.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from playground.page.previews import LINK, add_previews
from playground.world.bodies import read_body
from playground.world.errors import JSON, ActRefusedError, DiscordError
from playground.world.uploads import Upload
from playground.world.world import World

STATIC = Path(__file__).parent / "static"
UNKNOWN_MEMBER = 4004  # the websocket's close code for a member who is not there
HEARTBEAT_S = 20.0
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

PREVIEWS: set[asyncio.Task[None]] = set()
"""Tasks of the previews in progress.

A task without a reference may be collected before it is done.
"""

PageAct = Callable[[World, str, Mapping[str, Any]], Awaitable[Any]]


def add_page(app: web.Application, world: World) -> None:
    """Serve the page, its files under `/static/`, and its websocket `/ws` from `app`."""

    async def index(request: web.Request) -> web.StreamResponse:
        if "member" not in request.query and "side" not in request.query:
            first = next(iter(world.state.members.values()))
            raise web.HTTPFound(f"/?member={first.username}")
        return web.FileResponse(STATIC / "index.html", headers=HEADERS)

    async def file(request: web.Request) -> web.StreamResponse:
        name = request.match_info["path"]
        if "\0" in name:
            raise web.HTTPNotFound
        path = (STATIC / name).resolve()
        if not path.is_relative_to(STATIC) or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=HEADERS)

    async def attach(request: web.Request) -> web.StreamResponse:
        _only_for_the_page(request)
        try:
            return web.json_response({"ok": True, "value": await _attach(world, request)})
        except ActRefusedError as refusal:
            return web.json_response({"ok": False, "error": str(refusal)})

    async def socket(request: web.Request) -> web.StreamResponse:
        _only_for_the_page(request)
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT_S)
        await ws.prepare(request)
        member_id = _member_id(world, request.query.get("member", ""))
        if member_id is None:
            await ws.close(code=UNKNOWN_MEMBER, message=b"There is no such member.")
            return ws
        await _serve_view(ws, world, member_id)
        return ws

    app.router.add_get("/", index)
    app.router.add_get("/static/{path:.+}", file)
    app.router.add_get("/ws", socket)
    app.router.add_post("/attach", attach)


def _only_for_the_page(request: web.Request) -> None:
    # The host is this machine: the application refuses all others.
    if urlsplit(request.headers.get("Origin", "")).netloc != request.host:
        raise web.HTTPForbidden(text="Only the playground's own page may connect.")


async def _attach(world: World, request: web.Request) -> JSON:
    """Store the file of a request as an attachment.

    Raises `ActRefusedError` if there is none.
    """
    member_id = _member_id(world, request.query.get("member", ""))
    if member_id is None:
        raise ActRefusedError("There is no such member.")
    try:
        _, uploads = await read_body(request)
    except (DiscordError, ValueError):
        uploads: list[Upload] = []
    if not uploads:
        raise ActRefusedError("There is no file in this.")
    return world.attach_file(member_id, request.query.get("channel", ""), uploads[0])


def _member_id(world: World, name: str) -> str | None:
    members = world.state.members.values()
    return next((member.id for member in members if name in (member.id, member.username)), None)


async def _serve_view(ws: web.WebSocketResponse, world: World, member_id: str) -> None:
    async with world.watch(member_id) as events:
        await ws.send_json({"type": "sight", "sight": world.member_view(member_id)})
        tasks = {asyncio.create_task(_pass_on(ws, events))}
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(_do(ws, world, member_id, frame.data))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(ws: web.WebSocketResponse, events: asyncio.Queue[JSON]) -> None:
    while not ws.closed:
        await ws.send_json({"type": "event", "event": await events.get()})


async def _do(ws: web.WebSocketResponse, world: World, member_id: str, text: str) -> None:
    """Perform one act and answer it, even if the frame is incomplete or invalid."""
    asked: Mapping[str, Any] = {}
    try:
        asked = json.loads(text)
        value = await ACTS[asked["act"]](world, member_id, asked)
        answer = {"id": asked["id"], "ok": True, "value": value}
    except ActRefusedError as refusal:
        answer = {"id": asked.get("id"), "ok": False, "error": str(refusal)}
    except (KeyError, TypeError, ValueError, AttributeError):
        known = asked.get("id") if isinstance(asked, dict) else None
        answer = {"id": known, "ok": False, "error": "The playground did not understand this."}
    if not ws.closed:
        await ws.send_json({"type": "answer", **answer})


async def _say(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    message = world.say(me, asked["channel"], asked["text"])
    if LINK.search(message["content"]):
        task = asyncio.create_task(add_previews(world, message["id"]))
        PREVIEWS.add(task)
        task.add_done_callback(PREVIEWS.discard)
    return message


async def _mark_read(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    """Clear the unread marks of a channel."""
    world.mark_read(me, asked["channel"])


async def _open_dm(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return world.open_dm(me)


async def _slash(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.slash(me, asked["channel"], asked["name"], asked["options"])


async def _launch(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.launch(me, asked["channel"])


async def _complete(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.complete(me, asked["channel"], asked["command"], asked["options"], asked["focused"])


async def _click(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.click(me, asked["message"], asked["custom_id"])


async def _select(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.select(me, asked["message"], asked["custom_id"], asked["values"])


async def _submit(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.submit(me, asked["modal"], asked["values"])


async def _dismiss(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.dismiss_modal(me, asked["modal"])


async def _dismiss_message(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.dismiss_message(me, asked["message"])


async def _context_menu(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    return await world.context_menu(me, asked["name"], asked["target"], asked["channel"])


async def _choose_language(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.choose_language(me, asked["locale"])


async def _choose_server_language(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.choose_server_language(asked["locale"])


async def _install(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.install(me, bool(asked["installed"]))


async def _turn_clock(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    world.turn_clock(asked["seconds"])


async def _fault(world: World, me: str, asked: Mapping[str, Any]) -> Any:
    details: Mapping[str, Any] = asked["details"]
    match asked["fault"]:
        case "close_dms":
            world.faults.close_dms(details["member_id"], details["closed"])
        case "hide_answers":
            world.faults.hide_answers(details["member_id"], details["hidden"])
        case "drop_gateway":
            await world.faults.drop_gateway()
        case "delay_next":
            world.faults.delay_next(details["count"], details["seconds"])
        case "fail_next":
            world.faults.fail_next(details["count"], details["status"], retry_after=details["retry_after"])
        case "age":
            world.faults.age_message(details["message_id"], details["seconds"])
        case "restart_bot":
            await world.faults.restart_bot()
        case unknown:
            raise ActRefusedError(f"There is no fault “{unknown}”.")


ACTS: dict[str, PageAct] = {
    "say": _say,
    "read": _mark_read,
    "open_dm": _open_dm,
    "slash": _slash,
    "launch": _launch,
    "complete": _complete,
    "click": _click,
    "select": _select,
    "submit": _submit,
    "dismiss": _dismiss,
    "dismiss_message": _dismiss_message,
    "context_menu": _context_menu,
    "choose_language": _choose_language,
    "choose_server_language": _choose_server_language,
    "install": _install,
    "turn_clock": _turn_clock,
    "fault": _fault,
}
