"""The requests to Discord that posts need.

No other module of the delivery sends requests to Discord.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar, cast
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord.http import MultipartParameters, handle_message_parameters
from discord.webhook.async_ import async_context

from bot.answers.audience import Audience
from bot.answers.rights import can_member_see, is_visible_to_everyone
from bot.answers.tokens import Token
from bot.cards.kit.kit import BOARD_FILE, Card, link_commands
from bot.cards.kit.pictures import draw_card
from bot.codes import NoAnswer, reject_garbled
from club.members.servers import Servers
from data.play.places import PlacedRow
from words import ENGLISH, Localizer, language_for_locale, localizer_for

T = TypeVar("T")

LOOKED_THROUGH: Final = 100
"""Messages of a channel searched at once for the bot's own card.

It is as many as one request brings.
"""
PAGES: Final = 10
"""How often it asks for so many more, where much has been said since."""
CLOCKS_DIFFER: Final = 60.0
"""Seconds by which this machine's clock may be ahead of Discord's."""
NEAR: Final = 25
"""The newest messages of a channel, among which one has not scrolled away."""
NAME_LIMIT: Final = 100
"""Characters of the name of a thread or an event (Discord)."""
THREAD_SLEEPS_AFTER: Final = 7 * 24 * 60
"""Minutes until a silent thread is archived: a week, the longest there is."""
LESS_THAN_A_WEEK: Final = 4320
"""Another such time, to which it is changed for a moment."""
FOLLOW_UP: Final = 3
"""Discord's type of the webhook that a token is for."""
ONLY_HERE: Final = 2
"""Discord's privacy of an event that the members of its server see."""
ANYWHERE: Final = 3
"""Discord's type of an event that is in none of a server's own voice channels."""
THREAD_CREATED: Final = 18
"""Discord's type of its own notice in a channel that a thread was made there."""
EPHEMERAL: Final = 1 << 6
"""The flag of a message that one person alone sees (Discord)."""
PAUSE_AT_MOST: Final = 2.0
"""Seconds that a request by token waits out a rate limit.

After a longer one the channel's route is faster.
"""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message of the bot on Discord: its place, picture and button marks.

    A mark is a button's custom_id, or its address if there are only links. `posted_at` is in seconds since
    the epoch by Discord's own clock. `ephemeral` is true if only one person can see the message. Discord's
    notice of a new thread has the thread's id, and its name as a mark.
    """

    channel_id: int
    message_id: int
    attachment_id: int | None
    marks: frozenset[str]
    posted_at: float
    ephemeral: bool = False
    thread_id: int | None = None


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """A scheduled event on a Discord server; `starts_at` is in epoch seconds."""

    id: int
    name: str
    starts_at: float


class KeptPicture:
    """An attachment that an edit keeps, with its id and the name used on cards.

    `alt` corrects its alt text, which an older version may have worded wrongly.
    """

    def __init__(self, attachment_id: int, alt: str | None = None) -> None:
        self._id = attachment_id
        self._alt = alt

    def to_dict(self) -> dict[str, Any]:
        """Return the attachment as a request to Discord contains it."""
        kept: dict[str, Any] = {"id": self._id, "filename": BOARD_FILE}
        return kept if self._alt is None else {**kept, "description": self._alt}


class NoRetrySession:
    """An aiohttp session that never resends what Discord may have accepted.

    It is for follow-ups: they have no nonce, so one that the library resends blindly may be posted twice.
    """

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Send a request.

        Raise `NoAnswer` if its outcome is unknown, or `RateLimited` if the wait would be long.
        """
        try:
            async with self._session.request(method, url, **options) as response:
                if response.status >= 500:
                    raise NoAnswer(str(response.status))
                wait = response.headers.get("Retry-After", "") if response.status == 429 else ""
                if wait.isdecimal() and int(wait) > PAUSE_AT_MOST:
                    raise discord.RateLimited(float(wait))
                yield response
        except (aiohttp.ClientError, OSError) as fault:
            raise NoAnswer(type(fault).__name__) from fault


