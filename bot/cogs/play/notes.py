"""Private notes on the moves of a match, by buttons and a form.

Only their writer sees, writes and deletes them.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.play.notes import note_form, notes_card
from bot.cogs.play.match import match_of_button
from club.club import Club
from club.play.after.notes import MatchNotes, ply_of
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("notes")
async def show(club: Club, request: Request) -> None:
    """Show a person their notes, or turn the page on the list itself."""
    kept, page = await _load_notes(club, request), request.custom_id.rest
    if page.isdecimal():
        await request.reply.update(notes_card(kept, request.say, int(page)))
    else:
        await request.reply.show(notes_card(kept, request.say))


@COG.action("note")
async def write(club: Club, request: Request) -> None:
    """Open the form for a new note, or for the one that the button changes."""
    kept, asked = await _load_notes(club, request), request.custom_id.rest
    if not kept.table.match.plies:
        raise Refusal("note.none")
    known = next((note for note in kept.notes if str(note.ply) == asked), None)
    await request.reply.ask(note_form(kept.table, known, request.say))


@COG.action("note-put")
async def save_note(club: Club, request: Request) -> None:
    """Store the note from the form; an emptied form deletes the note it replaces."""
    table, note, before = (
        await match_of_button(club, request),
        request.fields.get("note", ""),
        request.custom_id.rest,
    )
    instead_of, number = int(before) if before.isdecimal() else None, request.fields.get("move", "")
    stays = instead_of is not None and not (note.strip() and number.strip())
    ply = instead_of if stays and instead_of else ply_of(table, number, note)
    await club.notes.write(table, request.act, ply, note, instead_of=instead_of)
    request.reply.mark_stored()
    await request.reply.update(notes_card(await _load_notes(club, request), request.say))


@COG.action("notes-show")
async def agree(club: Club, request: Request) -> None:
    """Show one's notes beside the replay if the other player agrees too, or hide them."""
    table = await match_of_button(club, request)
    await club.notes.agree(table, request.act, on=request.custom_id.rest == "1")
    request.reply.mark_stored()
    await request.reply.update(notes_card(await _load_notes(club, request), request.say))


async def _load_notes(club: Club, request: Request) -> MatchNotes:
    """Load the caller's notes on the button's match.

    Raise `Refusal` if they may not see it.
    """
    return await club.notes.get((await match_of_button(club, request)).row.id, request.who.id)
