"""A game of an uploaded file, on a board that only its importer controls."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import options_line, shared_by_line
from bot.cards.kit.kit import (
    OVER,
    PRIMARY,
    ActionButton,
    Card,
    CardFile,
    framed_view,
    gallery,
    heading,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import safe_name, safe_text
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.share_buttons import position_button
from bot.cards.play.import_menus import carried_file, event_line, games_button, kind_menu, unread_lines
from bot.cards.play.moves import numbered_lines
from bot.cards.play.replay import REPLAY_FILE, replayed_moves
from bot.custom_ids import CustomId
from club.play.after.imports import ImportedFile, ImportedRecord
from engines.analysis import MIN_PLIES, is_judged
from rendering.replay import Replay
from rendering.standing import event_with_result
from rules.checkers.reading.game_reading import is_open
from rules.game import Seat
from rules.match import Ply, move_numbers
from rules.record import RemarkSort
from words import Localizer, Phrase, Words, insert_player_names

REMARK_LIMITS: Final[dict[RemarkSort, int]] = {"comment": 600, "variation": 400, "glyph": 20, "clock": 60}
"""Characters of all remarks of a sort at one move; the clean file has all of them."""
RESULT_LIMIT: Final = 40
"""Characters of a result as the record writes it."""
TOLD_WAYS: Final = frozenset({"time", "forfeit", "resign"})
"""Ways to win for which there are words."""
CLEAN_FILES: Final = ("game.json", "game.pdn")


def import_card(
    imported: ImportedRecord,
    ply: int,
    say: Localizer,
    *,
    theme: str,
    sharer_name: str | None = None,
    position: ImportedFile | None = None,
) -> Card:
    """Return the board of a record after `ply` plies, at most all.

    `sharer_name` is the name of the member who shares it with everyone, `None` if it is for one person.
    `position` is the position alone as a file, from which everyone can play on against the computer.
    """
    match = imported.match
    ply = min(ply, len(match.plies))
    shown = match.copy_at(ply)
    is_end = ply == len(match.plies)
    view = match.view(None) if is_end else match.game.reveal(shown.position, None)
    names = record_player_names(imported)
    happened = [insert_player_names(words, names) for words in (view.did, view.note) if words and ply]
    items: list[discord.ui.Item[Any] | None] = [
        text(shared_by_line(sharer_name, say), *_head_lines(imported, names, say)),
        board_picture(view, say, theme),
        text(
            _position_line(imported, ply, say),
            *(say.text(words) for words in happened),
            *_remark_lines(imported, ply, say),
            *(_end_lines(imported, names, say) if is_end else ()),
            _unclaimed_draw_line(imported, names, say),
            *_reading_lines(imported, say),
        ),
    ]
    if sharer_name is not None:
        return _shared_position_card(items, position, say)
    carried, upload = carried_file(imported.file, say)
    ways = _action_buttons(imported, ply, shown.turn, say)
    menu = kind_menu(imported.game, imported.kind.game, CustomId("import-kind", 0, ply, imported.key), say)
    buttons = [
        *_navigation_buttons(imported, ply, say),
        *games_button(imported.file, imported.game.number, say),
    ]
    card = framed_view(OVER, *items, row(*buttons), row(*ways), menu and row(menu), carried)
    return Card(card, [upload])


def _shared_position_card(
    items: Sequence[discord.ui.Item[Any] | None], position: ImportedFile | None, say: Localizer
) -> Card:
    """Return the public card of a board, with a button if it carries its position."""
    if position is None:
        return Card(framed_view(OVER, *items))
    carried, upload = carried_file(position, say)
    way = position_button(CustomId("try-record", 0, rest=position.key), say)
    return Card(framed_view(OVER, *items, row(way), carried), [upload])


def record_player_names(imported: ImportedRecord) -> tuple[Words, Words]:
    """Return the names of both players of an imported record.

    If the record has none, they are called by their sides.
    """
    if imported.names is None:
        return imported.match.view(None).players
    first, second = imported.names
    return safe_name(first), safe_name(second)


def record_replay_card(
    imported: ImportedRecord, replay: Replay, say: Localizer, *, sharer_name: str | None = None
) -> Card:
    """Return the animation of a whole record, with its moves in words."""
    names, total = record_player_names(imported), move_numbers(imported.match.plies)[-1]
    share = ActionButton.create(
        CustomId("import-share", 0, 0, f"{imported.key},{REPLAY_FILE}"), say("button.share")
    )
    carried, upload = carried_file(imported.file, say)
    alone = sharer_name is None
    card = framed_view(
        OVER,
        text(shared_by_line(sharer_name, say), *_head_lines(imported, names, say)),
        gallery(REPLAY_FILE, replay.alt),
        text(
            say("card.replay.moves", text=replayed_moves(imported.match.plies, 1, total, say)),
            *_end_lines(imported, names, say),
        ),
        row(share) if alone else None,
        carried if alone else None,
    )
    animation = CardFile(replay.gif, REPLAY_FILE, replay.alt)
    return Card(card, [animation, upload] if alone else [animation])


def clean_file_card(imported: ImportedRecord, clean: str, say: Localizer) -> Card:
    """Return a record as a clean file that only one person sees."""
    title = imported.match.game.title
    is_pdn = not clean.lstrip().startswith("{")
    name = CLEAN_FILES[is_pdn]
    alt = say("file.pdn" if is_pdn else "file.json", title=title)
    card = framed_view(
        None,
        text(say("card.record", title=title), say("card.import.clean") if is_pdn else None),
        discord.ui.File[discord.ui.LayoutView](f"attachment://{name}"),
    )
    return Card(card, [CardFile(clean.encode(), name, alt)])


def _head_lines(imported: ImportedRecord, names: tuple[Words, Words], say: Localizer) -> list[str | None]:
    """Return the title, the players, the options, and where and when it was played."""
    match = imported.match
    (side, other), players = match.sides, None
    if imported.names is not None:
        players = say("card.players", name=names[0], side=side, opponent=names[1], other=other)
    return [
        heading(say.text(match.game.title)),
        players,
        options_line(match.game, match.settled_options, say),
        event_line(imported.game, say),
    ]


def _remark_lines(imported: ImportedRecord, ply: int, say: Localizer) -> list[str]:
    """Return what the record remarks at a move: comments, variations and clocks."""
    lines = [f"> {comment}"] if (comment := _remark_text(imported, ply, "comment")) else []
    if variation := _remark_text(imported, ply, "variation"):
        lines.append(f"> {say('card.import.variation', text=variation)}")
    if clock := _remark_text(imported, ply, "clock"):
        lines.append(f"-# {say('card.import.clock', text=clock)}")
    return lines


def _remark_text(imported: ImportedRecord, ply: int, kind: RemarkSort) -> str:
    """Return the remarks of a kind at a move, joined and cut.

    A file may have tens of thousands of them at one move.
    """
    found = (each for each in imported.game.remarks if each.ply == ply and each.kind == kind)
    shown = islice(found, REMARK_LIMITS[kind])
    return safe_text(" ".join(_bare(each.text) for each in shown), REMARK_LIMITS[kind])


def _bare(remark: str) -> str:
    """Return a remark's text without the signs around it."""
    remark = remark.strip()
    for first, last in ("{}", "()"):
        if remark.startswith(first) and remark.endswith(last):
            return remark[1:-1]
    return remark.lstrip(";%")


