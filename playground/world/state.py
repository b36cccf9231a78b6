"""The state of the simulated Discord.

When it changes, the bot is told by the gateway, and members by their event queues.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playground.world.directory import (
    DM,
    FOUNDED,
    GROUP,
    HAS_THREAD,
    PERMISSIONS,
    PRIVATE_THREAD,
    TEXT,
    Channel,
    ChannelMessage,
    Snowflakes,
    WorldPerson,
    iso_timestamp,
)
from playground.world.errors import JSON
from playground.world.languages import DEFAULT
from playground.world.uploads import Upload
from playground.world.user_installs import botless_channels, is_user_install

# Fixed ids of 2026-01-01, so that a page or a test can name them.
GUILD_ID = "1456000000000000001"
BOT_ID = "1456000000000000100"
GAMES_ID, LOUNGE_ID = "1456000000000000010", "1456000000000000011"
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")
MEMBER_IDS = tuple(str(1456000000000000201 + number) for number in range(len(NAMES)))
ADA_ID, BEN_ID, CLEO_ID = MEMBER_IDS[:3]

GUILD_NAME = "Twotone Playground"
ATTACHMENT_LIMIT = 10 * 1024 * 1024
MOST_ATTACHED = 10  # files of one member's commands that are kept
MOST_GONE = 20  # files of messages that have changed or gone, which pages may still be loading
OLD_AFTER = 3600.0  # seconds after which Discord limits edits of a message (30046)

WorldListener = Callable[[str, JSON, Channel | None], None]


@dataclass(frozen=True)
class StoredFile:
    """An uploaded file; `key` is the secret part of its address."""

    filename: str
    content_type: str
    data: bytes
    key: str


@dataclass(frozen=True)
class Modal:
    """A modal that is open on one member's screen."""

    id: str
    member_id: str
    body: JSON
    channel_id: str
    message_id: str | None

    def page_object(self) -> JSON:
        """Return the fields that the page shows.

        These are id, custom_id, title, components and channel_id.
        """
        return {"id": self.id, "channel_id": self.channel_id, **self.body}


