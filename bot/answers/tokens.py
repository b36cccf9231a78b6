"""Interaction tokens, which post and edit outside the bot's global rate limit.

Each token serves for a quarter of an hour. It is kept in memory only: it is never stored or logged,
and it is dropped when it expires.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from club.club import Now

log = logging.getLogger(__name__)

LIVES: Final = 14 * 60.0
"""Seconds for which a token is used.

Discord's quarter of an hour, less a margin for clock skew and slow requests.
"""
AT_MOST: Final = 5000
"""Maximum number of tokens kept of one kind.

Beyond that the oldest are dropped, and the channel's route is used instead.
"""
ANSWERED_WITHIN: Final = 3.0
"""Seconds that a post waits for the answer to its interaction.

Discord takes no follow-up before that answer.
"""
FOLLOW_UPS: Final = 5
"""Follow-ups that Discord takes per interaction of a user install (40094)."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """Credentials to post or edit on behalf of an interaction in `channel_id`.

    The token is dropped at `until`. It has no repr, so that no log can show it.
    """

    application_id: int
    text: str
    channel_id: int
    until: float


@dataclass(slots=True)
class _Act:
    """An interaction that may get follow-ups.

    `answered` is `None` until the outcome of its answer is known.
    """

    token: Token
    kept: bool = False
    follow_ups: int = 0
    answered: bool | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Tokens:
    """All tokens that this process holds."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._acts: dict[int, _Act] = {}
        self._pressed: dict[int, Token] = {}
        self._shunned: dict[int, None] = {}

    def token(self, application_id: int, text: str, channel_id: int) -> Token:
        """Return the token of an interaction that has just come in."""
        return Token(application_id, text, channel_id, self._now() + LIVES)

    def begin(self, interaction_id: int, token: Token) -> None:
        """Hold the token of an interaction that is being answered."""
        self._make_room(self._acts, lambda act: act.token.until)
        self._acts[interaction_id] = _Act(token)

    def keep(self, interaction_id: int) -> bool:
        """Keep the token of an interaction that changes a match.

        Return whether this process holds it.
        """
        act = self._acts.get(interaction_id)
        if act is None:
            return False
        act.kept = True
        return True

    def end(self, interaction_id: int, *, answered: bool) -> None:
        """Note whether an interaction was answered; if not, Discord takes no follow-up."""
        act = self._acts.get(interaction_id)
        if act is None:
            return
        act.answered = answered
        act.ended.set()
        if not act.kept or not answered:
            del self._acts[interaction_id]

    async def of(self, interaction_id: int | None, channel_id: int) -> Token | None:
        """Return the token of an interaction in this channel, once it has been answered.

        Return `None` if there is none, or if the answer does not come in time: then the post goes by the
        channel's route.
        """
        act = None if interaction_id is None else self._acts.get(interaction_id)
        if act is None or act.token.channel_id != channel_id or act.token.until <= self._now():
            return None
        if act.answered is None:
            try:
                async with asyncio.timeout(ANSWERED_WITHIN):
                    await act.ended.wait()
            except TimeoutError:
                return None
        return act.token if act.answered else None

    def drop(self, interaction_id: int | None) -> None:
        """Drop the token of an interaction: its result is posted, or the token is no good."""
        if interaction_id is not None:
            self._acts.pop(interaction_id, None)

    def count_follow_up(self, interaction_id: int | None) -> None:
        """Count a follow-up; drop the interaction's token once Discord may take no more."""
        act = None if interaction_id is None else self._acts.get(interaction_id)
        if act is not None:
            act.follow_ups += 1
            if act.follow_ups >= FOLLOW_UPS:
                self.drop(interaction_id)

    def press(self, message_id: int, token: Token) -> None:
        """Keep the token of a press that was answered by a deferred update.

        It edits the message that was pressed.
        """
        self._pressed.pop(message_id, None)
        self._make_room(self._pressed, lambda pressed: pressed.until)
        self._pressed[message_id] = token

    def on(self, message_id: int | None) -> Token | None:
        """Return a token that edits a message, `None` if there is none."""
        token = None if message_id is None else self._pressed.get(message_id)
        return token if token is not None and token.until > self._now() else None

    def lift(self, message_id: int) -> None:
        """Drop the token that edits a message: after the last edit, or if it is no good."""
        self._pressed.pop(message_id, None)

    def shun(self, channel_id: int, code: int) -> None:
        """Stop using tokens for the posts of matches in a channel.

        `code` is Discord's error code for the log; 0 means that only one person saw the post.
        """
        if channel_id not in self._shunned:
            log.warning("follow-ups not taken", extra={"place": channel_id, "code": code})
            if len(self._shunned) >= AT_MOST:
                del self._shunned[next(iter(self._shunned))]
            self._shunned[channel_id] = None

    def shuns(self, channel_id: int) -> bool:
        """Return whether posts of matches of a channel go by the channel's route."""
        return channel_id in self._shunned

    def _make_room(self, kept: dict[int, V], until: Callable[[V], float]) -> None:
        """Drop expired tokens, which are the oldest, and more if there are too many."""
        now = self._now()
        while kept:
            oldest = next(iter(kept))
            if until(kept[oldest]) > now and len(kept) < AT_MOST:
                return
            del kept[oldest]
