"""Builds the site: page, Pyodide, our Python, translations, colours.

The list of everything kept offline is made too.
"""

import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

from rendering.themes import THEMES, Colour
from words import render_message
from words.telling import FOLDER
from workshop.lab import bundle, pyodide

SITE: Final = Path(__file__).parent / "site"
NO_FILES: Final = b"PK\5\6" + bytes(18)
"""An archive of nothing, in place of Python's library while nothing is imported."""
SCHEMES: Final = {"dark": "wood", "light": "paper"}
"""The theme by what the reader's device prefers."""
STROKES: Final = {
    ".black": "b-black_edge",
    ".white": "b-white_edge",
    ".trail": "b-accent",
    ".trail_casing": "b-casing",
    ".cross": "b-cross",
    ".framed": "b-accent",
    ".chosen": "b-accent",
    ".decided": "b-accent",
    ".lit": "b-accent",
    ".offer": "b-casing",
    ".offer_ring": "b-accent",
    ".black_groove.ring": "b-sheen",
    ".white_groove.ring": "b-white_groove",
    ".black_crown.ring": "b-black_crown",
    ".white_crown.ring": "b-white_crown",
    ".p-zero": "p-zero_edge",
    ".p-one": "p-one_edge",
    ".p-shut": "p-shut",
    ".p-waits": "p-lock",
    ".p-legal": "p-legal",
    ".p-chosen": "p-legal",
    ".p-struck": "p-last",
    ".p-elbow": "p-line_ink",
    ".p-sign.p-zero_ink": "p-zero_ink",
    ".p-sign.p-one_ink": "p-one_ink",
    ".rim-last": "p-last",
    ".rim-moved": "p-last",
}
"""Lines that differ in colour from their ground, by the name of a theme's colour."""
FILLS: Final = {".offer": "b-accent", ".p-letter": "p-legal"}
"""What is not called after its colour."""


def build(site: Path, work: Path, node: Path, invite: str | None = None) -> int:
    """Build the site anew in a folder; return its size in bytes.

    `work` is the folder for fetched files, `node` the folder of its programs, and `invite` the address that
    adds the bot to a server, if the page is to lead there. Raise `WrongArchiveError`, `ValueError` for such
    an address that is not https, and `subprocess.CalledProcessError` if a program fails.
    """
    archive = pyodide.ARCHIVE.fetch(work, node / "npm")
    made = work / "site"
    shutil.rmtree(made, ignore_errors=True)
    pyodide.unpack(archive, made / "pyodide")
    files = bundle.compile_files(node / "node", made / "pyodide", bundle.sources(), work)
    files += [(name, (bundle.ROOT / name).read_bytes()) for name in bundle.data()]
    (made / "bundle.bin").write_bytes(bundle.pack(files))
    shutil.copy(SITE / "python.js", made / "python.js")
    write_page(made, *write_snapshot(made, work, node / "node"), invite)
    _write_languages(made)
    _write_service_worker(made)
    shutil.rmtree(site, ignore_errors=True)
    shutil.move(made, site)
    return sum(path.stat().st_size for path in site.rglob("*") if path.is_file())


def write_snapshot(made: Path, work: Path, node: Path) -> tuple[str, int]:
    """Write the snapshot that is restored instead of starting Python.

    Return its file, and its size in bytes when unpacked.
    """
    different = bundle.snapshot(node, made, work)
    name = f"snapshot-{hashlib.sha256(different).hexdigest()[:16]}.bin"
    (made / name).write_bytes(gzip.compress(different, 9, mtime=0))
    (made / "pyodide" / "none.zip").write_bytes(NO_FILES)
    return name, len(different)


