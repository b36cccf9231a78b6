"""Conditional moves: their list, the choices that lead to a line, the text form."""

from dataclasses import dataclass, replace
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.kit.names import refusal_text
from bot.cards.play.conditional_moves import (
    ConditionalIds,
    TypedLines,
    conditional_card,
    conditional_form,
    prepared_card,
    read_form,
)
from bot.cogs.naming.move_walk import MoveWalk, WalkStage, walks
from bot.cogs.play.match import show_board
from club.club import Club
from club.play.course.conditional_moves import PLIES, PreparedMoves, can_go_on, digest, expect_turn, mark
from club.refusals import Refusal, Stale, Suspended
from rules.choosing import ChoiceNode
from rules.game import RulesError
from rules.match import Match

COG: Final = Cog()


@dataclass(frozen=True)
class ConditionalWalk(MoveWalk):
    """The choices that lead to the next move of a line.

    The table is as after the moves `before` it, which are given by their numbers.
    """

    ahead: PreparedMoves
    before: tuple[int, ...]

    async def card(self, level: WalkStage, note: str | None = None) -> Card:
        """Return the choices of a level."""
        ids = ConditionalIds(self.table.row.id, self.table.row.version, self.before)
        return prepared_card(self.ahead, self.table, ids, *level, self.request.say, theme=self.theme)

    async def begin(self, note: str | None = None) -> None:
        """Show the lines that there are."""
        await self.request.reply.update(conditional_card(self.ahead, self.request.say, note=note))

    async def keep(self, reached: ChoiceNode) -> None:
        """Go on to the answers to a move; keep the line that an answer ends."""

        def follow() -> ConditionalWalk:
            match = self.table.match.copy()
            before = (*self.before, match.moves().index(reached.text))
            match.play(reached.text)
            return replace(self, table=replace(self.table, match=match), before=before)

        way = await self.club.presses.beside(self.request.who.id, follow)
        match, other, number = way.table.match, 1 - self.ahead.seat, len(way.before)
        if number % 2:
            expect_turn(match, other, number)
            await self.request.reply.update(await way.first())
            return
        moves = [ply.text for ply in match.plies[len(self.ahead.table.match.plies) :]]
        after = await self.club.conditional_moves.add(self.ahead, self.request.act, moves)
        self.request.reply.mark_stored()
        on = (way.before, moves[-1]) if can_go_on(match, other, number) else None
        await self.request.reply.update(conditional_card(after, self.request.say, on=on))


async def _find_way(club: Club, request: Request) -> ConditionalWalk | None:
    """Return the choices for a line, for the person who pressed.

    Raise `Refusal` if nothing more can be prepared. For an older board, or for moves that are no longer
    legal, show the present lines and return `None`.
    """
    ahead = await _current(club, request)
    if ahead is None:
        return None
    preference = await club.preferences.get(request.who.id)
    table = ahead.table.with_facing(preference)
    numbers = request.custom_id.rest.partition(":")[0].split(".")
    before = tuple(int(number) for number in numbers if number.isdecimal())
    match = await club.presses.beside(request.who.id, lambda: _after(table.match, before))
    if match is None:
        await request.reply.update(conditional_card(ahead, request.say, note=request.say("picker.again")))
        return None
    expect_turn(match, 1 - ahead.seat, len(before))
    return ConditionalWalk(
        club, request, replace(table, match=match), ahead.seat, preference, False, ahead, before
    )


@COG.action("advance")
async def show(club: Club, request: Request) -> None:
    """Show the player their conditional moves."""
    ahead = await club.conditional_moves.get(request.custom_id.id, request.who.id)
    await request.reply.update(conditional_card(ahead, request.say))


walks(COG, "adv-", _find_way)


@COG.action("adv-drop")
async def drop(club: Club, request: Request) -> None:
    """Delete a line."""
    ahead = await _current(club, request)
    if ahead is None:
        return
    line = next((line for line in ahead.lines if mark(line) == request.custom_id.rest), None)
    if line is not None:
        ahead = await club.conditional_moves.remove(ahead, request.act, line)
    request.reply.mark_stored()
    await request.reply.update(conditional_card(ahead, request.say))


@COG.action("adv-write")
async def write(club: Club, request: Request) -> None:
    """Open the form with all lines as text, or with the text that was refused."""
    ahead = await club.conditional_moves.get(request.custom_id.id, request.who.id)
    name, _, shown = request.custom_id.rest.partition(",")
    refused = club.conditional_moves.refused.get((request.who.id, name))
    typed = None if refused is None else TypedLines(refused, shown)
    await request.reply.ask(conditional_form(ahead, request.say, typed))


@COG.action("adv-written")
async def save_lines(club: Club, request: Request) -> None:
    """Store the lines from the form in place of all former ones."""
    ahead = await _current(club, request)
    if ahead is None:
        return
    typed = TypedLines(request.fields.get("lines", ""), request.custom_id.rest)
    try:
        after = await club.conditional_moves.rewrite(
            ahead, request.act, read_form(typed.text), shown=typed.shown
        )
    except (Stale, Suspended):
        raise
    except (Refusal, RulesError) as refused:
        await _refuse(club, request, typed, refused)
        return
    request.reply.mark_stored()
    await request.reply.update(conditional_card(after, request.say))


async def _refuse(club: Club, request: Request, typed: TypedLines, refused: Refusal | RulesError) -> None:
    """Say why lines were refused, beside the stored ones.

    The button to the form leads back to the refused text.
    """
    ahead = await club.conditional_moves.get(request.custom_id.id, request.who.id)
    if refused.code == "advance.changed":
        typed = TypedLines(typed.text, digest(ahead.lines))  # which are seen from now on
    club.conditional_moves.refused.put((request.who.id, typed.name), typed.text)
    note = refusal_text(refused.sentence, request.say.language)
    await request.reply.update(conditional_card(ahead, request.say, note=note, typed=typed))


async def _current(club: Club, request: Request) -> PreparedMoves | None:
    """Return the player's conditional moves, if the board is as they saw it.

    Otherwise show them the present board and return `None`.
    """
    table = await club.matches.load(request.custom_id.id)
    moved_on = await club.matches.has_moved_since(table, request.custom_id.version)
    if moved_on and table.turn is not None and table.turn == table.seat_of(request.who.id):
        await show_board(club, request, table, note=request.say("match.stale"))
        return None
    ahead = await club.conditional_moves.get(request.custom_id.id, request.who.id)
    if moved_on:
        await request.reply.update(conditional_card(ahead, request.say, note=request.say("match.stale")))
        return None
    return ahead


def _after(match: Match, before: tuple[int, ...]) -> Match | None:
    """Return a match after moves given by their numbers among the legal ones.

    Return `None` if one of them is not legal, or if there are so many that no reply has room. Call it
    off the event loop.
    """
    if len(before) > PLIES - 2:
        return None
    then = match.copy()
    for number in before:
        moves = then.moves()
        if number >= len(moves):
            return None
        then.play(moves[number])
    return then
