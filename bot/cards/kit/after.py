"""What players can do with a decided match: share it, or show it on their profile."""

from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cards.kit.kit import PRIMARY, Press, link
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from words import Speaker


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a match is shown outside Discord; `None` for a place that it lacks.

    The places are its page, and its position in the lab.
    """

    page: str | None = None
    lab: str | None = None


NOWHERE: Final = Addresses()


def ways_after(table: Table, say: Speaker, outside: Addresses = NOWHERE) -> list[discord.ui.Button[Any]]:
    """Return these buttons and the links `outside`; none if the match has no result.

    Profiles exist on servers only.
    """
    row = table.row
    if not (table.over and table.match.outcome):
        return []
    share = Press.of(CustomId("share-end", row.id, row.version), say("button.share"))
    show = Press.of(CustomId("show-match", row.id, row.version), say("button.show"))
    return [share, *([show] if row.home else []), *ways_outside(outside, say)]


def ways_outside(outside: Addresses, say: Speaker) -> list[discord.ui.Button[Any]]:
    """Return the ways out of Discord."""
    return [*page_button(outside.page, say), *lab_button(outside.lab, say)]


def rematch_button(table: Table, say: Speaker) -> list[Press]:
    """Return the rematch button; none if a player belongs to another server."""
    if any(player.guest for player in table.row.seats):
        return []
    return [Press.of(CustomId("rematch", table.row.id, table.row.version), say("button.rematch"), PRIMARY)]


def page_button(page: str | None, say: Speaker) -> list[discord.ui.Button[Any]]:
    """Return the way to a match's page outside of Discord, if it has one."""
    return [] if page is None else [link(say("button.page"), page)]


def lab_button(lab: str | None, say: Speaker) -> list[discord.ui.Button[Any]]:
    """Return the way to a position or a game in the lab, if there is one."""
    return [] if lab is None else [link(say("button.lab"), lab)]
