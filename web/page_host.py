"""What the bot's host hands the pages: nothing else of the bot is known here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from club.club import Club, Now
from club.pages.pages import OpennessCheck
from words import Words

RequestCounter = Callable[[str, int], None]
"""A callback that gets the kind of a requested page and the status of the answer.

It gets nothing about the client.
"""


def count_nothing(kind: str, status: int) -> None:
    """Count nothing."""
    del kind, status


@dataclass(frozen=True, slots=True)
class PageHost:
    """What the pages need of the bot.

    `base` is their address for everybody, without a slash at its end. `club` gives the club, `None` while the bot is
    starting or stopping. `is_open` says whether every member of its server may see a place, `hears` whether this
    process is told of a server at all. `bare` makes a name text in which nothing is live, nothing turns a line around
    and nothing is long; `plain` also escapes it for Discord. In `folder` the host may have a privacy policy and terms
    of their own. `invite` gives the address with which the bot is added to a server, `None` before the log-in.
    """

    base: str
    club: Callable[[], Club | None]
    is_open: OpennessCheck
    hears: Callable[[int], bool]
    bare: Callable[[Words], Words]
    plain: Callable[[Words], Words]
    now: Now
    folder: Path
    invite: Callable[[], str | None]
    counted: RequestCounter = count_nothing
