"""A transcript of requests to Discord and its answers, without ids and names.

A host writes one with `twotone probe`, and tests hold the playground to it.
"""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from data.database.errors import one_line
from words import TwotoneError

ROUTES: Final = ("channels", "interactions", "webhooks")
"""How the paths begin that are written down."""
KEPT: Final = frozenset(
    (
        "attachments", "code", "components", "data", "description", "flags", "id", "interaction", "items", "message",
        "resource", "response_message_id", "type", "response_message_ephemeral", "response_message_loading",
    )
)  # fmt: skip
"""The fields of an answer that are written down: no person wrote any of them."""
HIDDEN: Final = frozenset(("nonce", "content"))
"""Fields of a request that differ each time."""
PAYLOAD: Final = re.compile(rb'name="payload_json"[^{]*(\{.*?\})\r\n--', re.DOTALL)
"""The JSON of a request that has files beside it."""
ID: Final = re.compile(r"\d{15,}")


class Transcript:
    """The exchanges with Discord since its `trace` was given to a client.

    Each has the method and route of a request, its body, and the answer's status and body.
    """

    def __init__(self) -> None:
        self.exchanges: list[dict[str, Any]] = []
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_chunk_sent.append(self._note_sent)
        self.trace.on_request_end.append(self._note_answer)

    def write(self, path: Path) -> None:
        """Write the exchanges as JSON; raise `TwotoneError` if that is impossible."""
        try:
            path.write_text(json.dumps(self.exchanges, indent=1) + "\n", encoding="utf-8")
        except OSError as fault:
            raise TwotoneError("probe.unwritten", path=path, fault=one_line(fault)) from fault

    async def _begin(self, _: object, exchange: SimpleNamespace, __: object) -> None:
        exchange.sent = b""

    async def _note_sent(
        self, _: object, exchange: SimpleNamespace, params: aiohttp.TraceRequestChunkSentParams
    ) -> None:
        exchange.sent += params.chunk

    async def _note_answer(
        self, _: object, exchange: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        parts = params.url.raw_path.strip("/").split("/")[2:]
        if not parts or parts[0] not in ROUTES:
            return
        found = PAYLOAD.search(exchange.sent)
        self.exchanges.append(
            {
                "request": f"{params.method} {_mask_path(parts)}",
                "sent": _mask_request(_read_json(found[1] if found else exchange.sent)),
                "status": params.response.status,
                "got": _mask_answer(_read_json(await params.response.read())),
            }
        )


def _mask_path(parts: list[str]) -> str:
    """Return a path without ids and tokens."""
    return "/".join(":id" if ID.fullmatch(each) else ":token" if len(each) > 20 else each for each in parts)


def _read_json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _mask_request(sent: Any) -> Any:
    """Return a request's body, all of which is the bot's own, without ids."""
    if isinstance(sent, dict):
        return {name: _mask_request(value) for name, value in sent.items() if name not in HIDDEN}
    if isinstance(sent, list):
        return [_mask_request(each) for each in sent]
    return ":id" if ID.fullmatch(str(sent)) else sent


def _mask_answer(got: Any) -> Any:
    """Return what an answer says of the form of a message, and nothing that it names.

    Of a list, such as the messages of a channel, only that it is one.
    """
    if isinstance(got, list):
        return "list"
    if not isinstance(got, dict):
        return None
    return {name: _mask_field(value) for name, value in sorted(got.items()) if name in KEPT}


def _mask_field(value: Any) -> Any:
    if isinstance(value, dict):
        return _mask_answer(value)
    if isinstance(value, list):
        return [_mask_field(each) for each in value]
    if isinstance(value, str):
        return ":id" if ID.fullmatch(value) else "…"
    return value
