"""Making a move: the Play button, the choices that lead to it, the form, /move."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import COMMAND, Request
from bot.answers.translator import locale_text
from bot.cards.competitions.simul import queue_empty_card, waiting_line
from bot.cards.kit.card_lines import last_move_line, place_link, quote_move
from bot.cards.kit.kit import Card, framed_view, text
from bot.cards.kit.names import refusal_text
from bot.cards.play.board import own_board_card
from bot.cards.play.games import which_card
from bot.cards.play.picker import move_form, picker_card, thinking_card
from bot.cogs.naming import completion
from bot.cogs.naming.move_walk import MoveWalk, WalkStage, read_path, walks
from bot.cogs.play.match import WHICH, match_of_button, resolve, show_board
from club.club import Club
from club.competitions.simuls import Queue
from club.members.preferences import theme_of
from club.play.match.matches import Table
from club.refusals import Refusal, Stale
from data.database.errors import Unreadable
from data.members.preferences import Preference
from rules.choosing import ChoiceNode
from rules.game import TEXT_LIMIT, Seat

COG: Final = Cog()


@dataclass(frozen=True)
class PickerWalk(MoveWalk):
    """The way to a move that is played."""

    seat: Seat

    @property
    def asks(self) -> bool:
        """Return whether a move is shown on the board before it counts, as some want it."""
        return self.preference.confirm

    async def card(self, level: WalkStage, note: str | None = None) -> Card:
        """Return the picker at a level."""
        table = self.table
        lesson = table.match.lesson(level.reached.chain)
        begins = table.row.private and not table.match.plies
        new = bool(lesson or begins) and await self.club.lists.is_new_to(self.request.who.id, table.game.key)
        return picker_card(
            table,
            self.seat,
            *level,
            self.request.say,
            theme=self.theme,
            lesson=lesson if new else None,
            new=new,
            note=note,
            asks=self.asks,
        )

    async def keep(self, reached: ChoiceNode) -> None:
        """Play the move."""
        after = await self.club.matches.move(self.table, self.request.act, reached.move)
        await _answer_move(self.club, self.request, after)


async def _find_way(club: Club, request: Request) -> PickerWalk | None:
    """Return the choices for a move, for the person who pressed.

    A press that has been carried out already is answered once more.
    """
    pressed = await club.matches.load_for_press(request.custom_id.id, request.act)
    table = pressed.table
    if pressed.answered:
        await _answer_move(club, request, table)
        return None
    moved_on = table.running and await club.matches.has_moved_since(table, request.custom_id.version)
    if moved_on and table.seat_of(request.who.id) not in (None, table.turn):
        raise Stale
    return _way(club, request, table, pressed.preference, stale=moved_on)


def _way(
    club: Club, request: Request, table: Table, preference: Preference, *, stale: bool = False
) -> PickerWalk:
    """Return the way of who is to move; raise `Refusal` to everybody else."""
    return PickerWalk(
        club, request, table, club.matches.require_turn(table, request.who.id), preference, stale
    )


@COG.action("play")
async def play(club: Club, request: Request) -> None:
    """Open the picker; an old button opens it on the board as it is now.

    One on a message for this person alone becomes the picker itself.
    """
    pressed = await club.matches.load_for_press(request.custom_id.id, request.act)
    table = pressed.table
    moved_on = await club.matches.has_moved_since(table, request.custom_id.version)
    try:
        way = _way(club, request, table, pressed.preference)
    except Refusal as refusal:
        if moved_on and table.seat_of(request.who.id) is not None:
            words = refusal_text(refusal.sentence, request.say.language)
            await show_board(club, request, table, note=f"{request.say('match.stale')} {words}")
            return
        raise
    note = request.say("match.stale") if moved_on else None
    async with request.reply.beside():
        card = await way.first(note)
    await request.reply.update(card)


@COG.command("command.move")
@app_commands.describe(move=locale_text("command.move.move"), match=WHICH)
@app_commands.autocomplete(move=completion.moves, match=completion.matches)
async def move(
    club: Club,
    request: Request,
    move: app_commands.Range[str, 1, TEXT_LIMIT],
    match: str | None = None,
) -> None:
    """Make a move; if the board has changed meanwhile, show the present one.

    If several matches are possible, ask for which one.
    """
    try:
        table = await resolve(club, request, match)
    except Refusal as refusal:
        waiting = await club.lists.waiting_for(request.who.id)
        if refusal.code != "match.several" or not waiting:
            raise
        await request.reply.show(which_card(waiting, move, request.who.id, request.say))
        return
    try:
        after = await club.matches.play_on(table, request.act, move)
    except Stale as stale:
        note = stale.text(request.say.language)
        await show_board(club, request, await club.matches.load(table.row.id), note=note)
        return
    if after.row.private:
        await _answer_move(club, request, after)
        return
    request.reply.mark_stored()
    if after.row.place_id == request.channel_id:
        await _fade_played(request, after)
        return
    code = "answer.played.link" if after.row.has_route else "answer.played.user_install"
    await request.reply.say(
        code, move=quote_move(after.last_move_of(request.who.id)), link=place_link(after.row)
    )


@COG.action("move-in")
async def move_in(club: Club, request: Request) -> None:
    """Play the move that was written, in the match of the button."""
    known = request.custom_id
    await _answer_move(
        club, request, await club.matches.play(known.id, request.act, known.rest, version=known.version)
    )


async def open_picker(club: Club, request: Request, match_id: int, *, note: str) -> None:
    """Show a match's picker to the player to move, wherever they are.

    Raise `Refusal` for everyone else.
    """
    pressed = await club.matches.load_for_press(match_id, request.act)
    way = _way(club, request, pressed.table, pressed.preference)
    await request.reply.show(await way.first(note))


walks(COG, "", _find_way)


@COG.action("choose")
async def choose(club: Club, request: Request) -> None:
    """Go on after a choice in a menu, such as pickers had once."""
    way = await _find_way(club, request)
    if way is not None:
        await way.go((*read_path(request.custom_id.rest), request.fields.get("choice", "")))


@COG.action("write")
async def write(club: Club, request: Request) -> None:
    """Open the form for a written move."""
    table = await match_of_button(club, request)
    club.matches.require_turn(table, request.who.id)
    await request.reply.ask(move_form(table, request.custom_id.version, request.say))


@COG.action("written")
async def play_written(club: Club, request: Request) -> None:
    """Play the move typed into the form."""
    after = await club.matches.play(
        request.custom_id.id,
        request.act,
        request.fields.get("move", ""),
        version=request.custom_id.version,
    )
    await _answer_move(club, request, after)


async def _answer_move(club: Club, request: Request, after: Table) -> None:
    """Answer a move that was made: show the computer's reply, or a short confirmation.

    The board is posted anyway. The confirmation disappears by itself if that board is in sight; if not,
    it links to it.
    """
    request.reply.mark_stored()
    if after.row.computer is not None:
        await show_alone(club, request, after)
        return
    if after.row.place_id == request.channel_id or not after.row.has_route:
        await _fade_played(request, after)
        return
    move = quote_move(after.last_move_of(request.who.id))
    words = request.say("answer.played.link", move=move, link=place_link(after.row))
    queue = await club.simuls.load_queue(after.row.id, request.who.id)
    if queue is not None:
        await show_queue(club, request, queue, note=words)
    else:
        await request.reply.update(Card(framed_view(None, text(words))))


async def _fade_played(request: Request, after: Table) -> None:
    """Confirm a move next to its posted board; the answer disappears by itself."""
    move = quote_move(after.last_move_of(request.who.id))
    await request.reply.fade(Card(framed_view(None, text(request.say("answer.played", move=move)))))


async def show_queue(club: Club, request: Request, queue: Queue, *, note: str | None = None) -> None:
    """Show a simul's exhibitor the next board that waits, with its choices.

    `note` is shown above it.
    """
    table = None
    while queue.waiting and table is None:
        with suppress(Refusal, Unreadable):  # a quarantined board must not block the others
            found = await club.matches.load(queue.waiting[0].id)
            table = found if found.running and found.turn == found.seat_of(request.who.id) else None
        if table is None:
            queue = replace(queue, waiting=queue.waiting[1:])
    if table is None:
        await request.reply.update(queue_empty_card(queue, request.say, note=note))
        return
    preference = await club.preferences.get(request.who.id)
    turned = table.with_facing(preference)
    lines = (
        note,
        waiting_line(queue, request.say),
        last_move_line(turned, turned.view(turned.turn), request.say),
    )
    said = "\n".join(line for line in lines if line)
    await _way(club, request, turned, preference).begin(said)


async def show_alone(club: Club, request: Request, after: Table, *, note: str | None = None) -> None:
    """Show a player against the computer their one card: the board, even as it thinks.

    The next picker, or the result of the match, then replaces it.
    """
    card = await _alone_card(club, request, after, note)
    await (request.reply.show(card) if request.custom_id is COMMAND else request.reply.update(card))

    async def go_on() -> None:
        await request.reply.instead(await _alone_card(club, request, await club.matches.load(after.row.id)))

    if after.turn is not None and after.turn == after.row.computer:
        await club.answers.wait(club.matches, after, lambda: request.reply.later(go_on))


async def _alone_card(club: Club, request: Request, found: Table, note: str | None = None) -> Card:
    """Return the one card of a player against the computer: the picker on their turn.

    `note` is shown above it.
    """
    preference = await club.preferences.get(request.who.id)
    theme, table = theme_of(preference), found.with_facing(preference)
    seat = table.seat_of(request.who.id)
    assert seat is not None  # they have moved
    if not table.running:
        opens = not request.place.private
        return own_board_card(table, seat, request.say, theme=theme, opens=opens, note=note)
    if table.turn != seat:
        return thinking_card(table, seat, request.say, theme=theme)
    lines = [note, last_move_line(table, table.view(seat), request.say)]
    note = "\n".join(line for line in lines if line)
    return await _way(club, request, table, preference).first(note)
