"""The lab: a static site beside the pages.

It is served if `make lab` has built it in the host's folder.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from aiohttp import web

NAME: Final = r"(?:[a-z]+/)?\w[\w.-]*"
"""The file names that may be requested.

No name begins with a dot, so nothing outside of the folder can be reached.
"""
HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self';"
        " style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
"""Its scripts are its own files; what it may ask is this host alone."""


class LabFiles:
    """Server of the files of a folder, which may not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def is_built(self) -> bool:
        """Whether the lab has been built."""
        return (self._folder / "index.html").is_file()

    def routes(self) -> Iterable[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get("/lab", self._to_start, name="lab_start")
        yield web.get("/lab/", self._file, name="lab")
        yield web.get(f"/lab/{{name:{NAME}}}", self._file, name="lab_file")

    async def _to_start(self, _: web.Request) -> web.StreamResponse:
        if not self.is_built:
            raise web.HTTPNotFound
        return web.Response(status=301, headers={"Location": "/lab/"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = self._folder / request.match_info.get("name", "index.html")
        if not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=HEADERS)
