"""The bot: puts the rooms together and connects them to Discord."""

import asyncio
import logging
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
from bot.answers.tokens import Tokens
from bot.answers.translator import Translator
from bot.codes import reject_garbled
from bot.cogs import register
from bot.delivery.drain import LONGEST_WAIT, RATE_LIMIT_WAIT, Delivery
from bot.delivery.throttle import PER_SECOND, Throttle
from bot.host.command_registration import register_commands
from bot.host.command_tree import BotCommandTree
from bot.host.config import Config
from bot.host.health import HEARTBEAT, BotStanding, Health, Pulse, life_file
from bot.host.place_events import PlaceFollowingClient
from bot.host.processes import shard_conflict
from bot.host.settings import ConfigError
from bot.host.shards import Shards
from bot.host.time_correction import ClockCorrection
from bot.host.version import version
from bot.host.workers import LAST, MINED_WITHIN, PROGRAM, Workers
from club.club import Chance, Club, Now, Secret
from club.learning.exercise_maker import Practise
from club.members.quotas import LIMITS, Limits
from club.pages.hooks import NewsTeller
from club.play.after.analysis import StudyLook
from club.play.course.thinking import Think
from club.puzzles.mining import PuzzleSearch
from club.running.alarm import Alarm
from club.running.processes import Host
from club.running.sessions import Sessions
from club.running.turns import Threads
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
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

SECRET_BYTES: Final = 32
LAST_ANSWERS: Final = 1.5
"""Seconds that answers under way have when the bot stops."""
LAST_WORDS: Final = 1.0
"""Seconds that Discord has to say goodbye."""


