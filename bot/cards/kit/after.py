"""Buttons below a finished match: share it, show it, or open it elsewhere."""

from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cards.kit.kit import PRIMARY, ActionButton, link_button
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


def after_match_buttons(
    table: Table, say: Localizer, addresses: WebAddresses = NOWHERE
) -> list[discord.ui.Button[Any]]:
    """Return the share and show buttons of a finished match, and its web links.

    Return none if the match has no result. Only servers have profiles on which a match can be shown.
    """
    row = table.row
    if not (table.is_over and table.match.outcome):
        return []
    share = ActionButton.create(CustomId("share-end", row.id, row.version), say("button.share"))
    show = ActionButton.create(CustomId("show-match", row.id, row.version), say("button.show"))
    return [share, *([show] if row.home_server_id else []), *web_buttons(addresses, say)]


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
