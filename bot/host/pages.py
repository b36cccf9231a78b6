"""The web pages of this process: what they need of the bot, and their server.

They are served as long as the process lives.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.answers.rights import is_open
from bot.cards.kit.names import bare, plain
from bot.host.config import Webhook
from bot.host.settings import Bind, ConfigError
from bot.host.sharding import ShardedClient
from club.club import Club, Now
from club.pages.hooks import News
from data.play.places import PlacedRow

if TYPE_CHECKING:
    from bot.host.metrics import Metrics
    from web.hook import Hook

SCOPES: Final = ("bot", "applications.commands")


class WebPages:
    """The pages of one process, for the bot that runs in it, if any runs yet."""

    def __init__(
        self,
        base: str,
        now: Now,
        folder: Path,
        metrics: "Metrics | None",
        webhook: Webhook | None = None,
    ) -> None:
        self._base = base
        self._now = now
        self._folder = folder
        self._metrics = metrics
        self._webhook = webhook
        self._bot: Any = None
        self._told: Callable[[News], Awaitable[dict[str, Any] | None]] | None = None
        self._hook: Hook | None = None

    def follow(self, bot: ShardedClient) -> None:
        """Show from now on what this bot's club has."""
        self._bot = bot

    async def tell(self, news: News) -> bool | None:
        """Tell the webhook the news; return whether that is settled.

        It is settled if the news was taken, or if no page shows it any more. Return `None` if this process
        cannot know: it is not serving, or another one serves the page's server.
        """
        if self._told is None or self._hook is None or not self._knows(news.guild_id):
            return None
        told = await self._told(news)
        if told is not None:
            return await self._hook.send(told)
        return True if self._knows(news.guild_id) else None

    @asynccontextmanager
    async def open(self, bind: Bind) -> AsyncIterator[int]:
        """Serve the pages and yield the port.

        Raise `ConfigError` if the address is taken, or if the library for pages is missing.
        """
        try:
            from web.hook import Hook
            from web.page_host import PageHost, count_nothing
            from web.page_server import PageServer
        except ModuleNotFoundError as missing:
            if missing.name not in ("jinja2", "markupsafe"):
                raise
            raise ConfigError("config.web_missing", given="Jinja2") from missing
        pages = PageServer(
            PageHost(
                self._base,
                club=self._club,
                is_open=self._is_open,
                hears=self._hears,
                bare=bare,
                plain=plain,
                now=self._now,
                folder=self._folder,
                invite=self._invite,
                counted=self._metrics.note_page if self._metrics else count_nothing,
            )
        )
        self._told = pages.told
        if self._webhook:
            self._hook = Hook(self._webhook.url, self._webhook.secret, self._now)
        async with AsyncExitStack() as until:
            try:
                port = await until.enter_async_context(pages.open(bind.host, bind.port))
            except OSError as fault:
                shown, reason = f"{bind.host}:{bind.port}", os.strerror(fault.errno or 0)
                raise ConfigError("config.web_taken", value=shown, fault=reason) from fault
            yield port

    def _knows(self, guild_id: int) -> bool:
        """Return whether what this process finds of a server is so."""
        return self._club() is not None and self._hears(guild_id)

    def _club(self) -> Club | None:
        """Return the club, `None` while there is none that is served."""
        return self._bot.club if self._bot is not None and self._bot.serving else None

    async def _is_open(self, place: PlacedRow) -> bool:
        """Whether every member of its server may see a place; false if unsure.

        The process that serves the server shows its pages.
        """
        return await is_open(self._bot, place)

    def _hears(self, guild_id: int) -> bool:
        """Whether this process serves a server.

        The bot is there, and no other process has its shard.
        """
        guild = None if self._bot is None else self._bot.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def _invite(self) -> str | None:
        """Return the address with which the bot is added to a server."""
        app = None if self._bot is None else self._bot.application_id
        return None if app is None else discord.utils.oauth_url(app, scopes=SCOPES)
