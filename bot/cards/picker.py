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
    PRIMARY,
    RUNNING,
    SUCCESS,
    Card,
    Press,
    attached,
    framed,
    gallery,
    heading,
    menu,
    row,
    text,
)
from bot.custom_ids import CustomId
from bot.picking import MENUS_LIMIT, Level, Menu, menus
from club.matches import Table
from rendering.picture import draw
from rules.game import Seat
from rules.match import TEXT_LIMIT
from words import Speaker
from words.message import Place

BUTTONS_AT_MOST: Final = 5
"""Up to so many choices are buttons, one tap each; more are menus."""


def picker_card(
    table: Table,
    seat: Seat,
    reached: Level,
    say: Speaker,
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
        seen = table.game.preview(position, reached.move, seat)
        picture = draw(seen, theme=theme, language=say.language)
        words = say("card.pick.confirm", move=table.game.write(position, reached.move), side=table.side(seat))
    else:
        squares = [step.square for step in reached.choices if step.square]
        chosen = [step.square for step in reached.chain if step.square]
        picture = draw(table.view(seat), theme=theme, chosen=chosen, choices=squares, language=say.language)
        steps = " → ".join(say.told(step.label) for step in reached.chain)
        if steps:
            words = say("card.pick.next", steps=steps, side=table.side(seat))
        else:
            words = say("card.pick.first", side=table.side(seat))
    view = framed(
        RUNNING,
        text(heading(say.told(table.game.title)), note, words),
        gallery((BOARD_FILE, picture.alt)),
        *_choices(table, reached, say, page=page, forced=_forced(table, reached) if fresh else None),
    )
    return Card(view, [attached(picture, BOARD_FILE)])


def move_form(table: Table, version: int, say: Speaker) -> discord.ui.Modal:
    """Return the form for a written move."""
    form = discord.ui.Modal(
        title=say("form.move", title=table.game.title)[: Place.TITLE.limit],
        custom_id=str(CustomId("written", table.row.id, version)),
        timeout=FORM_WAITS,
    )
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", placeholder=table.game.example, max_length=TEXT_LIMIT
    )
    # A form shows no Markdown.
    how = shorten(
        say.told(table.game.help.notation).replace("`", ""), Place.DESCRIPTION.limit, placeholder=" …"
    )
    form.add_item(discord.ui.Label(text=say("form.move.label"), description=how, component=field))
    return form


def _forced(table: Table, reached: Level) -> Any | None:
    """Return the only legal move, if there is only one."""
    if len(reached.choices) != 1:
        return None
    moves = table.game.moves(table.match.position)
    return moves[0] if len(moves) == 1 else None


def _choices(
    table: Table, reached: Level, say: Speaker, *, page: int, forced: Any | None
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of buttons and menus of a level."""
    path = reached.path

    def at(action: str, *values: str, prefix: str = "") -> CustomId:
        return CustomId(action, table.row.id, table.row.version, prefix + ",".join(values))

    rows: list[discord.ui.ActionRow[Any]] = []
    last: list[Press] = []
    if forced is not None:
        position = table.match.position
        steps = table.game.steps(position, forced)
        label = say("button.only_move", move=table.game.write(position, forced))
        rows.append(row(Press.of(at("do", *(step.value for step in steps)), label, SUCCESS)))
    elif 0 < len(reached.choices) <= BUTTONS_AT_MOST:
        rows.append(
            row(
                *(
                    Press.of(at("pick", *path, step.value), say.told(step.label), PRIMARY)
                    for step in reached.choices
                )
            )
        )
    else:
        shown = menus(reached.choices)
        pages = [shown[i : i + MENUS_LIMIT] for i in range(0, len(shown), MENUS_LIMIT)]
        page = min(page, max(len(pages) - 1, 0))
        for number, part in enumerate(pages[page] if pages else ()):
            words = _placeholder(part, say, several=len(shown) > 1)
            rows.append(row(menu(at("choose", *path, prefix=f"{number}:"), say, words, part.steps)))
        if len(pages) > 1:
            following = (page + 1) % len(pages)
            words = say("button.page", number=page + 1, pages=len(pages))
            last.append(Press.of(at("page", *path, prefix=f"{following}:"), words))
    if reached.move is not None:
        words = say("button.only_this") if reached.choices else say("button.confirm")
        last.append(Press.of(at("do", *path), words, SUCCESS))
    if path:
        last.append(Press.of(at("pick", *reached.back), say("button.back")))
    last.append(Press.of(at("write"), say("button.type")))
    return [*rows, row(*last)]


def _placeholder(part: Menu, say: Speaker, *, several: bool) -> str:
    """Return what a menu shows before anybody chooses: the groups it holds, where there are several menus."""
    if not several or not part.first:
        return say("menu.count", count=len(part.steps))
    if part.first == part.last:
        return say("menu.group", group=part.first)
    return say("menu.groups", group=part.first, last_group=part.last)