def _end_lines(imported: ImportedRecord, names: tuple[Words, Words], say: Localizer) -> list[str]:
    """Return how the game ended by its moves or by the record's word."""
    match, game = imported.match, imported.game
    result = None if is_open(game.result) else game.result
    by_moves = match.outcome if match.ending is None else None
    if by_moves or (match.outcome and result is None):
        assert match.outcome
        lines = [f"**{say.text(_result(imported, names))}**"]
        winner = "draw" if match.outcome.winner is None else match.outcome.winner
        if result and game.winner not in (None, winner):
            lines.append(f"**{_said_result(imported, result, names, say)}**")
        return lines
    return [f"**{_said_result(imported, result, names, say)}**"] if result else []


def _said_result(imported: ImportedRecord, result: str, names: tuple[Words, Words], say: Localizer) -> str:
    """Return what the record says of the end, as its word."""
    winner, how = imported.game.winner, imported.game.how
    told = safe_text(result, RESULT_LIMIT)
    if winner is None:
        return say("card.import.says", value=told)
    if winner == "draw":
        return say("card.import.says.draw", value=told)
    players: list[Words] = [
        Phrase("card.import.player", name=name, side=side) if imported.names else side
        for name, side in zip(names, imported.match.sides, strict=True)
    ]
    code = f"card.import.says.{how}" if how in TOLD_WAYS else "card.import.says.won"
    return say(code, value=told, winner=players[winner], loser=players[1 - winner])


