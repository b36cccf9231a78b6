"""Blocking a member: the question, what it means, and the list of those blocked."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.cards.kit.kit import DANGER, OFFERED, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.names import mention
from bot.custom_ids import CustomId
from club.members.blocks import BLOCKED_AT_MOST
from words import Localizer

UNBLOCK = "no"
"""Of the button by which a member is blocked no longer."""


def block_card(member_id: int, say: Localizer, *, is_blocked: bool) -> Card:
    """Return what a block of this member means, with the button that makes or ends it."""
    toggle = (
        ActionButton.create(CustomId("block", member_id, rest=UNBLOCK), say("button.unblock"))
        if is_blocked
        else ActionButton.create(CustomId("block", member_id), say("button.block"), DANGER)
    )
    words = say("card.blocked" if is_blocked else "card.block", name=mention(member_id))
    return Card(framed_view(OFFERED, text(words), row(toggle, blocks_button(say))))


def blocks_card(blocked_ids: Sequence[int], say: Localizer) -> Card:
    """Return the list of those whom a member has blocked, as a menu that changes it."""
    select: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=str(CustomId("block-set", 0)),
        placeholder=say("menu.blocks"),
        min_values=0,
        max_values=BLOCKED_AT_MOST,
        default_values=[
            discord.SelectDefaultValue(id=user_id, type=discord.SelectDefaultValueType.user)
            for user_id in blocked_ids
        ],
    )
    words = text(say("card.blocks"), small_print(say("card.blocks.meaning")))
    return Card(framed_view(OFFERED, words, row(select)))


def blocks_button(say: Localizer) -> ActionButton:
    """Return the button to the list of those whom a member has blocked."""
    return ActionButton.create(CustomId("blocks", 0), say("button.blocks"))
