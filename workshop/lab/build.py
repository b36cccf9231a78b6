"""Builds the site: page, Pyodide, our Python, translations, colours.

The list of everything kept offline is made too.
"""

import gzip
import hashlib
import json
import re
import shutil
from html import escape
from pathlib import Path
from typing import Final

from rendering.svg.colours import colours
from web.live import page_files
from words import render_message
from words.telling import FOLDER
from workshop.lab import bundle, pyodide

SITE: Final = Path(__file__).parent / "site"
NO_FILES: Final = b"PK\5\6" + bytes(18)
"""An archive of nothing, in place of Python's library while nothing is imported."""


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
    for path in (*page_files.SHARED, SITE / "page.js"):
        shutil.copy(path, made / path.name)
    worker = (SITE / "worker.js").read_text("utf-8")
    (made / "worker.js").write_text(worker.replace("{bytes}", str(size)).replace("{snapshot}", snapshot))
    shutil.copy(page_files.ICON, made / "icon.svg")
    (made / "index.html").write_text(fill_page(invite), "utf-8")
    (made / "colours.css").write_text(colours(), "utf-8")


def fill_page(invite: str | None = None) -> str:
    """Return the page with the board that the live board has too."""
    page = page_files.fill_board((SITE / "index.html").read_text("utf-8"))
    for name in ("title", "about"):
        page = page.replace(f"{{{name}}}", escape(render_message(f"lab.{name}", {})))
    return page_files.fill_labels(fill_invite(page, invite))


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
