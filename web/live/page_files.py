"""The files of the live board's page, and the parts of it that the lab shares."""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from rendering.page_values import page_words
from rendering.svg.colours import colours
from words import localizer_for
from words.english.pages.live_page import LABELS

FOLDER: Final = Path(__file__).parent
ICON: Final = FOLDER.parent / "templates" / "icon.svg"
SHARED: Final = (FOLDER / "board.js", FOLDER / "style.css")
"""What every page with a board has."""


@cache
def live_files() -> Mapping[str, bytes]:
    """Return the files that the page asks for, by name.

    The names have the hash of all of them as a folder, so that they may be kept for good.
    """
    files = {
        path.name: path.read_bytes() for path in (*SHARED, FOLDER / "live.js", FOLDER / "window.js", ICON)
    }
    files["colours.css"] = colours().encode()
    together = hashlib.sha256(b"\0".join(files.values())).hexdigest()[:16]
    return {f"{together}/{name}": content for name, content in files.items()}


@cache
def live_page() -> str:
    """Return the page itself, with its English words; its files are in `live/`."""
    page = fill_board((FOLDER / "index.html").read_text("utf-8"))
    words = json.dumps(page_words(localizer_for("en")), ensure_ascii=False)
    page = page.replace("{broken}", escape(localizer_for("en")("live.closed")))
    page = page.replace("{files}", "live/" + next(iter(live_files())).partition("/")[0])
    return fill_labels(page.replace("{words}", escape(words)))


def fill_board(page: str) -> str:
    """Return a page with the board around its own buttons."""
    before, after = (FOLDER / "board.html").read_text("utf-8").rstrip().split("{actions}\n")
    return page.replace("{board}\n", before).replace("{/board}", after)


def fill_labels(page: str) -> str:
    """Return the page with the English of each `data-label` and `data-name`.

    >>> fill_labels('<p data-label="game"></p>')
    '<p data-label="game">Game</p>'
    """
    say = localizer_for("en")

    def fill(found: re.Match[str]) -> str:
        return f"{found[1]}{escape(say(LABELS[found[2]]))}<"

    def name(found: re.Match[str]) -> str:
        return f'{found[0]} aria-label="{escape(say(LABELS[found[1]]))}"'

    page = page.replace("{broken}", escape(say("lab.broken")))
    page = re.sub(r'data-name="([a-z_.]+)"', name, page)
    return re.sub(r'(data-label="([a-z_.]+)"[^>]*>)<', fill, page)
