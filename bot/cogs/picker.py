"""The picker: the board's Play button, the choices that lead to a move, and the form for a written move."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit import Card, framed, text
from bot.cards.picker import move_form, picker_card
from bot.cogs.match import show_board
from bot.picking import Level, reach
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
    async with request.reply.beside():
        card = await _card(club, request, table, await _reached(table, ()), note=note)
    await request.reply.show(card)


async def pick(club: Club, request: Request) -> None:
    """Go on after a choice (it is in the path), or back after Back; at the end of a move, play it."""
    await _walk(club, request, _path(request.custom_id.rest))


async def choose(club: Club, request: Request) -> None:
    """Go on after a choice in a menu, such as pickers had once."""
    _, _, path = request.custom_id.rest.partition(":")
    await _walk(club, request, (*_path(path), request.fields.get("choice", "")))


async def page(club: Club, request: Request) -> None:
    """Show one part of the choices."""
    number, _, path = request.custom_id.rest.partition(":")
    await _walk(club, request, _path(path), part=int(number) if number.isdecimal() else 0)


async def do(club: Club, request: Request) -> None:
    """Play the move that the path leads to, though other moves go on from there."""
    await _walk(club, request, _path(request.custom_id.rest), sure=True)


async def write(club: Club, request: Request) -> None:
    """Open the form for a written move."""
    table = await club.matches.get(request.custom_id.id)
    club.matches.to_move(table, request.who.id)
    await request.reply.ask(move_form(table, request.custom_id.version, request.say))


async def written(club: Club, request: Request) -> None:
    """Play a written move."""
    table = await club.matches.get(request.custom_id.id)
    await _play(club, request, table, request.fields.get("move", ""))


async def _walk(
    club: Club, request: Request, path: tuple[str, ...], *, part: int | None = None, sure: bool = False
) -> None:
    """Go on from a path: play at its end, else show what comes next. `sure` plays a move that others go on from.

    A picker of another position, or a choice that no longer is one, becomes a fresh picker.
    """
    table = await club.matches.get(request.custom_id.id)
    moved_on = table.running and await club.matches.moved_since(table, request.custom_id.version)
    if moved_on and table.seat_of(request.who.id) not in (None, table.turn):
        raise Stale
    club.matches.to_move(table, request.who.id)
    reached = None if moved_on else await _reached(table, path)
    if reached is None or (sure and reached.move is None):
        note = request.say("match.stale" if moved_on else "picker.again")
        fresh = await _reached(table, ())
        await request.reply.show(await _card(club, request, table, fresh, note=note))
    elif reached.move is not None and (sure or not (reached.choices or await _confirms(club, request))):
        await _play(club, request, table, reached.move)
    else:
        await request.reply.update(await _card(club, request, table, reached, part=part))


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
    return await asyncio.to_thread(reach, table.game, table.match.position, path)


async def _confirms(club: Club, request: Request) -> bool:
    """Return whether this person wants to see a move before it counts."""
    return await club.preferences.confirms(request.who.id)


async def _card(
    club: Club,
    request: Request,
    table: Table,
    reached: Level | None,
    *,
    part: int | None = None,
    note: str | None = None,
) -> Card:
    """Return the picker at a level, as its person sees it."""
    assert reached is not None  # whoever is to move has a move
    seat = club.matches.to_move(table, request.who.id)
    theme = await club.preferences.theme_of(request.who.id)
    table = await club.preferences.table_for(table, request.who.id)
    return picker_card(table, seat, reached, request.say, theme=theme, part=part, note=note)


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
