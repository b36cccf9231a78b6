"""The interface to the bot's host; the pages know nothing else of the bot."""

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
    """The data and functions that the pages need from the bot.

    `base` is the public address of the pages, without a slash at its end. `club` returns the club, `None`
    while the bot is starting or stopping. `is_open` tells whether every member of its server may see a
    place, `hears` whether this process gets events of a server at all. `bare` turns a name into text
    without live markup, direction changes or great length; `plain` also escapes it for Discord. In
    `folder` the host may have its own privacy policy and terms. `invite` returns the address with which
    the bot is added to a server, `None` before the log-in.
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
