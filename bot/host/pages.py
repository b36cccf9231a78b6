"""The web server of this process, and its connection to the running bot.

It serves pages for as long as the process lives.
"""

import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import discord

from bot.answers.rights import can_member_see, can_member_see_elsewhere, is_visible_to_everyone
from bot.cards.kit.names import plain_text_name, safe_name
from bot.codes import NoAnswer
from bot.delivery.wire import ask_discord
from bot.host.activity import identify_user
from bot.host.config import ACTIVITY, Webhook
from bot.host.settings import Bind, ConfigError, quote_value
from bot.host.sharding import ShardedClient
from club.club import Club
from club.pages.hooks import News
from club.running.column import Now
from data.play.places import PlacedRow

if TYPE_CHECKING:
    from bot.host.metrics import Metrics
    from web.hook import PageWebhook

SCOPES: Final = ("bot", "applications.commands")


def check_webhook(webhook: Webhook | None) -> None:
    """Raise `ConfigError` if nothing would ever be sent to the host's webhook.

    Its address is of this machine or of a private network, and that is not allowed. Its name is resolved,
    which blocks.
    """
    if webhook is None or webhook.may_be_private:
        return
    from web.hook import is_refused  # what serves pages takes a moment to load

    parts = urlsplit(webhook.url)
    if is_refused(parts.hostname or "", parts.port or 443):
        raise ConfigError("config.webhook.private", value=quote_value(parts.hostname or ""))


class WebPages:
    """The web pages of one process.

    They show the data of the attached bot, if there is one yet.
    """

    def __init__(
        self,
        base_url: str,
        now: Now,
        folder: Path,
        metrics: "Metrics | None",
        webhook: Webhook | None = None,
        *,
        support_url: str | None = None,
        has_live_boards: bool = False,
        client_secret: str | None = None,
    ) -> None:
        self._base = base_url
        self._now = now
        self._folder = folder
        self._metrics = metrics
        self._webhook = webhook
        self._support_url = support_url
        self._has_live_boards = has_live_boards
        self._client_secret = client_secret
        self._bot: Any = None
        self._told: Callable[[News], Awaitable[dict[str, Any] | None]] | None = None
        self.hook: PageWebhook | None = None

    def attach(self, bot: ShardedClient) -> None:
        """Serve the data of this bot from now on."""
        self._bot = bot

    async def send_news(self, news: News) -> bool | None:
        """Send news to the host's webhook; return whether it is done with.

        It is done with if the webhook accepted it, or if no page shows it any more. Return `None` if this
        process cannot tell: it is not serving pages, or another process is responsible for the page's
        server.
        """
        if self._told is None or self.hook is None or not self._is_authoritative(news.guild_id):
            return None
        told = await self._told(news)
        if told is not None:
            return await self.hook.send(told, news.id)
        return True if self._is_authoritative(news.guild_id) else None

    @asynccontextmanager
    async def open(self, bind: Bind) -> AsyncIterator[int]:
        """Serve the pages on an address, and yield the port.

        Raise `ConfigError` if the address is taken, or if the template library is missing.
        """
        try:
            from web.hook import PageWebhook, any_socket, public_socket
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
                is_open=self.is_open,
                hears_server=self._serves,
                server_name=self.server_name,
                clean_name=plain_text_name,
                escape_name=safe_name,
                now=self._now,
                folder=self._folder,
                invite_url=self.invite_url,
                support_url=self._support_url,
                has_live_boards=self._has_live_boards,
                may_see=self.may_see,
                activity=self._folder / ACTIVITY if self._client_secret else None,
                application_id=self._application_id,
                identify=self.identify,
                count_request=self._metrics.note_page if self._metrics else count_nothing,
            )
        )
        self._told = pages.webhook_body
        if self._webhook:
            connect = any_socket if self._webhook.may_be_private else public_socket
            self.hook = PageWebhook(self._webhook.url, self._webhook.secret, self._now, make_socket=connect)
        async with AsyncExitStack() as until:
            try:
                port = await until.enter_async_context(pages.serve(bind.host, bind.port))
            except OSError as fault:
                shown = f"{bind.host}:{bind.port}"
                # What keeps a name from being looked up has numbers of its own.
                is_lookup = isinstance(fault, socket.gaierror)
                reason = fault.strerror if is_lookup else os.strerror(fault.errno or 0)
                raise ConfigError("config.web_taken", value=shown, fault=reason) from fault
            yield port

    def _is_authoritative(self, guild_id: int) -> bool:
        """Whether this process knows the current state of a server."""
        return self._club() is not None and self._serves(guild_id)

    def _club(self) -> Club | None:
        """Return the bot's club, or `None` while no bot is serving."""
        return self._bot.club if self._bot is not None and self._bot.serving else None

    def server_name(self, guild_id: int) -> str | None:
        """Return the name of a server, `None` if this process is not connected to it."""
        guild = self._bot.get_guild(guild_id) if self._bot is not None else None
        return None if guild is None else guild.name

    async def is_open(self, place: PlacedRow) -> bool:
        """Whether every member of its server can see a channel; false if unsure.

        Only the process that is connected to the server can tell.
        """
        return await is_visible_to_everyone(self._bot, place)

    async def identify(self, code: str) -> int | None:
        """Return the user whose window got a code, `None` if Discord names no user."""
        application_id = self._application_id()
        if self._client_secret is None or application_id is None:
            return None
        return await identify_user(application_id, self._client_secret, code)

    async def may_see(self, place: PlacedRow, user_id: int) -> bool:
        """Whether a user may see a match's place now.

        Discord is asked. A process that is not connected to the server asks about the server as well.
        """
        guild = self._bot.get_guild(place.guild_id)
        seen = (
            can_member_see(guild, place, user_id)
            if guild is not None
            else can_member_see_elsewhere(self._bot, place, user_id)
        )
        try:
            return await ask_discord(seen)
        except (discord.HTTPException, discord.RateLimited, NoAnswer):
            return False

    def _serves(self, guild_id: int) -> bool:
        """Whether this process receives the events of a server.

        The bot must be on it, and no other process may have its shard.
        """
        guild = None if self._bot is None else self._bot.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def invite_url(self) -> str | None:
        """Return the link that adds the bot to a server, or `None` without a bot."""
        app = self._application_id()
        return None if app is None else discord.utils.oauth_url(app, scopes=SCOPES)

    def _application_id(self) -> int | None:
        """Return the id of the bot's application, `None` before it has logged in."""
        found: int | None = None if self._bot is None else self._bot.application_id
        return found
