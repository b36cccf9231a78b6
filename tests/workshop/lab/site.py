"""The lab built once and served as any web host does, and Chromium before it."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests import missing
from workshop.lab import pyodide
from workshop.lab.build import build

ROOT = Path(__file__).parents[3]
WORK = ROOT / "var" / "lab"
NODE = WORK / "node" / "bin"


@cache
def build_site() -> Path:
    """Build the site anew from the present sources, and return its folder.

    If its parts cannot be fetched, its tests are left out.
    """
    site = WORK / "tested"
    try:
        subprocess.run(["make", "-s", "var/lab/node/ready"], cwd=ROOT, check=True, capture_output=True)
        pyodide.ARCHIVE.fetch(WORK, NODE / "npm")
    except subprocess.CalledProcessError:
        missing.leave_out(missing.PYODIDE)
    build(site, WORK, NODE)
    return site


class Host(SimpleHTTPRequestHandler):
    """Python's own web host, without its log."""

    def log_message(self, *_: object) -> None:  # pyrefly: ignore[bad-override]  # whatever it is given
        """Say nothing."""


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()
