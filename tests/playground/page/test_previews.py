"""Previews of this machine's pages, below a message that links to them.

Discord shows such previews too.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from playground.page.previews import PreviewParser, add_previews, parse_embed
from playground.world.world import World

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (40).to_bytes(4, "big") + (30).to_bytes(4, "big")
TEXT = {"type": 10, "content": "# Hello"}
BUTTON = {"type": 2, "style": 5, "url": "https://a.example", "label": "Open"}


def embed(*parts: dict[str, Any]) -> str:
    return json.dumps({"component": {"type": 17, "components": [*parts]}})


@asynccontextmanager
async def serving(text: str, kind: str = "text/html") -> AsyncIterator[str]:
    """A page of this machine."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(text=text.replace("HERE", base), content_type=kind)

    async def picture(_: web.Request) -> web.Response:
        return web.Response(body=PNG, content_type="image/png")

    app = web.Application()
    app.add_routes([web.get("/m", page), web.get("/board.png", picture)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield f"{base}/m"
    finally:
        await runner.cleanup()


async def load_previews(content: str) -> list[dict[str, Any]]:
    """Return the previews of a message that a member writes."""
    world = World()
    member = next(iter(world.state.members))
    channel = next(iter(world.state.channels))
    message = world.say(member, channel, content)
    await add_previews(world, message["id"])
    found: list[dict[str, Any]] = message["embeds"]
    for each in found:
        for file in world.state.files.values():
            assert file.data == PNG, each
    return found


async def test_a_component_embed_is_shown_as_its_components_with_their_pictures_kept() -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "HERE/board.png"}, "description": "A board"}]}
    script = f'<script id="discord:component-embed" type="application/json">{embed(TEXT, gallery)}</script>'
    async with serving(f"<html><head>{script}</head></html>") as link:
        [made] = await load_previews(f"look: {link} and again {link}")
    [container] = made["components"]
    assert container["components"][0] == TEXT
    [item] = container["components"][1]["items"]
    assert item["media"]["width"] == 40 and "/attachments/" in item["media"]["url"]


async def test_without_one_the_tags_of_open_graph_are() -> None:
    tags = (
        '<meta property="og:title" content="Binar"><meta property="og:description" content="Ann won">'
        '<meta property="og:image" content="HERE/board.png"><meta name="twitter:card" content="summary_large_image">'
        '<meta name="theme-color" content="#5b6472"><meta property="og:site_name" content="Twotone">'
    )
    broken = '<script id="discord:component-embed" type="application/json">{"component": 7}</script>'
    async with serving(f"<html><head>{tags}{broken}</head></html>") as link:
        [made] = await load_previews(link)
    assert (made["title"], made["description"], made["color"]) == ("Binar", "Ann won", 0x5B6472)
    assert made["image"]["height"] == 30 and made["author"] == {"name": "Twotone"}


@pytest.mark.parametrize(
    "content", ["https://example.com/m", "http://10.0.0.1/m", "no link", "http://127.0.0.1:1/m"]
)
async def test_nothing_else_is_asked(content: str) -> None:
    assert await load_previews(content) == []


async def test_a_page_without_either_or_of_another_type_has_none() -> None:
    async with serving("<html></html>") as link:
        assert await load_previews(link) == []
    async with serving('<meta property="og:title" content="x">', "text/plain") as link:
        assert await load_previews(link) == []


@pytest.mark.parametrize(
    "payload",
    [
        embed(TEXT) + " " * 3000,
        embed(*[TEXT] * 40),
        embed({"type": 17, "components": []}),
        embed({"type": 1, "components": [{**BUTTON, "style": 1}]}),
        embed({"type": 1, "components": [{**BUTTON, "custom_id": "x"}]}),
        embed({"type": 3}),
        embed({"type": 12, "items": [{"media": {"url": "x"}}] * 11}),
        json.dumps({"component": TEXT}),
        json.dumps({"component": json.loads(embed(TEXT))["component"], "more": 1}),
        "[]",
        "{",
    ],
)
def test_what_breaks_a_rule_of_discord_s_is_none(payload: str) -> None:
    assert parse_embed(embed(TEXT, {"type": 1, "components": [BUTTON]}))
    assert parse_embed(payload) is None


def test_a_script_of_another_name_is_not_read() -> None:
    assert PreviewParser(f'<script id="other" type="application/json">{embed(TEXT)}</script>').embed is None
