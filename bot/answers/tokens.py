"""Interaction tokens, used to post and edit outside the global rate limit.

Each token is valid for a quarter of an hour. It is kept in memory only: it is never stored or logged,
and it is dropped when it expires.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from club.running.column import Now

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
    """A credential to post or edit on behalf of an interaction in `channel_id`.

    The token is dropped at `expires_at`, in seconds since the epoch. It has no repr, so that it cannot
    get into a log.
    """

    application_id: int
    text: str
    channel_id: int
    expires_at: float


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


class TokenStore:
    """The interaction tokens that this process holds.

    A token serves either follow-ups of an interaction or edits of the message that was pressed.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self.acts: dict[int, _Act] = {}
        self.pressed: dict[int, Token] = {}
        self.shunned: dict[int, None] = {}

    def make_token(self, application_id: int, text: str, channel_id: int) -> Token:
        """Return the token of a new interaction, with its time of expiry."""
        return Token(application_id, text, channel_id, self._now() + LIVES)

    def add(self, interaction_id: int, token: Token) -> None:
        """Add the token of an interaction that is being answered."""
        self._make_room(self.acts, lambda act: act.token.expires_at)
        self.acts[interaction_id] = _Act(token)

    def keep_for_posts(self, interaction_id: int) -> bool:
        """Keep the token of an interaction that changes a match, for posts about it.

        Return whether this process holds that token.
        """
        act = self.acts.get(interaction_id)
        if act is None:
            return False
        act.kept = True
        return True

    def note_answer(self, interaction_id: int, *, answered: bool) -> None:
        """Note whether an interaction was answered.

        If it was not, its token is dropped, because Discord accepts no follow-up. A token that was not
        kept for posts is dropped in any case.
        """
        act = self.acts.get(interaction_id)
        if act is None:
            return
        act.answered = answered
        act.ended.set()
        if not act.kept or not answered:
            del self.acts[interaction_id]

    async def wait_for_token(self, interaction_id: int | None, channel_id: int) -> Token | None:
        """Wait until an interaction in this channel is answered; return its token.

        Return `None` if there is no valid token, or if the answer takes too long. The caller then posts
        without a token.
        """
        act = None if interaction_id is None else self.acts.get(interaction_id)
        if act is None or act.token.channel_id != channel_id or act.token.expires_at <= self._now():
            return None
        if act.answered is None:
            try:
                async with asyncio.timeout(ANSWERED_WITHIN):
                    await act.ended.wait()
            except TimeoutError:
                return None
        return act.token if act.answered else None

    def drop(self, interaction_id: int | None) -> None:
        """Drop the token of an interaction.

        Its result has been posted, or the token has turned out to be invalid.
        """
        if interaction_id is not None:
            self.acts.pop(interaction_id, None)

    def count_follow_up(self, interaction_id: int | None) -> None:
        """Count a follow-up of an interaction.

        Once Discord may accept no more of them, drop the interaction's token.
        """
        act = None if interaction_id is None else self.acts.get(interaction_id)
        if act is not None:
            act.follow_ups += 1
            if act.follow_ups >= FOLLOW_UPS:
                self.drop(interaction_id)

    def add_edit_token(self, message_id: int, token: Token) -> None:
        """Keep the token of a press that was answered by a deferred update.

        It can edit the message that was pressed.
        """
        self.pressed.pop(message_id, None)
        self._make_room(self.pressed, lambda pressed: pressed.expires_at)
        self.pressed[message_id] = token

    def edit_token(self, message_id: int | None) -> Token | None:
        """Return a token that can edit a message, or `None`."""
        token = None if message_id is None else self.pressed.get(message_id)
        return token if token is not None and token.expires_at > self._now() else None

    def drop_edit_token(self, message_id: int) -> None:
        """Drop the token that edits a message.

        The last edit has been made, or the token has turned out to be invalid.
        """
        self.pressed.pop(message_id, None)

    def disable_channel(self, channel_id: int, code: int) -> None:
        """Stop using tokens for posts about matches in a channel.

        `code` is the error code from Discord, for the log; 0 means that only one person saw the post.
        """
        if channel_id not in self.shunned:
            log.warning("follow-ups not taken", extra={"place": channel_id, "code": code})
            if len(self.shunned) >= AT_MOST:
                del self.shunned[next(iter(self.shunned))]
            self.shunned[channel_id] = None

    def is_channel_disabled(self, channel_id: int) -> bool:
        """Whether posts about matches in a channel are made without tokens."""
        return channel_id in self.shunned

    def _make_room(self, kept: dict[int, V], until: Callable[[V], float]) -> None:
        """Drop expired tokens, which are the oldest, and more if there are too many."""
        now = self._now()
        while kept:
            oldest = next(iter(kept))
            if until(kept[oldest]) > now and len(kept) < AT_MOST:
                return
            del kept[oldest]
