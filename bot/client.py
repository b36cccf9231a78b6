"""The bot: puts the rooms together and connects them to Discord."""

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands

from bot import router
from bot.cards.kit import Press
from bot.cogs import register
from bot.config import Config
from bot.custom_ids import FORM
from bot.delivery import LONGEST_WAIT, RATE_LIMIT_WAIT, Delivery
from bot.health import HEARTBEAT, life_file, note_life
from bot.reply import ANSWER_WITHIN, PATIENCE, Reply
from bot.translator import Translator
from club.club import Chance, Club, Now, Secret
from club.limits import LIMITS, Limits
from data import meta
from data.store import Store
from words import Said, clip

log = logging.getLogger(__name__)

# This bot never speaks: it needs no warnings that it could not.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

COMMANDS_KEY: Final = "commands"
SECRET_BYTES: Final = 32


def random_secret() -> bytes:
    """Return what nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


class Tree(app_commands.CommandTree[discord.Client]):
    """The commands; what goes wrong outside of them becomes a sentence too."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer what discord.py itself refuses: the commands answer for themselves."""
        if interaction.response.is_done():
            log.error("command failed after its answer", exc_info=error)
            return
        said = Said("command.changed")
        if isinstance(error, app_commands.TransformerError):
            said = Said("command.value", value=clip(str(error.value)))
        elif not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.error("command failed", exc_info=error)
            said = Said("command.error")

        async def work(reply: Reply) -> None:
            await reply.say(said.code, **said.facts)

        await Reply(interaction).attend(work)


class Twotone(discord.AutoShardedClient):
    """The client: wiring only.

    `now` gives seconds since the epoch, `chance` draws lots, `secret` draws the 32 bytes behind a match's shuffles.
    `patience` is how many seconds an answer may take before it is deferred; `heartbeat` how many seconds lie between
    two notes of being alive, `None` where nobody watches the bot's health.
    """

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
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_WAIT,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.config = config
        self.patience = patience
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        register(self.tree)
        self._now, self._chance, self._secret, self._limits = now, chance, secret, limits
        self._heartbeat = heartbeat
        self._life: asyncio.Task[None] | None = None
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self._serving = False
        self.club: Club
        self.delivery: Delivery

    async def setup_hook(self) -> None:
        """Open the store and start the tasks; what the last process left in the outbox is posted first."""
        store = await Store.open(self.config.database, now=self._now)
        self.club = Club(store, now=self._now, chance=self._chance, secret=self._secret, limits=self._limits)
        self.delivery = await Delivery.open(self, self.club)
        self.add_dynamic_items(Press)
        await self.tree.set_translator(Translator())
        await self._sync_commands()
        await self.club.open(self.delivery.work, longest_wait=LONGEST_WAIT)
        self._serving = True
        if self._heartbeat:
            life = note_life(life_file(self.config.database), self.is_ready, self._heartbeat)
            self._life = asyncio.create_task(life, name="life")
            self.club.rounds.start()

    async def on_ready(self) -> None:
        """Log that the bot is there."""
        log.info("ready", extra={"servers": len(self.guilds)})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the matches of a server that the bot has left; discord.py keeps outages from this event."""
        await self._follow("server", guild.id, self.club.places.server_gone)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the matches of a server go on to which the bot has come back."""
        await self._follow("server", guild.id, self.club.places.server_back)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the matches of a deleted channel."""
        await self._follow("channel", channel.id, self.club.places.channel_gone)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Let the match of a deleted thread go on in its channel."""
        await self._follow("thread", thread.thread_id, self.club.places.thread_gone)

    async def _follow(self, kind: str, place_id: int, change: Callable[[int], Awaitable[int]]) -> None:
        """Let the matches of a place follow what became of it, unless the bot is starting or stopping."""
        if not self._serving:
            return
        if concerned := await change(place_id):
            log.warning("place changed", extra={"kind": kind, "place": place_id, "matches": concerned})

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms, and components that no pattern knows."""
        if interaction.type is discord.InteractionType.modal_submit:
            await router.modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            data: Any = interaction.data or {}
            if not FORM.fullmatch(str(data.get("custom_id", ""))):
                await router.component(interaction)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a component of ours."""
        await router.component(interaction)

    async def close(self) -> None:
        """Stop taking work, finish what is under way, close the store."""
        self._serving = False
        if self._life:
            self._life.cancel()
        if hasattr(self, "club"):
            await self.club.rounds.stop()
            await self.club.expiry.stop()
        if self.attending:
            await asyncio.wait(self.attending, timeout=ANSWER_WITHIN)
        if hasattr(self, "club"):
            await self.club.delivery.stop()
            await self.delivery.finish()
        await super().close()
        if hasattr(self, "club"):
            await self.club.store.close()

    async def _sync_commands(self) -> None:
        """Register the commands, if they are not those that Discord has from us already."""
        guild = discord.Object(self.config.test_guild) if self.config.test_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        commands = self.tree.get_commands(guild=guild)
        translator = self.tree.translator
        assert translator is not None  # set before the commands are registered
        payloads = [await command.get_translated_payload(self.tree, translator) for command in commands]
        wanted = json.dumps(payloads, sort_keys=True, default=str)
        mark = (
            f"{self.application_id}:{guild.id if guild else 0}:{hashlib.sha256(wanted.encode()).hexdigest()}"
        )
        store = self.club.store
        if await store.read(lambda tx: meta.get(tx, COMMANDS_KEY)) == mark:
            there = await self.tree.fetch_commands(guild=guild)
            if {command.name for command in there} == {command.name for command in commands}:
                return
        await self.tree.sync(guild=guild)
        await store.write(lambda tx: meta.put(tx, COMMANDS_KEY, mark))
