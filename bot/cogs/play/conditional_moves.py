"""Conditional moves: their list, the choices for a line, the text form.

A conditional move is stored in advance and played if the opponent makes the move that it answers. A
line is a sequence of such opponent moves and answers.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.kit.names import refusal_text
from bot.cards.play.conditional_moves import (
    ConditionalIds,
    TypedLines,
    conditional_choice_card,
    conditional_moves_card,
    conditional_moves_form,
    parse_lines,
)
from bot.cogs.naming.move_walk import MoveWalk, WalkNode, register_walk_buttons
from bot.cogs.play.match import show_board
from club.club import Club
from club.play.course.conditional_moves import (
    PLIES,
    PreparedMoves,
    can_extend_line,
    check_turn,
    digest_lines,
    digest_texts,
)
from club.refusals import MatchSuspended, Refusal, StaleBoard
from rules.choosing import ChoiceNode
from rules.game import RulesError
from rules.match import Match

COG: Final = Cog()


@dataclass(frozen=True)
class ConditionalWalk(MoveWalk):
    """The choices that lead to the next move of a line of conditional moves.

    `table` is the match after the earlier moves of the line. `move_numbers` are those moves, each as an
    index into the legal moves of its position.
    """

    prepared_moves: PreparedMoves
    move_numbers: tuple[int, ...]

    async def card(self, walk_node: WalkNode, note: str | None = None) -> Card:
        """Return the card with the choices at a node."""
        ids = ConditionalIds(self.table.row.id, self.table.row.version, self.move_numbers)
        return conditional_choice_card(
            self.prepared_moves, self.table, ids, *walk_node, self.request.say, theme=self.theme
        )

    async def show_start(self, note: str | None = None) -> None:
        """Show the stored lines of conditional moves, below a `note`."""
        await self.request.reply.update(
            conditional_moves_card(self.prepared_moves, self.request.say, note=note)
        )

    async def submit(self, node: ChoiceNode) -> None:
        """Add a move to the line, and store the line if it ends in an answer.

        After a move of the opponent, show the possible answers to it instead.
        """

        def follow() -> ConditionalWalk:
            match = self.table.match.copy()
            before = (*self.move_numbers, match.moves().index(node.text))
            match.play(node.text)
            return replace(self, table=replace(self.table, match=match), move_numbers=before)

        way = await self.club.members.presses.run_on_thread(self.request.user.id, follow)
        match, other, number = way.table.match, 1 - self.prepared_moves.seat, len(way.move_numbers)
        if number % 2:
            check_turn(match, other, number)
            await self.request.reply.update(await way.first_card())
            return
        moves = [ply.text for ply in match.plies[len(self.prepared_moves.table.match.plies) :]]
        after = await self.club.play.conditional_moves.add_line(self.prepared_moves, self.request.act, moves)
        self.request.reply.mark_stored()
        on = (way.move_numbers, moves[-1]) if can_extend_line(match, other, number) else None
        await self.request.reply.update(conditional_moves_card(after, self.request.say, continuation=on))


async def _find_walk(club: Club, request: Request) -> ConditionalWalk | None:
    """Return the choices for a line, for the person who pressed.

    Raise `Refusal` if no more moves can be prepared. If the board has changed, or if the earlier moves
    of the line are no longer legal, show the stored lines and return `None`.
    """
    ahead = await _load_current(club, request)
    if ahead is None:
        return None
    preference = await club.members.preferences.get(request.user.id)
    table = ahead.table.with_facing(preference)
    numbers = request.custom_id.rest.partition(":")[0].split(".")
    before = tuple(int(number) for number in numbers if number.isdecimal())
    match = await club.members.presses.run_on_thread(
        request.user.id, lambda: _play_numbered_moves(table.match, before)
    )
    if match is None:
        await request.reply.update(
            conditional_moves_card(ahead, request.say, note=request.say("picker.again"))
        )
        return None
    check_turn(match, 1 - ahead.seat, len(before))
    return ConditionalWalk(
        club, request, replace(table, match=match), ahead.seat, preference, False, ahead, before
    )


@COG.action("advance")
async def show(club: Club, request: Request) -> None:
    """Show the player their conditional moves."""
    ahead = await club.play.conditional_moves.get(request.custom_id.id, request.user.id)
    await request.reply.update(conditional_moves_card(ahead, request.say))


register_walk_buttons(COG, "adv-", _find_walk)


@COG.action("adv-drop")
async def delete_line(club: Club, request: Request) -> None:
    """Delete a line of conditional moves."""
    ahead = await _load_current(club, request)
    if ahead is None:
        return
    line = next((line for line in ahead.lines if digest_texts(line) == request.custom_id.rest), None)
    if line is not None:
        ahead = await club.play.conditional_moves.remove_line(ahead, request.act, line)
    request.reply.mark_stored()
    await request.reply.update(conditional_moves_card(ahead, request.say))


@COG.action("adv-write")
async def open_lines_form(club: Club, request: Request) -> None:
    """Open the form with all lines as text, or with the text that was refused."""
    ahead = await club.play.conditional_moves.get(request.custom_id.id, request.user.id)
    name, _, shown = request.custom_id.rest.partition(",")
    refused = club.play.conditional_moves.refused.get((request.user.id, name))
    typed = None if refused is None else TypedLines(refused, shown)
    await request.reply.open_form(conditional_moves_form(ahead, request.say, typed))


@COG.action("adv-written")
async def save_lines(club: Club, request: Request) -> None:
    """Replace all stored lines by those from the form."""
    ahead = await _load_current(club, request)
    if ahead is None:
        return
    typed = TypedLines(request.fields.get("lines", ""), request.custom_id.rest)
    try:
        after = await club.play.conditional_moves.replace_lines(
            ahead, request.act, parse_lines(typed.text), seen_digest=typed.base_digest
        )
    except (StaleBoard, MatchSuspended):
        raise
    except (Refusal, RulesError) as refused:
        await _show_refused_lines(club, request, typed, refused)
        return
    request.reply.mark_stored()
    await request.reply.update(conditional_moves_card(after, request.say))


async def _show_refused_lines(
    club: Club, request: Request, typed: TypedLines, refused: Refusal | RulesError
) -> None:
    """Show why the lines in a form were refused, beside the stored lines.

    The card's button to the form restores the refused text.
    """
    ahead = await club.play.conditional_moves.get(request.custom_id.id, request.user.id)
    if refused.code == "advance.changed":
        typed = TypedLines(typed.text, digest_lines(ahead.lines))  # which are seen from now on
    club.play.conditional_moves.refused.put((request.user.id, typed.key), typed.text)
    note = refusal_text(refused.sentence, request.say.language)
    await request.reply.update(conditional_moves_card(ahead, request.say, note=note, refused_text=typed))


async def _load_current(club: Club, request: Request) -> PreparedMoves | None:
    """Return the player's conditional moves, unless the board has changed.

    If it has, show the current board or the stored lines, and return `None`.
    """
    table = await club.play.matches.load(request.custom_id.id)
    moved_on = await club.play.matches.has_moved_since(table, request.custom_id.version)
    if moved_on and table.turn is not None and table.turn == table.seat_of(request.user.id):
        await show_board(club, request, table, note=request.say("match.stale"))
        return None
    ahead = await club.play.conditional_moves.get(request.custom_id.id, request.user.id)
    if moved_on:
        await request.reply.update(
            conditional_moves_card(ahead, request.say, note=request.say("match.stale"))
        )
        return None
    return ahead


def _play_numbered_moves(match: Match, move_numbers: tuple[int, ...]) -> Match | None:
    """Return a copy of a match after moves given as indices.

    Each index is into the legal moves of its position. Return `None` if one is out of range, or if so
    many moves leave no room for an answer. Call it off the event loop.
    """
    if len(move_numbers) > PLIES - 2:
        return None
    then = match.copy()
    for number in move_numbers:
        moves = then.moves()
        if number >= len(moves):
            return None
        then.play(moves[number])
    return then
