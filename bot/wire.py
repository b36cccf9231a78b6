"""The requests that posts are made of: the one place where delivery speaks to Discord."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.cards.kit import BOARD_FILE, Card, with_commands
from bot.codes import NoAnswer
from bot.tokens import Token
from words import ENGLISH, Speaker, choose, speaker

T = TypeVar("T")

LOOKED_THROUGH: Final = 100
"""Messages of a channel among which the bot looks for its own card: as many as one request brings."""
NAME_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""
THREAD_SLEEPS_AFTER: Final = 7 * 24 * 60
"""Minutes until a silent thread is archived: a week, the longest there is."""
FOLLOW_UP: Final = 3
"""Discord's type of the webhook that a token stands for."""
PAUSE_AT_MOST: Final = 2.0
"""Seconds that a request by token waits out a rate limit: after a longer one the channel's route is faster."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the bot's as Discord has it: where it is, its picture, and what its buttons stand for.

    It was posted at `posted_at`, in seconds since the epoch by Discord's own clock. `ephemeral` is true where one
    person alone sees it.
    """

    channel_id: int
    message_id: int
    attachment_id: int | None
    marks: frozenset[str]
    posted_at: float
    ephemeral: bool = False


class Kept:
    """The picture of a board as an attachment that an edit keeps: known by its id, and named as the card names it."""

    def __init__(self, attachment_id: int) -> None:
        self._id = attachment_id

    def to_dict(self) -> dict[str, Any]:
        """Return what the request says of it."""
        return {"id": self._id, "filename": BOARD_FILE}


class Once:
    """A session of aiohttp's that never lets the library send again what Discord may have taken.

    Follow-ups have no nonce: whoever sends them again without looking may post them twice.
    """

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **given: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Send a request; raise `NoAnswer` where nobody knows what became of it, `RateLimited` for a long wait."""
        try:
            async with self._session.request(method, url, **given) as response:
                if response.status >= 500:
                    raise NoAnswer(str(response.status))
                wait = response.headers.get("Retry-After", "") if response.status == 429 else ""
                if wait.isdecimal() and int(wait) > PAUSE_AT_MOST:
                    raise discord.RateLimited(float(wait))
                yield response
        except (aiohttp.ClientError, OSError) as fault:
            raise NoAnswer(type(fault).__name__) from fault


class Wire:
    """Discord's requests. Each raises `HTTPException` or `RateLimited` as Discord answers, `NoAnswer` otherwise."""

    def __init__(
        self, client: discord.Client, languages: Callable[[int], str | None], commands: Mapping[str, int]
    ) -> None:
        self._client = client
        self._languages = languages
        self._commands = commands

    def public(self, guild_id: int) -> Speaker:
        """Return who speaks the language that a server has set, else its own; English while it is not known."""
        guild = self._client.get_guild(guild_id)
        chosen = self._languages(guild_id)
        return speaker(chosen or (choose(guild.preferred_locale.value) if guild else ENGLISH))

    async def post(self, channel_id: int, card: Card, nonce: str) -> Sent:
        """Post a card; within some minutes the same nonce gives the message that is there already."""
        self._ready(card)
        channel = self._client.get_partial_messageable(channel_id)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        return _sent(
            await _asked(channel.send(view=card.view, files=card.files, nonce=nonce, allowed_mentions=aloud))
        )

    async def edit(
        self, channel_id: int, message_id: int, card: Card, *, attachment_id: int | None = None
    ) -> Sent:
        """Put a card into a message of ours. Its pictures are the card's own, or the attachment that is kept."""
        self._ready(card)
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        edited = message.edit(
            view=card.view, allowed_mentions=discord.AllowedMentions.none(), **_pictures(card, attachment_id)
        )
        return _sent(await _asked(edited))

    async def follow_up(self, token: Token, card: Card, *, private: bool = False) -> Sent:
        """Post a card by the token of an interaction, once: nothing tells Discord that it is sent again.

        A `private` one is for who pressed alone.
        """
        self._ready(card)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        hook = self._hook(token)
        return _sent(
            await _asked(
                hook.send(
                    view=card.view, files=card.files, allowed_mentions=aloud, ephemeral=private, wait=True
                )
            )
        )

    async def edit_by(self, token: Token, card: Card, *, attachment_id: int | None = None) -> Sent:
        """Put a card into the message that was pressed on, by the token of that press; otherwise as `edit`."""
        self._ready(card)
        hook = self._hook(token)
        with handle_message_parameters(
            view=card.view,
            allowed_mentions=discord.AllowedMentions.none(),
            **_pictures(card, attachment_id),
        ) as parts:
            edited = await _asked(
                async_context.get().edit_original_interaction_response(
                    token.application_id,
                    token.text,
                    session=hook.session,
                    payload=parts.payload,
                    multipart=parts.multipart,
                    files=parts.files,
                )
            )
        pictures = edited["attachments"]
        picture = int(pictures[0]["id"]) if pictures else None
        message_id = int(edited["id"])
        posted_at = discord.utils.snowflake_time(message_id).timestamp()
        return Sent(int(edited["channel_id"]), message_id, picture, marks(card.view), posted_at)

    async def take_back(self, token: Token, message_id: int) -> None:
        """Delete a follow-up that was posted by a token."""
        await _asked(self._hook(token).delete_message(message_id))

    def _ready(self, card: Card) -> None:
        """Make a card ready to be sent; a mistake of ours in it shows before Discord is asked anything."""
        with_commands(card.view, self._commands)
        card.view.to_components()  # type: ignore[no-untyped-call]  # the library leaves it so

    def _hook(self, token: Token) -> discord.Webhook:
        """Return what stands for a token in the library."""
        data: Any = {"id": token.application_id, "type": FOLLOW_UP, "token": token.text}
        hook = discord.Webhook.from_state(data, state=self._client._connection)
        hook.session = Once(hook.session)  # type: ignore[assignment]  # all that the library needs of a session
        return hook

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


def _pictures(card: Card, attachment_id: int | None) -> dict[str, Any]:
    """Return a card's own pictures, and the one that is kept, as a request names them; all others are taken away."""
    files: list[Any] = list(card.files)
    if attachment_id is not None:
        files.append(Kept(attachment_id))
    return {"attachments": files}


def _sent(message: discord.Message) -> Sent:
    return Sent(
        message.channel.id,
        message.id,
        message.attachments[0].id if message.attachments else None,
        _marks(_parts(message.components)),
        message.created_at.timestamp(),
        ephemeral=message.flags.ephemeral,
    )


def marks(view: discord.ui.LayoutView | discord.ui.View) -> frozenset[str]:
    """Return what a card's buttons stand for (or lead to, where there are only links): this tells our cards apart."""
    return _marks(view.walk_children())


def _marks(parts: Iterable[object]) -> frozenset[str]:
    known = list(parts)
    named = {name for part in known if (name := getattr(part, "custom_id", None))}
    return frozenset(named or {url for part in known if (url := getattr(part, "url", None))})


def _parts(components: Iterable[object]) -> Iterator[object]:
    """Yield the components of a message as Discord tells them: to make a view of them costs a whole request's time."""
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))
        if accessory := getattr(component, "accessory", None):
            yield accessory