class Wire:
    """The requests to Discord.

    Each raises `HTTPException` or `RateLimited` if Discord refuses it, and `NoAnswer` if the outcome is
    unknown.
    """

    def __init__(self, client: discord.Client, servers: Servers, commands: Mapping[str, int]) -> None:
        self._client = client
        self._servers = servers
        self._commands = commands
        self._turns = WeakValueDictionary[tuple[str, int], asyncio.Lock]()

    def _lock(self, what: str, channel_id: int) -> asyncio.Lock:
        """Return the lock that makes requests of one kind to a channel go one by one.

        The library counts only requests that have been answered, so concurrent ones would exceed Discord's
        rate limit.
        """
        return self._turns.setdefault((what, channel_id), asyncio.Lock())

    def public_speaker(self, guild_id: int) -> Localizer:
        """Return the speaker for everyone on a server.

        It uses the language set for the server, or else the server's own, or English while the server is
        unknown.
        """
        guild = self._client.get_guild(guild_id)
        locale = guild.preferred_locale.value if guild else self._servers.locale_of(guild_id)
        return localizer_for(
            self._servers.language_of(guild_id) or (language_for_locale(locale) if locale else ENGLISH)
        )

    async def can_see(self, place: PlacedRow, user_id: int) -> bool | None:
        """Whether a user is on a channel's server and can see the channel.

        This asks Discord. Return `None` if this process does not serve the server.
        """
        guild = self._client.get_guild(place.guild_id)
        if guild is None or guild.unavailable:
            return None
        return await ask_discord(can_member_see(guild, place, user_id))

    async def post(self, channel_id: int, card: Card, nonce: str) -> SentMessage:
        """Post a card.

        Within a few minutes, a repeated nonce returns the message that is there already.
        """
        flags = discord.MessageFlags(suppress_notifications=card.silent)
        files = await draw_card(card)
        with self._parameters(card, aloud=card.pings, files=files, flags=flags, nonce=nonce) as parameters:
            async with self._lock("post", channel_id):
                return await _send(self._client.http.send_message(channel_id, params=parameters))

    async def edit(
        self, channel_id: int, message_id: int, card: Card, *, attachment_id: int | None = None
    ) -> SentMessage:
        """Edit one of the bot's messages to show a card.

        Its pictures are the card's own, or the attachment with the id that is given.
        """
        with self._parameters(card, attachments=await _attachments(card, attachment_id)) as parameters:
            async with self._lock("edit", channel_id):
                edited = self._client.http.edit_message(channel_id, message_id, params=parameters)
                return await _send(edited)

    async def follow_up(self, token: Token, card: Card, *, private: bool = False) -> SentMessage:
        """Post a card by an interaction's token, at most once.

        The request is never resent, because Discord cannot detect a repeat. If `private`, only the person
        who pressed sees it.
        """
        flags = discord.MessageFlags(ephemeral=private, suppress_notifications=card.silent)
        files = await draw_card(card)
        with self._parameters(card, aloud=card.pings, files=files, flags=flags) as parameters:
            sent = self._token_arguments(token, parameters)
            posted = async_context.get().execute_webhook(
                token.application_id, token.text, **sent, wait=True, with_components=True
            )
            return await _send(posted)

    async def edit_by_token(
        self, token: Token, card: Card, *, attachment_id: int | None = None
    ) -> SentMessage:
        """Edit the message whose button was pressed, by the token of that press.

        Its pictures are the card's own, or the attachment with the id that is given.
        """
        with self._parameters(card, attachments=await _attachments(card, attachment_id)) as parameters:
            sent = self._token_arguments(token, parameters)
            edited = async_context.get().edit_original_interaction_response(
                token.application_id, token.text, **sent
            )
            return await _send(edited)

    async def delete_follow_up(self, token: Token, message_id: int) -> None:
        """Delete a follow-up that was posted by an interaction's token."""
        deleted = async_context.get().delete_webhook_message(
            token.application_id, token.text, message_id, session=self._session(token)
        )
        await ask_discord(deleted)

    def _parameters(self, card: Card, *, aloud: Sequence[int] = (), **given: Any) -> MultipartParameters:
        """Return the request parameters that send a card.

        Only the users in `aloud` are pinged. A mistake of ours in the card raises here, before any request
        is sent to Discord.
        """
        link_commands(card.view, self._commands)
        users = [discord.Object(user) for user in aloud]
        mentioned = discord.AllowedMentions(everyone=False, users=users, roles=False, replied_user=False)
        return handle_message_parameters(view=card.view, allowed_mentions=mentioned, **given)

    def _token_arguments(self, token: Token, parameters: MultipartParameters) -> dict[str, Any]:
        """Return the arguments of a request by an interaction's token.

        They include the session that sends it.
        """
        return {
            "session": self._session(token),
            "payload": parameters.payload,
            "multipart": parameters.multipart,
            "files": parameters.files,
        }

    def _session(self, token: Token) -> aiohttp.ClientSession:
        """Return the library's aiohttp session, for requests by a token."""
        data: Any = {"id": token.application_id, "type": FOLLOW_UP, "token": token.text}
        hook = discord.Webhook.from_state(data, state=self._client._connection)
        once: Any = NoRetrySession(hook.session)  # all that the library needs of a session
        return cast("aiohttp.ClientSession", once)

    async def fetch_own_messages(self, channel_id: int, since: float) -> list[SentMessage]:
        """Return the bot's own messages in a channel since some time, newest first.

        `since` is in seconds since the epoch by this machine's clock, which may be wrong, so the last
        hundred messages are searched in any case. If there are more than a thousand messages since, only
        the last thousand and the first hundred are searched.
        """
        assert self._client.user is not None  # logged in, or nothing could be posted
        me, http = self._client.user.id, self._client.http
        after = discord.utils.time_snowflake(datetime.fromtimestamp(since - CLOCKS_DIFFER, UTC))
        found = page = await ask_discord(http.logs_from(channel_id, LOOKED_THROUGH))
        for _ in range(PAGES - 1):
            if len(page) < LOOKED_THROUGH or int(page[-1]["id"]) < after:
                break
            page = await ask_discord(http.logs_from(channel_id, LOOKED_THROUGH, before=int(page[-1]["id"])))
            found = found + page
        else:
            found = found + await ask_discord(http.logs_from(channel_id, LOOKED_THROUGH, after=after))
        return [_read_message(message) for message in found if int(message["author"]["id"]) == me]

    async def find_card(
        self, channel_id: int, since: float, is_card: Callable[[frozenset[str]], bool]
    ) -> SentMessage | None:
        """Find the bot's newest message that `is_card` recognises by its marks.

        Only messages since `since`, in epoch seconds, are searched.
        """
        seen = await self.fetch_own_messages(channel_id, since)
        return next((sent for sent in seen if is_card(sent.marks)), None)

    async def is_among_newest(self, channel_id: int, message_id: int) -> bool:
        """Whether a message is among the newest of its channel."""
        page = await ask_discord(self._client.http.logs_from(channel_id, NEAR))
        return any(int(message["id"]) == message_id for message in page)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete one of the bot's messages."""
        await ask_discord(self._client.http.delete_message(channel_id, message_id))

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message."""
        await ask_discord(self._client.http.pin_message(channel_id, message_id))

    def may_pin(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot may pin messages in a channel; false if unknown."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel(channel_id) if guild else None
        if guild is None or channel is None:
            return False
        given = channel.permissions_for(guild.me)
        return given.view_channel and given.pin_messages

    def place_filter(self, guild_id: int, channel_id: int) -> Callable[[PlacedRow], bool] | None:
        """Return a predicate: whether everyone who sees this channel may see a place.

        Return `None` if this process does not serve the server.
        """
        guild = self._client.get_guild(guild_id)
        return Audience(guild, channel_id).may_see if guild and not guild.unavailable else None

    def owner_of(self, guild_id: int) -> int | None:
        """Return the user id of a server's owner; `None` if it is unknown."""
        guild = self._client.get_guild(guild_id)
        return guild.owner_id if guild else None

    async def is_open(self, place: PlacedRow) -> bool:
        """Whether every member of its server may see a channel or thread.

        Return false if this process does not serve the server.
        """
        return await is_visible_to_everyone(self._client, place)

    def may_make_events(self, guild_id: int) -> bool | None:
        """Whether the bot may create scheduled events on a server.

        Return `None` if this process does not serve the server.
        """
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        return guild.me.guild_permissions.create_events

    async def create_event(self, guild_id: int, fields: Mapping[str, Any]) -> int:
        """Create a scheduled event on a server and return its id."""
        request = self._client.http.create_guild_scheduled_event(
            guild_id, privacy_level=ONLY_HERE, entity_type=ANYWHERE, **fields
        )
        return _read_event(await ask_discord(request)).id

    async def change_event(self, guild_id: int, event_id: int, fields: Mapping[str, Any]) -> None:
        """Change a scheduled event of a server."""
        await ask_discord(self._client.http.edit_scheduled_event(guild_id, event_id, **fields))

    async def cancel_event(self, guild_id: int, event_id: int) -> None:
        """Delete a scheduled event of a server."""
        await ask_discord(self._client.http.delete_scheduled_event(guild_id, event_id))

    async def fetch_own_events(self, guild_id: int) -> list[ScheduledEvent]:
        """Return the scheduled events that the bot created on a server, oldest first."""
        assert self._client.user is not None  # logged in, or nothing could be made
        me = str(self._client.user.id)
        found = await ask_discord(self._client.http.get_scheduled_events(guild_id, with_user_count=False))
        events = [_read_event(event) for event in found if event.get("creator_id") == me]
        return sorted(events, key=lambda event: event.id)

    async def open_dm(self, user_id: int) -> int:
        """Open the direct messages with a user and return the channel's id."""
        return (await ask_discord(self._client.create_dm(discord.Object(user_id)))).id

    async def create_thread(self, channel_id: int, message_id: int | None, name: str) -> int | None:
        """Create a thread, under a message if one is given, and return its id.

        Return `None` in a channel that cannot have threads.
        """
        channel = await self._channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        made = await ask_discord(
            channel.create_thread(
                name=name[:NAME_LIMIT],
                message=None if message_id is None else discord.Object(message_id),
                auto_archive_duration=THREAD_SLEEPS_AFTER,
                type=None if message_id is not None else discord.ChannelType.public_thread,
            )
        )
        return made.id

    async def add_thread_member(self, thread_id: int, user_id: int) -> None:
        """Add a user to a thread."""
        await ask_discord(self._client.http.add_user_to_thread(thread_id, user_id))

    async def fetch_channel(self, channel_id: int) -> None:
        """Fetch a channel or a thread, to learn whether it still exists.

        Discord's response that it is gone or not visible to the bot is raised.
        """
        await ask_discord(self._client.http.get_channel(channel_id))

    async def set_archived(self, thread_id: int, archived: bool) -> None:
        """Archive a thread, or reopen it; do nothing if the channel is no thread."""
        thread = await ask_discord(self._client.fetch_channel(thread_id)) if not archived else None
        if archived or isinstance(thread, discord.Thread):
            await ask_discord(self._client.http.edit_channel(thread_id, archived=archived))

    async def rename_thread(self, thread_id: int, name: str) -> bool:
        """Name a thread anew, and return whether it is still to be archived.

        One that is archived stays so; one that is locked, or no thread, is left alone.
        """
        thread = await ask_discord(self._client.fetch_channel(thread_id))
        if not isinstance(thread, discord.Thread) or thread.locked or thread.name == name:
            return isinstance(thread, discord.Thread) and not (thread.archived or thread.locked)
        await ask_discord(self._client.http.edit_channel(thread_id, name=name, archived=False))
        if thread.archived:
            await ask_discord(self._client.http.edit_channel(thread_id, archived=True))
        return not thread.archived

    async def keep_awake(self, thread_id: int) -> bool:
        """Keep Discord from archiving a silent thread, or reopen it if it has done so.

        Activity is a message, reopening, or a change of the time until it is archived. Return whether
        anybody can play there: not in a thread that a moderator has locked, which stays as it is.
        """
        thread = await ask_discord(self._client.fetch_channel(thread_id))
        if not isinstance(thread, discord.Thread):
            return True
        if thread.locked:
            return False
        if thread.archived:
            await ask_discord(self._client.http.edit_channel(thread_id, archived=False))
            return True
        for minutes in (LESS_THAN_A_WEEK, THREAD_SLEEPS_AFTER):
            await ask_discord(self._client.http.edit_channel(thread_id, auto_archive_duration=minutes))
        return True

    async def _channel(self, channel_id: int) -> Any:
        return self._client.get_channel(channel_id) or await ask_discord(
            self._client.fetch_channel(channel_id)
        )


