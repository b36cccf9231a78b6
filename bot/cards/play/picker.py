"""The picker: buttons with which a player chooses a move step by step.

The custom_ids hold the choices made so far, so that they survive a restart. They also hold the version
of the match, so that the move is not played in another position.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import player_names, quote_move, title_line
from bot.cards.kit.choices import MatchIds, VisibleChoices, beside_board, choice_lines, choice_rows
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import RUNNING, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import Drawing, board_picture, hand_picture
from bot.cards.kit.unfolding import OWN, MoreRows, more_button
from bot.cards.play.live_board import live_board_button
from bot.cards.play.private import first_move_buttons, private_line, strength_menu
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rendering.describe import explain_numbers, open_hands_text
from rules.choosing import ChoiceNode
from rules.game import TEXT_LIMIT, Seat, View
from rules.one_zero_one.view import ProgramView
from words import Localizer, Words, insert_player_names
from words.message import MessagePlace

ROW_LENGTH: Final = 26
"""Characters of three labels that a phone shows side by side."""


def picker_card(
    table: Table,
    seat: Seat,
    node: ChoiceNode,
    choices: VisibleChoices,
    say: Localizer,
    *,
    theme: str,
    lesson: Words | None = None,
    is_newcomer: bool = False,
    note: str | None = None,
    confirm: bool = False,
    has_board: bool = False,
    more_rows: MoreRows = (),
) -> Card:
    """Return the next choices of a move, or the complete move to confirm.

    `node` is the point reached on the way to a move, and `choices` are those shown of its choices.
    `lesson` is what a newcomer to the game must know there; `is_newcomer` adds a summary of the rules.
    A private match introduces itself before its first move. With `confirm`, the player wants to be
    asked before a move is played. `has_board` says whether the match can be opened on a page.
    `more_rows` are what More has unfolded in place of the choices.
    """
    side, ids = table.side(seat), MatchIds(table.row.id, table.row.version)
    view = table.view(seat)
    if node.move is not None and not node.choices:
        view = table.preview(node.move, seat)
        board = board_picture(view, say, theme)
        words = say("card.pick.confirm", move=quote_move(node.wording), side=side)
    else:
        board = choices_picture(view, node, choices, say, theme=theme)
        words = say("card.pick.first", side=side)
        if steps := steps_line(node, say):
            words = say("card.pick.next", steps=steps, side=side)
    begins = table.row.is_private and not table.match.plies and not node.chain
    summary = say.text(table.game.help.summary) if begins and is_newcomer and not lesson else None
    further = [ActionButton.create(CustomId("write", ids.match_id, ids.version), say("button.type"))]
    if begins:
        further = first_move_buttons(table, say)
    elif table.row.computer is not None:  # it is played in this card alone
        further.append(more_button(table, say, OWN))
    elif has_board:
        further.append(live_board_button(table, seat, say))
    buttons = choice_rows(node, choices, view, ids, say, extra_buttons=further, confirm=confirm)
    card = framed_view(
        RUNNING,
        text(
            title_line(table, say),
            private_line(table, say) if begins else None,
            None if table.match.was_set else summary,  # which tells of the usual start
            note,
            words,
            alike_cards_line(node, say),
            say.text(insert_player_names(lesson, player_names(table))) if lesson else None,
            say.text(node.duty) if node.duty else None,
            small_print(
                open_hands_text(view, say.language, player_names(table))
                or explain_numbers(view, say.language)
            ),
        ),
        *beside_board(
            board,
            raised_hand(view, node, say, theme),
            choice_lines(choices, say, player_names(table)),
            rows=_phone_rows(buttons) - 1 if node.shortcuts else 1,
        ),
        *(_unfolded_rows(table, more_rows, say) if more_rows else buttons),
        row(strength_menu(table, say)) if begins and not table.is_guided else None,
    )
    return Card(card)


def _phone_rows(rows: Sequence[discord.ui.ActionRow[Any]]) -> int:
    """Return how many rows a phone makes of these, because long labels wrap."""
    wide = sum(
        sum(len(getattr(each, "label", None) or "") for each in row.children) > ROW_LENGTH for row in rows
    )
    return len(rows) + wide


def _unfolded_rows(table: Table, more_rows: MoreRows, say: Localizer) -> list[discord.ui.ActionRow[Any]]:
    """Return what More has unfolded, and the way back to the choices."""
    back = ActionButton.create(CustomId("play", table.row.id, table.row.version), say("button.back"))
    return [*more_rows, row(back)]


def thinking_card(table: Table, seat: Seat, say: Localizer, *, theme: str, note: str | None = None) -> Card:
    """Return the board after a player's move, while the computer thinks.

    It has a button to go on, in case that takes long. `note` is shown above what was played.
    """
    other = table.player(1 - seat)
    if move := table.last_move_of(table.player(seat).user_id):
        words = say("card.pick.thinking", move=quote_move(move), name=other.name)
    else:  # the computer has the first move
        words = say("card.is_to_move", name=other.name, side=table.side(1 - seat))
    later = ActionButton.create(CustomId("play", table.row.id, table.row.version), say("button.go_on"))
    board = board_picture(table.view(seat), say, theme)
    return Card(framed_view(RUNNING, text(title_line(table, say), note, words), board, row(later)))


def choices_picture(
    view: View, node: ChoiceNode, choices: VisibleChoices, say: Localizer, *, theme: str
) -> Drawing:
    """Draw the board with the chosen squares and those that can be chosen next."""
    return board_picture(
        view,
        say,
        theme,
        chosen=[step.square for step in node.chain if step.square],
        choices=list(dict.fromkeys(step.square for step in choices.steps if step.square)),
        low=True,
    )


def steps_line(node: ChoiceNode, say: Localizer) -> str:
    """Return the choices made so far in words; empty before the first."""
    return " › ".join(say.text(step.label) for step in node.chain)


def alike_cards_line(node: ChoiceNode, say: Localizer) -> str | None:
    """Return the note that all cards in the hand are alike, or `None`.

    The picker has then chosen a card by itself.
    """
    if node.back is not None or not node.chain or not node.chain[0].card:
        return None
    return say("card.pick.alike", card=node.chain[0].label)


def raised_hand(
    view: View, node: ChoiceNode, say: Localizer, theme: str, hinted_cards: Sequence[str] = ()
) -> Drawing | None:
    """Return the hand while a card is chosen from it; `None` for other choices.

    The chosen cards are drawn higher, or the `hinted_cards` if there are any.
    """
    if not isinstance(view, ProgramView) or not any(step.card for step in node.offers):
        return None
    raised = list(hinted_cards) or [step.card for step in node.chain if step.card]
    return hand_picture(view, say, theme, raised=raised)


def move_form(table: Table, version: int, say: Localizer) -> discord.ui.Modal:
    """Return the form in which a move is typed."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", placeholder=table.game.example_in(table.match.position), max_length=TEXT_LIMIT
    )
    # A form shows no Markdown.
    how = shorten(
        say.text(table.game.help.notation).replace("`", ""), MessagePlace.DESCRIPTION.limit, placeholder=" …"
    )
    title, custom_id = say("form.move", title=table.game.title), CustomId("written", table.row.id, version)
    return form(title, custom_id, labelled_field(say("form.move.label"), field, how))