def random_secret() -> bytes:
    """Return unguessable random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


class Twotone(PlaceFollowingClient):
    """The client: wiring only.

    `now` gives seconds since the epoch, `chance` draws lots, `secret` draws the 32 bytes behind a
    match's shuffles. `patience` is the number of seconds an answer may take before it is deferred.
    `heartbeat` is the number of seconds between two notes of being alive, `None` if the bot's health is
    not watched. `per_second` is the number of requests sent in a second of those that Discord counts
    together. `metrics` takes measurements, if the host wants them. `think` finds the computer's moves,
    `look` analyses positions, `seek` finds puzzles and `practise` exercises, in processes of their own
    if they are not given. `tell` reports events to the host's webhook.
    """

    _doubled: Phrase | None = None
    """What was last said of two processes with the same shards."""
    _store_fault: Phrase | None = None
    """What the database said when it last stored nothing, `None` since it does."""

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
        tell: NewsTeller | None = None,
        **options: Any,
    ) -> None:
        self._throttle = Throttle(per_second)
        self._tell = tell
        self._metrics = metrics
        trace = self._throttle.trace()
        if metrics:
            metrics.follow(trace)
        self._time = ClockCorrection(now, trace, alone=not config.postgres)
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
        self._look = look or self._workers.look
        # A process of its own, so that no move ever waits for what is in no hurry.
        self._miners = Workers(most=1, deadline=MINED_WITHIN, program=(*PROGRAM, LAST))
        self._seek = seek or self._miners.seek
        self._practise = practise or self._miners.practise
        think = think or self._workers.think
        self._think = metrics.count_late(think) if metrics else think
        self._heartbeat = heartbeat
        self._life = Alarm("life", now)
        self._pulse = Pulse(now)
        self._opening: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._undoing: list[Callable[[], Awaitable[None]]] = []
        """What undoes each step of the start that was taken, the first one first."""
        self.tokens = Tokens(now)
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self.serving = False
        """Whether what people do is answered: not while the bot is starting or stopping."""
        self.delivery: Delivery

    async def login(self, token: str) -> None:
        """Log in, then open the store and start the tasks.

        What the last process left unposted is posted first. Raise `NoAnswer` if a response does not come
        from Discord.
        """
        with reject_garbled():
            await super().login(token)
        self._time.begin()
        if self._ending is None:
            # A task of its own, so that the end can stop it and undo as much as it has done, no more and no less.
            self._opening = asyncio.create_task(self._open(), name="opening")
            await self._opening

    async def _open(self) -> None:
        asyncio.get_running_loop().set_default_executor(Threads(thread_name_prefix="asyncio"))
        committed = self._metrics.note_commit if self._metrics else ignore_commit
        store = await open_store(self.config.where, now=self._now, committed=committed)
        self._undoing.append(store.close)
        self.club = Club(
            store,
            now=self._now,
            chance=self._chance,
            secret=self._secret,
            think=self._think,
            look=self._look,
            seek=self._seek,
            practise=self._practise,
            keep=self.tokens.keep,
            thinkers=self._workers.most,
            limits=self._limits,
            host=self._host(store),
            public_url=self.config.public_url,
            lab_url=self.config.lab_url,
            webhook=self.config.webhook is not None,
            tell=self._tell,
        )
        self._undoing.append(self.club.close)
        if self.config.test_guild:  # only where the bot is worked on
            self.club.languages = (*self.club.languages, PSEUDO)
        if self.config.postgres:
            self.sessions = Sessions(store, now=self._now, wait=asyncio.sleep)
        self.delivery = await Delivery.open(self, self.club, self.tokens)
        self._undoing += [self.delivery.close, self._answer_last]
        await self.tree.set_translator(Translator())
        try:
            guild = discord.Object(self.config.test_guild) if self.config.test_guild else None
            self.club.commands.update(
                await register_commands(self, self.tree, store, guild, wait=asyncio.sleep)
            )
        except (discord.Forbidden, discord.NotFound) as fault:
            if self.config.test_guild is None:
                raise
            raise ConfigError("config.test_guild", value=str(self.config.test_guild)) from fault
        await self.club.open(self.delivery.work, longest_wait=LONGEST_WAIT)
        self.serving = True
        self._undoing.append(self._time.start(self.club))
        if self._heartbeat:
            self._life.start(self._note_life)
            self.club.processes.start()
            self.club.scrub.start()
            self.club.retention.start(self.config.keep_days)

    def _host(self, store: Store) -> Host:
        """Return what this process is to others on its database."""

        def share(living: Sequence[ProcessRow]) -> None:
            self._throttle.share(len(living))
            twice = shard_conflict(living, self._now())
            if twice and twice != self._doubled:
                log.warning("processes doubled", extra={"sentence": str(twice)})
            self._doubled = twice

        return Host(version(), self._own_shards, share, partial(self._time.compare, store.time))

    @property
    def is_outlived(self) -> bool:
        """Whether a process that started later serves one of this one's shards.

        This happens in a rolling restart.
        """
        this, own = self.club.processes, self._own_shards()
        return any(
            each.name != this.name and each.started_at > this.started and Shards.meet(each.shards, own)
            for each in this.living
        )

    def _own_shards(self) -> str:
        """Return this process's shards as the host writes them.

        Return an empty string until the number of shards is known.
        """
        count = self.shard_count
        return "" if count is None else str(Shards(tuple(self.shard_ids or range(count)), count))

    async def _note_life(self) -> float:
        """Note how the bot is; return when to do it again."""
        assert self._heartbeat is not None  # otherwise the health is not watched
        now, due = self._now(), None
        seen = self._pulse.read_heartbeats(self)
        try:
            due = await self.club.store.read(lambda tx: figures.oldest_due(tx, now))
            await self.club.clocks.beat(seen, self.shard_count or 1)
        except StoreError as fault:
            log.warning("store away", extra={"sentence": str(fault.sentence)})
            self._store_fault = fault.sentence
        else:
            self._store_fault = None
        file = life_file(self.config.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        self._health(seen, due, self._now()).write(file)
        if not self.club.store.alone:
            self.club.preferences.look_again()
        return self._now() + self._heartbeat

    def _health(self, seen: Mapping[int, float | None], due: float | None, now: float) -> Health:
        """Return the health of the bot.

        `due` is the time since which a message has been due; one due before this process started counts
        from its start.
        """
        waiting = 0.0 if due is None else now - max(due, self.club.processes.started)
        ages = {str(shard): None if at is None else now - at for shard, at in seen.items()}
        running = now - self.club.processes.started
        said = self._store_fault
        facts = {name: str(fact) for name, fact in said.facts.items()} if said else {}
        return Health(ages, waiting, self._time.behind, running, (said.code, facts) if said else None)

    async def standing(self) -> BotStanding | None:
        """Return the bot's health and figures; `None` while it is starting or stopping.

        Raise `StoreError` if the database cannot be read.
        """
        if not self.serving:
            return None
        now = self._now()
        found = await self.club.store.read(lambda tx: figures.present(tx, now))
        return BotStanding(
            health=self._health(self._pulse.read_heartbeats(self), found.due, now),
            figures=found,
            servers=len(self.guilds),
            answering=len(self.attending),
            requests_waiting=self._throttle.waiting,
        )

    async def on_ready(self) -> None:
        """Log that the bot is there, and note how it is as soon as that is known."""
        self._life.ring()
        self.club.processes.announce_shards()
        log.info("ready", extra={"servers": len(self.guilds)})

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms and components; the library answers commands and completion."""
        if self._metrics:
            self._metrics.note_interaction(interaction, self._now())
        self._time.hear(interaction)
        if not self.serving:
            return  # as with commands
        if interaction.type is discord.InteractionType.modal_submit:
            await router.modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            await router.component(interaction)

    async def close(self) -> None:
        """Stop taking work, finish what is under way within seconds, close the store.

        It may be called more than once.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end(), name="ending")
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        """Undo the steps of the start in reverse order; a failing step stops no other."""
        self.serving = False
        if self._opening:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        steps = (
            self._note_no_more,
            *reversed(self._undoing),
            self._workers.stop,
            self._miners.stop,
            self._hang_up,
        )
        for step in steps:
            try:
                await step()
            except Exception:
                log.exception("end incomplete", extra={"work": step.__qualname__})

    async def _note_no_more(self) -> None:
        """Take back what was noted of this process: it is true no more."""
        await self._life.stop()
        if self._heartbeat:
            with suppress(OSError):
                life_file(self.config.database).unlink()

    async def _answer_last(self) -> None:
        """Tell other processes that this one ends, and briefly wait for pending answers."""
        self.club.processes.leave()
        if self.attending:
            _, late = await asyncio.wait(self.attending, timeout=LAST_ANSWERS)
            for answer in late:
                answer.cancel()

    async def _hang_up(self) -> None:
        """Say goodbye to Discord."""
        leaving = asyncio.create_task(super().close())
        _, silent = await asyncio.wait({leaving}, timeout=LAST_WORDS)
        if silent:
            await self.http.close()
