"""Everything that leaves the bot, by the audience that sees it.

That is every request to Discord with its files, and the logs.
"""

import hashlib
import io
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from simcord import Env
from simcord.http import router

from bot.host import logs

EPHEMERAL = 1 << 6
REPLY, LATER, LATER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
PUBLIC = "everyone"
ID = re.compile(r"\d{15,20}")
LINK = re.compile(r"(discord\.com/channels/\d+/\d+)/\d+")
"""A link to a message.

A hand links to the board if that is posted first, else to the place, because they are posted
concurrently.
"""

Streams = dict[tuple[str, str], list[str]]
"""What was told, in order, by audience and by place.

The audience is "everyone" or a member's name; the place is a channel, "answers" or "logs".
"""


class Wire:
    """A listener between the bot and the simulator.

    `names` tells known ids apart from those that depend on time.
    """

    def __init__(self) -> None:
        self.env: Any = None
        self.names: dict[int, str] = {}
        self.told: list[tuple[int, str, str, str]] = []
        """Step, audience, place and text, in order.

        Each thing that a member does begins a step.
        """
        self.step = 0

    def note(self, audience: str, place: str, told: object) -> None:
        """Record a thing that an audience gets to see."""
        text = told if isinstance(told, str) else json.dumps(told, sort_keys=True, ensure_ascii=False)
        self.told.append((self.step, audience, place, LINK.sub(r"\1", text)))

    def streams(self) -> Streams:
        """Return all streams, with ids of messages and the like numbered in each.

        They are numbered in the order of their appearance. Messages posted within one step are posted
        concurrently, so their order shows how busy the machine was: they are sorted. Answers to a person
        stay in their order.
        """
        found: Streams = defaultdict(list)
        numbers: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        for _, audience, place, text in sorted(self.told, key=self._order):
            known = numbers[audience, place]

            def name(match: re.Match[str], known: dict[str, str] = known) -> str:
                fresh = self.names.get(int(match[0]), f"id {len(known)}")
                return known.setdefault(match[0], fresh)

            found[audience, place].append(ID.sub(name, text))
        return found

    def _order(self, told: tuple[int, str, str, str]) -> tuple[int, str]:
        step, _, place, text = told
        words = ID.sub(lambda match: self.names.get(int(match[0]), ""), text)
        return step, "" if place.startswith("answers") else words

    def hear(self, method: str, path: str, body: Any, files: list[Any]) -> None:
        """One request, before the simulator answers it."""
        if method == "GET" or self.env is None:
            return
        audience, place = self._find_audience(path.strip("/").split("/"), body)
        pictures = [(file.filename, file.description, _digest(file)) for file in files]
        route = re.sub(r"^/(interactions|webhooks)/.*", r"\1", path)
        self.note(audience, place, [method, route, body, pictures])

    def _find_audience(self, parts: list[str], body: Any) -> tuple[str, str]:
        """Return the audience and the place of a request."""
        backend = self.env.backend
        if parts[0] == "channels":
            return self._all_of(int(parts[1]))
        if parts == ["users", "@me", "channels"]:  # a DM is opened, which only its other side can see
            return self.names[int(body["recipient_id"])], "the rest"
        if parts[0] == "interactions":
            asked = backend.interactions[int(parts[1])]
            kind, data = body["type"], body.get("data") or {}
            private = kind in (LATER_UPDATE, CHOICES, MODAL) or data.get("flags", 0) & EPHEMERAL
            if kind == UPDATE:
                private = self._is_private(asked.channel_id, asked.source_message_id)
        elif parts[0] == "webhooks":
            asked = backend.interaction_by_token(parts[2])
            if len(parts) == 3:
                private = (body or {}).get("flags", 0) & EPHEMERAL
            else:
                message = asked.message_id if parts[4] == "@original" else int(parts[4])
                private = self._is_private(asked.channel_id, message or asked.source_message_id)
            if not private:
                return self._all_of(asked.channel_id)
        else:
            return PUBLIC, "the rest"
        member = self.names[asked.user_id]
        return (member if private else self._audience(asked.channel_id)), f"answers to {member}"

    def _all_of(self, channel_id: int) -> tuple[str, str]:
        channel = self.env.backend.channels.get(channel_id)
        place = "thread" if channel and channel.is_thread else self.names.get(channel_id, "elsewhere")
        return self._audience(channel_id), place

    def _is_private(self, channel_id: int, message_id: int) -> bool:
        return bool(self.env.backend.get_message(channel_id, message_id).is_ephemeral)

    def _audience(self, channel_id: int) -> str:
        """Who reads a channel; a thread that is new is read by everyone."""
        channel = self.env.backend.channels.get(channel_id)
        return self.names[channel.recipient_ids[0]] if channel and channel.recipient_ids else PUBLIC


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """Yield a wire that records all requests and all logs.

    The logs have their most verbose setting.
    """
    wire = Wire()
    dispatch = router.dispatch

    def hear_request(backend: Any, method: str, path: str, **rest: Any) -> Any:
        """Record a request before the simulator answers it."""
        wire.hear(method, path, rest.get("json"), rest.get("files") or [])
        return dispatch(backend, method, path, **rest)

    begin = Env._begin_operation

    def stepping(env: Env, label: str) -> None:
        wire.step += 1
        begin(env, label)

    monkeypatch.setattr(router, "dispatch", hear_request)
    monkeypatch.setattr(Env, "_begin_operation", stepping)
    with _logs(wire):
        yield wire


@contextmanager
def _logs(wire: Wire) -> Iterator[None]:
    """The bot's own logging at DEBUG, as the bot sets it up."""
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, []
    levels = {name: logging.getLogger(name).level for name in ("", *logs.QUIET)}
    logs.configure_logging("json", logging.DEBUG)
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(_Lines(wire))
    try:
        yield
    finally:
        root.handlers = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


class _Lines(io.TextIOBase):
    """The stream that the log is written to.

    Each line is told to everyone, without its time, which is no secret.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def write(self, text: str) -> int:
        """The lines of one record."""
        for line in text.splitlines():
            told: Mapping[str, Any] = json.loads(line)
            if told["room"].startswith("simcord"):  # these lines are not of the bot
                continue
            self._wire.note(PUBLIC, "logs", {key: value for key, value in told.items() if key != "time"})
        return len(text)


def _digest(file: Any) -> str:
    data = file.fp.read()
    file.fp.seek(0)
    return f"{len(data)} bytes {hashlib.sha256(data).hexdigest()}"
