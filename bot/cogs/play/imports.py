"""/import: game records from elsewhere, as boards to page through.

A new match can begin from any of their positions.
"""

import re
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.sharing import SHARERS, ask_where, has_channel_above, post
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.kit.share_buttons import Where
from bot.cards.play.import_menus import (
    RECORD_FILES,
    carried_file,
    failed_game_card,
    file_card,
    find_form,
    import_form,
)
from bot.cards.play.imports import clean_file_card, import_card, record_replay_card
from bot.cards.play.replay import REPLAY_FILE
from bot.cogs.play.challenges import post_challenge
from bot.cogs.play.replay import show_animation
from club.club import Club
from club.play.after.animations import replay_record
from club.play.after.imports import (
    SIZE_LIMIT,
    GameReference,
    ImportedFile,
    ImportedRecord,
    UnopenedGame,
    too_large_refusal,
)
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from engines.choose import level_count
from rendering.themes import DEFAULT_THEME
from rules.game import RulesError
from rules.match import Match

COG: Final = Cog()

REFERENCE: Final = re.compile(r"(?P<key>[0-9a-f]+)(?:\.(?P<number>[1-9][0-9]{0,4})\.(?P<game>[a-z-]*))?")
"""A game of a file, as buttons name it; older ones name the file alone."""
SHARED: Final = "share-import"
"""The action by which the answer to the question where names a shared record."""


@COG.command("command.import")
@app_commands.describe(record=locale_text("command.import.record"))
async def import_record(club: Club, request: Request, record: discord.Attachment | None = None) -> None:
    """Show an attached file, or open a form for one or for pasted text."""
    if record is None:
        await request.reply.open_form(import_form(request.say))
    else:
        await _show_file(club, request, await _read_file(club, request, record))


@COG.action("import-file")
async def ask_for_file(club: Club, request: Request) -> None:
    """Open the form for a file or for pasted text."""
    await request.reply.open_form(import_form(request.say))


@COG.action("import")
async def show_form_record(club: Club, request: Request) -> None:
    """Show the file that stands in the form, or the record that was pasted into it."""
    pasted = request.fields.get("record", "")
    if not request.uploads and not pasted.strip():
        raise Refusal("import.nothing")
    if request.uploads and pasted.strip():
        raise Refusal("import.both")
    if request.uploads:
        file = await _read_file(club, request, request.uploads[0])
    else:
        data = pasted.encode(errors="replace")
        file = await club.play.imports.read_file(data, request.user.id, request.say.language)
    await _show_file(club, request, file)


@COG.action("import-list")
async def show_games(club: Club, request: Request) -> None:
    """Show a page of the file's games, or those that a typed name finds."""
    key, _, query = request.custom_id.rest.partition(",")
    file = await _load_card_file(club, request, key)
    query = request.fields.get("name", query)
    await request.reply.update(file_card(file, request.custom_id.version, query, request.say))


@COG.action("import-find")
async def ask_for_name(club: Club, request: Request) -> None:
    """Open the form that asks for a name, to find the games of a file that have it."""
    await request.reply.open_form(find_form(request.custom_id.rest, request.say))


@COG.action("import-open")
async def open_chosen_game(club: Club, request: Request) -> None:
    """Show the game that was chosen from the file's menu."""
    file = await _load_card_file(club, request, request.custom_id.rest)
    choice = request.fields.get("choice", "")
    number = int(choice) if choice.isdecimal() and len(choice) < 6 else 0
    opened = await _open(club, request, file, number, None)
    await request.reply.update(await _game_card(club, request, opened, 0, None))


@COG.action("import-kind")
async def show_as_kind(club: Club, request: Request) -> None:
    """Show the game under the kind that was chosen, at the same position."""
    reference = _reference(request)
    file = await _load_card_file(club, request, reference.key)
    kind = request.fields.get("choice")
    opened = await _open(club, request, file, reference.number, kind)
    await request.reply.update(await _game_card(club, request, opened, request.custom_id.version, kind))


@COG.action("import-at")
async def show_record_position(club: Club, request: Request) -> None:
    """Show another position of the record on the card."""
    imported = await load_card_record(club, request)
    await request.reply.update(await _card(club, request, imported, request.custom_id.version))


@COG.action("import-play")
async def challenge_from_record(club: Club, request: Request) -> None:
    """Post a challenge to anyone that begins from the position on the card."""
    imported = await load_card_record(club, request)
    match = imported.match.copy_at(request.custom_id.version)
    if match.game.hidden:
        raise Refusal("import.hidden", title=match.game.title)
    if match.turn is None:
        raise Refusal("import.over")
    proposal = Proposal(game=match.game, options=match.settled_options)
    await post_challenge(club, request, proposal, start=match)


@COG.action("import-clean")
async def send_clean_file(club: Club, request: Request) -> None:
    """Send the record on the card as a clean file."""
    imported = await load_card_record(club, request)
    clean = await club.play.imports.write_clean(imported, request.user.id)
    await request.reply.show(clean_file_card(imported, clean, request.say))


