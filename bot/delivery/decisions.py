"""Decisions about refused posts, by Discord's response and kind of post.

Each row of `TABLE` is for one response: one of Discord's error codes, or an HTTP status if the code says
nothing. Its six entries are for the purposes of posts (`data.outbox.post_kinds.Purpose`).
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

import discord

from bot.codes import Code
from data.outbox.post_kinds import PostKind


class Fate(Enum):
    """What to do with a post that Discord did not accept."""

    RETRY = auto()
    """Try again after a while, longer each time."""
    WAIT = auto()
    """Try again when Discord says."""
    LOOK = auto()
    """Try again after a while, but first check whether Discord has taken it after all."""
    REOPEN = auto()
    """Open the archived thread and try again; LEAVE a thread that stays shut."""
    GONE = auto()
    """The place is gone: go on in the channel.

    If the place was the channel, suspend the match.
    """
    LEAVE = auto()
    """Go on in the channel; where it was the channel, HOLD."""
    LEAVE_LATER = auto()
    """Try again some times over some minutes, for the refusal may pass; then LEAVE."""
    HOLD = auto()
    """Try again for a day; then suspend a running match, and give up otherwise."""
    IN_CHANNEL = auto()
    """Make no thread: the match is played in the channel."""
    THERE = auto()
    """The thread has been made already."""
    ANEW = auto()
    """Post a new message instead of an edit; reopen direct messages if those are gone."""
    HURRIED = auto()
    """Direct messages were opened too fast: open none for a while."""
    CLOSED = auto()
    """The user takes no direct messages: say so once, and try none for a week."""
    SUSPEND = auto()
    """Suspend the match: its server or channel is gone."""
    WITHDRAW = auto()
    """Close the challenge, because no one can see it, and tell its challenger.

    Post no further daily puzzle, or no card of the server, there, and tell the person who chose the
    channel.
    """
    WITHDRAW_LATER = auto()
    """Try again some times over some minutes, for the refusal may pass; then WITHDRAW."""
    DROP = auto()
    """Give up quietly.

    Only the looks of an old card were at stake, or there is no one left to see it.
    """
    FAIL = auto()
    """Give up and log an error: the mistake is ours, and a retry would repeat it.

    A challenge without a card is withdrawn all the same.
    """
    BY_CHANNEL = auto()
    """Send it by the channel's route at once: this token does not serve."""
    SHUN = auto()
    """Send it by the channel's route at once, and all later posts to this channel too."""


DecisionRow = tuple[Fate, Fate, Fate, Fate, Fate, Fate]

