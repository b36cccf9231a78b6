"""Thirteen leaks, each sown by one small patch.

They prove that the comparison of worlds would find them. Each reveals something about the hand of
seat 0, which seat 1 and the public may not know; the last one about the decks.
"""

import logging
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.cards.kit import pictures
from bot.cards.kit.kit import ActionButton, Card
from bot.cards.kit.pictures import Drawing
from bot.cards.play import board
from bot.cogs.naming import completion
from bot.custom_ids import CustomId
from bot.delivery import boards as posting
from club.play.after import animations
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from rendering import picture
from rendering.picture import Picture
from rules import json_records
from rules.game import Game, Seat, View
from rules.match import Match
from rules.one_zero_one import game
from rules.one_zero_one.game import OneZeroOne
from rules.one_zero_one.turn import Position

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


def file_name(patch: Patch) -> None:
    """The board's picture is called after the cards."""
    _on_boards(patch, lambda inner, told: _rename(inner, f"board-{told}.png"), former=False)


def custom_id(patch: Patch) -> None:
    """The board's buttons carry the cards."""

    def sow(inner: Patch, told: str) -> None:
        inner.setattr(
            board, "CustomId", lambda action, number, version: CustomId(action, number, version, told)
        )

    _on_boards(patch, sow)


def alt_text(patch: Patch) -> None:
    """The board's picture says in words what it does not show."""
    _on_pictures(patch, lambda drawn, told: replace(drawn, alt=f"{drawn.alt} {told}"))


def disabled_button(patch: Patch) -> None:
    """A button of the board can be pressed with some hands only."""
    board_card = board.board_card

    def leaky(table: Table, *rest: Any, **named: Any) -> Card:
        card = board_card(table, *rest, **named)
        for item in card.view.walk_children():
            if isinstance(item, ActionButton) and item.label == "More":
                item.disabled = _sum(table.match.position) % 2 == 0
        return card

    patch.setattr(posting, "board_card", leaky)


class Anybodys(Table):
    """A match in which anyone who asks is taken for the player to move."""

    def seat_of(self, user_id: int) -> int | None:
        return self.turn


def offered_move(patch: Patch) -> None:
    """Complete the moves of the player to move for anyone."""
    meant = completion._table

    async def leaky(interaction: Any, *, as_player: bool = False) -> Table:
        table = await meant(interaction, as_player=as_player)
        return Anybodys(table.row, table.match)

    patch.setattr(completion, "_table", leaky)


def error_text(patch: Patch) -> None:
    """Who is told that it is not their turn is told too much."""
    to_move = Matches.require_turn

    def leaky(self: Matches, table: Table, user_id: int) -> int:
        try:
            return to_move(self, table, user_id)
        except Refusal as refusal:
            raise Refusal("match.over", reason=f"{refusal} {_hand_text(table.match.position)}") from None

    patch.setattr(Matches, "require_turn", leaky)


def log_line(patch: Patch) -> None:
    """A move is logged with the hand it was made from."""
    append = Matches.store_change

    async def leaky(self: Matches, table: Table, *rest: Any, **named: Any) -> Table:
        logging.getLogger("club.play.match.matches").debug("played from %s", _hand_text(table.match.position))
        return await append(self, table, *rest, **named)

    patch.setattr(Matches, "store_change", leaky)


def record(patch: Patch) -> None:
    """The record that a seat may have in mid-game tells what the other held."""
    save = Match.save

    def leaky(self: Match, seat: int | None = None) -> str:
        text = save(self, seat)
        return text if seat is None else f"{text}Hands: {_hand_text(self.position)}\n"

    patch.setattr(Match, "save", leaky)


def order_of_cards(patch: Patch) -> None:
    """One's own cards lie in an order that follows from the other's."""
    view = game._view

    def leaky(position: Position, viewer: int | None, *, shown: bool) -> Any:
        seen = view(position, viewer, shown=shown)
        turned = _sum(position) % 3
        first, second = (hand and (*hand[turned:], *hand[:turned]) for hand in seen.hands)
        return replace(seen, hands=(first, second))

    patch.setattr(game, "_view", leaky)


def palette(patch: Patch) -> None:
    """A colour of the board's palette that no pixel has depends on the cards."""

    def tint_palette(picture: Picture, told: str) -> Picture:
        """Return the picture with one byte of its palette taken from the text's CRC."""
        start = picture.png.index(b"PLTE")
        (size,) = struct.unpack(">I", picture.png[start - 4 : start])
        chunk = picture.png[start : start + 3 + size] + bytes([zlib.crc32(told.encode()) & 0xFF])
        rest = picture.png[start + 4 + size + 4 :]
        return replace(picture, png=picture.png[:start] + chunk + struct.pack(">I", zlib.crc32(chunk)) + rest)

    _on_pictures(patch, tint_palette)


def replay_view(patch: Patch) -> None:
    """Show in a replay the view that is public only after the end."""

    def leaky(table: Table, seat: Seat | None, plies: int) -> View:
        match = table.match.copy_at(plies)
        view: View = match.game.reveal(match.position, None)
        return view

    patch.setattr(animations, "earlier_view", leaky)


def export_seat(patch: Patch) -> None:
    """Export the first player's record to anyone who asks for the file."""
    write = json_records.write
    patch.setattr(json_records, "write", lambda match, **named: write(match, **named | {"seat": 0}))


def preview(patch: Patch) -> None:
    """Preview the position after LOAD, with the cards beneath the top of the deck."""
    patch.setattr(OneZeroOne, "preview", Game.preview)


LEAKS: dict[Leak, str] = {
    file_name: "thread",
    custom_id: "thread",
    alt_text: "thread",
    disabled_button: "thread",
    offered_move: "answers to Ben",
    error_text: "answers to Ben",
    log_line: "logs",
    record: "record",
    order_of_cards: "DM of Ben",
    palette: "thread",
    replay_view: "answers to Cleo",
    export_seat: "answers to Cleo",
    preview: "answers to Ben",
}
"""The leaks, and where each comes out."""


def _hand_text(position: Position) -> str:
    """The hand of seat 0, as text."""
    return "_".join(card.name for card in position.hands[0])


def _sum(position: Position) -> int:
    return zlib.crc32(_hand_text(position).encode())


def _rename(patch: Patch, name: str) -> None:
    patch.setattr(pictures, "Drawing", lambda _, make: Drawing(name, make))


def _on_boards(patch: Patch, sow: Callable[[Patch, str], None], *, former: bool = True) -> None:
    """Apply another patch, which gets a hand, while a board card is made.

    With `former`, apply it also while the buttons are taken off a board card.
    """

    def wrap(make: Callable[..., Card]) -> Callable[..., Card]:
        """Return a card maker that applies the other patch during each call."""

        def leaky(table: Table, *rest: Any, **named: Any) -> Card:
            with pytest.MonkeyPatch.context() as within:
                sow(within, _hand_text(table.match.origin))
                return make(table, *rest, **named)

        return leaky

    patch.setattr(posting, "board_card", wrap(board.board_card))
    if former:
        patch.setattr(posting, "former_board_card", wrap(board.former_board_card))


def _on_pictures(patch: Patch, change: Callable[[Picture, str], Picture]) -> None:
    """The pictures of board cards are changed by what the hand is."""

    def sow(inner: Patch, told: str) -> None:
        inner.setattr(pictures, "draw", lambda view, **theme: change(picture.draw(view, **theme), told))

    _on_boards(patch, sow)
