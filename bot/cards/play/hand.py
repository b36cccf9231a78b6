"""A hidden hand, for its owner alone."""

from typing import Any

import discord

from bot.cards.kit.card_lines import place_link, result
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    framed_view,
    link,
    row,
    text,
)
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import board_picture, hand_picture
from bot.cards.play.board import ways_on
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rendering.describe import hand_in_words
from rules.game import Seat
from rules.one_zero_one.view import ProgramView
from words import Phrase, Speaker


def hand_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the direct message that shows a seat its hand, with a button to play."""
    view = table.view(seat)
    picture = board_picture(view, say) if table.over else hand_picture(_hand_view(table, seat), say)
    other, side = plain(table.player(1 - seat).name), table.side(seat)
    if table.over:
        state = say("card.hand.over", side=side, result=result(table))
    elif table.turn == seat:
        state = say("card.hand.your_turn", side=side)
    else:
        state = say("card.hand.their_turn", side=side, name=other)
    words = None if table.over else hand_in_words(view, say.language)
    card = framed_view(
        RUNNING if table.running else OVER,
        text(say("card.hand", title=table.game.title, name=other), state),
        picture,
        text(words) if words else None,
        row(*_buttons(table, say)),
    )
    return Card(card)


def _buttons(table: Table, say: Speaker) -> list[Press | discord.ui.Button[Any]]:
    to_match = link(say("button.to_match"), place_link(table.row))
    if not table.running:
        return [to_match]
    return [
        Press.of(CustomId("play", table.row.id, table.row.version), say("button.play"), PRIMARY),
        Press.of(CustomId("view", table.row.id, table.row.version), say("button.view")),
        to_match,
    ]


def own_hand_card(table: Table, seat: Seat, say: Speaker, *, theme: str) -> Card:
    """Return a seat's hand as the answer to its owner."""
    seen = _hand_view(table, seat)
    picture = hand_picture(seen, say, theme)
    title = say("card.hand.own", name=plain(table.player(1 - seat).name))
    words = hand_in_words(seen, say.language)
    ways = ways_on(table, seat, say)
    card = framed_view(None, text(title), picture, text(words), row(*ways) if ways else None)
    return Card(card)


def dms_closed_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the notice to a player who takes no direct messages: where their hand is."""
    user_id = table.player(seat).user_id
    words = say("card.hand.closed", name=f"<@{user_id}>", button=Phrase("button.hand"))
    # Whose notice it is tells it apart from the other player's.
    custom_id = CustomId("hand", table.row.id, table.row.version, str(seat))
    buttons = row(Press.of(custom_id, say("button.hand")))
    return Card(framed_view(OFFERED, text(words), buttons), pings=(user_id,))


def _hand_view(table: Table, seat: Seat) -> ProgramView:
    view = table.view(seat)
    assert isinstance(view, ProgramView)  # the one game with hidden hands
    return view