async def ask_discord(request: Awaitable[T]) -> T:
    """Return Discord's response to a request, or raise its refusal.

    Raise `NoAnswer` for any other failure, because the request may have been accepted.
    """
    try:
        return await request
    except (discord.HTTPException, discord.RateLimited):
        raise
    except Exception as fault:
        raise NoAnswer(type(fault).__name__) from fault


def _read_event(event: Mapping[str, Any]) -> ScheduledEvent:
    with reject_garbled():
        at = datetime.fromisoformat(event["scheduled_start_time"]).timestamp()
        return ScheduledEvent(int(event["id"]), str(event["name"]), at)


async def _attachments(card: Card, attachment_id: int | None) -> list[Any]:
    """Return a card's own attachments and the kept one, in a request's form.

    All other attachments of the message are removed.
    """
    files: list[Any] = await draw_card(card)
    if attachment_id is not None:
        files.append(KeptPicture(attachment_id, _alt_of_board(card)))
    return files


def _alt_of_board(card: Card) -> str | None:
    """Return the alt text of a card's board, or `None` if it shows none."""
    galleries = (part for part in card.view.walk_children() if isinstance(part, discord.ui.MediaGallery))
    shown = (item for part in galleries for item in part.items)
    return next((each.description for each in shown if each.media.url == f"attachment://{BOARD_FILE}"), None)