@COG.action("import-gif")
async def replay_moves(club: Club, request: Request) -> None:
    """Show an animation of all moves of the record on the card."""
    imported = await load_card_record(club, request)
    shown, theme = replay_record(imported.match), await club.members.preferences.load_theme(request.user.id)
    club.play.animations.line.admit(request.user.id)
    await request.reply.say("answer.replay.making")
    made = await club.play.animations.animate(shown, theme=theme, language=request.say.language)
    await show_animation(request, record_replay_card(imported, made, request.say))


@COG.action("import-share")
async def ask(club: Club, request: Request) -> None:
    """Share what the caller sees, and in a thread ask first in which place."""
    imported = await load_card_record(club, request)
    shared = replace(request, custom_id=replace(request.custom_id, action=SHARED))
    if has_channel_above(request):
        await ask_where(shared, [Where.UP, Where.HERE], carried_file(imported.file, request.say))
    else:
        await request.share(await _shared_card(club, shared))


async def _share(club: Club, request: Request, where: Where) -> None:
    """Share it in the place that the caller has chosen."""
    await post(request, where, lambda at: _shared_card(club, at))


SHARERS[SHARED] = _share


async def _shared_card(club: Club, request: Request) -> Card:
    """Return the position or the animation that a Share button names, for everyone."""
    imported, say, name = await load_card_record(club, request), request.say_publicly, request.user.name
    await request.check_writing()
    if request.custom_id.rest.partition(",")[2] == REPLAY_FILE:
        club.play.animations.line.admit(request.user.id)
        made = await club.play.animations.animate(
            replay_record(imported.match), theme=DEFAULT_THEME, language=say.language
        )
        return record_replay_card(imported, made, say, sharer_name=name)
    ply = min(request.custom_id.version, len(imported.match.plies))
    position = await _write_position(club, request, imported.match.copy_at(ply))
    return import_card(imported, ply, say, theme=DEFAULT_THEME, sharer_name=name, position=position)


async def _write_position(club: Club, request: Request, match: Match) -> ImportedFile | None:
    """Return the file of a position that others can try; `None` if they cannot."""
    can_play = club.members.servers.has_computer(request.home) and level_count(match.game)
    if match.turn is None or match.game.hidden or not can_play:
        return None
    try:
        return await club.play.imports.write_position(match, request.user.id, request.say.language)
    except RulesError:  # it has more moves than can be listed
        return None


async def load_card_record(club: Club, request: Request) -> ImportedRecord:
    """Return the record on the pressed card.

    It is in memory, or read from the card's attached file. Raise `Refusal` if it is gone.
    """
    reference = _reference(request)
    file = await _load_card_file(club, request, reference.key)
    opened = await _open(club, request, file, reference.number, reference.game)
    if isinstance(opened, UnopenedGame):
        raise opened.error
    return opened


def _reference(request: Request) -> GameReference:
    """Return the game that a button names; raise `Refusal` if it names none."""
    named = REFERENCE.fullmatch(request.custom_id.rest.partition(",")[0])
    if named is None:
        raise Refusal("import.gone")
    return GameReference(named["key"], int(named["number"] or 1), named["game"] or None)


async def _load_card_file(club: Club, request: Request, key: str) -> ImportedFile:
    """Return the file that the pressed card carries; raise `Refusal` if it is gone."""
    if kept := club.play.imports.get_cached(key, request.say.language):
        return kept
    carried = next((file for file in request.attachments if file.filename in RECORD_FILES), None)
    if carried is None:
        raise Refusal("import.gone")
    found = await _read_file(club, request, carried)
    if found.key != key:
        raise Refusal("import.gone")
    return found


async def _read_file(club: Club, request: Request, file: discord.Attachment) -> ImportedFile:
    """Read and parse an attached file."""
    if file.size > SIZE_LIMIT:
        raise too_large_refusal()
    return await club.play.imports.read_file(await file.read(), request.user.id, request.say.language)


async def _show_file(club: Club, request: Request, file: ImportedFile) -> None:
    """Show the games of a file, or its only game at once."""
    if len(file.entries) > 1:
        await request.reply.show(file_card(file, 0, "", request.say))
        return
    opened = await _open(club, request, file, 1, None)
    if isinstance(opened, UnopenedGame) and opened.game.names_kind:
        raise opened.error
    await request.reply.show(await _game_card(club, request, opened, 0, None))


async def _open(
    club: Club, request: Request, file: ImportedFile, number: int, kind: str | None
) -> ImportedRecord | UnopenedGame:
    return await club.play.imports.open_game(file, number, kind, request.user.id, request.say.language)


async def _game_card(
    club: Club, request: Request, opened: ImportedRecord | UnopenedGame, ply: int, kind: str | None
) -> Card:
    """Return the board of a game, or why it was not read whole."""
    if isinstance(opened, UnopenedGame):
        return failed_game_card(opened, kind, request.say)
    return await _card(club, request, opened, ply)


async def _card(club: Club, request: Request, imported: ImportedRecord, ply: int) -> Card:
    """Return the card with the record's position after `ply` half-moves."""
    theme = await club.members.preferences.load_theme(request.user.id)
    return import_card(imported, ply, request.say, theme=theme)
