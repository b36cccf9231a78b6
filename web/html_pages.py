"""Pages as HTML.

The templates have no words of their own; these are in the language that the reader's browser asks
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

from web.pictures import File
from words import ENGLISH, Speaker, languages, speaker

TEMPLATES: Final = Path(__file__).parent / "templates"
STYLE: Final = (TEMPLATES / "style.css").read_bytes()
ICON: Final = (TEMPLATES / "icon.svg").read_bytes()
STYLE_TAG: Final = sha256(STYLE + ICON).hexdigest()[:12]
"""Changes with the style, so that browsers may keep it for as long as they like."""
KEPT: Final = "public, max-age=60"
"""For how long others may keep a page: what is deleted is gone after a minute."""
ASKED: Final = 8
"""Languages of a request that are looked at."""
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
    made.globals |= {"style": STYLE_TAG, "preview_id": PREVIEW}
    return made


def page(name: str, say: Speaker, base: str, *, status: int = 200, **given: Any) -> web.Response:
    """Return a page rendered from its template, with its words spoken by `say`."""
    text = _templates().get_template(name).render(say=say, base=base, **({"indexed": False} | given))
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language"}
    if not given.get("indexed"):
        headers["X-Robots-Tag"] = "noindex"
    return web.Response(status=status, text=text, content_type="text/html", charset="utf-8", headers=headers)


def feed(say: Speaker, **given: Any) -> web.Response:
    """Return an Atom feed (RFC 4287), which search engines must not index."""
    text = _templates().get_template("feed.xml").render(say=say, **given)
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language", "X-Robots-Tag": "noindex"}
    return web.Response(text=text, content_type="application/atom+xml", charset="utf-8", headers=headers)


def picture_file(file: File, kind: str) -> web.Response:
    """Return a picture of a page; search engines must not index it by itself."""
    headers = {
        "Cache-Control": KEPT,
        "Vary": "Accept-Language",
        "X-Robots-Tag": "noindex",
        "ETag": f'"{file.tag}"',
    }
    return web.Response(body=file.data, content_type=kind, headers=headers)


def in_script(value: object) -> Markup:
    """Return a value as JSON that may stand within a script: nothing in it ends that.

    >>> in_script({"a": "</script>"})
    Markup('{"a":"\\\\u003c/script\\\\u003e"}')
    """
    dense = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        dense = dense.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(dense)


def language_of(request: web.Request, default: str | None = None) -> str:
    """Return the available language that a reader prefers, else the `default`.

    The preference is the start of `Accept-Language` (RFC 9110); the rest of a long header is ignored.
    """
    wanted = []
    for place, part in enumerate(request.headers.get("Accept-Language", "").split(",")[:ASKED]):
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        if quality > 0:
            wanted.append((-quality, place, name.lower()))
    known = {each.lower(): each for each in languages()}
    for _, _, name in sorted(wanted):
        if found := known.get(name) or known.get(name.partition("-")[0]):
            return found
    return default or ENGLISH


def speaker_for(request: web.Request, default: str | None = None) -> Speaker:
    """Return the speaker for a reader's language."""
    return speaker(language_of(request, default))