async def _send(request: Awaitable[Any]) -> SentMessage:
    """Send a request and return the message in Discord's response.

    A response without a message raises `NoAnswer`.
    """

    async def read_answer() -> SentMessage:
        return _read_message(await request)

    return await ask_discord(read_answer())


def _read_message(message: Mapping[str, Any]) -> SentMessage:
    """Parse one of the bot's messages from Discord's JSON.

    The library's own types would take half of a request's time.
    """
    pictures, message_id = message["attachments"], int(message["id"])
    of_thread = message.get("message_reference") if message.get("type") == THREAD_CREATED else None
    return SentMessage(
        int(message["channel_id"]),
        message_id,
        int(pictures[0]["id"]) if pictures else None,
        frozenset({message["content"]}) if of_thread else component_marks(message.get("components", ())),
        discord.utils.snowflake_time(message_id).timestamp(),
        ephemeral=bool(message.get("flags", 0) & EPHEMERAL),
        thread_id=int(of_thread["channel_id"]) if of_thread else None,
    )


def component_marks(components: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the marks of a message's buttons, which identify the bot's messages.

    A mark is a button's custom_id; if there are only links, the marks are their addresses. `components` are
    in the form of Discord's API.
    """
    parts = list(_nested_components(components))
    named = {part["custom_id"] for part in parts if "custom_id" in part}
    return frozenset(named or {part["url"] for part in parts if part.get("url")})


def _nested_components(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield components and all components nested in them."""
    for component in components:
        yield component
        yield from _nested_components(component.get("components", ()))
        if accessory := component.get("accessory"):
            yield accessory
