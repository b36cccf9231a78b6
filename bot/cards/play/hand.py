"""A hidden hand of cards, for its owner only."""

from typing import Any

import discord

from bot.cards.kit.card_lines import place_link, result_phrase
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    framed_view,
    link_button,
    row,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import board_picture, hand_picture
from bot.cards.play.board import next_action_buttons
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rendering.describe import hand_in_words
from rules.game import Seat
from rules.one_zero_one.view import ProgramView
from words import Localizer, Phrase


def hand_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the direct message that shows a player's hand, with a play button."""
    view = table.view(seat)
    picture = board_picture(view, say) if table.is_over else hand_picture(_hand_view(table, seat), say)
    other, side = safe_name(table.player(1 - seat).name), table.side(seat)
    if table.is_over:
        state = say("card.hand.over", side=side, result=result_phrase(table))
    elif table.turn == seat:
        state = say("card.hand.your_turn", side=side)
    else:
        state = say("card.hand.their_turn", side=side, name=other)
    words = None if table.is_over else hand_in_words(view, say.language)
    card = framed_view(
        RUNNING if table.is_running else OVER,
        text(say("card.hand", title=table.game.title, name=other), state),
        picture,
        text(words) if words else None,
        row(*_buttons(table, say)),
    )
    return Card(card)


def _buttons(table: Table, say: Localizer) -> list[ActionButton | discord.ui.Button[Any]]:
    to_match = link_button(say("button.to_match"), place_link(table.row))
    if not table.is_running:
        return [to_match]
    return [
        ActionButton.create(CustomId("play", table.row.id, table.row.version), say("button.play"), PRIMARY),
        ActionButton.create(CustomId("view", table.row.id, table.row.version), say("button.view")),
        to_match,
    ]


def own_hand_card(table: Table, seat: Seat, say: Localizer, *, theme: str) -> Card:
    """Return a player's hand as the bot's private answer to that player."""
    seen = _hand_view(table, seat)
    picture = hand_picture(seen, say, theme)
    title = say("card.hand.own", name=safe_name(table.player(1 - seat).name))
    words = hand_in_words(seen, say.language)
    ways = next_action_buttons(table, seat, say)
    card = framed_view(None, text(title), picture, text(words), row(*ways) if ways else None)
    return Card(card)


def hand_dms_closed_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the note to a player whom no direct message reaches.

    It says where they can see their hand.
    """
    user_id = table.player(seat).user_id
    words = say("card.hand.closed", name=f"<@{user_id}>", button=Phrase("button.hand"))
    # Whose notice it is tells it apart from the other player's.
    custom_id = CustomId("hand", table.row.id, table.row.version, str(seat))
    buttons = row(ActionButton.create(custom_id, say("button.hand")))
    return Card(framed_view(OFFERED, text(words), buttons), pings=(user_id,))


def _hand_view(table: Table, seat: Seat) -> ProgramView:
    view = table.view(seat)
    assert isinstance(view, ProgramView)  # the one game with hidden hands
    return view
