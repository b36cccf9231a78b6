"""Link previews, as Discord makes them, for pages of this machine.

A page is shown below the message that has its address. Only pages on the loopback address are
requested: a member's text leads nowhere else. Component embeds follow the rules of Discord's
documentation; a page without one, or with one that breaks them, is previewed by its Open Graph
tags.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from playground.world.components import (
    BUTTON,
    CONTAINER,
    LINK_STYLE,
    MEDIA_GALLERY,
    ROW,
    SECTION,
    SEPARATOR,
    TEXT_DISPLAY,
    THUMBNAIL,
    walk_components,
)
from playground.world.directory import ChannelMessage
from playground.world.errors import JSON
from playground.world.uploads import Upload
from playground.world.world import World

LINK: Final = re.compile(r"https?://(?:127\.0\.0\.1|localhost)(?::\d{1,5})?/[^\s<>]*")
LINKS: Final = 5
"""Links of a message that are previewed (Discord)."""
WITHIN: Final = 10.0
"""Seconds that a whole fetch may take (Discord)."""
MOST_BYTES: Final = 8 << 20
"""Bytes that are read of a page or a picture."""
PAYLOAD: Final = 3000
"""Bytes of a component embed (Discord), as all limits here."""
COMPONENTS: Final = 40
MEDIA: Final = 10
TITLE: Final = 70
DESCRIPTION: Final = 350
KNOWN: Final = frozenset((ROW, BUTTON, SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, SEPARATOR, CONTAINER))
OF_BUTTON: Final = frozenset(("id", "type", "url", "style", "label", "emoji", "disabled"))
TYPES: Final = ("application/json", "application/vnd.discord.component-embed+json")
AGENT: Final = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"


async def add_previews(world: World, message_id: str) -> None:
    """Fetch the pages that a message links to, and show their previews below it."""
    message = world.state.find_message(message_id)
    if message is None:
        return
    links = list(dict.fromkeys(LINK.findall(message.body["content"])))[:LINKS]
    timeout = aiohttp.ClientTimeout(total=WITHIN)
    async with aiohttp.ClientSession(timeout=timeout, headers={"User-Agent": AGENT}) as session:
        found = [made for link in links if (made := await _make_preview(world, session, message, link))]
    if found and world.state.find_message(message_id) is message:
        world.state.show_previews(message, found)


async def _make_preview(
    world: World, session: aiohttp.ClientSession, message: ChannelMessage, link: str
) -> JSON | None:
    """Return the preview of a link, None if there is none."""
    try:
        kind, data = await _fetch(session, link)
        if kind not in ("text/html", "application/xhtml+xml"):
            return None
        page = PreviewParser(data.decode("utf-8", errors="replace"))
        if page.embed is not None and (container := parse_embed(page.embed)):
            for part in walk_components([container]):
                media = [part["media"]] if part["type"] == THUMBNAIL else []
                media += [item["media"] for item in part.get("items", ())]
                for each in media:
                    each |= await _store_picture(world, session, message, each["url"])
            return {"type": "rich", "url": link, "components": [container]}
        return await _open_graph(world, session, message, link, page.tags)
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return None


async def _open_graph(
    world: World, session: aiohttp.ClientSession, message: ChannelMessage, link: str, tags: dict[str, str]
) -> JSON | None:
    if "og:title" not in tags:
        return None
    made: JSON = {"type": "rich", "url": link, "title": tags["og:title"][:TITLE]}
    if "og:description" in tags:
        made["description"] = tags["og:description"][:DESCRIPTION]
    if "og:site_name" in tags:
        made["author"] = {"name": tags["og:site_name"]}
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour := tags.get("theme-color", "")):
        made["color"] = int(colour[1:], 16)
    if "og:image" in tags:
        picture = await _store_picture(world, session, message, tags["og:image"])
        place = "image" if tags.get("twitter:card") == "summary_large_image" else "thumbnail"
        made[place] = {**picture, "description": tags.get("og:image:alt")}
    return made


async def _fetch(session: aiohttp.ClientSession, url: str) -> tuple[str, bytes]:
    """Return the content type and the bytes of a page of this machine.

    Raises ValueError for any other address, and for a page that fails or is too large.
    """
    if not LINK.fullmatch(url):
        raise ValueError(url)
    async with session.get(url, allow_redirects=False) as came:
        data = await came.content.read(MOST_BYTES)
        if came.status != 200 or not came.content.at_eof():
            raise ValueError(url)
        return came.content_type, data


async def _store_picture(
    world: World, session: aiohttp.ClientSession, message: ChannelMessage, url: str
) -> JSON:
    """Fetch a picture once, as Discord does, and return its stored address and size.

    Raises ValueError if there is none.
    """
    kind, data = await _fetch(session, url)
    name = urlsplit(url).path.rpartition("/")[2] or "picture"
    upload = Upload("0", name, kind, data)
    if upload.size_px is None:
        raise ValueError(url)
    kept = world.state.store_file(message.channel_id, upload, None, ephemeral=False)
    return {name: kept[name] for name in ("url", "proxy_url", "width", "height")}


class PreviewParser(HTMLParser):
    """The parts of a page that Discord reads: `tags` and a component `embed`.

    `tags` has the first tag of each name.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.embed: str | None = None
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Process a tag of the head."""
        given = dict(attrs)
        if tag == "meta":
            name, value = (
                given.get("name") or given.get("property"),
                given.get("content") or given.get("value"),
            )
            if name and value:
                self.tags.setdefault(name, value)
        elif tag == "script" and given.get("id") == "discord:component-embed" and given.get("type") in TYPES:
            self._inside, self.embed = True, ""

    def handle_endtag(self, tag: str) -> None:
        """End the script."""
        self._inside = self._inside and tag != "script"

    def handle_data(self, data: str) -> None:
        """Collect the text of the script."""
        if self._inside:
            self.embed = (self.embed or "") + data


def parse_embed(payload: str) -> JSON | None:
    """Return the container of a component embed, or None if it breaks Discord's rules."""
    if len(payload.encode()) > PAYLOAD:
        return None
    try:
        given = json.loads(payload)
        container = given["component"]
        every = list(walk_components([container]))
        kinds = [part["type"] for part in every]
        media = [item["media"]["url"] for part in every for item in part.get("items", ())]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    sound = (
        set(given) == {"component"}
        and kinds[0] == CONTAINER
        and kinds.count(CONTAINER) == 1
        and len(kinds) <= COMPONENTS
        and KNOWN.issuperset(kinds)
        and len(media) <= MEDIA
        and all(_is_sound(part) for part in every if part["type"] == BUTTON)
    )
    return container if sound else None


def _is_sound(button: dict[str, Any]) -> bool:
    """Whether a button is a link with no field that Discord refuses."""
    named = "label" in button or "emoji" in button
    return button.get("style") == LINK_STYLE and "url" in button and named and OF_BUTTON.issuperset(button)
