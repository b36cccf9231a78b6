"""What stands below a finished match: Share, Rematch, and where else it is shown."""

from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cards.kit.kit import PRIMARY, ActionButton, link_button, small_print
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from data.database.persons import NOBODY
from words import Localizer


@dataclass(frozen=True, slots=True)
class WebAddresses:
    """Links to a match outside Discord.

    `page` is the address of its web page, `lab` the address that opens its position in the lab (the
    analysis page). Each is `None` if it does not exist.
    """

    page: str | None = None
    lab: str | None = None


NOWHERE: Final = WebAddresses()


def share_button(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the button that shares a finished match; none if it has no result.

    There is none with a guest either, because they cannot be asked where the match was played.
    """
    row = table.row
    if not (table.is_over and table.match.outcome) or any(player.guest for player in row.seats):
        return []
    return [ActionButton.create(CustomId("share-end", row.id, row.version), say("button.share"))]


def links_line(addresses: WebAddresses, say: Localizer, *, match: str | None = None) -> str | None:
    """Return the line of links to a finished match, or `None` without any.

    `match` is the address of its last board in Discord, for cards elsewhere.
    """
    named = (("see_match", match), ("page", addresses.page), ("lab", addresses.lab))
    links = [f"[{say(f'button.{code}')}]({address})" for code, address in named if address is not None]
    return small_print(" · ".join(links)) if links else None


def web_buttons(addresses: WebAddresses, say: Localizer) -> list[discord.ui.Button[Any]]:
    """Return the buttons that link to places outside Discord."""
    return [*page_button(addresses.page, say), *lab_button(addresses.lab, say)]


def rematch_button(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the rematch button; none for guests or forgotten players."""
    if any(player.guest or player.user_id == NOBODY for player in table.row.seats):
        return []
    return [
        ActionButton.create(
            CustomId("rematch", table.row.id, table.row.version), say("button.rematch"), PRIMARY
        )
    ]


def page_button(address: str | None, say: Localizer) -> list[discord.ui.Button[Any]]:
    """Return the button that links to a web page, if there is an address."""
    return [] if address is None else [link_button(say("button.page"), address)]


def lab_button(address: str | None, say: Localizer) -> list[discord.ui.Button[Any]]:
    """Return the button that opens a position or a game in the lab, if possible."""
    return [] if address is None else [link_button(say("button.lab"), address)]