# fmt: off
TABLE: Final[Mapping[int, DecisionRow]] = {
    #                         THREAD         HERE            RESULT     HAND        LOOKS     CARD
    Code.UNKNOWN_CHANNEL:    (Fate.SUSPEND,    Fate.GONE,        Fate.DROP,   Fate.ANEW,    Fate.DROP,  Fate.WITHDRAW),
    Code.UNKNOWN_GUILD:      (Fate.SUSPEND,    Fate.SUSPEND,     Fate.DROP,   Fate.FAIL,    Fate.DROP,  Fate.WITHDRAW),
    Code.UNKNOWN_MESSAGE:    (Fate.IN_CHANNEL, Fate.ANEW,        Fate.FAIL,   Fate.ANEW,    Fate.DROP,  Fate.ANEW),
    Code.UNKNOWN_USER:       (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.DROP,    Fate.DROP,  Fate.FAIL),
    Code.THREADS_FULL:       (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.FAIL,    Fate.FAIL,  Fate.FAIL),
    Code.OLD_EDITS:          (Fate.RETRY,      Fate.ANEW,        Fate.RETRY,  Fate.ANEW,    Fate.DROP,  Fate.ANEW),
    Code.DMS_TOO_FAST:       (Fate.RETRY,      Fate.RETRY,       Fate.RETRY,  Fate.HURRIED, Fate.HURRIED, Fate.RETRY),
    Code.MISSING_ACCESS:    (Fate.IN_CHANNEL, Fate.LEAVE_LATER, Fate.HOLD, Fate.CLOSED, Fate.DROP, Fate.WITHDRAW_LATER),
    Code.DM_REFUSED:         (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.CLOSED,  Fate.DROP,  Fate.FAIL),
    Code.MISSING_PERMISSION:(Fate.IN_CHANNEL, Fate.LEAVE_LATER, Fate.HOLD, Fate.CLOSED, Fate.DROP, Fate.WITHDRAW_LATER),
    Code.ARCHIVED:           (Fate.IN_CHANNEL, Fate.REOPEN, Fate.REOPEN, Fate.FAIL, Fate.DROP, Fate.WITHDRAW_LATER),
    Code.DM_WITHOUT_SERVER:  (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.CLOSED,  Fate.DROP,  Fate.FAIL),
    Code.THREAD_EXISTS:      (Fate.THERE,      Fate.FAIL,        Fate.FAIL,   Fate.FAIL,    Fate.FAIL,  Fate.FAIL),
    Code.THREAD_LOCKED:      (Fate.IN_CHANNEL, Fate.LEAVE,       Fate.HOLD,   Fate.FAIL,    Fate.DROP,  Fate.WITHDRAW),
    Code.TOO_MANY_THREADS:   (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.FAIL,    Fate.DROP,  Fate.FAIL),
    # By status, where no code above says more.
    400:                     (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.FAIL,    Fate.FAIL,  Fate.FAIL),
    401:                     (Fate.RETRY,      Fate.RETRY,       Fate.RETRY,  Fate.RETRY,   Fate.RETRY, Fate.RETRY),
    403:                    (Fate.IN_CHANNEL, Fate.LEAVE_LATER, Fate.HOLD, Fate.CLOSED, Fate.DROP, Fate.WITHDRAW_LATER),
    404:                     (Fate.IN_CHANNEL, Fate.FAIL,        Fate.FAIL,   Fate.FAIL,    Fate.DROP,  Fate.FAIL),
    429:                     (Fate.WAIT,       Fate.WAIT,        Fate.WAIT,   Fate.WAIT,    Fate.WAIT,  Fate.WAIT),
    500:                     (Fate.LOOK,       Fate.LOOK,        Fate.LOOK,   Fate.LOOK,    Fate.LOOK,  Fate.LOOK),
}
# fmt: on

BY_TOKEN: Final[Mapping[int, Fate]] = {
    Code.MISSING_ACCESS: Fate.SHUN,
    Code.MISSING_PERMISSION: Fate.SHUN,
    403: Fate.SHUN,
    500: Fate.LOOK,
}
"""Decisions for an interaction's token, by Discord's code or status.

Every other refusal concerns that token alone: `Do.BY_CHANNEL`.
"""

CLASSES: Final = (400, 401, 403, 404, 429, 500)
"""The rows that are statuses.

400 is for every other refusal, 500 for Discord's failures and for silence.
"""


def decide(kind: PostKind, fault: Exception, *, editing: bool = False) -> Fate:
    """Return what to do with a post of this kind that failed with `fault`.

    `editing` says that the request was an edit. If a message is too old to be edited so often, Discord
    responds with a rate limit of a long wait (30046), which the library raises instead of waiting.
    """
    return TABLE[_table_key(fault, editing=editing)][kind.rule.purpose.value]


def decide_by_token(fault: Exception) -> Fate:
    """Return what to do after a request by an interaction's token has failed.

    The request was a follow-up or an edit.
    """
    return BY_TOKEN.get(_table_key(fault), Fate.BY_CHANNEL)


def _table_key(fault: Exception, *, editing: bool = False) -> int:
    """Return the key of the table's row for an exception: a code or a status."""
    if isinstance(fault, discord.RateLimited):
        return Code.OLD_EDITS if editing else 429
    if not isinstance(fault, discord.HTTPException):
        return 500
    return fault.code if fault.code in TABLE else _class(fault.status)


def _class(status: int) -> int:
    """Return the status in the table that stands for this HTTP status."""
    if status >= 500:
        return 500
    return status if status in CLASSES else 400
