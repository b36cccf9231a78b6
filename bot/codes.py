"""Discord's error codes, and which side caused an error.

`delivery.decisions` says what is done about them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum, StrEnum
from typing import Final

import discord

from data.database.errors import StoreError
from words import TwotoneError


class Code(IntEnum):
    """Discord's error codes that affect the bot's decisions."""

    UNKNOWN_CHANNEL = 10003
    """The channel or thread has been deleted."""
    UNKNOWN_GUILD = 10004
    """The server has been deleted, or the bot is not in it."""
    UNKNOWN_MESSAGE = 10008
    """The message has been deleted."""
    UNKNOWN_MEMBER = 10007
    """The user is not on the server."""
    UNKNOWN_USER = 10013
    """The account has been deleted."""
    UNKNOWN_WEBHOOK = 10015
    """The interaction's token serves no more follow-ups."""
    UNKNOWN_EVENT = 10070
    """The event has been deleted."""
    UNKNOWN_INTERACTION = 10062
    """The three seconds for an answer are over."""
    THREADS_FULL = 30033
    """The thread has as many members as it can have."""
    EVENTS_FULL = 30038
    """The server has a hundred events that are not over."""
    OLD_EDITS = 30046
    """Too many edits of messages older than an hour; comes as a 429."""
    DMS_TOO_FAST = 40003
    """Direct messages were opened too fast."""
    TOO_LARGE = 40005
    """The request is larger than Discord takes."""
    ANSWERED_ALREADY = 40060
    """The interaction has been acknowledged already."""
    MISSING_ACCESS = 50001
    """The bot does not see the channel."""
    DM_REFUSED = 50007
    """The user takes no direct messages from the bot."""
    MISSING_PERMISSION = 50013
    """The bot sees the channel, but may not do this there."""
    INVALID_TOKEN = 50027
    """The interaction's token has run out."""
    ARCHIVED = 50083
    """The thread is archived."""
    DM_WITHOUT_SERVER = 50278
    """The bot shares no server with the user."""
    EVENT_OVER = 180000
    """The event is over, or it has begun: it cannot be moved."""
    THREAD_EXISTS = 160004
    """The message has a thread already."""
    THREAD_LOCKED = 160005
    """The thread is locked."""
    TOO_MANY_THREADS = 160006
    """The server has as many active threads as it can have."""


GONE: Final = frozenset(
    {Code.UNKNOWN_INTERACTION, Code.ANSWERED_ALREADY, Code.UNKNOWN_WEBHOOK, Code.INVALID_TOKEN}
)
"""Codes that mean the interaction is over or already answered.

What was done stays done, and nothing more can be shown.
"""


class NoAnswer(Exception):  # noqa: N818 - what happened, not what is wrong
    """The response to a request was lost or unreadable.

    Discord may have accepted the request or not.
    """


@contextmanager
def reject_garbled() -> Iterator[None]:
    """Raise `NoAnswer` if a response in this block does not come from Discord.

    An example is a proxy's own page with the status 200.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as fault:
        raise NoAnswer(type(fault).__name__) from fault


class Blame(StrEnum):
    """Which side caused an error."""

    PERSON = "person"
    """The error is the answer: its words tell the person who asked what to do."""
    DISCORD = "discord"
    """Discord refused or failed; its code decides what comes next."""
    STORE = "store"
    """The database cannot be read or written.

    Its message is for the host alone, because it may contain names of the host's.
    """
    OURS = "ours"
    """A bug in this program.

    It is logged, and the person learns only that it happened.
    """


LIMITED_FOR: Final = 60.0
"""Seconds until the next try after a rate limit that does not give a duration."""
LONGEST_LIMIT: Final = 24 * 3600.0
"""Seconds that no limit is believed to last longer than."""


def retry_delay(fault: BaseException) -> float:
    """Return how many seconds Discord says to wait; 0 if it is no rate limit."""
    if isinstance(fault, discord.RateLimited):
        return min(fault.retry_after, LONGEST_LIMIT)
    if not isinstance(fault, discord.HTTPException) or fault.status != 429:
        return 0.0
    # In a header, where the library does not know the limit.
    named = str(getattr(fault.response, "headers", {}).get("Retry-After", ""))
    return min(float(named), LONGEST_LIMIT) if named.isdecimal() else LIMITED_FOR


def error_code(fault: Exception) -> int:
    """Return Discord's code for an error, else its status; 0 if neither.

    The status is the HTTP status; the result is 0 if no response came.
    """
    if isinstance(fault, discord.HTTPException):
        return fault.code or fault.status
    return 429 if isinstance(fault, discord.RateLimited) else 0


def blame_for(error: BaseException) -> Blame:
    """Return which side caused an error.

    Replies and delivery both decide by this.
    """
    if isinstance(error, StoreError) and error.code.startswith("store."):
        return Blame.STORE
    if isinstance(error, TwotoneError):
        return Blame.PERSON
    if isinstance(error, discord.HTTPException | discord.RateLimited | NoAnswer):
        return Blame.DISCORD
    return Blame.OURS
