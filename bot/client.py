"""The bot: puts the rooms together and connects them to Discord."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import discord
from discord import app_commands

from bot.alarm import Alarm
from bot.commands import register
from bot.components.router import Router
from bot.custom_ids import FORM
from bot.delivery import Delivery
from bot.invitations import Invitations
from bot.items import Press
from bot.life import HEARTBEAT, note_life
from bot.refusals import Refusal
from bot.reply import Reply
from bot.settings import Settings
from bot.tables import Tables
from data import meta, outbox, preferences
from data.preferences import Preference
from data.store import Store
from rendering.themes import DEFAULT
from words import clip

log = logging.getLogger(__name__)

# This bot never speaks: it needs no warnings that it could not.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Permissions without which no match can be played in a channel; threads are used where they may be made."""

COMMANDS_KEY: Final = "commands"
ANSWERS_WITHIN: Final = 3.0
"""Seconds that a bot told to end gives to answers under way: later ones Discord would not take."""


class Tree(app_commands.CommandTree["Twotone"]):
    """The commands; what goes wrong outside of them is told in a sentence too."""

    async def on_error(
        self, interaction: "discord.Interaction[Twotone]", error: app_commands.AppCommandError, /
    ) -> None:
        """Only what discord.py itself refuses comes here: the commands answer for themselves."""
        if interaction.response.is_done():
            log.error("a command failed after its answer", exc_info=error)
            return
        sentence = "This command has changed lately. Reload Discord (Ctrl+R), then try again."
        if isinstance(error, app_commands.TransformerError):
            sentence = f"“{clip(str(error.value))}” does not fit here. Pick from what the option offers."
        elif not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.error("a command failed", exc_info=error)
            sentence = "Something went wrong on our side. Nothing is lost; please try again."

        async def work(reply: Reply) -> None:
            await reply.say(sentence)

        await Reply(interaction).attend(work)


class Twotone(discord.AutoShardedClient):
    """The client. `clock` gives seconds since the epoch; `heartbeat` is `None` where nobody watches its health."""

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], float] = time.time,
        heartbeat: float | None = HEARTBEAT,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.settings = settings
        self.clock = clock
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        register(self.tree)
        self.router = Router(self)
        self._heartbeat = heartbeat
        self._life: asyncio.Task[None] | None = None
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self._outbox = Alarm("delivery", clock)
        self._expiry = Alarm("expiry of challenges", clock)
        self.store: Store
        self.tables: Tables
        self.invitations: Invitations
        self.delivery: Delivery

    async def setup_hook(self) -> None:
        """Open the store and start the tasks; what the last process left in the outbox is posted first."""
        self.store = await Store.open(self.settings.database, now=self.clock)
        await self.store.write(outbox.release)
        self.tables = Tables(self.store, self.clock, self._outbox.ring)
        self.invitations = Invitations(self.tables)
        self.delivery = Delivery(self, self.tables)
        self.add_dynamic_items(Press)
        await self._sync_commands()
        self._outbox.start(self.delivery.work)
        self._expiry.start(self.invitations.expire)
        if self._heartbeat:
            self._life = asyncio.create_task(note_life(self, self._heartbeat), name="life")

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: "discord.Interaction[Twotone]") -> None:
        """Forms come here, and components that no pattern knows."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.router.modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            data: Any = interaction.data or {}
            if not FORM.fullmatch(str(data.get("custom_id", ""))):
                await self.router.component(interaction)

    async def close(self) -> None:
        """Stop taking work, finish what is under way, close the store."""
        if self._life:
            self._life.cancel()
        await self._expiry.stop()
        if self.attending:
            await asyncio.wait(self.attending, timeout=ANSWERS_WITHIN)
        await self._outbox.stop()
        if hasattr(self, "delivery"):
            await self.delivery.finish()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    def expect_challenge(self) -> None:
        """There is a new challenge, which will expire one day."""
        self._expiry.ring()

    async def preference(self, user_id: int) -> Preference:
        """What a user has set for himself."""
        return await self.store.read(lambda tx: preferences.get(tx, user_id))

    async def theme_of(self, user_id: int) -> str:
        """The theme in which a user sees boards."""
        return (await self.preference(user_id)).theme or DEFAULT

    async def confirms(self, user_id: int) -> bool:
        """Whether a user wants to be asked before a move counts."""
        return (await self.preference(user_id)).confirm

    def check_permissions(self, interaction: discord.Interaction[Any]) -> None:
        """Raise a `Refusal` that names what the bot may not do in this channel."""
        missing = [title for name, title in NEEDED.items() if not getattr(interaction.app_permissions, name)]
        if missing:
            raise Refusal(
                f"I lack a permission in this channel: {', '.join(missing)}. Ask a moderator, or play in another one."
            )

    async def _sync_commands(self) -> None:
        """Register the commands, if they are not those that Discord has from us already."""
        guild = discord.Object(self.settings.test_guild) if self.settings.test_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        commands = self.tree.get_commands(guild=guild)
        wanted = json.dumps([command.to_dict(self.tree) for command in commands], sort_keys=True, default=str)
        mark = (
            f"{self.application_id}:{guild.id if guild else 0}:{hashlib.sha256(wanted.encode()).hexdigest()}"
        )
        if await self.store.read(lambda tx: meta.get(tx, COMMANDS_KEY)) == mark:
            there = await self.tree.fetch_commands(guild=guild)
            if {command.name for command in there} == {command.name for command in commands}:
                return
        await self.tree.sync(guild=guild)
        await self.store.write(lambda tx: meta.put(tx, COMMANDS_KEY, mark))
