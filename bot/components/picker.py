"""The picker: menus that walk the legal moves choice by choice, for one person alone.

Where the walk stands is in the custom_id (the values chosen so far), so it goes on after a restart; the
version there keeps it from being played on another position.
"""

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import discord

from bot import cards
from bot.cards import PRIMARY, SUCCESS
from bot.custom_ids import CustomId
from bot.items import Press, menu, row
from bot.picking import MENUS_LIMIT, Level, level, menus
from bot.refusals import Refusal, Stale
from bot.reply import Reply
from bot.tables import Table
from rendering.picture import draw
from rules.match import TEXT_LIMIT

if TYPE_CHECKING:
    from bot.client import Twotone

HINT_LIMIT = 100
"""Characters of a form field's description (Discord)."""
BUTTONS_AT_MOST = 5
"""Up to so many choices are buttons, one tap each; more are menus."""


async def open_picker(client: "Twotone", reply: Reply, table: Table, note: str | None = None) -> None:
    """Show the first choice, or the one move there is."""
    await _show(client, reply, table, (), note=note, fresh=True)


async def pick(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """A choice was made by button (it is in the path), or undone by Back."""
    await _walk(client, reply, at, _path(at.rest))


async def choose(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """A choice was made in a menu."""
    _, _, path = at.rest.partition(":")
    await _walk(client, reply, at, (*_path(path), filled.get("choice", "")))


async def page(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Turn to other menus of the same choice."""
    number, _, path = at.rest.partition(":")
    table = await _current(client, reply, at)
    await _show(client, reply, table, _path(path), page=int(number) if number.isdecimal() else 0)


async def do(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Play the move that the path leads to."""
    table = await _current(client, reply, at)
    reached = level(table.game, table.match.position, _path(at.rest))
    if reached is None or reached.move is None:
        raise Stale
    await _play(client, reply, table, reached.move, at.version)


async def write(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Open the form for a written move."""
    table = await client.tables.get(at.id)
    client.tables.to_move(table, reply.interaction.user.id)
    form = discord.ui.Modal(
        title=f"Your move in {table.game.title}"[:45],
        custom_id=str(CustomId("written", at.id, at.version)),
        timeout=900,
    )
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", placeholder=table.game.example, max_length=TEXT_LIMIT
    )
    # A form shows no Markdown.
    how = shorten(table.game.help.notation.replace("`", ""), HINT_LIMIT, placeholder=" …")
    form.add_item(discord.ui.Label(text="Move", description=how, component=field))
    await reply.ask(form)


async def written(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Play a written move."""
    table = await client.tables.get(at.id)
    await _play(client, reply, table, filled.get("move", ""), at.version)


async def _walk(client: "Twotone", reply: Reply, at: CustomId, path: tuple[str, ...]) -> None:
    """Go on from a path: play at its end, else show what comes next."""
    table = await _current(client, reply, at)
    reached = level(table.game, table.match.position, path)
    if reached is None:
        raise Stale
    # In the midst of a chain a single way on needs no asking.
    while len(path) >= 2 and len(reached.choices) == 1 and reached.move is None:
        path = (*path, reached.choices[0].value)
        further = level(table.game, table.match.position, path)
        assert further is not None  # the choice came from the level before
        reached = further
    if reached.choices or await _confirms(client, reply, table):
        await _show(client, reply, table, path)
    else:
        await _play(client, reply, table, reached.move, at.version)


async def _play(client: "Twotone", reply: Reply, table: Table, move: Any, version: int) -> None:
    """Make the move and say so in the picker's place; the board is a post of its own."""
    interaction = reply.interaction
    after = await client.tables.play(table.row.id, interaction.user.id, move, interaction.id, version)
    words = f"You played `{after.last_move_of(interaction.user.id)}`."
    await reply.update(cards.framed(None, cards.text(words)))


async def _current(client: "Twotone", reply: Reply, at: CustomId) -> Table:
    """The table, if the picker is still about its present position and its person to move."""
    table = await client.tables.get(at.id)
    if (
        table.running
        and table.row.version != at.version
        and table.seat_of(reply.interaction.user.id) is not None
    ):
        raise Stale
    client.tables.to_move(table, reply.interaction.user.id)
    return table


async def _confirms(client: "Twotone", reply: Reply, table: Table) -> bool:
    """Whether this person sees the move before it counts: always with hidden cards, else if he wants it."""
    return table.game.hidden or await client.confirms(reply.interaction.user.id)


async def _show(
    client: "Twotone",
    reply: Reply,
    table: Table,
    path: Sequence[str],
    *,
    page: int = 0,
    note: str | None = None,
    fresh: bool = False,
) -> None:
    user_id = reply.interaction.user.id
    seat = client.tables.to_move(table, user_id)
    position = table.match.position
    reached = level(table.game, position, path)
    if reached is None:
        raise Refusal("There is nothing to choose here.")
    theme = await client.theme_of(user_id)
    done = reached.move is not None and not reached.choices
    if done:
        seen = table.game.preview(position, reached.move, seat)
        picture = draw(seen, theme=theme)
        heading = f"Play `{table.game.write(position, reached.move)}`?"
    else:
        squares = [step.square for step in reached.choices if step.square]
        chosen = [step.square for step in reached.chain if step.square]
        picture = draw(table.view(seat), theme=theme, chosen=chosen, choices=squares)
        heading = " → ".join(step.label for step in reached.chain) or "Your move"
    view = cards.framed(
        cards.RUNNING,
        cards.text(f"### {table.game.title}", note, f"**{heading}** · you play {table.side(seat)}"),
        cards.gallery((cards.BOARD_FILE, picture.alt)),
        *_choices(table, reached, page, forced=_forced(table, reached) if fresh else None),
    )
    files = [cards.attached(picture, cards.BOARD_FILE)]
    await (reply.show(view, files) if fresh else reply.update(view, files))


def _forced(table: Table, reached: Level) -> Any | None:
    """The only legal move, if there is only one: it is offered as one tap."""
    if len(reached.choices) != 1:
        return None
    moves = table.game.moves(table.match.position)
    return moves[0] if len(moves) == 1 else None


def _choices(table: Table, reached: Level, page: int, forced: Any | None) -> list[discord.ui.ActionRow[Any]]:
    """The rows of buttons and menus of a level."""
    match_id, version = table.row.id, table.row.version
    path = reached.path

    def at(action: str, *values: str, prefix: str = "") -> CustomId:
        return CustomId(action, match_id, version, prefix + ",".join(values))

    rows: list[discord.ui.ActionRow[Any]] = []
    last: list[Press] = []
    if forced is not None:
        position = table.match.position
        steps = table.game.steps(position, forced)
        label = f"Play {table.game.write(position, forced)} (the only move)"
        rows.append(row(Press.of(at("do", *(step.value for step in steps)), label, SUCCESS)))
    elif 0 < len(reached.choices) <= BUTTONS_AT_MOST:
        rows.append(row(*(Press.of(at("pick", *path, s.value), s.label, PRIMARY) for s in reached.choices)))
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
    """The path to the last choice that there was: single ways on, which `_walk` takes by itself, are passed over."""
    path = path[:-1]
    while len(path) >= 2:
        reached = level(table.game, table.match.position, path)
        if reached is None or len(reached.choices) != 1 or reached.move is not None:
            break
        path = path[:-1]
    return path


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


HANDLERS = {"pick": pick, "choose": choose, "page": page, "do": do, "write": write, "written": written}
