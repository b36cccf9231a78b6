"""A hidden hand, for its owner alone."""

from typing import Any

import discord

from bot.cards.board import play_button
from bot.cards.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    drawn,
    drawn_hand,
    framed,
    link,
    plain,
    row,
    text,
)
from bot.cards.lines import place_link, result_line
from bot.custom_ids import CustomId
from club.matches import Table
from rendering.describe import hand_in_words
from rules.game import Seat
from rules.one_zero_one.view import ProgramView


def hand_card(table: Table, seat: Seat) -> Card:
    """Return the direct message that shows a seat its hand, with the way to play from it."""
    view = table.view(seat)
    picture, files = drawn(view) if table.over else drawn_hand(_hand_view(table, seat))
    other = table.player(1 - seat)
    turn = "**Your turn.**" if table.turn == seat else f"{plain(other.name)} is to move."
    if table.over:
        turn = f"**{result_line(table)}**"
    words = None if table.over else hand_in_words(view)
    card = framed(
        RUNNING if table.running else OVER,
        text(
            f"### {table.game.title} against {plain(other.name)}",
            f"You play **{table.side(seat)}**. {turn}",
        ),
        picture,
        text(words) if words else None,
        row(*_buttons(table)),
    )
    return Card(card, files)


def _buttons(table: Table) -> list[Press | discord.ui.Button[Any]]:
    to_match = link("To the match", place_link(table.row))
    if not table.running:
        return [to_match]
    return [
        Press.of(CustomId("play", table.row.id, table.row.version), "Play", PRIMARY),
        Press.of(CustomId("view", table.row.id, table.row.version), "My view"),
        to_match,
    ]


def own_hand_card(table: Table, seat: Seat, *, theme: str) -> Card:
    """Return a seat's hand as the answer to its owner."""
    seen = _hand_view(table, seat)
    picture, files = drawn_hand(seen, theme)
    title = f"### Your hand against {plain(table.player(1 - seat).name)}"
    card = framed(None, text(title), picture, text(hand_in_words(seen)), play_button(table, seat))
    return Card(card, files)


def dms_closed_card(table: Table, seat: Seat) -> Card:
    """Return the notice to a player who takes no direct messages: where their hand is."""
    user_id = table.player(seat).user_id
    words = f"<@{user_id}>, I cannot send you direct messages. Your hand is behind the button **Hand**, or `/hand`."
    buttons = row(Press.of(CustomId("hand", table.row.id, table.row.version), "Hand"))
    return Card(framed(OFFERED, text(words), buttons), pings=(user_id,))


def _hand_view(table: Table, seat: Seat) -> ProgramView:
    view = table.view(seat)
    assert isinstance(view, ProgramView)  # the one game with hidden hands
    return view
