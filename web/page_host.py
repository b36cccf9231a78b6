"""The interface to the bot's host; the pages use nothing else of the bot."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from club.club import Club
from club.pages.pages import OpennessCheck
from club.running.column import Now
from data.play.places import PlacedRow
from words import Words

RequestCounter = Callable[[str, int], None]
"""A callback that gets the kind of a requested page and the status of the answer.

It gets nothing about the client.
"""


def count_nothing(kind: str, status: int) -> None:
    """Ignore a request; a placeholder for a `RequestCounter`."""
    del kind, status


async def see_nothing(place: PlacedRow, user_id: int) -> bool:
    """Return `False`: no user's rights in a place are known."""
    del place, user_id
    return False


async def identify_nobody(code: str) -> int | None:
    """Return `None`: no user opens a window of Discord's."""
    del code
    return None


@dataclass(frozen=True, slots=True)
class PageHost:
    """The data and functions that the pages need from the bot.

    `base` is the public address of the pages, without a slash at its end. `club` returns the club, `None`
    while the bot is starting or stopping. `is_open` tells whether every member of a server may see a
    channel, `hears_server` whether this process gets the events of a server, and `server_name` how it is
    called, `None` if that is not known. `clean_name` returns a name as
    text without live markup, direction changes or great length; `escape_name` also escapes it for Discord.
    In `folder` the host may have its own privacy policy and terms. `invite_url` returns the address with
    which the bot is added to a server, `None` before it has logged in. `support_url` is where people find
    help with the bot, if there is such a place. If it `has_live_boards`, people can play on a page; `may_see`
    tells whether a user may see a match's place. With the folder `activity`, boards
    open in Discord's own window too: it holds Discord's SDK, which gets the `application_id`, and `identify`
    returns the user whose window has got a code. `count_request` counts each answer.
    """

    base: str
    club: Callable[[], Club | None]
    is_open: OpennessCheck
    hears_server: Callable[[int], bool]
    server_name: Callable[[int], str | None]
    clean_name: Callable[[Words], Words]
    escape_name: Callable[[Words], Words]
    now: Now
    folder: Path
    invite_url: Callable[[], str | None]
    support_url: str | None = None
    has_live_boards: bool = False
    may_see: Callable[[PlacedRow, int], Awaitable[bool]] = see_nothing
    activity: Path | None = None
    application_id: Callable[[], int | None] = lambda: None
    identify: Callable[[str], Awaitable[int | None]] = identify_nobody
    count_request: RequestCounter = count_nothing
