"""An imported record, as a board whose pages only its importer turns."""

from typing import Any, Final

import discord

from bot.cards.kit.card_lines import options_line
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import (
    OVER,
    PRIMARY,
    Card,
    CardFile,
    Press,
    framed_view,
    heading,
    row,
    small,
    text,
)
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import board_picture
from bot.cards.play.moves import numbered_lines
from bot.custom_ids import CustomId
from club.play.after.imports import ImportedRecord
from engines.analysis import PLIES
from rendering.standing import result_after
from rules.game import Seat
from rules.match import Ply, move_numbers
from words import Phrase, Speaker, Words, by_name

RECORD_FILE: Final = "record.json"
"""The file that a card carries its record in."""
TEXT_LIMIT: Final = 4000
"""Characters of a field in a form (Discord)."""


def import_card(imported: ImportedRecord, ply: int, say: Speaker, *, theme: str) -> Card:
    """Return the board of a record after `ply` plies, or after the last one."""
    match = imported.match
    ply = min(ply, len(match.plies))
    shown = match.copy_at(ply)
    view = match.view(None) if ply == len(match.plies) else match.game.reveal(shown.position, None)
    board = board_picture(view, say, theme)
    names = names_in(imported)
    happened = [by_name(words, names) for words in (view.did, view.note) if words and ply]
    ended = None
    if ply == len(match.plies) and match.outcome:
        ended = f"**{say.text(_result(imported, names))}**"
    carried, upload = record_file(imported, say)
    card = framed_view(
        OVER,
        text(
            heading(say.text(match.game.title)),
            _players(imported, names, say) if imported.record.names else None,
            options_line(match.game, match.settled_options, say),
        ),
        board,
        text(
            _where(imported, ply, say),
            *(say.text(words) for words in happened),
            ended,
            _unclaimed_draw_line(imported, names, say),
            small(say("card.import.first")) if imported.record.goes_on else None,
        ),
        carried,
        row(*_turning(imported, ply, say)),
        row(*ways) if (ways := _ways(imported, ply, shown.turn, say)) else None,
    )
    return Card(card, [upload])


def record_file(imported: ImportedRecord, say: Speaker) -> tuple[discord.ui.Item[Any], discord.File]:
    """Return a record as a part of the card that carries it, and the file to send."""
    description = say("file.json", title=imported.match.game.title)
    upload = CardFile(imported.text.encode(), RECORD_FILE, description)
    return discord.ui.File[discord.ui.LayoutView](f"attachment://{RECORD_FILE}"), upload


def names_in(imported: ImportedRecord) -> tuple[Words, Words]:
    """Return what the players are called: by their names, else by what they play."""
    if imported.record.names is None:
        return imported.match.view(None).players
    first, second = imported.record.names
    return plain(first), plain(second)


def _players(imported: ImportedRecord, names: tuple[Words, Words], say: Speaker) -> str:
    side, other = imported.match.sides
    return say("card.players", name=names[0], side=side, opponent=names[1], other=other)


def _result(imported: ImportedRecord, names: tuple[Words, Words]) -> Phrase:
    """Return how the match ended, as one sentence."""
    outcome, sides = imported.match.outcome, imported.match.sides
    assert outcome is not None  # it is asked for only after the end
    if outcome.happened:
        return result_after(outcome.happened, outcome, names)
    reason = by_name(outcome.phrase, names)
    if outcome.winner is None:
        return Phrase("card.result.draw", reason=reason)
    if imported.record.names is None:
        return Phrase("card.import.won", side=sides[outcome.winner], reason=reason)
    return Phrase("card.result.won", name=names[outcome.winner], side=sides[outcome.winner], reason=reason)


def _unclaimed_draw_line(imported: ImportedRecord, names: tuple[Words, Words], say: Speaker) -> str | None:
    """Return the move after which an unclaimed draw was available; `None` if none was."""
    if (unclaimed := imported.match.first_unclaimed_draw) is None:
        return None
    number, draw = unclaimed
    return small(say("card.import.played_on", number=number, reason=by_name(draw.phrase, names)))


def _where(imported: ImportedRecord, ply: int, say: Speaker) -> str:
    """Return where in the record this is, with the moves of the same number."""
    plies = imported.match.plies
    count = len(plies)
    if not ply:
        return say("card.import.start", count=count) if count else say("card.import.alone")
    return say("card.import.at", number=ply, count=count, move=_numbered_move(plies, ply, say))


def _numbered_move(plies: list[Ply], ply: int, say: Speaker) -> str:
    """Return the last move shown with its number and the other move of that number."""
    number = move_numbers(plies)[ply - 1]
    return list(numbered_lines(plies[:ply], say))[number - 1]


def _turning(imported: ImportedRecord, ply: int, say: Speaker) -> list[Press]:
    """Return the buttons to other positions, disabled if they lead nowhere."""
    last = len(imported.match.plies)
    ways = (
        ("first", 0, ply > 0),
        ("back", ply - 1, ply > 0),
        ("on", ply + 1, ply < last),
        ("last", last, ply < last),
    )
    return [
        Press.of(
            CustomId("import-at", 0, max(at, 0), f"{imported.key},{way}"),
            say(f"button.import.{way}"),
            disabled=not possible,
        )
        for way, at, possible in ways
    ]


def _ways(imported: ImportedRecord, ply: int, turn: Seat | None, say: Speaker) -> list[Press]:
    """Return the other actions on a record: play on from here, or analyse it."""
    match, ways = imported.match, []
    if turn is not None and not match.game.hidden:
        play_on = CustomId("import-play", 0, ply, imported.key)
        ways.append(Press.of(play_on, say("button.import.play"), PRIMARY))
    if match.outcome and len(match.plies) >= PLIES:
        ways.append(Press.of(CustomId("record-look", 0, 0, imported.key), say("button.analyse")))
    return ways


def import_form(say: Speaker) -> discord.ui.Modal:
    """Return the form into which a record is pasted."""
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="record", style=discord.TextStyle.paragraph, max_length=TEXT_LIMIT
    )
    field = labelled_field(say("form.import.label"), area, say("form.import.about"))
    return form(say("form.import"), CustomId("import", 0), field)
