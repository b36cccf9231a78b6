"""Pages as HTML.

The templates contain no text of their own; all text is in the language that the reader's browser asks
for.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rendering.themes import DEFAULT_THEME
from web.page_host import PageHost
from web.pictures import TaggedFile
from words import ENGLISH, Localizer, languages, localizer_for

TEMPLATES: Final = Path(__file__).parent / "templates"
STYLE: Final = (TEMPLATES / "style.css").read_bytes()
ICON: Final = (TEMPLATES / "icon.svg").read_bytes()
STYLE_TAG: Final = sha256(STYLE + ICON).hexdigest()[:12]
"""Changes with the style, so that browsers may keep it for as long as they like."""
KEPT: Final = "public, max-age=60"
"""For how long others may keep a page: what is deleted is gone after a minute."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For how long they may keep what has another address when it changes."""
ASKED: Final = 8
"""Languages of a request that are looked at."""
READER_THEMES: Final = ("paper", "contrast")
"""Themes for systems that prefer light colours or contrast (`picture.html`)."""
PREVIEW: Final = "discord:component-embed"
"""The id of the script that Discord reads a link preview from."""


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"style": STYLE_TAG, "preview_id": PREVIEW}  # pyrefly: ignore[bad-assignment]  # it takes any value
    return made


def render_page(
    name: str, say: Localizer, host: PageHost, *, status: int = 200, **values: Any
) -> web.Response:
    """Return a page made from a template, in the language of `say`."""
    known = {"base": host.base, "support": host.support_url, "indexed": False, "back": ()}
    text = _templates().get_template(name).render(say=say, **(known | values))
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language"}
    if not values.get("indexed"):
        headers["X-Robots-Tag"] = "noindex"
    return web.Response(status=status, text=text, content_type="text/html", charset="utf-8", headers=headers)


def server_title(host: PageHost, guild_id: int, say: Localizer) -> str:
    """Return the title of a server's page: the server's name, as far as it is known."""
    name = host.server_name(guild_id)
    return say("web.server.title") if name is None else say.text(host.clean_name(name))


def server_link(
    host: PageHost, guild_id: int, address: str | None, say: Localizer
) -> tuple[tuple[str, str], ...]:
    """Return the label and path of a server's page, nothing without an address."""
    return () if address is None else ((server_title(host, guild_id, say), f"/s/{address}"),)


def render_feed(say: Localizer, **values: Any) -> web.Response:
    """Return an Atom feed (RFC 4287), which search engines must not index."""
    text = _templates().get_template("feed.xml").render(say=say, **values)
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language", "X-Robots-Tag": "noindex"}
    return web.Response(text=text, content_type="application/atom+xml", charset="utf-8", headers=headers)


def picture_response(file: TaggedFile, kind: str) -> web.Response:
    """Return a response with a picture, which search engines must not index."""
    headers = {
        "Cache-Control": KEPT,
        "Vary": "Accept-Language",
        "X-Robots-Tag": "noindex",
        "ETag": f'"{file.etag}"',
    }
    return web.Response(body=file.data, content_type=kind, headers=headers)


def reader_theme(request: web.Request) -> str:
    """Return the theme of a picture that a page asks for."""
    asked = request.query.get("theme", "")
    return asked if asked in READER_THEMES else DEFAULT_THEME


def script_json(value: object) -> Markup:
    r"""Return a value as JSON that is safe inside a script element.

    >>> script_json({"a": "</script>"})
    Markup('{"a":"\\u003c/script\\u003e"}')
    """
    dense = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        dense = dense.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(dense)


def preferred_language(request: web.Request, default: str | None = None) -> str:
    """Return the available language that a reader prefers, else the `default`.

    It is the best match in `Accept-Language` (RFC 9110); only the start of a long header is read.
    """
    wanted = []
    for place, part in enumerate(request.headers.get("Accept-Language", "").split(",")[:ASKED]):
        name, _, weight = (text.strip().lower() for text in part.partition(";"))
        try:
            quality = float(weight.removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if quality > 0:
            wanted.append((-quality, place, name))
    known = {each.lower(): each for each in languages()}
    # Who reads Portuguese, or that of Portugal, reads that of Brazil sooner than English.
    known = {name.partition("-")[0]: each for name, each in known.items()} | known
    for _, _, name in sorted(wanted):
        if found := known.get(name) or known.get(name.partition("-")[0]):
            return found
    return default or ENGLISH


def reader_localizer(request: web.Request, default: str | None = None) -> Localizer:
    """Return a localizer for the reader's language, else for the `default`."""
    return localizer_for(preferred_language(request, default))
