"""Discord in memory: channels, threads, direct messages, messages and events.

It carries requests out and answers them as Discord does, for simulations and for tests of the delivery.
"""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

from bot.codes import Code
from bot.delivery.wire import CLOCKS_DIFFER, NEAR, ScheduledEvent, SentMessage
from club.play.course.places import ServerChannels
from tests.club.people import CHANNEL, GUILD
from tests.discord_parts import (
    FORBIDDEN,
    LIMITED,
    MISSING,
    TAKEN,
    UNAUTHORISED,
    Answer,
    Channel,
    Message,
    Refused,
)
from tests.fake_wire import LOCKED, Asked

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
SEEN: Final = 100
"""Messages that one look brings."""


class Server:
    """One Discord server with its channels, and the direct messages of its members.

    `now` counts seconds from `began_at`, which is in seconds since the epoch. With `hidden`, one person alone
    sees what is posted by a token. `note` is told what happens by itself.
    """

    def __init__(
        self,
        now: Callable[[], float],
        *,
        began_at: float = 0.0,
        hidden: bool = False,
        note: Callable[[str], None] = lambda what: None,
    ) -> None:
        self._now = now
        self._began_at = began_at
        self._note = note
        self.hidden = hidden
        self.channels = {number: Channel(number) for number in (CHANNEL, ANOTHER)}
        self.messages: dict[int, Message] = {}
        self.closed_dms: set[int] = set()
        self.left = False
        """The bot is not on this server."""
        self.events: dict[int, ScheduledEvent] = {}
        self.listeners: list[Callable[[str, int], None]] = []
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
        self._server_wide: dict[str, Callable[[Asked], object]] = {
            "open": self._open,
            "event": self._event,
            "events": self._events,
            "move event": self._move_event,
            "cancel event": self._cancel_event,
        }
        """What carries out the requests that are about no channel, by their kinds."""
        self._in_channel: dict[str, Callable[[Asked, Channel], object]] = {
            "post": self._post,
            "follow-up": self._follow_up,
            "edit by token": self._edit_by_token,
            "take back": self._take_back,
            "edit": self._edit,
            "delete": self._delete,
            "pin": self._pin,
            "look": self._look,
            "near": self._near,
            "thread": self._thread,
            "member": self._member,
            "look up": self._look_up,
            "archive": self._archive,
            "rename": self._rename,
            "keep awake": self._keep_awake,
        }
        """What carries out all others."""

    def take(self, asked: Asked) -> Answer:
        """Carry a request out, or refuse it."""
        channel: Channel | None = None
        try:
            if carry_out := self._server_wide.get(asked.kind):
                return Answer(TAKEN, result=carry_out(asked))
            self.doze()
            channel = self.channels.get(asked.place)
            if channel is None or channel.gone:
                return Answer(MISSING, Code.UNKNOWN_CHANNEL)
            return Answer(TAKEN, result=self._in_channel[asked.kind](asked, channel))
        except Refused as refused:
            answer = refused.answer
            if channel and (
                answer.status == FORBIDDEN or (asked.by is None and answer.status in (MISSING, 400))
            ):
                channel.ever_refused = True
            return answer

    def doze(self) -> None:
        """Archive the threads in which nothing was said for a week."""
        for each in self.channels.values():
            if each.parent and not each.archived and self._now() - each.active >= SLEEPS_AFTER:
                each.archived = each.slept = True
                self._note(f"thread {each.id} sleeps")

    def _rouse(self, channel: Channel) -> None:
        """Note that something was done in a thread, which is awake from then on."""
        channel.active, channel.archived, channel.slept = self._now(), False, False

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
            return self._barrier(self.channels[place]) is None

        here = [each.id for each in self.channels.values() if each.user is None and not each.archived]
        return ServerChannels(GUILD, frozenset(each for each in here if not self.is_lost(each)), may_write)

    def tell(self, what: str, place: int) -> None:
        """Say what has become of a place."""
        for hear in self.listeners:
            hear(what, place)

    def put(
        self, channel_id: int, marks: frozenset[str], *, number: int | None = None, **given: Any
    ) -> Message:
        """Put a message into a channel, under a number that is given or the next one."""
        number = number or next(self._ids)
        self.messages[number] = Message(number, channel_id, self._now(), marks, **given)
        return self.messages[number]

    def say(self, channel_id: int, marks: frozenset[str]) -> Message:
        """Post a message as the answer to an interaction, which needs no permission."""
        message = self.put(channel_id, marks)
        if not self.channels[channel_id].locked:
            self._rouse(self.channels[channel_id])
        return message

    def _open(self, asked: Asked) -> int:
        user = asked.user or 0
        channel_id = 100_000 + user
        self.channels.setdefault(channel_id, Channel(channel_id, user=user))
        return channel_id

    def _event(self, asked: Asked) -> int:
        number = next(self._ids)
        self.events[number] = ScheduledEvent(number, asked.words, asked.since)
        return number

    def _events(self, asked: Asked) -> list[ScheduledEvent]:
        return [self.events[number] for number in sorted(self.events)]

    def _move_event(self, asked: Asked) -> None:
        number = self._cancel_event(asked)
        self.events[number] = ScheduledEvent(number, asked.words, asked.since)

    def _cancel_event(self, asked: Asked) -> int:
        if self.events.pop(asked.message or 0, None) is None:
            raise Refused(MISSING, Code.UNKNOWN_EVENT)
        return asked.message or 0

    def _barrier(self, channel: Channel) -> Refused | None:
        """Return why nothing can be written here, `None` if it can."""
        parent = self.channels[channel.parent] if channel.parent else channel
        if parent.gone:
            return Refused(MISSING, Code.UNKNOWN_CHANNEL)
        if self.left:
            alone = channel.user is not None
            return Refused(FORBIDDEN, Code.DM_WITHOUT_SERVER if alone else Code.MISSING_ACCESS)
        if channel.user in self.closed_dms:
            return Refused(FORBIDDEN, Code.DM_REFUSED)
        if channel.shut or parent.shut:
            return Refused(FORBIDDEN, Code.MISSING_PERMISSION)
        if channel.archived:
            return Refused(400, Code.ARCHIVED)
        return None

    def _check_writable(self, channel: Channel) -> None:
        if barrier := self._barrier(channel):
            raise barrier

    def _check_token(self, asked: Asked) -> None:
        """Refuse a request by a token that does not serve."""
        interaction = int(asked.by or 0)
        if self._now() - self.began[interaction] > TOKEN_LIVES:
            raise Refused(UNAUTHORISED, Code.INVALID_TOKEN)
        if interaction not in self.answered:
            raise Refused(MISSING, Code.UNKNOWN_WEBHOOK)

    def _post(self, asked: Asked, channel: Channel) -> SentMessage:
        self._check_writable(channel)
        now = self._now()
        at, known = channel.nonces.get(asked.nonce, (0.0, None))
        if known is not None and now - at <= REMEMBERS and asked.nonce:
            return self._as_sent(self.messages[known])
        most, seconds = POSTS
        while channel.posted and channel.posted[0] <= now - seconds:
            channel.posted.popleft()
        if len(channel.posted) >= most:
            raise Refused(LIMITED, wait=round(channel.posted[0] + seconds - now, 3) + 0.001)
        channel.posted.append(now)
        sent = self._new(asked, channel)
        if asked.nonce:
            channel.nonces[asked.nonce] = (now, sent.message_id)
        return sent

    def _follow_up(self, asked: Asked, channel: Channel) -> SentMessage:
        """Post by the token of an interaction.

        There is no nonce, so a request that comes twice posts twice.
        """
        self._check_token(asked)
        self._check_writable(channel)
        return self._new(asked, channel, ephemeral=asked.private or self.hidden)

    def _new(self, asked: Asked, channel: Channel, *, ephemeral: bool = False) -> SentMessage:
        picture = next(self._ids) if asked.picture else None
        message = self.put(channel.id, asked.marks, words=asked.words, picture=picture, ephemeral=ephemeral)
        self._rouse(channel)
        return self._show(asked, message)

    def _show(self, asked: Asked, message: Message) -> SentMessage:
        for look in self.taken:
            look(asked, message)
        return self._as_sent(message)

    def _as_sent(self, message: Message) -> SentMessage:
        """Return a message as the bot gets to know it."""
        where, at = (message.channel_id, message.id, message.picture), self._began_at + message.at
        return SentMessage(*where, message.marks, at, message.ephemeral, message.thread)

    def _edit_by_token(self, asked: Asked, channel: Channel) -> SentMessage:
        """Edit what was pressed on, by the token of that press."""
        self._check_token(asked)
        return self._edit(asked, channel)

    def _take_back(self, asked: Asked, channel: Channel) -> None:
        self._check_token(asked)
        self.messages[asked.message or 0].deleted = True

    def _message(self, asked: Asked, channel: Channel) -> Message:
        """Return the message that a request is about, if it is there."""
        message = self.messages.get(asked.message or 0)
        if message is None or message.deleted or message.channel_id != channel.id:
            raise Refused(MISSING, Code.UNKNOWN_MESSAGE)
        return message

    def _edit(self, asked: Asked, channel: Channel) -> SentMessage:
        message = self._message(asked, channel)
        self._check_writable(channel)
        now = self._now()
        if now - message.at > OLD:
            while channel.old_edits and channel.old_edits[0] <= now - OLD:
                channel.old_edits.popleft()
            if len(channel.old_edits) >= OLD_EDITS:
                raise Refused(LIMITED, Code.OLD_EDITS, wait=1800.0)
            channel.old_edits.append(now)
        message.marks, message.words = asked.marks, asked.words
        message.picture = next(self._ids) if asked.picture else asked.kept
        return self._show(asked, message)

    def _delete(self, asked: Asked, channel: Channel) -> None:
        self._message(asked, channel).deleted = True

    def _pin(self, asked: Asked, channel: Channel) -> None:
        self._message(asked, channel).pinned = True

    def seen(self, channel_id: int | None = None) -> list[SentMessage]:
        """Return what everybody sees of a channel, or of all, the oldest first."""
        return [
            self._as_sent(each)
            for each in self.messages.values()
            if channel_id in (None, each.channel_id) and not each.deleted and not each.ephemeral
        ]

    def _look(self, asked: Asked, channel: Channel) -> list[SentMessage]:
        if channel.shut or (self.left and channel.user is None):
            raise Refused(FORBIDDEN, Code.MISSING_ACCESS)
        here = self.seen(channel.id)
        last = len(here) - SEEN
        return [
            each
            for at, each in enumerate(here)
            if at >= last or each.posted_at >= asked.since - CLOCKS_DIFFER
        ][::-1]

    def _near(self, asked: Asked, channel: Channel) -> bool:
        return asked.message in [sent.message_id for sent in self._look(asked, channel)[:NEAR]]

    def _thread(self, asked: Asked, channel: Channel) -> int:
        message = None if asked.message is None else self._message(asked, channel)
        self._check_writable(channel)
        if message is None:  # Discord writes of it in the channel
            number = next(self._ids)
            self.put(channel.id, frozenset({asked.words}), thread=number)
        else:
            number = message.id
        if number in self.channels:
            raise Refused(400, Code.THREAD_EXISTS)
        self.channels[number] = Channel(number, parent=channel.id, active=self._now())
        return number

    def _member(self, asked: Asked, channel: Channel) -> None:
        channel.members.add(asked.user or 0)

    def _look_up(self, asked: Asked, channel: Channel) -> None:
        if self.is_lost(channel.id):
            raise Refused(MISSING, Code.UNKNOWN_CHANNEL)
        self._check_access(channel)

    def _check_access(self, channel: Channel) -> None:
        if self.left or channel.shut:
            raise Refused(FORBIDDEN, Code.MISSING_ACCESS)

    def _archive(self, asked: Asked, channel: Channel) -> None:
        if channel.parent is None:
            return
        if channel.shut or channel.locked or self.channels[channel.parent].shut:
            raise Refused(FORBIDDEN, Code.MISSING_PERMISSION)
        if asked.archived:
            channel.archived = True
        else:
            self._rouse(channel)

    def _rename(self, asked: Asked, channel: Channel) -> None:
        """Name a thread anew; one that is locked is left alone."""
        self._check_access(channel)

    def _keep_awake(self, asked: Asked, channel: Channel) -> object:
        """Change a thread, or reopen it."""
        self._check_access(channel)
        if channel.locked:
            return LOCKED
        if channel.parent is not None:
            self._rouse(channel)
        return None
