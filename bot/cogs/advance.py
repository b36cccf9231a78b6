"""Moves in advance: their list, the choices that lead to a line, and the form for written ones."""

from dataclasses import replace
from typing import Final, NamedTuple

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.advance import AdvanceIds, Typed, advance_card, advance_form, ahead_card, read_form
from bot.cards.choices import Choices, foresee
from bot.cards.names import echoed
from bot.cogs.match import show_board
from club.club import Club
from club.members.preferences import theme_of
from club.play.advance import PLIES, Ahead, can_go_on, digest, expect_turn, mark
from club.play.matches import Table
from club.refusals import Refusal, Stale, Suspended
from rules.choosing import Node, reach
from rules.game import RulesError
from rules.match import Match

COG: Final = Cog()


class Level(NamedTuple):
    """Where somebody is on the way to a line: the match after its moves so far, which `before` has by their numbers.

    `choices` are those of the next move, `None` where the line is whole; then `goes_on` says whether it may be longer.
    """

    then: Table
    before: tuple[int, ...]
    choices: tuple[Node, Choices] | None
    goes_on: bool = False


@COG.action("advance")
async def show(club: Club, request: Request) -> None:
    """Show somebody what they have prepared."""
    ahead = await club.advance.get(request.custom_id.id, request.who.id)
    await request.reply.update(advance_card(ahead, request.say))


@COG.action("adv-pick")
async def pick(club: Club, request: Request) -> None:
    """Go on after a choice, or back after Back; at the end of an answer, keep the line."""
    await _walk(club, request, request.custom_id.rest)


@COG.action("adv-page")
async def page(club: Club, request: Request) -> None:
    """Show one part of the choices."""
    before, _, rest = request.custom_id.rest.partition(":")
    number, _, path = rest.partition(":")
    await _walk(club, request, f"{before}:{path}", part=int(number) if number.isdecimal() else 0)


@COG.action("adv-do")
async def do(club: Club, request: Request) -> None:
    """Take the move that the path leads to, though other moves go on from there."""
    await _walk(club, request, request.custom_id.rest, sure=True)


@COG.action("adv-drop")
async def drop(club: Club, request: Request) -> None:
    """Delete a line."""
    ahead = await _current(club, request)
    if ahead is None:
        return
    line = next((line for line in ahead.lines if mark(line) == request.custom_id.rest), None)
    if line is not None:
        ahead = await club.advance.remove(ahead, request.act, line)
    request.reply.stored()
    await request.reply.update(advance_card(ahead, request.say))


@COG.action("adv-write")
async def write(club: Club, request: Request) -> None:
    """Open the form that has all lines as text, or once more what was typed into one that was refused."""
    ahead = await club.advance.get(request.custom_id.id, request.who.id)
    name, _, shown = request.custom_id.rest.partition(",")
    refused = club.advance.refused.get((request.who.id, name))
    typed = None if refused is None else Typed(refused, shown)
    await request.reply.ask(advance_form(ahead, request.say, typed))


@COG.action("adv-written")
async def written(club: Club, request: Request) -> None:
    """Keep the lines that were written, and no others."""
    ahead = await _current(club, request)
    if ahead is None:
        return
    typed = Typed(request.fields.get("lines", ""), request.custom_id.rest)
    try:
        after = await club.advance.rewrite(ahead, request.act, read_form(typed.text), shown=typed.shown)
    except (Stale, Suspended):
        raise
    except (Refusal, RulesError) as refused:
        await _refuse(club, request, typed, refused)
        return
    request.reply.stored()
    await request.reply.update(advance_card(after, request.say))


async def _refuse(club: Club, request: Request, typed: Typed, refused: Refusal | RulesError) -> None:
    """Say why lines were refused, beside those that there are; the way to the form leads to what was typed."""
    ahead = await club.advance.get(request.custom_id.id, request.who.id)
    if refused.code == "advance.changed":
        typed = Typed(typed.text, digest(ahead.lines))  # which are seen from now on
    club.advance.refused.put((request.who.id, typed.name), typed.text)
    note = echoed(refused.said, request.say.language)
    await request.reply.update(advance_card(ahead, request.say, note=note, typed=typed))


async def _current(club: Club, request: Request) -> Ahead | None:
    """Return what somebody has prepared, if the board is as they saw it; else show them how it is."""
    table = await club.matches.get(request.custom_id.id)
    moved_on = await club.matches.moved_since(table, request.custom_id.version)
    if moved_on and table.turn is not None and table.turn == table.seat_of(request.who.id):
        await show_board(club, request, table, note=request.say("match.stale"))
        return None
    ahead = await club.advance.get(request.custom_id.id, request.who.id)
    if moved_on:
        await request.reply.update(advance_card(ahead, request.say, note=request.say("match.stale")))
        return None
    return ahead


async def _walk(
    club: Club, request: Request, written: str, *, part: int | None = None, sure: bool = False
) -> None:
    """Go on with a line: `written` are its moves so far by their numbers, and the choices of the next one.

    A choice that is none any more leads back to the list.
    """
    ahead = await _current(club, request)
    if ahead is None:
        return
    preference = await club.preferences.get(request.who.id)
    table = ahead.table.turned(preference)
    numbers, _, path = written.partition(":")
    before = tuple(int(number) for number in numbers.split(".") if number.isdecimal())
    choices = tuple(path.split(",")) if path else ()

    def look() -> Level | None:
        return _level(table, ahead.seat, before, choices, part, sure=sure)

    level = await club.presses.beside(request.who.id, look)
    if level is None:
        await request.reply.update(advance_card(ahead, request.say, note=request.say("picker.again")))
    elif level.choices is None:
        moves = [ply.text for ply in level.then.match.plies[len(table.match.plies) :]]
        after = await club.advance.add(ahead, request.act, moves)
        request.reply.stored()
        on = (level.before, moves[-1]) if level.goes_on else None
        await request.reply.update(advance_card(after, request.say, on=on))
    else:
        ids = AdvanceIds(table.row.id, table.row.version, level.before)
        reached, shown = level.choices
        card = ahead_card(ahead, level.then, ids, reached, shown, request.say, theme=theme_of(preference))
        await request.reply.update(card)


def _level(
    table: Table, seat: int, before: tuple[int, ...], path: tuple[str, ...], part: int | None, *, sure: bool
) -> Level | None:
    """Return the level of a line that goes on with the choices of `path`; `None` where no line begins so.

    Raises `Refusal` where nothing more can be prepared. Call it off the event loop.
    """
    match = _after(table.match, before) if len(before) <= PLIES - 2 else None
    if match is None:
        return None
    expect_turn(match, 1 - seat, len(before))
    reached = reach(match.game, match.position, path)
    if reached is None or (sure and reached.move is None):
        return None
    if reached.move is not None and (sure or not reached.choices):
        before = (*before, match.moves().index(reached.text))
        match.play(reached.text)
        if len(before) % 2 == 0:
            return Level(replace(table, match=match), before, None, can_go_on(match, 1 - seat, len(before)))
        expect_turn(match, 1 - seat, len(before))
        reached = reach(match.game, match.position, ())
        assert reached is not None  # somebody is to move
    then = replace(table, match=match)
    return Level(then, before, (reached, foresee(match, reached, then.view(seat), part)))


def _after(match: Match, before: tuple[int, ...]) -> Match | None:
    """Return a match after moves that are given by their numbers among the legal ones; `None` where one is none."""
    then = match.copy()
    for number in before:
        moves = then.moves()
        if number >= len(moves):
            return None
        then.play(moves[number])
    return then
