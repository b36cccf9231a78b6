"""The board of a match: for everyone, for one player, as it was before, and what opens from it."""

from dataclasses import replace
from typing import Any, Final

import discord

from bot.cards.kit import (
    BOARD_FILE,
    DANGER,
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    drawn,
    framed,
    gallery,
    plain,
    row,
    small,
    text,
)
from bot.cards.lines import fairness_line, last_move_line, options_line, players_line, result_line
from bot.custom_ids import CustomId
from club.matches import SUSPENDED, Table
from club.offers import Offer
from rendering.describe import describe, status, text_board
from rules.game import Seat

MOVES_SHOWN: Final = 3500
"""Characters of a move list that one message can hold beside its heading."""


def board_card(table: Table, offer: Offer | None = None) -> Card:
    """Return the board for everyone, with the buttons of its version; it pings the player to move."""
    view = table.view(None)
    board, files = drawn(view)
    turn = table.turn
    to_move = None if turn is None else table.player(turn)
    card = framed(
        RUNNING if table.running else OVER,
        text(
            f"### {table.game.title}",
            players_line(table),
            options_line(table.game, table.match.options) if not table.match.plies else None,
            fairness_line(table),
        ),
        board,
        text(
            last_move_line(table, view),
            small(status(view)),
            None if offer is None else f"{plain(table.player(offer.by).name)} offers a draw.",
            f"**<@{to_move.user_id}> to move** ({table.side(turn)})"
            if to_move and turn is not None
            else None,
            None if table.running else f"**{result_line(table)}**",
        ),
        row(*_buttons(table)),
    )
    return Card(card, files, (to_move.user_id,) if to_move else ())


def _buttons(table: Table) -> list[Press]:
    match_id, version = table.row.id, table.row.version
    if not table.running:
        return [Press.of(CustomId("moves", match_id, version), "Moves")]
    return [
        Press.of(CustomId("play", match_id, version), "Play", PRIMARY),
        Press.of(CustomId("view", match_id, version), "My view"),
        *([Press.of(CustomId("hand", match_id, version), "Hand")] if table.game.hidden else []),
        Press.of(CustomId("more", match_id, version), "More"),
    ]


def former_card(table: Table, plies: int) -> Card:
    """Return the board as it was after so many plies, now that a newer one follows: no buttons, the same picture."""
    then = replace(table, match=table.match.at(plies))
    seen = then.match.view(None)
    return Card(
        framed(
            OVER,
            text(f"### {table.game.title}", players_line(table)),
            gallery((BOARD_FILE, describe(seen))),
            text(line) if (line := last_move_line(then, seen)) else None,
        )
    )


def own_board_card(table: Table, seat: Seat | None, *, theme: str, note: str | None = None) -> Card:
    """Return the board as one person sees it: their side at the bottom, in their theme."""
    seen = table.view(seat)
    board, files = drawn(seen, theme)
    before, after = _own_lines(table, seat, note)
    return Card(framed(None, text(*before), board, text(*after), play_button(table, seat)), files)


def text_board_card(table: Table, seat: Seat | None, *, note: str | None = None) -> Card:
    """Return the board as one person sees it, in characters for a screen reader."""
    before, after = _own_lines(table, seat, note)
    return Card(framed(None, text(*before, f"```\n{text_board(table.view(seat))}\n```", *after)))


def _own_lines(
    table: Table, seat: Seat | None, note: str | None
) -> tuple[list[str | None], list[str | None]]:
    """Return the lines above and below one person's board."""
    seen, turn = table.view(seat), table.turn
    whose = None if turn is None else f"{plain(table.player(turn).name)} ({table.side(turn)}) is to move."
    ended = None if table.running else f"**{result_line(table) if table.over else SUSPENDED}**"
    return [f"### {table.game.title}", note, last_move_line(table, seen)], [status(seen), whose, ended]


def play_button(table: Table, seat: Seat | None) -> discord.ui.ActionRow[Any] | None:
    """Return the way on to the picker, for whoever is to move; `None` for everybody else."""
    if seat is None or table.turn != seat:
        return None
    return row(Press.of(CustomId("play", table.row.id, table.row.version), "Play", PRIMARY))


def more_card(table: Table, seat: Seat | None) -> Card:
    """Return what else there is to do in a match; `seat` is that of the person who asks, if they play in it."""
    match_id, version = table.row.id, table.row.version
    items = [
        Press.of(CustomId("moves", match_id, version), "Moves"),
        Press.of(CustomId("howto", 0, rest=table.game.key), "Rules"),
    ]
    if table.running and seat is not None:
        items += [
            Press.of(CustomId("offer", match_id, version), "Offer a draw"),
            Press.of(CustomId("resign", match_id, version), "Resign", DANGER),
        ]
    return Card(framed(None, text(f"### {table.game.title}"), row(*items)))


def moves_card(table: Table) -> Card:
    """Return the moves so far, as written."""
    plies = [f"{number}. {ply.text}" for number, ply in enumerate(table.match.plies, 1)]
    listed = "  ".join(plies)
    if len(listed) > MOVES_SHOWN:
        listed = "… " + listed[-MOVES_SHOWN:].partition("  ")[2]
    body = f"```\n{listed}\n```" if plies else "No move has been made yet."
    return Card(framed(None, text(f"### {table.game.title}: moves", body)))
