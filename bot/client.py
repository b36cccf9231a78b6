"""The bot: connects all parts with one another and with Discord."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot import router
from bot.answers.reply import PATIENCE
from bot.answers.tokens import TokenStore
from bot.answers.translator import Translator
from bot.codes import reject_garbled
from bot.cogs import register
from bot.delivery.drain import LONGEST_WAIT, RATE_LIMIT_WAIT, Delivery
from bot.delivery.throttle import PER_SECOND, Throttle
from bot.host.command_registration import CommandRegistration
from bot.host.command_tree import BotCommandTree
from bot.host.config import Config
from bot.host.health import HEARTBEAT, BotStatus, Health, HeartbeatTracker, health_note_path
from bot.host.place_events import PlaceTrackingClient
from bot.host.processes import shard_conflict
from bot.host.settings import ConfigError
from bot.host.shards import Shards
from bot.host.time_correction import ClockCorrection
from bot.host.version import version
from bot.host.workers import LAST, MINED_WITHIN, PROGRAM, Workers
from club.club import Club
from club.engine_functions import EngineFunctions
from club.learning.exercise_maker import Practise
from club.members.quotas import LIMITS, Limits
from club.pages.column import WebPresence
from club.pages.hooks import NewsSender
from club.play.after.analysis import StudyLook
from club.play.course.thinking import Think
from club.puzzles.mining import PuzzleSearch
from club.puzzles.solving import shipped_puzzles
from club.running.alarm import Alarm
from club.running.column import Chance, Now, Secret
from club.running.processes import ProcessHost
from club.running.sessions import SessionPacer
from club.running.turns import FairThreadPool
from data import figures
from data.database.errors import StoreError
from data.database.store import Store, ignore_commit
from data.processes import ProcessRow
from data.store_opening import open_store
from words import PSEUDO, Phrase

if TYPE_CHECKING:
    from bot.host.metrics import Metrics

log = logging.getLogger(__name__)

# This bot never speaks: it needs no warnings that it could not.
discord.VoiceClient.warn_nacl = False  # pyrefly: ignore[instance-var-assign]  # the class's in fact
discord.VoiceClient.warn_dave = False  # pyrefly: ignore[instance-var-assign]  # as above

SECRET_BYTES: Final = 32
ANSWER_GRACE: Final = 1.5
"""Seconds that answers under way have when the bot stops."""
WEEK_LASTS: Final = 900.0
"""Seconds for which the numbers of a week are not counted anew."""
GOODBYE_GRACE: Final = 1.0
"""Seconds that Discord has to say goodbye."""


def random_secret() -> bytes:
    """Return 32 random bytes that cannot be guessed."""
    return secrets.token_bytes(SECRET_BYTES)


class Twotone(PlaceTrackingClient):
    """The Discord client of the bot; it only connects the other parts.

    `now` gives seconds since the epoch, `chance` draws a random number, and `secret` draws the 32 bytes
    behind a match's shuffles. `patience` is the number of seconds that an answer may take before it is
    deferred. `heartbeat` is the number of seconds between two health notes, `None` if the bot's health is
    not watched. `per_second` is the rate of requests that count towards Discord's limit. `metrics` takes
    measurements, if the host turned them on. `think` chooses the computer's moves, `look` analyses
    positions, `seek` finds puzzles and `practise` finds exercises; if they are not given, worker processes
    do so. `send_news` notifies the host's webhook.
    """

    _doubled: Phrase | None = None
    """What was last said of two processes with the same shards."""
    _store_fault: Phrase | None = None
    """What the database said when it last stored nothing, `None` since it does."""

    _week: tuple[float, figures.WeekStatistics] = -math.inf, figures.WeekStatistics()
    """What was played in a week, and when that was counted."""

    def __init__(
        self,
        config: Config,
        *,
        now: Now = time.time,
        chance: Chance = secrets.randbelow,
        secret: Secret = random_secret,
        limits: Limits = LIMITS,
        patience: float = PATIENCE,
        heartbeat: float | None = HEARTBEAT,
        per_second: float = PER_SECOND,
        metrics: "Metrics | None" = None,
        think: Think | None = None,
        look: StudyLook | None = None,
        seek: PuzzleSearch | None = None,
        practise: Practise | None = None,
        send_news: NewsSender | None = None,
        **options: Any,
    ) -> None:
        self._throttle = Throttle(per_second)
        self._web = WebPresence(
            public_url=config.public_url,
            lab_url=config.lab_url,
            support_url=config.support_url,
            has_live_boards=config.has_live_boards,
            has_activity=config.client_secret is not None,
            has_webhook=config.webhook is not None,
            send_news=send_news,
        )
        self._metrics = metrics
        trace = self._throttle.make_trace_config()
        if metrics:
            metrics.measure_requests(trace)
        self._time = ClockCorrection(now, trace, single_process=not config.postgres)
        if config.shards:
            options = {"shard_ids": [*config.shards.ids], "shard_count": config.shards.count} | options
        super().__init__(
            http_trace=trace,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_WAIT,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.config = config
        self.patience = patience
        self.tree = BotCommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        register(self.tree)
        self._now, self._chance, self._secret, self._limits = now, chance, secret, limits
        self._workers = Workers()
        # A process of its own, so that no move ever waits for what is in no hurry.
        self._miners = Workers(max_processes=1, deadline=MINED_WITHIN, program=(*PROGRAM, LAST))
        think = think or self._workers.think
        self.engines = EngineFunctions(
            think=metrics.count_late_answers(think) if metrics else think,
            look=look or self._workers.look,
            seek=seek or self._miners.seek,
            practise=practise or self._miners.practise,
            max_questions=self._workers.most,
        )
        self.heartbeat = heartbeat
        self.life = Alarm("life", now)
        self.pulse = HeartbeatTracker(now)
        self._opening: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._undoing: list[Callable[[], Awaitable[None]]] = []
        """What undoes each step of the start that was taken, the first one first."""
        self.tokens = TokenStore(now)
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self.serving = False
        """Whether what people do is answered: not while the bot is starting or stopping."""
        self.delivery: Delivery

    async def login(self, token: str) -> None:
        """Log in, then open the database and start the bot's tasks.

        Messages that the last process left unposted are posted first. Raise `NoAnswer` if a response does
        not come from Discord.
        """
        with reject_garbled():
            await super().login(token)
        self._time.correct_now()
        if self._ending is None:
            # A task of its own, so that the end can stop it and undo as much as it has done, no more and no less.
            self._opening = asyncio.create_task(self._open(), name="opening")
            await self._opening

    async def _open(self) -> None:
        asyncio.get_running_loop().set_default_executor(FairThreadPool(thread_name_prefix="asyncio"))
        committed = self._metrics.note_commit if self._metrics else ignore_commit
        store = await open_store(self.config.store_location, now=self._now, on_commit=committed)
        self._undoing.append(store.close)
        self.club = Club(
            store,
            now=self._now,
            chance=self._chance,
            secret=self._secret,
            engines=self.engines,
            limits=self._limits,
            host=self._host(store),
            web=self._web,
        )
        self._undoing.append(self.club.close)
        if self.config.test_guild:  # only where the bot is worked on
            self.club.members.languages = (*self.club.members.languages, PSEUDO)
        if self.config.postgres:
            self.sessions = SessionPacer(store, now=self._now, wait=asyncio.sleep)
        self.delivery = await Delivery.open(self, self.club, self.tokens)
        self._undoing += [self.delivery.close, self._finish_answers]
        await self.tree.set_translator(Translator())
        self._registration = CommandRegistration(
            self,
            self.tree,
            store,
            discord.Object(self.config.test_guild) if self.config.test_guild else None,
            keep_ids=self.club.commands.update,
            has_window=self.club.pages.live.in_window,
            now=self._now,
            wait=asyncio.sleep,
        )
        self._undoing.append(self._registration.close)
        try:
            await self._registration.open()
        except (discord.Forbidden, discord.NotFound) as fault:
            raise ConfigError("config.test_guild", value=str(self.config.test_guild)) from fault
        # On the event loop, where the first question would read them, they would take too long.
        await asyncio.to_thread(shipped_puzzles)
        await self.club.open(self.delivery.work, longest_wait=LONGEST_WAIT)
        self.serving = True
        self._undoing.append(self._time.start(self.club))
        if self.heartbeat:
            self.life.start(self.note_health)
            self.club.processes.start()
            self.club.scrub.start()
            self.club.privacy.retention.start(self.config.keep_days)

    def _host(self, store: Store) -> ProcessHost:
        """Return how this process describes itself to others on its database."""

        def share(living: Sequence[ProcessRow]) -> None:
            self._throttle.share_among(len(living))
            twice = shard_conflict(living, self._now())
            if twice and twice != self._doubled:
                log.warning("processes doubled", extra={"sentence": str(twice)})
            self._doubled = twice

        return ProcessHost(
            version(),
            self._own_shards,
            share,
            partial(self._time.compare, store.read_clock),
            self.tokens.keep_for_posts,
        )

    @property
    def is_outlived(self) -> bool:
        """Whether a process that started later serves one of this process's shards.

        This happens during a rolling restart.
        """
        this, own = self.club.processes, self._own_shards()
        return any(
            each.name != this.name
            and each.started_at > this.started
            and Shards.have_overlap(each.shards, own)
            for each in this.living
        )

    def _own_shards(self) -> str:
        """Return this process's shards in the notation of the settings.

        Return an empty string until the number of shards is known.
        """
        count = self.shard_count
        return "" if count is None else str(Shards(tuple(self.shard_ids or range(count)), count))

    async def note_health(self) -> float:
        """Write a health note; return when to write the next one."""
        assert self.heartbeat is not None  # otherwise the health is not watched
        now, due = self._now(), None
        seen = self.pulse.read_heartbeats(self)
        try:
            due = await self.club.store.read(lambda tx: figures.oldest_due_time(tx, now))
            await self.club.play.clocks.store_heartbeats(seen, self.shard_count or 1)
        except StoreError as fault:
            log.warning("store away", extra={"sentence": str(fault.sentence)})
            self._store_fault = fault.sentence
        else:
            self._store_fault = None
        file = health_note_path(self.config.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        self._health(seen, due, self._now()).write(file)
        if not self.club.store.is_exclusive:
            self.club.members.preferences.clear_cache()
        return self._now() + self.heartbeat

    def _health(self, seen: Mapping[int, float | None], due: float | None, now: float) -> Health:
        """Return the current health of the bot.

        `seen` has the time of each shard's last heartbeat. `due` is the time since which a message has been
        due; if it was due before this process started, it counts from the start.
        """
        waiting = 0.0 if due is None else now - max(due, self.club.processes.started)
        ages = {str(shard): None if at is None else now - at for shard, at in seen.items()}
        running = now - self.club.processes.started
        said = self._store_fault
        facts = {name: str(fact) for name, fact in said.facts.items()} if said else {}
        return Health(
            ages,
            waiting,
            self._time.machine_lag,
            running,
            (said.code, facts) if said else None,
            self._registration.refused,
        )

    async def load_status(self) -> BotStatus | None:
        """Load the bot's health and figures; return `None` while it starts or stops.

        Raise `StoreError` if the database cannot be read.
        """
        if not self.serving:
            return None
        now = self._now()
        found = await self.club.store.read(lambda tx: figures.collect_statistics(tx, now))
        return BotStatus(
            health=self._health(self.pulse.read_heartbeats(self), found.due, now),
            figures=found,
            week=await self._load_week(now),
            server_count=len(self.guilds),
            pending_answers=len(self.attending),
            queued_requests=self._throttle.waiting_count,
        )

    async def _load_week(self, now: float) -> figures.WeekStatistics:
        """Load what was played in the last week, at most once in a while."""
        at, week = self._week
        if not 0 <= now - at < WEEK_LASTS:
            week = await self.club.store.read(lambda tx: figures.collect_week(tx, now))
            self._week = now, week
        return week

    async def on_ready(self) -> None:
        """Log that the bot is ready, and write a health note at once."""
        self.life.ring()
        self.club.processes.announce_shards()
        log.info("ready", extra={"servers": len(self.guilds)})

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms and components; discord.py handles everything else."""
        if self._metrics:
            self._metrics.note_interaction(interaction, self._now())
        self._time.note_interaction(interaction)
        if not self.serving:
            return  # as with commands
        if interaction.type is discord.InteractionType.modal_submit:
            await router.handle_modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            await router.handle_component(interaction)

    async def close(self) -> None:
        """Take no more work, finish current work within seconds, close the database.

        It may be called more than once.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._undo_start(), name="ending")
        await asyncio.shield(self._ending)

    async def _undo_start(self) -> None:
        """Undo the steps of the start in reverse order, even if one of them fails."""
        self.serving = False
        if self._opening:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        steps = (
            self._remove_health_note,
            *reversed(self._undoing),
            self._workers.stop,
            self._miners.stop,
            self._disconnect,
        )
        for step in steps:
            try:
                await step()
            except Exception:
                log.exception("end incomplete", extra={"work": step.__qualname__})

    async def _remove_health_note(self) -> None:
        """Delete the health note of this process, which is no longer true."""
        await self.life.stop()
        if self.heartbeat:
            with suppress(OSError):
                health_note_path(self.config.database).unlink()

    async def _finish_answers(self) -> None:
        """Tell other processes that this one is ending, and briefly wait for answers."""
        self.club.processes.announce_leaving()
        if self.attending:
            _, late = await asyncio.wait(self.attending, timeout=ANSWER_GRACE)
            for answer in late:
                answer.cancel()

    async def _disconnect(self) -> None:
        """Close the connection to Discord."""
        leaving = asyncio.create_task(super().close())
        _, silent = await asyncio.wait({leaving}, timeout=GOODBYE_GRACE)
        if silent:
            await self.http.close()
