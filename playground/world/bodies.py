"""Parser of request bodies: JSON, or multipart with `payload_json` and `files[n]`.

Bots upload pictures as multipart.
"""

from __future__ import annotations

import json
from typing import Any

from aiohttp import BodyPartReader, web

from playground.world.errors import DiscordError
from playground.world.uploads import GIF_SIGNATURES, PNG_SIGNATURE, Upload


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the request's JSON (None without a body) and its files.

    Raises 50109 if it is not JSON.
    """
    # request.content_type would parse the boundary, which takes longer than the rest of the request.
    if not request.headers.get("Content-Type", "").lower().startswith("multipart/form-data"):
        data = await request.read()
        return (_json(data) if data else None), []
    body: Any = None
    uploads: list[Upload] = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise DiscordError(50109)
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = _json(data)
        elif part.name is not None and part.name.startswith("files[") and part.name.endswith("]"):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(part.name[6:-1], _safe_name(part.filename), _sniff_type(kind, data), data))
    return body, uploads


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise DiscordError(50109) from None


def _safe_name(name: str | None) -> str:
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in name or "unknown")
    return kept or "unknown"


def _sniff_type(kind: str, data: bytes) -> str:
    """Return the type shown by a file's first bytes, as Discord does.

    Otherwise it is the `kind` that was sent.
    """
    if data.startswith(PNG_SIGNATURE):
        return "image/png"
    if data.startswith(GIF_SIGNATURES):
        return "image/gif"
    return kind
