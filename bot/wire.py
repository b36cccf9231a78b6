"""The requests that posts are made of: the one place where delivery speaks to Discord."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import discord

from bot.cards.kit import BOARD_FILE, Card
from bot.codes import NoAnswer
from words import ENGLISH, Speaker, choose, speaker

T = TypeVar("T")

LOOKED_THROUGH: Final = 100
"""Messages of a channel among which the bot looks for its own card: as many as one request brings."""
NAME_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""
THREAD_SLEEPS_AFTER: Final = 7 * 24 * 60
"""Minutes until a silent thread is archived: a week, the longest there is."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the bot's as Discord has it: where it is, its picture, and what its buttons stand for."""

    channel_id: int
    message_id: int
    attachment_id: int | None
    marks: frozenset[str]


class Kept:
    """The picture of a board as an attachment that an edit keeps: known by its id, and named as the card names it."""

    def __init__(self, attachment_id: int) -> None:
        self._id = attachment_id

    def to_dict(self) -> dict[str, Any]:
        """Return what the request says of it."""
        return {"id": self._id, "filename": BOARD_FILE}


class Wire:
    """Discord's requests. Each raises `HTTPException` or `RateLimited` as Discord answers, `NoAnswer` otherwise."""

    def __init__(self, client: discord.Client, languages: Callable[[int], str | None]) -> None:
        self._client = client
        self._languages = languages

    def public(self, guild_id: int) -> Speaker:
        """Return who speaks the language that a server has set, else its own; English while it is not known."""
        guild = self._client.get_guild(guild_id)
        chosen = self._languages(guild_id)
        return speaker(chosen or (choose(guild.preferred_locale.value) if guild else ENGLISH))

    async def post(self, channel_id: int, card: Card, nonce: str) -> Sent:
        """Post a card; within some minutes the same nonce gives the message that is there already."""
        _check(card)
        channel = self._client.get_partial_messageable(channel_id)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        return _sent(
            await _asked(channel.send(view=card.view, files=card.files, nonce=nonce, allowed_mentions=aloud))
        )

    async def edit(
        self, channel_id: int, message_id: int, card: Card, *, attachment_id: int | None = None
    ) -> Sent:
        """Put a card into a message of ours. Its pictures are the card's own, or the attachment that is kept."""
        _check(card)
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        files: list[Any] = list(card.files)
        if attachment_id is not None:
            files.append(Kept(attachment_id))
        pictures: dict[str, Any] = {"attachments": files} if files else {}
        edited = message.edit(view=card.view, allowed_mentions=discord.AllowedMentions.none(), **pictures)
        return _sent(await _asked(edited))

    async def own_messages(self, channel_id: int, *, since: float | None = None) -> list[Sent]:
        """Return the bot's own cards among the last messages of a channel, the newest first.

        With `since` (seconds since the epoch), among the first messages from then on, the oldest first.
        """
        assert self._client.user is not None  # logged in, or nothing could be posted
        me = self._client.user.id
        channel = self._client.get_partial_messageable(channel_id)
        after = None if since is None else datetime.fromtimestamp(since, UTC)

        async def last() -> list[discord.Message]:
            return [message async for message in channel.history(limit=LOOKED_THROUGH, after=after)]

        return [_sent(message) for message in await _asked(last()) if message.author.id == me]

    async def open_dm(self, user_id: int) -> int:
        """Open the direct messages with a user and return their channel."""
        return (await _asked(self._client.create_dm(discord.Object(user_id)))).id

    async def make_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        """Make a thread under a message and return its id; `None` in a channel that has no threads."""
        channel = await self._channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        message = channel.get_partial_message(message_id)
        made = await _asked(
            message.create_thread(name=name[:NAME_LIMIT], auto_archive_duration=THREAD_SLEEPS_AFTER)
        )
        return made.id

    async def add_member(self, thread_id: int, user_id: int) -> None:
        """Bring a user into a thread."""
        await _asked(self._client.http.add_user_to_thread(thread_id, user_id))

    async def archive(self, thread_id: int, archived: bool) -> None:
        """Archive a thread, or open it again; does nothing where the channel is no thread."""
        thread = await _asked(self._client.fetch_channel(thread_id)) if not archived else None
        if archived or isinstance(thread, discord.Thread):
            await _asked(self._client.http.edit_channel(thread_id, archived=archived))

    async def _channel(self, channel_id: int) -> Any:
        return self._client.get_channel(channel_id) or await _asked(self._client.fetch_channel(channel_id))


async def _asked(request: Awaitable[T]) -> T:
    """Return Discord's answer; whatever else comes of a request is no answer, for it may have been taken."""
    try:
        return await request
    except (discord.HTTPException, discord.RateLimited):
        raise
    except Exception as fault:
        raise NoAnswer(type(fault).__name__) from fault


def _check(card: Card) -> None:
    """Raise what is wrong with a card: that is a mistake of ours, and shows before Discord is asked anything."""
    card.view.to_components()  # type: ignore[no-untyped-call]  # the library leaves it so


def _sent(message: discord.Message) -> Sent:
    picture = message.attachments[0].id if message.attachments else None
    return Sent(message.channel.id, message.id, picture, marks(discord.ui.LayoutView.from_message(message)))


def marks(view: discord.ui.LayoutView | discord.ui.View) -> frozenset[str]:
    """Return what a card's buttons stand for (or lead to, where there are only links): this tells our cards apart."""
    items = list(view.walk_children())
    named = {name for item in items if (name := getattr(item, "custom_id", None))}
    return frozenset(named or {url for item in items if (url := getattr(item, "url", None))})
