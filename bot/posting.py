"""Posts and edits cards: each once, whatever happened to earlier tries.

Edits are idempotent. Posts carry a nonce; after the few minutes for which Discord remembers it, the bot first looks
for its own last card in the channel.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cards.kit import Card
from bot.codes import UNEDITABLE
from data.outbox import OutboxRow

NONCE_REMEMBERED: Final = 120
"""Seconds for which Discord surely knows a nonce: a few minutes, it says."""
LOOKED_AT: Final = 25
"""Messages of a channel among which the bot looks for its own card."""
PATIENCE: Final = (1, 5, 30, 120, 300)
"""Seconds until the next try, by attempts made."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Where a post has landed."""

    channel_id: int
    message_id: int


class Posting:
    """Sends cards to Discord through `client`; `now` gives seconds since the epoch."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now

    async def channel(self, channel_id: int) -> Any:
        """Return a channel or thread, from the library's memory or from Discord."""
        return self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)

    async def post(self, row: OutboxRow, channel_id: int, card: Card) -> Sent:
        """Post a card and return where it is."""
        channel = self._client.get_partial_messageable(channel_id)
        if self._nonce_forgotten(row) and (found := await self._own_card(channel, card)):
            return found
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        message = await channel.send(
            view=card.view, files=card.files, nonce=row.dedup, allowed_mentions=aloud
        )
        return Sent(channel_id, message.id)

    def _nonce_forgotten(self, row: OutboxRow) -> bool:
        """Return whether Discord may have taken an earlier try without our knowing, before what the nonce can tell."""
        if row.attempts < 2:
            return False
        waited = PATIENCE[min(row.attempts - 2, len(PATIENCE) - 1)] if row.last_error else 0
        return waited + self._now() - row.not_before >= NONCE_REMEMBERED

    async def _own_card(self, channel: discord.PartialMessageable, card: Card) -> Sent | None:
        """Return where the same card of ours is, known by its buttons, among the channel's last messages."""
        assert self._client.user is not None  # logged in, or nothing could be posted
        wanted = _marks(card.view)
        async for message in channel.history(limit=LOOKED_AT):
            ours = message.author.id == self._client.user.id
            if ours and _marks(discord.ui.LayoutView.from_message(message)) == wanted:
                return Sent(channel.id, message.id)
        return None

    async def edit(self, channel_id: int | None, message_id: int | None, card: Card) -> Sent | None:
        """Edit a card and return where it is; `None` if it is not there or may not be edited any more."""
        if channel_id is None or message_id is None:
            return None
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        kept: dict[str, Any] = {"attachments": card.files} if card.files else {}
        try:
            await message.edit(view=card.view, allowed_mentions=discord.AllowedMentions.none(), **kept)
        except discord.HTTPException as fault:
            if fault.code in UNEDITABLE:
                return None
            raise
        except discord.RateLimited:
            # Discord answers 30046 as a 429 with a long wait, which the library does not take upon itself.
            return None
        return Sent(channel_id, message_id)

    async def unarchive(self, channel_id: int) -> None:
        """Open a thread again."""
        thread = await self._client.fetch_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)


def _marks(view: discord.ui.LayoutView | discord.ui.View) -> set[str]:
    """Return what a card's buttons stand for (or lead to, where there are only links): this tells our cards apart."""
    items = list(view.walk_children())
    named = {name for item in items if (name := getattr(item, "custom_id", None))}
    return named or {url for item in items if (url := getattr(item, "url", None))}