class WorldState:
    """One server with its members and the bot.

    `clock` gives the time in seconds since 1970; here it is `ahead` seconds later.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.ahead = 0.0
        self.address = "http://127.0.0.1"
        self.snowflakes = Snowflakes()
        self.bot = WorldPerson(BOT_ID, "Twotone", "Twotone", bot=True)
        members = [WorldPerson(who, name.lower(), name) for who, name in zip(MEMBER_IDS, NAMES, strict=True)]
        self.members: dict[str, WorldPerson] = {person.id: person for person in members}
        self.preferred_locale = DEFAULT
        self.bot_permissions = sum(PERMISSIONS.values()) & ~PERMISSIONS["MENTION_EVERYONE"]
        self.channels: dict[str, Channel] = {
            GAMES_ID: Channel(GAMES_ID, TEXT, FOUNDED, GUILD_ID, "games", "Play here"),
            LOUNGE_ID: Channel(LOUNGE_ID, TEXT, FOUNDED, GUILD_ID, "lounge", "Everything else", 1),
            **botless_channels(members[:3]),
        }
        self.installed: set[str] = {ADA_ID}  # who has installed the bot for themselves
        self.hidden: set[str] = set()  # who may not use external apps on the server without the bot
        self.thrown_out: set[str] = set()  # servers that the bot is not in any more
        self.unavailable: set[str] = set()  # servers that have an outage
        self.files: dict[str, StoredFile] = {}
        self._gone: dict[str, StoredFile] = {}  # those that went last, the oldest first
        self.attached: dict[str, dict[str, JSON]] = {}  # by member: files for commands, the oldest first
        self.application: JSON = {"description": "", "bot_public": False, "bot_require_code_grant": False}
        self.commands: dict[str, JSON] = {}
        self.modals: dict[str, Modal] = {}
        self.events: dict[str, JSON] = {}  # scheduled events, by id
        self.unread: dict[tuple[str, str], list[int]] = {}
        self.bot_online = False
        self.on_dispatch: WorldListener = lambda event, body, channel: None
        self._watches: dict[str, set[asyncio.Queue[JSON]]] = {}

    def now(self) -> float:
        """Return the time here, in seconds since 1970."""
        return self._clock() + self.ahead

    def turn(self, seconds: float) -> None:
        """Turn the clock forward.

        Discord still takes the edits of all messages that it takes now: a club's few are no too many.
        """
        self.ahead += seconds
        for channel in self.channels.values():
            for message in channel.messages.values():
                message.sent_at += seconds
        self.notify_all({"type": "clock", "ahead": self.ahead})

    def new_id(self) -> str:
        """Return a new id for the current time."""
        return self.snowflakes.next(self.now())

    def find_person(self, person_id: str) -> WorldPerson | None:
        """Return a member or the bot by id, None if there is no such person."""
        return self.bot if person_id == BOT_ID else self.members.get(person_id)

    # Who hears of what

    @asynccontextmanager
    async def watch(self, member_id: str) -> AsyncIterator[asyncio.Queue[JSON]]:
        """Yield a queue of the member's events from now on, while the context lasts."""
        queue: asyncio.Queue[JSON] = asyncio.Queue()
        self._watches.setdefault(member_id, set()).add(queue)
        try:
            yield queue
        finally:
            self._watches[member_id].discard(queue)

    def notify(self, member_ids: Iterable[str], event: JSON) -> None:
        """Put an event into the queues of these members."""
        for member_id in member_ids:
            for queue in self._watches.get(member_id, ()):
                queue.put_nowait(event)

    def notify_all(self, event: JSON) -> None:
        """Put an event into the queues of all members."""
        self.notify(self.members, event)

    def set_online(self, online: bool) -> None:
        """Record whether the bot is online, and notify all members if that changed."""
        if online != self.bot_online:
            self.bot_online = online
            self.notify_all({"type": "bot", "online": online})

    def dispatch(self, event: str, body: JSON, channel: Channel) -> None:
        """Send the bot an event of a channel, if the bot is a member there."""
        if not is_user_install(channel):
            self.on_dispatch(event, body, channel)

    def audience(self, channel: Channel, only_for: str | None = None) -> list[str]:
        """Return the ids of the members who see a channel.

        For an ephemeral message in it, that is only the member who sees the message.
        """
        if only_for is not None:
            return [only_for]
        if channel.recipient is not None:
            return [channel.recipient.id]
        if channel.type == GROUP:
            return [person.id for person in channel.members]
        if channel.type == PRIVATE_THREAD:
            return [m for m in self.members if m in channel.joined]
        return list(self.members)

    # Channels

    def open_dm(self, member_id: str) -> Channel:
        """Return the member's DM with the bot, opened if there was none."""
        for channel in self.channels.values():
            if channel.recipient is not None and channel.recipient.id == member_id:
                return channel
        channel = Channel(self.new_id(), DM, self.now(), recipient=self.members[member_id])
        self.channels[channel.id] = channel
        self.notify([member_id], {"type": "channel_create", "channel": self.channel_view(channel, member_id)})
        return channel

    def create_channel(self, name: str) -> Channel:
        """Create a channel of the server.

        The bot gets an event; a page shows the channel after a reload.
        """
        channel = Channel(self.new_id(), TEXT, self.now(), GUILD_ID, name)
        self.channels[channel.id] = channel
        self.dispatch("CHANNEL_CREATE", channel.body(), channel)
        return channel

    def create_thread(
        self, parent: Channel, thread_id: str, kind: int, name: str, minutes: int, owner_id: str
    ) -> Channel:
        """Create a thread of `parent`, which its owner has joined."""
        now = self.now()
        thread = Channel(
            thread_id,
            kind,
            now,
            parent.guild_id,
            name,
            parent_id=parent.id,
            owner_id=owner_id,
            auto_archive_minutes=minutes,
        )
        thread.joined[owner_id] = now
        self.channels[thread.id] = thread
        body = {**thread.body(), "newly_created": True, "member": thread.membership(owner_id)}
        self.on_dispatch("THREAD_CREATE", body, thread)
        self._notify_thread("thread_create", thread)
        return thread

    def update_thread(self, thread: Channel) -> None:
        """Notify all members that a thread's name, state or members changed."""
        self.on_dispatch("THREAD_UPDATE", thread.body(), thread)
        self._notify_thread("thread_update", thread)

    def join_thread(self, thread: Channel, person_id: str) -> None:
        """Add a person to a thread; do nothing if they are already in it."""
        if person_id not in thread.joined:
            thread.joined[person_id] = self.now()
            self._notify_thread("thread_update", thread)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        for child in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(child)
        del self.channels[channel.id]
        self.dispatch("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel.body(), channel)
        self.notify(self.audience(channel), {"type": "channel_delete", "channel_id": channel.id})

    def channel_view(self, channel: Channel, member_id: str) -> JSON:
        """Return a channel as one member sees it.

        This is Discord's object with `unread`, `mentions`, and whether they have `joined`.
        """
        unread, mentions = self.unread.get((member_id, channel.id), (0, 0))
        return {
            **channel.body(),
            "unread": unread,
            "mentions": mentions,
            "joined": not channel.is_thread or member_id in channel.joined,
            **({"abroad": True, "topic": channel.topic} if is_user_install(channel) else {}),
        }

    def _notify_thread(self, kind: str, thread: Channel) -> None:
        for member_id in self.audience(thread):
            self.notify([member_id], {"type": kind, "thread": self.channel_view(thread, member_id)})

    # Messages

    def find_message(self, message_id: str) -> ChannelMessage | None:
        """Return a message of any channel, even an ephemeral one; `None` if there is none."""
        return next(
            (c.messages[message_id] for c in self.channels.values() if message_id in c.messages), None
        )

    def post_message(
        self,
        channel: Channel,
        author: WorldPerson,
        fields: JSON,
        *,
        only_for: str | None = None,
        token: str | None = None,
        message_id: str | None = None,
        pings: bool = True,
    ) -> ChannelMessage:
        """Add a message and notify those who see it.

        `fields` are Discord's, already checked.
        """
        now = self.now()
        body: JSON = {
            "id": message_id or self.new_id(),
            "channel_id": channel.id,
            "type": 0,
            "content": "",
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "attachments": [],
            "embeds": [],
            "components": [],
            "timestamp": iso_timestamp(now),
            "edited_timestamp": None,
            "flags": 0,
            "pinned": False,
            "tts": False,
            "author": author.user(),
            **fields,
        }
        message = ChannelMessage(body, now, only_for, token)
        channel.messages[message.id] = message
        if pings:
            self._mark_unread(channel, message)
        self._announce("message_create", "MESSAGE_CREATE", channel, message)
        return message

    def edit_message(self, message: ChannelMessage, fields: JSON) -> None:
        """Change a message and notify those who see it.

        A deferred answer counts as sent once it is filled.
        """
        channel = self.channels[message.channel_id]
        was_loading = message.is_loading
        former = message.body["attachments"]
        message.body |= fields
        self._forget_files(former, message.body["attachments"])
        if was_loading:
            self._mark_unread(channel, message)
        else:
            message.body["edited_timestamp"] = iso_timestamp(self.now())
        self._announce("message_update", "MESSAGE_UPDATE", channel, message)

    def show_previews(self, message: ChannelMessage, previews: list[JSON]) -> None:
        """Show previews of a message's links below it.

        The message does not count as edited.
        """
        message.body["embeds"] = previews
        self._announce("message_update", "MESSAGE_UPDATE", self.channels[message.channel_id], message)

    def set_flag(self, message: ChannelMessage, flag: int = HAS_THREAD) -> None:
        """Set a flag of a message (by default, that it has a thread).

        The message does not count as edited.
        """
        message.body["flags"] |= flag
        self._announce("message_update", "MESSAGE_UPDATE", self.channels[message.channel_id], message)

    def delete_message(self, message: ChannelMessage) -> None:
        """Delete a message and notify those who saw it."""
        channel = self.channels[message.channel_id]
        del channel.messages[message.id]
        self._forget_files(message.body["attachments"], [])
        body = {"id": message.id, "channel_id": channel.id}
        if message.only_for is None:
            self.dispatch("MESSAGE_DELETE", body | _guild_of(channel), channel)
        self.notify(self.audience(channel, message.only_for), {"type": "message_delete", **body})

    def mark_read(self, member_id: str, channel_id: str) -> None:
        """Clear the unread marks of a channel that the member has seen."""
        if self.unread.pop((member_id, channel_id), None) is not None:
            self.notify([member_id], {"type": "unread", "channel_id": channel_id, "unread": 0, "mentions": 0})

    def mentioned_ids(self, text: str) -> list[str]:
        """Return the ids of the people mentioned in a text, in order, each once."""
        found = dict.fromkeys(re.findall(r"<@!?(\d+)>", text))
        return [person_id for person_id in found if self.find_person(person_id) is not None]

    def _announce(self, kind: str, event: str, channel: Channel, message: ChannelMessage) -> None:
        if message.only_for is None:
            self.dispatch(event, self.gateway_message(channel, message), channel)
        self.notify(self.audience(channel, message.only_for), {"type": kind, "message": dict(message.body)})

    def gateway_message(self, channel: Channel, message: ChannelMessage) -> JSON:
        """Return a message as the gateway sends it.

        The server's id and the author's membership are added.
        """
        body = {**message.body, **_guild_of(channel)}
        author = self.find_person(message.author_id)
        if channel.guild_id is not None and author is not None:
            body["member"] = {k: v for k, v in author.member().items() if k != "user"}
        return body

    def _mark_unread(self, channel: Channel, message: ChannelMessage) -> None:
        mentioned = {user["id"] for user in message.body["mentions"]}
        if channel.is_thread and message.only_for is None:
            for person_id in mentioned:
                self.join_thread(channel, person_id)
        for member_id in self.audience(channel, message.only_for):
            if member_id == message.author_id or message.only_for is not None:
                continue
            if channel.is_thread and member_id not in channel.joined:
                continue
            marks = self.unread.setdefault((member_id, channel.id), [0, 0])
            marks[0] += 1
            marks[1] += member_id in mentioned or channel.type in (DM, GROUP)
            self.notify(
                [member_id],
                {"type": "unread", "channel_id": channel.id, "unread": marks[0], "mentions": marks[1]},
            )

    # Files

    def store_file(self, channel_id: str, file: Upload, description: str | None, ephemeral: bool) -> JSON:
        """Store an upload and return Discord's attachment object."""
        file_id = self.new_id()
        key = secrets.token_hex(16)
        self.files[file_id] = StoredFile(file.filename, file.content_type, file.data, key)
        url = f"{self.address}/attachments/{channel_id}/{file_id}/{file.filename}?hm={key}"
        body: JSON = {
            "id": file_id,
            "filename": file.filename,
            "size": len(file.data),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        }
        if file.size_px is not None:
            body["width"], body["height"] = file.size_px
        if description is not None:
            body["description"] = description
        if ephemeral:
            body["ephemeral"] = True
        return body

    def attach_file(self, member_id: str, channel_id: str, file: Upload) -> JSON:
        """Store a file that a member attaches to a command.

        Return Discord's attachment object.
        """
        body = self.store_file(channel_id, file, None, ephemeral=True)
        held = self.attached.setdefault(member_id, {})
        held[body["id"]] = body
        if len(held) > MOST_ATTACHED:
            self._forget_files([held.pop(next(iter(held)))], [])
        return body

    def _forget_files(self, former: list[JSON], now: list[JSON]) -> None:
        kept = {attachment["id"] for attachment in now}
        for attachment in former:
            if attachment["id"] not in kept and (gone := self.files.pop(attachment["id"], None)):
                self._gone[attachment["id"]] = gone
                if len(self._gone) > MOST_GONE:
                    del self._gone[next(iter(self._gone))]

    def find_file(self, file_id: str) -> StoredFile | None:
        """Return a file, or `None` if there is none.

        Deleted files stay available for a while, because a page that has just received the address may be
        loading the file.
        """
        return self.files.get(file_id) or self._gone.get(file_id)


def _guild_of(channel: Channel) -> JSON:
    return {} if channel.guild_id is None else {"guild_id": channel.guild_id}