def _result(imported: ImportedRecord, names: tuple[Words, Words]) -> Phrase:
    """Return the result of the match as one sentence."""
    outcome, sides = imported.match.outcome, imported.match.sides
    assert outcome is not None  # it is asked for only after the end
    if outcome.happened:
        return event_with_result(outcome.happened, outcome, names)
    reason = insert_player_names(outcome.phrase, names)
    if outcome.winner is None:
        return Phrase("card.result.draw", reason=reason)
    if imported.names is None:
        return Phrase("card.import.won", side=sides[outcome.winner], reason=reason)
    return Phrase("card.result.won", name=names[outcome.winner], side=sides[outcome.winner], reason=reason)


def _unclaimed_draw_line(imported: ImportedRecord, names: tuple[Words, Words], say: Localizer) -> str | None:
    """Return the move after which a draw could have been claimed, if any."""
    if (unclaimed := imported.match.first_unclaimed_draw) is None:
        return None
    number, draw = unclaimed
    return small_print(
        say("card.import.played_on", number=number, reason=insert_player_names(draw.phrase, names))
    )


def _reading_lines(imported: ImportedRecord, say: Localizer) -> list[str | None]:
    """Return how the record was read where it leaves that open, and what was not read."""
    game = imported.game
    return [
        *unread_lines(game, say),
        None
        if game.names_kind
        else small_print(say("card.import.kinds", count=len(game.kinds), title=imported.match.game.title)),
        None if game.turned == "same" else small_print(say("card.import.turned")),
        small_print(say("card.import.swapped")) if game.colours_swapped else None,
        None if imported.file.is_sure else small_print(say("card.file.letters", name=imported.file.encoding)),
    ]


def _position_line(imported: ImportedRecord, ply: int, say: Localizer) -> str:
    """Return the position's place in the record, with the last numbered move."""
    plies = imported.match.plies
    count = len(plies)
    if not ply:
        return say("card.import.start", count=count) if count else say("card.import.alone")
    move = _numbered_move(plies, ply, say)
    if glyphs := _remark_text(imported, ply, "glyph"):
        move = f"{move} {glyphs}"
    return say("card.import.at", number=ply, count=count, move=move)


def _numbered_move(plies: list[Ply], ply: int, say: Localizer) -> str:
    """Return the last move shown, with its number and the other move of the pair."""
    number = move_numbers(plies)[ply - 1]
    return list(numbered_lines(plies[:ply], say))[number - 1]


def _navigation_buttons(imported: ImportedRecord, ply: int, say: Localizer) -> list[ActionButton]:
    """Return the buttons to other positions, disabled if they lead nowhere."""
    last = len(imported.match.plies)
    ways = (
        ("first", 0, ply > 0),
        ("back", ply - 1, ply > 0),
        ("on", ply + 1, ply < last),
        ("last", last, ply < last),
    )
    return [
        ActionButton.create(
            CustomId("import-at", 0, max(at, 0), f"{imported.key},{way}"),
            say(f"button.import.{way}"),
            disabled=not possible,
        )
        for way, at, possible in ways
    ]


def _action_buttons(
    imported: ImportedRecord, ply: int, turn: Seat | None, say: Localizer
) -> list[ActionButton]:
    """Return the other actions on a record: play on from here, or analyse it."""
    match, key = imported.match, imported.key
    ways = []
    if turn is not None and not match.game.hidden:
        play_on = CustomId("import-play", 0, ply, key)
        ways.append(ActionButton.create(play_on, say("button.import.play"), PRIMARY))
    if match.outcome and len(match.plies) >= MIN_PLIES and is_judged(match.options):
        ways.append(ActionButton.create(CustomId("record-look", 0, 0, key), say("button.analyse")))
    if match.plies:
        ways.append(ActionButton.create(CustomId("import-gif", 0, 0, key), say("button.replay")))
    ways.append(ActionButton.create(CustomId("import-share", 0, ply, key), say("button.share")))
    ways.append(ActionButton.create(CustomId("import-clean", 0, 0, key), say("button.import.clean")))
    return ways
