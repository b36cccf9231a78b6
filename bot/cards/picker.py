"""The picker: menus and buttons that walk the legal moves choice by choice, for one person alone.

How far the walk has come is in the custom_id (the values chosen so far), so that it goes on after a restart; the
version there keeps it from being played on another position.
"""

from textwrap import shorten
from typing import Any, Final

import discord

from bot.cards.challenge import FORM_WAITS
from bot.cards.kit import (
    BOARD_FILE,
    HINT_LIMIT,
    PRIMARY,
    RUNNING,
    SUCCESS,
    TITLE_LIMIT,
    Card,
    Press,
    attached,
    framed,
    gallery,
    menu,
    row,
    text,
)
from bot.custom_ids import CustomId
from bot.picking import MENUS_LIMIT, Level, level, menus
from club.matches import Table
from rendering.picture import draw
from rules.game import Seat
from rules.match import TEXT_LIMIT

BUTTONS_AT_MOST: Final = 5
"""Up to so many choices are buttons, one tap each; more are menus."""


def picker_card(
    table: Table,
    seat: Seat,
    reached: Level,
    *,
    theme: str,
    page: int = 0,
    note: str | None = None,
    fresh: bool = False,
) -> Card:
    """Return what can be chosen at the level reached, or the complete move with the question whether to play it.

    `fresh` is true for a picker just opened, which offers a forced move as one tap.
    """
    position = table.match.position
    if reached.move is not None and not reached.choices:
        picture = draw(table.game.preview(position, reached.move, seat), theme=theme)
        heading = f"Play `{table.game.write(position, reached.move)}`?"
    else:
        squares = [step.square for step in reached.choices if step.square]
        chosen = [step.square for step in reached.chain if step.square]
        picture = draw(table.view(seat), theme=theme, chosen=chosen, choices=squares)
        heading = " → ".join(str(step.label) for step in reached.chain) or "Your move"
    view = framed(
        RUNNING,
        text(f"### {table.game.title}", note, f"**{heading}** · you play {table.side(seat)}"),
        gallery((BOARD_FILE, picture.alt)),
        *_choices(table, reached, page, forced=_forced(table, reached) if fresh else None),
    )
    return Card(view, [attached(picture, BOARD_FILE)])


def move_form(table: Table, version: int) -> discord.ui.Modal:
    """Return the form for a written move."""
    form = discord.ui.Modal(
        title=f"Your move in {table.game.title}"[:TITLE_LIMIT],
        custom_id=str(CustomId("written", table.row.id, version)),
        timeout=FORM_WAITS,
    )
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", placeholder=table.game.example, max_length=TEXT_LIMIT
    )
    # A form shows no Markdown.
    how = shorten(str(table.game.help.notation).replace("`", ""), HINT_LIMIT, placeholder=" …")
    form.add_item(discord.ui.Label(text="Move", description=how, component=field))
    return form


def _forced(table: Table, reached: Level) -> Any | None:
    """Return the only legal move, if there is only one."""
    if len(reached.choices) != 1:
        return None
    moves = table.game.moves(table.match.position)
    return moves[0] if len(moves) == 1 else None


def _choices(table: Table, reached: Level, page: int, forced: Any | None) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of buttons and menus of a level."""
    path = reached.path

    def at(action: str, *values: str, prefix: str = "") -> CustomId:
        return CustomId(action, table.row.id, table.row.version, prefix + ",".join(values))

    rows: list[discord.ui.ActionRow[Any]] = []
    last: list[Press] = []
    if forced is not None:
        position = table.match.position
        steps = table.game.steps(position, forced)
        label = f"Play {table.game.write(position, forced)} (the only move)"
        rows.append(row(Press.of(at("do", *(step.value for step in steps)), label, SUCCESS)))
    elif 0 < len(reached.choices) <= BUTTONS_AT_MOST:
        rows.append(
            row(*(Press.of(at("pick", *path, s.value), str(s.label), PRIMARY) for s in reached.choices))
        )
    else:
        shown = menus(reached.choices)
        pages = [shown[i : i + MENUS_LIMIT] for i in range(0, len(shown), MENUS_LIMIT)]
        page = min(page, max(len(pages) - 1, 0))
        for number, part in enumerate(pages[page] if pages else ()):
            several = len(shown) > 1 and part.heading
            heading = f"Choose from {part.heading}" if several else f"Choose one of {len(part.steps)}"
            rows.append(row(menu(at("choose", *path, prefix=f"{number}:"), heading, part.steps)))
        if len(pages) > 1:
            following = (page + 1) % len(pages)
            last.append(
                Press.of(at("page", *path, prefix=f"{following}:"), f"More choices ({page + 1}/{len(pages)})")
            )
    if reached.move is not None:
        last.append(Press.of(at("do", *path), "Only this" if reached.choices else "Confirm", SUCCESS))
    if path:
        last.append(Press.of(at("pick", *_back(table, path)), "Back"))
    last.append(Press.of(at("write"), "Type a move"))
    return [*rows, row(*last)]


def _back(table: Table, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path to the last real choice: the picker takes single ways on by itself, so they are left out."""
    path = path[:-1]
    while len(path) >= 2:
        reached = level(table.game, table.match.position, path)
        if reached is None or len(reached.choices) != 1 or reached.move is not None:
            break
        path = path[:-1]
    return path
