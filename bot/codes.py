"""Discord's error codes, each once, and what the bot makes of them: whose fault an error is, and which go together."""

from enum import IntEnum, StrEnum
from typing import Final

import discord

from words import TwotoneError


class Code(IntEnum):
    """The codes that Discord gives with an error and that this bot decides by."""

    UNKNOWN_CHANNEL = 10003
    """The channel or thread has been deleted."""
    UNKNOWN_MESSAGE = 10008
    """The message has been deleted."""
    UNKNOWN_WEBHOOK = 10015
    """The interaction's token serves no more follow-ups."""
    UNKNOWN_INTERACTION = 10062
    """The three seconds for an answer are over."""
    THREADS_FULL = 30033
    """The thread has as many members as it can have."""
    OLD_EDITS = 30046
    """Too many edits of messages older than an hour; comes as a 429."""
    DMS_TOO_FAST = 40003
    """Direct messages were opened too fast."""
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
    THREAD_EXISTS = 160004
    """The message has a thread already."""
    THREAD_LOCKED = 160005
    """The thread is locked."""
    TOO_MANY_THREADS = 160006
    """The server has as many active threads as it can have."""


GONE: Final = frozenset(
    {Code.UNKNOWN_INTERACTION, Code.ANSWERED_ALREADY, Code.UNKNOWN_WEBHOOK, Code.INVALID_TOKEN}
)
"""The interaction is over or answered: what was done stays done, and nobody can be told."""

SHUT: Final = frozenset(
    {
        Code.UNKNOWN_CHANNEL,
        Code.MISSING_ACCESS,
        Code.MISSING_PERMISSION,
        Code.ARCHIVED,
        Code.THREAD_LOCKED,
    }
)
"""The bot cannot post in this place (any more)."""

DMS_CLOSED: Final = frozenset({Code.DM_REFUSED, Code.DM_WITHOUT_SERVER, Code.DMS_TOO_FAST})
"""The user gets no direct message now."""

NO_THREAD: Final = frozenset(
    {
        Code.MISSING_ACCESS,
        Code.MISSING_PERMISSION,
        Code.UNKNOWN_MESSAGE,
        Code.THREADS_FULL,
        Code.TOO_MANY_THREADS,
    }
)
"""No thread can be made here: the match is played in the channel."""

UNEDITABLE: Final = frozenset({Code.UNKNOWN_MESSAGE, Code.UNKNOWN_CHANNEL, Code.OLD_EDITS})
"""The message is gone or may not be edited any more: the card is posted anew."""


class Blame(StrEnum):
    """Whose fault an error is."""

    PERSON = "person"
    """The error is the answer: its words tell the person who asked what to do."""
    DISCORD = "discord"
    """Discord refused or failed; its code decides what comes next."""
    OURS = "ours"
    """A mistake in this program: it is logged, and the person learns only that it happened."""


def blame(error: BaseException) -> Blame:
    """Return whose fault an error is: the one place where replies and delivery decide it."""
    if isinstance(error, TwotoneError):
        return Blame.PERSON
    if isinstance(error, discord.HTTPException | discord.RateLimited):
        return Blame.DISCORD
    return Blame.OURS
