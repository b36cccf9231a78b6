"""Faults on the way to Discord and back, and in the community.

They are drawn from the seed, until all is healed.
"""

import random
from dataclasses import dataclass
from typing import Final

from bot.codes import Code
from tests.club.people import CHANNEL, GUILD
from tests.discord_in_memory import Server
from tests.discord_parts import LIMITED, Answer, Channel
from tests.fake_wire import Asked
from tests.simulation.world import World

LINGERS: Final = 0.9
"""Seconds in which an abandoned request may still arrive.

The bot waits longer than that before it looks.
"""
LIBRARY_WAITS: Final = (0.5, 3.0, 20.0)
"""Seconds of rate limits that the library waits out by itself."""
LONG_LIMITS: Final = (45.0, 600.0)
"""Seconds of rate limits that are given to the outbox."""
SERVER_FAULTS: Final = (500, 502, 503, 504)

RESET: Final = Answer(0)
"""No answer: the connection broke."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a request.

    It arrives after `arrives` seconds (`None`: never), and `answers` seconds after it was made comes the answer;
    `instead` is one that does not tell what Discord did. Only what is `taken` is carried out.
    """

    arrives: float | None
    answers: float
    instead: Answer | None = None


class Faults:
    """Draws the fate of every request, and lets disasters happen."""

    def __init__(self, world: World, server: Server) -> None:
        self.world = world
        self.server = server
        self._lots = world.lots("faults")
        self._unnamed = world.lots("unnamed")

    def latency(self) -> float:
        """Return how many seconds one way takes."""
        return self._lots.uniform(0.2, 1.8) * self.world.options.latency

    def fate(self, asked: Asked) -> Fate:
        """Draw what becomes of a request."""
        options, lots = self.world.options, self._lots
        there, back = self.latency(), self.latency()
        if self.world.healed:
            return Fate(there, there + back)
        if lots.random() < options.slow:
            there += lots.choice((4.0, 20.0, 90.0, 200.0))
        if asked.kind == "open" and lots.random() < options.hurried:
            return Fate(None, there, Answer(400, Code.DMS_TOO_FAST))
        if lots.random() < options.limited:
            return Fate(None, there, self._limit())
        if lots.random() < options.refused:
            return Fate(None, there, self._broken_answer())
        if lots.random() < options.lost:
            # The answer is lost; the request may even arrive after that.
            lost = max(there - lots.choice((0.0, 0.0, LINGERS)), 0.01)
            return Fate(there, max(lost, there - LINGERS), self._broken_answer())
        return Fate(there, there + back)

    def loses_answer(self) -> str:
        """Return when the answer to an interaction is lost: "before", "after" or "never".

        "before" and "after" refer to the moment when Discord took it.
        """
        if self.world.healed or self._lots.random() >= self.world.options.unseen:
            return "never"
        return self._lots.choice(("before", "after"))

    def is_late(self) -> bool:
        """Return whether an answer took so long that Discord was told to wait for it."""
        return not self.world.healed and self._lots.random() < self.world.options.unseen / 4

    def lingers(self) -> bool:
        """Return whether a request arrives all the same whose process has just died."""
        return self._lots.random() < 0.5

    def _limit(self) -> Answer:
        lots = self._lots
        wait = lots.choice((*LIBRARY_WAITS, *LIBRARY_WAITS, *LONG_LIMITS, None))
        return Answer(LIMITED, wait=wait)

    def _broken_answer(self) -> Answer:
        """Return a server fault's answer, or a broken connection."""
        status = self._lots.choice((0, 0, *SERVER_FAULTS))
        return Answer(status) if status else RESET

    def schedule(self, until: float) -> None:
        """Draw when which disaster happens before `until`, and how long it lasts."""
        options, lots = self.world.options, self._lots
        for _ in range(options.vanished):
            self.world.later(lots.uniform(0, until), self._vanish)
        for _ in range(options.shut):
            self.world.later(lots.uniform(0, until), self._shut)
        for _ in range(options.clock_jumps):
            self.world.later(lots.uniform(0, until), self._jump)
        if options.closed_dms:
            self.world.later(lots.uniform(0, until / 2), lambda: self._close_dms(lots.choice((1, 2))))
        for _ in range(options.closed):
            self.world.later(lots.uniform(until / 4, until), self._delete_channel)
        for _ in range(options.left):
            self.world.later(lots.uniform(until / 4, until), self._leave)

    def miss(self, lasts: float, lots: random.Random) -> None:
        """Let something happen to places while the bot is away for so many seconds."""
        if self.world.healed or lots.random() >= self.world.options.missed:
            return
        self._miss_more(lasts)
        what = lots.choice(("left", "left", "left for longer", "thread", "thread", "channel"))
        self.world.note(f"in the absence: {what}")
        if what == "channel":
            self.world.later(lots.uniform(0, lasts), self._delete_channel)
        elif what == "thread":
            self.world.later(lots.uniform(0, lasts), lambda: self._delete_thread(lots))
        else:
            at = lots.uniform(0, lasts)
            longer = lots.choice((2.0, 400.0, 4000.0)) if what == "left for longer" else 0.0
            self.world.later(at, lambda: self._leave(for_=lots.uniform(0, lasts - at) + longer))

    def _miss_more(self, lasts: float) -> None:
        """Let something else happen that a new session does not name as gone.

        It is drawn from a generator of its own.
        """
        lots = self._unnamed
        what = lots.choice(("nothing", "archived", "archived", "locked", "shut", "opened"))
        threads = [each for each in self.server.channels.values() if each.parent and not each.gone]
        if what == "nothing" or not threads:
            return
        self.world.note(f"in the absence: {what}")
        place = lots.choice([*threads, self.server.channels[CHANNEL]] if what == "shut" else threads)

        def happen() -> None:
            if self.world.healed:
                return
            if what == "shut":
                place.shut = True
                self.world.later(lots.choice((2.0, 400.0)), lambda: self._open(place))
            elif what == "opened":
                for each in self.server.channels.values():
                    self._open(each)
            else:
                place.archived, place.locked = True, what == "locked"

        self.world.later(lots.uniform(0, lasts), happen)

    def heal(self) -> None:
        """From now on nothing goes wrong any more, and what was shut is open."""
        self.world.healed = True
        for channel in self.server.channels.values():
            self._open(channel)
        self._come_back()
        self.world.note("healed")

    def _vanish(self) -> None:
        """Delete a thread, or a message of the bot's."""
        threads = [each for each in self.server.channels.values() if each.parent and not each.gone]
        seen = [each for each in self.server.messages.values() if not self.server.is_gone(each)]
        if threads and self._lots.random() < 0.5:
            self._delete_thread(self._lots)
        elif seen:
            message = self._lots.choice(seen)
            message.deleted = True
            self.world.note(f"message {message.id} deleted")

    def _delete_thread(self, lots: random.Random) -> None:
        threads = [each for each in self.server.channels.values() if each.parent and not each.gone]
        if threads:
            thread = lots.choice(threads)
            thread.gone = True
            self.world.note(f"thread {thread.id} deleted")
            self.server.tell("thread", thread.id)

    def _shut(self) -> None:
        """Take the permissions for the channel or a thread away, and give them back."""
        if self.world.healed:
            return
        threads = [each for each in self.server.channels.values() if each.parent]
        channel = self._lots.choice([*threads, self.server.channels[CHANNEL]])
        way = self._lots.random()
        if channel.parent and way < 0.4:
            channel.archived = True
            self.world.note(f"thread {channel.id} archived")
            return
        channel.shut = True
        self.world.note(f"channel {channel.id} shut")

        wait = self._lots.choice((2.0, 30.0, 400.0, 4000.0))
        self.world.later(wait, lambda: self._open(channel))

    def _open(self, channel: Channel) -> None:
        """Give the permissions back, which Discord tells the bot while it is there."""
        if channel.shut:
            channel.shut = False
            self.world.note(f"channel {channel.id} open")
            self.server.tell("open", channel.parent or channel.id)

    def _delete_channel(self) -> None:
        self.server.channels[CHANNEL].gone = True
        self.world.note(f"channel {CHANNEL} deleted")
        self.server.tell("channel", CHANNEL)

    def _leave(self, *, for_: float | None = None) -> None:
        """Take the bot off the server, for a while or for so many seconds."""
        if self.world.healed or self.server.left:
            return
        self.server.left = True
        for channel in self.server.channels.values():
            channel.ever_refused = True
        self.world.note("the bot is taken off the server")
        self.server.tell("server", GUILD)
        wait = self._lots.choice((2.0, 400.0, 4000.0)) if for_ is None else for_
        self.world.later(wait, self._come_back)

    def _come_back(self) -> None:
        if self.server.left:
            self.server.left = False
            self.world.note("the bot is on the server again")
            self.server.tell("back", GUILD)

    def _close_dms(self, user: int) -> None:
        self.server.closed_dms.add(user)
        self.world.note(f"user {user} takes no direct messages")

    def _jump(self) -> None:
        seconds = self._lots.choice((-86_400.0, -3600.0, 60.0, 7200.0))
        self.world.jump(seconds)
        self.world.note(f"clock set by {seconds}")
