"""Promises that must never be broken.

They are checked at each commit, request, message and answer.
"""

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.delivery.claims import NONCE_LIMIT
from bot.delivery.direct_messages import HURRIED_FOR
from bot.delivery.drain import AT_ONCE
from tests.discord_in_memory import OLD, TOKEN_LIVES, Server
from tests.discord_parts import Message
from tests.fake_wire import Asked
from tests.simulation.database import Look
from tests.simulation.drawing import seats_shown
from tests.simulation.soon import Soon
from tests.simulation.world import Violation, World

if TYPE_CHECKING:
    from tests.simulation.bot import Bot

OFFERS: Final = ("draw", "undo")
"""The buttons that accept an offer: by them its card is known."""
COUNTED_REQUESTS: Final = 50
"""Requests that Discord takes in a second."""


@dataclass(slots=True)
class Match:
    """What was seen of a match so far."""

    version: int = 0
    stored_board: int = -1
    shown_board: int = -1
    users: tuple[int, int] = (0, 0)
    status: str = "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """A confirmation that the club gave to a person.

    Their interaction counts as an event of this match.
    """

    interaction: int
    match: int
    user: int
    kind: str
    pressed: int | None = None
    """The version of the board that was pressed."""


class Checkers:
    """Raises `Violation` at the moment when a promise is broken."""

    def __init__(self, world: World, server: Server) -> None:
        self.world = world
        self.server = server
        self.matches: dict[int, Match] = {}
        self.confirmed: dict[int, Confirmed] = {}
        self.begun_matches: dict[int, int] = {}
        """Matches that people were told of, with the challenges that they come from."""
        self.under_way: list[tuple[Asked, int]] = []
        self._sent: dict[int, deque[float]] = {}
        self._hurried_until: dict[int, float] = {}
        self.requests = 0
        self._broken: Violation | None = None
        self.soon = Soon(world, self.under_way, server.is_lost)
        server.taken.append(self._check_message)

    def check(self) -> None:
        """Raise what was found where raising it would have been caught."""
        if self._broken:
            raise self._broken

    def report(self, rule: str, what: str) -> None:
        """Keep the first violation until the driver asks for it.

        It is not raised here because the bot catches exceptions of its own steps.
        """
        self._broken = self._broken or Violation(rule, what)

    # The store

    def check_commit(self, bot: "Bot", look: Look) -> None:
        """Check the matches and the owners of outbox rows right after a commit."""
        # What an earlier bot took in its time is not looked at: the clock may have been set back since.
        own = {delivery.claims.owner for delivery in bot.deliveries}
        for row in look.execute(
            "SELECT kind, dedup, owner FROM outbox WHERE owner <> reserved_for AND reserved_until > ?",
            [bot.now()],
        ):
            if row["owner"] not in own:
                continue
            self.report("tokens", f"{row['kind']} {row['dedup']} is taken by who has no token for it")
        rows = look.execute(
            "SELECT id, version, status, COALESCE(board_version, -1) AS board, "
            "COALESCE(thread_id, channel_id) AS place, "
            "(SELECT COUNT(*) FROM event WHERE match_id = match.id) AS events, "
            "(SELECT MAX(version) FROM event WHERE match_id = match.id) AS newest FROM match"
        )
        for row in rows:
            self.soon.note_match(row)
            seen = self.matches.get(row["id"])
            if seen is None:
                seen = self.matches[row["id"]] = Match()
                users = look.execute("SELECT user_id FROM seat WHERE match_id = ? ORDER BY seat", [row["id"]])
                first, second = (user["user_id"] for user in users)
                seen.users = (first, second)
            if row["version"] != row["events"] or row["events"] != (row["newest"] or 0):
                self.report(
                    "versions", f"match {row['id']} has version {row['version']}, {row['events']} events"
                )
            if row["version"] < seen.version:
                self.report("versions", f"match {row['id']} went back to version {row['version']}")
            if row["board"] < seen.stored_board:
                self.report(
                    "forward", f"the board of match {row['id']} went back to {row['board']} in the store"
                )
            if seen.status == "over" and row["status"] != "over":
                self.report("over", f"match {row['id']} is {row['status']} after its end")
            if (seen.version, seen.status) != (row["version"], row["status"]):
                self._lapse(row["id"], row["version"] if row["status"] == "running" else None)
            seen.version, seen.stored_board, seen.status = row["version"], row["board"], row["status"]

    def _lapse(self, match_id: int, version: int | None) -> None:
        """Note when the cards of offers become obsolete.

        The card of an offer made at this version is still answerable.
        """
        for action in OFFERS:
            for card in self.server.live(match_id, action):
                if card.succeeded is None and f"v1:{match_id}:{action}:{version}" not in card.marks:
                    card.succeeded = self.world.now

    # The interactions

    def note_confirmed(self, confirmed: Confirmed) -> None:
        """Record a confirmation that the club gave to a person."""
        self.confirmed.setdefault(confirmed.interaction, confirmed)

    def note_new_match(self, match_id: int, challenge_id: int) -> None:
        """Record that a person was told of a new match."""
        self.begun_matches[match_id] = challenge_id

    # The requests

    def begin_request(self, bot: "Bot", asked: Asked) -> tuple[Asked, int]:
        """Check a request that the bot is about to make and return its entry."""
        if asked.by is not None:
            age = self.world.now - self.server.began[int(asked.by)]
            if age > TOKEN_LIVES:
                self.report("tokens", f"a token that is {age:.0f} s old is used: {asked}")
        if asked.kind == "post":
            if len(asked.nonce) > NONCE_LIMIT:
                self.report("limits", f"a nonce of {len(asked.nonce)} characters")
            if any(
                other.nonce == asked.nonce and life == bot.life
                for other, life in self.under_way
                if other.nonce
            ):
                self.report("one sender", f"two at once post {asked}")
        alone = not self.world.options.twin  # a twin has a pace of its own
        if alone and asked.kind == "open" and self.world.now < self._hurried_until.get(bot.life, 0.0):
            self.report("limits", "direct messages are opened while Discord finds it too fast")
        if asked.kind in ("edit", "edit by token") and asked.message is not None:
            self._check_edit(asked, asked.message)
        entry = (asked, bot.life)
        self.under_way.append(entry)
        if len(self.under_way) > AT_ONCE * (2 if self.world.options.twin else 1):
            self.report("limits", f"{len(self.under_way)} requests under way")
        return entry

    def end_request(self, entry: tuple[Asked, int]) -> None:
        """Note that this request is finished."""
        # The same may be asked twice at once: what ends is this one, not its like.
        self.under_way[:] = [each for each in self.under_way if each is not entry]

    def count_request(self, bot: "Bot", asked: Asked) -> None:
        """Count a request as Discord does."""
        self.world.note(f"bot {bot.life}: {asked}")
        self.requests += 1
        if asked.by is not None:
            return  # not counted together with the others
        sent = self._sent.setdefault(bot.life, deque())
        sent.append(self.world.now)
        while sent[0] <= self.world.now - 1:
            sent.popleft()
        if len(sent) > COUNTED_REQUESTS:
            self.report("limits", f"{len(sent)} requests in a second")

    def note_hurry(self, bot: "Bot") -> None:
        """Note that Discord found that direct messages were opened too fast."""
        self._hurried_until[bot.life] = self.world.now + HURRIED_FOR[0] - 1

    def _check_edit(self, asked: Asked, message_id: int) -> None:
        message = self.server.messages[message_id]
        aged = self.world.now - message.at > OLD
        asks = any(f":{action}:" in mark for action in ("accept", *OFFERS) for mark in message.born_with)
        # Once in weeks an old board says that there is something to be done about an opponent who does not move.
        patient = any(f":{action}:" in mark for action in ("nudge", "claim") for mark in asked.marks)
        if aged and not (asks or patient) and not self.world.clock_jumped:
            self.report(
                "limits", f"an edit of a message that is {self.world.now - message.at:.0f} s old: {asked}"
            )

    # The messages

    def _check_message(self, asked: Asked, message: Message) -> None:
        """Check a message that is posted or changed: hands, board and offer."""
        channel = self.server.channels[message.channel_id]
        for seat in seats_shown(message.words):
            owner = self._owner(message, seat)
            if channel.user is None or channel.user != owner:
                self.report("hands", f"the hand of seat {seat} is shown in {channel.id}: {asked}")
        if channel.user is None and not message.ephemeral:
            self._check_board(asked, message)
            self._check_offer(asked, message)

    def _owner(self, message: Message, seat: int | None) -> int | None:
        numbers = {
            int(mark.split(":")[1]) for mark in message.marks if mark.startswith("v1:") and mark[3].isdigit()
        }
        if seat is None or len(numbers) != 1:
            return None
        seen = self.matches.get(numbers.pop())
        return seen.users[seat] if seen else None

    def _check_board(self, asked: Asked, message: Message) -> None:
        board = board_of(message)
        if board is None:
            return
        match_id, version = board
        seen = self.matches.setdefault(match_id, Match())
        if version < seen.shown_board:
            self.report("forward", f"match {match_id}: board {version} after {seen.shown_board}: {asked}")
        # A board that was only edited to this version gives way to a new one where Discord takes no more edits.
        same = [
            other
            for other in self.server.messages.values()
            if other is not message
            and other.channel_id == message.channel_id
            and not self.server.is_gone(other)
            and board_of(other) == board
            and other.marks == other.born_with
        ]
        if same:
            self.report("once", f"match {match_id}: two boards of version {version}: {asked}")
        seen.shown_board = max(seen.shown_board, version)
        for other in self.server.live(match_id):
            if other is not message and other.succeeded is None:
                other.succeeded = self.world.now

    def _check_offer(self, asked: Asked, message: Message) -> None:
        if asked.kind in ("post", "follow-up") and any(
            other is not message and not self.server.is_gone(other) and other.born_with == message.born_with
            for other in self.server.messages.values()
            if any(f":{action}:" in mark for action in OFFERS for mark in message.born_with)
        ):
            self.report("once", f"two cards of one offer: {asked}")
        for action in OFFERS:
            for mark in message.marks:
                parts = mark.split(":")
                seen = self.matches.get(int(parts[1])) if parts[2:3] == [action] else None
                if seen and (seen.version != int(parts[3]) or seen.status != "running"):
                    message.succeeded = (
                        message.succeeded or self.world.now
                    )  # it came too late to ask anything


def board_of(message: Message) -> tuple[int, int] | None:
    """Return the match and version of a public board, or `None` for other messages."""
    for mark in sorted(message.marks):
        parts = mark.split(":")
        if parts[0] == "v1" and len(parts) == 4 and parts[2] in ("play", "moves"):
            return int(parts[1]), int(parts[3])
    return None
