"""A member's private notes on a match: the list, the form, and in replays."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import players_line, quote_move
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import (
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import safe_name, safe_text
from bot.cards.play.moves import paging_buttons
from bot.custom_ids import CustomId
from club.play.after.animations import Excerpt
from club.play.after.notes import LENGTH, MatchNotes, format_move_number, is_note_current
from club.play.match.matches import Table
from data.play.notes import NoteRow
from words import Localizer

PAGE: Final = 6
"""Notes per page: the longest ones fit into a message, with all escapes."""
BESIDE: Final = 1800
"""Characters of the notes beside a replay."""


def notes_button(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the button that shows a member's notes; none before the first move."""
    if not table.match.plies:
        return []
    return [ActionButton.create(CustomId("notes", table.row.id, table.row.version), say("button.notes"))]


def notes_card(match_notes: MatchNotes, say: Localizer, page: int | None = None) -> Card:
    """Return a page of a member's notes, each with a button to edit it.

    The default is the last page.
    """
    table, match_id, version = match_notes.table, match_notes.table.row.id, match_notes.table.row.version
    pages = max(1, -(-len(match_notes.notes) // PAGE))
    number = pages - 1 if page is None else max(0, min(page, pages - 1))
    shown = [
        discord.ui.Section(
            text(_own_line(table, note, say)),
            accessory=ActionButton.create(
                CustomId("note", match_id, version, str(note.ply)), say("button.note.change")
            ),
        )
        for note in match_notes.notes[number * PAGE :][:PAGE]
    ]
    ways = [ActionButton.create(CustomId("note", match_id, version), say("button.note"), PRIMARY)]
    if not table.match.plies:
        ways: list[ActionButton] = []
    ways += paging_buttons("notes", table, number, pages, say)
    if match_notes.may_share:
        on = match_notes.user_id not in match_notes.sharing_users
        label = say("button.notes.show" if on else "button.notes.keep")
        ways.append(ActionButton.create(CustomId("notes-show", match_id, version, str(int(on))), label))
    head = text(
        say("card.notes", title=table.game.title),
        small_print(players_line(table, say)),
        None if match_notes.notes else say("card.notes.none"),
    )
    return Card(
        framed_view(
            RUNNING,
            head,
            *shown,
            text(small_print(_visibility_line(match_notes, say))),
            row(*ways) if ways else None,
        )
    )


def note_form(table: Table, note: NoteRow | None, say: Localizer) -> discord.ui.Modal:
    """Return the form for a new note, or to edit `note`.

    A new note is about the last move unless its writer names another. A note about a move that was
    taken back stays with it unless another move is entered.
    """
    gone = note is not None and not is_note_current(table, note)
    ply = note.ply if note else len(table.match.plies)
    move: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move",
        default=None if gone else format_move_number(table, ply),
        max_length=12,
        required=not gone,
    )
    words: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="note",
        style=discord.TextStyle.paragraph,
        default=note.text if note else None,
        required=False,
        max_length=LENGTH,
    )
    return form(
        say("form.note"),
        CustomId("note-put", table.row.id, table.row.version, str(note.ply) if note else ""),
        labelled_field(say("form.note.move"), move, say("form.note.move.how")),
        labelled_field(say("form.note.text"), words, say("form.note.text.how")),
    )


def replay_note_lines(excerpt: Excerpt, notes: Sequence[NoteRow], say: Localizer) -> list[str]:
    """Return the notes on a replay's moves, a line each, and a count of the rest."""
    table = excerpt.table
    lines = [
        say(
            "card.replay.note",
            number=format_move_number(table, note.ply),
            move=quote_move(table.match.plies[note.ply - 1].said),
            name=safe_name(next(seat.name for seat in table.row.seats if seat.user_id == note.user_id)),
            text=safe_text(note.text, LENGTH),
        )
        for note in notes
        if excerpt.first <= excerpt.numbers[note.ply - 1] <= excerpt.last
    ]
    return fit_lines(say, lines, BESIDE)


def _own_line(table: Table, note: NoteRow, say: Localizer) -> str:
    """Return a note with its move, which may have been taken back."""
    words = safe_text(note.text, LENGTH)
    if not is_note_current(table, note):
        return say("card.notes.back", move=quote_move(note.move), text=words)
    move = quote_move(table.match.plies[note.ply - 1].said)
    return say("card.notes.line", number=format_move_number(table, note.ply), move=move, text=words)


def _visibility_line(match_notes: MatchNotes, say: Localizer) -> str:
    """Return who can see the notes, and what is needed for others to see them."""
    seat = match_notes.seat
    if not match_notes.may_share or seat is None:
        return say("card.notes.alone")
    other = match_notes.table.player(1 - seat)
    own, theirs = match_notes.user_id in match_notes.sharing_users, other.user_id in match_notes.sharing_users
    ways = {
        (False, False): "card.notes.may",
        (True, False): "card.notes.waits",
        (False, True): "card.notes.asked",
        (True, True): "card.notes.shown",
    }
    return say(ways[own, theirs], name=safe_name(other.name))
