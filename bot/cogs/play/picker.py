"""Making a move: the Play button and its picker, the form, and /move."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import COMMAND, Request
from bot.answers.translator import locale_text
from bot.cards.competitions.simul import empty_queue_card, next_board_line
from bot.cards.kit.card_lines import last_move_line, place_link, quote_move
from bot.cards.kit.kit import Card, framed_view, text
from bot.cards.kit.names import refusal_text
from bot.cards.kit.unfolding import MoreRows
from bot.cards.play.board import own_board_card
from bot.cards.play.games import match_choice_card
from bot.cards.play.picker import move_form, picker_card, thinking_card
from bot.cogs.naming import completion
from bot.cogs.naming.move_walk import MoveWalk, WalkNode, read_path, register_walk_buttons
from bot.cogs.play.match import WHICH, load_button_match, resolve_own_match, show_board
from club.club import Club
from club.competitions.simuls import SimulQueue
from club.members.preferences import board_theme
from club.play.match.matches import Table
from club.refusals import Refusal, StaleBoard
from data.database.errors import Unreadable
from data.members.preferences import Preference
from engines.beginner_guide import explain_turn
from rules.choosing import ChoiceNode
from rules.game import TEXT_LIMIT, Seat

COG: Final = Cog()


@dataclass(frozen=True)
class PickerWalk(MoveWalk):
    """The choices that lead to a move, which is then played."""

    seat: Seat
    more_rows: MoreRows = ()

    @property
    def needs_confirmation(self) -> bool:
        """Whether a completed move must be confirmed, which is the player's setting."""
        return self.preference.confirm

    async def card(self, walk_node: WalkNode, note: str | None = None) -> Card:
        """Return the card of the picker at a node, below a `note`."""
        table = self.table
        guided = explain_turn(table.match, self.seat) if table.is_guided else None
        lesson = table.match.lesson(walk_node.node.chain)
        begins = table.row.is_private and not table.match.plies
        new = bool(lesson or begins) and await self.club.play.lists.is_new_to(
            self.request.user.id, table.game.key
        )
        return picker_card(
            table,
            self.seat,
            *walk_node,
            self.request.say,
            theme=self.theme,
            lesson=guided or (lesson if new else None),
            is_newcomer=new,
            note=note,
            confirm=self.needs_confirmation,
            has_board=self.club.pages.live.is_on,
            more_rows=self.more_rows,
        )

    async def submit(self, node: ChoiceNode) -> None:
        """Play the move that ends at this node."""
        after = await self.club.play.matches.make_move(self.table, self.request.act, node.move)
        await _answer_move(self.club, self.request, after)


async def _find_walk(club: Club, request: Request) -> PickerWalk | None:
    """Return the picker of the person who pressed.

    If this press has already been carried out, answer it again and return `None`.
    """
    pressed = await club.play.matches.load_for_press(request.custom_id.id, request.act)
    table = pressed.table
    if pressed.is_repeated:
        await _answer_move(club, request, table)
        return None
    moved_on = table.is_running and await club.play.matches.has_moved_since(table, request.custom_id.version)
    if moved_on and table.seat_of(request.user.id) not in (None, table.turn):
        raise StaleBoard
    return _make_walk(club, request, table, pressed.preference, stale=moved_on)


def _make_walk(
    club: Club, request: Request, table: Table, preference: Preference, *, stale: bool = False
) -> PickerWalk:
    """Return the picker of the player to move.

    Raise `Refusal` for everyone else.
    """
    return PickerWalk(
        club, request, table, club.play.matches.require_turn(table, request.user.id), preference, stale
    )


@COG.action("play")
async def open_button_picker(club: Club, request: Request) -> None:
    """Open the picker for a move on the current board.

    The button may be older than the board. On a message that only this person sees, the picker replaces
    the message.
    """
    pressed = await club.play.matches.load_for_press(request.custom_id.id, request.act)
    table = pressed.table
    moved_on = await club.play.matches.has_moved_since(table, request.custom_id.version)
    try:
        way = _make_walk(club, request, table, pressed.preference)
    except Refusal as refusal:
        if moved_on and table.seat_of(request.user.id) is not None:
            words = refusal_text(refusal.sentence, request.say.language)
            await show_board(club, request, table, note=f"{request.say('match.stale')} {words}")
            return
        raise
    note = request.say("match.stale") if moved_on else None
    async with request.reply.acknowledge_meanwhile():
        card = await way.first_card(note)
    await request.reply.update(card)


