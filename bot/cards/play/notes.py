"""Private notes on a match: the list, the form, and the lines beside a replay."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import players_line, quote_move
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import PRIMARY, RUNNING, Card, Press, fit_lines, framed_view, row, small, text
from bot.cards.kit.names import plain, safe_text
from bot.cards.play.moves import turning
from bot.custom_ids import CustomId
from club.play.after.animations import Excerpt
from club.play.after.notes import LENGTH, MatchNotes, number_of, stands
from club.play.match.matches import Table
from data.play.notes import NoteRow
from words import Speaker

PAGE: Final = 6
"""Notes per page: the longest ones fit into a message, with all escapes."""
BESIDE: Final = 1800
"""Characters of the notes beside a replay."""


def notes_button(table: Table, say: Speaker) -> list[Press]:
    """Return the button that shows a member their notes; none before the first move."""
    if not table.match.plies:
        return []
    return [Press.of(CustomId("notes", table.row.id, table.row.version), say("button.notes"))]


def notes_card(kept: MatchNotes, say: Speaker, page: int | None = None) -> Card:
    """Return a page of a member's notes, each with a button that edits it.

    The default is the last page.
    """
    table, match_id, version = kept.table, kept.table.row.id, kept.table.row.version
    pages = max(1, -(-len(kept.notes) // PAGE))
    number = pages - 1 if page is None else max(0, min(page, pages - 1))
    shown = [
        discord.ui.Section(
            text(_own_line(table, note, say)),
            accessory=Press.of(CustomId("note", match_id, version, str(note.ply)), say("button.note.change")),
        )
        for note in kept.notes[number * PAGE :][:PAGE]
    ]
    ways = [Press.of(CustomId("note", match_id, version), say("button.note"), PRIMARY)]
    if not table.match.plies:
        ways = []
    ways += turning("notes", table, number, pages, say)
    if kept.may_show:
        on = kept.user_id not in kept.agreed
        label = say("button.notes.show" if on else "button.notes.keep")
        ways.append(Press.of(CustomId("notes-show", match_id, version, str(int(on))), label))
    head = text(
        say("card.notes", title=table.game.title),
        small(players_line(table, say)),
        None if kept.notes else say("card.notes.none"),
    )
    return Card(
        framed_view(RUNNING, head, *shown, text(small(_who_sees(kept, say))), row(*ways) if ways else None)
    )


def note_form(table: Table, note: NoteRow | None, say: Speaker) -> discord.ui.Modal:
    """Return the form for a new note, or for `note` to edit.

    A new note is about the last move unless its writer names another. A note about a move that was
    taken back stays with it unless another move is entered.
    """
    gone = note is not None and not stands(table, note)
    ply = note.ply if note else len(table.match.plies)
    move: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", default=None if gone else number_of(table, ply), max_length=12, required=not gone
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


def beside_lines(shown: Excerpt, notes: Sequence[NoteRow], say: Speaker) -> list[str]:
    """Return the notes beside a replay's moves, a line each, and a count of the rest."""
    table = shown.table
    lines = [
        say(
            "card.replay.note",
            number=number_of(table, note.ply),
            move=quote_move(table.match.plies[note.ply - 1].said),
            name=plain(next(seat.name for seat in table.row.seats if seat.user_id == note.user_id)),
            text=safe_text(note.text, LENGTH),
        )
        for note in notes
        if shown.first <= shown.numbers[note.ply - 1] <= shown.last
    ]
    return fit_lines(say, lines, BESIDE)


def _own_line(table: Table, note: NoteRow, say: Speaker) -> str:
    """Return a note with the move that it is about, which may have been taken back."""
    words = safe_text(note.text, LENGTH)
    if not stands(table, note):
        return say("card.notes.back", move=quote_move(note.move), text=words)
    move = quote_move(table.match.plies[note.ply - 1].said)
    return say("card.notes.line", number=number_of(table, note.ply), move=move, text=words)


def _who_sees(kept: MatchNotes, say: Speaker) -> str:
    """Return who sees the notes, and what it takes that others do."""
    seat = kept.seat
    if not kept.may_show or seat is None:
        return say("card.notes.alone")
    other = kept.table.player(1 - seat)
    own, theirs = kept.user_id in kept.agreed, other.user_id in kept.agreed
    ways = {
        (False, False): "card.notes.may",
        (True, False): "card.notes.waits",
        (False, True): "card.notes.asked",
        (True, True): "card.notes.shown",
    }
    return say(ways[own, theirs], name=plain(other.name))
