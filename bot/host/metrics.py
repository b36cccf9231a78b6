"""The bot's metrics for Prometheus, imported only if the host turns them on.

No label names a person, a server, a channel or a match: the number of labels would grow without limit, and
readers of metrics must not learn who plays. Labels are kinds, games, codes and shards.
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
from bot.host.health import BotStatus
from bot.host.version import version
from club.play.course.thinking import Think
from club.running.effort import SearchTimeout
from data.figures import DOORS, DoorFigures, WeekStatistics
from engines.player import MoveChoice
from engines.worker_messages import MoveRequest
from rendering.timing import listener
from words import render_message

disable_created_metrics()  # no graph needs to know when each counter was made

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
    """All metrics of one process; they outlive a client that is replaced."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.unanswered: OrderedDict[int, tuple[str, float]] = OrderedDict()
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
        self._week = self._gauge("week_matches", "door", "state")
        self._week_servers = self._gauge("week_servers", "week")
        self._firsts = self._gauge("week_first_matches", "state")
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
        self._build = Info("twotone_build", render_message("metric.build", {}), registry=self.registry)
        self._build.info(build)

    def _counter(self, name: str, *labels: str) -> Counter:
        return Counter(
            f"twotone_{name}", render_message(f"metric.{name}", {}), labels, registry=self.registry
        )

    def _gauge(self, name: str, *labels: str) -> Gauge:
        return Gauge(f"twotone_{name}", render_message(f"metric.{name}", {}), labels, registry=self.registry)

    def _histogram(self, name: str, steps: tuple[float, ...], *labels: str) -> Histogram:
        about = render_message(f"metric.{name}", {})
        return Histogram(f"twotone_{name}", about, labels, buckets=steps, registry=self.registry)

    # What the rooms tell

    def note_interaction(self, interaction: discord.Interaction[Any], now: float) -> None:
        """Count an interaction received at `now`, and begin to time its answer."""
        kind = KINDS.get(interaction.type, OTHER)
        self._interactions.labels(kind).inc()
        age = now - interaction.created_at.timestamp()
        # The two clocks may differ: an age that no interaction can have says nothing.
        under_way = age if 0 <= age < ANSWER_WITHIN else 0.0
        self.unanswered[interaction.id] = kind, time.perf_counter() - under_way
        if len(self.unanswered) > UNANSWERED_AT_MOST:
            self.unanswered.popitem(last=False)

    def note_commit(self, jobs: int, seconds: float) -> None:
        """Record a database commit: its number of jobs and its duration in seconds."""
        self._commits.observe(seconds)
        self._jobs.inc(jobs)

    def note_page(self, kind: str, status: int) -> None:
        """Record a response of the web server: the kind of page and the HTTP status."""
        self._pages.labels(kind, str(status)).inc()

    def note_picture(self, kind: str, seconds: float) -> None:
        """Record how many seconds it took to draw a picture."""
        self._drawn.labels(kind).observe(seconds)

    def note_event(self, level: int, event: str) -> None:
        """Count one of the bot's own warnings or errors."""
        self._events.labels(logging.getLevelName(level).lower(), event).inc()
        if level >= logging.ERROR:  # one that begins at 0, so that the first error is seen to come
            self._errors.inc()

    def count_late_answers(self, think: Think) -> Think:
        """Return a wrapper of `think` that counts answers which time out."""

        async def think_counted(question: MoveRequest) -> MoveChoice:
            try:
                return await think(question)
            except SearchTimeout:
                self._late.inc()
                raise

        return think_counted

    def measure_requests(self, trace: aiohttp.TraceConfig) -> None:
        """Measure every request of an aiohttp session, through its trace config."""
        trace.on_request_start.append(self._note_start)
        trace.on_request_headers_sent.append(self._note_sent)
        trace.on_request_end.append(self._note_answer)
        trace.on_request_exception.append(self._note_failure)

    async def _note_start(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        """Record when a request started, and count it if Discord rate-limits it."""
        request.began = request.sent = time.perf_counter()
        if is_counted(params.url.raw_path):
            self._counted.inc()

    async def _note_sent(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, __: aiohttp.TraceRequestHeadersSentParams
    ) -> None:
        """Record when a request's headers were sent."""
        request.sent = time.perf_counter()

    async def _note_answer(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """Record a request's duration, status and answered interaction."""
        now = time.perf_counter()
        self._request.observe(now - request.began)
        response, path = params.response, params.url.raw_path
        self._requests.labels(route_label(path), params.method, str(response.status)).inc()
        if (interaction_id := answered_interaction_id(path)) is None:
            return
        if response.status >= 400:  # the library may try it again
            code = (await _json_body(response)).get("code") or response.status
            self._failures.labels(str(code)).inc()
        elif begun := self.unanswered.pop(interaction_id, None):
            kind, since = begun
            took = answer_delay(interaction_id, await _json_body(response))
            if took is None:  # it lies between these two: the middle is wrong by half the way at most
                took = (request.sent + now) / 2 - since
            self._acknowledged.labels(kind).observe(took)

    async def _note_failure(
        self, _: aiohttp.ClientSession, __: object, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        """Count a request that failed without a response."""
        path = params.url.raw_path
        self._requests.labels(route_label(path), params.method, NO_ANSWER).inc()
        if answered_interaction_id(path) is not None:
            self._failures.labels(NO_ANSWER).inc()

    # How things stand

    def render(self, status: BotStatus | None, *, ready: bool, backup_age: float | None) -> bytes:
        """Return all metrics in Prometheus's text format.

        `status` is the current state of the bot and its database, or `None` if it is unknown. `backup_age`
        is how many seconds ago the last backup was made, or `None` if there is none.
        """
        self._ready.set(ready)
        self._backup.set(NEVER if backup_age is None else backup_age)
        for gauge in (self._heartbeat, self._matches, self._stopped):
            gauge.clear()
        if status is not None:
            self._set_gauges(status)
        return generate_latest(self.registry)

    def _set_gauges(self, now: BotStatus) -> None:
        """Set the gauges from the bot's current status."""
        for shard, age in now.health.shards.items():
            self._heartbeat.labels(shard).set(NEVER if age is None else age)
        for game, count in now.figures.running.items():
            self._matches.labels(game).set(count)
        self._stopped.labels("suspended").set(now.figures.suspended)
        self._stopped.labels("set_aside").set(now.figures.set_aside)
        self._challenges.set(now.figures.challenges)
        self._set_week(now.week)
        self._outbox.set(now.figures.waiting)
        self._age.set(now.health.waiting)
        self._damage.set(now.figures.damage)
        self._servers.set(now.server_count)
        self._waiting.set(now.queued_requests)
        self._answering.set(now.pending_answers)

    def _set_week(self, week: WeekStatistics) -> None:
        """Set the gauges of what was played in the last week."""
        for door in DOORS:
            counts = week.doors.get(door, DoorFigures())
            self._week.labels(door, "begun").set(counts.begun)
            self._week.labels(door, "finished").set(counts.finished)
            self._week.labels(door, "abandoned").set(counts.abandoned)
        self._week_servers.labels("this").set(week.servers)
        self._week_servers.labels("former").set(week.former_servers)
        self._week_servers.labels("both").set(week.returning)
        self._firsts.labels("finished").set(week.firsts)
        self._firsts.labels("abandoned").set(week.firsts_abandoned)

    @asynccontextmanager
    async def measure(self) -> AsyncIterator[None]:
        """Measure pictures, log events and event loop lag while the context lasts.

        These measurements need no Discord client.
        """
        events = EventCounter(self)
        logging.getLogger().addHandler(events)
        token = listener.set(self.note_picture)
        looking = LoopLagSampler(self._lag)
        try:
            yield
        finally:
            looking.stop()
            listener.reset(token)
            logging.getLogger().removeHandler(events)


class EventCounter(logging.Handler):
    """Log handler that counts our own warnings and errors by their event names."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count one record by its level and event name."""
        if record.name.startswith(ROOMS) and not record.args:
            self._metrics.note_event(record.levelno, str(record.msg))


class LoopLagSampler:
    """Measures regularly how late the event loop runs, until it is stopped."""

    def __init__(self, histogram: Histogram) -> None:
        self._lag = histogram
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.time() + EVERY
        self._timer = self._loop.call_at(self._due, self._sample)

    def _sample(self) -> None:
        self._lag.observe(max(0.0, self._loop.time() - self._due))
        self._due = self._loop.time() + EVERY
        self._timer = self._loop.call_at(self._due, self._sample)

    def stop(self) -> None:
        """Stop measuring."""
        self._timer.cancel()


def route_label(path: str) -> str:
    """Return a request path as a metric label, with ids and tokens replaced.

    >>> route_label("/api/v10/channels/112/messages/7")
    'channels/:id/messages/:id'
    >>> route_label("/api/v10/webhooks/112/secret/messages/@original")
    'webhooks/:id/:id/messages/@original'
    """
    return "/".join(part if part in WORDS else ":id" for part in _path_parts(path)) or OTHER


def answered_interaction_id(path: str) -> int | None:
    """Return the id of the interaction that a request answers first, or `None`.

    >>> answered_interaction_id("/api/v10/interactions/112/secret/callback")
    112
    >>> answered_interaction_id("/api/v10/channels/112/messages")
    """
    match _path_parts(path):
        case ["interactions", number, _, "callback"] if number.isascii() and number.isdecimal():
            return int(number)
    return None


def _path_parts(path: str) -> list[str]:
    """Return the parts of a path after the version of Discord's API."""
    return path.strip("/").split("/")[2:]


def answer_delay(interaction_id: int, answer: Mapping[str, Any]) -> float | None:
    """Return the seconds from an interaction to Discord's receipt of its answer.

    Both times are by Discord's own clock. `answer` is Discord's response: the time is in the id of a new
    message, or in the timestamp of an edited one. Return `None` for forms, autocompletions and deferred
    edits, because Discord gives no time for these.

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


async def _json_body(response: aiohttp.ClientResponse) -> Mapping[str, Any]:
    """Return a response's JSON object, or an empty mapping if it has none.

    The library can still read the text afterwards.
    """
    try:
        body = json.loads(await response.read())
    except (aiohttp.ClientError, OSError, ValueError):
        return {}
    return body if isinstance(body, dict) else {}