def write_page(made: Path, snapshot: str, size: int, invite: str | None = None) -> None:
    """Copy the page, with its English words in place until anything else is loaded."""
    for name in ("style.css", "page.js"):
        shutil.copy(SITE / name, made / name)
    worker = (SITE / "worker.js").read_text("utf-8")
    (made / "worker.js").write_text(worker.replace("{bytes}", str(size)).replace("{snapshot}", snapshot))
    shutil.copy(bundle.ROOT / "web" / "templates" / "icon.svg", made / "icon.svg")
    page = fill_invite((SITE / "index.html").read_text("utf-8"), invite)
    (made / "index.html").write_text(fill_labels(page), "utf-8")
    (made / "colours.css").write_text(colours(), "utf-8")


def fill_invite(page: str, address: str | None) -> str:
    """Return the page with the address that adds the bot to a server.

    Without an address the line that leads there is left out. Raise `ValueError` if it is not https.

    >>> fill_invite('<h1>Lab</h1>\\n<a href="{invite}"></a>\\n', None)
    '<h1>Lab</h1>\\n'
    """
    if address and not re.fullmatch(r"https://\S+", address):
        raise ValueError(f"INVITE_URL={address}")
    if address:
        return page.replace("{invite}", escape(address))
    return "".join(line for line in page.splitlines(keepends=True) if "{invite}" not in line)


def fill_labels(page: str) -> str:
    """Return the page with the English of each `data-label` in its element.

    >>> fill_labels('<p data-label="game"></p>')
    '<p data-label="game">Game</p>'
    """

    def say(found: re.Match[str]) -> str:
        return f"{found[1]}{escape(render_message(f'lab.{found[2]}', {}))}<"

    for name in ("broken", "title", "about"):
        page = page.replace(f"{{{name}}}", escape(render_message(f"lab.{name}", {})))
    return re.sub(r'(data-label="([a-z_.]+)"[^>]*>)<', say, page)


def colours() -> str:
    """Return the style sheet with both colour schemes, named as in the themes."""
    rules = [f"svg .{name}{{fill:var(--b-{name})}}" for name in THEMES["wood"].board_colours]
    rules += [f"svg .p-{name}{{fill:var(--p-{name})}}" for name in THEMES["wood"].program_colours]
    rules += [f"#board {chosen}{{fill:var(--{name})}}" for chosen, name in FILLS.items()]
    rules += [f"#board {chosen}{{stroke:var(--{name})}}" for chosen, name in STROKES.items()]
    dark, light = (_variables(SCHEMES[scheme]) for scheme in ("dark", "light"))
    return (
        "\n".join([f":root{{{dark}}}", f"@media (prefers-color-scheme:light){{:root{{{light}}}}}", *rules])
        + "\n"
    )


def _variables(theme: str) -> str:
    board, program = THEMES[theme].board_colours, THEMES[theme].program_colours
    return ";".join([*_css_variables("b-", board), *_css_variables("p-", program)])


def _css_variables(prefix: str, palette: Mapping[str, Colour]) -> Iterator[str]:
    for name, (red, green, blue) in palette.items():
        yield f"--{prefix}{name}:#{red:02x}{green:02x}{blue:02x}"


def _write_languages(made: Path) -> None:
    """Copy the translations, and write the list of those there are."""
    (made / "languages").mkdir()
    known = sorted(FOLDER.glob("*.mo"))
    for path in known:
        shutil.copy(path, made / "languages" / path.name)
    (made / "languages.json").write_text(json.dumps([path.stem for path in known]))


def _write_service_worker(made: Path) -> None:
    """Write the service worker that keeps the site offline.

    It holds all the site's files, under a name that changes with them.
    """
    files = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    sums = hashlib.sha256()
    for name in files:
        sums.update(name.encode() + b"\0" + (made / name).read_bytes())
    text = (SITE / "service-worker.js").read_text("utf-8")
    listed = json.dumps(["./", *files])[1:-1]
    text = text.replace("{version}", f"twotone-lab-{sums.hexdigest()[:16]}").replace("/* files */", listed)
    (made / "service-worker.js").write_text(text, "utf-8")
