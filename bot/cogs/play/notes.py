"""Private notes on the moves of a match, by buttons and a form.

Only their author can see, edit and delete them, until both players agree to show their notes.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.play.notes import note_form, notes_card
from bot.cogs.play.match import load_button_match
from club.club import Club
from club.play.after.notes import MatchNotes, parse_move_number
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("notes")
async def show(club: Club, request: Request) -> None:
    """Show the caller their notes on a match, or turn the page of the list."""
    kept, page = await _load_notes(club, request), request.custom_id.rest
    if page.isdecimal():
        await request.reply.update(notes_card(kept, request.say, int(page)))
    else:
        await request.reply.show(notes_card(kept, request.say))


@COG.action("note")
async def open_note_form(club: Club, request: Request) -> None:
    """Open the form for a new note, or for the existing note of the button."""
    kept, asked = await _load_notes(club, request), request.custom_id.rest
    if not kept.table.match.plies:
        raise Refusal("note.none")
    known = next((note for note in kept.notes if str(note.ply) == asked), None)
    await request.reply.open_form(note_form(kept.table, known, request.say))


@COG.action("note-put")
async def save_note(club: Club, request: Request) -> None:
    """Store the note from the form; an empty form deletes the existing note."""
    table, note, before = (
        await load_button_match(club, request),
        request.fields.get("note", ""),
        request.custom_id.rest,
    )
    instead_of, number = int(before) if before.isdecimal() else None, request.fields.get("move", "")
    stays = instead_of is not None and not (note.strip() and number.strip())
    ply = instead_of if stays and instead_of else parse_move_number(table, number, note)
    await club.play.notes.write(table, request.act, ply, note, replaced_ply=instead_of)
    request.reply.mark_stored()
    await request.reply.update(notes_card(await _load_notes(club, request), request.say))


@COG.action("notes-show")
async def set_note_sharing(club: Club, request: Request) -> None:
    """Set whether the caller agrees to show their notes beside the replay.

    The notes are shown only if both players agree.
    """
    table = await load_button_match(club, request)
    await club.play.notes.set_sharing(table, request.act, share=request.custom_id.rest == "1")
    request.reply.mark_stored()
    await request.reply.update(notes_card(await _load_notes(club, request), request.say))


async def _load_notes(club: Club, request: Request) -> MatchNotes:
    """Load the caller's notes on the button's match.

    Raise `Refusal` if they may not see the match.
    """
    return await club.play.notes.get((await load_button_match(club, request)).row.id, request.user.id)