@COG.command("command.move")
@app_commands.describe(move=locale_text("command.move.move"), match=WHICH)
@app_commands.autocomplete(move=completion.complete_moves, match=completion.complete_matches)
async def move(
    club: Club,
    request: Request,
    move: app_commands.Range[str, 1, TEXT_LIMIT],
    match: str | None = None,
) -> None:
    """Play a move typed into /move.

    If the board has changed meanwhile, show the current one instead. If the caller has several matches
    in which to move, or others play here, ask which one is meant.
    """
    try:
        table = await resolve_own_match(club, request, match)
        if match is None and await club.play.resolver.is_beside_others(request.asker, table):
            club.play.matches.require_turn(table, request.user.id)
            raise Refusal("match.several")
    except Refusal as refusal:
        waiting = await club.play.lists.list_waiting(request.user.id)
        if refusal.code != "match.several" or not waiting:
            raise
        await request.reply.show(match_choice_card(waiting, move, request.user.id, request.say))
        return
    try:
        after = await club.play.matches.play_in_loaded(table, request.act, move)
    except StaleBoard as stale:
        note = stale.text(request.say.language)
        await show_board(club, request, await club.play.matches.load(table.row.id), note=note)
        return
    if after.row.is_private:
        await _answer_move(club, request, after)
        return
    request.reply.mark_stored()
    if after.row.place_id == request.channel_id:
        await _confirm_move_briefly(request, after)
        return
    code = "answer.played.link" if after.row.has_route else "answer.played.user_install"
    played = quote_move(after.last_move_of(request.user.id))
    if _is_guest(after, request.user.id):
        await request.reply.say("answer.played", move=played)
        return
    await request.reply.say(code, move=played, link=place_link(after.row))


def _is_guest(table: Table, user_id: int) -> bool:
    """Whether a player is from another server, where no link leads."""
    return any(seat.guest and seat.user_id == user_id for seat in table.row.seats)


@COG.action("move-in")
async def play_in_chosen_match(club: Club, request: Request) -> None:
    """Play a move that was typed into /move, in the match chosen by button."""
    known = request.custom_id
    await _answer_move(
        club, request, await club.play.matches.play(known.id, request.act, known.rest, version=known.version)
    )


async def open_picker(club: Club, request: Request, match_id: int, *, note: str) -> None:
    """Show a match's picker to the player to move, in whatever place they ask.

    Raise `Refusal` for everyone else.
    """
    pressed = await club.play.matches.load_for_press(match_id, request.act)
    way = _make_walk(club, request, pressed.table, pressed.preference)
    await request.reply.show(await way.first_card(note))


register_walk_buttons(COG, "", _find_walk)


@COG.action("choose")
async def handle_menu_choice(club: Club, request: Request) -> None:
    """Go on after a choice in a menu of an old picker.

    Only pickers posted by older versions of the bot have such menus.
    """
    way = await _find_walk(club, request)
    if way is not None:
        await way.follow((*read_path(request.custom_id.rest), request.fields.get("choice", "")))


@COG.action("write")
async def open_move_form(club: Club, request: Request) -> None:
    """Open the form for typing a move."""
    table = await load_button_match(club, request)
    club.play.matches.require_turn(table, request.user.id)
    await request.reply.open_form(move_form(table, request.custom_id.version, request.say))


@COG.action("written")
async def play_form_move(club: Club, request: Request) -> None:
    """Play the move typed into the form."""
    after = await club.play.matches.play(
        request.custom_id.id,
        request.act,
        request.fields.get("move", ""),
        version=request.custom_id.version,
    )
    await _answer_move(club, request, after)


