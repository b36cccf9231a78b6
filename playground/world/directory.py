"""People, channels and messages, each with Discord's JSON object for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from playground.world.errors import JSON
from playground.world.languages import DEFAULT

DISCORD_EPOCH_MS = 1_420_070_400_000
FOUNDED = (
    1_767_225_600.0  # when the server was made and everybody joined it: 2026-01-01, in seconds since 1970
)
BOT_ROLE_ID, PLAYERS_ROLE_ID = "1456000000000000300", "1456000000000000301"

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
THREADS = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})

# Message flags (documentation, "Message flags").
HAS_THREAD, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 12, 1 << 15

PERMISSIONS: dict[str, int] = {
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MENTION_EVERYONE": 1 << 17,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "CREATE_EVENTS": 1 << 44,
    "USE_EXTERNAL_APPS": 1 << 50,
}


class Snowflakes:
    """A source of ids that contain the time, as Discord's do.

    Each id is greater than the one before it.
    """

    def __init__(self) -> None:
        self._last = 0

    def next(self, now: float) -> str:
        """Return a new id for the moment `now` (seconds since 1970)."""
        self._last = max(self._last + 1, (int(now * 1000) - DISCORD_EPOCH_MS) << 22)
        return str(self._last)


def iso_timestamp(moment: float) -> str:
    """Return a moment (seconds since 1970) in Discord's ISO 8601 format."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


@dataclass
class WorldPerson:
    """A member of the server, or the bot.

    Discord names a member's `locale` only in their interactions.
    """

    id: str
    username: str
    name: str
    bot: bool = False
    locale: str = DEFAULT

    def user(self) -> JSON:
        """Return Discord's user object."""
        return {
            "id": self.id,
            "username": self.username,
            "discriminator": "0000" if self.bot else "0",
            "global_name": None if self.bot else self.name,
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def member(self) -> JSON:
        """Return Discord's guild member object."""
        return {
            "user": self.user(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [BOT_ROLE_ID if self.bot else PLAYERS_ROLE_ID],
            "joined_at": iso_timestamp(FOUNDED),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


@dataclass
class ChannelMessage:
    """A message: Discord's object in `body`, and facts that it does not contain.

    `only_for` is the id of the only member who sees it, if it is ephemeral. `sent_at` is the time at which it
    counts as sent, which `Faults.age_message` moves back. `token` is the token of the interaction that it
    answers.
    """

    body: JSON
    sent_at: float
    only_for: str | None = None
    token: str | None = None

    @property
    def id(self) -> str:
        """The id of the message."""
        return str(self.body["id"])

    @property
    def author_id(self) -> str:
        """The id of the author."""
        return str(self.body["author"]["id"])

    @property
    def channel_id(self) -> str:
        """Id of the message's channel, thread or DM."""
        return str(self.body["channel_id"])

    @property
    def is_loading(self) -> bool:
        """Whether it is a deferred answer that is not filled yet ("… is thinking")."""
        return bool(self.body["flags"] & LOADING)


@dataclass
class Channel:
    """A text channel, a thread, a DM (`recipient`) or a group DM (`members`).

    A DM is with the bot.
    """

    id: str
    type: int
    created_at: float
    guild_id: str | None = None
    name: str = ""
    topic: str = ""
    position: int = 0
    parent_id: str | None = None
    owner_id: str | None = None
    recipient: WorldPerson | None = None
    members: tuple[WorldPerson, ...] = ()
    joined: dict[str, float] = field(default_factory=dict)
    archived: bool = False
    archived_at: float = 0.0
    locked: bool = False
    auto_archive_minutes: int = 1440
    messages: dict[str, ChannelMessage] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """Whether the channel is a public or private thread."""
        return self.type in THREADS

    def last_message_id(self) -> str | None:
        """Return the id of the newest message that is not ephemeral."""
        return next((m.id for m in reversed(self.messages.values()) if m.only_for is None), None)

    def body(self) -> JSON:
        """Return Discord's channel object."""
        common: JSON = {
            "id": self.id,
            "type": self.type,
            "flags": 0,
            "last_message_id": self.last_message_id(),
        }
        if self.recipient is not None:
            return {**common, "recipients": [self.recipient.user()]}
        if self.members:
            people = [person.user() for person in self.members]
            return {
                **common,
                "name": self.name,
                "icon": None,
                "owner_id": self.owner_id,
                "recipients": people,
            }
        common |= {
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "rate_limit_per_user": 0,
        }
        if not self.is_thread:
            return {
                **common,
                "topic": self.topic,
                "position": self.position,
                "permission_overwrites": [],
                "nsfw": False,
            }
        count = sum(1 for m in self.messages.values() if m.only_for is None)
        return {
            **common,
            "owner_id": self.owner_id,
            "thread_metadata": {
                "archived": self.archived,
                "archive_timestamp": iso_timestamp(self.archived_at or self.created_at),
                "auto_archive_duration": self.auto_archive_minutes,
                "locked": self.locked,
                "create_timestamp": iso_timestamp(self.created_at),
            },
            "message_count": count,
            "member_count": len(self.joined),
            "total_message_sent": count,
        }

    def membership(self, person_id: str) -> JSON:
        """Return Discord's thread member object for a person who has joined."""
        return {
            "id": self.id,
            "user_id": person_id,
            "join_timestamp": iso_timestamp(self.joined[person_id]),
            "flags": 1,
        }
