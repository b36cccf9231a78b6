"""The picker: the board's Play button, the menus that walk the legal moves, and the form for a written move."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit import Card, framed, text
from bot.cards.picker import move_form, picker_card
from bot.cogs.match import show_board
from bot.picking import Level, level
from bot.request import Handler, Request
from club.club import Club
from club.matches import Table
from club.refusals import Refusal, Stale


async def play(club: Club, request: Request) -> None:
    """Open the picker; an old button opens it on the board as it is now."""
    table = await club.matches.get(request.custom_id.id)
    moved_on = await club.matches.moved_since(table, request.custom_id.version)
    try:
        club.matches.to_move(table, request.who.id)
    except Refusal as refusal:
        if moved_on and table.seat_of(request.who.id) is not None:
            words = discord.utils.escape_markdown(refusal.told(request.say.language))
            await show_board(club, request, table, note=f"{request.say('match.stale')} {words}")
            return
        raise
    note = request.say("match.stale") if moved_on else None
    await _show(club, request, table, (), note=note, fresh=True)


async def pick(club: Club, request: Request) -> None:
    """Go on after a choice by button (it is in the path), or back after Back."""
    await _walk(club, request, _path(request.custom_id.rest))


async def choose(club: Club, request: Request) -> None:
    """Go on after a choice in a menu."""
    _, _, path = request.custom_id.rest.partition(":")
    await _walk(club, request, (*_path(path), request.fields.get("choice", "")))


async def page(club: Club, request: Request) -> None:
    """Turn to other menus of the same choice."""
    number, _, path = request.custom_id.rest.partition(":")
    table = await _current(club, request)
    await _show(club, request, table, _path(path), page=int(number) if number.isdecimal() else 0)


async def do(club: Club, request: Request) -> None:
    """Play the move that the path leads to."""
    table = await _current(club, request)
    reached = await _reached(table, _path(request.custom_id.rest))
    if reached is None or reached.move is None:
        raise Stale
    await _play(club, request, table, reached.move)


async def write(club: Club, request: Request) -> None:
    """Open the form for a written move."""
    table = await club.matches.get(request.custom_id.id)
    club.matches.to_move(table, request.who.id)
    await request.reply.ask(move_form(table, request.custom_id.version, request.say))


async def written(club: Club, request: Request) -> None:
    """Play a written move."""
    table = await club.matches.get(request.custom_id.id)
    await _play(club, request, table, request.fields.get("move", ""))


async def _walk(club: Club, request: Request, path: tuple[str, ...]) -> None:
    """Go on from a path: play at its end, else show what comes next."""
    table = await _current(club, request)
    reached = await _reached(table, path)
    if reached is None:
        raise Stale
    # In the middle of a chain a single way on needs no question.
    while len(path) >= 2 and len(reached.choices) == 1 and reached.move is None:
        path = (*path, reached.choices[0].value)
        further = await _reached(table, path)
        assert further is not None  # the choice came from the level before
        reached = further
    if reached.choices or await _confirms(club, request, table):
        await _show(club, request, table, path)
    else:
        await _play(club, request, table, reached.move)


async def _play(club: Club, request: Request, table: Table, move: Any) -> None:
    """Make the move and say so in the picker's place; the board is a post of its own."""
    after = await club.matches.play(
        table.row.id,
        user_id=request.who.id,
        move=move,
        interaction_id=request.id,
        version=request.custom_id.version,
    )
    request.reply.stored()
    words = request.say("answer.played", move=after.last_move_of(request.who.id))
    await request.reply.update(Card(framed(None, text(words))))


async def _reached(table: Table, path: Sequence[str]) -> Level | None:
    """Return the level that a path leads to, off the event loop: a position can have thousands of moves."""
    return await asyncio.to_thread(level, table.game, table.match.position, path)


async def _current(club: Club, request: Request) -> Table:
    """Return the match if the picker shows its present position and its person is to move."""
    table = await club.matches.get(request.custom_id.id)
    played_on = table.running and await club.matches.moved_since(table, request.custom_id.version)
    if played_on and table.seat_of(request.who.id) is not None:
        raise Stale
    club.matches.to_move(table, request.who.id)
    return table


async def _confirms(club: Club, request: Request, table: Table) -> bool:
    """Return whether this person sees the move before it counts: always with hidden cards, else if they want it."""
    return table.game.hidden or await club.preferences.confirms(request.who.id)


async def _show(
    club: Club,
    request: Request,
    table: Table,
    path: Sequence[str],
    *,
    page: int = 0,
    note: str | None = None,
    fresh: bool = False,
) -> None:
    """Show the level that a path leads to, as a new message if `fresh`, else in the picker's place."""
    seat = club.matches.to_move(table, request.who.id)
    reached = await _reached(table, path)
    if reached is None:
        raise Refusal("picker.nothing")
    theme = await club.preferences.theme_of(request.who.id)
    card = picker_card(table, seat, reached, request.say, theme=theme, page=page, note=note, fresh=fresh)
    await (request.reply.show(card) if fresh else request.reply.update(card))


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


HANDLERS: Final[dict[str, Handler]] = {
    "play": play,
    "pick": pick,
    "choose": choose,
    "page": page,
    "do": do,
    "write": write,
    "written": written,
}
