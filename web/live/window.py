"""Discord's SDK as files, for the live board in Discord's own window.

The page loads them as they are. Their address has the hash of all, so that they may be kept for good.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aiohttp import web

from web.html_pages import FOR_EVER

START: Final = "index.mjs"
FRAMED_BY: Final = " ".join(
    f"https://{host}" for host in ("discord.com", "*.discord.com", "*.discordsays.com")
)
"""Where the page may be framed: in Discord, and in what Discord puts around it."""


class SdkFiles:
    """Discord's SDK, read from a folder."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.rglob("*.mjs"))
        self._files: Mapping[str, bytes] = {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in paths
        }
        digest = hashlib.sha256(b"\0".join(self._files.values())).hexdigest()[:16]
        self.folder = f"sdk/{digest}"
        """Where the files are, as seen from the page."""

    @property
    def start(self) -> str:
        """The address of the module that the page imports, as seen from the page."""
        return f"{self.folder}/{START}"

    async def answer(self, request: web.Request) -> web.Response:
        """Answer with one of the files."""
        content = self._files.get(request.match_info["name"])
        if content is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": FOR_EVER}
        return web.Response(body=content, content_type="text/javascript", charset="utf-8", headers=headers)
