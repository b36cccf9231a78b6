"""Discord itself: channels, threads, direct messages, and messages.

It also has Discord's answers to requests.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bot.codes import Code
from bot.delivery.wire import CLOCKS_DIFFER
from club.play.course.places import ServerChannels
from tests.fake_wire import LOCKED, Asked
from tests.simulation.world import BEGIN, World

GUILD: Final = 10
CHANNEL: Final = 11
ANOTHER: Final = 12
"""A second channel, where matches are moved to."""
REMEMBERS: Final = 300.0
"""Seconds for which a nonce is known."""
TOKEN_LIVES: Final = 900.0
"""Seconds for which the token of an interaction serves."""
OLD: Final = 3600.0
"""Seconds after which few edits of a message are allowed."""
OLD_EDITS: Final = 3
"""Edits of old messages that a channel takes in an hour."""
POSTS: Final = (5, 5.0)
"""Posts of one channel in so many seconds."""
SLEEPS_AFTER: Final = 7 * 24 * 3600.0
"""Seconds without a word after which a thread is archived."""


@dataclass(slots=True)
class Channel:
    """A channel, a thread (`parent` is set) or direct messages (`user` is set)."""

    id: int
    parent: int | None = None
    user: int | None = None
    gone: bool = False
    archived: bool = False
    locked: bool = False
    """A moderator has archived it: the bot cannot reopen it."""
    active: float = 0.0
    """When anything was last said in a thread, or it was kept awake."""
    slept: bool = False
    """Discord has archived it because nothing was said."""
    shut: bool = False
    """The bot may not write here."""
    members: set[int] = field(default_factory=set)
    nonces: dict[str, tuple[float, int]] = field(default_factory=dict)
    posted: deque[float] = field(default_factory=deque)
    old_edits: deque[float] = field(default_factory=deque)
    ever_refused: bool = False


@dataclass(slots=True)
class Message:
    """A message of the bot's.

    It has the meanings of its buttons, and all words on it, including the marks of pictures.
    """

    id: int
    channel_id: int
    at: float
    marks: frozenset[str]
    words: str
    picture: int | None
    deleted: bool = False
    ephemeral: bool = False
    """Only one person sees it, and no look finds it."""
    born_with: frozenset[str] = frozenset()
    """What its buttons stood for at first."""
    succeeded: float | None = None
    """When a newer board of its match was posted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Discord's answer: a result, or else a status with a code.

    `wait` is the number of seconds that a 429 names.
    """

    status: int
    code: int = 0
    result: object = None
    wait: float | None = None


SEEN: Final = 100
"""Messages that one look brings."""
TAKEN: Final = 200
UNAUTHORISED: Final = 401
FORBIDDEN: Final = 403
MISSING: Final = 404
LIMITED: Final = 429


class Server:
    """One Discord server with its channels, and the direct messages of its members."""

    def __init__(self, world: World, *, threads: bool) -> None:
        self.world = world
        self.threads = threads
        self.channels = {number: Channel(number) for number in (CHANNEL, ANOTHER)}
        self.messages: dict[int, Message] = {}
        self.closed_dms: set[int] = set()
        self.left = False
        """The bot is not on this server."""
        self.events: list[Callable[[str, int], None]] = []
        """Callbacks that Discord calls when places change.

        They get "channel" or "thread" if one is gone, and "server" (gone) or "back".
        """
        self.began: dict[int, float] = {}
        """When each interaction began, by its number."""
        self.answered: set[int] = set()
        """Interactions that have had their answer."""
        self.pressed_on: dict[int, int] = {}
        """The messages that interactions edit by their tokens.

        A deferred update was their answer.
        """
        self.taken: list[Callable[[Asked, Message], None]] = []
        """Who looks at every message that is posted or changed."""
        self._ids = count(5000)
        self._answers: Mapping[str, Callable[[Asked, Channel], Answer]] = {
            "post": self._post,
            "follow-up": self._follow,
            "edit by token": self._edit_by,
            "take back": self._take_back,
            "edit": self._edit,
            "look": self._look,
            "thread": self._thread,
            "member": self._member,
            "archive": self._archive,
            "rename": self._rename,
            "keep awake": self._keep_awake,
            "look up": self._look_up,
        }

    def take(self, asked: Asked) -> Answer:
        """Carry a request out, or refuse it."""
        if asked.kind == "open":
            return self._open(asked)
        self.doze()
        channel = self.channels.get(asked.place)
        if channel is None or channel.gone:
            return Answer(MISSING, Code.UNKNOWN_CHANNEL)
        answer = self._answers[asked.kind](asked, channel)
        if answer.status == FORBIDDEN or (asked.by is None and answer.status in (MISSING, 400)):
            channel.ever_refused = True
        return answer

    def doze(self) -> None:
        """Archive the threads in which nothing was said for a week."""
        for each in self.channels.values():
            if each.parent and not each.archived and self.world.now - each.active >= SLEEPS_AFTER:
                each.archived = each.slept = True
                self.world.note(f"thread {each.id} sleeps")

    def _rouse(self, channel: Channel) -> None:
        """Note that something was done in a thread, which is awake from then on."""
        channel.active, channel.archived, channel.slept = self.world.now, False, False

    def live(self, match_id: int, action: str = "play") -> list[Message]:
        """Return the messages outside of DMs with a button of a match, the oldest first."""
        begin = f"v1:{match_id}:{action}:"
        return [
            message
            for message in self.messages.values()
            if not message.deleted
            and not message.ephemeral
            and self.channels[message.channel_id].user is None
            and any(mark.startswith(begin) for mark in message.marks)
        ]

    def time_of(self, message: Message) -> float:
        """Return when a message was posted, in seconds since the epoch.

        The clock is Discord's own.
        """
        return BEGIN + message.at

    def is_gone(self, message: Message) -> bool:
        """Whether no one can see a message any more."""
        return message.deleted or message.ephemeral or self.is_lost(message.channel_id)

    def is_lost(self, channel_id: int) -> bool:
        """Whether a channel or thread, or the channel of a thread, has been deleted."""
        channel = self.channels[channel_id]
        return channel.gone or (channel.parent is not None and self.channels[channel.parent].gone)

    def session_places(self) -> ServerChannels:
        """Return the places that a new session names on the server.

        They are its channels, and the threads that are awake.
        """

        self.doze()

        def may_write(place: int) -> bool:
            return self._writable(self.channels[place]) is None

        here = [each.id for each in self.channels.values() if each.user is None and not each.archived]
        return ServerChannels(GUILD, frozenset(each for each in here if not self.is_lost(each)), may_write)

    def tell(self, what: str, place: int) -> None:
        """Say what has become of a place."""
        for hear in self.events:
            hear(what, place)

    def say(self, channel_id: int, marks: frozenset[str]) -> Message:
        """Post a message as the answer to an interaction, which needs no permission."""
        message = Message(next(self._ids), channel_id, self.world.now, marks, "", None, born_with=marks)
        self.messages[message.id] = message
        if not self.channels[channel_id].locked:
            self._rouse(self.channels[channel_id])
        return message

    def _open(self, asked: Asked) -> Answer:
        user = asked.user or 0
        channel_id = 100_000 + user
        self.channels.setdefault(channel_id, Channel(channel_id, user=user))
        return Answer(TAKEN, result=channel_id)

    def _writable(self, channel: Channel) -> Answer | None:
        """Return why nothing can be written here, `None` if it can."""
        parent = self.channels[channel.parent] if channel.parent else channel
        if parent.gone:
            return Answer(MISSING, Code.UNKNOWN_CHANNEL)
        if self.left:
            alone = channel.user is not None
            return Answer(FORBIDDEN, Code.DM_WITHOUT_SERVER if alone else Code.MISSING_ACCESS)
        if channel.user in self.closed_dms:
            return Answer(FORBIDDEN, Code.DM_REFUSED)
        if channel.shut or parent.shut:
            return Answer(FORBIDDEN, Code.MISSING_PERMISSION)
        if channel.archived:
            return Answer(400, Code.ARCHIVED)
        return None

    def _post(self, asked: Asked, channel: Channel) -> Answer:
        if refused := self._writable(channel):
            return refused
        now = self.world.now
        at, known = channel.nonces.get(asked.nonce, (0.0, None))
        if known is not None and now - at <= REMEMBERS and asked.nonce:
            return Answer(TAKEN, result=self.messages[known])
        most, seconds = POSTS
        while channel.posted and channel.posted[0] <= now - seconds:
            channel.posted.popleft()
        if len(channel.posted) >= most:
            return Answer(LIMITED, wait=round(channel.posted[0] + seconds - now, 3) + 0.001)
        channel.posted.append(now)
        message = self._new(asked, channel)
        if asked.nonce:
            channel.nonces[asked.nonce] = (now, message.id)
        return Answer(TAKEN, result=message)

    def _follow(self, asked: Asked, channel: Channel) -> Answer:
        """Post by the token of an interaction.

        There is no nonce, so a request that comes twice posts twice.
        """
        if refused := self._worthless(asked) or self._writable(channel):
            return refused
        return Answer(TAKEN, result=self._new(asked, channel, ephemeral=self.world.options.hidden))

    def _new(self, asked: Asked, channel: Channel, *, ephemeral: bool = False) -> Message:
        picture = next(self._ids) if asked.picture else None
        message = Message(
            next(self._ids),
            channel.id,
            self.world.now,
            asked.marks,
            asked.words,
            picture,
            ephemeral=ephemeral,
            born_with=asked.marks,
        )
        self.messages[message.id] = message
        self._rouse(channel)
        self._tell(asked, message)
        return message

    def _worthless(self, asked: Asked) -> Answer | None:
        """Return why a token does not serve, `None` if it does."""
        interaction = int(asked.by or 0)
        if self.world.now - self.began[interaction] > TOKEN_LIVES:
            return Answer(UNAUTHORISED, Code.INVALID_TOKEN)
        return None if interaction in self.answered else Answer(MISSING, Code.UNKNOWN_WEBHOOK)

    def _edit_by(self, asked: Asked, channel: Channel) -> Answer:
        """Edit what was pressed on, by the token of that press."""
        return self._worthless(asked) or self._edit(asked, channel)

    def _take_back(self, asked: Asked, channel: Channel) -> Answer:
        message = self.messages[asked.message or 0]
        if refused := self._worthless(asked):
            return refused
        message.deleted = True
        return Answer(TAKEN)

    def _edit(self, asked: Asked, channel: Channel) -> Answer:
        message = self.messages.get(asked.message or 0)
        if message is None or message.deleted or message.channel_id != channel.id:
            return Answer(MISSING, Code.UNKNOWN_MESSAGE)
        if refused := self._writable(channel):
            return refused
        now = self.world.now
        if now - message.at > OLD:
            while channel.old_edits and channel.old_edits[0] <= now - OLD:
                channel.old_edits.popleft()
            if len(channel.old_edits) >= OLD_EDITS:
                return Answer(LIMITED, Code.OLD_EDITS, wait=1800.0)
            channel.old_edits.append(now)
        message.marks, message.words = asked.marks, asked.words
        message.picture = next(self._ids) if asked.picture else asked.kept
        self._tell(asked, message)
        return Answer(TAKEN, result=message)

    def _look(self, asked: Asked, channel: Channel) -> Answer:
        if channel.shut or (self.left and channel.user is None):
            return Answer(FORBIDDEN, Code.MISSING_ACCESS)
        here = [
            each
            for each in self.messages.values()
            if each.channel_id == channel.id and not each.deleted and not each.ephemeral
        ]
        last = len(here) - SEEN
        found = [
            each
            for at, each in enumerate(here)
            if at >= last or self.time_of(each) >= asked.since - CLOCKS_DIFFER
        ]
        return Answer(TAKEN, result=found[::-1])

    def _thread(self, asked: Asked, channel: Channel) -> Answer:
        message = self.messages.get(asked.message or 0)
        if message is None or message.deleted:
            return Answer(MISSING, Code.UNKNOWN_MESSAGE)
        if refused := self._writable(channel):
            return refused
        if message.id in self.channels:
            return Answer(400, Code.THREAD_EXISTS)
        self.channels[message.id] = Channel(message.id, parent=channel.id, active=self.world.now)
        return Answer(TAKEN, result=message.id)

    def _member(self, asked: Asked, channel: Channel) -> Answer:
        channel.members.add(asked.user or 0)
        return Answer(TAKEN)

    def _look_up(self, asked: Asked, channel: Channel) -> Answer:
        if self.is_lost(channel.id):
            return Answer(MISSING, Code.UNKNOWN_CHANNEL)
        if self.left or channel.shut:
            return Answer(FORBIDDEN, Code.MISSING_ACCESS)
        return Answer(TAKEN)

    def _archive(self, asked: Asked, channel: Channel) -> Answer:
        if channel.parent is None:
            return Answer(TAKEN)
        if channel.shut or self.channels[channel.parent].shut:
            return Answer(FORBIDDEN, Code.MISSING_PERMISSION)
        if channel.locked:
            return Answer(FORBIDDEN, Code.MISSING_PERMISSION)
        if asked.archived:
            channel.archived = True
        else:
            self._rouse(channel)
        return Answer(TAKEN)

    def _rename(self, asked: Asked, channel: Channel) -> Answer:
        """Name a thread anew; one that is locked is left alone."""
        if self.left or channel.shut:
            return Answer(FORBIDDEN, Code.MISSING_ACCESS)
        return Answer(TAKEN)

    def _keep_awake(self, asked: Asked, channel: Channel) -> Answer:
        """Change a thread, or reopen it."""
        if self.left or channel.shut:
            return Answer(FORBIDDEN, Code.MISSING_ACCESS)
        if channel.locked:
            return Answer(TAKEN, result=LOCKED)
        if channel.parent is not None:
            self._rouse(channel)
        return Answer(TAKEN)

    def _tell(self, asked: Asked, message: Message) -> None:
        for look in self.taken:
            look(asked, message)