async def _answer_move(club: Club, request: Request, table: Table) -> None:
    """Confirm a move to its player, or show the board if they play the computer.

    The public board is posted separately. If it is posted in this channel, the confirmation disappears
    after a few seconds; otherwise it links to the board, and in a simul shows the exhibitor their next
    board.
    """
    request.reply.mark_stored()
    if table.row.computer is not None:
        await show_computer_match(club, request, table)
        return
    if table.row.place_id == request.channel_id or not table.row.has_route:
        await _confirm_move_briefly(request, table)
        return
    move = quote_move(table.last_move_of(request.user.id))
    words = request.say("answer.played.link", move=move, link=place_link(table.row))
    if _is_guest(table, request.user.id):
        words = request.say("answer.played", move=move)
    queue = await club.competitions.simuls.load_match_queue(table.row.id, request.user.id)
    if queue is not None:
        await show_next_in_queue(club, request, queue, note=words)
    else:
        await request.reply.update(Card(framed_view(None, text(words))))


async def _confirm_move_briefly(request: Request, table: Table) -> None:
    """Confirm a move with a message that is deleted after a few seconds."""
    move = quote_move(table.last_move_of(request.user.id))
    await request.reply.show_briefly(Card(framed_view(None, text(request.say("answer.played", move=move)))))


async def show_next_in_queue(
    club: Club, request: Request, queue: SimulQueue, *, note: str | None = None
) -> None:
    """Show a simul's exhibitor the next board that awaits their move.

    Its choices are below it. `note` is shown above it.
    """
    table = None
    while queue.waiting and table is None:
        with suppress(Refusal, Unreadable):  # a quarantined board must not block the others
            found = await club.play.matches.load(queue.waiting[0].id)
            table = found if found.is_running and found.turn == found.seat_of(request.user.id) else None
        if table is None:
            queue = replace(queue, waiting=queue.waiting[1:])
    if table is None:
        await request.reply.update(empty_queue_card(queue, request.say, note=note))
        return
    preference = await club.members.preferences.get(request.user.id)
    turned = table.with_facing(preference)
    lines = (
        note,
        next_board_line(queue, request.say),
        last_move_line(turned, turned.view(turned.turn), request.say),
    )
    said = "\n".join(line for line in lines if line)
    await _make_walk(club, request, turned, preference).show_start(said)


async def show_computer_match(club: Club, request: Request, table: Table, *, note: str | None = None) -> None:
    """Show a player the card of their match against the computer.

    If it is the computer's turn, the card is updated once the computer has moved. `note` is shown above
    the board.
    """
    card = await load_own_card(club, request, table, note)
    await (request.reply.show(card) if request.custom_id is COMMAND else request.reply.update(card))

    async def show_reply() -> None:
        await request.reply.replace_shown(
            await load_own_card(club, request, await club.play.matches.load(table.row.id))
        )

    if table.turn is not None and table.turn == table.row.computer:
        await club.play.answers.call_after_move(
            club.play.matches, table, lambda: request.reply.edit_later(show_reply)
        )


async def load_own_card(
    club: Club, request: Request, found: Table, note: str | None = None, more_rows: MoreRows = ()
) -> Card:
    """Return the card of a match that is only for its player.

    It is the picker on their turn, and otherwise the board. `note` is shown above it, and `more_rows`, which
    More has unfolded, below it.
    """
    preference = await club.members.preferences.get(request.user.id)
    theme, table = board_theme(preference), found.with_facing(preference)
    seat = table.seat_of(request.user.id)
    assert seat is not None  # they have moved
    if not table.is_running:
        opens = not request.place.is_private
        return own_board_card(
            table, seat, request.say, theme=theme, can_open=opens, note=note, more_rows=more_rows
        )
    if table.turn != seat:
        return thinking_card(table, seat, request.say, theme=theme, note=note)
    lines = [note, last_move_line(table, table.view(seat), request.say)]
    note = "\n".join(line for line in lines if line)
    walk = _make_walk(club, request, table, preference)
    return await replace(walk, more_rows=more_rows).first_card(note)
