"""The bot's own measurements for Prometheus, imported only if the host wants them.

No label ever names a person, a server, a channel or a match: their number would grow for ever, and
people who read metrics must not learn who plays. Labels are kinds, games, codes and shards.
"""

import asyncio
import json
import logging
import platform
import sqlite3
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord.utils import snowflake_time
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.answers.reply import ANSWER_WITHIN
from bot.delivery.throttle import is_counted
from bot.host.health import BotStanding
from bot.host.version import version
from club.play.course.thinking import Think
from club.running.effort import Late
from engines.player import Choice
from engines.worker_messages import MoveQuestion
from rendering.timing import listener
from words import tell

disable_created_metrics()  # type: ignore[no-untyped-call]  # no graph needs to know when each counter was made

ANSWERED: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, ANSWER_WITHIN, 5.0)
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds at which the steps of histograms end."""
UNANSWERED_AT_MOST: Final = 5000
"""Most unanswered interactions to remember; beyond that the oldest is forgotten."""
EVERY: Final = 0.25
"""Seconds between two looks at how late the event loop is."""
KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "completion",
}
ROOMS: Final = ("bot.", "club.", "data.", "rendering.")
"""Prefixes of our own loggers: their events have constant names, and so few."""
WORDS: Final = frozenset(
    (
        "api", "applications", "bot", "callback", "channels", "commands", "gateway", "guilds", "interactions",
        "members", "messages", "oauth2", "thread-members", "threads", "users", "webhooks", "@me", "@original",
    )
)  # fmt: skip
"""Words allowed in a route; other parts are ids or tokens, and become `:id`."""
NO_ANSWER: Final = "none"
OTHER: Final = "other"
NEVER: Final = float("inf")
"""The age of what never was: so that a rule on ages catches it."""


class Metrics:
    """All counters of one process, which outlive the client that connects anew."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._unanswered: OrderedDict[int, tuple[str, float]] = OrderedDict()
        self._make_counters()
        self._make_gauges()
        ProcessCollector(registry=self.registry)

    def _make_counters(self) -> None:
        self._interactions = self._counter("interactions", "kind")
        self._acknowledged = self._histogram("interaction_ack_seconds", ANSWERED, "kind")
        self._failures = self._counter("interaction_failures", "code")
        self._requests = self._counter("requests", "route", "method", "status")
        self._counted = self._counter("counted_requests")
        self._request = self._histogram("request_seconds", SLOW)
        self._commits = self._histogram("commit_seconds", QUICK)
        self._jobs = self._counter("committed_jobs")
        self._drawn = self._histogram("render_seconds", (*QUICK, 10.0), "picture")
        self._lag = self._histogram("loop_lag_seconds", QUICK)
        self._late = self._counter("thinking_late")
        self._pages = self._counter("pages", "page", "status")
        self._errors = self._counter("errors")
        self._events = self._counter("log_events", "level", "event")

    def _make_gauges(self) -> None:
        self._ready = self._gauge("ready")
        self._servers = self._gauge("servers")
        self._heartbeat = self._gauge("heartbeat_age_seconds", "shard")
        self._matches = self._gauge("matches", "game")
        self._stopped = self._gauge("matches_stopped", "why")
        self._challenges = self._gauge("challenges")
        self._outbox = self._gauge("outbox_messages")
        self._age = self._gauge("outbox_age_seconds")
        self._waiting = self._gauge("requests_waiting")
        self._answering = self._gauge("answers_under_way")
        self._damage = self._gauge("damage_places")
        self._backup = self._gauge("backup_age_seconds")
        build = {
            "version": version(),
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
        }
        self._build = Info("twotone_build", tell("metric.build", {}), registry=self.registry)
        self._build.info(build)

    def _counter(self, name: str, *labels: str) -> Counter:
        return Counter(f"twotone_{name}", tell(f"metric.{name}", {}), labels, registry=self.registry)

    def _gauge(self, name: str, *labels: str) -> Gauge:
        return Gauge(f"twotone_{name}", tell(f"metric.{name}", {}), labels, registry=self.registry)

    def _histogram(self, name: str, steps: tuple[float, ...], *labels: str) -> Histogram:
        about = tell(f"metric.{name}", {})
        return Histogram(f"twotone_{name}", about, labels, buckets=steps, registry=self.registry)

    # What the rooms tell

    def note_interaction(self, interaction: discord.Interaction[Any], now: float) -> None:
        """Count an interaction received at `now`, and begin to time its answer."""
        kind = KINDS.get(interaction.type, OTHER)
        self._interactions.labels(kind).inc()
        age = now - interaction.created_at.timestamp()
        # The two clocks may differ: an age that no interaction can have says nothing.
        under_way = age if 0 <= age < ANSWER_WITHIN else 0.0
        self._unanswered[interaction.id] = kind, time.perf_counter() - under_way
        if len(self._unanswered) > UNANSWERED_AT_MOST:
            self._unanswered.popitem(last=False)

    def note_commit(self, jobs: int, seconds: float) -> None:
        """Record how many changes a commit stored, and how many seconds it took."""
        self._commits.observe(seconds)
        self._jobs.inc(jobs)

    def note_page(self, kind: str, status: int) -> None:
        """Record an answer of the pages: the kind of page and the status."""
        self._pages.labels(kind, str(status)).inc()

    def note_picture(self, kind: str, seconds: float) -> None:
        """Record how many seconds a picture took to draw."""
        self._drawn.labels(kind).observe(seconds)

    def note_event(self, level: int, event: str) -> None:
        """Count one of our own warnings or errors."""
        self._events.labels(logging.getLevelName(level).lower(), event).inc()
        if level >= logging.ERROR:  # one that begins at 0, so that the first error is seen to come
            self._errors.inc()

    def count_late(self, think: Think) -> Think:
        """Return `think` with its late answers counted."""

        async def think_counted(question: MoveQuestion) -> Choice:
            try:
                return await think(question)
            except Late:
                self._late.inc()
                raise

        return think_counted

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        """Measure every request of a session besides what its trace does already."""
        trace.on_request_start.append(self._began)
        trace.on_request_headers_sent.append(self._note_sent)
        trace.on_request_end.append(self._note_answer)
        trace.on_request_exception.append(self._unheard)

    async def _began(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        request.began = request.sent = time.perf_counter()
        if is_counted(params.url.raw_path):
            self._counted.inc()

    async def _note_sent(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, __: aiohttp.TraceRequestHeadersSentParams
    ) -> None:
        """Note when a request's headers were sent."""
        request.sent = time.perf_counter()

    async def _note_answer(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """Record a request's duration and status, and the interaction that it answered."""
        now = time.perf_counter()
        self._request.observe(now - request.began)
        response, path = params.response, params.url.raw_path
        self._requests.labels(route(path), params.method, str(response.status)).inc()
        if (interaction_id := answered_interaction(path)) is None:
            return
        if response.status >= 400:  # the library may try it again
            code = (await _body(response)).get("code") or response.status
            self._failures.labels(str(code)).inc()
        elif begun := self._unanswered.pop(interaction_id, None):
            kind, since = begun
            took = answer_delay(interaction_id, await _body(response))
            if took is None:  # it lies between these two: the middle is wrong by half the way at most
                took = (request.sent + now) / 2 - since
            self._acknowledged.labels(kind).observe(took)

    async def _unheard(
        self, _: aiohttp.ClientSession, __: object, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        path = params.url.raw_path
        self._requests.labels(route(path), params.method, NO_ANSWER).inc()
        if answered_interaction(path) is not None:
            self._failures.labels(NO_ANSWER).inc()

    # How things stand

    def text(self, standing: BotStanding | None, *, ready: bool, backup_age: float | None) -> bytes:
        """Return all figures as Prometheus reads them.

        `standing` is how the bot and its store are now, `None` where that is not known; `backup_age` is how many
        seconds ago the last backup was made, `None` if there is none.
        """
        self._ready.set(ready)
        self._backup.set(NEVER if backup_age is None else backup_age)
        for gauge in (self._heartbeat, self._matches, self._stopped):
            gauge.clear()
        if standing is not None:
            self._stand(standing)
        return generate_latest(self.registry)

    def _stand(self, now: BotStanding) -> None:
        for shard, age in now.health.shards.items():
            self._heartbeat.labels(shard).set(NEVER if age is None else age)
        for game, count in now.figures.running.items():
            self._matches.labels(game).set(count)
        self._stopped.labels("suspended").set(now.figures.suspended)
        self._stopped.labels("set_aside").set(now.figures.set_aside)
        self._challenges.set(now.figures.challenges)
        self._outbox.set(now.figures.waiting)
        self._age.set(now.health.waiting)
        self._damage.set(now.figures.damage)
        self._servers.set(now.servers)
        self._waiting.set(now.requests_waiting)
        self._answering.set(now.answering)

    @asynccontextmanager
    async def measure(self) -> AsyncIterator[None]:
        """Measure pictures, log events and loop lag while the context lasts.

        These need no client.
        """
        events = Events(self)
        logging.getLogger().addHandler(events)
        token = listener.set(self.note_picture)
        looking = Lag(self._lag)
        try:
            yield
        finally:
            looking.stop()
            listener.reset(token)
            logging.getLogger().removeHandler(events)


class Events(logging.Handler):
    """Counts our own log records at WARNING and above, by their constant event names."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count one record; what it says beside the event's name is for the log alone."""
        if record.name.startswith(ROOMS) and not record.args:
            self._metrics.note_event(record.levelno, str(record.msg))


class Lag:
    """Looks again and again how late the event loop is, until it is stopped."""

    def __init__(self, lag: Histogram) -> None:
        self._lag = lag
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.time() + EVERY
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        self._lag.observe(max(0.0, self._loop.time() - self._due))
        self._due = self._loop.time() + EVERY
        self._timer = self._loop.call_at(self._due, self._look)

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()


def route(path: str) -> str:
    """Return the route of a request's path, without ids and tokens.

    >>> route("/api/v10/channels/112/messages/7")
    'channels/:id/messages/:id'
    >>> route("/api/v10/webhooks/112/secret/messages/@original")
    'webhooks/:id/:id/messages/@original'
    """
    return "/".join(part if part in WORDS else ":id" for part in _parts(path)) or OTHER


def answered_interaction(path: str) -> int | None:
    """Return the id of the interaction that a request answers first, or `None`.

    >>> answered_interaction("/api/v10/interactions/112/secret/callback")
    112
    >>> answered_interaction("/api/v10/channels/112/messages")
    """
    match _parts(path):
        case ["interactions", number, _, "callback"] if number.isascii() and number.isdecimal():
            return int(number)
    return None


def _parts(path: str) -> list[str]:
    """Return what is in a path behind the version of Discord's API."""
    return path.strip("/").split("/")[2:]


def answer_delay(interaction_id: int, answer: Mapping[str, Any]) -> float | None:
    """Return the seconds from an interaction to Discord's receipt of its answer.

    Both times are by Discord's own clock. `answer` is Discord's response: the id of a posted message
    holds the moment, and an edited message states it. For forms, completions and mere promises to edit
    Discord gives no time: return `None`.

    >>> answer_delay(4194304 * 1000, {"interaction": {"response_message_id": str(4194304 * 1250)}})
    0.25
    """
    made = snowflake_time(interaction_id)
    try:
        moments = [snowflake_time(int(answer["interaction"]["response_message_id"]))]
        message = (answer.get("resource") or {}).get("message") or {}
        if edited := message.get("edited_timestamp"):
            moments.append(datetime.fromisoformat(edited))
        return min((moment - made).total_seconds() for moment in moments if moment >= made)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None


async def _body(response: aiohttp.ClientResponse) -> Mapping[str, Any]:
    """Return Discord's JSON, or an empty mapping; the library can still read the text."""
    try:
        body = json.loads(await response.read())
    except (aiohttp.ClientError, OSError, ValueError):
        return {}
    return body if isinstance(body, dict) else {}
